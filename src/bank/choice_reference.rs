//! References to choices in running text: "Options A and C", "the answer is B", `{@D}`.
//!
//! A reference is bound to the choice, not to the letter, so that it follows the shuffle
//! (FORMAT 3).

use std::ops::Range;

use crate::bank::inline::Joined;
use crate::i18n::ParserWords;

/// A letter of a joined text that names a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Where the letter (or the whole `{@B}`) stands in the joined text.
    pub range: Range<usize>,
    /// Position of the choice by its letter, 0 for `A`.
    pub index: u8,
}

/// Returns the references of a joined text in order: `{@B}` everywhere, and, with `keywords`,
/// letters after a keyword of the language.
pub fn find(joined: &Joined, source: &str, words: &ParserWords, keywords: bool) -> Vec<Reference> {
    let mut res = explicit(joined, source);
    if keywords && has_lone_letter(&joined.text) {
        after_keywords(&joined.text, words, &mut res);
    }
    res.sort_by_key(|it| it.range.start);
    res
}

/// Returns whether any capital letter stands alone, without which no text names a choice.
///
/// Most texts have none, and are not looked at further.
fn has_lone_letter(text: &str) -> bool {
    let bytes = text.as_bytes();
    let alone = |it: Option<&u8>| !it.is_some_and(u8::is_ascii_alphanumeric);
    bytes.iter().enumerate().any(|(at, it)| {
        it.is_ascii_uppercase()
            && alone(bytes.get(at + 1))
            && alone(at.checked_sub(1).and_then(|it| bytes.get(it)))
    })
}

/// Finds `{@B}`; one with a backslash before it is literal.
fn explicit(joined: &Joined, source: &str) -> Vec<Reference> {
    let text = &joined.text;
    let mut res = Vec::new();
    for (at, _) in text.match_indices("{@") {
        let bytes = text.as_bytes();
        let Some(letter) = bytes.get(at + 2).filter(|it| it.is_ascii_uppercase()) else { continue };
        if bytes.get(at + 3) != Some(&b'}') {
            continue;
        }
        let escaped = joined
            .offset(at)
            .is_none_or(|offset| offset > 0 && source.as_bytes()[offset - 1] == b'\\');
        if !escaped {
            res.push(Reference { range: at..at + 4, index: letter - b'A' });
        }
    }
    res
}

fn after_keywords(text: &str, words: &ParserWords, res: &mut Vec<Reference>) {
    let folded = fold(text);
    let mut at = 0;
    while let Some(end) = next_keyword(&folded, at, words) {
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

/// Folds case without moving a byte, so that offsets fit both texts.
fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.chars()
        .map(|c| {
            let mut lower = c.to_lowercase();
            match (lower.next(), lower.next()) {
                (Some(it), None) if it.len_utf8() == c.len_utf8() => it,
                _ => c,
            }
        })
        .collect()
}

/// Returns the end of the next keyword at or after an offset, the longest of those that begin there.
fn next_keyword(folded: &str, from: usize, words: &ParserWords) -> Option<usize> {
    let bytes = folded.as_bytes();
    let begins = |at: usize| words.keywords.iter().any(|it| it.as_bytes().first() == Some(&bytes[at]));
    (from..bytes.len())
        .filter(|at| begins(*at) && folded.is_char_boundary(*at))
        .find_map(|at| word_at(folded, at, &words.keywords))
}

/// Returns whether no letter, digit, hyphen or underscore touches a range from outside.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let touches =
        |it: Option<char>| it.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '-');
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
    while let Some(letter) = letter_at(text, at) {
        let after = at + 1;
        let next = separator(text, folded, after, words);
        let listed = next.is_some_and(|it| letter_at(text, it).is_some());
        if !listed && !reads_as_letter(text, folded, letter, after, words, next.is_some()) {
            break;
        }
        res.push(Reference { range: at..after, index: letter - b'A' });
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
        Some('.' | '*' | '=') => after.next().is_none_or(|it| !it.is_alphanumeric()),
        Some(it) => !it.is_alphanumeric() && it != super::inline::OPAQUE,
    };
    fits.then_some(letter)
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
    if spaced && let Some(end) = word_at(folded, at, &words.connectives) {
        at = skip_space(text, end);
        found = true;
    }
    found.then_some(at)
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
