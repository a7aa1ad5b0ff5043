//! A mock exam that the bank cannot fill as its blueprint asks.

use std::collections::BTreeMap;

use crate::bank::model::{Bank, Exam, QuestionId, Status};
use crate::check::{Context, Report};
use crate::source::Span;

/// Reports exams that write how many questions a mock exam has, where a topic cannot give its
/// share.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    let bank = context.bank;
    for exam in &bank.exams {
        let Some(wanted) = exam.mock_questions else { continue };
        let counts = shares(exam, wanted as usize);
        let groups = groups(bank, exam);
        let filled = fill(&counts, &groups);
        let front = &exam.prose.document.front;
        let written = front.table("mock").and_then(|it| it.get("questions"));
        let place = exam.prose.document.place(written.map_or(Span::default(), |it| it.span));
        for (topic, (wanted, found)) in exam.topics.iter().zip(counts.iter().zip(filled)) {
            if found < *wanted {
                let message = format!(
                    "a mock exam needs {wanted} questions of `{}`, only {found} can stand in one",
                    topic.id
                );
                report.push(report.finding(place.clone(), message).help(
                    "write more questions for the topic, or ask for fewer in `mock.questions`; of enemies and variants one form takes only one",
                ));
            }
        }
    }
}

/// Returns how many questions of each topic a form of `n` has: by weight, the remainders that are
/// largest first, ties by the order of the topics.
fn shares(exam: &Exam, n: usize) -> Vec<usize> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100")]
    let thousandths = |weight: f64| (weight * 1000.0).round() as usize;
    let weights: Vec<usize> =
        exam.topics.iter().map(|it| it.weight.map_or(1000, thousandths)).collect();
    let all: usize = weights.iter().sum::<usize>().max(1);
    let mut res: Vec<usize> = weights.iter().map(|it| n * it / all).collect();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(n * weights[*at] % all));
    let left = n - res.iter().sum::<usize>();
    for at in order.into_iter().take(left) {
        res[at] += 1;
    }
    res
}

/// Returns the topics of each group of questions of which a form takes at most one: those that
/// enemies and variants connect.
fn groups(bank: &Bank, exam: &Exam) -> Vec<Vec<usize>> {
    let in_use = |id: &QuestionId| bank.questions[*id].status == Status::Published;
    // Each question leads to another of its group, the last one to itself.
    let mut leads: BTreeMap<QuestionId, QuestionId> =
        exam.questions.clone().filter(in_use).map(|it| (it, it)).collect();
    for id in exam.questions.clone().filter(in_use) {
        let question = &bank.questions[id];
        for other in question.enemies.iter().copied().chain(question.variant_of) {
            if leads.contains_key(&other) {
                let (a, b) = (last(&leads, id), last(&leads, other));
                leads.insert(a.max(b), a.min(b));
            }
        }
    }
    let mut res: BTreeMap<QuestionId, Vec<usize>> = BTreeMap::new();
    for id in leads.keys() {
        res.entry(last(&leads, *id)).or_default().push(bank.questions[*id].topic);
    }
    res.into_values()
        .map(|mut topics| {
            topics.sort_unstable();
            topics.dedup();
            topics
        })
        .collect()
}

fn last(leads: &BTreeMap<QuestionId, QuestionId>, mut id: QuestionId) -> QuestionId {
    while let Some(next) = leads.get(&id).filter(|it| **it != id) {
        id = *next;
    }
    id
}

/// Returns how many groups each topic gets when as many places as can be are filled.
///
/// Groups of one topic go there; for each that several could use, a group that another topic can
/// spare is looked for along augmenting paths (Kuhn's algorithm for bipartite matching).
fn fill(wanted: &[usize], groups: &[Vec<usize>]) -> Vec<usize> {
    let mut res = vec![0; wanted.len()];
    let (shared, own): (Vec<_>, Vec<_>) = groups.iter().partition(|it| it.len() > 1);
    for topics in own {
        res[topics[0]] += usize::from(res[topics[0]] < wanted[topics[0]]);
    }
    // By group, the topic that has it.
    let mut taken: Vec<Option<usize>> = vec![None; shared.len()];
    for topic in 0..wanted.len() {
        while res[topic] < wanted[topic]
            && take(topic, &shared, &mut taken, &mut vec![false; shared.len()])
        {
            res[topic] += 1;
        }
    }
    res
}

/// Gives a topic one more group, moving those of other topics where that helps.
fn take(
    topic: usize,
    groups: &[&Vec<usize>],
    taken: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for at in 0..groups.len() {
        if !groups[at].contains(&topic) || std::mem::replace(&mut tried[at], true) {
            continue;
        }
        if taken[at].is_none_or(|owner| owner != topic && take(owner, groups, taken, tried)) {
            taken[at] = Some(topic);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_go_where_they_are_needed() {
        for (wanted, groups, expected) in [
            (vec![2, 1], vec![vec![0], vec![1], vec![1]], vec![1, 1]),
            // What both could use goes to the one that has no other.
            (vec![1, 1], vec![vec![0, 1], vec![0]], vec![1, 1]),
            (vec![1, 1], vec![vec![0, 1], vec![0, 1]], vec![1, 1]),
            // Along a chain: 0 gives way to 1, which gives way to 2.
            (vec![1, 1, 1], vec![vec![0, 1], vec![1, 2], vec![0, 2]], vec![1, 1, 1]),
            (vec![1, 1], vec![vec![0, 1]], vec![1, 0]),
            (vec![0, 0], vec![vec![0]], vec![0, 0]),
        ] {
            assert_eq!(fill(&wanted, &groups), expected, "{wanted:?} {groups:?}");
        }
    }
}
