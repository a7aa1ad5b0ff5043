//! A picture whose alternative text gives the answer away.

use std::collections::BTreeSet;

use crate::check::Report;
use crate::check::item::Item;
use crate::check::paper::images;
use crate::check::text::Kind;
use crate::words::{Phrases, Words};

/// Reports alternative texts in a stem that name the key, and no other choice.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(function_words) = item.phrases("plain_words") else { return };
    let found = images(item.tree, item.question.stem.nodes());
    if found.is_empty() {
        return;
    }
    let content = |words: &Words| content(words, function_words);
    let keys: Vec<BTreeSet<String>> = item.keys().map(|it| content(it.text.words())).collect();
    let distractors: BTreeSet<String> =
        item.distractors().flat_map(|it| content(it.text.words())).collect();
    let told = prose(item);
    // What marks a key off from the distractors must be there, and no number: what is to be
    // counted in a picture has to be in its description.
    let speaks = |key: &BTreeSet<String>| {
        let mut own = key.difference(&distractors).filter(|it| !told.contains(*it));
        own.any(|it| it.chars().any(char::is_alphabetic))
    };
    if keys.is_empty() || !keys.iter().all(speaks) {
        return;
    }
    // "In the rack": where something stands has to be in the description.
    let places = item.phrases("place_prepositions");
    if places.is_some_and(|it| item.keys().all(|key| it.at(key.text.words(), 0).is_some())) {
        return;
    }
    for image in found {
        let alt = content(&Words::of(&image.alt));
        let others = distractors.iter().filter(|it| !keys.iter().any(|key| key.contains(*it)));
        if keys.iter().all(|it| it.is_subset(&alt))
            && !others.into_iter().any(|it| alt.contains(it))
        {
            let letters: Vec<String> = item.keys().map(|it| it.letter.to_string()).collect();
            let message = format!("this alternative text names the key, {}", letters.join(", "));
            let finding = report.finding(item.place(image.alt_span), message);
            let help = "say what is to be seen, and leave the conclusion to the learner";
            report.push(finding.help(help));
        }
    }
}

/// Returns the words that carry meaning.
fn content(words: &Words, function_words: &Phrases) -> BTreeSet<String> {
    let carries = |at: &usize| function_words.at(words, *at).is_none();
    let kept = (0..words.len()).filter(carries).filter_map(|at| words.get(at));
    kept.map(|it| it.lower.to_owned()).collect()
}

/// Returns the words of the stem outside pictures.
fn prose(item: &Item<'_>) -> BTreeSet<String> {
    let stem = &item.stem;
    let seen = stem.words().iter().filter(|it| stem.kind(it.range.start) != Kind::Alternative);
    seen.map(|it| it.lower.to_owned()).collect()
}
