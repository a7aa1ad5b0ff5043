//! What the preview tells on the terminal: one line for each time it looked, and what is new of
//! what is wrong.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::cmd::terminal::Terminal;
use crate::cmd::watch::change::Change;
use crate::cmd::watch::problem::Problem;
use crate::cmd::watch::snapshot::Snapshot;
use crate::diagnostic::Level;
use crate::report::{self, counted};

/// Files that a line names; of more it tells the number.
const NAMED: usize = 3;

/// What was told last.
pub struct Log<'t> {
    terminal: &'t Terminal,
    last: Option<Arc<Snapshot>>,
}

impl<'t> Log<'t> {
    /// Returns a log that has told nothing.
    pub fn new(terminal: &'t Terminal) -> Self {
        Self { terminal, last: None }
    }

    /// Tells what came of the first look.
    pub fn begin(&mut self, snapshot: &Arc<Snapshot>, time: Duration) {
        self.tell(snapshot, "read the bank", time);
    }

    /// Tells what came of a change; `root` is the bank's folder, symbolic links resolved.
    pub fn change(
        &mut self,
        change: &Change,
        root: &Path,
        snapshot: &Arc<Snapshot>,
        time: Duration,
    ) {
        self.tell(snapshot, &told(change, root), time);
    }

    /// Tells of something to know.
    pub fn warn(&self, text: &str) {
        let terminal = self.terminal;
        terminal.say(&format!("{} {text}", terminal.colour(33, &terminal.bold("warning:"))));
    }

    /// Tells something by the way.
    pub fn say(&self, text: &str) {
        self.terminal.say(text);
    }

    fn tell(&mut self, snapshot: &Arc<Snapshot>, what: &str, time: Duration) {
        let terminal = self.terminal;
        let was_broken = self.last.as_ref().is_some_and(|it| !it.faults.is_empty());
        let state = match (snapshot.faults.len(), was_broken) {
            (0, true) => format!(", {}", terminal.colour(32, "mended")),
            _ => String::new(),
        };
        terminal.say(&format!("{what}{state}, {}", report::took(time)));
        self.news(snapshot);
        self.last = Some(Arc::clone(snapshot));
    }

    /// Tells what is wrong now and was not before, and what is no longer.
    fn news(&self, snapshot: &Snapshot) {
        let terminal = self.terminal;
        let before = self.last.as_deref();
        let all = |it: &Snapshot| it.faults.iter().chain(&it.warnings).cloned().collect::<Vec<_>>();
        let earlier = before.map(all).unwrap_or_default();
        let is_new = |it: &&Problem| !earlier.contains(it);
        let shown = snapshot.warnings.iter().filter(|it| it.level >= Level::Warn);
        let new: Vec<&Problem> = snapshot.faults.iter().chain(shown).filter(is_new).collect();
        for it in new.iter().take(report::MOST) {
            terminal.say(&format!("\n{}", coloured(it, terminal)));
        }
        if new.len() > report::MOST {
            terminal.say(&format!("\n{} more", new.len() - report::MOST));
        }
        if !new.is_empty() {
            terminal.say("");
        }
        let faults = snapshot.faults.len();
        let as_before = before.is_some_and(|it| it.faults == snapshot.faults);
        if faults > 0 && !as_before {
            let stays = match snapshot.site {
                Some(_) => "the last good site stays",
                None => "the site comes when they are mended",
            };
            terminal.say(&format!(
                "{} {}; {stays}",
                terminal.colour(31, &terminal.bold("error:")),
                counted(faults, "fault"),
            ));
        }
        // While the bank is broken, nobody looks for the rest.
        let warnings =
            |it: &Snapshot| it.warnings.iter().filter(|it| it.level >= Level::Warn).count();
        let (old, now) = (before.map(warnings).unwrap_or_default(), warnings(snapshot));
        if faults == 0 && now < old {
            let left = if now == 0 { "no warning".to_owned() } else { counted(now, "warning") };
            terminal.say(&format!("{left} left"));
        }
    }
}

/// Returns a report with its first word in the colour of its level.
fn coloured(problem: &Problem, terminal: &Terminal) -> String {
    let code = if problem.level == Level::Deny { 31 } else { 33 };
    let name = report::level_name(problem.level);
    match problem.text.strip_prefix(name) {
        Some(rest) => format!("{}{rest}", terminal.colour(code, &terminal.bold(name))),
        None => {
            let name = terminal.colour(31, &terminal.bold("error:"));
            format!("{name} {}", problem.text)
        }
    }
}

/// Returns what changed, in few words.
fn told(change: &Change, root: &Path) -> String {
    match change {
        Change::All => "read the bank anew".to_owned(),
        Change::Files(files) if files.len() > NAMED => {
            format!("changed {}", counted(files.len(), "file"))
        }
        Change::Files(files) => {
            let names = files.iter().map(|it| {
                let path = it.strip_prefix(root).unwrap_or(it);
                report::visible(&path.display().to_string())
            });
            format!("changed {}", names.collect::<Vec<_>>().join(", "))
        }
    }
}
