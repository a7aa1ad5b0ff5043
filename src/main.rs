//! The `studyhall` command.

fn main() {}
