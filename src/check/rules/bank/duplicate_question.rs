//! The same question twice.

use crate::bank::model::Question;
use crate::check::{Context, Report, alike};
use crate::diagnostic::Place;

/// Reports questions that say what an earlier one says, with the same choices and the same key.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    let questions = &context.bank.questions;
    for group in alike::same(context.bank) {
        for (at, id) in group.iter().enumerate() {
            let own = &questions[*id];
            let mut earlier = group[..at].iter().map(|it| &questions[*it]);
            let Some(first) = earlier.find(|it| alike::same_key(it, own)) else { continue };
            let message = format!("`{}` is the question `{}` again", own.id, first.id);
            let finding = report.finding(stem(own), message);
            report.push(
                finding
                    .note("it stands here", Some(stem(first)))
                    .help("remove one of them and name its id in `former_ids` of the other"),
            );
        }
    }
}

fn stem(question: &Question) -> Place {
    let tree = &question.document.body;
    let first = question.stem.nodes().next();
    question.document.first_line(first.map_or_else(Default::default, |it| tree.node(it).span))
}
