//! The `studyhall` command.

use std::process::ExitCode;

use clap::Parser as _;
use studyhall::cli::Cli;
use studyhall::cmd;
use studyhall::cmd::terminal::Terminal;

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
