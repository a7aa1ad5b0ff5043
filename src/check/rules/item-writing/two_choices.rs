//! Two choices where three would be a question.

use super::true_false_choices;
use crate::bank::response::Response;
use crate::bank::response::choice::ChoiceKind;
use crate::check::Report;
use crate::check::item::Item;
use crate::source::Span;

/// Reports a question with two choices that are not "true" and "false".
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Response::Choice(response) = &item.question.response;
    let [first, second] = item.choices.as_slice() else { return };
    if response.kind == ChoiceKind::TrueFalse || true_false_choices::found(item) {
        return;
    }
    let (start, end) = (first.text.whole().start, second.text.whole().end);
    let place = item.place(Span::new(start as usize, end as usize));
    let finding = report.finding(place, "two choices leave half of the points to chance");
    report.push(finding.help("write a third that learners could believe"));
}
