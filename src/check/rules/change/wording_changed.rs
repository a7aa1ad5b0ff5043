//! A question whose stem or choices say something else.

use crate::check::Report;
use crate::check::change::{Changes, Part, is_public};
use crate::source::Span;

/// Reports questions with another revision of content.
pub(crate) fn check(changes: &Changes<'_>, report: &mut Report<'_>) {
    for (pair, old, new) in changes.pairs() {
        if old.revision.content == new.revision.content || !is_public(old) {
            continue;
        }
        let parts: Vec<String> = (pair.texts.iter().map(|it| it.part))
            .filter(|it| matches!(it, Part::Stem | Part::Choice(_)))
            .map(Part::name)
            .collect();
        let message = match parts.as_slice() {
            [] => "stem or choices are others".to_owned(),
            [one] => format!("{one} says something else"),
            [.., last] => {
                format!("{} and {last} say something else", parts[..parts.len() - 1].join(", "))
            }
        };
        let document = &new.document;
        let first = new.stem.nodes().next().map(|id| document.body.node(id).span);
        let place = document.first_line(first.unwrap_or_else(Span::default));
        let help = "answers given before count for the old wording; a new question needs a new id";
        report.push(report.finding(place, message).help(help));
    }
}
