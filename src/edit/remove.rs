//! What is taken out of a file: an entry of its front matter, a comment of its body.

use super::{line_end, line_start, shape};
use crate::diagnostic::{Edit, Fix};
use crate::parse::tree::{Kind, NodeId, Tree};
use crate::parse::{self, Document};
use crate::raw_html;
use crate::source::{Source, Span};
use crate::value::{Data, Entry, Table, Value};

/// Takes an entry out of front matter, found by the keys on the way to it; a table that would be
/// left empty goes with it.
///
/// `None` for a notation that is not understood well enough.
pub fn remove_entry(document: &Document, keys: &[&str]) -> Option<Edit> {
    let mut table = &document.front;
    // The tables from the outermost on that hold nothing else.
    let mut outermost: Option<(&Table, &Entry)> = None;
    for (at, key) in keys.iter().enumerate() {
        let entry = table.entry(key)?;
        if table.entries.len() > 1 || at == 0 {
            outermost = Some((table, entry));
        }
        match &entry.value.data {
            Data::Table(inner) if at + 1 < keys.len() => table = inner,
            _ if at + 1 < keys.len() => return None,
            _ => {}
        }
    }
    let (table, entry) = outermost?;
    let mut expected = document.front.clone();
    remove(&mut expected, keys);
    let expected = shape(&Data::Table(expected));
    let edits = [whole_lines(document, entry), from_flow(table, entry)];
    edits.into_iter().flatten().find(|it| {
        let fix = Fix { safe: true, message: String::new(), edits: vec![it.clone()] };
        let new = Source::new(&document.source.path, &fix.apply(&document.source.text));
        let (new, found) = parse::parse(&new);
        found.is_empty()
            && shape(&Data::Table(new.front)) == expected
            && new.body.nodes.len() == document.body.nodes.len()
    })
}

/// Removes an entry and the tables that are then empty.
fn remove(table: &mut Table, keys: &[&str]) {
    let [key, rest @ ..] = keys else { return };
    table.entries.retain_mut(|it| {
        if it.key != *key {
            return true;
        }
        match &mut it.value.data {
            Data::Table(inner) if !rest.is_empty() => {
                remove(inner, rest);
                !inner.entries.is_empty()
            }
            _ => false,
        }
    });
}

/// Returns the end of the last byte that a value is written with.
fn last(value: &Value) -> usize {
    let inner = match &value.data {
        Data::Table(table) => table.entries.iter().map(|it| last(&it.value)).max(),
        Data::List(list) => list.iter().map(last).max(),
        _ => None,
    };
    inner.unwrap_or(0).max(value.span.end as usize)
}

/// Takes out the lines of an entry that has them to itself.
fn whole_lines(document: &Document, entry: &Entry) -> Option<Edit> {
    let text: &str = &document.source.text;
    let start = line_start(text, entry.key_span.start as usize);
    let before = text[start..entry.key_span.start as usize].trim();
    let end = last(&entry.value).max(entry.key_span.end as usize);
    let end = if text[..end].ends_with('\n') { end } else { line_end(text, end) };
    // The header of a TOML table is written before the key.
    (before.is_empty() || before == "[")
        .then(|| Edit { span: Span::new(start, end), text: String::new() })
}

/// Takes an entry out of `{a: 1, b: 2}`, with the comma after it or else before it.
fn from_flow(table: &Table, entry: &Entry) -> Option<Edit> {
    let at = table.entries.iter().position(|it| it.key_span == entry.key_span)?;
    let start = entry.key_span.start as usize;
    let span = match (table.entries.get(at + 1), at.checked_sub(1)) {
        (Some(next), _) => Span::new(start, next.key_span.start as usize),
        (None, Some(before)) => Span::new(last(&table.entries[before].value), last(&entry.value)),
        (None, None) => Span::new(start, last(&entry.value)),
    };
    Some(Edit { span, text: String::new() })
}

