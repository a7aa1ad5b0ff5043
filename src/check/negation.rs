//! Negative questions: "Which is not …?", "All of these but one …", "… least likely".
//!
//! Only what turns the question round counts. A "not" in a condition, in a relative clause or in a
//! quotation says something of the case, and the question stays what it is.

use std::ops::Range;

use crate::bank::response::Response;
use crate::bank::response::choice::ChoiceKind;
use crate::check::item::Item;
use crate::check::text::Text;
use crate::parse::tree::Kind;
use crate::words::{Phrases, Words};

/// A word or phrase of the lead-in that makes the question ask for what does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Negative {
    /// Positions of its words in the lead-in.
    pub words: Range<usize>,
    /// Whether it stands out: strong, emphasised or in capitals.
    pub stands_out: bool,
}

/// Returns what makes the question of an item negative, in order.
pub fn find(item: &Item<'_>) -> Vec<Negative> {
    let Response::Choice(response) = &item.question.response;
    // A statement asks for nothing.
    if response.kind == ChoiceKind::TrueFalse {
        return Vec::new();
    }
    let Some(reader) = Reader::new(item) else { return Vec::new() };
    let words = item.lead_in.words();
    let mut res: Vec<Negative> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match reader.negative(at) {
            Some(length) if !is_quoted(&item.lead_in, words, at) => {
                let found = at..at + length;
                res.push(Negative { stands_out: stands_out(item, &found), words: found });
                at += length;
            }
            _ => at += 1,
        }
    }
    res
}

struct Reader<'r> {
    item: &'r Item<'r>,
    text: &'r str,
    words: &'r Words,
    /// The clause that asks.
    clause: Range<usize>,
    not: &'r Phrases,
    excepts: &'r Phrases,
    always: &'r Phrases,
    falsehood: Option<&'r Phrases>,
    statements: Option<&'r Phrases>,
    not_negative: Option<&'r Phrases>,
    helpers: Option<&'r Phrases>,
    inverting: Option<&'r Phrases>,
    being: Option<&'r Phrases>,
    determiners: Option<&'r Phrases>,
    not_to: Option<&'r Phrases>,
    correctives: Option<&'r Phrases>,
    avoiding: Option<&'r Phrases>,
}

impl<'r> Reader<'r> {
    fn new(item: &'r Item<'_>) -> Option<Self> {
        let words = item.lead_in.words();
        Some(Self {
            item,
            text: item.lead_in.as_str(),
            words,
            clause: clause(item)?,
            not: item.phrases("negatives")?,
            excepts: item.phrases("excepting")?,
            always: item.phrases("negative_phrases")?,
            falsehood: item.phrases("falsehood"),
            statements: item.phrases("statements"),
            not_negative: item.phrases("not_negative"),
            helpers: item.phrases("helper_verbs"),
            inverting: item.phrases("inverting_verbs"),
            being: item.phrases("being_verbs"),
            determiners: item.phrases("negative_determiners"),
            not_to: item.phrases("not_to"),
            correctives: item.phrases("correctives"),
            avoiding: item.phrases("avoiding"),
        })
    }

    /// Returns how many words of a negative begin at a word.
    fn negative(&self, at: usize) -> Option<usize> {
        if let Some(length) = self.always.at(self.words, at) {
            return Some(length);
        }
        if let Some(length) = self.excepts.at(self.words, at) {
            return self.is_exception(at, length).then_some(length);
        }
        if !self.clause.contains(&at) {
            return None;
        }
        if let Some(length) = self.not.at(self.words, at) {
            return self.negates(at, length).then_some(length);
        }
        if let Some(length) = self.avoiding.and_then(|it| it.at(self.words, at)) {
            return self.is_advised_against(at, length).then_some(length);
        }
        let length = self.falsehood?.at(self.words, at)?;
        self.is_false_statement(at, length).then_some(length)
    }

