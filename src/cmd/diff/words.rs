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

/// Returns two texts as one run of words.
pub(super) fn runs(old: &str, new: &str) -> Vec<Run> {
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
