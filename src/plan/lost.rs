//! Addresses that led somewhere and lead nowhere now.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::check::change::Lost;
use crate::plan::Plan;

/// Kinds of pages that authors write, and that others link to.
const KINDS: [&str; 7] = ["home", "exam", "topic", "question", "lesson", "author", "page"];

/// Returns the pages of an old plan at whose paths the new one has neither a page nor an alias.
pub fn lost(old: &Plan, new: &Plan) -> Vec<Lost> {
    let there: BTreeSet<&str> = new.pages().iter().map(|it| it.path()).collect();
    let gone = old.pages().iter().filter(|it| {
        KINDS.contains(&it.kind()) && !is_later(it.path()) && !there.contains(it.path())
    });
    gone.map(|it| Lost { path: it.path().to_owned(), source: Arc::clone(it.source()) }).collect()
}

/// Returns whether a path is that of a later page of a list: `mle/scaling/page/2/`.
fn is_later(path: &str) -> bool {
    let mut parts = path.trim_end_matches('/').rsplit('/');
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    parts.next().is_some_and(is_number) && parts.next() == Some("page")
}
