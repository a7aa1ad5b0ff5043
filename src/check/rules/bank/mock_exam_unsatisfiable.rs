//! A mock exam that the bank cannot fill as its blueprint asks.

use crate::check::{Context, Report};
use crate::draw::{FORMS, shortages};
use crate::source::Span;

/// Reports exams that write how many questions a mock exam has, where a topic cannot give its
/// share to each of the first forms.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    for exam in &context.bank.exams {
        let front = &exam.prose.document.front;
        let written = front.table("mock").and_then(|it| it.get("questions"));
        let place = exam.prose.document.place(written.map_or(Span::default(), |it| it.span));
        for short in shortages(context.bank, exam) {
            let message = format!(
                "a mock exam needs {} questions of `{}`, one of forms 1 to {FORMS} has only {}",
                short.wanted, exam.topics[short.topic].id, short.drawn
            );
            report.push(report.finding(place.clone(), message).help(
                "write more questions for the topic, or ask for fewer in `mock.questions`; of enemies and variants one form takes only one",
            ));
        }
    }
}