/// Comments that are looked at one by one where they cannot all be taken out; a bound on the time.
const ONE_BY_ONE: usize = 50;

/// Takes comments out of the body: each with its lines if it has them to itself.
///
/// `None` for a comment without which something else would change: it may part two lists.
pub fn remove_comments(document: &Document, comments: &[Span]) -> Vec<Option<Edit>> {
    let text: &str = &document.source.text;
    let expected = outline(&document.body);
    let fits = |edits: &[Edit]| {
        let fix = Fix { safe: true, message: String::new(), edits: edits.to_vec() };
        let new = Source::new(&document.source.path, &fix.apply(text));
        outline(&parse::parse(&new).0.body) == expected
    };
    let edit = |span| Edit { span, text: String::new() };
    let lines: Vec<Option<Edit>> =
        comments.iter().map(|it| own_lines(text, *it).map(edit)).collect();
    let gaps: Vec<Edit> = comments.iter().map(|it| edit(with_gap(text, *it))).collect();
    let first: Vec<Edit> =
        lines.iter().zip(&gaps).map(|(it, gap)| it.as_ref().unwrap_or(gap).clone()).collect();
    let mut ordered = first.clone();
    ordered.sort_by_key(|it| it.span);
    if fits(&ordered) {
        return first.into_iter().map(Some).collect();
    }
    let one = |(at, gap): (usize, Edit)| {
        let candidates = [lines[at].clone(), Some(gap)].into_iter().flatten();
        candidates
            .take(if at < ONE_BY_ONE { 2 } else { 0 })
            .find(|it| fits(std::slice::from_ref(it)))
    };
    gaps.into_iter().enumerate().map(one).collect()
}

/// Returns the lines of a comment that has them to itself, with the blank lines that would be too
/// many.
fn own_lines(text: &str, comment: Span) -> Option<Span> {
    let (start, end) = (comment.start as usize, comment.end as usize);
    let (first, after) = (line_start(text, start), line_end(text, end));
    let alone = |it: &str| it.chars().all(|c| c.is_whitespace() || c == '>');
    (alone(&text[first..start]) && alone(&text[end..after])).then(|| {
        let next = line_end(text, after);
        let above = first.checked_sub(1).is_none_or(|it| alone(&text[line_start(text, it)..first]));
        let blank = above && after < text.len() && alone(&text[after..next]);
        Span::new(first, if blank { next } else { after })
    })
}

/// Returns a comment with the spaces after it.
fn with_gap(text: &str, comment: Span) -> Span {
    let end = comment.end as usize;
    let gap = text[end..].len() - text[end..].trim_start_matches(' ').len();
    Span::new(comment.start as usize, end + gap)
}

