//! A question or lesson whose last review is long ago.

use crate::bank::model::Status;
use crate::check::{Context, Report, day};
use crate::parse::Document;

/// Reports documents whose review is older than `review_interval_days`.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    let bank = context.bank;
    let used = bank.questions.iter().filter(|it| it.status != Status::Retired);
    for it in used {
        overdue(context, &it.document, it.reviewed.as_deref(), report);
    }
    for it in &bank.lessons {
        overdue(context, &it.prose.document, it.reviewed.as_deref(), report);
    }
}

fn overdue(
    context: Context<'_>,
    document: &Document,
    reviewed: Option<&str>,
    report: &mut Report<'_>,
) {
    let Some(reviewed) = reviewed else { return };
    let Some((last, today)) = day::number(reviewed).zip(day::number(context.today)) else { return };
    let (days, interval) = (today - last, i64::from(context.settings.review_interval_days));
    if days > interval {
        let span = document.front.get("reviewed").map(|it| it.span).unwrap_or_default();
        let message = format!("the last review was {days} days ago, the limit is {interval}");
        let finding = report.finding(document.place(span), message);
        report.push(finding.help("review it again, then write the day of that review"));
    }
}
