//! Letters that name choices in running text: bound ones, and bare ones such as "B is wrong".
//!
//! Capital letters name many other things: vitamins, drives, languages, points of a figure. A bare
//! letter counts only where its sentence leaves room for a choice, and only in questions that do
//! not use it for something of their own.

use std::ops::Range;

use crate::bank::choice_reference;
use crate::check::item::{Choice, Item};
use crate::check::text::{Kind, Text};
use crate::i18n::ParserWords;
use crate::words::{Phrases, Word, Words};

/// A letter that names a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// Its byte in the text.
    pub range: Range<usize>,
    /// Position of the choice.
    pub choice: usize,
    /// Whether it follows the choice through a shuffle.
    pub bound: bool,
}

/// How letters are used in a question.
pub struct Letters<'i> {
    /// Number of choices; 0 where letters are literal.
    count: usize,
    /// A bit for each letter that names something else.
    taken: u32,
    words: Option<&'i ParserWords>,
    /// Words before which a bare letter may name a choice, such as "so".
    leads: Option<&'i Phrases>,
    /// Nouns that a letter goes with, such as "vitamin".
    labels: Option<&'i Phrases>,
    /// Words that an article may stand before though they look like verbs: "A will".
    nouns: Option<&'i Phrases>,
}

impl<'i> Letters<'i> {
    /// Looks at all texts of a question for letters that name something else; `once` may keep what
    /// was found.
    pub fn of(item: &Item<'i>, once: impl FnOnce(&dyn Fn() -> u32) -> u32) -> Self {
        let literal = item.document.front.text("letters").is_some_and(|(it, _)| it == "literal");
        let mut res = Self {
            count: if literal { 0 } else { item.choices.len() },
            taken: 0,
            words: item.language.map(|it| &it.parser),
            leads: item.phrases("letter_leads"),
            labels: item.phrases("letter_labels"),
            nouns: item.phrases("letter_nouns"),
        };
        let taken = || {
            let mut all = Self { ..res };
            all.take_from_choices(&item.choices);
            for text in item.choices.iter().map(|it| &it.text).chain([&item.stem]) {
                all.take(text, true);
            }
            for (_, text) in item.texts() {
                all.take(text, false);
            }
            all.taken
        };
        let taken = if res.count > 0 { once(&taken) } else { 0 };
        res.taken = taken;
        res
    }

    /// Returns the choice that a word names.
    pub fn at(&self, text: &Text, at: usize) -> Option<Mention> {
        let words = text.words();
        let word = words.get(at)?;
        let byte = lone(text, &word)?;
        let choice = usize::from(byte.to_ascii_uppercase() - b'A');
        let res = |bound| Some(Mention { range: word.range.clone(), choice, bound });
        if text.kind(word.range.start) == Kind::Letter {
            return res(true);
        }
        let free = choice < self.count && self.taken & 1 << choice == 0;
        if word.code
            || self.names_another_thing(text.as_str(), &word.range)
            || text.kind(word.range.start) != Kind::Prose
            || !free
        {
            return None;
        }
        let found = if byte.is_ascii_uppercase() {
            self.is_led(words, at)
                && self.is_followed(text, at, byte)
                && self.listed_after(text, at).is_none_or(|it| self.at(text, it).is_some())
                && !self.goes_on_beyond(text, at)
        } else {
            self.is_marked(text, at, byte)
        };
        if found { res(false) } else { None }
    }

    /// Returns all choices that a text names.
    pub fn all(&self, text: &Text) -> Vec<Mention> {
        (0..text.words().len()).filter_map(|at| self.at(text, at)).collect()
    }

    /// Returns whether a word is one such as "option".
    pub fn is_keyword(&self, word: &Word<'_>) -> bool {
        !word.code && self.words.is_some_and(|it| it.keywords.iter().any(|it| it == word.lower))
    }

    /// Returns whether a word joins letters to a list.
    pub fn is_connective(&self, word: &Word<'_>) -> bool {
        !word.code && self.words.is_some_and(|it| it.connectives.iter().any(|it| it == word.lower))
    }

    /// Returns whether a word is a form of a verb that choices go with.
    pub fn is_verb(&self, word: &Word<'_>) -> bool {
        !word.code && self.words.is_some_and(|it| it.verbs.iter().any(|it| it == word.lower))
    }

