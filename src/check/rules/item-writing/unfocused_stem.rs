//! A stem that does not say what the question is about.

use super::blank_inside_stem;
use crate::check::Report;
use crate::check::item::{Choice, Item};
use crate::parse::tree::Kind;

/// Fewest words of a stem that is no question.
const WORDS: usize = 4;

/// Most words of a name.
const NAME: usize = 6;

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
    // Where the choices bring the verb, the stem is no more than a name.
    let name = || {
        item.phrases("helper_verbs").is_some_and(|verbs| {
            let begins = |it: &Choice<'_>| verbs.at(it.text.words(), 0).is_some();
            let all = item.choices.iter().all(begins) && !item.choices.is_empty();
            words.len() <= NAME && verbs.find(words).next().is_none() && all
        })
    };
    // A blank makes a sentence of it.
    let asks = item.stem.as_str().contains(['?', '？', '؟'])
        || blank_inside_stem::blanks(&item.stem).next().is_some();
    let message = if empty() {
        "the stem does not say what the question is about"
    } else if !asks && (words.len() < WORDS || name()) {
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
