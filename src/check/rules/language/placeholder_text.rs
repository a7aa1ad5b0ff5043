//! Text that was meant to be replaced: "TODO", "Lorem ipsum".

use std::ops::Range;

use crate::check::item::{Choice, Item, Part};
use crate::check::text::Text;
use crate::check::{Report, skeleton};
use crate::parse::tree::Kind;
use crate::source::Span;
use crate::words::Words;

/// Words in front of a colon that promise a text.
const MARKERS: [&str; 3] = ["TODO", "FIXME", "TBD"];

/// Lists of what holds the place of a block, and of what is no name of a thing either.
const BLOCKS: &str = "placeholders";
const NAMES: &str = "placeholders_in_choices";

/// Fields of the front matter that readers see.
const FIELDS: [&str; 4] = ["title", "objective", "author", "reviewer"];

/// Reports blocks and values that are no text yet.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let mut spans: Vec<Span> = Vec::new();
    for (part, text) in item.texts() {
        if let Part::Choice(at) = part
            && (item.choices[at].key && !is_skeleton(item, text) || is_matter(item, text))
        {
            continue;
        }
        let mut own = found(item, text, part);
        if !matches!(part, Part::Choice(_) | Part::Rationale(_)) {
            // Cells and entries of lists are named, not written.
            own.retain(|it| is_paragraph(item, *it));
        }
        spans.extend(own);
    }
    let sources = Text::of(&item.question.references_text, item.tree, &item.question.marks);
    spans.extend(found(item, &sources, Part::Explanation));
    for name in FIELDS {
        let value = item.document.front.text(name);
        let value = value.filter(|(it, _)| is_placeholder(item, it, &Words::of(it), NAMES));
        spans.extend(value.map(|(_, span)| span));
    }
    spans.sort();
    for span in spans {
        let written = item.document.source.text[span.range()].trim();
        let shown: String = written.chars().take(30).collect();
        report.push(
            report
                .finding(item.place(span), format!("`{shown}` holds the place of a text"))
                .help("write the text, or take the block out"),
        );
    }
}

/// Returns whether a span stands in a paragraph of its own.
fn is_paragraph(item: &Item<'_>, span: Span) -> bool {
    let tree = item.tree;
    tree.roots().any(|id| {
        let node = tree.node(id);
        node.kind == Kind::Paragraph && node.span.contains(span)
    })
}

/// Returns the spans of placeholders: whole blocks, and sentences that begin with `TODO:`.
fn found(item: &Item<'_>, text: &Text, part: Part) -> Vec<Span> {
    let list = if matches!(part, Part::Choice(_)) { NAMES } else { BLOCKS };
    let mut res = Vec::new();
    let mut start = 0;
    for line in text.as_str().split('\n') {
        let range = start..start + line.len();
        start = range.end + 1;
        if !may_hold_place(line) || text.is_code(range.clone()) {
            continue;
        }
        let part = text.slice(range.clone());
        if part.words().iter().any(|it| it.code) && !begins_with_marker(line) {
            continue;
        }
        if skeleton::has(line)
            || line == skeleton::KEY && list == NAMES && is_skeleton(item, text)
            || is_placeholder(item, line, part.words(), list)
        {
            res.push(text.span(range));
            continue;
        }
        for it in part.sentences() {
            let sentence = &part.as_str()[it.clone()];
            if begins_with_marker(sentence) && !part.is_code(it.start..it.start + 1) {
                res.push(part.span(it));
            } else if let Some(inner) = bracketed_marker(sentence) {
                let inner = it.start + inner.start..it.start + inner.end;
                if !part.is_code(inner.start..inner.start + 1) {
                    res.push(part.span(inner));
                }
            }
        }
    }
    res
}

/// Returns the brackets of a sentence that hold a note such as "(TODO: cite)".
fn bracketed_marker(sentence: &str) -> Option<Range<usize>> {
    let open = sentence
        .match_indices(['(', '['])
        .find(|(at, _)| begins_with_marker(&sentence[at + 1..]) && !sentence[..*at].ends_with('"'));
    let (at, _) = open?;
    let end = sentence[at..].find([')', ']']).map_or(sentence.len(), |it| at + it + 1);
    Some(at..end)
}

/// Returns whether a choice is one that `studyhall new` writes, with others of it beside.
fn is_skeleton(item: &Item<'_>, text: &Text) -> bool {
    let one = |it: &str| it == skeleton::KEY || skeleton::DISTRACTORS.contains(&it);
    let others = item.choices.iter().filter(|it| skeleton::DISTRACTORS.contains(&it.text.as_str()));
    one(text.as_str()) && (others.count() > 0 || item.stem.as_str() == skeleton::STEM)
}

