//! A question with several keys that does not say how many choices to select.

use crate::bank::cue;
use crate::bank::fragment::Mark;
use crate::check::Report;
use crate::check::item::Item;

/// Reports the sentence that asks.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let keys = item.keys().count();
    if keys < 2 || item.question.select_all || has_cue(item) || asks_for(item, keys) || limits(item)
    {
        return;
    }
    let text = if item.lead_in.is_empty() { &item.stem } else { &item.lead_in };
    let place = item.place(text.whole());
    let message = format!("{keys} choices are marked as key, and the stem does not say how many");
    let word = item.language.map_or_else(|| keys.to_string(), |it| it.number_word(keys));
    let help = format!("end the stem with `(Select {})`", word.to_uppercase());
    report.push(report.finding(place, message).help(help));
}

/// Returns whether the stem ends with a cue, which is hidden.
fn has_cue(item: &Item<'_>) -> bool {
    item.question.stem.nodes().any(|id| {
        let span = item.tree.node(id).span;
        item.question.marks.within(span).iter().any(|(_, mark)| *mark == Mark::Hide)
    })
}

/// Returns whether the stem says it in another way: "Select at least two", "Which two steps …" where
/// three are keys.
fn limits(item: &Item<'_>) -> bool {
    const NEAR: usize = 4;
    let Some(language) = item.language else { return false };
    let parser = &language.parser;
    let verb = |word: &str| {
        parser.select_count.iter().any(|it| it.split_whitespace().next() == Some(word))
    };
    let number = |word: &str| {
        word.bytes().all(|it| it.is_ascii_digit())
            || language.numbers.iter().any(|it| it.to_lowercase() == word)
    };
    let words = item.stem.words();
    let told = |at: usize| {
        let near = (at + 1..=at + NEAR).take_while(|it| words.is_joined(*it));
        words.get(at).is_some_and(|it| verb(it.lower))
            && !words.is_joined(at)
            && near.filter_map(|it| words.get(it)).any(|it| number(it.lower))
    };
    (0..words.len()).any(told)
        || cue::asked(item.tree, &item.question.stem, language).is_some()
        || cue::asked_of_several(item.tree, &item.question.stem, language).is_some()
}

/// Returns whether the sentence that asks holds the number: "Which two commands …".
fn asks_for(item: &Item<'_>, keys: usize) -> bool {
    let digits = keys.to_string();
    let word = item.language.map(|it| it.number_word(keys).to_lowercase());
    item.lead_in.words().iter().any(|it| it.lower == digits || Some(it.lower) == word.as_deref())
}
