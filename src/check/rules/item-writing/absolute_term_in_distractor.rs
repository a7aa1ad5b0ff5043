//! Absolute terms in distractors and none in the key.

use std::ops::Range;

use crate::check::item::{Choice, Item};
use crate::check::{Report, catch_all};
use crate::fields::{Field, Kind};

/// `[lint.absolute-term-in-distractor]`.
pub(crate) const SETTINGS: &[Field] = &[Field {
    name: "at_least",
    kind: Kind::Integer { min: 1, max: 25 },
    default: "`2`",
    doc: "Number of distractors with an absolute term from which they are reported.",
}];

/// Reports distractors with words such as "always".
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(list) = item.phrases("absolute_terms") else { return };
    let term = |it: &Choice<'_>| -> Option<Range<usize>> {
        if catch_all::of(item, it).is_some() {
            return None;
        }
        let words = it.text.words();
        let found = list.find(words).next();
        found.map(|it| words.bytes(&it))
    };
    if item.keys().any(|it| term(it).is_some()) {
        return;
    }
    let found: Vec<(&Choice<'_>, Range<usize>)> =
        item.distractors().filter_map(|it| Some((it, term(it)?))).collect();
    let least = report.settings().number("at_least").unwrap_or(2.0);
    if (found.len() as f64) < least {
        return;
    }
    let (choice, bytes) = &found[0];
    let written = &choice.text.as_str()[bytes.clone()];
    let message = match found.len() {
        1 => format!("`{written}` in a distractor gives it away"),
        n => format!("{n} distractors have absolute terms such as `{written}`, the key has none"),
    };
    let mut finding = report
        .finding(item.place(choice.text.span(bytes.clone())), message)
        .help("say what learners believe without an absolute term");
    for (choice, bytes) in &found[1..] {
        let place = item.place(choice.text.span(bytes.clone()));
        finding = finding.note("a further one stands here", Some(place));
    }
    report.push(finding);
}
