//! Task lists: the markers `[ ]` and `[x]`, and what goes wrong around them.

use crate::diagnostic::{Diagnostic, Edit};
use crate::parse::Document;
use crate::parse::tree::{Kind, NodeId, Str, Tree};
use crate::source::Span;

/// A marker at the start of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marker {
    /// Its bytes, with the space after it.
    pub span: Span,
    /// Whether it marks the key.
    pub key: bool,
    /// Whether it is written as it should be.
    pub form: Form,
}

/// How a marker is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `[ ]`, `[x]` or `[X]`, and white space after it.
    Good,
    /// Malformed; what should have been written.
    Meant(&'static str),
    /// Malformed, and nobody knows whether it means a key: `[✗]`.
    Unclear,
}

/// Returns whether a node is a list of which an item has a marker, well formed or not.
pub fn is_task_list(tree: &Tree, id: NodeId) -> bool {
    matches!(tree.node(id).kind, Kind::List(_))
        && tree.children(id).any(|item| marker(tree, item).is_some())
}

/// Returns whether a list has a well-formed `[x]`.
pub fn has_key(tree: &Tree, id: NodeId) -> bool {
    is_task_list(tree, id)
        && tree.children(id).any(|item| marker(tree, item).is_some_and(|(it, _)| it.key))
}

/// Returns an item's marker and the text node that begins with it.
pub fn marker(tree: &Tree, item: NodeId) -> Option<(Marker, NodeId)> {
    let mut first = item + 1;
    let end = tree.node(item).end;
    // A suppression may stand before the marker's paragraph, as a comment of its own.
    while first < end && tree.is_comment(first) {
        first = tree.node(first).end;
    }
    if first < end && tree.node(first).kind == Kind::Paragraph {
        first += 1;
    }
    let node = (first < end).then(|| tree.node(first))?;
    let Kind::Text(Str::Source(it)) = node.kind else { return None };
    let (start, end) = (it.start as usize, it.end as usize);
    // `\[x]` is text that looks like a marker.
    if tree.text[..start].ends_with('\\') {
        return None;
    }
    let (length, key, form) = read(&tree.text[start..end], &tree.text[end..])?;
    let rest = &tree.text[start + length..end];
    let space = rest.len() - rest.trim_start().len();
    Some((Marker { span: Span::new(start, start + length + space), key, form }, first))
}

/// Reads a marker at the start of a text: its length, whether it is a key, how it is written.
///
/// `after` is what the source goes on with after the text.
pub fn read(text: &str, after: &str) -> Option<(usize, bool, Form)> {
    let inner = text.strip_prefix('[')?;
    let close = inner.find(']')?;
    let sign = &inner[..close];
    let length = close + 2;
    let mut rest = text[length..].chars().chain(after.chars());
    let spaced = rest.next().is_none_or(char::is_whitespace);
    let (key, form) = match sign {
        " " if spaced => (false, Form::Good),
        "x" | "X" if spaced => (true, Form::Good),
        _ => match sign.trim() {
            "" => (false, Form::Meant("[ ] ")),
            "x" | "X" | "✓" | "✔" | "✔\u{fe0f}" | "✅" | "☑" | "☑\u{fe0f}" => {
                (true, Form::Meant("[x] "))
            }
            "✗" | "✘" | "×" | "❌" | "☒" => (false, Form::Unclear),
            _ => return None,
        },
    };
    Some((length, key, form))
}

/// Reports what is wrong with an item's marker and its line.
pub fn report_marker(
    document: &Document,
    item: NodeId,
    text: NodeId,
    marker: &Marker,
    out: &mut Vec<Diagnostic>,
) {
    let source = &document.source.text;
    if marker.form != Form::Good {
        let raw = source[marker.span.range()].trim_end();
        let found = Diagnostic::deny(
            "malformed-choice-marker",
            document.place(marker.span),
            if matches!(raw, "[x]" | "[X]" | "[ ]") {
                format!("a space is missing after the marker `{raw}`")
            } else {
                format!("`{raw}` is no marker")
            },
        )
        .help("write `[x]` for a key, `[ ]` for a distractor, then a space");
        out.push(match marker.form {
            Form::Meant(correct) => {
                let edits = vec![Edit { span: marker.span, text: correct.to_owned() }];
                found.safe_fix(format!("write `{}`", correct.trim_end()), edits)
            }
            _ => found,
        });
    }
    report_nested(document, item, out);
    report_fence(document, item, marker, out);
    report_residue(document, item, text, out);
}

