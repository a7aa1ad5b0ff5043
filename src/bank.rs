//! Documents → bank: exams, topics, questions, lessons and authors, with names resolved.
//!
//! Knows the words of studying, and no URL of the site.

pub mod link;
pub mod slug;
pub mod heading;
pub mod fragment;
pub mod layout;
pub mod schema;
pub mod inline;
pub mod choice_reference;
pub mod cue;
pub mod identity;
pub mod task_list;
pub mod rationale;
pub mod body;
pub mod sequence;
pub mod title;
pub mod response;
pub mod model;
pub mod names;
pub mod question;
