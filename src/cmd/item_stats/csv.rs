//! A line for each question and revision (RFC 4180).

use crate::item_stats::report::{Basis, Item, LEAST, Report};

const HEAD: &str = "question,revision,current,n,revealed,facility,facility_low,facility_high,\
discrimination,discrimination_n,discrimination_basis,median_seconds,declared,observed,flags,picks\r\n";

/// What stands where nothing can be said.
const TOO_FEW: &str = "too few";

/// Returns the report; `picks` holds `ID=SHARE` of each choice in written order, a key with `*`.
pub(super) fn text(report: &Report) -> String {
    let rows = report.questions.iter().map(row);
    std::iter::once(HEAD.to_owned()).chain(rows).collect()
}

fn row(it: &Item) -> String {
    let too_few = || if it.n < LEAST { TOO_FEW.to_owned() } else { String::new() };
    let number = |value: Option<f64>| value.map_or_else(too_few, |it| format!("{it:.4}"));
    let facility = it.facility.as_ref();
    let discrimination = it.discrimination.as_ref();
    let basis = discrimination.map_or("", |it| match it.basis {
        Basis::Mock => "mock",
        Basis::OtherAttempts => "other-attempts",
    });
    let picks = it.choices.iter().map(|it| {
        let sign = if it.key == Some(true) { "*" } else { "" };
        format!("{}{sign}={:.4}", it.choice, it.share)
    });
    let difficulty = it.difficulty.as_ref();
    let cells = [
        it.question.clone(),
        it.revision.clone(),
        it.current.to_string(),
        it.n.to_string(),
        it.revealed.to_string(),
        number(facility.map(|it| it.value)),
        number(facility.map(|it| it.low)),
        number(facility.map(|it| it.high)),
        discrimination.map_or(TOO_FEW.to_owned(), |it| format!("{:.1}", it.value)),
        discrimination.map_or(String::new(), |it| it.n.to_string()),
        basis.to_owned(),
        it.median_seconds.map_or_else(too_few, |it| it.to_string()),
        difficulty.map_or(String::new(), |it| it.declared.clone()),
        difficulty.map_or(String::new(), |it| it.observed.clone()),
        it.flags.iter().map(|it| it.name()).collect::<Vec<_>>().join(" "),
        picks.collect::<Vec<_>>().join(" "),
    ];
    let cells: Vec<String> = cells.iter().map(|it| cell(it)).collect();
    format!("{}\r\n", cells.join(","))
}

/// Returns a cell, quoted where it must be. Ids of a former revision come from logs: a spreadsheet
/// must take none for a formula.
fn cell(text: &str) -> String {
    let is_number = text.parse::<f64>().is_ok();
    let safe = if text.starts_with(['=', '+', '-', '@']) && !is_number {
        format!("'{text}")
    } else {
        text.to_owned()
    };
    if safe.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", safe.replace('"', "\"\""))
    } else {
        safe
    }
}