    /// Returns whether what stands before a capital letter leaves room for a choice.
    fn is_led(&self, words: &Words, at: usize) -> bool {
        if !words.is_joined(at) {
            return true;
        }
        let Some(before) = at.checked_sub(1).and_then(|it| words.get(it)) else { return true };
        let ends = |it: &Phrases| (1..=at.min(2)).any(|n| it.at(words, at - n) == Some(n));
        self.leads.is_some_and(ends) || self.is_connective(&before) || self.is_keyword(&before)
    }

    /// Returns whether a word of a text is a letter with a noun before it, "Haemophilia A", "the
    /// element C", so that others near it may be letters of the same kind.
    pub fn names_things(&self, text: &Text, unlabelled: &Phrases) -> bool {
        let words = text.words();
        (0..words.len()).any(|at| {
            let labelled = || {
                let word = words.get(at)?;
                let before = words.get(at.checked_sub(1)?)?;
                lone(text, &word).filter(u8::is_ascii_uppercase)?;
                let free = !before.code && text.kind(word.range.start) == Kind::Prose;
                let sort = before.lower == "of"
                    && self.labels.is_some_and(|it| at > 1 && it.at(words, at - 2).is_some());
                let noun = unlabelled.at(words, at - 1).is_none() && before.range.len() > 1;
                Some(free && words.is_joined(at) && !self.is_led(words, at) && (sort || noun))
            };
            labelled().unwrap_or(false)
        })
    }

    /// Returns the capital letter before this one in a list, "C" and "D" of "C, D and E".
    fn listed_after(&self, text: &Text, at: usize) -> Option<usize> {
        let words = text.words();
        let mut before = at.checked_sub(1)?;
        if self.is_connective(&words.get(before)?) {
            before = before.checked_sub(1)?;
        }
        let other = words.get(before)?;
        let gap = &text.as_str()[other.range.end..words.get(at)?.range.start];
        let listed = before + 1 < at || gap.trim() == "," || gap.trim() == "/";
        let parted = gap.contains(['.', ';', ':', '\n']);
        let letter = lone(text, &other).filter(u8::is_ascii_uppercase);
        (listed && !parted && letter.is_some()).then_some(before)
    }

    /// Returns whether a list goes on with letters of no choice: "vitamins A, D, E and K".
    fn goes_on_beyond(&self, text: &Text, at: usize) -> bool {
        let words = text.words();
        let mut at = at;
        loop {
            let connects = words.get(at + 1).is_some_and(|it| self.is_connective(&it));
            let next = if connects { at + 2 } else { at + 1 };
            let Some(word) = words.get(next) else { return false };
            let Some(letter) = lone(text, &word).filter(u8::is_ascii_uppercase) else {
                return false;
            };
            if self.listed_after(text, next) != Some(at) {
                return false;
            }
            if usize::from(letter - b'A') >= self.count {
                return true;
            }
            at = next;
        }
    }

    /// Returns whether what stands after a capital letter does.
    fn is_followed(&self, text: &Text, at: usize, letter: u8) -> bool {
        let words = text.words();
        if !words.is_joined(at + 1) {
            return true;
        }
        let Some(after) = words.get(at + 1) else { return true };
        if after.code || text.as_str()[after.range.start..].starts_with(char::is_uppercase) {
            return false;
        }
        // At the beginning of a sentence "A" is an article and "I" a pronoun, and "with this option
        // A records resolve" holds two clauses.
        let mid = || {
            let before = at.checked_sub(1).and_then(|it| words.get(it));
            let keyword = before.filter(|it| self.is_keyword(it));
            let named = |it: Word<'_>| text.as_str()[it.range].starts_with(char::is_uppercase);
            words.is_joined(at) && keyword.is_none_or(named)
        };
        let verb = || {
            let hyphen = text.as_str()[after.range.end..].starts_with('-');
            let noun = self.nouns.is_some_and(|it| it.at(words, at + 1).is_some());
            let follows = self.leads.is_some_and(|it| it.at(words, at + 1).is_some());
            (self.is_verb(&after) || follows) && !hyphen && !noun
        };
        !self.is_word(letter) || letter == b'A' && mid() || verb() || self.is_connective(&after)
    }

    /// Returns whether a letter is a part of a formula or of a name: "A = 3", "B cells".
    fn names_another_thing(&self, text: &str, letter: &Range<usize>) -> bool {
        let signs =
            ['=', '<', '>', '≤', '≥', '≈', '≠', '±', '×', '÷', '·', '∈', '∪', '∩', '+', '^'];
        text[..letter.start].trim_end_matches(' ').ends_with(signs)
            || self.words.is_some_and(|it| {
                choice_reference::names_another_thing(text, letter.end, it, false)
            })
    }

