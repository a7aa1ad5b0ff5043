//! A text as sentences of words, marks and named choices.

use std::ops::Range;

use crate::check::letters::Letters;
use crate::check::text::Text;
use crate::check::verdict::lexicon::Lexicon;
use crate::words::{Phrases, Words};

/// A unit of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    /// One choice or a list of them.
    Choices {
        /// A bit for each.
        of: u32,
        /// Whether "or" or "nor" joins them.
        alternative: bool,
    },
    /// A word, by its position in the text.
    Word(usize),
    /// A comma, semicolon, colon, bracket, or a dash as `–`.
    Mark(char),
    /// A check mark, or a cross.
    Sign(bool),
}

/// Tokens up to a full stop or the end of a block.
#[derive(Debug, Default)]
pub struct Sentence {
    /// What it consists of, with the bytes of the text.
    pub tokens: Vec<(Token, Range<usize>)>,
    /// Whether it ends with a question mark.
    pub asks: bool,
    /// Whether a block begins with it.
    pub opens_block: bool,
}

impl Sentence {
    /// Returns a token.
    pub fn get(&self, at: usize) -> Option<Token> {
        self.tokens.get(at).map(|it| it.0)
    }

    /// Returns whether there is a mark among `marks` at a place.
    pub fn is_mark(&self, at: usize, marks: &str) -> bool {
        matches!(self.get(at), Some(Token::Mark(it)) if marks.contains(it))
    }

    /// Returns whether it names a choice.
    pub fn names(&self) -> bool {
        self.tokens.iter().any(|it| matches!(it.0, Token::Choices { .. }))
    }

    /// Returns the choices named at a place.
    pub fn choices(&self, at: usize) -> Option<(u32, bool)> {
        match self.get(at)? {
            Token::Choices { of, alternative } => Some((of, alternative)),
            _ => None,
        }
    }

    /// Returns the place after a phrase that stands at `at`.
    pub fn phrase(&self, list: &Phrases, words: &Words, at: usize) -> Option<usize> {
        let Some(Token::Word(word)) = self.get(at) else { return None };
        let last = word + list.at(words, word)?;
        let inside = |it: &&(Token, Range<usize>)| matches!(it.0, Token::Word(it) if it < last);
        Some(at + self.tokens[at..].iter().take_while(inside).count())
    }

    /// Returns the bytes from one token to before another.
    pub fn bytes(&self, from: usize, to: usize) -> Range<usize> {
        match (self.tokens.get(from), to.checked_sub(1).and_then(|it| self.tokens.get(it))) {
            (Some(first), Some(last)) => first.1.start..last.1.end.max(first.1.start),
            _ => 0..0,
        }
    }
}

/// Reads the sentences of a text; none is empty.
pub fn read(text: &Text, letters: &Letters<'_>, lexicon: &Lexicon<'_>) -> Vec<Sentence> {
    let mut reader =
        Reader { text, letters, lexicon, done: Vec::new(), now: Sentence::default(), at: 0 };
    reader.now.opens_block = true;
    let words = text.words();
    let mut word = 0;
    while word < words.len() {
        let Some(found) = words.get(word) else { break };
        reader.gap(found.range.start);
        if let Some((of, alternative, next, end)) = reader.list(word) {
            let bracketed = reader.now.is_mark(reader.now.tokens.len().wrapping_sub(1), "(");
            let closed = text.as_str()[end..].starts_with(')');
            if bracketed && closed {
                reader.now.tokens.pop();
            }
            reader.push(Token::Choices { of, alternative }, found.range.start..end);
            reader.at = if closed { end + 1 } else { end };
            word = next;
        } else {
            reader.at = found.range.end;
            reader.push(Token::Word(word), found.range);
            word += 1;
        }
    }
    reader.gap(text.as_str().len());
    reader.end();
    reader.done
}

struct Reader<'r> {
    text: &'r Text,
    letters: &'r Letters<'r>,
    lexicon: &'r Lexicon<'r>,
    done: Vec<Sentence>,
    now: Sentence,
    /// How far the text is read.
    at: usize,
}

