//! A question that asks for what does not fit.

use crate::check::item::Item;
use crate::check::{Report, negation};

/// Reports questions such as "Which is NOT …?".
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(first) = negation::find(item).into_iter().next() else { return };
    let bytes = item.lead_in.words().bytes(&first.words);
    let place = item.place(item.lead_in.span(bytes));
    report.push(
        report
            .finding(place, "the question asks for what does not fit")
            .help("ask for what does fit, where you can"),
    );
}
