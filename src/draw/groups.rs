//! Questions that never share a form: enemies and variants, closed into groups.

use crate::bank::model::{Bank, Exam, QuestionId, Status};

/// Returns for each question of an exam the number of its group, from 0 in order of the first
/// member; nothing for one that is in no group with another that may be drawn.
///
/// Being enemies or variants is taken to reach on: if A is a variant of B and B of C, then A and C
/// are as alike. A retired question still joins the two it stands between; a draft does not, since a
/// site with drafts must draw the forms that the site without them draws.
pub fn groups(bank: &Bank, exam: &Exam) -> Vec<Option<u32>> {
    let first = exam.questions.start;
    let mut parents: Vec<usize> = (0..exam.questions.len()).collect();
    let joins =
        |it: QuestionId| exam.questions.contains(&it) && bank.questions[it].status != Status::Draft;
    for id in exam.questions.clone().filter(|it| joins(*it)) {
        let question = &bank.questions[id];
        for other in question.enemies.iter().chain(&question.variant_of) {
            if joins(*other) {
                let (a, b) = (root(&mut parents, id - first), root(&mut parents, other - first));
                // The smaller root stays, so that roots do not depend on the order of joining.
                parents[a.max(b)] = a.min(b);
            }
        }
    }
    let is_drawn = |at: usize| super::is_drawn(&bank.questions[first + at]);
    let mut sizes = vec![0_u32; parents.len()];
    for at in (0..parents.len()).filter(|it| is_drawn(*it)) {
        sizes[root(&mut parents, at)] += 1;
    }
    let mut numbers = vec![None; parents.len()];
    let mut next = 0;
    let mut res = vec![None; parents.len()];
    for at in (0..parents.len()).filter(|it| is_drawn(*it)) {
        let root = root(&mut parents, at);
        if sizes[root] < 2 {
            continue;
        }
        res[at] = Some(*numbers[root].get_or_insert_with(|| {
            next += 1;
            next - 1
        }));
    }
    res
}

/// Returns the root of a member, and shortens the way to it.
fn root(parents: &mut [usize], mut at: usize) -> usize {
    while parents[at] != at {
        parents[at] = parents[parents[at]];
        at = parents[at];
    }
    at
}
