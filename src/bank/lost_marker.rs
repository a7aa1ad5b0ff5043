//! Lines that were meant as choices and are read as text, since their bullet is none.

use crate::bank::task_list::{self, Form};
use crate::diagnostic::{Diagnostic, Edit};
use crate::parse::Document;
use crate::parse::tree::{Kind, NodeId, Str, Tree};
use crate::source::Span;

/// Signs that word processors and people write where Markdown wants `-`, `*` or `+`.
const BULLETS: [char; 14] = ['-', '*', '+', '–', '—', '−', '‐', '•', '·', '◦', '▪', '●', '‣', '⁃'];

/// Reports each line of these blocks that begins like a choice and is none.
///
/// Nothing is looked for in quotes, which are rationales, and in code.
pub fn report(document: &Document, roots: &[NodeId], out: &mut Vec<Diagnostic>) {
    let tree = &document.body;
    for root in roots {
        let mut id = *root;
        let end = tree.node(*root).end;
        while id < end {
            let node = tree.node(id);
            if matches!(node.kind, Kind::Quote | Kind::CodeBlock { .. }) {
                id = node.end;
                continue;
            }
            if let Kind::Text(Str::Source(span)) = node.kind
                && begins_line(tree, id)
                && !is_marker(tree, id)
            {
                report_line(document, id, span, out);
            }
            id += 1;
        }
    }
}

/// Returns whether nothing but white space stands before a text on its line.
fn begins_line(tree: &Tree, id: NodeId) -> bool {
    let before = &tree.text[..tree.node(id).span.start as usize];
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    before[line..].trim_start_matches('\u{feff}').trim().is_empty()
}

/// Returns whether a text begins with the marker of a true item.
fn is_marker(tree: &Tree, id: NodeId) -> bool {
    let item = |at: NodeId| matches!(tree.node(at).kind, Kind::Item);
    let of = |at: NodeId| task_list::marker(tree, at).is_some_and(|(_, text)| text == id);
    (1..=id.min(8)).map(|back| id - back).filter(|at| item(*at)).any(of)
}

fn report_line(document: &Document, id: NodeId, span: Span, out: &mut Vec<Diagnostic>) {
    let tree = &document.body;
    let source = &document.source.text;
    let (start, end) = (span.start as usize, span.end as usize);
    let text = &source[start..end];
    let bullet = bullet(text);
    let rest = text[bullet..].trim_start_matches([' ', '\t', '\u{a0}']);
    let at = end - rest.len();
    let Some((length, key, form)) = task_list::read(rest, &source[end..]) else { return };
    // Without a bullet `[x]y` and `[✗]` are more likely something else.
    let line = source[at + length..].lines().next().unwrap_or_default();
    let sure = bullet > 0 || form == Form::Good && !line.trim().is_empty();
    if !sure || source[end..].starts_with(['(', '[']) && rest.len() == length {
        return;
    }
    let written = source[start..at + length].trim_end();
    let found = Diagnostic::deny(
        "malformed-choice-marker",
        document.place(Span::new(start, at + length)),
        format!("`{written}` begins no choice, so this line is read as text"),
    )
    .help("begin each choice with `- [x] ` or `- [ ] `, on a line of its own");
    if form == Form::Unclear {
        out.push(found);
        return;
    }
    let space = rest[length..].len() - rest[length..].trim_start().len();
    let sign = match text.chars().next() {
        Some(sign @ ('*' | '+')) if bullet == 1 => sign,
        _ => '-',
    };
    let correct = format!("{sign} [{}] ", if key { 'x' } else { ' ' });
    // Too far in, even a good bullet goes on with the paragraph above it. Within a list the right
    // column is the author's to say.
    let from = if in_item(tree, id) { start } else { start - indentation(tree, id) };
    let edit = Edit { span: Span::new(from, at + length + space), text: correct.clone() };
    let changes = edit.text != source[edit.span.range()];
    out.push(if changes {
        found.safe_fix(format!("write `{}`", correct.trim_end()), vec![edit])
    } else {
        found
    });
}

/// Returns the number of bytes of white space before a text that begins its line.
fn indentation(tree: &Tree, id: NodeId) -> usize {
    let before = &tree.text[..tree.node(id).span.start as usize];
    before.len() - before.trim_end_matches([' ', '\t']).len()
}

fn in_item(tree: &Tree, id: NodeId) -> bool {
    (0..id).any(|at| matches!(tree.node(at).kind, Kind::Item) && tree.node(at).end > id)
}

/// Returns the length of what stands for a bullet at the start of a line: a sign, or a letter or a
/// number with a point or a bracket after it.
fn bullet(text: &str) -> usize {
    let Some(first) = text.chars().next() else { return 0 };
    if BULLETS.contains(&first) {
        return first.len_utf8();
    }
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let label = if digits > 0 { digits } else { usize::from(first.is_ascii_alphabetic()) };
    let closed = label > 0 && label < 3 && text[label..].starts_with(['.', ')']);
    if closed { label + 1 } else { 0 }
}
