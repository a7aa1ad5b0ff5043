//! Two texts → their words, each with whether it stayed.

use similar::{ChangeTag, TextDiff};

/// Texts longer than this together are shown apart: a comparison would take long and say little.
const LONGEST: usize = 20_000;

/// Words that only one of two texts has, or that both have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Run {
    Both(String),
    Old(String),
    New(String),
}

/// Characters of what both texts have that are shown beside what only one has.
const BESIDE: usize = 60;

/// Returns two texts as one run of words, of what both have only that near a difference.
pub(super) fn runs(old: &str, new: &str) -> Vec<Run> {
    let mut res = all_runs(old, new);
    let last = res.len().saturating_sub(1);
    for (at, run) in res.iter_mut().enumerate() {
        if let Run::Both(text) = run {
            *text = near(text, at > 0, at < last);
        }
    }
    res
}

/// Returns of a text its beginning, its end or both, with an ellipsis for what is left out.
fn near(text: &str, beginning: bool, end: bool) -> String {
    let count = text.chars().count();
    let kept = BESIDE * (usize::from(beginning) + usize::from(end));
    if count <= kept + BESIDE {
        return text.to_owned();
    }
    let head: String = text.chars().take(if beginning { BESIDE } else { 0 }).collect();
    let tail: String = text.chars().skip(if end { count - BESIDE } else { count }).collect();
    // Cut between words, where there are any.
    let head = head.rfind(' ').map_or(&*head, |at| &head[..=at]);
    let tail = tail.find(' ').map_or(&*tail, |at| &tail[at..]);
    format!("{head}…{tail}")
}

fn all_runs(old: &str, new: &str) -> Vec<Run> {
    if old.is_empty() || new.is_empty() || old.len() + new.len() > LONGEST || is_other(old, new) {
        let apart = [Run::Old(old.to_owned()), Run::New(new.to_owned())];
        return apart.into_iter().filter(|it| !it.text().is_empty()).collect();
    }
    let mut res: Vec<Run> = Vec::new();
    let diff = TextDiff::from_words(old, new);
    for it in diff.iter_all_changes() {
        let text = it.value();
        match (it.tag(), res.last_mut()) {
            (ChangeTag::Equal, Some(Run::Both(last)))
            | (ChangeTag::Delete, Some(Run::Old(last)))
            | (ChangeTag::Insert, Some(Run::New(last))) => last.push_str(text),
            (ChangeTag::Equal, _) => res.push(Run::Both(text.to_owned())),
            (ChangeTag::Delete, _) => res.push(Run::Old(text.to_owned())),
            (ChangeTag::Insert, _) => res.push(Run::New(text.to_owned())),
        }
    }
    res
}

impl Run {
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Both(it) | Self::Old(it) | Self::New(it) => it,
        }
    }
}

/// Returns whether two texts have so little in common that a mixture would be hard to read.
fn is_other(old: &str, new: &str) -> bool {
    TextDiff::from_words(old, new).ratio() < 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_from_a_difference_words_are_left_out() {
        let (long, text) = ("word ".repeat(100), |it: &str| it.to_owned());
        let runs = runs(&format!("{long}old {long}"), &format!("{long}new {long}"));
        let near = "word ".repeat(11);
        assert_eq!(
            runs,
            [
                Run::Both(format!("… {near}")),
                Run::Old(text("old")),
                Run::New(text("new")),
                Run::Both(format!(" {near}…")),
            ]
        );
    }
}
