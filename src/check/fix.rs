//! Findings → texts with their fixes made, a round at a time.
//!
//! A fix is made whole or not at all. Of two that touch the same bytes one waits for the next
//! round, when the rules have seen what the other made of the text.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::bank::model::{Bank, Question};
use crate::check::is_publish;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::report::Texts;
use crate::source::Span;

/// What a round makes.
#[derive(Debug, Default)]
pub struct Round {
    /// New texts by path, only those that are others.
    pub texts: BTreeMap<Arc<str>, String>,
    /// For each of these files the rules whose fixes were made, one for each finding.
    pub made: BTreeMap<Arc<str>, Vec<&'static str>>,
}

/// Makes as many fixes of findings as go together.
///
/// Findings must be sorted; of two fixes that touch, that of the earlier one is made. Files that
/// are to be left `alone` stay as they are, and so do those whose text is not known or has a line
/// end that only Markdown knows: places are counted by lines that end as everywhere else. Lines
/// that a fix adds end as those of the file.
pub fn round(
    found: &[Diagnostic],
    texts: &Texts,
    unsafe_too: bool,
    alone: &BTreeSet<Arc<str>>,
) -> Round {
    let mut edits: BTreeMap<&Arc<str>, Taken> = BTreeMap::new();
    for it in found {
        let path = &it.place.path;
        let Some(fix) = it.fix.as_ref().filter(|it| it.safe || unsafe_too) else { continue };
        let Some(text) = texts.get(path).filter(|_| !alone.contains(path)) else { continue };
        if is_sound(&fix.edits, text) && !has_lone_return(text) {
            edits.entry(path).or_default().take(it.rule, &fix.edits);
        }
    }
    let mut res = Round::default();
    for (path, taken) in edits {
        let edits = with_line_ends(taken.edits.into_values(), &texts[path]);
        let text = Fix { safe: true, message: String::new(), edits }.apply(&texts[path]);
        if text != *texts[path] {
            res.texts.insert(Arc::clone(path), text);
            res.made.insert(Arc::clone(path), taken.rules);
        }
    }
    res
}

/// Returns whether a text has a carriage return without a line feed after it.
fn has_lone_return(text: &str) -> bool {
    text.contains('\r') && text.match_indices('\r').any(|(at, _)| !text[at + 1..].starts_with('\n'))
}

/// Gives the lines of edits the ends that a text has.
fn with_line_ends(edits: impl Iterator<Item = Edit>, text: &str) -> Vec<Edit> {
    let is_crlf = text.find('\n').is_some_and(|at| text[..at].ends_with('\r'));
    let end = |it: Edit| match is_crlf && !it.text.contains('\r') {
        true => Edit { text: it.text.replace('\n', "\r\n"), ..it },
        false => it,
    };
    edits.map(end).collect()
}

/// Returns whether edits fit a text, ascend and do not touch each other's bytes.
fn is_sound(edits: &[Edit], text: &str) -> bool {
    let fits = |it: &Edit| text.get(it.span.range()).is_some();
    !edits.is_empty()
        && edits.iter().all(fits)
        && edits.windows(2).all(|it| it[0].span.end <= it[1].span.start)
}

/// The edits of one file that are to be made; they do not touch.
#[derive(Default)]
struct Taken {
    edits: BTreeMap<Span, Edit>,
    rules: Vec<&'static str>,
}

impl Taken {
    fn take(&mut self, rule: &'static str, edits: &[Edit]) {
        let is_there = |it: &Edit| self.edits.get(&it.span) == Some(it);
        if edits.iter().all(is_there) {
            // Two findings with one fix.
            self.rules.push(rule);
        } else if !edits.iter().any(|it| self.touches(it.span)) {
            self.edits.extend(edits.iter().map(|it| (it.span, it.clone())));
            self.rules.push(rule);
        }
    }

    /// Returns whether an edit has bytes in common with one that is taken, or an end where one of
    /// them inserts.
    fn touches(&self, span: Span) -> bool {
        let up_to = Span { start: span.end, end: u32::MAX };
        // Those that are taken do not overlap: the last few tell.
        (self.edits.range(..=up_to).rev()).take_while(|(it, _)| it.end >= span.start).any(
            |(it, _)| {
                let overlap = it.start < span.end && span.start < it.end;
                overlap || it.start == it.end || span.start == span.end
            },
        )
    }
}

