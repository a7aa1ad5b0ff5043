//! A choice that no learner could mean: "I don't know", a joke.

use crate::check::Report;
use crate::check::item::{Choice, Item};
use crate::words::{Phrases, Words};

/// Reports choices that fill a place.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(fillers) = item.phrases("fillers") else { return };
    let jokes = item.phrases("jokes");
    // What somebody says in a story is meant.
    let speech = |it: &Choice<'_>| it.text.as_str().starts_with(['"', '“', '„', '«', '‘']);
    for choice in item.distractors().filter(|it| !speech(it)) {
        let words = choice.text.words();
        let message =
            if is_filler(words, fillers) || is_smiley(choice) || speaks_of_itself(item, choice) {
                "answers nothing"
            } else if jokes.is_some_and(|it| is_joke(item, choice, it)) {
                "is a joke"
            } else {
                continue;
            };
        let place = item.place(choice.text.whole());
        let message = format!("choice {} {message}", choice.letter);
        report.push(
            report.finding(place, message).help(
                "write a mistake that learners make, or leave it out: three choices are enough",
            ),
        );
    }
}

/// Returns whether a choice is a phrase such as "no idea", perhaps with more after a comma.
fn is_filler(words: &Words, fillers: &Phrases) -> bool {
    fillers.at(words, 0).is_some_and(|length| length == words.len() || !words.is_joined(length))
}

/// Returns whether one choice alone says what the learner thinks or did: "I would have to guess".
fn speaks_of_itself(item: &Item<'_>, choice: &Choice<'_>) -> bool {
    let (Some(person), Some(verbs)) =
        (item.phrases("first_person"), item.phrases("first_person_verbs"))
    else {
        return false;
    };
    let begins = |it: &Choice<'_>| {
        let words = it.text.words();
        person.at(words, 0).is_some() && verbs.at(words, 1).is_some() && words.is_joined(1)
    };
    let others = item.choices.iter().filter(|it| it.letter != choice.letter);
    begins(choice)
        && !others.into_iter().any(|it| person.find(it.text.words()).next().is_some())
        && person.find(item.stem.words()).next().is_none()
}

/// Returns whether a choice has a face or a shrug in it.
fn is_smiley(choice: &Choice<'_>) -> bool {
    let is_face = |c: char| matches!(c, '\u{1f600}'..='\u{1f64f}' | '\u{1f910}'..='\u{1f92f}' | '\u{1f937}' | '\u{1f4a9}' | '\u{1f984}');
    let text = choice.text.as_str();
    let face = text.char_indices().find(|(_, c)| is_face(*c));
    face.is_some_and(|(at, _)| !choice.text.is_code(at..at + 1)) && !choice.text.words().is_empty()
}

/// Returns whether a choice speaks of something absurd that the question does not speak of.
fn is_joke(item: &Item<'_>, choice: &Choice<'_>, jokes: &Phrases) -> bool {
    let has = |words: &Words| jokes.find(words).next().is_some();
    has(choice.text.words())
        && !has(item.stem.words())
        && item.choices.iter().filter(|it| has(it.text.words())).count() == 1
}
