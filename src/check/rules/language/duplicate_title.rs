//! Two questions of an exam with one title.

use std::collections::BTreeMap;

use crate::bank::model::{Question, QuestionId};
use crate::check::{Context, Report};
use crate::diagnostic::Place;
use crate::parse::tree::Kind;

/// Reports each question whose title an earlier one of its exam has.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    let mut seen: BTreeMap<(usize, String), QuestionId> = BTreeMap::new();
    for (id, question) in context.bank.questions.iter().enumerate() {
        let title = question.title.to_lowercase();
        let first = *seen.entry((question.exam, title)).or_insert(id);
        if first == id || question.variant_of == Some(first) {
            continue;
        }
        let message = format!("another question has the title `{}`", question.title);
        report.push(
            report
                .finding(place(question), message)
                .note("the first stands here", Some(place(&context.bank.questions[first])))
                .help("give it a `title` that tells the two apart"),
        );
    }
}

/// Returns where the title of a question stands.
fn place(question: &Question) -> Place {
    let document = &question.document;
    if let Some((_, span)) = document.front.text("title") {
        return document.place(span);
    }
    let tree = &document.body;
    let heading = tree.roots().next().filter(|id| tree.node(*id).kind == Kind::Heading(1));
    let stem = || question.stem.roots(tree).find(|id| tree.node(*id).kind == Kind::Paragraph);
    match heading.or_else(stem) {
        Some(id) => document.first_line(tree.node(id).span),
        None => document.place(crate::source::Span::default()),
    }
}
