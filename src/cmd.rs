//! The commands: each reads the world, runs the stages, and says what came of it.

pub mod terminal;
pub mod columns;
pub mod bank;
pub mod build;
pub mod watch;
pub mod lint;
pub mod diff;
pub mod completions;
pub mod init;
pub mod place;
pub mod explain;
pub mod rules;
pub mod new;
pub mod mv;
pub mod schema;
pub mod stats;
pub mod item_stats;

use std::process::ExitCode;

use crate::cli::{Cli, Command};
use terminal::Terminal;

/// Runs a command and returns the exit code: 0 done, 1 the content has faults, 3 nothing to lint.
///
/// # Errors
///
/// Whatever keeps the command from doing its work; exit code 2.
pub fn run(cli: &Cli, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    match &cli.command {
        Command::Build(args) => build::run(&cli.root, args, terminal),
        Command::Watch(args) => watch::run(&cli.root, args, terminal),
        Command::Lint(args) => lint::run(&cli.root, args, terminal),
        Command::Diff(args) => diff::run(&cli.root, args, terminal),
        Command::Explain(args) => explain::run(args, terminal),
        Command::Rules(args) => rules::run(args, terminal),
        Command::Init(args) => init::run(&cli.root, args, terminal),
        Command::New(args) => new::run(&cli.root, args, terminal),
        Command::Mv(args) => mv::run(&cli.root, args, terminal),
        Command::Stats(args) => stats::run(&cli.root, args, terminal),
        Command::ItemStats(args) => item_stats::run(&cli.root, args, terminal),
        Command::Schema(args) => schema::run(args, terminal),
        Command::Completions(args) => completions::run(args, terminal),
    }
}
