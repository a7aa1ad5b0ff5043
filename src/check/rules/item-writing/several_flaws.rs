//! Two or more structural flaws in one question.

use super::{
    all_of_the_above, blank_inside_stem, combined_choices, longest_key, none_of_the_above,
    true_false_choices, unordered_numbers,
};
use crate::check::Report;
use crate::check::item::Item;

/// Says whether a question has a flaw.
type Is = fn(&Item<'_>) -> bool;

/// Reports questions with two or more flaws of structure.
///
/// Each is told again from the choices that `Item` has read, which takes a microsecond or two.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let flaws: [(&str, Is); 7] = [
        ("all-of-the-above", |it| all_of_the_above::found(it).next().is_some()),
        ("blank-inside-stem", |it| blank_inside_stem::found(it).is_some()),
        ("combined-choices", |it| combined_choices::found(it).is_some()),
        ("longest-key", longest_key::stands_out),
        ("none-of-the-above", |it| none_of_the_above::found(it).next().is_some()),
        ("true-false-choices", true_false_choices::found),
        ("unordered-numbers", |it| unordered_numbers::found(it).is_some()),
    ];
    let found: Vec<String> =
        flaws.iter().filter(|(_, is)| is(item)).map(|(name, _)| format!("`{name}`")).collect();
    let [first, .., last] = found.as_slice() else { return };
    let names = match found.len() {
        2 => format!("{first} and {last}"),
        n => format!("{} and {last}", found[..n - 1].join(", ")),
    };
    let place = item.place(item.lead_in.whole());
    let message = format!("the question has {} flaws of structure: {names}", found.len());
    report.push(report.finding(place, message).help("write the question anew"));
}
