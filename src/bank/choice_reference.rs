//! References to choices in running text: "Options A and C", "the answer is B", `{@D}`.
//!
//! A reference is bound to the choice, not to the letter, so that it follows the shuffle
//! (FORMAT 3).

use std::ops::Range;

use crate::bank::inline::{Joined, fold};
use crate::i18n::ParserWords;

/// A letter of a joined text that names a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Where the letter (or the whole `{@B}`) stands in the joined text.
    pub range: Range<usize>,
    /// Position of the choice by its letter, 0 for `A`.
    pub index: u8,
    /// Whether it stands in brackets, "answer (b)", and is not bound.
    pub bracketed: bool,
}

/// Returns the references of a joined text in order: `{@B}` everywhere, and, with `keywords`,
/// letters after a keyword of the language.
pub fn find(joined: &Joined, source: &str, words: &ParserWords, keywords: bool) -> Vec<Reference> {
    let mut res = explicit(joined, source);
    if keywords && has_letter(&joined.text) {
        after_keywords(&joined.text, words, &mut res);
    }
    res.sort_by_key(|it| it.range.start);
    res
}

/// Returns whether a capital letter stands alone anywhere: nearly always not, and then no word of
/// the language need be looked for.
fn has_letter(text: &str) -> bool {
    let bytes = text.as_bytes();
    (0..bytes.len()).any(|at| {
        bytes[at].is_ascii_uppercase()
            && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric())
            && letter_at(text, at).is_some()
            || bytes[at] == b'(' && in_brackets(text, at).is_some()
    })
}

/// Finds `{@B}`; one with a backslash before it is literal.
fn explicit(joined: &Joined, source: &str) -> Vec<Reference> {
    let text = &joined.text;
    let mut res = Vec::new();
    // A search for one byte is fast, and nearly always the answer.
    if !text.contains('{') {
        return res;
    }
    for (at, _) in text.match_indices("{@") {
        let bytes = text.as_bytes();
        let Some(letter) = bytes.get(at + 2).filter(|it| it.is_ascii_uppercase()) else { continue };
        if bytes.get(at + 3) != Some(&b'}') {
            continue;
        }
        // An even number of backslashes stands for backslashes.
        let escaped = joined.offset(at).is_none_or(|offset| {
            let before = &source.as_bytes()[..offset];
            before.iter().rev().take_while(|it| **it == b'\\').count() % 2 == 1
        });
        if !escaped {
            res.push(Reference { range: at..at + 4, index: letter - b'A', bracketed: false });
        }
    }
    res
}

fn after_keywords(text: &str, words: &ParserWords, res: &mut Vec<Reference>) {
    let folded = fold(text);
    let first = first_bytes(&words.keywords);
    let mut at = 0;
    while let Some(end) = next_keyword(&folded, at, words, &first) {
        at = end;
        let mut cursor = skip_space(text, end);
        let colon = text[cursor..].starts_with(':');
        if colon {
            cursor = skip_space(text, cursor + 1);
        } else if let Some(after) = word_at(&folded, cursor, &words.copulas) {
            cursor = skip_space(text, after);
        }
        // A letter must not touch the keyword.
        if cursor == end {
            continue;
        }
        let found = letters(text, &folded, cursor, words);
        if let Some(last) = found.last() {
            at = last.range.end;
        }
        res.extend(found);
    }
}

/// Returns for each byte whether one of some words begins with it.
fn first_bytes(words: &[String]) -> [bool; 256] {
    let mut res = [false; 256];
    for first in words.iter().filter_map(|it| it.as_bytes().first()) {
        res[usize::from(*first)] = true;
    }
    res
}

/// Returns the end of the next keyword at or after an offset.
///
/// Nearly every byte of a bank comes by here, and nearly none begins a keyword.
fn next_keyword(
    folded: &str,
    from: usize,
    words: &ParserWords,
    first: &[bool; 256],
) -> Option<usize> {
    let bytes = folded.as_bytes();
    let begins = |at: &usize| {
        // A byte that begins a word begins a character.
        first[usize::from(bytes[*at])] && !touches(folded[..*at].chars().next_back())
    };
    (from..bytes.len()).filter(begins).find_map(|at| word_at(folded, at, &words.keywords))
}

/// Returns whether a character beside a word makes it a part of another.
fn touches(it: Option<char>) -> bool {
    it.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// Returns whether no letter, digit, hyphen or underscore touches a range from outside.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    !touches(text[..start].chars().next_back()) && !touches(text[end..].chars().next())
}

fn skip_space(text: &str, from: usize) -> usize {
    let rest = &text[from..];
    from + (rest.len() - rest.trim_start().len())
}