impl Reader<'_> {
    fn push(&mut self, token: Token, range: Range<usize>) {
        self.now.tokens.push((token, range));
    }

    fn end(&mut self) {
        if !self.now.tokens.is_empty() {
            self.done.push(std::mem::take(&mut self.now));
        }
    }

    /// Reads what stands between two words.
    fn gap(&mut self, end: usize) {
        let all = self.text.as_str();
        let start = self.at;
        for (offset, c) in all[start..end].char_indices() {
            let at = start + offset;
            let after = at + c.len_utf8();
            let place = at..after;
            match c {
                ',' | ';' | ':' | '(' | ')' => self.push(Token::Mark(c), place),
                '–' | '—' => self.push(Token::Mark('–'), place),
                '-' if self.is_spaced(at) => self.push(Token::Mark('–'), place),
                '=' | '→' => self.push(Token::Mark(':'), place),
                '✓' | '✔' | '✅' => self.push(Token::Sign(true), place),
                '✗' | '✘' | '❌' | '✖' => self.push(Token::Sign(false), place),
                '.' | '!' | '?' if self.ends(c, after, end) => {
                    self.now.asks = c == '?';
                    self.end();
                }
                '\n' => {
                    self.end();
                    self.now.opens_block = true;
                }
                _ => {}
            }
        }
        self.at = end;
    }

    fn is_spaced(&self, at: usize) -> bool {
        let all = self.text.as_str();
        all[..at].ends_with(char::is_whitespace) && all[at + 1..].starts_with(char::is_whitespace)
    }

    /// Returns whether a sentence ends with a full stop, question or exclamation mark.
    fn ends(&self, mark: char, after: usize, next: usize) -> bool {
        let all = self.text.as_str();
        let rest = all[after..].trim_start_matches(['"', '\'', ')', '”', '»', '.', '!', '?']);
        if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            return false;
        }
        let before = all[..after - mark.len_utf8()].split_whitespace().next_back();
        let abbreviated = before.is_some_and(|it| {
            it.contains('.') && it.len() <= 5
                || matches!(it, "vs" | "cf" | "approx" | "etc" | "no" | "No")
        });
        let lower = all[next..].starts_with(char::is_lowercase);
        mark != '.' || !lower && !abbreviated
    }

    /// Reads the list of choices that begins at a word: the choices, whether it is one of
    /// alternatives, the word after it, and the byte.
    fn list(&self, word: usize) -> Option<(u32, bool, usize, usize)> {
        let first = self.letters.at(self.text, word)?;
        let mut of = 1 << first.choice;
        let mut alternative = false;
        let mut next = word + 1;
        let mut end = first.range.end;
        while let Some((choice, other, after, to)) = self.further(next, end) {
            of |= 1 << choice;
            alternative |= other;
            next = after;
            end = to;
        }
        Some((of, alternative, next, end))
    }

    /// Reads a further choice of a list: "B", "and B", "and option B" after a comma or a space.
    fn further(&self, word: usize, end: usize) -> Option<(usize, bool, usize, usize)> {
        let words = self.text.words();
        let mut parted = false;
        let mut alternative = false;
        let mut done = end;
        for at in word..word + 3 {
            let it = words.get(at)?;
            let gap = &self.text.as_str()[done..it.range.start];
            if !gap.chars().all(|it| matches!(it, ' ' | ',' | '/' | '&' | '(' | ')' | '"')) {
                return None;
            }
            parted |= gap.contains([',', '/', '&']);
            if let Some(found) = self.letters.at(self.text, at) {
                return parted.then_some((found.choice, alternative, at + 1, found.range.end));
            }
            if self.letters.is_connective(&it) {
                parted = true;
                alternative |= self.lexicon.alternatives.at(words, at).is_some();
            } else if !(parted && self.letters.is_keyword(&it)) {
                return None;
            }
            done = it.range.end;
        }
        None
    }
}
