//! Where the destinations of a document's links and pictures stand, and how they are written anew
//! when what they lead to has another path.

use std::collections::BTreeMap;

use crate::bank::link::{self, Destination};
use crate::diagnostic::Edit;
use crate::parse::tree::Kind;
use crate::parse::{Document, front_matter, markdown};
use crate::raw_html::{self, Part};
use crate::source::Span;

/// Files that move: old paths from the bank's root with their new ones. A folder that moves as a
/// whole is among them, since links may lead to it.
pub type Moves = BTreeMap<String, String>;

/// A destination of a link or a picture, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// As the parser reads it.
    pub written: String,
    /// Its bytes, without angle brackets or quotes.
    pub span: Span,
}

/// Returns the edits after which every destination of a document leads where it led, when the
/// document stands at `to` and `moves` have been made.
pub fn mend(document: &Document, to: &str, moves: &Moves) -> Vec<Edit> {
    let from: &str = &document.source.path;
    let mut edits: Vec<Edit> = spots(document)
        .into_iter()
        .filter_map(|spot| {
            let raw = &document.source.text[spot.span.range()];
            let text = mended(&spot.written, raw, from, to, moves)?;
            Some(Edit { span: spot.span, text })
        })
        .collect();
    edits.sort_by_key(|it| it.span);
    edits.dedup_by_key(|it| it.span);
    edits
}

/// Returns a path on the command line's side of front matter (`see: ../lessons/x.md`) as it must
/// be written at `to`.
pub fn mended_path(written: &str, from: &str, to: &str, moves: &Moves) -> Option<String> {
    mended(written, written, from, to, moves)
}

/// Returns the destination as it must be written; nothing if it may stay.
fn mended(written: &str, raw: &str, from: &str, to: &str, moves: &Moves) -> Option<String> {
    let Ok(Destination::File { path, fragment }) = link::resolve(from, written) else {
        return None;
    };
    let target = moves.get(&path).map_or(path.as_str(), String::as_str);
    let wanted = Destination::File { path: target.to_owned(), fragment };
    if link::resolve(to, written).as_ref() == Ok(&wanted) {
        return None;
    }
    // What follows the path is kept as it was written.
    let rest = raw.find(['#', '?']).map_or("", |at| &raw[at..]);
    let slash = if raw[..raw.len() - rest.len()].ends_with('/') { "/" } else { "" };
    let path = if written.starts_with('/') {
        format!("/{}", target.strip_prefix(link::CONTENT).unwrap_or(target))
    } else {
        let res = relative(to, target);
        let dotted = written.starts_with("./") && !res.starts_with("../");
        if dotted { format!("./{res}") } else { res }
    };
    Some(format!("{}{slash}{rest}", escape(&path)))
}

/// Returns the path of a file from the folder of another.
fn relative(from: &str, target: &str) -> String {
    let mut folder: Vec<&str> = from.split('/').collect();
    folder.pop();
    let target: Vec<&str> = target.split('/').collect();
    // The target's last part is always written.
    let most = folder.len().min(target.len() - 1);
    let common = (0..most).take_while(|at| folder[*at] == target[*at]).count();
    let up = folder.len() - common;
    let mut parts = vec![".."; up];
    parts.extend(&target[common..]);
    parts.join("/")
}

/// Escapes what would end a destination or be read as something else; letters of any script stay.
fn escape(path: &str) -> String {
    let mut res = String::with_capacity(path.len());
    for c in path.chars() {
        let stays = c.is_alphanumeric()
            || (c.is_ascii() && "-._~/".contains(c))
            || !(c.is_ascii() || c.is_whitespace() || c.is_control());
        if stays {
            res.push(c);
        } else {
            res.push_str(&link::encode(c.encode_utf8(&mut [0; 4])));
        }
    }
    res
}

/// Returns every destination whose place is known for sure.
pub fn spots(document: &Document) -> Vec<Spot> {
    let tree = &document.body;
    let mut res = Vec::new();
    let mut id = 0;
    while id < tree.len() {
        let node = tree.node(id);
        match node.kind {
            Kind::Link(at) | Kind::Image(at) => {
                let content = (id + 1..node.end).map(|it| tree.node(it).span.end).max();
                let from = content.unwrap_or(node.span.start) as usize;
                let written = &tree.links[at as usize].destination;
                res.extend(inline(document, from, node.span, written));
            }
            Kind::HtmlBlock => {
                attributes(&tree.verbatim(id), document, node.span, &mut res);
                id = node.end;
                continue;
            }
            Kind::Html(_) => {
                let raw = &document.source.text[node.span.range()];
                attributes(raw, document, node.span, &mut res);
            }
            _ => {}
        }
        id += 1;
    }
    let start = front_matter::parse(&document.source, &mut Vec::new()).body_start;
    for definition in markdown::definitions(&document.source, start) {
        let text = &document.source.text[definition.span.range()];
        let Some(colon) = text.find("]:") else { continue };
        let from = definition.span.start as usize + colon + 2;
        res.extend(destination(document, from, definition.span, definition.destination));
    }
    res
}

/// Returns the destination of `[…](destination)`; nothing for a link that refers to a definition.
fn inline(document: &Document, from: usize, span: Span, written: &str) -> Option<Spot> {
    let text = document.source.text.get(from..span.end as usize)?;
    let bracket = text.find(']')?;
    text[bracket..].strip_prefix("](")?;
    destination(document, from + bracket + 2, span, written.to_owned())
}

