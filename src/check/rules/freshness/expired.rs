//! A question past the day until which it could be trusted.

use crate::bank::model::Status;
use crate::check::Report;
use crate::check::item::Item;

/// Reports questions whose day `expires` has come.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let question = item.question;
    let Some(expires) = question.expires.as_deref() else { return };
    // Days of four-digit years sort as texts.
    if question.status == Status::Retired || expires > item.context.today {
        return;
    }
    let span = item.document.front.get("expires").map(|it| it.span).unwrap_or_default();
    let finding = report.finding(item.place(span), format!("expired since {expires}"));
    report.push(finding.help("check it and write a later day, or `status: retired`"));
}
