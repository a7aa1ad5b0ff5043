//! A fix as the change it makes.

use std::ops::Range;

use annotate_snippets::{Group, Level as Title, Patch, Snippet};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::{HELP_INDENT, Texts, visible, wrap};
use crate::diagnostic::{Edit, Fix};

/// Most bytes of a change that is shown; a larger one is only told.
const MOST: usize = 1_000;

/// Returns a fix as a group of a report: what it does, and the lines it changes if they are few.
pub(super) fn group(fix: &Fix, path: &str, texts: &Texts, width: usize) -> Group<'static> {
    let kind = if fix.safe { "fix" } else { "unsafe fix" };
    let title = wrap(&visible(&fix.message), width, HELP_INDENT);
    let title = Title::HELP.with_name(kind).secondary_title(title);
    match texts.get(path).and_then(|text| change(fix, text, width)) {
        Some(snippet) => title.element(snippet),
        None => Group::with_title(title),
    }
}

/// Returns the lines that a fix changes, with the changes.
fn change(fix: &Fix, text: &str, width: usize) -> Option<Snippet<'static, Patch<'static>>> {
    let (first, last) = (fix.edits.first()?, fix.edits.last()?);
    let range = first.span.start as usize..last.span.end as usize;
    text.get(range.clone())?;
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at);
    let quoted = &text[start..end];
    let new: usize = fix.edits.iter().map(|it| it.text.len()).sum();
    if quoted.len() + new > MOST || fix.edits.iter().any(|it| has_controls(&it.text)) {
        return None;
    }
    let bom = quoted.len() - quoted.trim_start_matches('\u{feff}').len();
    let line = text[..start].matches('\n').count() + 1;
    let (from, to) = (start + bom, end);
    if quoted.contains('\n') {
        let fits = quoted.lines().all(|it| it.width() + MARGIN <= width);
        return if fits { excerpt(fix, text, from..to, ("", ""), line) } else { None };
    }
    if quoted.width() + MARGIN <= width {
        return excerpt(fix, text, from..to, ("", ""), line);
    }
    // Of a long line only what is near.
    let room = width.saturating_sub(MARGIN + text[range.clone()].width().max(new)) / 2;
    let near = |it: char, used: &mut usize| {
        *used += it.width().unwrap_or(0);
        *used <= room
    };
    let before = text[from..range.start].chars().rev();
    let before: usize = before.scan(0, |used, it| near(it, used).then(|| it.len_utf8())).sum();
    let after = text[range.end..to].chars();
    let after: usize = after.scan(0, |used, it| near(it, used).then(|| it.len_utf8())).sum();
    let (from, to) = (range.start - before, range.end + after);
    let dots = (if from > start + bom { "…" } else { "" }, if to < end { "…" } else { "" });
    excerpt(fix, text, from..to, dots, line)
}

/// Columns of a line number and what stands around it.
const MARGIN: usize = 10;

/// Returns a part of the text with the changes, between dots for what is left out.
fn excerpt(
    fix: &Fix,
    text: &str,
    range: Range<usize>,
    (before, after): (&str, &str),
    line: usize,
) -> Option<Snippet<'static, Patch<'static>>> {
    // Line ends are shown as one byte.
    let place = |at: u32| {
        let text = text.get(range.start..at as usize)?;
        Some(before.len() + text.len() - text.matches("\r\n").count())
    };
    let patch = |it: &Edit| {
        let span = place(it.span.start)?..place(it.span.end)?;
        Some(Patch::new(span, it.text.replace("\r\n", "\n")))
    };
    let patches = fix.edits.iter().map(patch).collect::<Option<Vec<_>>>()?;
    let quoted = text[range.clone()].replace("\r\n", "\n");
    let quoted = format!("{before}{}{after}", quoted.trim_end_matches('\r'));
    Some(Snippet::source(quoted).line_start(line).patches(patches))
}

fn has_controls(text: &str) -> bool {
    text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}
