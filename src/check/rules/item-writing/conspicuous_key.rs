//! A key that something besides its sense sets apart.

use crate::check::item::{Choice, Item};
use crate::check::rules::language::uneven_choice_punctuation::ends_in_stop;
use crate::check::text::{Kind as Piece, Text};
use crate::check::{Report, catch_all};
use crate::parse::tree::Kind;
use crate::words::Phrases;

/// Says whether a choice has a feature.
type Is<'c> = &'c dyn Fn(&Choice<'_>) -> bool;

/// Reports a key that alone has parentheses, an example, code, bold type or a final full stop.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let distractors: Vec<&Choice<'_>> =
        item.distractors().filter(|it| catch_all::of(item, it).is_none()).collect();
    let Some(key) = item.keys().next() else { return };
    if distractors.len() < 2 || catch_all::of(item, key).is_some() {
        return;
    }
    // Where signs are asked for, they are the matter.
    if item.phrases("about_spelling").is_some_and(|it| it.find(item.stem.words()).next().is_some())
    {
        return;
    }
    let examples = item.phrases("examples");
    let has_code = |text: &Text| {
        text.words().iter().any(|it| it.code && text.kind(it.range.start) == Piece::Code)
    };
    // Where the question shows code, its names come up.
    let about_code = has_code(&item.stem);
    let features: [(&str, Is<'_>); 6] = [
        ("a parenthesis", &has_parenthesis),
        ("an example", &|it| has_example(it, examples)),
        ("code", &|it| !about_code && has_code(&it.text)),
        ("bold type", &|it| has(item, it, Kind::Strong)),
        ("italic type", &|it| has(item, it, Kind::Emphasis)),
        ("a final full stop", &|it| ends_in_stop(it) == Some(true)),
    ];
    for (name, is) in features {
        if item.keys().all(is) && !distractors.iter().any(|it| is(it)) {
            let place = item.place(key.text.whole());
            let message = format!("only the key has {name}");
            report.push(report.finding(place, message).help("give all choices the same look"));
            return;
        }
    }
}

/// Returns whether a choice has words in parentheses; `f(x)`, "(0, 1)" and "(n)ever" have none.
fn has_parenthesis(choice: &Choice<'_>) -> bool {
    let text = choice.text.as_str();
    text.match_indices('(').any(|(at, _)| {
        let touches = text[..at].ends_with(char::is_alphanumeric);
        let Some((inner, after)) = text[at + 1..].split_once(')') else { return false };
        let letters = |it: &str| it.chars().filter(|it| it.is_alphabetic()).count();
        // "Spanning tree (802.1D)" and "(layer three) network", but no interval and no sum.
        let worded =
            |it: &str| it.split(|it: char| !it.is_alphanumeric()).any(|it| letters(it) > 1);
        let words =
            worded(inner) || worded(&text[..at]) && inner.chars().any(char::is_alphanumeric);
        !touches
            && !after.starts_with(char::is_alphanumeric)
            && !choice.text.is_code(at..at + 1)
            && words
    })
}

fn has_example(choice: &Choice<'_>, examples: Option<&Phrases>) -> bool {
    let words = choice.text.words();
    let text = choice.text.as_str();
    let abbreviated = ["e.g.", "i.e."].iter().any(|mark| {
        text.match_indices(mark).any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
    });
    abbreviated || examples.is_some_and(|it| it.find(words).next().is_some())
}

/// Returns whether a part of a choice, not all of it, is of a kind.
fn has(item: &Item<'_>, choice: &Choice<'_>, kind: Kind) -> bool {
    choice.of.content.nodes().any(|id| item.tree.node(id).kind == kind)
}
