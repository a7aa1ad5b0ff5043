//! Words such as "often" in choices.

use crate::check::Report;
use crate::check::item::Item;

/// Reports choices that say how often in words.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(list) = item.phrases("vague_frequencies") else { return };
    for choice in &item.choices {
        let words = choice.text.words();
        let found = list.find(words).next();
        let Some(found) = found else { continue };
        let bytes = words.bytes(&found);
        let message =
            format!("`{}` means something else to everyone", &choice.text.as_str()[bytes.clone()]);
        let place = item.place(choice.text.span(bytes));
        report.push(report.finding(place, message).help("say how often, or leave it out"));
        return;
    }
}
