//! Words whose meaning hangs on the day on which they are read.

use crate::check::Report;
use crate::check::item::{Item, Part};
use crate::check::text::Text;
use crate::words::Phrases;

/// Reports words such as "nowadays"; in a question that tells a story those of its own time, such
/// as "currently", are left alone.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(always) = item.phrases("relative_time") else { return };
    let in_statements = item.phrases("relative_time_in_statements");
    let is_story = item.stem.sentences().len() > 1;
    for (part, text) in item.texts() {
        // A story's own time is no reader's time.
        if part == Part::Stem {
            report_all(item, always, &item.lead_in, report);
        } else {
            report_all(item, always, text, report);
        }
        if let (Some(phrases), false) = (in_statements, is_story) {
            report_all(item, phrases, text, report);
        }
    }
}

fn report_all(item: &Item<'_>, phrases: &Phrases, text: &Text, report: &mut Report<'_>) {
    let words = text.words();
    for found in phrases.find(words) {
        // "The currently active user" is one at any time, "the least recently used" as well.
        let before = item.phrases("relative_time_not_after");
        let within = (found.start > 0 && words.is_joined(found.start)).then(|| found.start - 1);
        if within.is_some_and(|at| before.is_some_and(|it| it.at(words, at) == Some(1))) {
            continue;
        }
        let follows = words.is_joined(found.end)
            && item
                .phrases("relative_time_not_before")
                .is_some_and(|it| it.at(words, found.end).is_some());
        let range = words.bytes(&found);
        // A word in quotation marks is spoken of, and one alone in a choice is an answer.
        let quoted = text.as_str()[..range.start].ends_with(['"', '“', '„', '«'])
            && text.as_str()[range.end..].starts_with(['"', '”', '“', '»']);
        if follows || quoted || found.len() == words.len() {
            continue;
        }
        let message =
            format!("`{}` means another time to each reader", &text.as_str()[range.clone()]);
        let finding = report.finding(item.place(text.span(range)), message);
        report.push(finding.help("name the year or the version, such as \"since TLS 1.3 (2018)\""));
    }
}
