//! A question whose id is another, so that learners' history of it is lost.

use crate::check::Report;
use crate::check::change::{Changes, is_public};

/// Reports questions with another id that do not name the old one.
pub(crate) fn check(changes: &Changes<'_>, report: &mut Report<'_>) {
    for (_, old, new) in changes.pairs() {
        if old.id == new.id || new.former_ids.contains(&old.id) || !is_public(old) {
            continue;
        }
        let written = new.document.front.entry("id").map(|it| it.value.span);
        let place = new.document.place(written.unwrap_or_default());
        let message = format!("the id was `{}` and is `{}`", old.id, new.id);
        let help = format!(
            "write `id: {}`, or `former_ids: [{}]` if the new one is meant; `studyhall mv` does so",
            old.id, old.id
        );
        report.push(report.finding(place, message).help(help));
    }
}
