//! What a learner is asked to give. The only exhaustive match on question types is here.

pub mod choice;

use choice::ChoiceResponse;

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
}
