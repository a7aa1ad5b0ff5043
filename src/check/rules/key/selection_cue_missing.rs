//! A question with several keys that does not say how many choices to select.

use crate::bank::fragment::Mark;
use crate::check::Report;
use crate::check::item::Item;

/// Reports the sentence that asks.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let keys = item.keys().count();
    if keys < 2 || item.question.select_all || has_cue(item) || asks_for(item, keys) {
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

/// Returns whether the sentence that asks holds the number: "Which two commands …".
fn asks_for(item: &Item<'_>, keys: usize) -> bool {
    let digits = keys.to_string();
    let word = item.language.map(|it| it.number_word(keys).to_lowercase());
    item.lead_in.words().iter().any(|it| it.lower == digits || Some(it.lower) == word.as_deref())
}
