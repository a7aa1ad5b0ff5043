//! `completions`: what shells need to complete command lines.

use std::process::ExitCode;

use clap::CommandFactory as _;

use crate::cli::{Cli, Completions};
use crate::cmd::terminal::Terminal;

/// Prints a script for a shell.
///
/// # Errors
///
/// See `cmd::run`.
pub fn run(args: &Completions, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "studyhall", &mut script);
    terminal.print(&String::from_utf8(script)?)?;
    Ok(ExitCode::SUCCESS)
}
