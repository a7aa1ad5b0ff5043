//! A topic, an exam or a site without questions: its pages say that there is nothing yet.

use crate::bank::model::{Bank, Exam, QuestionId, Status};
use crate::check::{Context, Report};
use crate::diagnostic::Place;
use crate::source::Span;
use crate::value::Data;

/// Reports exams and topics of which no question is in use.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    let bank = context.bank;
    if bank.exams.is_empty() {
        let home = bank.home.as_ref().map(|it| &it.document.source.path);
        let place = Place::new(home.unwrap_or(&context.config.source.path), Span::default());
        let finding = report.finding(place, "the site has no exam yet");
        report.push(finding.help("an exam is a folder whose `_index.md` declares `topics`"));
    }
    for exam in &bank.exams {
        let document = &exam.prose.document;
        if !is_used(bank, exam.questions.clone()) {
            let span = document.front.entry("topics").map_or(Span::default(), |it| it.key_span);
            let message = format!("no question of the exam `{}` is in use yet", exam.id);
            let finding = report.finding(document.place(span), message);
            report.push(finding.help(how(exam, "TOPIC")));
            continue;
        }
        for topic in &exam.topics {
            if !is_used(bank, topic.questions.clone()) {
                let place = document.place(declared(exam, &topic.id));
                let message = format!("no question of the topic `{}` is in use yet", topic.id);
                report.push(report.finding(place, message).help(how(exam, &topic.id)));
            }
        }
    }
}

fn is_used(bank: &Bank, mut questions: std::ops::Range<QuestionId>) -> bool {
    questions.any(|it| bank.questions[it].status == Status::Published)
}

/// Returns what begins a question of a topic.
fn how(exam: &Exam, topic: &str) -> String {
    format!("begin one with `studyhall new {}/{topic}/NAME`", exam.slug)
}

/// Returns where an exam declares a topic.
fn declared(exam: &Exam, topic: &str) -> Span {
    let topics = exam.prose.document.front.list("topics").iter();
    let ids = topics.filter_map(|it| match &it.data {
        Data::Table(table) => table.text("id"),
        _ => None,
    });
    ids.filter(|(id, _)| *id == topic).map(|(_, span)| span).next().unwrap_or_default()
}
