//! Tests of the parts together, in one binary.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests make and look at files, and a fault in that is a panic"
)]

mod bad_input;
mod bare_letters;
mod bodies;
mod build;
mod changed;
mod ci;
mod cmd;
mod contradictions;
mod demo;
mod docs;
mod dump;
mod fixes;
mod fixing;
mod front_matter;
mod git;
mod hostile;
mod identity;
mod interrupt;
mod lint;
mod labelled;
mod load;
mod mv;
mod output;
mod phrasing;
mod properties;
mod reading;
mod reference;
mod refusals;
mod rules;
mod study;
mod tidy;
mod watch_command;
mod watch_events;
mod watch_memory;
mod watch_server;
mod words;
mod write;
