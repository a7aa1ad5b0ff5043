//! A negative question with a negative choice, or with two negatives of its own.

use std::ops::Range;

use crate::check::item::Item;
use crate::check::text::Text;
use crate::check::{Report, catch_all, negation};
use crate::words::Words;

/// Reports negatives that learners have to cancel against each other.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let negatives = negation::find(item);
    let Some(first) = negatives.first() else { return };
    let help = "say one of the two without a negative";
    let stem = item.lead_in.span(item.lead_in.words().bytes(&first.words));
    let second = negatives.get(1).map(|it| it.words.clone());
    if let Some(words) = second.or_else(|| negated(item, &item.lead_in, first.words.end)) {
        let place = item.place(item.lead_in.span(item.lead_in.words().bytes(&words)));
        report.push(
            report
                .finding(place, "the question has two negatives")
                .note("the first stands here", Some(item.place(stem)))
                .help(help),
        );
        return;
    }
    let list = item.phrases("negatives_in_choices");
    for choice in item.choices.iter().filter(|it| catch_all::of(item, it).is_none()) {
        let all = choice.text.words();
        // A word by itself is a name, and so is one in quotation marks or with a hyphen: "No-op".
        let says = |words: &Range<usize>| {
            let bytes = all.bytes(words);
            let text = choice.text.as_str();
            words.len() < all.len()
                && !text[bytes.end..].starts_with(['-', '"', '”', '»'])
                && !text[..bytes.start].ends_with('-')
        };
        let found = list.and_then(|it| it.find(all).find(says));
        if let Some(words) = found {
            let bytes = choice.text.words().bytes(&words);
            let place = item.place(choice.text.span(bytes));
            let message = format!("choice {} is negative, and so is the question", choice.letter);
            report.push(
                report
                    .finding(place, message)
                    .note("the question is negative here", Some(item.place(stem)))
                    .help(help),
            );
            return;
        }
    }
}

/// Returns the next word after a negative that is negative in itself: "not unfit".
fn negated(item: &Item<'_>, text: &Text, from: usize) -> Option<Range<usize>> {
    let words = text.words();
    let list = item.phrases("negative_adjectives")?;
    let is_negative = |at: &usize| {
        // "undefended", "unpatched": too many for a list.
        let participle = words
            .get(*at)
            .is_some_and(|it| !it.code && it.lower.starts_with("un") && it.lower.ends_with("ed"));
        list.at(words, *at).is_some() || participle && !is_positive(item, words, *at)
    };
    let at = (from..words.len()).find(is_negative)?;
    Some(at..at + list.at(words, at).unwrap_or(1))
}

/// Returns whether a word only looks like a negative one: "united".
fn is_positive(item: &Item<'_>, words: &Words, at: usize) -> bool {
    item.phrases("no_negative_adjectives").is_none_or(|it| it.at(words, at).is_some())
}
