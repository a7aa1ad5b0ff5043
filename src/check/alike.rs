//! Which questions of a bank are one question.

use crate::bank::identity::identity_text;
use crate::bank::model::{Bank, Question, QuestionId, Status};

/// Returns the questions in use that share identity text and choices, as groups of several, each
/// in the order of the bank; whether their keys agree is not looked at.
pub fn same(bank: &Bank) -> Vec<Vec<QuestionId>> {
    let scenario =
        |it: &Question| it.document.front.text("scenario").map(|(text, _)| text.to_owned());
    let mut order: Vec<QuestionId> = in_use(bank).collect();
    // The sort is stable, so that groups stay in the order of the bank.
    order.sort_by(|a, b| {
        bank.questions[*a].revision.content.cmp(&bank.questions[*b].revision.content)
    });
    let mut res = Vec::new();
    let alike = |a: &QuestionId, b: &QuestionId| {
        bank.questions[*a].revision.content == bank.questions[*b].revision.content
    };
    for run in order.chunk_by(alike).filter(|it| it.len() > 1) {
        // Revisions are short hashes: the text decides.
        let mut groups: Vec<(_, Vec<QuestionId>)> = Vec::new();
        for &id in run {
            let question = &bank.questions[id];
            let text = (stem(question), scenario(question));
            match groups.iter_mut().find(|(it, _)| *it == text) {
                Some((_, group)) => group.push(id),
                None => groups.push((text, vec![id])),
            }
        }
        res.extend(groups.into_iter().map(|(_, it)| it).filter(|it| it.len() > 1));
    }
    res.sort();
    res
}

/// Returns the questions that learners meet.
pub fn in_use(bank: &Bank) -> impl Iterator<Item = QuestionId> {
    (0..bank.questions.len()).filter(|it| bank.questions[*it].status != Status::Retired)
}

/// Returns whether the same choices are (part of) the key of two questions with the same choices.
pub fn same_key(a: &Question, b: &Question) -> bool {
    let ids = |it: &Question| {
        let mut ids: Vec<String> =
            it.response.choices().iter().filter(|it| it.key).map(|it| it.id.clone()).collect();
        ids.sort();
        ids
    };
    ids(a) == ids(b)
}

fn stem(question: &Question) -> String {
    let choices = question.response.choices();
    identity_text(&question.document.body, &question.stem, &question.marks, &|index| {
        choices.get(usize::from(index)).map_or_else(String::new, |it| it.id.clone())
    })
}