/// A marker in a list inside a choice: a choice that was indented by accident.
fn report_nested(document: &Document, item: NodeId, out: &mut Vec<Diagnostic>) {
    let tree = &document.body;
    for id in item + 1..tree.node(item).end {
        if matches!(tree.node(id).kind, Kind::List(_))
            && let Some((nested, _)) = tree.children(id).find_map(|it| marker(tree, it))
        {
            out.push(
                Diagnostic::deny(
                    "malformed-choice-marker",
                    document.place(nested.span),
                    "a choice inside a choice",
                )
                .help("give it the indentation of the other choices"),
            );
            return;
        }
    }
}

/// A fence on the marker's own line is read as code in a line, not as a block.
fn report_fence(document: &Document, item: NodeId, marker: &Marker, out: &mut Vec<Diagnostic>) {
    let source = &document.source.text;
    let start = marker.span.end as usize;
    let line = source[start..].split('\n').next().unwrap_or_default();
    let Some(sign @ ('`' | '~')) = line.chars().next() else { return };
    let fence = line.len() - line.trim_start_matches(sign).len();
    let info = &line[fence..];
    if fence < 3 || info.contains(&line[..fence]) {
        return;
    }
    let column = marker_indent(document, item, marker);
    let indent = " ".repeat(column);
    let span = Span::new(start, start + line.trim_end().len());
    let before = source[..start].trim_end_matches([' ', '\t']).len();
    let edits = vec![Edit { span: Span::new(before, start), text: format!("\n\n{indent}") }];
    let found = Diagnostic::deny(
        "fence-on-marker-line",
        document.place(span),
        "a code fence must not stand on the marker's line",
    )
    .help("leave the marker alone on its line and put the fence below, indented");
    // Code that is not indented would end the item once its fence is one.
    let indented = |line: &str| line.trim().is_empty() || line.starts_with(&indent);
    let mut code = source[span.end as usize..].split('\n').skip(1);
    let whole = code.by_ref().take_while(|it| indented(it)).any(|it| {
        let it = it.trim();
        it.len() >= fence && it.chars().all(|c| c == sign)
    });
    out.push(if whole { found.safe_fix("move the fence to its own line", edits) } else { found });
}

/// Obsidian's Tasks plugin adds `✅ 2026-11-02` to the line of a task that is ticked.
fn report_residue(document: &Document, item: NodeId, text: NodeId, out: &mut Vec<Diagnostic>) {
    let tree = &document.body;
    let inline = |id: NodeId| id < tree.node(item).end && tree.node(id).kind.is_inline();
    let mut id = text;
    while inline(id) {
        let node = tree.node(id);
        let ends_line = !inline(node.end)
            || matches!(tree.node(node.end).kind, Kind::SoftBreak | Kind::HardBreak);
        if let (Kind::Text(it), true) = (node.kind, ends_line) {
            residue(document, node.span, tree.str(it), out);
        }
        id = node.end;
    }
}

fn residue(document: &Document, span: Span, written: &str, out: &mut Vec<Diagnostic>) {
    let trimmed = written.trim_end();
    let Some(at) = trimmed.rfind('✅') else { return };
    if !crate::fields::is_date(trimmed[at + '✅'.len_utf8()..].trim()) {
        return;
    }
    let base = span.start as usize;
    let kept = trimmed[..at].trim_end().len();
    let place = document.place(Span::new(base + at, base + trimmed.len()));
    let edits =
        vec![Edit { span: Span::new(base + kept, base + trimmed.len()), text: String::new() }];
    out.push(
        Diagnostic::deny(
            "task-marker-residue",
            place,
            "a task plugin left its date at the end of this choice",
        )
        .help("remove it: learners would read it")
        .safe_fix("remove it", edits),
    );
}

/// Returns how far text must be indented to belong to the items of a list.
pub fn content_indent(document: &Document, list: NodeId) -> usize {
    let tree = &document.body;
    let last = tree.children(list).last();
    match last.and_then(|item| marker(tree, item).map(|(marker, _)| (item, marker))) {
        Some((item, marker)) => marker_indent(document, item, &marker),
        None => 2,
    }
}

