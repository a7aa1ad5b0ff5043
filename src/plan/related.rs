//! Which questions are related to which.
//!
//! Score: 4 for the same objective, 2 for each shared tag, 1 for each shared word that at most
//! twenty questions of the exam use; within one exam; ties by id; five. Retired questions and
//! drafts have related questions, and are none.

mod nearest;
mod words;

use std::sync::OnceLock;

use rayon::prelude::*;

use crate::bank::model::{Bank, Exam, QuestionId, Status};
use nearest::{Items, NONE, SHOWN};
use words::Vocabulary;

/// The related questions of every question; those of an exam are found when one is asked for.
#[derive(Debug)]
pub(super) struct Related {
    exams: Vec<OnceLock<Rows>>,
}

/// For each question of an exam, in order, positions in the bank, best first, filled up with
/// `NONE`.
type Rows = Vec<[u32; SHOWN]>;

impl Related {
    /// Finds nothing yet for a number of exams.
    pub(super) fn new(exams: usize) -> Self {
        Self { exams: (0..exams).map(|_| OnceLock::new()).collect() }
    }

    /// Finds the related questions of all exams, which do not look at each other, in parallel.
    pub(super) fn find_all(&self, bank: &Bank) {
        self.exams.par_iter().zip(&bank.exams).for_each(|(rows, exam)| {
            rows.get_or_init(|| of_exam(bank, exam));
        });
    }

    /// Returns the questions related to one, best first.
    pub(super) fn of(&self, bank: &Bank, question: QuestionId) -> impl Iterator<Item = QuestionId> {
        let exam = bank.questions[question].exam;
        let rows = self.exams[exam].get_or_init(|| of_exam(bank, &bank.exams[exam]));
        let row = rows[question - bank.exams[exam].questions.start];
        row.into_iter().take_while(|it| *it != NONE).map(|it| it as usize)
    }
}

/// Returns for each question of an exam those related to it.
fn of_exam(bank: &Bank, exam: &Exam) -> Rows {
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
    let mut res = vec![[NONE; SHOWN]; order.len()];
    for (question, row) in order.iter().zip(rows) {
        res[*question as usize - exam.questions.start] = named(row);
    }
    res
}