/// Returns the files of a round that fixes must not touch: a question in them is no longer what it
/// was, or is no longer sound.
///
/// A safe fix keeps id, choice ids and revision; any fix keeps the id, the number of choices and
/// of keys.
pub fn spoiled(
    (before, found): (&Bank, &[Diagnostic]),
    after: &Bank,
    round: &Round,
    safe: bool,
) -> BTreeSet<Arc<str>> {
    let (paths, questions) = (after.paths(), by_path(after));
    // What cannot be published has no identity yet that anything hangs on.
    let faulty: BTreeSet<&str> =
        found.iter().filter(|it| is_publish(it)).map(|it| &*it.place.path).collect();
    let mut res: BTreeSet<Arc<str>> = BTreeSet::new();
    for path in before.paths().into_iter().filter(|it| round.texts.contains_key(*it)) {
        if !paths.contains(path) {
            res.insert(path.into());
        }
    }
    for (path, old) in by_path(before).into_iter().filter(|(path, _)| !faulty.contains(path)) {
        let keeps = |new: &&Question| {
            old.id == new.id && if safe { is_same(old, new) } else { is_like(old, new) }
        };
        if round.texts.contains_key(path) && questions.get(path).filter(|it| keeps(it)).is_none() {
            res.insert(path.into());
        }
    }
    res
}

fn by_path(bank: &Bank) -> BTreeMap<&str, &Question> {
    bank.questions.iter().map(|it| (&*it.document.source.path, it)).collect()
}

fn is_same(old: &Question, new: &Question) -> bool {
    let ids = |it: &Question| -> Vec<(String, bool)> {
        let ids = it.response.choices().iter().map(|it| (it.id.clone(), it.key));
        let mut ids: Vec<_> = ids.collect();
        ids.sort();
        ids
    };
    old.revision == new.revision && ids(old) == ids(new)
}

fn is_like(old: &Question, new: &Question) -> bool {
    let counts = |it: &Question| {
        let choices = it.response.choices();
        (choices.len(), choices.iter().filter(|it| it.key).count())
    };
    counts(old) == counts(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Place;
    use crate::source::Source;

    /// Returns a text after a round, each fix given as its edits.
    fn fixed(text: &str, fixes: &[&[(usize, usize, &str)]]) -> String {
        let source = Source::new("content/q.md", text);
        let found: Vec<Diagnostic> = fixes
            .iter()
            .map(|edits| {
                let edits = edits.iter().map(|(start, end, text)| Edit {
                    span: Span::new(*start, *end),
                    text: (*text).to_owned(),
                });
                let place = Place::new(&source.path, Span::default());
                Diagnostic::warn("wiki-embed", place, "x").safe_fix("mend it", edits.collect())
            })
            .collect();
        let texts = [(source.path.clone(), source.text.clone())].into();
        let mut round = round(&found, &texts, false, &BTreeSet::new());
        round.texts.remove(&source.path).unwrap_or_else(|| text.to_owned())
    }

    #[test]
    fn fixes_that_touch_wait_for_another_round() {
        for (fixes, expected) in [
            (&[&[(0, 1, "A")][..], &[(2, 3, "C")]][..], "AbCd"),
            (&[&[(2, 3, "C")], &[(0, 1, "A")]], "AbCd"),
            (&[&[(0, 2, "X")], &[(1, 3, "Y")]], "Xcd"),
            (&[&[(0, 1, "A"), (2, 3, "C")], &[(1, 4, "Y")]], "AbCd"),
            (&[&[(1, 3, "Y")], &[(0, 1, "A"), (2, 3, "C")]], "aYd"),
            (&[&[(0, 1, "A")], &[(1, 2, "B")]], "ABcd"),
            (&[&[(1, 1, "+")], &[(1, 1, "-")]], "a+bcd"),
            (&[&[(1, 1, "+")], &[(0, 1, "A")]], "a+bcd"),
            (&[&[(1, 1, "+")], &[(1, 1, "+")]], "a+bcd"),
            (&[&[(2, 9, "out")], &[(0, 1, "A")]], "Abcd"),
        ] {
            assert_eq!(fixed("abcd", fixes), expected, "{fixes:?}");
        }
    }
}
