//! Words that name a choice by its place while the choices shuffle.

use std::ops::Range;

use crate::check::Report;
use crate::check::item::{Item, Part};
use crate::check::text::Text;
use crate::i18n::Language;
use crate::words::{Phrases, Word, Words};

/// Reports "the first option", "the choice above", "both of the above".
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    if !item.question.response.shuffles() {
        return;
    }
    let (Some(language), Some(places)) = (item.language, item.phrases("position_words")) else {
        return;
    };
    let list = |name: &str| item.phrases(name);
    let finder = Finder {
        language,
        places,
        pairs: list("position_pairs"),
        beside: list("position_beside"),
        idioms: list("position_idioms"),
        owners: list("position_owners"),
        answers: list("position_answers"),
        nouns: list("position_nouns"),
    };
    let choices = list("position_choices");
    let of_subject = |text: &Text| finder.find(text).next().is_some();
    // "The first option" of a lease or of a menu is no choice of this question.
    if of_subject(&item.stem) || item.choices.iter().any(|it| of_subject(&it.text)) {
        return;
    }
    for (part, text) in item.texts() {
        let found: Vec<Range<usize>> = match part {
            Part::Stem => continue,
            Part::Choice(_) => {
                phrase(choices, text.words(), 0).map(|it| 0..it).into_iter().collect()
            }
            _ => finder.find(text).collect(),
        };
        for words in found {
            let range = text.words().bytes(&words);
            let told = text.as_str()[range.clone()].to_owned();
            let message = format!("`{told}` names a place, but the choices are shuffled");
            let help = "name the choice by its content or as `{@B}`, or write `shuffle: false`";
            report.push(report.finding(item.place(text.span(range)), message).help(help));
        }
    }
}

struct Finder<'f> {
    language: &'f Language,
    /// "first", "last", "above".
    places: &'f Phrases,
    /// "bottom two".
    pairs: Option<&'f Phrases>,
    /// "above", after "the choice".
    beside: Option<&'f Phrases>,
    /// "first choice", which is mostly none of a list.
    idioms: Option<&'f Phrases>,
    /// "of", after which something else has the place.
    owners: Option<&'f Phrases>,
    /// "the answer is the".
    answers: Option<&'f Phrases>,
    /// "one", after "the third".
    nouns: Option<&'f Phrases>,
}

impl Finder<'_> {
    /// Returns each place where a text names a choice by its place.
    fn find<'t>(&'t self, text: &'t Text) -> impl Iterator<Item = Range<usize>> {
        let words = text.words();
        let mut done = 0;
        (0..words.len()).filter_map(move |at| {
            let found = self.named(words, at)?;
            let fresh = found.start >= done;
            done = found.end.max(done);
            fresh.then_some(found)
        })
    }

    /// "the first option", "the last two choices", "the choice above", "the bottom two".
    fn named(&self, words: &Words, at: usize) -> Option<Range<usize>> {
        let word = words.get(at).filter(|it| !it.code)?;
        if !self.is_keyword(&word) {
            return Some(at..at + phrase(self.pairs, words, at)?);
        }
        if let Some(after) = joined(words, at + 1)
            && let Some(place) = phrase(self.beside, words, after)
        {
            return Some(at..after + place);
        }
        if let Some(found) = self.answer(words, at) {
            return Some(found);
        }
        let numbered = words.get(at.checked_sub(1)?).is_some_and(|it| self.is_number(&it));
        let end = if numbered { at - 1 } else { at };
        let begins = |start: &usize| self.places.at(words, *start) == Some(end - start);
        let start = (end.saturating_sub(3)..end).find(begins)?;
        (end..=at).all(|it| words.is_joined(it)).then_some(())?;
        let opens = start.checked_sub(1).is_none_or(|it| !words.is_joined(it));
        // The drug of first choice stands in the first place nowhere, and "the first option of the
        // menu" is none of this list.
        let idiom = phrase(self.idioms, words, start).is_some() && !opens;
        let other = joined(words, at + 1).and_then(|it| phrase(self.owners, words, it));
        (!idiom && other.is_none()).then_some(start..at + 1)
    }

    /// "the correct answer is the third (one)".
    fn answer(&self, words: &Words, at: usize) -> Option<Range<usize>> {
        let start = joined(words, at + phrase(self.answers, words, at)?)?;
        let end = start + self.places.at(words, start)?;
        let Some(after) = joined(words, end) else { return Some(start..end) };
        Some(start..after + phrase(self.nouns, words, after)?)
    }

    fn is_keyword(&self, word: &Word<'_>) -> bool {
        !word.code && self.language.parser.keywords.iter().any(|it| it == word.lower)
    }

    fn is_number(&self, word: &Word<'_>) -> bool {
        self.language.numbers.iter().any(|it| it.to_lowercase() == word.lower)
    }
}

/// Returns a position if the word there goes on with the phrase before it.
fn joined(words: &Words, at: usize) -> Option<usize> {
    (words.is_joined(at) && words.get(at).is_some_and(|it| !it.code)).then_some(at)
}

/// Returns the length of a phrase at a word.
fn phrase(list: Option<&Phrases>, words: &Words, at: usize) -> Option<usize> {
    list?.at(words, at)
}
