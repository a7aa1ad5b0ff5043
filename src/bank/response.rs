//! What a learner is asked to give. The only exhaustive match on question types is here.

pub mod choice;

use choice::{Choice, ChoiceResponse};

/// A question's response, by type.
#[derive(Debug)]
pub enum Response {
    /// One or several of a list of choices: `single`, `multiple`, `true-false`.
    Choice(ChoiceResponse),
}

impl Response {
    /// Returns the type's name as authors write it.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Choice(it) => it.kind.name(),
        }
    }

    /// Returns the choices in written order; none for types without choices.
    pub fn choices(&self) -> &[Choice] {
        match self {
            Self::Choice(it) => &it.choices,
        }
    }

    /// Returns whether the page shuffles what it shows.
    pub fn shuffles(&self) -> bool {
        match self {
            Self::Choice(it) => it.shuffle,
        }
    }

    /// Returns whether a reason is given for everything that can be answered.
    pub fn is_reasoned(&self) -> bool {
        match self {
            Self::Choice(it) => it.choices.iter().all(|it| !it.rationale.is_empty()),
        }
    }
}
