//! Ending the preview: Ctrl-C, or a signal that asks for it.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::Context as _;

use crate::cmd::terminal::Terminal;

/// Longest wait for a terminal that takes no text.
const PATIENCE: Duration = Duration::from_millis(100);

/// Ends the program at once, with exit code 0, when Ctrl-C is pressed or a signal asks for it.
///
/// Nothing is left to be done then: the preview writes no file, and the system ends connections.
///
/// # Errors
///
/// A system that takes no handler.
pub fn on_signal(terminal: &Terminal) -> anyhow::Result<()> {
    let terminal = terminal.clone();
    ctrlc::set_handler(move || {
        if terminal.interactive {
            end_line(&terminal);
        }
        #[expect(clippy::exit, reason = "whatever is being made is no longer wanted")]
        std::process::exit(0);
    })
    .context("Ctrl-C cannot be awaited")
}

/// Begins a line after the `^C` that the terminal shows, in its own colours.
fn end_line(terminal: &Terminal) {
    let (sender, done) = mpsc::channel();
    let terminal = terminal.clone();
    thread::spawn(move || {
        terminal.say("\u{1b}[0m");
        // Nobody may wait any longer.
        let _sent = sender.send(());
    });
    // Whoever holds the terminal, or has stopped it, does not keep the program.
    let _done = done.recv_timeout(PATIENCE);
}
