//! "True" and "false", or "yes" and "no", as choices of another type of question.

use crate::bank::response::Response;
use crate::bank::response::choice::ChoiceKind;
use crate::check::Report;
use crate::check::item::{Choice, Item};
use crate::edit;

/// Reports a question whose choices are "true" and "false".
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    if !found(item) {
        return;
    }
    let first = item.choices[0].text.whole();
    let last = item.choices.iter().map(|it| it.text.whole()).last().unwrap_or(first);
    let place = item.place(crate::source::Span::new(first.start as usize, last.end as usize));
    let finding = report.finding(place, "the choices are those of a true-false question");
    let two = item.choices.len() == 2 && item.keys().count() == 1;
    // The reader knows which is which by its own words, or takes them as true, false.
    let in_order = truth(item, &item.choices[0]) == Some(true);
    let edits = (two && in_order && item.document.front.entry("type").is_none())
        .then(|| edit::add_word(item.document, "type", "true-false"));
    report.push(match edits {
        Some(it) => finding
            .help("write `type: true-false`, or choices that say what is true")
            .unsafe_fix("write `type: true-false`", vec![it]),
        None => finding.help("write choices that say what is true, and why"),
    });
}

/// Returns whether a question has the choices of a true-false question and is none.
pub(super) fn found(item: &Item<'_>) -> bool {
    let Response::Choice(response) = &item.question.response;
    if response.kind == ChoiceKind::TrueFalse || item.choices.len() < 2 {
        return false;
    }
    let bare: Vec<Option<bool>> = item.choices.iter().map(|it| truth(item, it)).collect();
    let begins = |at: usize| bare[at].is_some() || begins_with_truth(item, &item.choices[at]);
    bare.contains(&Some(true)) && bare.contains(&Some(false)) && (0..bare.len()).all(begins)
}

/// Returns what a choice says, if it is no more than "true" or "false" in some words.
fn truth(item: &Item<'_>, choice: &Choice<'_>) -> Option<bool> {
    let words = choice.text.words();
    let parser = &item.language?.parser;
    let fillers = item.phrases("truth_fillers");
    let whole = |list| item.phrases(list).is_some_and(|it| it.is_all_of(words));
    if whole("true_answers") || whole("false_answers") {
        return Some(whole("true_answers"));
    }
    let denying = item.phrases("negatives");
    let mut res = None;
    for (at, word) in words.iter().enumerate() {
        if word.code {
            return None;
        }
        let is = |list: &[String]| list.iter().any(|it| it == word.lower);
        let value = match word.lower {
            _ if is(&parser.true_words) => true,
            _ if is(&parser.false_words) => false,
            _ if fillers.is_some_and(|it| it.at(words, at).is_some()) => continue,
            // "No, it is not" says it twice.
            _ if res.is_some() && denying.is_some_and(|it| it.at(words, at).is_some()) => continue,
            _ => return None,
        };
        if res.is_some_and(|it| it != value) {
            return None;
        }
        res = Some(value);
    }
    res
}

/// Returns whether a choice begins with "yes" or the like and goes on after a comma, or leaves
/// the question open.
fn begins_with_truth(item: &Item<'_>, choice: &Choice<'_>) -> bool {
    let words = choice.text.words();
    let Some(language) = item.language else { return false };
    let is = |list: &[String]| {
        words.get(0).is_some_and(|first| !first.code && list.iter().any(|it| it == first.lower))
    };
    let goes_on = words.len() > 1 && !words.is_joined(1)
        || item.phrases("truth_conditions").is_some_and(|it| it.at(words, 1).is_some());
    goes_on && (is(&language.parser.true_words) || is(&language.parser.false_words))
        || item.phrases("undecided").is_some_and(|it| it.is_all_of(words))
}
