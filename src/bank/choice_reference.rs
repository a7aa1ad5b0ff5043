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
    /// Whether it is surely meant to name a choice, there or not: `{@F}`, "Option F is wrong",
    /// "options A and F". Capital letters name many other things: "the answer is E. coli".
    pub certain: bool,
}

/// Returns the references of a joined text in order: `{@B}` everywhere, and, with `keywords`,
/// letters after a keyword of the language, of a question with so many choices.
pub fn find(
    joined: &Joined,
    source: &str,
    words: &ParserWords,
    keywords: bool,
    count: usize,
) -> Vec<Reference> {
    let mut res = explicit(joined, source);
    if keywords && has_letter(&joined.text) {
        after_keywords(&joined.text, words, count, &mut res);
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
            let index = letter - b'A';
            res.push(Reference { range: at..at + 4, index, bracketed: false, certain: true });
        }
    }
    res
}

fn after_keywords(text: &str, words: &ParserWords, count: usize, res: &mut Vec<Reference>) {
    let folded = fold(text);
    let first = first_bytes(&words.keywords);
    let mut at = 0;
    while let Some(keyword) = next_keyword(&folded, at, words, &first) {
        let end = keyword.end;
        at = end;
        let mut cursor = skip_space(text, end);
        let mut link = Link::None;
        if text[cursor..].starts_with(':') {
            cursor = skip_space(text, cursor + 1);
            link = Link::Colon;
        } else if let Some(after) = word_at(&folded, cursor, &words.copulas) {
            cursor = skip_space(text, after);
            link = Link::Copula;
        }
        // A letter must not touch the keyword.
        if cursor == end {
            continue;
        }
        let mut found = letters(text, &folded, cursor, words, link);
        let Some(last) = found.last().map(|it| it.range.end) else { continue };
        at = last;
        let names = |it: &Reference| usize::from(it.index) < count;
        let certain = if found.len() > 1 {
            let all = found.iter().all(names);
            let certain = found.iter().any(names)
                && found.iter().all(|it| usize::from(it.index) < plausible(count))
                && link != Link::Copula
                && !text[cursor..last].contains('/');
            // "N/A" and "the answers are A, D, E and K" name no choices.
            if !all && !certain {
                continue;
            }
            certain
        } else {
            let letter = (found[0].index, last + usize::from(found[0].bracketed));
            is_certain(text, &keyword, link, letter, words, count)
        };
        for it in &mut found {
            it.certain = certain && !is_before_name(text, it.range.end);
        }
        res.extend(found);
    }
}

/// What stands between a keyword and a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Link {
    None,
    Colon,
    Copula,
}

/// Returns whether a single letter, given with the place after it, names a choice whether there is
/// one or not: "Option F is wrong" at the beginning of a clause, "Correct answer: F" by itself.
fn is_certain(
    text: &str,
    keyword: &Range<usize>,
    link: Link,
    (index, after): (u8, usize),
    words: &ParserWords,
    count: usize,
) -> bool {
    // "Answer: F" says "false" of two.
    let falsehood = link == Link::Colon && count == 2 && index == b'F' - b'A';
    if usize::from(index) >= plausible(count) || falsehood {
        return false;
    }
    let before = text[..keyword.start].trim_end();
    let begins = |it: &str| {
        it.is_empty() || it.ends_with(['.', '!', '?', ':', ';', '(', '–', '—', '。', '؟'])
    };
    match link {
        // "Answer choice F" has two keywords.
        Link::None => {
            let capital = |at: usize| text[at..].starts_with(char::is_uppercase);
            capital(keyword.start) && begins(before)
                || capital(before.len() - word_before(before).len())
                    && words.keywords.contains(&word_before(before).to_lowercase())
                    && begins(before[..before.len() - word_before(before).len()].trim_end())
        }
        Link::Colon => {
            let head = before[..before.len() - word_before(before).len()].trim_end();
            let closed = text[after..].chars().next();
            begins(head) && closed.is_none_or(|it| matches!(it, '.' | ')' | '!' | '\n' | '。'))
        }
        Link::Copula => false,
    }
}

/// Returns how many letters may name a choice of so many, those of an earlier version with them.
fn plausible(count: usize) -> usize {
    const FIRST: usize = 8;
    const FURTHER: usize = 2;
    FIRST.max(count + FURTHER)
}

/// Returns the word that a text ends with.
fn word_before(text: &str) -> &str {
    &text[text.trim_end_matches(char::is_alphanumeric).len()..]
}

/// Returns whether a name goes on after a letter: "Option G Suite".
fn is_before_name(text: &str, after: usize) -> bool {
    let rest = &text[after..];
    rest.starts_with(char::is_whitespace) && rest.trim_start().starts_with(char::is_uppercase)
}

