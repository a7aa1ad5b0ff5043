//! The `studyhall` command.

use std::process::ExitCode;

use clap::Parser as _;
use studyhall::cli::Cli;
use studyhall::cmd;
use studyhall::cmd::terminal::Terminal;

/// Trees, views and pages are many small pieces: with this allocator a build takes two thirds of
/// the CPU time that it takes with glibc's (benches/run).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let terminal = Terminal::new(cli.color);
    match cmd::run(&cli, &terminal) {
        Ok(code) => code,
        Err(error) => {
            terminal.say(&format!("{} {error:#}", terminal.colour(31, &terminal.bold("error:"))));
            ExitCode::from(2)
        }
    }
}
