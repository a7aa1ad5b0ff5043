//! What `studyhall new` writes for people to replace.

/// The stem.
pub const STEM: &str = "STEM: a situation, then one question.";
/// The key.
pub const KEY: &str = "KEY";
/// The other choices.
pub const DISTRACTORS: [&str; 3] = ["FIRST DISTRACTOR", "SECOND DISTRACTOR", "THIRD DISTRACTOR"];
/// The rationale of the key.
pub const RIGHT: &str = "Why it is right.";
/// The rationale of another choice.
pub const WRONG: &str = "Why it is wrong here.";
/// Why learners pick it.
pub const TEMPTING: &str = "why learners pick it.";
/// When it would be right.
pub const RIGHT_WHEN: &str = "the situation in which it would be the answer.";
/// The explanation.
pub const EXPLANATION: &str = "The rule behind it, and how to tell.";
/// The trap.
pub const TRAP: &str = "The mistake that most learners make.";
/// The hint.
pub const HINT: &str = "A nudge that does not give the answer away.";

/// Returns whether a block is one of these; `KEY` alone may be an answer.
pub fn has(block: &str) -> bool {
    [STEM, RIGHT, WRONG, TEMPTING, RIGHT_WHEN, EXPLANATION, TRAP, HINT].contains(&block)
        || DISTRACTORS.contains(&block)
}
