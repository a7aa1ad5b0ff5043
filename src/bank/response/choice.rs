//! Choice questions: one list of choices, one or several of them the key.

use crate::bank::fragment::{Fragment, Mark, Marks};
use crate::bank::identity::{choice_id, identity_text};
use crate::i18n::Language;
use crate::parse::tree::{Kind, Tree};
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

/// Returns the two choices of a statement whose key stands in `answer`.
pub fn stated(answer: bool) -> Vec<Choice> {
    let choice = |key| Choice {
        id: String::new(),
        key,
        pinned: false,
        content: Fragment::default(),
        rationale: Fragment::default(),
        tempting: Fragment::default(),
        right_when: Fragment::default(),
        span: Span::default(),
    };
    vec![choice(answer), choice(!answer)]
}

/// Gives the choices of a `true-false` question the ids `true` and `false`.
///
/// The words of the question's language decide which is which; unknown ones are taken in the order
/// true, false.
pub fn name_true_false(choices: &mut [Choice], texts: &[String], language: &Language) {
    let word = |at: usize, words: &[String]| {
        let text = texts.get(at).map(|it| it.to_lowercase()).unwrap_or_default();
        words.iter().any(|it| it == text.trim_end_matches(|c: char| !c.is_alphanumeric()))
    };
    let turned = word(0, &language.parser.false_words) || word(1, &language.parser.true_words);
    for (at, choice) in choices.iter_mut().enumerate() {
        choice.id = if (at == 0) == turned { "false" } else { "true" }.to_owned();
    }
}

/// Returns the ids of choices by their contents.
///
/// A reference to another choice counts as that choice's id. Ids are therefore made in rounds:
/// first of choices that name none, then of those that name only choices with an id. Where choices
/// name each other in a circle, the references in the circle count as nothing.
pub fn ids(tree: &Tree, contents: &[&Fragment], marks: &Marks) -> Vec<String> {
    let named: Vec<Vec<usize>> = contents.iter().map(|it| named_by(tree, it, marks)).collect();
    let mut ids: Vec<Option<String>> = vec![None; contents.len()];
    let make = |at: usize, ids: &[Option<String>]| {
        choice_id(&identity_text(tree, contents[at], marks, &|index| {
            ids.get(usize::from(index)).cloned().flatten().unwrap_or_default()
        }))
    };
    loop {
        let ready: Vec<usize> = (0..contents.len())
            .filter(|at| {
                ids[*at].is_none()
                    && named[*at].iter().all(|it| ids.get(*it).is_none_or(Option::is_some))
            })
            .collect();
        if ready.is_empty() {
            break;
        }
        let made: Vec<String> = ready.iter().map(|at| make(*at, &ids)).collect();
        for (at, id) in ready.into_iter().zip(made) {
            ids[at] = Some(id);
        }
    }
    (0..contents.len()).map(|at| ids[at].clone().unwrap_or_else(|| make(at, &ids))).collect()
}

fn named_by(tree: &Tree, content: &Fragment, marks: &Marks) -> Vec<usize> {
    let spans =
        content.nodes().map(|id| tree.node(id)).filter(|it| matches!(it.kind, Kind::Text(_)));
    spans
        .flat_map(|it| marks.within(it.span))
        .filter_map(|(_, mark)| match mark {
            Mark::Choice(index) => Some(usize::from(*index)),
            Mark::Hide => None,
        })
        .collect()
}
