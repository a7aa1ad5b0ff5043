//! What the commands know of the terminal, and the only place that prints.

use std::io::{IsTerminal as _, Write as _};

use crate::cli::When;
use crate::report::Look;

/// The terminal of this run.
#[derive(Debug, Clone, Copy)]
pub struct Terminal {
    /// How reports look.
    pub look: Look,
    /// Whether somebody watches the standard error stream.
    pub interactive: bool,
}

impl Terminal {
    /// Looks at the environment and the streams.
    pub fn new(color: When) -> Self {
        let interactive = std::io::stderr().is_terminal();
        #[expect(clippy::disallowed_methods, reason = "this is the edge")]
        let (no_color, term, columns) =
            (std::env::var("NO_COLOR"), std::env::var("TERM"), std::env::var("COLUMNS"));
        let plain = no_color.is_ok_and(|it| !it.is_empty()) || term.is_ok_and(|it| it == "dumb");
        let colour = match color {
            When::Always => true,
            When::Never => false,
            When::Auto => interactive && !plain,
        };
        let measured = interactive.then(console_width).flatten();
        let width = columns.ok().and_then(|it| it.parse().ok()).or(measured).unwrap_or(100);
        Self { look: Look { colour, width }, interactive }
    }

    /// Prints a line or more for people to the standard error stream.
    pub fn say(&self, text: &str) {
        // A reader that has gone away is no reason to stop.
        let _gone = writeln!(std::io::stderr().lock(), "{}", text.trim_end_matches('\n'));
    }

    /// Prints a result to the standard output stream.
    ///
    /// # Errors
    ///
    /// When the stream cannot be written, but for a reader that has gone away.
    pub fn print(&self, text: &str) -> anyhow::Result<()> {
        match std::io::stdout().lock().write_all(text.as_bytes()) {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            res => Ok(res?),
        }
    }

    /// Returns a text in bold, where styles are used.
    pub fn bold(&self, text: &str) -> String {
        if self.look.colour { format!("\u{1b}[1m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// Returns a text in a colour of the terminal (ANSI code, `32` is green), where colours are used.
    pub fn colour(&self, code: u8, text: &str) -> String {
        if self.look.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

fn console_width() -> Option<usize> {
    let (_, columns) = console::Term::stderr().size_checked()?;
    Some(usize::from(columns))
}
