//! Choice questions: one list of choices, one or several of them the key.

use crate::bank::fragment::Fragment;
use crate::source::Span;

/// Which of the choice types a question is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChoiceKind {
    /// One key.
    Single,
    /// One or several keys; the learner may tick any number.
    Multiple,
    /// A statement that is true or false.
    TrueFalse,
}

impl ChoiceKind {
    /// Returns the word authors write.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Multiple => "multiple",
            Self::TrueFalse => "true-false",
        }
    }
}

/// The choices of a question.
#[derive(Debug)]
pub struct ChoiceResponse {
    /// Which type.
    pub kind: ChoiceKind,
    /// The choices in written order, at most 26.
    pub choices: Vec<Choice>,
    /// Whether the page shuffles them.
    pub shuffle: bool,
}

/// One choice.
#[derive(Debug)]
pub struct Choice {
    /// First 8 base32 characters of the hash of its identity text, or `true` and `false`.
    pub id: String,
    /// Whether it is (part of) the key.
    pub key: bool,
    /// Whether it keeps its place in a shuffle.
    pub pinned: bool,
    /// The choice.
    pub content: Fragment,
    /// Why it is right or wrong.
    pub rationale: Fragment,
    /// Why learners pick it.
    pub tempting: Fragment,
    /// In which situation it would be the answer.
    pub right_when: Fragment,
    /// The item's bytes.
    pub span: Span,
}
