//! The selection cue at the end of a stem: "(Select TWO)", "Choose 3.", "(Select all that apply)".

use crate::bank::fragment::{Fragment, Mark, Marks};
use crate::bank::inline::{Joined, fold};
use crate::i18n::{Language, ParserWords};
use crate::parse::tree::{Kind, NodeId, Tree};
use crate::source::Span;

/// What a cue asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// This many.
    Exactly(usize),
    /// All that apply, the number not told.
    All,
}

/// A cue and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cue {
    /// What it asks for.
    pub count: Count,
    /// Its bytes in the source, from its first to its last piece.
    pub span: Span,
}

/// Finds the cue at the end of the stem's last paragraph and hides it.
///
/// A code block, a picture or a table may follow that paragraph.
pub fn take(tree: &Tree, stem: &Fragment, language: &Language, marks: &mut Marks) -> Option<Cue> {
    let paragraph = stem.roots(tree).filter(|id| is_text(tree, *id)).last()?;
    let range = paragraph + 1..tree.node(paragraph).end;
    let joined = Joined::of(tree, range.clone());
    let (start, count) = find(&joined.text, language)?;
    let end = joined.text.trim_end().len();
    let first = joined.offset(start)?;
    let last = joined.offset(end - 1)? + 1;
    let span = Span::new(first, last);
    hide(tree, range, span, marks);
    Some(Cue { count, span })
}

/// Returns whether a block is a paragraph that is more than a picture.
fn is_text(tree: &Tree, id: NodeId) -> bool {
    let picture = |id: NodeId| match tree.node(id).kind {
        Kind::Image(_) | Kind::SoftBreak | Kind::HardBreak => true,
        Kind::Text(it) => tree.str(it).trim().is_empty(),
        _ => false,
    };
    tree.node(id).kind == Kind::Paragraph && !tree.children(id).all(picture)
}

/// Hides the nodes of a line from a place on, and the white space before it.
fn hide(tree: &Tree, range: std::ops::Range<NodeId>, cue: Span, marks: &mut Marks) {
    for id in range {
        let node = tree.node(id);
        match node.kind {
            Kind::Text(_) if node.span.end > cue.start => {
                let start = node.span.start.max(cue.start) as usize;
                let text = &tree.text[node.span.start as usize..start];
                let kept = node.span.start as usize + text.trim_end().len();
                marks.add(Span::new(kept, node.span.end as usize), Mark::Hide);
            }
            Kind::SoftBreak if node.span.start >= cue.start => marks.add(node.span, Mark::Hide),
            _ => {}
        }
    }
}

/// Returns where the cue begins in a text that ends with one, and what it asks for.
fn find(text: &str, language: &Language) -> Option<(usize, Count)> {
    let folded = fold(text);
    let body = folded.trim_end_matches(|c: char| c.is_whitespace() || ".!:。؟".contains(c));
    let closed = body.strip_suffix([')', ']']);
    let inner =
        closed.unwrap_or(body).trim_end_matches(|c: char| c.is_whitespace() || ".!:".contains(c));
    let words = &language.parser;
    let all =
        words.select_all.iter().filter_map(|pattern| Some((before(inner, pattern)?, Count::All)));
    let (start, count) = all.chain(counted(inner, language)).min_by_key(|(start, _)| *start)?;
    let head = &folded[..start];
    if closed.is_some() {
        let open = head.trim_end().strip_suffix(['(', '['])?;
        return Some((open.len(), count));
    }
    // Without brackets the cue is a sentence of its own.
    let trimmed = head.trim_end();
    let own = trimmed.is_empty()
        || head.ends_with('\n')
        || trimmed.ends_with(['.', '?', '!', ':', '؟', ';', '…']);
    own.then_some((start, count))
}

/// Returns where a text begins that ends with a phrase, if the phrase is not the tail of a word.
fn before(text: &str, phrase: &str) -> Option<usize> {
    let head = text.strip_suffix(phrase)?;
    let whole = !head.chars().next_back().is_some_and(char::is_alphanumeric);
    whole.then_some(head.len())
}

/// Matches `select {n}`, perhaps followed by a word such as "answers".
fn counted(text: &str, language: &Language) -> Option<(usize, Count)> {
    let bare = language.parser.keywords.iter().find_map(|word| {
        text.strip_suffix(word.as_str()).filter(|head| head.ends_with(char::is_whitespace))
    });
    // Few patterns differ in what follows the number, so it is read once for many of them.
    let mut read: Option<(&str, Option<(&str, usize)>)> = None;
    let mut first: Option<(usize, Count)> = None;
    for pattern in &language.parser.select_count {
        let Some((lead, tail)) = pattern.split_once("{n}") else { continue };
        let known = read.filter(|it| it.0 == tail);
        let found = known.map_or_else(|| ended(text, bare, tail, language), |it| it.1);
        read = Some((tail, found));
        let Some((head, number)) = found else { continue };
        if let Some(start) = before(head, lead.trim_end())
            && first.is_none_or(|it| start < it.0)
        {
            first = Some((start, Count::Exactly(number)));
        }
    }
    first
}

/// Returns the number before the tail of a pattern, and what stands before it.
fn ended<'t>(
    text: &'t str,
    bare: Option<&'t str>,
    tail: &str,
    language: &Language,
) -> Option<(&'t str, usize)> {
    let numbered = |text: &'t str| {
        let rest = text.trim_end().strip_suffix(tail)?.trim_end();
        let (at, word) = last_word(rest);
        Some((rest[..at].trim_end(), number(word, language)?))
    };
    bare.and_then(numbered).or_else(|| numbered(text))
}

