//! Which questions are related to which.
//!
//! Score: 4 for the same objective, 2 for each shared tag, 1 for each shared word that at most
//! twenty questions of the exam use; within one exam; ties by id; five. Retired questions and
//! drafts have related questions, and are none.

mod nearest;
mod words;

use rayon::prelude::*;

use crate::bank::model::{Bank, Exam, QuestionId, Status};
use nearest::{Items, NONE, SHOWN};
use words::Vocabulary;

/// The related questions of every question.
#[derive(Debug, Default)]
pub(super) struct Related {
    /// Positions in the bank, best first, filled up with `NONE`.
    rows: Vec<[u32; SHOWN]>,
}

impl Related {
    /// Finds them for a bank.
    pub(super) fn new(bank: &Bank) -> Self {
        let mut rows = vec![[NONE; SHOWN]; bank.questions.len()];
        // Exams do not look at each other.
        let found: Vec<_> = bank.exams.par_iter().map(|exam| of_exam(bank, exam)).collect();
        for (question, row) in found.into_iter().flatten() {
            rows[question as usize] = row;
        }
        Self { rows }
    }

    /// Returns the questions related to one, best first.
    pub(super) fn of(&self, question: QuestionId) -> impl Iterator<Item = QuestionId> + '_ {
        let row = self.rows.get(question).map_or(&[][..], |it| &it[..]);
        row.iter().take_while(|it| **it != NONE).map(|it| *it as usize)
    }
}

/// Returns each question of an exam with those related to it.
fn of_exam(bank: &Bank, exam: &Exam) -> Vec<(u32, [u32; SHOWN])> {
    // In order of ids, so that a tie is broken by the smaller position.
    let mut order: Vec<u32> = exam.questions.clone().map(|it| it as u32).collect();
    order.sort_by(|a, b| bank.questions[*a as usize].id.cmp(&bank.questions[*b as usize].id));
    let objectives_before: Vec<usize> = exam
        .topics
        .iter()
        .scan(0, |sum, topic| Some(std::mem::replace(sum, *sum + topic.objectives.len())))
        .collect();
    let mut items = Items::default();
    let mut vocabulary = Vocabulary::default();
    let mut text = String::new();
    for id in &order {
        let question = &bank.questions[*id as usize];
        text.clear();
        let tree = &question.document.body;
        question.stem.push_text(tree, &question.marks, &mut text);
        for choice in question.response.choices() {
            text.push(' ');
            choice.content.push_text(tree, &question.marks, &mut text);
        }
        let objective =
            question.objective.map(|it| (objectives_before[question.topic] + it) as u32);
        let tags = question.tags.iter().map(|it| *it as u32);
        let words = vocabulary.words(&text);
        items.push(objective, tags, words, question.status == Status::Published);
    }
    let rows = nearest::rows(&items);
    let named = |row: [u32; SHOWN]| row.map(|it| order.get(it as usize).copied().unwrap_or(NONE));
    order.iter().copied().zip(rows.into_iter().map(named)).collect()
}
