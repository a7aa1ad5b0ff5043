//! An exam nearly all of whose questions are equally hard.

use crate::bank::model::{Difficulty, Status};
use crate::check::{Context, Report};
use crate::fields::{Field, Kind};
use crate::source::Span;

pub(crate) const SETTINGS: &[Field] = &[
    Field {
        name: "most",
        kind: Kind::Number { min: 34.0, max: 100.0 },
        default: "`70`",
        doc: "Percent of an exam's questions that one difficulty may have.",
    },
    Field {
        name: "questions",
        kind: Kind::Integer { min: 1, max: 1_000_000 },
        default: "`20`",
        doc: "Questions with a difficulty that an exam must have to be judged.",
    },
];

/// Reports exams in which one difficulty has nearly all questions.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    let setting = |name: &str, default| report.settings().number(name).unwrap_or(default);
    let (most, least) = (setting("most", 70.0), setting("questions", 20.0));
    for exam in &context.bank.exams {
        let questions = &context.bank.questions[exam.questions.clone()];
        let used = || questions.iter().filter(|it| it.status == Status::Published);
        let count = |wanted: Option<Difficulty>| {
            used()
                .filter(|it| {
                    it.difficulty.is_some() && wanted.is_none_or(|one| it.difficulty == Some(one))
                })
                .count()
        };
        let all = count(None);
        for difficulty in Difficulty::ALL {
            let n = count(Some(difficulty));
            let share = 100.0 * n as f64 / all.max(1) as f64;
            if all as f64 >= least && share > most {
                let message =
                    format!("{n} of {all} questions ({share:.0} %) are `{}`", difficulty.name());
                let place = exam.prose.document.place(Span::default());
                let help = "add harder or easier ones, or look again at what they ask for";
                report.push(report.finding(place, message).help(help));
            }
        }
    }
}
