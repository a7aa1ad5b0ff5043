//! Mock exams: what they are drawn from.
//!
//! Integers only, so that the browser (`themes/default/scripts/study/draw.js`) and this program
//! draw the same form.

pub mod apportion;
pub mod form;
pub mod groups;

use crate::bank::model::{Bank, Exam, Question, QuestionId, Status};
use apportion::apportion;
use form::{Candidate, Pool, Short};

/// Weights are given in thousandths of the exam.
const WHOLE: u32 = 1000;

/// Most questions of a mock exam whose number the exam leaves open.
const USUAL_QUESTIONS: usize = 60;

/// Percent needed to pass where the exam does not say.
pub const PASS_MARK: f64 = 70.0;

/// Returns whether a question may be practised and drawn.
pub fn is_drawn(question: &Question) -> bool {
    question.status == Status::Published
}

/// Returns the questions of an exam that may be drawn, ascending.
pub fn pool(bank: &Bank, exam: &Exam) -> Vec<QuestionId> {
    exam.questions.clone().filter(|it| is_drawn(&bank.questions[*it])).collect()
}

/// Returns the weights of an exam's topics in thousandths: integers that sum to 1000. Topics
/// without weights weigh the same.
pub fn weights(exam: &Exam) -> Vec<u32> {
    // Authors write at most a few decimals; a millionth of the exam is below all of them.
    let exact = exam.topics.iter().map(|it| {
        let percent = it.weight.unwrap_or(1.0);
        (percent * 10_000.0).round().max(0.0) as u64
    });
    apportion(&exact.collect::<Vec<u64>>(), WHOLE)
}

/// How long a mock exam is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    /// Number of questions.
    pub questions: u32,
    /// Minutes.
    pub minutes: u32,
}

/// Returns how long a mock exam of an exam with so many questions is: what the exam says, else as
/// many questions as there are up to 60, and one and a half minutes for each.
pub fn length(exam: &Exam, available: usize) -> Length {
    let questions = exam.mock_questions.unwrap_or_else(|| available.min(USUAL_QUESTIONS) as u32);
    let minutes = exam.mock_minutes.unwrap_or_else(|| (questions * 3).div_ceil(2));
    Length { questions, minutes }
}

/// Returns what forms of an exam are drawn from.
pub fn of_exam(bank: &Bank, exam: &Exam) -> Pool {
    let groups = groups::groups(bank, exam);
    let drawn = pool(bank, exam);
    let size = length(exam, drawn.len()).questions;
    let candidates = drawn.into_iter().map(|id| Candidate {
        id: bank.questions[id].id.clone(),
        topic: bank.questions[id].topic,
        group: groups[id - exam.questions.start],
        scenario: None,
    });
    Pool { candidates: candidates.collect(), weights: weights(exam), size }
}

/// Forms that a mock exam must fill by the blueprint to be satisfiable.
pub const FORMS: usize = 10;

/// Returns for each topic that is short in one of forms 1 to 10 where it is shortest; nothing for
/// an exam that does not say how many questions a mock exam has.
pub fn shortages(bank: &Bank, exam: &Exam) -> Vec<Short> {
    if exam.mock_questions.is_none() {
        return Vec::new();
    }
    let pool = of_exam(bank, exam);
    if pool.has_enough() {
        return Vec::new();
    }
    let mut res: Vec<Short> = Vec::new();
    for it in pool.numbered(&exam.id, FORMS).into_iter().flat_map(|it| it.short) {
        match res.iter_mut().find(|known| known.topic == it.topic) {
            Some(known) if known.drawn <= it.drawn => {}
            Some(known) => *known = it,
            None => res.push(it),
        }
    }
    res.sort_by_key(|it| it.topic);
    res
}
