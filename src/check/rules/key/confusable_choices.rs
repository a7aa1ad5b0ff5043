//! Two choices that differ only by case, white space or final punctuation.

use crate::check::Report;
use crate::check::item::{Choice, Item};
use crate::check::text::Kind;

/// Letters below which a difference in case may be the point: `ii` and `II`, `pH`, `mA`.
const SYMBOL: usize = 4;

/// Reports the later one of two such choices.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    // A question about spelling has such choices on purpose.
    let words = item.stem.words();
    if item.phrases("about_spelling").is_some_and(|it| it.find(words).count() > 0) {
        return;
    }
    let folded: Vec<Option<String>> = item.choices.iter().map(folded).collect();
    for (at, choice) in item.choices.iter().enumerate() {
        let Some(this) = &folded[at] else { continue };
        let alike = |it: &&Choice<'_>| it.text.as_str() != choice.text.as_str();
        let earlier = (0..at).find(|other| folded[*other].as_ref() == Some(this));
        let Some(other) = earlier.map(|it| &item.choices[it]).filter(alike) else { continue };
        let place = item.place(choice.text.whole());
        let what = difference(choice.text.as_str(), other.text.as_str());
        let message =
            format!("choices {} and {} differ only by {what}", other.letter, choice.letter);
        let first = Some(item.place(other.text.whole()));
        report.push(
            report
                .finding(place, message)
                .note("the other one", first)
                .help("change or remove one of them"),
        );
    }
}

/// Returns a choice without case, white space and final punctuation; `None` where they may matter:
/// in code, in formulas and in symbols.
fn folded(choice: &Choice<'_>) -> Option<String> {
    let text = choice.text.as_str();
    let plain = (0..text.len()).all(|at| matches!(choice.text.kind(at), Kind::Prose));
    let letters = text.chars().filter(|it| it.is_alphabetic()).count();
    if !plain || text.is_empty() {
        return None;
    }
    let ended = text.trim_end_matches(['.', ',', ';', ':', '…', '。']);
    let mut res = String::with_capacity(ended.len());
    let mut chars = ended.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_whitespace() {
            // The space between two numbers parts them.
            let digit = |it: char| it.is_ascii_digit();
            if res.ends_with(digit) && chars.peek().is_some_and(|it| digit(*it)) {
                res.push(' ');
            }
        } else if letters < SYMBOL {
            res.push(c);
        } else {
            res.extend(c.to_lowercase());
        }
    }
    (!res.is_empty()).then_some(res)
}

/// Returns what two texts differ by.
fn difference(a: &str, b: &str) -> &'static str {
    let bare = |it: &str| -> String { it.split_whitespace().collect() };
    let end = |it: &str| it.trim_end_matches(|c: char| !c.is_alphanumeric()).to_owned();
    if bare(a) == bare(b) {
        "white space"
    } else if end(a) == end(b) {
        "their final punctuation"
    } else if a.to_lowercase() == b.to_lowercase() {
        "upper and lower case"
    } else {
        "case, white space or punctuation"
    }
}
