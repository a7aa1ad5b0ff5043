//! `watch`: the site served while it is written.

pub mod change;
pub mod events;
pub mod problem;
pub mod snapshot;
pub mod memory;
pub mod server;