/// Returns the last word of a text and where it begins.
fn last_word(text: &str) -> (usize, &str) {
    let at = text
        .rfind(|c: char| !c.is_alphanumeric())
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    (at, &text[at..])
}

/// Finds the number that the question itself asks for, "which two of the following": in the last
/// paragraph of a stem without a cue.
pub fn asked(tree: &Tree, stem: &Fragment, language: &Language) -> Option<Cue> {
    let paragraph = stem.roots(tree).filter(|id| is_text(tree, *id)).last()?;
    let joined = Joined::of(tree, paragraph + 1..tree.node(paragraph).end);
    let folded = fold(&joined.text);
    let patterns = language.parser.ask_count.iter().filter_map(|it| it.split_once("{n}"));
    let found = patterns.flat_map(|(lead, tail)| {
        folded.match_indices(lead).map(move |(at, _)| (at, at + lead.len(), tail))
    });
    for (at, start, tail) in found {
        let rest = &folded[start..];
        let length = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let end = start + length;
        let whole = !folded[..at].chars().next_back().is_some_and(char::is_alphanumeric);
        let after = folded[end..].strip_prefix(tail);
        let ends = after.is_some_and(|it| !it.chars().next().is_some_and(char::is_alphanumeric));
        // "Which two numbers add up to five?" has a pair for an answer; "Which TWO" asks for two.
        let meant = !tail.is_empty() || joined.text[start..end].chars().all(char::is_uppercase);
        if let Some(count) = number(&folded[start..end], language)
            && whole
            && ends
            && meant
            && let (Some(first), Some(last)) = (joined.offset(at), joined.offset(end - 1))
        {
            return Some(Cue { count: Count::Exactly(count), span: Span::new(first, last + 1) });
        }
    }
    None
}

/// Finds the number that a question with several keys asks for: "Which two steps harden a server?",
/// "Choose the two correct answers", "(2 answers)".
///
/// Where one choice is the key, "which two numbers" may ask for a pair.
pub fn asked_of_several(tree: &Tree, stem: &Fragment, language: &Language) -> Option<Cue> {
    let words = &language.parser;
    let paragraphs: Vec<NodeId> = stem.roots(tree).filter(|id| is_text(tree, *id)).collect();
    for (from_end, paragraph) in paragraphs.into_iter().rev().enumerate() {
        let joined = Joined::of(tree, paragraph + 1..tree.node(paragraph).end);
        let folded = fold(&joined.text);
        for pattern in &words.ask_several {
            let Some((lead, tail)) = pattern.split_once("{n}") else { continue };
            // An order may stand before the question; what asks for a noun is the question itself.
            if from_end > 0 && tail.is_empty() {
                continue;
            }
            for (at, _) in folded.match_indices(lead) {
                let start = at + lead.len();
                let rest = &folded[start..];
                let length = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
                let end = start + length;
                let Some(count) = number(&folded[start..end], language).filter(|it| *it > 1) else {
                    continue;
                };
                let fits = if tail.is_empty() {
                    // "What two hosts need is a route." asks for nothing.
                    let stop = folded[end..].chars().find(|it| ".?!:;؟".contains(*it));
                    let orders = lead.trim_end().contains(' ');
                    is_plural(&folded[end..], words) && (orders || matches!(stop, Some('?' | '؟')))
                } else {
                    let after = folded[end..].strip_prefix(tail);
                    after.is_some_and(|it| !it.starts_with(char::is_alphanumeric))
                };
                if begins_sentence(&folded[..at])
                    && fits
                    && let (Some(first), Some(last)) = (joined.offset(at), joined.offset(end - 1))
                {
                    let span = Span::new(first, last + 1);
                    return Some(Cue { count: Count::Exactly(count), span });
                }
            }
        }
    }
    None
}

/// Returns whether a sentence or a bracket may begin after a text.
fn begins_sentence(before: &str) -> bool {
    let trimmed = before.trim_end();
    trimmed.is_empty() || trimmed.ends_with(['.', '?', '!', ':', '؟', ';', '…', '(', '[', ','])
}

/// Returns whether a text goes on with a plural noun.
fn is_plural(text: &str, words: &ParserWords) -> bool {
    let Some(rest) = text.strip_prefix([' ', '\n']) else { return false };
    let word = rest.split(|it: char| !it.is_alphabetic()).next().unwrap_or_default();
    let after = rest[word.len()..].chars().next();
    word.chars().count() > 3
        && words.plural_endings.iter().any(|it| word.ends_with(it.as_str()))
        && !word.ends_with("ss")
        && !words.measures.iter().any(|it| it == word)
        && after.is_none_or(|it| it.is_whitespace() || "?.".contains(it))
}

/// Reads a number in European, Arabic or Persian digits.
fn digits(word: &str) -> Option<usize> {
    let digit = |c: char| match c {
        '0'..='9' => Some(c as usize - '0' as usize),
        '٠'..='٩' => Some(c as usize - '٠' as usize),
        '۰'..='۹' => Some(c as usize - '۰' as usize),
        _ => None,
    };
    if word.is_empty() || word.chars().count() > 2 {
        return None;
    }
    word.chars().try_fold(0, |res, c| Some(res * 10 + digit(c)?))
}

fn number(word: &str, language: &Language) -> Option<usize> {
    let position = language.numbers.iter().position(|it| it.to_lowercase() == word);
    position.map(|it| it + 1).or_else(|| digits(word)).filter(|it| (1..=26).contains(it))
}