/// Returns the destination that begins at an offset, after white space and quote marks.
fn destination(document: &Document, from: usize, span: Span, written: String) -> Option<Spot> {
    let text = document.source.text.get(from..span.end as usize)?;
    // A line end may stand before it, and in a block quote the next line begins with `>`.
    let skipped = text.len() - text.trim_start().len();
    let after_line_end = text[..skipped].contains('\n');
    let begins = if after_line_end {
        text.len() - text.trim_start_matches(|c: char| c.is_whitespace() || c == '>').len()
    } else {
        skipped
    };
    let text = &text[begins..];
    let (open, length) = match text.strip_prefix('<') {
        Some(inner) => (1, end_of(inner, |c, _| c == '>')),
        None => (0, end_of(text, |c, depth| c.is_whitespace() || (c == ')' && depth == 0))),
    };
    let start = from + begins + open;
    let span = Span::new(start, start + length);
    // Only what resolves to the same is surely the destination; entities are left alone.
    let raw = &document.source.text[span.range()];
    let path = &document.source.path;
    let same = link::resolve(path, raw) == link::resolve(path, &written)
        || raw.replace('\\', "") == written;
    same.then_some(Spot { written, span })
}

/// Returns the length up to the first character that ends it, escaped ones and pairs of
/// parentheses passed over.
fn end_of(text: &str, ends: impl Fn(char, usize) -> bool) -> usize {
    let mut depth: usize = 0;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if escaped {
            escaped = false;
            continue;
        }
        if ends(c, depth) {
            return at;
        }
        match c {
            '\\' => escaped = true,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    text.len()
}

/// Adds the `href` and `src` of raw HTML.
fn attributes(raw: &str, document: &Document, span: Span, out: &mut Vec<Spot>) {
    let text = &document.source.text[span.range()];
    for part in raw_html::read(raw).parts {
        let Part::Open { attributes, .. } = part else { continue };
        for (name, value) in attributes {
            if !matches!(name, "href" | "src") || value.is_empty() {
                continue;
            }
            for (at, _) in text.match_indices(value.as_str()) {
                let before = text[..at].trim_end_matches(['"', '\'']).trim_end();
                let after = text[at + value.len()..].chars().next();
                let ends = after.is_none_or(|it| it.is_whitespace() || "\"'>/".contains(it));
                if before.ends_with('=') && ends {
                    let start = span.start as usize + at;
                    let span = Span::new(start, start + value.len());
                    out.push(Spot { written: value.clone(), span });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Fix;
    use crate::parse;
    use crate::source::Source;

    fn moves(list: &[(&str, &str)]) -> Moves {
        list.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect()
    }

    #[track_caller]
    fn check(path: &str, to: &str, before: &str, after: &str) {
        let moves = moves(&[
            ("content/e/a/q.md", "content/e/b/r s.md"),
            ("content/e/a/p.svg", "content/e/b/p.svg"),
            ("content/e/a/bundle", "content/e/b/größe"),
            ("content/e/a/bundle/index.md", "content/e/b/größe/index.md"),
        ]);
        let (document, _) = parse::parse(&Source::new(path, before));
        let edits = mend(&document, to, &moves);
        let res = Fix { safe: true, message: String::new(), edits }.apply(before);
        assert_eq!(res, after);
    }

    #[test]
    fn links_of_others_follow() {
        let path = "content/e/lessons/l.md";
        for (before, after) in [
            ("[a](../a/q.md)", "[a](../b/r%20s.md)"),
            ("[a *b* ä](../a/q.md#part \"title\")", "[a *b* ä](../b/r%20s.md#part \"title\")"),
            ("[q.md](<../a/q.md> '../a/q.md')", "[q.md](<../b/r%20s.md> '../a/q.md')"),
            ("[a](/e/a/q.md)", "[a](/e/b/r%20s.md)"),
            ("[a](./../a/./q.md?x=1)", "[a](../b/r%20s.md?x=1)"),
            ("[a](../a/bundle/) [b](../a/bundle)", "[a](../b/größe/) [b](../b/größe)"),
            ("[![p](../a/p.svg)](../a/q.md)", "[![p](../b/p.svg)](../b/r%20s.md)"),
            (
                "[a][q] [q] [other](../a/other.md)\n\n[q]: ../a/q.md \"t\"",
                "[a][q] [q] [other](../a/other.md)\n\n[q]: ../b/r%20s.md \"t\"",
            ),
            ("> [a](\n> ../a/q.md)", "> [a](\n> ../b/r%20s.md)"),
            ("x <a href=\"../a/q.md\">../a/q.md</a>", "x <a href=\"../b/r%20s.md\">../a/q.md</a>"),
            (
                "<p>\n<img src='../a/p.svg' alt='x'>\n</p>",
                "<p>\n<img src='../b/p.svg' alt='x'>\n</p>",
            ),
            ("`[a](../a/q.md)` https://a.org/q.md", "`[a](../a/q.md)` https://a.org/q.md"),
            ("[a](../a/\\q.md)", "[a](../a/\\q.md)"),
        ] {
            check(path, path, before, after);
        }
    }

    #[test]
    fn own_links_lead_where_they_led() {
        let (from, to) = ("content/e/a/q.md", "content/e/b/r s.md");
        for (before, after) in [
            ("[a](other.md)", "[a](../a/other.md)"),
            ("[a](./other.md)", "[a](../a/other.md)"),
            ("[a](../lessons/l.md)", "[a](../lessons/l.md)"),
            ("![p](p.svg)", "![p](p.svg)"),
            ("[self](q.md#x)", "[self](r%20s.md#x)"),
            ("[self](#x) <https://a.org>", "[self](#x) <https://a.org>"),
            ("[a]: x_(y).md\n\n[a]", "[a]: ../a/x_%28y%29.md\n\n[a]"),
        ] {
            check(from, to, before, after);
        }
        check(
            from,
            "content/e/q.md",
            "[a](other.md) [b](../b/c.md)",
            "[a](a/other.md) [b](b/c.md)",
        );
    }
}