    /// Returns whether a letter is a word of the language by itself.
    fn is_word(&self, letter: u8) -> bool {
        self.words.is_none_or(|it| {
            it.letter_words.iter().any(|it| it.as_bytes() == [letter.to_ascii_lowercase()])
        })
    }

    /// Returns whether a small letter is marked as that of a choice: "(b)", "option b is".
    fn is_marked(&self, text: &Text, at: usize, letter: u8) -> bool {
        let words = text.words();
        let Some(word) = words.get(at) else { return false };
        let all = text.as_str();
        let closed = all[word.range.end..].starts_with(')');
        let opened = all[..word.range.start].ends_with('(');
        if closed && (opened || !words.is_joined(at)) {
            return true;
        }
        let after_keyword = words.is_joined(at)
            && at
                .checked_sub(1)
                .and_then(|it| words.get(it))
                .is_some_and(|it| self.is_keyword(&it));
        let before_verb =
            || !words.is_joined(at + 1) || words.get(at + 1).is_some_and(|it| self.is_verb(&it));
        after_keyword && (letter != b'a' || before_verb())
    }

    /// Takes the letters that a text uses for something else.
    ///
    /// In the stem and in the choices every letter does; elsewhere one that goes with a noun.
    fn take(&mut self, text: &Text, every: bool) {
        let words = text.words();
        for at in 0..words.len() {
            let Some(word) = words.get(at) else { continue };
            let Some(letter) = lone(text, &word).filter(u8::is_ascii_uppercase) else { continue };
            if text.kind(word.range.start) == Kind::Letter {
                continue;
            }
            let joined = words.is_joined(at);
            let article = letter == b'A'
                && self.is_word(letter)
                && !word.code
                && !joined
                && words.is_joined(at + 1);
            let of_noun = joined && self.is_label(text, at);
            let of_list = || {
                let before = self.listed_after(text, at).and_then(|it| words.get(it));
                let letter = before.and_then(|it| lone(text, &it));
                letter.is_some_and(|it| it.is_ascii_uppercase() && self.is_taken(it))
            };
            if !(every && !article || of_noun || of_list()) {
                continue;
            }
            self.taken |= 1 << (letter - b'A');
        }
    }

    fn is_taken(&self, letter: u8) -> bool {
        self.taken & 1 << (letter - b'A') != 0
    }

    /// Returns whether a word before a letter is a noun that goes with it.
    fn is_label(&self, text: &Text, at: usize) -> bool {
        let words = text.words();
        let Some(before) = at.checked_sub(1).and_then(|it| words.get(it)) else { return false };
        if before.code || self.is_led(words, at) {
            return false;
        }
        let named = || text.as_str()[before.range.clone()].starts_with(char::is_uppercase);
        self.labels.is_some_and(|it| it.at(words, at - 1).is_some()) || named()
    }

    /// Takes `A` where it is no article in a choice: "A record" beside "MX record".
    fn take_from_choices(&mut self, choices: &[Choice<'_>]) {
        let begins = |it: &Choice<'_>| {
            let words = it.text.words();
            let (first, second) = words.get(0).zip(words.get(1))?;
            let name = &it.text.as_str()[first.range];
            let capital = name.bytes().all(|it| it.is_ascii_uppercase());
            capital.then(|| (name.to_owned(), second.lower.to_owned()))
        };
        let begun: Vec<(String, String)> = choices.iter().filter_map(begins).collect();
        let named = |(name, noun): &(String, String)| {
            name == "A" && begun.iter().any(|it| it.0 != "A" && it.1 == *noun)
        };
        if begun.iter().any(named) {
            self.taken |= 1;
        }
    }
}

/// Returns the letter that a word is, if nothing but a sentence's punctuation touches it.
fn lone(text: &Text, word: &Word<'_>) -> Option<u8> {
    let all = text.as_str();
    let [letter] = all.as_bytes()[word.range.clone()] else { return None };
    let before = all[..word.range.start].chars().next_back();
    let mut after = all[word.range.end..].chars();
    let opens = before.is_none_or(|it| it.is_whitespace() || "([\"'“‘«–—".contains(it));
    let closes = match after.next() {
        None
        | Some(')' | ']' | ',' | ';' | '!' | '?' | '"' | '”' | '’' | '»' | '–' | '—' | '…') => {
            true
        }
        Some('.' | ':') => after.next().is_none_or(|it| !it.is_alphanumeric() && it != '\\'),
        Some(it) => it.is_whitespace(),
    };
    (letter.is_ascii_alphabetic() && (word.code || opens && closes)).then_some(letter)
}
