//! Diagnostics → text for a terminal: source, caret, help.

mod patch;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use annotate_snippets::{AnnotationKind, Group, Level as Title, Origin, Renderer, Snippet};
use unicode_width::UnicodeWidthStr as _;

use crate::diagnostic::{Diagnostic, Level, Place};
use crate::source::Source;

/// How a report is shown.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// Whether colours and styles are used.
    pub colour: bool,
    /// Columns of the terminal.
    pub width: usize,
}

/// Texts by path, from which reports quote.
pub type Texts = BTreeMap<Arc<str>, Arc<str>>;

/// Returns the texts of sources by path.
pub fn texts<'s>(sources: impl Iterator<Item = &'s Source>) -> Texts {
    sources.map(|it| (Arc::clone(&it.path), Arc::clone(&it.text))).collect()
}

/// Findings of one rule in one file that are shown; more are counted.
pub const MOST: usize = 20;

/// Returns diagnostics as text, one after the other with blank lines between.
///
/// Of many findings of one rule in one file the first few are shown and the others counted: a
/// report must stay quick to make and to read.
pub fn full(diagnostics: &[Diagnostic], texts: &Texts, look: Look) -> String {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let shown: Vec<&Diagnostic> = diagnostics
        .iter()
        .filter(|it| {
            let count = counts.entry((&it.place.path, it.rule)).or_default();
            *count += 1;
            *count <= MOST
        })
        .collect();
    let mut res = String::new();
    for it in shown {
        res.push_str(&one(it, texts, look, WithFix::No));
        res.push_str("\n\n");
    }
    for ((path, rule), count) in counts.into_iter().filter(|(_, count)| *count > MOST) {
        res.push_str(&format!("{} more of {rule} in {}\n\n", count - MOST, visible(path)));
    }
    res
}

/// Whether a fix is shown as the change it makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithFix {
    /// It is.
    Yes,
    /// The command that shows the finding makes no fixes.
    No,
}

/// Returns a diagnostic as text, without a line end after it.
pub fn one(it: &Diagnostic, texts: &Texts, look: Look, with_fix: WithFix) -> String {
    let width = look.width.clamp(40, 200);
    let renderer = if look.colour { Renderer::styled() } else { Renderer::plain() };
    let path = visible(&it.place.path);
    let lead = level_name(it.level).len() + it.rule.len() + 4;
    let message = wrap(&visible(&it.message), width, lead);
    let title = level(it.level).primary_title(message).id(it.rule);
    let mut groups = vec![match snippet(&it.place, &path, texts, AnnotationKind::Primary) {
        Some(snippet) => title.element(snippet),
        None => title.element(Origin::path(path.as_str())),
    }];
    if let Some(help) = &it.help {
        let help = wrap(&visible(help), width, HELP_INDENT);
        let group = groups.pop().expect("the finding's own group was just made");
        groups.push(group.element(Title::HELP.message(help)));
    }
    for note in &it.notes {
        let path = note.place.as_ref().map_or_else(String::new, |it| visible(&it.path));
        let title = Title::NOTE.secondary_title(wrap(&visible(&note.message), width, HELP_INDENT));
        let snippet = note
            .place
            .as_ref()
            .and_then(|place| snippet(place, &path, texts, AnnotationKind::Context));
        groups.push(match snippet {
            Some(snippet) => title.element(snippet),
            None if path.is_empty() => Group::with_title(title),
            None => title.element(Origin::path(path)),
        });
    }
    if let (WithFix::Yes, Some(fix)) = (with_fix, &it.fix) {
        groups.push(patch::group(fix, &it.place.path, texts, width));
    }
    renderer.term_width(width).render(&groups)
}

/// Columns before the text of a help.
const HELP_INDENT: usize = 10;

/// Returns a text broken at words, so that no line is longer than the terminal is wide; the first begins
/// at a column.
pub fn wrap(text: &str, width: usize, first: usize) -> String {
    let mut res = String::with_capacity(text.len() + 8);
    let mut used = first;
    for word in text.split(' ') {
        let length = word.width();
        let begins = res.is_empty();
        if !begins && used + 1 + length > width {
            res.push('\n');
            used = first;
        } else if !begins {
            res.push(' ');
            used += 1;
        }
        res.push_str(word);
        used += length;
    }
    res
}

/// Returns a number with what it counts: `1 error`, `2 errors`.
pub fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// Returns how long something took: `82 ms`, `1.4 s`.
pub fn took(time: Duration) -> String {
    match time.as_millis() {
        it @ 0..1000 => format!("{it} ms"),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

/// Returns what a finding of a level is called on a terminal.
pub fn level_name(level: Level) -> &'static str {
    match level {
        Level::Deny => "error",
        Level::Warn => "warning",
        Level::Note | Level::Allow => "note",
    }
}

fn level(level: Level) -> Title<'static> {
    match level {
        Level::Deny => Title::ERROR,
        Level::Warn => Title::WARNING,
        Level::Note | Level::Allow => Title::NOTE,
    }
}

