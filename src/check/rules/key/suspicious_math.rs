//! Formulas that are not read as such, and prose that is read as a formula.

use std::ops::Range;

use crate::bank::fragment::Fragment;
use crate::bank::inline::{Joined, runs};
use crate::check::Report;
use crate::check::item::Item;
use crate::parse::tree::Kind;
use crate::source::Span;

/// Longest text between two dollar signs that may be meant as a formula, in bytes.
const LONGEST: usize = 200;

/// Reports both in all texts of a question.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let question = item.question;
    let choices = item.choices.iter().map(|it| it.of);
    let texts = [&question.stem, &question.explanation, &question.trap]
        .into_iter()
        .chain(&question.hints)
        .chain(choices.flat_map(|it| [&it.content, &it.rationale, &it.tempting, &it.right_when]));
    for fragment in texts {
        prose_in_math(item, fragment, report);
        for run in fragment.ranges.iter().flat_map(|it| runs(item.tree, it.clone())) {
            math_in_prose(item, &Joined::of(item.tree, run), report);
        }
    }
}

/// Reports formulas of whole words, whose spaces TeX drops.
fn prose_in_math(item: &Item<'_>, fragment: &Fragment, report: &mut Report<'_>) {
    for id in fragment.nodes() {
        let node = item.tree.node(id);
        let (Kind::InlineMath(it) | Kind::DisplayMath(it)) = node.kind else { continue };
        let Some(words) = words_in_row(item.tree.str(it)) else { continue };
        let message = format!("`{words}` in a formula is set without its space");
        let help = "write `\\text{…}` around words; if no formula is meant, write `\\$`";
        report.push(report.finding(item.place(node.span), message).help(help));
    }
}

/// Returns the first two words of three letters or more that stand side by side in a formula,
/// outside of groups for text.
fn words_in_row(tex: &str) -> Option<&str> {
    let mut rest = 0;
    let mut before: Option<Range<usize>> = None;
    while let Some(found) = tex[rest..].find(|c: char| c.is_alphabetic() || c == '\\') {
        let start = rest + found;
        let gap = &tex[rest..start];
        if gap.is_empty() || !gap.chars().all(|it| it == ' ') {
            before = None;
        }
        if tex[start..].starts_with('\\') {
            let name = &tex[start + 1..];
            let letters = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
            let sign = name.chars().next().map_or(0, char::len_utf8);
            rest = start + 1 + letters.max(sign);
            if takes_text(&tex[start + 1..rest]) {
                rest += tex[rest..].find('}').map_or(tex.len() - rest, |it| it + 1);
            } else if let Some(group) = tex[rest..].strip_prefix('{') {
                // The name of an environment, say.
                let named = matches!(&tex[start..rest], "\\begin" | "\\end");
                rest += if named { group.find('}').map_or(0, |it| it + 2) } else { 0 };
            }
            before = None;
            continue;
        }
        let end =
            tex[start..].find(|c: char| !c.is_alphabetic()).map_or(tex.len(), |it| start + it);
        if end - start < 3 {
            before = None;
        } else if let Some(first) = before.replace(start..end) {
            return Some(&tex[first.start..end]);
        }
        rest = end;
    }
    None
}

/// Returns whether a command takes words as its argument.
fn takes_text(command: &str) -> bool {
    command.starts_with("text")
        || command.starts_with("math")
        || command.starts_with("operatorname")
        || matches!(command, "mbox" | "tag" | "label")
}

/// Reports what looks like TeX and is shown as it is.
fn math_in_prose(item: &Item<'_>, joined: &Joined, report: &mut Report<'_>) {
    let text = &joined.text;
    let mut done = 0;
    for (at, c) in text.char_indices().filter(|(_, c)| matches!(c, '$' | '(' | '[')) {
        if at < done {
            continue;
        }
        let found = match c {
            '$' => dollars(item, joined, at),
            _ => brackets(item, joined, at, c),
        };
        let Some((range, help)) = found else { continue };
        done = range.end;
        let (Some(start), Some(end)) = (joined.offset(range.start), joined.offset(range.end - 1))
        else {
            continue;
        };
        let place = item.place(Span::new(start, end + 1));
        report.push(report.finding(place, "this is not read as a formula").help(help));
    }
}

/// Finds TeX between two dollar signs that are no pair.
fn dollars(item: &Item<'_>, joined: &Joined, at: usize) -> Option<(Range<usize>, &'static str)> {
    if is_escaped(item, joined, at) {
        return None;
    }
    let inner = &joined.text[at + 1..];
    let end = inner.find('$').filter(|it| *it > 0 && *it < LONGEST)?;
    let help =
        "let no space touch the inside of the dollar signs, and no letter or digit the outside";
    (is_tex(&inner[..end]) && !is_escaped(item, joined, at + 1 + end))
        .then_some((at..at + end + 2, help))
}

/// Finds `\(…\)` and `\[…\]`, of which Markdown takes the backslashes.
fn brackets(
    item: &Item<'_>,
    joined: &Joined,
    at: usize,
    open: char,
) -> Option<(Range<usize>, &'static str)> {
    let text = &joined.text;
    let marked = |at: usize| is_escaped(item, joined, at) || text[..at].ends_with('\\');
    if !marked(at) {
        return None;
    }
    let close = if open == '(' { ')' } else { ']' };
    let end = text[at..].match_indices(close).map(|(it, _)| at + it).find(|it| marked(*it))?;
    // Escaped square brackets are also what they are.
    let meant = open == '(' || is_tex(&text[at + 1..end]);
    (meant && end - at < LONGEST).then_some((at..end + 1, "write `$…$`"))
}

/// Returns whether an odd number of backslashes stands before a byte in the source.
fn is_escaped(item: &Item<'_>, joined: &Joined, at: usize) -> bool {
    let Some(offset) = joined.offset(at) else { return true };
    let before = &item.tree.text.as_bytes()[..offset];
    before.iter().rev().take_while(|it| **it == b'\\').count() % 2 == 1
}

/// Returns whether a text holds a command, an exponent or an index.
fn is_tex(text: &str) -> bool {
    let bytes = text.as_bytes();
    let letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
    let word =
        |at: usize| bytes.get(at).is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'_');
    let group = |at: usize| bytes.get(at) == Some(&b'{');
    (0..bytes.len()).any(|at| match bytes[at] {
        b'\\' => letter(at + 1) && letter(at + 2),
        b'^' => at > 0 && (word(at + 1) || group(at + 1) || bytes.get(at + 1) == Some(&b'\\')),
        b'_' => at > 0 && letter(at - 1) && (group(at + 1) || word(at + 1) && !word(at + 2)),
        _ => false,
    })
}
