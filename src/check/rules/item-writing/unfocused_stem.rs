//! A stem that does not say what the question is about.

use crate::check::Report;
use crate::check::item::Item;
use crate::parse::tree::Kind;

/// Fewest words of a stem that is no question.
const WORDS: usize = 4;

/// Reports stems such as "Which is true?" and "Kubernetes:".
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let words = item.stem.words();
    // A figure, a table or code may be the matter.
    let only_text = item.question.stem.nodes().all(|id| {
        let kind = item.tree.node(id).kind;
        kind.is_inline() && !matches!(kind, Kind::Image(_)) || kind == Kind::Paragraph
    });
    if !only_text || words.is_empty() || words.iter().any(|it| it.code) {
        return;
    }
    let empty = || {
        item.phrases("empty_stem_words").is_some_and(|list| {
            let mut at = 0;
            while at < words.len() {
                let Some(length) = list.at(words, at) else { return false };
                at += length;
            }
            true
        })
    };
    let asks = item.stem.as_str().contains(['?', '？', '؟']);
    let message = if empty() {
        "the stem does not say what the question is about"
    } else if !asks && words.len() < WORDS {
        "the stem is no question and no sentence"
    } else {
        return;
    };
    report.push(
        report
            .finding(item.place(item.stem.whole()), message)
            .help("ask so that the answer could be given without the choices"),
    );
}