/// Returns the structure and the words of a body as a text, without places and comments.
fn outline(tree: &Tree) -> String {
    let mut res = String::new();
    let mut open: Vec<NodeId> = Vec::new();
    let mut id = 0;
    while id < tree.len() {
        while open.pop_if(|end| *end <= id).is_some() {
            res.push_str(" ) ");
        }
        let node = tree.node(id);
        match node.kind {
            Kind::HtmlBlock if tree.is_comment(id) => {
                id = node.end;
                continue;
            }
            Kind::Html(it) if raw_html::is_comment(tree.str(it)) => {}
            Kind::Text(it) => res.push_str(tree.str(it)),
            Kind::Code(it) | Kind::InlineMath(it) | Kind::DisplayMath(it) | Kind::Html(it) => {
                res.push_str(&format!("{:?}", tree.str(it)));
            }
            Kind::SoftBreak => res.push(' '),
            Kind::CodeBlock { info, fenced } => {
                res.push_str(&format!(" code {:?} {fenced} ( ", tree.str(info)));
                open.push(node.end);
            }
            Kind::Link(at) | Kind::Image(at) => {
                res.push_str(&format!(" {:?} ( ", tree.links[at as usize]));
                open.push(node.end);
            }
            other => {
                res.push_str(&format!(" {other:?} ( "));
                open.push(node.end);
            }
        }
        id += 1;
    }
    res.push_str(&" ) ".repeat(open.len()));
    res.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(before: &str, edit: impl Fn(&Document) -> Option<Edit>) -> Option<String> {
        let (document, _) = parse::parse(&Source::new("q.md", before));
        let fix = Fix { safe: true, message: String::new(), edits: vec![edit(&document)?] };
        Some(fix.apply(before))
    }

    #[test]
    fn an_entry_goes_with_the_tables_it_leaves_empty() {
        for (before, after) in [
            (
                "---\r\nid: x\r\nlint:\r\n  allow:\r\n    r: a reason # é\r\n---\r\nText\r\n",
                "---\r\nid: x\r\n---\r\nText\r\n",
            ),
            (
                "---\nlint:\n  allow:\n    r: a\n    s: b\nid: x\n---\n",
                "---\nlint:\n  allow:\n    s: b\nid: x\n---\n",
            ),
            (
                "---\nlint:\n  allow:\n    s: b\n    r: >\n      a long\n      reason\nid: x\n---\n",
                "---\nlint:\n  allow:\n    s: b\nid: x\n---\n",
            ),
            ("---\nlint: {allow: {r: a}}\n---\n", "---\n---\n"),
            ("---\nlint: {allow: {r: a, s: b}}\n---\n", "---\nlint: {allow: {s: b}}\n---\n"),
            ("---\nlint: {allow: {s: b, r: a}}\n---\n", "---\nlint: {allow: {s: b}}\n---\n"),
            ("+++\nid = \"x\"\n[lint.allow]\nr = \"a\"\n+++\n", "+++\nid = \"x\"\n+++\n"),
            (
                "+++\n[lint.allow]\nr = \"a\"\ns = \"b\"\n+++\n",
                "+++\n[lint.allow]\ns = \"b\"\n+++\n",
            ),
            (
                "+++\nlint = { allow = { r = \"a\", s = \"b\" } }\n+++\n",
                "+++\nlint = { allow = { s = \"b\" } }\n+++\n",
            ),
            ("+++\nlint.allow.r = \"a\"\n+++\n", "+++\n+++\n"),
        ] {
            let res = made(before, |it| remove_entry(it, &["lint", "allow", "r"]));
            assert_eq!(res.as_deref(), Some(after), "{before}");
        }
    }

    #[test]
    fn a_comment_goes_and_nothing_else_changes() {
        let comment = |text: &str| {
            let start = text.find("<!--").unwrap();
            Span::new(start, text.find("-->").unwrap() + 3)
        };
        for (before, after) in [
            ("A\n\n<!-- c -->\nB\n", Some("A\n\nB\n")),
            ("A\r\n\r\n<!-- c -->\r\n\r\nB\r\n", Some("A\r\n\r\nB\r\n")),
            ("<!-- c -->\n\nA\n", Some("A\n")),
            ("A\n\n<!-- c\nd -->\n", Some("A\n\n")),
            ("- [ ] A\n\n  <!-- c -->\n\n  > B\n", Some("- [ ] A\n\n  > B\n")),
            ("> A\n>\n> <!-- c -->\n> B\n", Some("> A\n>\n> B\n")),
            ("- [ ] <!-- c --> A\n", Some("- [ ] A\n")),
            ("A <!-- c --> b\n", Some("A b\n")),
            ("A\n\n<!-- c --> <!-- d -->\n\nB\n", Some("A\n\n<!-- d -->\n\nB\n")),
            ("- a\n\n<!-- c -->\n\n- b\n", None),
            ("A\n<!-- c -->\nB\n", Some("A\n\nB\n")),
        ] {
            let span = comment(before);
            let res = made(before, |it| remove_comments(it, &[span]).remove(0));
            assert_eq!(res.as_deref(), after, "{before}");
        }
    }
}