/// Returns the end of one of some words that begins at an offset and stands alone.
fn word_at(folded: &str, at: usize, words: &[String]) -> Option<usize> {
    words
        .iter()
        .filter(|it| folded[at..].starts_with(it.as_str()))
        .map(|it| at + it.len())
        .filter(|end| stands_alone(folded, at, *end))
        .max()
}

/// Reads a list of letters: `A`, `B and D`, `A, C, and E`, `A or B`, `A/B`, `A & B`.
fn letters(text: &str, folded: &str, from: usize, words: &ParserWords) -> Vec<Reference> {
    let mut res: Vec<Reference> = Vec::new();
    let mut at = from;
    let mut bracketed = false;
    while let Some(letter) = letter_at(text, at).or_else(|| in_brackets(text, at)) {
        let bare = letter_at(text, at).is_some();
        // What follows a letter in brackets is not bound either.
        bracketed |= !bare;
        let start = if bare { at } else { at + 1 };
        let after = if bare { at + 1 } else { at + 3 };
        let next = separator(text, folded, after, words);
        let listed =
            next.is_some_and(|it| letter_at(text, it).or_else(|| in_brackets(text, it)).is_some());
        let alone = bare && !listed;
        if alone && !reads_as_letter(text, folded, letter, after, words, next.is_some()) {
            break;
        }
        let index = letter.to_ascii_uppercase() - b'A';
        res.push(Reference { range: start..start + 1, index, bracketed });
        match next {
            Some(it) if listed => at = it,
            _ => break,
        }
    }
    res
}

/// Returns the capital letter that stands alone at an offset.
fn letter_at(text: &str, at: usize) -> Option<u8> {
    let letter = *text.as_bytes().get(at).filter(|it| it.is_ascii_uppercase())?;
    let mut after = text[at + 1..].chars();
    let fits = match after.next() {
        None => true,
        Some('-' | '+' | '#' | '_' | '\u{2011}') => false,
        // "option B.2" is no choice; "option B." ends a sentence.
        // "options A–C" is a range.
        Some('.' | '*' | '=' | '\u{2013}') => after.next().is_none_or(|it| !it.is_alphanumeric()),
        Some(it) => !it.is_alphanumeric() && it != super::inline::OPAQUE,
    };
    fits.then_some(letter)
}

/// Returns the letter in brackets at an offset, `(B)` or `(b)`; up to `H`, as `(I)` is a number.
fn in_brackets(text: &str, at: usize) -> Option<u8> {
    let [b'(', letter, b')', ..] = text.as_bytes().get(at..)? else { return None };
    matches!(letter, b'A'..=b'H' | b'a'..=b'h').then_some(*letter)
}

/// Returns the offset after what parts two letters: `,`, `/`, `&`, a connective, or `, and`.
fn separator(text: &str, folded: &str, from: usize, words: &ParserWords) -> Option<usize> {
    let mut at = skip_space(text, from);
    let mut found = false;
    if let Some(sign) =
        text[at..].chars().next().filter(|it| matches!(it, ',' | '/' | '&' | '،' | '、'))
    {
        at = skip_space(text, at + sign.len_utf8());
        found = true;
    }
    let spaced = at > from;
    if spaced && let Some(end) = connective_at(text, folded, at, words) {
        at = skip_space(text, end);
        found = true;
    }
    found.then_some(at)
}

/// Returns the end of the connective at an offset; one in Arabic script is written together with
/// what follows it: `A وC`.
fn connective_at(text: &str, folded: &str, at: usize, words: &ParserWords) -> Option<usize> {
    word_at(folded, at, &words.connectives).or_else(|| {
        let glued = words.connectives.iter().filter(|it| !it.is_ascii());
        let ends = glued.filter(|it| folded[at..].starts_with(it.as_str())).map(|it| at + it.len());
        ends.filter(|end| letter_at(text, *end).is_some()).max()
    })
}

/// Returns whether a lone letter is one: `A` may be an article and `I` a pronoun.
fn reads_as_letter(
    text: &str,
    folded: &str,
    letter: u8,
    after: usize,
    words: &ParserWords,
    before_separator: bool,
) -> bool {
    if !matches!(letter, b'A' | b'I') || before_separator {
        return true;
    }
    let at = skip_space(text, after);
    match text[at..].chars().next() {
        Some(c) if at == after => !c.is_alphanumeric(),
        Some(c) if letter == b'I' => !c.is_alphanumeric() && c != super::inline::OPAQUE,
        Some(c) if c.is_lowercase() => word_at(folded, at, &words.verbs).is_some(),
        _ => true,
    }
}
