//! A key that is much longer than every distractor.

use crate::bank::response::Response;
use crate::bank::response::choice::ChoiceKind;
use crate::check::item::{Choice, Item};
use crate::check::text::Text;
use crate::check::{Report, catch_all};
use crate::fields::{Field, Kind};

const RATIO: f64 = 1.2;
const MEAN_RATIO: f64 = 1.45;
const LENGTH: f64 = 18.0;

/// `[lint.longest-key]`.
pub(crate) const SETTINGS: &[Field] = &[
    Field {
        name: "ratio",
        kind: Kind::Number { min: 1.0, max: 10.0 },
        default: "`1.2`",
        doc: "Length of the key to that of the longest distractor from which it stands out.",
    },
    Field {
        name: "mean_ratio",
        kind: Kind::Number { min: 1.0, max: 10.0 },
        default: "`1.45`",
        doc: "Length of the key to the mean length of the distractors from which it stands out.",
    },
    Field {
        name: "length",
        kind: Kind::Number { min: 1.0, max: 1000.0 },
        default: "`18`",
        doc: "Length of the key, in characters, from which it is looked at.",
    },
];

/// Reports a key that its length gives away.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let number = |name, default| report.settings().number(name).unwrap_or(default);
    let limits =
        [number("ratio", RATIO), number("mean_ratio", MEAN_RATIO), number("length", LENGTH)];
    let Some((key, ratio)) = found(item, limits) else { return };
    let place = item.place(key.text.whole());
    let message = format!("the key is {ratio:.1} times as long as the longest distractor");
    report.push(
        report.finding(place, message).help("shorten the key, or say as much in the distractors"),
    );
}

/// Returns whether a question has such a key, by the usual limits.
pub(super) fn stands_out(item: &Item<'_>) -> bool {
    found(item, [RATIO, MEAN_RATIO, LENGTH]).is_some()
}

/// Returns the key and how many times it is as long as the longest distractor.
fn found<'a, 'i>(
    item: &'a Item<'i>,
    [ratio, mean_ratio, least]: [f64; 3],
) -> Option<(&'a Choice<'i>, f64)> {
    let Response::Choice(response) = &item.question.response;
    if response.kind == ChoiceKind::TrueFalse {
        return None;
    }
    let key = item.keys().min_by(|a, b| length(&a.text).total_cmp(&length(&b.text)))?;
    if length(&key.text) < least || mostly_code(&key.text) || catch_all::of(item, key).is_some() {
        return None;
    }
    let others: Vec<f64> = item
        .distractors()
        .filter(|it| catch_all::of(item, it).is_none() && !mostly_code(&it.text))
        .map(|it| length(&it.text))
        .collect();
    // One wrong choice is no company to stand out of.
    if others.len() < 2 {
        return None;
    }
    let longest = others.iter().copied().fold(0.0, f64::max);
    let mean = others.iter().sum::<f64>() / others.len() as f64;
    let own = length(&key.text);
    (longest > 0.0 && own >= ratio * longest && own >= mean_ratio * mean)
        .then_some((key, own / longest))
}

/// Returns the length of a text in characters.
fn length(text: &Text) -> f64 {
    text.as_str().chars().count() as f64
}

/// Returns whether half of a text or more is code or a formula, whose length says nothing.
fn mostly_code(text: &Text) -> bool {
    let words = text.words();
    let code: usize = words.iter().filter(|it| it.code).map(|it| it.range.len()).sum();
    let all: usize = words.iter().map(|it| it.range.len()).sum();
    2 * code >= all
}
