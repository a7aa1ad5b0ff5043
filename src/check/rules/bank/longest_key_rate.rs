//! An exam in which the key is the longest choice more often than by chance.

use crate::bank::model::{Exam, Question, Status};
use crate::check::statistics::binomial_tail;
use crate::check::{Context, Report};
use crate::fields::{Field, Kind};
use crate::source::Span;

pub(crate) const SETTINGS: &[Field] = &[Field {
    name: "questions",
    kind: Kind::Integer { min: 2, max: 1_000_000 },
    default: "`10`",
    doc: "Questions with one key that an exam must have to be judged.",
}];

/// Probability by chance below which a rate is told.
const CHANCE: f64 = 0.01;

/// Reports exams in which the strictly longest choice is the key too often.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    let least = report.settings().number("questions").unwrap_or(10.0);
    for exam in &context.bank.exams {
        let (n, longest, chances) = counts(context, exam);
        if f64::from(n) < least {
            continue;
        }
        // With other numbers of choices the chances differ; their mean is the safe side, since a
        // sum of unequal trials varies less (Hoeffding, Ann. Math. Statist. 27, 1956).
        let mean = chances / f64::from(n);
        if binomial_tail(longest, n, mean) < CHANCE {
            let share = 100.0 * f64::from(longest) / f64::from(n);
            let message = format!(
                "the key is the longest choice in {longest} of {n} questions ({share:.0} %, by chance {:.0} %)",
                100.0 * mean
            );
            let finding = report.finding(exam.prose.document.place(Span::default()), message);
            let help =
                "shorten keys, or say more in distractors: who knows nothing picks the longest";
            report.push(finding.help(help));
        }
    }
}

/// Returns the number of questions with one key, how many of these keys are longer than every
/// distractor, and the sum of the chances of that.
fn counts(context: Context<'_>, exam: &Exam) -> (u32, u32, f64) {
    let (mut n, mut longest, mut chances) = (0, 0, 0.0);
    for question in &context.bank.questions[exam.questions.clone()] {
        let choices = question.response.choices();
        let single = choices.iter().filter(|it| it.key).count() == 1;
        let is_stated = choices.iter().all(|it| it.content.is_empty());
        if question.status == Status::Retired || !single || choices.len() < 2 || is_stated {
            continue;
        }
        n += 1;
        longest += u32::from(key_is_longest(question));
        chances += 1.0 / choices.len() as f64;
    }
    (n, longest, chances)
}

fn key_is_longest(question: &Question) -> bool {
    let length = |key: bool| {
        let choices = question.response.choices().iter().filter(move |it| it.key == key);
        let tree = &question.document.body;
        choices.map(|it| it.content.plain_text(tree, &question.marks).chars().count()).max()
    };
    length(true) > length(false)
}