/// Returns the column at which an item's marker, and so its text, stands.
fn marker_indent(document: &Document, item: NodeId, marker: &Marker) -> usize {
    let source = &document.source.text;
    let start = marker.span.start as usize;
    let line = source[..start].rfind('\n').map_or(0, |at| at + 1);
    let line = line.max(
        source[..document.body.node(item).span.start as usize].rfind('\n').map_or(0, |at| at + 1),
    );
    source[line..start].trim_start_matches('\u{feff}').chars().count()
}

/// Returns the edits that indent each line of a span that has text.
pub fn indent_edits(document: &Document, span: Span, indent: usize) -> Vec<Edit> {
    let source = &document.source.text;
    let start = source[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
    let mut at = start;
    let mut edits = Vec::new();
    for line in source[start..span.end as usize].split_inclusive('\n') {
        if !line.trim().is_empty() {
            edits.push(Edit { span: Span::at(at), text: " ".repeat(indent) });
        }
        at += line.len();
    }
    edits
}

/// Reports choices in more than one top-level list: what split them, and how to join them.
///
/// `roots` begins with the first list and ends with the last.
pub fn report_split(document: &Document, roots: &[NodeId], out: &mut Vec<Diagnostic>) {
    let tree = &document.body;
    let Some(&list) = roots.first() else { return };
    let mut indent = content_indent(document, list);
    let mut edits = Vec::new();
    let mut fixable = true;
    let mut unseen = false;
    let mut split = None;
    for (&before, &id) in roots.iter().zip(&roots[1..]) {
        let node = tree.node(id);
        split = split.or(Some(id));
        if is_task_list(tree, id) {
            let bullets = bullet_edits(document, list, id, &mut fixable);
            // Equal lists side by side: what parts them leaves no trace in the tree.
            if bullets.is_empty() && fixable && is_task_list(tree, before) {
                unseen |= bullet_edits(document, before, id, &mut fixable).is_empty();
            }
            edits.extend(bullets);
            indent = content_indent(document, id);
        } else if node.kind == Kind::Quote || node.kind == Kind::HtmlBlock && tree.is_comment(id) {
            edits.extend(indent_edits(document, node.span, indent));
        } else {
            fixable = false;
        }
    }
    let Some(split) = split else { return };
    let node = tree.node(split);
    let what = match node.kind {
        Kind::List(_) if unseen => "something that is not shown splits the choices before this one",
        Kind::List(_) => "another kind of list marker begins a new list here",
        Kind::Quote => "this quote is not indented, so it ends the list of choices",
        Kind::HtmlBlock => "this HTML is not indented, so it ends the list of choices",
        _ => "this stands between the choices and splits them",
    };
    let place = document.first_line(node.span);
    let found = Diagnostic::deny("split-choice-list", place, what)
        .note("the choices begin here", Some(document.first_line(tree.node(list).span)))
        .help("all choices stand in one list: the same marker for each, everything between them indented");
    edits.sort_by_key(|edit| edit.span);
    out.push(if fixable && !unseen { found.safe_fix("make them one list", edits) } else { found });
}

/// Returns the edits that give a list the bullets of another, or the sign after its numbers.
fn bullet_edits(document: &Document, like: NodeId, list: NodeId, fixable: &mut bool) -> Vec<Edit> {
    let tree = &document.body;
    let bytes = document.source.text.as_bytes();
    // A bullet is one byte, and so is what stands after a number.
    let sign = |item: NodeId| {
        let start = tree.node(item).span.start as usize;
        start + bytes[start..].iter().take_while(|it| it.is_ascii_digit()).count()
    };
    let ordered = |list: NodeId| matches!(tree.node(list).kind, Kind::List(Some(_)));
    let Some(first) = tree.children(like).next() else { return Vec::new() };
    let wanted = bytes[sign(first)];
    if ordered(like) != ordered(list) {
        *fixable = false;
        return Vec::new();
    }
    tree.children(list)
        .map(sign)
        .filter(|at| bytes[*at] != wanted)
        .map(|at| Edit { span: Span::new(at, at + 1), text: char::from(wanted).to_string() })
        .collect()
}