/// Returns whether a block is short, or has one of the words by which a long one is known; the
/// others need not be taken apart.
fn may_hold_place(line: &str) -> bool {
    const SHORT: usize = 64;
    let lorem = || line.get(..5).is_some_and(|it| it.eq_ignore_ascii_case("lorem"));
    !line.is_empty()
        && (line.len() <= SHORT || lorem() || MARKERS.iter().any(|it| line.contains(it)))
}

/// Returns whether a block or value is a placeholder as a whole.
fn is_placeholder(item: &Item<'_>, text: &str, words: &Words, list: &str) -> bool {
    let text = text.trim();
    if !text.is_empty() && text.chars().all(|c| c == '?') {
        return text.len() > 2;
    }
    if !text.is_empty() && text.len() > 2 && words.is_empty() {
        return text.chars().all(|c| matches!(c, '.' | '…'));
    }
    let lorem = words.get(0).is_some_and(|it| it.lower == "lorem")
        && words.get(1).is_some_and(|it| it.lower == "ipsum")
        && (words.len() == 2 || words.get(2).is_some_and(|it| it.lower == "dolor"));
    let inner = text.trim_matches(|c: char| "[]()<>{}*".contains(c));
    let whole = inner.len() == text.len() || words.len() < 8;
    // "Todo:" opens a list.
    let opens_list = text.ends_with(':') && !text.chars().all(|it| !it.is_lowercase());
    if opens_list {
        return begins_with_marker(text);
    }
    lorem
        || begins_with_marker(text)
        || begins_with_task(item, text, words)
        || whole && item.phrases(list).is_some_and(|it| it.is_all_of(words))
        || list == BLOCKS && is_order(item, words, text.starts_with(['[', '<', '{']))
}

/// Returns whether a short text begins with "TODO" and says what is to be done: "TODO cite the RFC".
fn begins_with_task(item: &Item<'_>, text: &str, words: &Words) -> bool {
    const MOST: usize = 8;
    words.len() <= MOST
        && MARKERS.iter().any(|it| text.trim_start_matches(['[', '(']).starts_with(it))
        && item.phrases("placeholder_tasks").is_some_and(|it| it.at(words, 1).is_some())
}

/// Returns whether a short block tells the author what to write: "[insert the reason]", "write
/// something here".
fn is_order(item: &Item<'_>, words: &Words, bracketed: bool) -> bool {
    const MOST: usize = 7;
    let is = |list, at: usize| item.phrases(list).is_some_and(|it| it.at(words, at).is_some());
    let last = words.len().wrapping_sub(1);
    (2..=MOST).contains(&words.len())
        && words.iter().all(|it| !it.code)
        && is("placeholder_openers", 0)
        && (1..last).all(|at| is("placeholder_objects", at))
        && (is("placeholder_ends", last) || bracketed && is("placeholder_objects", last))
}

/// Returns whether a sentence begins with `TODO:`, perhaps in brackets or with a name.
fn begins_with_marker(text: &str) -> bool {
    let text = text.trim_start_matches(['[', '(', '*', '<']);
    MARKERS.iter().any(|it| {
        text.strip_prefix(it).is_some_and(|rest| {
            let rest = rest
                .strip_prefix('(')
                .map_or(rest, |it| it.split_once(')').map_or(it, |(_, it)| it));
            rest.starts_with(':')
        })
    })
}

/// Returns whether a choice is such a word because the question is about it.
fn is_matter(item: &Item<'_>, text: &Text) -> bool {
    let Some(list) = item.phrases(NAMES) else { return false };
    let others = item.choices.iter().filter(|it| it.text.whole() != text.whole());
    let soft = item.phrases("placeholders_soft").is_some_and(|it| it.is_all_of(text.words()));
    let mut siblings = others.clone();
    if soft && siblings.any(|it| style(&it.text) == style(text)) {
        return true;
    }
    let alike = others.filter(|it| list.is_all_of(it.text.words())).count();
    let named = || {
        let stem = item.stem.words();
        !text.words().is_empty()
            && text.words().iter().all(|word| stem.iter().any(|it| it.lower == word.lower))
    };
    let signs = |it: &Choice<'_>| it.text.words().is_empty();
    if text.words().is_empty() {
        return item.choices.iter().filter(|it| signs(it)).count() > 1;
    }
    alike > 0 || item.choices.iter().any(|it| it.text.words().iter().any(|it| it.code)) || named()
}

/// Returns how a text looks: the number of its words, and which letters are capital.
fn style(text: &Text) -> (usize, bool, bool) {
    let all = text.as_str();
    let first = all.starts_with(char::is_uppercase);
    (text.words().len(), first, all.chars().any(char::is_lowercase))
}
