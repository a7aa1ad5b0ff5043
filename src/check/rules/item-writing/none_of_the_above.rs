//! A choice that says that no other choice is right.

use crate::check::Report;
use crate::check::item::{Choice, Item};
use crate::i18n::Language;
use crate::words::Phrases;

/// Reports choices such as "none of the above".
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let (Some(language), Some(phrases)) = (item.language, item.phrases("none_of_the_above")) else {
        return;
    };
    for choice in item.choices.iter().filter(|it| is_none(it, phrases, language)) {
        let place = item.place(choice.text.whole());
        let message = format!("choice {} says that no other choice is right", choice.letter);
        let help = if choice.key {
            "write the answer that you have in mind"
        } else {
            "write a mistake that learners make, or leave it out: three choices are enough"
        };
        report.push(report.finding(place, message).help(help));
    }
}

/// Returns whether a choice begins with one of the phrases, and says nothing of its own after it.
fn is_none(choice: &Choice<'_>, phrases: &Phrases, language: &Language) -> bool {
    let words = choice.text.words();
    let Some(length) = phrases.at(words, 0) else { return false };
    words.get(length).is_none_or(|after| {
        !words.is_joined(length) || language.parser.verbs.iter().any(|it| it == after.lower)
    })
}
