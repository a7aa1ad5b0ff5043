//! A word that stands twice in a row.

use crate::check::Report;
use crate::check::item::Item;
use crate::check::text::{Kind, Text};
use crate::diagnostic::Edit;
use crate::source::Span;
use crate::words::{Phrases, Words};

/// Reports words written twice by mistake.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let (Some(allowed), Some(function)) =
        (item.phrases("doubled_words"), item.phrases("function_words"))
    else {
        return;
    };
    let mut found: Vec<(Span, String, Edit)> = Vec::new();
    for (_, text) in item.texts() {
        found.extend(doubled(item, text, allowed, function));
    }
    found.sort_by_key(|(span, ..)| *span);
    for (span, word, edit) in found {
        report.push(
            report
                .finding(item.place(span), format!("`{word}` stands twice in a row"))
                .help("take one out")
                .unsafe_fix(format!("take the second `{word}` out"), vec![edit]),
        );
    }
}

fn doubled(
    item: &Item<'_>,
    text: &Text,
    allowed: &Phrases,
    function: &Phrases,
) -> Vec<(Span, String, Edit)> {
    let words = text.words();
    let source = &item.document.source.text;
    let mut res = Vec::new();
    for at in 1..words.len() {
        let (Some(a), Some(b)) = (words.get(at - 1), words.get(at)) else { continue };
        if a.lower != b.lower
            || a.code
            || b.code
            || !a.lower.chars().all(|c| c.is_alphabetic() || c == '\'')
        {
            continue;
        }
        let written = |it: &std::ops::Range<usize>| &text.as_str()[it.clone()];
        let capital = |it: &std::ops::Range<usize>| written(it).starts_with(char::is_uppercase);
        // "Bora Bora" is a name, and so may a single letter be.
        let name = capital(&a.range) && capital(&b.range) && function.at(words, at).is_none();
        let plain = [&a.range, &b.range].iter().all(|it| text.kind(it.start) == Kind::Prose);
        let (first, second) = (text.span(a.range.clone()), text.span(b.range.clone()));
        let between = &source[first.range().end..second.range().start.max(first.range().end)];
        let gap = &text.as_str()[a.range.end..b.range.start];
        // Two paragraphs are parted, and so are two lines with a break between.
        let broken = gap.contains('\n') || between.contains("  \n") || between.contains("  \r");
        let shouted = |it: &str| it.len() > 1 && !it.chars().any(char::is_lowercase);
        let other_case = shouted(written(&a.range)) != shouted(written(&b.range));
        let clause = is_end_of_clause(item, words, at);
        let apart = broken
            || other_case
            || clause
            || between.is_empty()
            || !between.chars().all(|c| c.is_whitespace() || c == '>');
        let phrase =
            allowed.at(words, at - 1).is_some_and(|it| it > 1) || is_particle(item, words, at);
        // "a a" is a slip, "A a" are genes and "b b" are letters.
        let is_letter = a.lower.chars().count() < 2
            && (function.at(words, at).is_none() || capital(&a.range) || capital(&b.range));
        if name || !plain || apart || phrase || is_letter || is_quoted(text.as_str(), a.range.start)
        {
            continue;
        }
        // Over the end of a line the second goes with the space after it, so that the line stays.
        let gone = if between.contains('\n') {
            let rest = &source[second.range().end..];
            let spaces = rest.len() - rest.trim_start_matches(' ').len();
            Span::new(second.range().start, second.range().end + spaces)
        } else {
            Span::new(first.range().end, second.range().end)
        };
        let edit = Edit { span: gone, text: String::new() };
        let whole = Span::new(first.range().start, second.range().end);
        res.push((whole, written(&b.range).to_owned(), edit));
    }
    res
}

/// Returns whether the first of two words belongs to a verb before it: "log in in the morning".
fn is_particle(item: &Item<'_>, words: &Words, at: usize) -> bool {
    let is =
        |list: &str, at: usize| item.phrases(list).is_some_and(|it| it.at(words, at).is_some());
    at > 1 && is("doubled_particles", at - 1) && is("particle_verbs", at - 2)
}

/// Returns whether two verbs stand side by side, as in "what it is is a router".
fn is_end_of_clause(item: &Item<'_>, words: &Words, at: usize) -> bool {
    const FAR: usize = 6;
    let is =
        |list: &str, at: usize| item.phrases(list).is_some_and(|it| it.at(words, at).is_some());
    is("being_verbs", at) && (at.saturating_sub(FAR)..at - 1).any(|it| is("doubled_after", it))
}

/// Returns whether a byte stands in a quotation of its line, which is not the author's to mend.
fn is_quoted(text: &str, at: usize) -> bool {
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    let count = |c: char| line.matches(c).count();
    count('"') % 2 == 1 || count('“') + count('„') > count('”') || count('«') > count('»')
}
