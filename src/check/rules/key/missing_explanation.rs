//! A question that does not say why its key is right.

use crate::check::Report;
use crate::check::item::Item;

/// Reports a question with neither an explanation nor a rationale under its key.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(key) = item.keys().next() else { return };
    if !item.explanation.is_empty() || item.keys().all(|it| !it.rationale.is_empty()) {
        return;
    }
    // The key of a true-false question may stand in the front matter.
    let listed = !key.of.span.range().is_empty();
    let place = if listed {
        item.document.first_line(key.of.span)
    } else {
        item.document.first_line(item.stem.whole())
    };
    report.push(
        report
            .finding(place, "nothing says why the key is right")
            .help("add `## Explanation`, or a quote `> because …` to the choice"),
    );
}
