//! A choice that says that every other choice is right.

use crate::check::Report;
use crate::check::catch_all::{self, CatchAll};
use crate::check::item::{Choice, Item};

/// Reports choices such as "all of the above".
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    for choice in found(item) {
        let place = item.place(choice.text.whole());
        let message = format!("choice {} says that every other choice is right", choice.letter);
        let help = if choice.key {
            "ask for all that apply and mark each right choice as key"
        } else {
            "write a mistake that learners make, or leave it out: three choices are enough"
        };
        report.push(report.finding(place, message).help(help));
    }
}

/// Returns the choices that the rule is about.
pub(super) fn found<'a, 'i>(item: &'a Item<'i>) -> impl Iterator<Item = &'a Choice<'i>> {
    item.choices.iter().filter(|it| catch_all::of(item, it) == Some(CatchAll::All))
}
