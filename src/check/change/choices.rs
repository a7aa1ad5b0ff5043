//! Which choice of a question's new version is which of the old one.

use std::collections::BTreeSet;

use crate::bank::model::Question;

/// A choice in both versions, or in one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aligned {
    /// Its position in the old version.
    pub old: Option<usize>,
    /// Its position in the new one.
    pub new: Option<usize>,
}

/// Words of which two choices share at least this part are versions of one.
const ALIKE: f64 = 0.5;

/// Returns the choices of two versions of a question side by side, in the order of the new one,
/// those that are gone last.
///
/// Choices with one id are the same; of the others those are versions of one that share half of
/// their words and differ in no number.
pub fn align(old: &Question, new: &Question) -> Vec<Aligned> {
    let (before, after) = (old.response.choices(), new.response.choices());
    let mut of_new: Vec<Option<usize>> =
        after.iter().map(|it| before.iter().position(|old| old.id == it.id)).collect();
    let left = |of_new: &[Option<usize>]| -> Vec<usize> {
        (0..before.len()).filter(|at| !of_new.contains(&Some(*at))).collect()
    };
    let words = |question: &Question, at: usize| {
        let content = &question.response.choices()[at].content;
        words(&content.plain_text(&question.document.body, &question.marks))
    };
    let mut alike = Vec::new();
    for at in (0..after.len()).filter(|at| of_new[*at].is_none()) {
        let text = words(new, at);
        for from in left(&of_new) {
            let share = share(&words(old, from), &text);
            if share >= ALIKE {
                alike.push((share, from, at));
            }
        }
    }
    // The nearest first; among equals, in written order.
    alike.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    for (_, from, at) in alike {
        if of_new[at].is_none() && !of_new.contains(&Some(from)) {
            of_new[at] = Some(from);
        }
    }
    let gone = left(&of_new).into_iter().map(|at| Aligned { old: Some(at), new: None });
    let kept = of_new.iter().enumerate().map(|(at, old)| Aligned { old: *old, new: Some(at) });
    kept.chain(gone).collect()
}

fn words(text: &str) -> BTreeSet<String> {
    let ends = |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '+' | '%');
    let words = text.split_whitespace().map(|it| it.trim_matches(ends).to_lowercase());
    words.filter(|it| !it.is_empty()).collect()
}

/// Returns the part of the words of both that both have; none where a number differs.
#[expect(clippy::cast_precision_loss, reason = "texts have far fewer words than 2^52")]
fn share(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let numbers = |it: &BTreeSet<String>| -> Vec<String> {
        it.iter().filter(|it| it.chars().any(char::is_numeric)).cloned().collect()
    };
    if numbers(a) != numbers(b) || a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let both = a.intersection(b).count();
    both as f64 / (a.len() + b.len() - both) as f64
}
