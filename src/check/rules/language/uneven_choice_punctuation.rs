//! Some choices end with a full stop and others do not.

use crate::check::Report;
use crate::check::item::{Choice, Item};
use crate::diagnostic::Edit;
use crate::source::Span;

/// Reports choices of which some end with a full stop.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let ends: Vec<(&Choice<'_>, bool)> =
        item.choices.iter().filter_map(|it| Some((it, ends_in_stop(it)?))).collect();
    let stops = ends.iter().filter(|(_, it)| *it).count();
    if stops == 0 || stops == ends.len() {
        return;
    }
    // The fewer follow the more; of equal numbers the shorter form wins.
    let add = stops > ends.len() - stops;
    let odd: Vec<&Choice<'_>> =
        ends.iter().filter(|(_, it)| *it != add).map(|(it, _)| *it).collect();
    let last = |it: &Choice<'_>| {
        let length = it.text.as_str().len();
        it.text.exact(length - last_length(it)..length)
    };
    let edits: Option<Vec<Edit>> = odd
        .iter()
        .map(|it| {
            let span = last(it)?;
            Some(if add {
                Edit { span: Span::at(span.range().end), text: ".".to_owned() }
            } else {
                Edit { span, text: String::new() }
            })
        })
        .collect();
    let message = if add {
        format!("choice {} ends without a full stop, unlike the others", odd[0].letter)
    } else {
        format!("choice {} ends with a full stop, unlike the others", odd[0].letter)
    };
    let finding =
        report.finding(item.place(odd[0].text.whole()), message).help("end all choices alike");
    // Where nothing but the full stop tells two choices apart, it is not the one to change.
    let bare = |it: &Choice<'_>| it.text.as_str().trim_end_matches('.').to_owned();
    let alike = odd.iter().any(|it| {
        item.choices.iter().any(|other| other.letter != it.letter && bare(other) == bare(it))
    });
    report.push(match edits.filter(|_| !alike) {
        Some(edits) if add => finding.unsafe_fix("add full stops", edits),
        Some(edits) => finding.unsafe_fix("take the full stops away", edits),
        None => finding,
    });
}

/// Returns the length of the last character of a choice.
fn last_length(choice: &Choice<'_>) -> usize {
    choice.text.as_str().chars().next_back().map_or(0, char::len_utf8)
}

/// Returns whether a choice ends with a full stop; `None` where it cannot be told: in code, after an
/// abbreviation.
pub(crate) fn ends_in_stop(choice: &Choice<'_>) -> Option<bool> {
    let text = choice.text.as_str();
    let last = text.chars().next_back()?;
    if choice.text.is_code(text.len() - last.len_utf8()..text.len()) {
        return None;
    }
    if last != '.' {
        return (last.is_alphanumeric() || matches!(last, ')' | '%' | '"' | '”')).then_some(false);
    }
    let word = text.trim_end_matches('.').rsplit(char::is_whitespace).next().unwrap_or_default();
    let word = word.trim_start_matches(['(', '"', '“']);
    const ABBREVIATIONS: [&str; 10] =
        ["etc", "inc", "ltd", "co", "corp", "jr", "sr", "al", "dr", "st"];
    let abbreviates = word.contains('.')
        || word.chars().count() == 1 && word.chars().all(char::is_alphabetic)
        || ABBREVIATIONS.iter().any(|it| word.eq_ignore_ascii_case(it));
    (!abbreviates && !text.ends_with("..")).then_some(true)
}
