//! Logs of many learners → the first attempts at each question, each with how the learner did
//! otherwise.

use std::collections::{BTreeMap, BTreeSet};

use super::log::{Attempt, Log, Verdict};

/// Other first attempts of a mock exam that say how strong a learner is.
pub const LEAST_IN_SITTING: usize = 10;

/// Other first attempts of a learner, in whatever mode, that say the same.
pub const LEAST_OF_LEARNER: usize = 20;

/// A first attempt.
#[derive(Debug, Clone)]
pub struct First {
    /// The answer.
    pub attempt: Attempt,
    /// Mean score of the other first attempts of its mock exam, if there are enough.
    pub in_sitting: Option<f64>,
    /// Mean score of the learner's other first attempts, if there are enough.
    pub of_learner: Option<f64>,
}

/// First attempts by question and revision.
#[derive(Debug, Default)]
pub struct Pool {
    /// By id of the question and `CONTENT.KEY`.
    pub firsts: BTreeMap<(String, String), Vec<First>>,
    /// Number of learners.
    pub learners: usize,
    /// Number of attempts that were in an earlier log already.
    pub duplicates: usize,
    /// Number of attempts that were not the learner's first.
    pub later: usize,
    /// Number of first attempts at questions that the bank does not have.
    pub unknown: usize,
}

/// Number and sum of scores.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    n: usize,
    of: f64,
}

impl Sum {
    fn add(&mut self, score: f64) {
        self.n += 1;
        self.of += score;
    }

    /// Returns the mean without one of the scores, if at least so many others are there.
    fn without(self, score: f64, least: usize) -> Option<f64> {
        let others = self.n.checked_sub(1).filter(|it| *it >= least)?;
        #[expect(clippy::cast_precision_loss, reason = "numbers of attempts are small")]
        Some((self.of - score) / others as f64)
    }
}

/// Puts logs together. `today` gives the id that a question of a log has today.
///
/// The order of logs is of no account, except that of two attempts that both claim to be a
/// learner's first at a question, the one with the lesser id is taken.
pub fn pool(logs: &[Log], today: impl Fn(&str) -> Option<String>) -> Pool {
    let mut res = Pool::default();
    let mut seen = BTreeSet::new();
    let mut firsts: BTreeMap<(&str, String), Vec<&Attempt>> = BTreeMap::new();
    for log in logs {
        for it in &log.attempts {
            if !seen.insert((&*log.learner, &*it.id)) {
                res.duplicates += 1;
            } else if !it.first {
                res.later += 1;
            } else if let Some(question) = today(&it.question) {
                firsts.entry((&log.learner, question)).or_default().push(it);
            } else {
                res.unknown += 1;
            }
        }
    }
    res.learners = logs.iter().map(|it| &it.learner).collect::<BTreeSet<_>>().len();

    let mut of_learner: BTreeMap<&str, Sum> = BTreeMap::new();
    let mut in_sitting: BTreeMap<(&str, &str), Sum> = BTreeMap::new();
    let mut chosen: Vec<(&str, String, &Attempt)> = Vec::with_capacity(firsts.len());
    for ((learner, question), mut attempts) in firsts {
        attempts.sort_by(|a, b| a.id.cmp(&b.id));
        res.later += attempts.len() - 1;
        let Some(first) = attempts.first() else { continue };
        if first.verdict != Verdict::Revealed {
            of_learner.entry(learner).or_default().add(first.score);
            if let Some(sitting) = &first.sitting {
                in_sitting.entry((learner, sitting)).or_default().add(first.score);
            }
        }
        chosen.push((learner, question, first));
    }
    for (learner, question, attempt) in chosen {
        let answered = attempt.verdict != Verdict::Revealed;
        let sitting = attempt.sitting.as_deref().and_then(|it| in_sitting.get(&(learner, it)));
        let whole = of_learner.get(learner);
        let first = First {
            in_sitting: sitting
                .filter(|_| answered)
                .and_then(|it| it.without(attempt.score, LEAST_IN_SITTING)),
            of_learner: whole
                .filter(|_| answered)
                .and_then(|it| it.without(attempt.score, LEAST_OF_LEARNER)),
            attempt: attempt.clone(),
        };
        res.firsts.entry((question, attempt.revision.clone())).or_default().push(first);
    }
    res
}