/// Returns the quoted source of a place; `None` where the file as a whole is meant.
fn snippet<'s>(
    place: &Place,
    path: &str,
    texts: &'s Texts,
    kind: AnnotationKind,
) -> Option<Snippet<'s, annotate_snippets::Annotation<'s>>> {
    let text: &str = texts.get(&place.path)?;
    let (start, end) = (place.span.start as usize, place.span.end as usize);
    if end == 0 || text.get(start..end).is_none() {
        return None;
    }
    // Only the lines in question are handed over: a report on a file of 8 MB stays quick.
    let first = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let last = text[end..].find('\n').map_or(text.len(), |at| end + at);
    let line = text[..first].bytes().filter(|it| *it == b'\n').count() + 1;
    let quoted = &text[first..last];
    let bom = if quoted.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let (from, to) = (start - first, end - first);
    // A place of many lines is shown by its first.
    let to = quoted[from..to]
        .find('\n')
        .map_or(to, |at| from + quoted[from..from + at].trim_end().len());
    let line_end = quoted[to..].find('\n').map_or(quoted.len(), |at| to + at);
    // The rest of a very long line says nothing, and takes the renderer long.
    let line_end = ceil(quoted, line_end.min(to + MARGIN));
    let quoted = quoted[bom.min(from)..line_end].trim_end_matches('\r');
    let shift = bom.min(from);
    let annotation = kind.span(from - shift..(to - shift).min(quoted.len()));
    Some(
        Snippet::source(harmless(quoted))
            .line_start(line)
            .path(path.to_owned())
            .annotation(annotation),
    )
}

/// Replaces what the renderer lets through and some terminals obey, by characters of the same length.
fn harmless(quoted: &str) -> Cow<'_, str> {
    let is_c1 = |c: char| ('\u{80}'..='\u{9f}').contains(&c);
    let is_break = |c: char| matches!(c, '\u{2028}' | '\u{2029}');
    if !quoted.contains(|c| is_c1(c) || is_break(c)) {
        return Cow::Borrowed(quoted);
    }
    let shown = |c: char| match c {
        _ if is_c1(c) => '¿',
        _ if is_break(c) => char::REPLACEMENT_CHARACTER,
        _ => c,
    };
    Cow::Owned(quoted.chars().map(shown).collect())
}

/// Bytes of a line that are quoted after the place in question.
const MARGIN: usize = 2_000;

/// Returns the nearest character boundary at or after an offset.
fn ceil(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// Returns a text with control characters made visible, so that content never drives a terminal.
pub fn visible(text: &str) -> String {
    let mut res = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => res.push(' '),
            // Controls, and the marks that turn the direction of what follows.
            c if c.is_control()
                || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') =>
            {
                // Writing to a string cannot fail.
                let _infallible = write!(res, "\\u{{{:x}}}", u32::from(c));
            }
            c => res.push(c),
        }
    }
    res
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the macro of the expected texts looks for its file")]
mod tests {
    use super::*;
    use crate::source::Span;
    use snapbox::{assert_data_eq, str};

    fn report(text: &str, needle: &str, diagnostic: impl FnOnce(Place) -> Diagnostic) -> String {
        let source = Source::new("content/q.md", text);
        let at = text.find(needle).unwrap();
        let place = Place::new(&source.path, Span::new(at, at + needle.len()));
        full(&[diagnostic(place)], &texts([source].iter()), Look { colour: false, width: 80 })
    }

    #[test]
    fn source_caret_and_help() {
        let text = "\u{feff}---\r\ndifficulty: hrad\r\n---\r\n";
        let shown = report(text, "hrad", |place| {
            Diagnostic::deny("invalid-value", place, "`hrad` is no value of `difficulty`")
                .help("did you mean `hard`?")
        });
        assert_data_eq!(
            shown,
            str![[r#"
error[invalid-value]: `hrad` is no value of `difficulty`
 --> content/q.md:2:13
  |
2 | difficulty: hrad
  |             ^^^^
  |
  = help: did you mean `hard`?


"#]]
        );
    }

    #[test]
    fn a_finding_without_help_is_shown_too() {
        let shown = report("some text\n", "text", |place| {
            Diagnostic::deny("broken-link", place, "there is no `x.md`")
        });
        assert_data_eq!(
            shown,
            str![[r#"
error[broken-link]: there is no `x.md`
 --> content/q.md:1:6
  |
1 | some text
  |      ^^^^


"#]]
        );
    }

    #[test]
    fn of_many_alike_the_first_are_shown_and_the_others_counted() {
        let source = Source::new("content/q.md", &"x ".repeat(200_000));
        let place = |at: usize| Place::new(&source.path, Span::new(at, at + 1));
        let many: Vec<Diagnostic> =
            (0..100_000).map(|at| Diagnostic::deny("broken-link", place(2 * at), "x")).collect();
        let shown = full(&many, &texts([source].iter()), Look { colour: false, width: 80 });
        assert!(shown.len() < 100_000, "{}", shown.len());
        assert!(shown.ends_with("99980 more of broken-link in content/q.md\n\n"));
    }

    #[test]
    fn controls_never_reach_the_terminal() {
        let shown = report("a \u{1b}[31mred\u{202e} b", "red", |place| {
            Diagnostic::warn("x", place, "bad \u{1b}[2J name")
        });
        assert!(!shown.contains('\u{1b}') && !shown.contains('\u{202e}'), "{shown:?}");
    }
}
