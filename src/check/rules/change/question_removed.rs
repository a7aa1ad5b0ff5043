//! A question that learners have answered and that is gone.

use std::sync::Arc;

use crate::bank::model::Question;
use crate::check::Report;
use crate::check::change::{Change, Changes, is_public, path};
use crate::diagnostic::Place;
use crate::source::Span;

/// Reports questions that are gone and go on in no other, and those that are drafts again.
pub(crate) fn check(changes: &Changes<'_>, report: &mut Report<'_>) {
    let place = |it: &Question| Place::new(&Arc::from(path(it)), Span::default());
    for it in &changes.questions {
        let Change::Removed { old, heir: None } = it else { continue };
        let question = &changes.old.bank.questions[*old];
        if is_public(question) {
            let message = format!("the question `{}` is gone", question.id);
            let help = "keep it with `status: retired`, or name its id in `former_ids` of the \
                        question that takes its place";
            report.push(report.finding(place(question), message).help(help));
        }
    }
    for (_, old, new) in changes.pairs() {
        if is_public(old) && !is_public(new) {
            let status = new.document.front.entry("status").map(|it| it.key_span);
            let place = new.document.place(status.unwrap_or_default());
            let message = format!("the question `{}` is a draft again: its page goes", new.id);
            report.push(report.finding(place, message).help("`status: retired` keeps its page"));
        }
    }
}
