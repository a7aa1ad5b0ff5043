//! Mock exams: what they are drawn from.
//!
//! Integers only, so that the browser (`themes/default/scripts/study/draw.js`) and this program
//! draw the same form.

pub mod apportion;
pub mod groups;

use crate::bank::model::{Bank, Exam, Question, QuestionId, Status};
use apportion::apportion;

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