    /// Returns whether "except" asks for an exception, and does not tell one.
    fn is_exception(&self, at: usize, length: usize) -> bool {
        // More after it is what is excepted: "everything except the logs".
        const AFTER: usize = 2;
        let rest = self.words.len() - at - length;
        let broken = !self.words.is_joined(at + length) && rest > 0;
        at > 0
            && (rest <= AFTER || broken && self.text.trim_end().ends_with(['?', ':']) && rest <= 4)
    }

    /// Returns whether a "not" belongs to the verb of the clause.
    fn negates(&self, at: usize, length: usize) -> bool {
        let word = &self.text[self.words.bytes(&(at..at + length))];
        let is_name =
            at > 0 && word.starts_with(char::is_uppercase) && word.chars().any(char::is_lowercase);
        let exempt = |it: &Phrases| {
            it.at(self.words, at).is_some()
                || at > 0 && it.at(self.words, at - 1).is_some_and(|n| n > 1)
        };
        if is_name
            || is_hyphenated(self.text, &self.words.bytes(&(at..at + length)))
            || self.not_negative.is_some_and(exempt)
        {
            return false;
        }
        // "would cause a service not to start", but "ought not to".
        let is = |list: Option<&Phrases>, at: usize| {
            list.is_some_and(|it| it.at(self.words, at).is_some())
        };
        if is(self.not_to, at) && !(at > 0 && is(self.helpers, at - 1)) {
            return false;
        }
        // "not the fault of the user but of the system".
        if (at + length..self.clause.end).any(|it| is(self.correctives, it)) {
            return false;
        }
        // "is no metal"; "has no neutrons" tells a property.
        if self.is_determiner(at) {
            return self.being.is_some_and(|it| at > 0 && it.at(self.words, at - 1).is_some());
        }
        let Some(helpers) = self.helpers else { return true };
        // "isn't" and "cannot" are verbs themselves.
        if word.contains(['\'', '’']) || word.to_lowercase().starts_with("can") {
            return true;
        }
        const NEAR: usize = 3;
        const FAR: usize = 7;
        let before = |n: usize| (self.clause.start.max(at.saturating_sub(n))..at).rev();
        let is = |list: &Phrases, at: usize| list.at(self.words, at).is_some();
        if before(NEAR).any(|it| is(helpers, it)) {
            return true;
        }
        // "does a nurse not give", but "should go with files not tracked".
        let next = self.words.get(at + length).map_or("", |it| it.lower);
        let participle = next.ends_with("ed") || next.ends_with("ing");
        !participle && self.inverting.is_some_and(|list| before(FAR).any(|it| is(list, it)))
    }

    fn item_list(&self, name: &str) -> Option<&'r Phrases> {
        self.item.phrases(name)
    }

    /// Returns whether "avoid" asks for what should not be: "Which food should a patient avoid?".
    fn is_advised_against(&self, at: usize, length: usize) -> bool {
        let has = |name: &str| {
            let is =
                |at: usize| self.item_list(name).is_some_and(|it| it.at(self.words, at).is_some());
            (self.clause.start..at).any(is)
        };
        at + length == self.words.len() && has("advising") && !has("avoidable")
    }

    /// Returns whether a negative is the "no" of a noun.
    fn is_determiner(&self, at: usize) -> bool {
        self.determiners.is_some_and(|it| it.at(self.words, at).is_some())
    }

    /// Returns whether "false" is said of statements, and is no value.
    fn is_false_statement(&self, at: usize, length: usize) -> bool {
        let Some(statements) = self.statements else { return false };
        let is = |at: usize| statements.at(self.words, at).is_some();
        // "the incorrect statement", "which of these is false".
        is(at + length)
            || self.helpers.is_some_and(|it| at > 0 && it.at(self.words, at - 1).is_some())
                && self.clause.clone().take_while(|it| *it < at).any(is)
    }
}