/// Returns for each byte whether one of some words begins with it.
fn first_bytes(words: &[String]) -> [bool; 256] {
    let mut res = [false; 256];
    for first in words.iter().filter_map(|it| it.as_bytes().first()) {
        res[usize::from(*first)] = true;
    }
    res
}

/// Returns the next keyword at or after an offset.
///
/// Nearly every byte of a bank comes by here, and nearly none begins a keyword.
fn next_keyword(
    folded: &str,
    from: usize,
    words: &ParserWords,
    first: &[bool; 256],
) -> Option<Range<usize>> {
    let bytes = folded.as_bytes();
    let begins = |at: &usize| {
        // A byte that begins a word begins a character.
        first[usize::from(bytes[*at])] && !touches(folded[..*at].chars().next_back())
    };
    (from..bytes.len())
        .filter(begins)
        .find_map(|at| word_at(folded, at, &words.keywords).map(|end| at..end))
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
fn letters(
    text: &str,
    folded: &str,
    from: usize,
    words: &ParserWords,
    link: Link,
) -> Vec<Reference> {
    let mut res: Vec<Reference> = Vec::new();
    let mut at = from;
    let mut done = from;
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
        if alone
            && (!reads_as_letter(text, folded, letter, after, words, next.is_some())
                || names_another_thing(text, after, words, link != Link::None))
        {
            break;
        }
        let index = letter.to_ascii_uppercase() - b'A';
        res.push(Reference { range: start..start + 1, index, bracketed, certain: false });
        done = after;
        match next {
            Some(it) if listed => at = it,
            _ => break,
        }
    }
    // "B and T cells", "V/R = I".
    if res.len() > 1 && names_another_thing(text, done, words, link != Link::None) {
        res.clear();
    }
    res
}

/// Returns the capital letter that stands alone at an offset.
fn letter_at(text: &str, at: usize) -> Option<u8> {
    let letter = *text.as_bytes().get(at).filter(|it| it.is_ascii_uppercase())?;
    let mut after = text[at + 1..].chars();
    let fits = match after.next() {
        None => true,
        Some('-' | '+' | '#' | '_' | '\u{2011}' | '(' | '<' | '>' | '^' | '°' | '%') => false,
        // "K⁺", "Ca₋".
        Some('⁺' | '⁻' | '⁼' | '₊' | '₋' | '₌' | '′' | '″') => false,
        // "option B's cost", but "G'day".
        Some('\'' | '’') => {
            let rest = after.as_str();
            let owned = rest.strip_prefix('s').map_or(rest, |it| it);
            !owned.starts_with(char::is_alphanumeric)
        }
        // "option B/C" is a list, "z/OS" none.
        Some('/') => {
            let rest = after.as_str();
            let word = rest.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
            word.len() < 2 && !rest.starts_with(super::inline::OPAQUE)
        }
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

/// Returns whether what stands after a letter makes it the name or the beginning of something else:
/// "E. coli", "J. S. Bach", "A = 3", "B cells".
///
/// Where the letter is `given` after a colon or a copula, it equals nothing: "the answer is A = no".
pub fn names_another_thing(text: &str, after: usize, words: &ParserWords, given: bool) -> bool {
    let word_of =
        |it: &'_ str| -> String { it.chars().take_while(|it| it.is_alphanumeric()).collect() };
    let is_lower = |it: &str| it.chars().all(char::is_lowercase);
    let rest = &text[after..];
    if let Some(further) = rest.strip_prefix('.') {
        let Some(further) = further.strip_prefix(' ') else { return false };
        let word = word_of(further);
        let lower = word.chars().count() > 1 && is_lower(&word) && !words.keywords.contains(&word);
        let initial = word.len() == 1
            && word.starts_with(|it: char| it.is_ascii_uppercase())
            && further[1..].starts_with('.');
        return lower || initial;
    }
    let told = rest.trim_start();
    match told.chars().next() {
        // "Option A = dialogues" names what it stands for.
        Some('=') => {
            let word = word_of(told[1..].trim_start());
            given || word.chars().count() < 3 || !is_lower(&word)
        }
        Some(
            '<' | '>' | '≤' | '≥' | '≈' | '≠' | '±' | '×' | '÷' | '·' | '∈' | '∪' | '∩' | '+' | '^',
        ) => true,
        Some(c) if c.is_lowercase() => {
            let word = word_of(told);
            let further = told[word.len()..].trim_start();
            // "Options A to C" names all of a range.
            let range = words.letter_ranges.contains(&word)
                && further.starts_with(|it: char| it.is_ascii_uppercase())
                && !further[1..].starts_with(char::is_alphanumeric);
            told.len() < rest.len() && (range || words.letter_nouns.contains(&word))
        }
        _ => false,
    }
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
    let is_word =
        words.letter_words.iter().any(|it| it.as_bytes() == [letter.to_ascii_lowercase()]);
    if !is_word || before_separator {
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
