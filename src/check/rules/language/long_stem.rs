//! A stem that is longer than a page holds.

use crate::check::Report;
use crate::check::item::Item;
use crate::fields::{Field, Kind};

/// `[lint.long-stem]`.
pub(crate) const SETTINGS: &[Field] = &[Field {
    name: "words",
    kind: Kind::Integer { min: 1, max: 10_000 },
    default: "`120`",
    doc: "Most words of a stem, code not counted.",
}];

/// Reports stems of too many words.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let words = item.stem.words().iter().filter(|it| !it.code).count();
    let most = report.settings().number("words").unwrap_or(120.0);
    if words as f64 > most {
        let message = format!("the stem has {words} words, more than {most}");
        report.push(
            report
                .finding(item.place(item.lead_in.whole()), message)
                .help("leave out what is not needed to answer, or make a scenario of it"),
        );
    }
}
