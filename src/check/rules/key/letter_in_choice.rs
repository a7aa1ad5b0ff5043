//! A choice that begins with a letter of its own: "A) …".

use std::ops::Range;

use crate::check::Report;
use crate::check::item::{Choice, Item};
use crate::diagnostic::Edit;

/// A letter with which a choice begins.
struct Prefix {
    /// Its bytes with the marks and the space after it.
    range: Range<usize>,
    /// Whether it is the letter of the choice's own place.
    own: bool,
    /// Whether a bracket makes it a letter of a list whatever the others begin with.
    bracket: bool,
}

/// Reports letters that were typed into the choices.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let prefixes: Vec<Option<Prefix>> = item
        .choices
        .iter()
        .enumerate()
        .map(|(at, it)| prefix(it, at, item.choices.len()))
        .collect();
    // "E. coli" is a name; where each choice begins with its own letter, it is a list.
    let listed =
        prefixes.len() > 1 && prefixes.iter().all(|it| it.as_ref().is_some_and(|it| it.own));
    for (choice, prefix) in item.choices.iter().zip(prefixes) {
        let Some(prefix) = prefix.filter(|it| listed || it.bracket) else { continue };
        let Some(span) = choice.text.exact(prefix.range.clone()) else { continue };
        let written = choice.text.as_str()[prefix.range].trim_end();
        let message = format!("the choice begins with a letter of its own, `{written}`");
        let finding = report.finding(item.place(span), message);
        let edit = Edit { span, text: String::new() };
        report.push(
            finding
                .help("remove it: the page adds letters, and they follow the shuffle")
                .unsafe_fix("remove the letter", vec![edit]),
        );
    }
}

/// Reads "A)", "(a)", "A.", "a:" or "A -" before the text of a choice.
fn prefix(choice: &Choice<'_>, place: usize, count: usize) -> Option<Prefix> {
    let text = choice.text.as_str();
    let open = usize::from(text.starts_with('('));
    let letter = *text.as_bytes().get(open).filter(|it| it.is_ascii_alphabetic())?;
    let rest = &text[open + 1..];
    let bracket = rest.starts_with(')') || open == 1 && rest.starts_with(".)");
    let marks = [")", ".)", ".", ":", " -", " –"];
    let mark = marks.into_iter().find(|it| rest.starts_with(*it) && (open == 0 || bracket))?;
    let after = &rest[mark.len()..];
    let spaces = after.len() - after.trim_start().len();
    if spaces == 0 || after.len() == spaces || choice.text.is_code(0..open + 1) {
        return None;
    }
    let at = usize::from(letter.to_ascii_uppercase() - b'A');
    let own = at == place;
    Some(Prefix { range: 0..open + 1 + mark.len() + spaces, own, bracket: bracket && at < count })
}
