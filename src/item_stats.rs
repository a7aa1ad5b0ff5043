//! What learners' answers say of the questions: logs that learners exported → statistics of items.
//!
//! Only first attempts count: a later one measures memory of the question. The formulas are those of
//! classical test theory as Moodle computes them (`core_question\statistics\questions\calculator`).

pub mod log;
pub mod pool;
pub mod measure;
pub mod report;
