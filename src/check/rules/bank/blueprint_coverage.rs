//! A topic with far fewer or far more questions than its weight asks for.

use crate::bank::model::{Exam, Status};
use crate::check::{Context, Report};
use crate::fields::{Field, Kind};
use crate::source::Span;
use crate::value::Data;

pub(crate) const SETTINGS: &[Field] = &[
    Field {
        name: "questions",
        kind: Kind::Integer { min: 1, max: 1_000_000 },
        default: "`20`",
        doc: "Questions that an exam must have to be judged.",
    },
    Field {
        name: "ratio",
        kind: Kind::Number { min: 1.1, max: 100.0 },
        default: "`2`",
        doc: "How many times its weight, or which part of it, a topic's share may be.",
    },
    Field {
        name: "points",
        kind: Kind::Number { min: 0.0, max: 100.0 },
        default: "`5`",
        doc: "Percentage points by which share and weight may differ in any case.",
    },
];

/// Reports topics whose share of an exam's questions is far from their weight.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    let setting = |name: &str, default| report.settings().number(name).unwrap_or(default);
    let (least, ratio, points) =
        (setting("questions", 20.0), setting("ratio", 2.0), setting("points", 5.0));
    for exam in &context.bank.exams {
        let in_use = |range: std::ops::Range<usize>| {
            let questions = &context.bank.questions[range];
            questions.iter().filter(|it| it.status == Status::Published).count() as f64
        };
        let all = in_use(exam.questions.clone());
        for topic in exam.topics.iter().filter(|_| all >= least) {
            let Some(weight) = topic.weight else { continue };
            let n = in_use(topic.questions.clone());
            let share = 100.0 * n / all;
            let far = share * ratio < weight || share > weight * ratio;
            if far && (share - weight).abs() > points {
                let place = exam.prose.document.place(weight_span(exam, &topic.id));
                let message = format!(
                    "`{}` has {n:.0} of {all:.0} questions ({share:.0} %), its weight is {weight} %",
                    topic.id
                );
                let wanted = (all * weight / 100.0).round();
                let help = format!("of {all:.0} questions, {wanted:.0} would be in proportion");
                report.push(report.finding(place, message).help(help));
            }
        }
    }
}

/// Returns where an exam writes the weight of a topic.
fn weight_span(exam: &Exam, topic: &str) -> Span {
    let topics = exam.prose.document.front.list("topics").iter();
    let mut tables = topics.filter_map(|it| match &it.data {
        Data::Table(table) => Some(table),
        _ => None,
    });
    let own = tables.find(|it| it.text("id").is_some_and(|(id, _)| id == topic));
    own.and_then(|it| it.get("weight")).map_or(Span::default(), |it| it.span)
}
