//! The same question with different keys: one of them teaches a mistake.

use crate::bank::model::Question;
use crate::check::{Context, Report, alike};
use crate::diagnostic::Place;
use crate::source::Span;

/// Reports questions that say what an earlier one says, with the same choices and another key.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    let questions = &context.bank.questions;
    for group in alike::same(context.bank) {
        for (at, id) in group.iter().enumerate() {
            let own = &questions[*id];
            // In another language the same words may mean something else, and a variant is meant to
            // differ.
            let comparable = |it: &&usize| {
                let other = &questions[**it];
                other.lang == own.lang
                    && own.variant_of.is_none_or(|of| of != **it)
                    && other.variant_of.is_none_or(|of| of != *id)
            };
            let mut earlier = group[..at].iter().filter(comparable).map(|it| &questions[*it]);
            // One that agrees with an earlier one is a duplicate, and told as such.
            let (agrees, differs) = (
                earlier.clone().any(|it| alike::same_key(it, own)),
                earlier.find(|it| !alike::same_key(it, own)),
            );
            let Some(other) = differs.filter(|_| !agrees) else { continue };
            let message = format!("`{}` is the question `{}` with another key", own.id, other.id);
            let finding = report.finding(key(own), message);
            report.push(
                finding
                    .note("it is keyed here", Some(key(other)))
                    .help("find out which key is right, and remove the other question"),
            );
        }
    }
}

/// Returns the place of the first choice that is (part of) the key.
fn key(question: &Question) -> Place {
    let key = question.response.choices().iter().find(|it| it.key);
    question.document.first_line(key.map_or_else(Span::default, |it| it.span))
}
