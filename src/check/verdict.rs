//! What a text says of choices: which are right, which are wrong.
//!
//! A small grammar over words. A text is read sentence by sentence (`sentence`) with the words of
//! its language (`lexicon`); what is hedged or holds on a condition only claims nothing (`clause`);
//! the rest is matched against the forms in which authors say that a choice is right (`grammar`), or
//! that it does what is asked (`deed`).

pub mod clause;
pub mod deed;
pub mod grammar;
pub mod lexicon;
pub mod sentence;

use std::ops::Range;

use crate::check::letters::Letters;
use crate::check::text::Text;
use lexicon::Lexicon;

/// What a claim is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// Choices, a bit for each.
    Choices(u32),
    /// The choice whose rationale says it.
    This,
    /// The statement of a true-false question.
    Statement,
}

/// That something is right or wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Its words in the text.
    pub range: Range<usize>,
    /// What it is about.
    pub about: About,
    /// Whether it says "right".
    pub right: bool,
    /// What it rests on.
    pub basis: Basis,
}

/// In which words something is called right or wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// "B is right", which is no answer where a stem asks for what is wrong.
    Adjective,
    /// "The answer is B".
    Answer,
    /// "B is true".
    Truth,
    /// Without a word for it: "Only B reads names", "so it lists names: B". It means the answer
    /// only if it names as many choices as there are keys, and nothing else is said of the key.
    Deed,
}

/// What kind of text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The explanation, which may begin with the answer.
    Explanation,
    /// A rationale, which may begin with a verdict on its choice.
    Rationale,
    /// Another text.
    Other,
}

/// Returns what a text claims, in reading order; with `statement` also of the statement of a
/// true-false question.
pub fn claims(
    text: &Text,
    source: Source,
    statement: bool,
    letters: &Letters<'_>,
    lexicon: &Lexicon<'_>,
) -> Vec<Claim> {
    let sentences = sentence::read(text, letters, lexicon);
    let mut res = Vec::new();
    for (at, it) in sentences.iter().enumerate() {
        if it.asks {
            continue;
        }
        let follows = sentences.get(at + 1);
        let before = res.len();
        if statement || it.names() {
            grammar::Reading { sentence: it, text, letters, lexicon }.read(&mut res);
        }
        if source == Source::Rationale {
            grammar::Reading { sentence: it, text, letters, lexicon }
                .read_of_this(at == 0, &mut res);
        }
        // "A is right. But …" grants a truth and takes it back.
        let taken_back =
            follows.is_some_and(|it| it.phrase(lexicon.concessions, text.words(), 0).is_some());
        if taken_back {
            let said = res.split_off(before);
            res.extend(said.into_iter().filter(|it| !it.right || it.basis == Basis::Answer));
        }
        if let Some(next) = follows.filter(|it| !it.asks) {
            let before = at.checked_sub(1).map(|it| &sentences[it]);
            grammar::read_labelled(it, next, before, text, letters, lexicon, &mut res);
        }
    }
    if source == Source::Explanation {
        deed::read_deeds(&sentences, text, letters, lexicon, &mut res);
    }
    res.sort_by_key(|it| it.range.start);
    res.dedup();
    res
}
