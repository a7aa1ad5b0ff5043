//! A question that is clearly easier or harder than it says.

use crate::check::Report;
use crate::check::item::Item;
use crate::item_stats::report::Flag;

/// Reports a declared difficulty that the answers contradict.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(known) = item.context.stats.and_then(|it| it.of(item.question)) else { return };
    let (Some(facility), Some(difficulty)) = (&known.facility, &known.difficulty) else { return };
    let word = if known.flags.contains(&Flag::EasierThanDeclared) {
        "easier"
    } else if known.flags.contains(&Flag::HarderThanDeclared) {
        "harder"
    } else {
        return;
    };
    let Some(entry) = item.document.front.entry("difficulty") else { return };
    let message = format!(
        "declared {}, and {word} than that: {:.0} % of {} learners were right at first sight",
        difficulty.declared,
        facility.value * 100.0,
        known.n
    );
    let finding = report.finding(item.document.place(entry.value.span), message);
    report.push(finding.help(format!("write `{}`, or look at why it is so", difficulty.observed)));
}
