//! What the commands know of the terminal, and the only place that prints.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;

use anyhow::bail;
use console::Term;

use crate::cli::When;
use crate::report::{Look, visible};

/// The terminal of this run.
#[derive(Debug, Clone)]
pub struct Terminal {
    /// How reports look on the standard error stream.
    pub look: Look,
    /// How results look on the standard output stream.
    pub page: Look,
    /// Whether somebody watches the standard error stream.
    pub interactive: bool,
    /// What a CI service says of its run.
    pub service: Service,
    /// Today, in seconds since 1970 began (UTC), or what `SOURCE_DATE_EPOCH` says instead and is none.
    now: Result<u64, String>,
}

/// What a CI service says of its run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Service {
    /// The folder of the checkout, from which the service counts paths.
    pub checkout: Option<PathBuf>,
    /// The file to which a step of GitHub's may add Markdown for people.
    pub summary: Option<PathBuf>,
}

impl Service {
    #[expect(clippy::disallowed_methods, reason = "this is the edge")]
    fn new() -> Self {
        let path = |name: &str| std::env::var(name).ok().filter(|it| !it.is_empty());
        let checkout = path("GITHUB_WORKSPACE").or_else(|| path("CI_PROJECT_DIR"));
        Self {
            checkout: checkout.map(PathBuf::from),
            summary: path("GITHUB_STEP_SUMMARY").map(PathBuf::from),
        }
    }
}

impl Terminal {
    /// Looks at the environment and the streams.
    pub fn new(color: When) -> Self {
        let interactive = std::io::stderr().is_terminal();
        #[expect(clippy::disallowed_methods, reason = "this is the edge")]
        let (no_color, term, columns, epoch, now) = (
            std::env::var("NO_COLOR"),
            std::env::var("TERM"),
            std::env::var("COLUMNS"),
            std::env::var("SOURCE_DATE_EPOCH"),
            std::time::SystemTime::now(),
        );
        let now = now.duration_since(std::time::UNIX_EPOCH).map_or(0, |it| it.as_secs());
        let now = match epoch {
            Ok(it) => it.trim().parse().map_err(|_| it),
            Err(_) => Ok(now),
        };
        let plain = no_color.is_ok_and(|it| !it.is_empty()) || term.is_ok_and(|it| it == "dumb");
        let columns: Option<usize> = columns.ok().and_then(|it| it.parse().ok());
        let look = |is_terminal: bool, stream: &Term| {
            let colour = match color {
                When::Always => true,
                When::Never => false,
                When::Auto => is_terminal && !plain,
            };
            let measured = || stream.size_checked().filter(|_| is_terminal);
            let width = columns.or_else(|| measured().map(|(_, it)| usize::from(it)));
            Look { colour, width: width.unwrap_or(100) }
        };
        let page = look(std::io::stdout().is_terminal(), &Term::stdout());
        Self {
            look: look(interactive, &Term::stderr()),
            page,
            interactive,
            service: Service::new(),
            now,
        }
    }

    /// Returns today as `YYYY-MM-DD` (UTC); `SOURCE_DATE_EPOCH` comes before the clock.
    ///
    /// # Errors
    ///
    /// A `SOURCE_DATE_EPOCH` that is no number of seconds.
    pub fn today(&self) -> anyhow::Result<String> {
        match &self.now {
            Ok(now) => Ok(day(now / 86_400)),
            Err(found) => bail!(
                "`SOURCE_DATE_EPOCH` must be a number of seconds since 1970, found `{}`",
                visible(found)
            ),
        }
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

/// Returns the date of a day counted from 1970-01-01 on.
///
/// Years are counted from March, so that the day a leap year adds is the last of one.
fn day(days: u64) -> String {
    // 719,468 days lie between 0000-03-01 and 1970-01-01; 146,097 make 400 years.
    let days = days + 719_468;
    let (cycle, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let from_march = (5 * day + 2) / 153;
    let day = day - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = cycle * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (days, expected) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_787, "2026-11-30"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(day(days), expected);
        }
    }
}
