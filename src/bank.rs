//! Documents → bank: exams, topics, questions, lessons and authors, with names resolved.
//!
//! Knows the words of studying, and no URL of the site.

pub mod link;
pub mod slug;
pub mod heading;
pub mod fragment;
pub mod response;
pub mod model;
