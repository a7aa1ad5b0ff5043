//! A question that was checked against another version of the exam guide than the exam's.

use crate::bank::model::Status;
use crate::check::Report;
use crate::check::item::Item;

/// Reports questions whose `blueprint` is not that of their exam.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let (Some(own), Some(exam)) = (&item.question.blueprint, &item.exam.blueprint_version) else {
        return;
    };
    if item.question.status == Status::Retired || own.trim() == exam.trim() {
        return;
    }
    let span = item.document.front.get("blueprint").map(|it| it.span).unwrap_or_default();
    let message = format!("checked against blueprint `{own}`, the exam's is `{exam}`");
    let finding = report.finding(item.place(span), message);
    report.push(finding.help(format!("check it against the guide, then write `{exam}`")));
}