/// Returns the words of the clause that asks; `None` where the question cannot be turned round.
fn clause(item: &Item<'_>) -> Option<Range<usize>> {
    let words = item.lead_in.words();
    let asking = item.phrases("question_words")?;
    let opening = item.phrases("subordinators")?;
    let is_start = |at: usize| {
        let clause_start = (0..=at).rev().find(|it| *it == 0 || !words.is_joined(*it)).unwrap_or(0);
        at - clause_start <= 2
    };
    const MOST: usize = 8;
    let whose = |list: &Phrases, at: usize| list.at(words, at).is_some();
    if item.phrases("open_questions").is_some_and(|it| it.at(words, 0).is_some()) {
        return None;
    }
    let start = (0..words.len()).find(|at| whose(asking, *at) && is_start(*at));
    let states = item.lead_in.as_str().ends_with('.')
        && item.phrases("imperatives").is_none_or(|it| it.at(words, 0).is_none());
    if start.is_none() && states {
        return Some(0..0);
    }
    let start = start.or_else(|| {
        // "If it does not answer, the router …": the condition is no part of what is asked.
        if words.is_empty() || !whose(opening, 0) {
            return Some(0);
        }
        (1..words.len()).find(|it| !words.is_joined(*it))
    })?;
    let relative = |at: usize| {
        whose(opening, at)
            && !item.phrases("statements").is_some_and(|it| at > 0 && whose(it, at - 1))
    };
    // "Select the word that does not fit": the relative clause is what is asked.
    let selects = item.phrases("selecting").is_some_and(|it| it.at(words, 0).is_some());
    let picked = selects
        .then(|| (1..words.len().min(MOST)).find(|it| relative(*it) || whose(asking, *it)))
        .flatten()
        .filter(|at| item.phrases("selected_by").is_some_and(|it| whose(it, *at)));
    let from = picked.map_or(start + 1, |it| it + 1);
    let end = (from..words.len())
        .find(|at| {
            relative(*at)
                || whose(asking, *at)
                || !words.is_joined(*at) && *at > from && is_comma(&item.lead_in, words, *at)
        })
        .unwrap_or(words.len());
    Some(start..end)
}

/// Returns whether a comma stands before a word.
fn is_comma(text: &Text, words: &Words, at: usize) -> bool {
    let (Some(before), Some(word)) = (words.get(at - 1), words.get(at)) else { return false };
    text.as_str()[before.range.end..word.range.start].contains(',')
}

/// Returns whether a word stands in a quotation.
fn is_quoted(text: &Text, words: &Words, at: usize) -> bool {
    let Some(word) = words.get(at) else { return false };
    let before = &text.as_str()[..word.range.start];
    let count = |c: char| before.matches(c).count();
    count('"') % 2 == 1 || count('“') + count('„') > count('”') || count('«') > count('»')
}

/// Returns whether a hyphen touches a range.
fn is_hyphenated(text: &str, range: &Range<usize>) -> bool {
    text[..range.start].ends_with('-') || text[range.end..].starts_with('-')
}

/// Returns whether one of some words of the lead-in is emphasised.
fn stands_out(item: &Item<'_>, words: &Range<usize>) -> bool {
    words.clone().any(|at| is_emphasised(item, at))
}

fn is_emphasised(item: &Item<'_>, word: usize) -> bool {
    let bytes = item.lead_in.words().bytes(&(word..word + 1));
    let written = &item.lead_in.as_str()[bytes.clone()];
    if !written.chars().any(char::is_lowercase) {
        return true;
    }
    let span = item.lead_in.span(bytes);
    let tree = item.tree;
    let source = &item.document.source.text;
    let tagged =
        source[..span.range().start].ends_with('>') && source[span.range().end..].starts_with("</");
    tagged
        || item.question.stem.nodes().any(|id| {
            let node = tree.node(id);
            matches!(node.kind, Kind::Strong | Kind::Emphasis) && node.span.contains(span)
        })
}
