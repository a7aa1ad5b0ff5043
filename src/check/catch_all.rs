//! Choices that speak of the other choices: "all of the above", "none of those listed".

use crate::check::item::{Choice, Item};
use crate::words::{Phrases, Words};

/// What such a choice says of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CatchAll {
    /// That each of them is right.
    All,
    /// That none of them is.
    None,
}

/// Lists that decide: phrases that are whole choices, and words of which such a choice consists.
const NONE: (&str, &str) = ("none_of_the_above", "none_heads");
const ALL: (&str, &str) = ("all_of_the_above", "all_heads");

/// Returns what a choice says of all the others, if that is what it does.
pub fn of(item: &Item<'_>, choice: &Choice<'_>) -> Option<CatchAll> {
    let words = choice.text.words();
    if words.get(0).is_none_or(|it| it.code) {
        return None;
    }
    let is = |(phrases, heads)| {
        item.phrases(phrases).is_some_and(|it| is_phrase(item, words, it))
            || item.phrases(heads).is_some_and(|it| is_made_of_pointers(item, choice, it))
    };
    if is(NONE) {
        return Some(CatchAll::None);
    }
    let denies = || {
        let false_words = item.language.map_or(&[][..], |it| &it.parser.false_words);
        words.iter().any(|word| false_words.iter().any(|it| it == word.lower))
    };
    is(ALL).then(|| if denies() { CatchAll::None } else { CatchAll::All })
}

/// Returns whether a choice begins with one of some phrases, and says nothing of its own after it.
fn is_phrase(item: &Item<'_>, words: &Words, phrases: &Phrases) -> bool {
    let Some(length) = phrases.at(words, 0) else { return false };
    let is_verb = |word: &str| {
        item.language.is_some_and(|it| it.parser.verbs.iter().any(|verb| verb == word))
    };
    words.get(length).is_none_or(|after| !words.is_joined(length) || is_verb(after.lower))
}

/// Returns whether a choice is a head such as "none" and, up to a comma, nothing but words that
/// point at the other choices or say that they are right.
fn is_made_of_pointers(item: &Item<'_>, choice: &Choice<'_>, heads: &Phrases) -> bool {
    let words = choice.text.words();
    let (Some(pointers), Some(fitting), Some(fillers)) =
        (item.phrases("pointers"), item.phrases("fitting_words"), item.phrases("pointer_fillers"))
    else {
        return false;
    };
    let Some(head) = heads.at(words, 0) else { return false };
    let end = (head..words.len()).find(|at| !words.is_joined(*at)).unwrap_or(words.len());
    let (mut points, mut fits) = (0, 0);
    let mut at = head;
    while at < end {
        let Some(word) = words.get(at) else { return false };
        if let Some(length) = pointers.at(words, at) {
            points += 1;
            at += length;
            continue;
        }
        // "None given" says of a thing that it lacks; "none of the values given" points.
        let given =
            at > head && item.phrases("given_words").is_some_and(|it| it.at(words, at).is_some());
        // "The events listed here": what is listed are the choices.
        let is_named = names_the_others(item, choice, word.lower)
            || at + 1 < end && is_listed(item, words, at + 1);
        if given || is_count_of_others(item, word.lower) {
            points += 1;
        } else if fitting.at(words, at).is_some() {
            fits += 1;
        } else if fillers.at(words, at).is_none() && !is_named {
            return false;
        }
        at += 1;
    }
    // "No answer" and "nothing is wrong" are answers of their own.
    let among = |list| item.phrases(list).is_some_and(|it| it.at(words, 0) == Some(head));
    let enough = if among("weak_heads") {
        points + fits > 1 || head < end && is_listed(item, words, head)
    } else if among("pointing_heads") {
        points > 0
    } else {
        points + fits > 0
    };
    enough && !is_amount(item, choice)
}

/// Returns whether a word says that something stands in a list: "not listed" needs no more.
fn is_listed(item: &Item<'_>, words: &Words, at: usize) -> bool {
    item.phrases("listed").is_some_and(|it| it.at(words, at).is_some())
}

/// Returns whether a word is the number of the other choices.
fn is_count_of_others(item: &Item<'_>, word: &str) -> bool {
    let number = item.language.and_then(|it| it.numbers.iter().position(|it| it == word));
    let number = number.map(|it| it + 1).or_else(|| word.parse().ok());
    number.is_some_and(|it| it + 1 == item.choices.len())
}

/// Returns whether a word is the plural of what is asked for, or of what most other choices are.
fn names_the_others(item: &Item<'_>, choice: &Choice<'_>, word: &str) -> bool {
    let Some(singular) = word.strip_suffix('s') else { return false };
    let has = |words: &Words| words.iter().any(|it| it.lower == singular);
    let others = item.choices.iter().filter(|it| it.letter != choice.letter);
    has(item.lead_in.words())
        || 2 * others.filter(|it| has(it.text.words())).count() >= item.choices.len()
}

/// Returns whether a choice stands among amounts: "none of them" beside "half of them".
fn is_amount(item: &Item<'_>, choice: &Choice<'_>) -> bool {
    let tail = |words: &Words| -> Vec<String> {
        words.iter().skip(1).map(|it| it.lower.to_owned()).collect()
    };
    let asks =
        item.phrases("how_many").is_some_and(|it| it.find(item.lead_in.words()).next().is_some());
    let own = tail(choice.text.words());
    let heads = |words: &Words| {
        [NONE.1, ALL.1]
            .iter()
            .any(|it| item.phrases(it).is_some_and(|it| it.at(words, 0).is_some()))
    };
    let like = |it: &&Choice<'_>| {
        let words = it.text.words();
        !heads(words) && !own.is_empty() && tail(words).ends_with(&own)
    };
    let amounts = item.phrases("amount_words");
    let amount =
        |it: &Choice<'_>| amounts.is_some_and(|list| list.at(it.text.words(), 0).is_some());
    asks || item.choices.iter().any(|it| like(&it) || amount(it))
}
