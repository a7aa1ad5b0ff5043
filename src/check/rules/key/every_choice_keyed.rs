//! A question whose choices are all marked as key.

use crate::check::Report;
use crate::check::item::Item;

/// Reports the list.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let count = item.choices.len();
    // A question of one key that has more is a fault of its own.
    if item.question.response.type_name() != "multiple" {
        return;
    }
    if count < 2 || item.distractors().next().is_some() {
        return;
    }
    let (Some(first), Some(last)) = (item.choices.first(), item.choices.last()) else { return };
    let span = crate::source::Span { start: first.of.span.start, end: last.of.span.end };
    let place = item.document.first_line(span);
    let message = format!("all {count} choices are marked as key");
    let help = "add a choice that is wrong, or unmark one";
    report.push(report.finding(place, message).help(help));
}
