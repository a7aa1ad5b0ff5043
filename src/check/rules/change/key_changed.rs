//! A question of which another answer is right than was.

use crate::bank::title::cut;
use crate::check::Report;
use crate::check::change::{Changes, is_public, key_in_words};

/// Characters of a key that are shown.
const SHOWN: usize = 60;

/// Reports questions with another key.
pub(crate) fn check(changes: &Changes<'_>, report: &mut Report<'_>) {
    let changed = changes.pairs().filter(|(pair, old, _)| pair.rekeyed && is_public(old));
    for (_, old, new) in changed {
        let document = &new.document;
        let key = new.response.choices().iter().find(|it| it.key).map(|it| it.span);
        let place = match key.filter(|it| it.end > 0) {
            Some(span) => document.first_line(span),
            // A statement has its key in front matter.
            None => document.place(
                document.front.entry("answer").map_or_else(Default::default, |it| it.key_span),
            ),
        };
        let message = format!(
            "the key was `{}` and is `{}`",
            cut(&key_in_words(old), SHOWN),
            cut(&key_in_words(new), SHOWN)
        );
        let help = "have somebody else confirm it: learners were told that the old one is right";
        report.push(report.finding(place, message).help(help));
    }
}
