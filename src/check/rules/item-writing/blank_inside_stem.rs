//! A blank that stands inside the stem.

use std::ops::Range;

use crate::check::Report;
use crate::check::item::Item;
use crate::check::text::{Kind, Text};

/// Reports the first blank after which its sentence goes on.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(blank) = found(item) else { return };
    let place = item.place(item.stem.span(blank));
    report.push(
        report
            .finding(place, "the stem goes on after the blank")
            .help("ask a question, or put the blank at the end"),
    );
}

/// Returns the bytes of the first blank of the stem after which its sentence goes on.
pub(super) fn found(item: &Item<'_>) -> Option<Range<usize>> {
    // Nearly no stem has a blank, and then no sentence need be looked for.
    blanks(&item.stem).next()?;
    let sentences = item.stem.sentences();
    blanks(&item.stem).find(|blank| {
        sentences.iter().filter(|it| it.contains(&blank.start)).any(|sentence| {
            let rest = &item.stem.as_str()[blank.end.min(sentence.end)..sentence.end];
            rest.chars().any(char::is_alphanumeric)
        })
    })
}

/// Characters of the longest blank between brackets that is looked for.
const LONGEST: usize = 64;

/// Returns the blanks of a text: `____`, `.....`, `[blank]`.
pub(super) fn blanks(text: &Text) -> impl Iterator<Item = Range<usize>> + '_ {
    let all = text.as_str();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < all.len() {
            let rest = &all[at..];
            let c = rest.chars().next()?;
            let least = match c {
                '_' => 3,
                '.' | '-' | '–' => 4,
                '…' => 2,
                _ => 0,
            };
            let start = at;
            if least > 0 {
                let run = rest.len() - rest.trim_start_matches(c).len();
                at += run;
                let touches =
                    all[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_') && c == '_';
                if run >= least * c.len_utf8() && text.kind(start) == Kind::Prose && !touches {
                    return Some(start..at);
                }
                continue;
            }
            if matches!(c, '[' | '(' | '<')
                && let Some((end, _)) =
                    rest.char_indices().take(LONGEST).find(|(_, c)| matches!(c, ']' | ')' | '>'))
                && is_blank_word(&rest[1..end])
                && text.kind(start) == Kind::Prose
            {
                at += end + 1;
                return Some(start..at);
            }
            at += c.len_utf8();
        }
        None
    })
}

fn is_blank_word(it: &str) -> bool {
    let it = it.trim();
    it.eq_ignore_ascii_case("blank") || !it.is_empty() && it.chars().all(|c| c == '_')
}
