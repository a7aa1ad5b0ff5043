//! The disk → changes: what authors do to a bank's files, gathered until they pause.
//!
//! The system says that something happened to a path, and little more can be relied on: editors
//! write a file beside the old one and rename it, or twice, or move the old one away first. So an
//! event only says where to look; what it meant is told from what stood there before and what
//! stands there now.

mod inbox;
mod watches;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::cmd::watch::change::Change;
use crate::config::Config;
use crate::load;
use crate::load::places::{self, Places};
use inbox::{Inbox, Touch};
use watches::Watches;

/// Time between two readings of all files, where the system does not notify.
const INTERVAL: Duration = Duration::from_secs(1);
/// How often a bank is looked at while part of it cannot be watched, its folder gone perhaps.
const RETRY: Duration = Duration::from_millis(500);
/// A burst of more paths may be Git's.
const BURST: usize = 20;
/// Longest wait for Git to end what it does.
const GIT: Duration = Duration::from_secs(5);
/// Most looks at the places while new folders keep appearing.
const MAX_LOOKS: usize = 8;

/// How the disk is observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// By the system's notifications.
    Notified,
    /// By reading all files again and again, for file systems that notify of nothing.
    Polled {
        /// Time between two readings.
        interval: Duration,
    },
}

impl Method {
    /// Polling at an interval that authors hardly notice and that leaves the machine to them.
    pub const POLLED: Self = Self::Polled { interval: INTERVAL };
}

/// How long a burst of events is gathered.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    /// Pause after an event that ends the burst.
    pub quiet: Duration,
    /// Longest burst.
    pub most: Duration,
}

impl Default for Window {
    fn default() -> Self {
        Self { quiet: Duration::from_millis(10), most: Duration::from_millis(200) }
    }
}

/// Observes a bank.
pub struct Events {
    /// The bank's folder, symbolic links resolved.
    root: PathBuf,
    window: Window,
    inbox: Inbox,
    watches: Watches,
    scope: Scope,
    places: Places,
}

/// What `site.toml` says of where things are.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Scope {
    theme: String,
    output: PathBuf,
}

impl Scope {
    /// Reads the settings; nothing if they cannot be used.
    fn read(root: &Path) -> Option<Self> {
        let config = Config::read(load::site(root).ok()?).ok()?;
        Some(Self { theme: config.theme, output: config.output.into() })
    }
}

/// What was touched in a burst.
#[derive(Default)]
struct Burst {
    paths: BTreeSet<PathBuf>,
    /// Paths that were moved or removed: what watched them watches them no longer.
    gone: BTreeSet<PathBuf>,
    /// Whether events were lost.
    lost: bool,
}

/// What stands at a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    File,
    Other,
    Nothing,
}

impl Stands {
    fn at(path: &Path) -> Self {
        match path.symlink_metadata() {
            Ok(it) if it.is_file() => Self::File,
            Ok(_) => Self::Other,
            Err(_) => Self::Nothing,
        }
    }
}

impl Events {
    /// Begins to observe the bank at `root`: what happens from now on is told by `next`.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read, a system that gives no way to observe it.
    pub fn start(root: &Path, method: Method, window: Window) -> anyhow::Result<Self> {
        let root = root
            .canonicalize()
            .with_context(|| format!("cannot read the folder `{}`", root.display()))?;
        let (inbox, sender) = Inbox::new();
        let watches = Watches::new(method, sender)?;
        let scope = Scope::read(&root)
            .unwrap_or_else(|| Scope { theme: "default".into(), output: "public".into() });
        let places = Places::default();
        let mut res = Self { root, window, inbox, watches, scope, places };
        res.look();
        Ok(res)
    }

    /// Returns what is to be told about the way of observing, once.
    pub fn notice(&mut self) -> Option<String> {
        self.watches.notice.take()
    }

    /// Waits for a change, or until nothing happened for as long as `patience`; then there is none.
    ///
    /// Whatever happens after the change is told by the next call: every folder that matters is
    /// observed before this one returns.
    pub fn next(&mut self, patience: Option<Duration>) -> Option<Change> {
        let end = patience.map(|it| now() + it);
        loop {
            let left = end.map(|it| it.saturating_duration_since(now()));
            let is_whole = self.places.is_whole && self.watches.is_whole;
            let wait = if is_whole { left } else { Some(left.map_or(RETRY, |it| it.min(RETRY))) };
            let change = match self.inbox.wait(wait) {
                Some(first) => {
                    let burst = self.gather(first);
                    burst.and_then(|it| self.judge(&it))
                }
                None if !is_whole && self.look() => Some(Change::All),
                None => None,
            };
            let is_over = end.is_some_and(|it| it <= now());
            if change.is_some() || is_over {
                return change;
            }
        }
    }

    /// Gathers what happens until a pause; returns nothing if none of it can matter.
    fn gather(&self, first: Touch) -> Option<Burst> {
        let mut burst = Burst::default();
        if !self.take(first, &mut burst) {
            return None;
        }
        let start = now();
        let (mut quiet, mut most) = (start + self.window.quiet, start + self.window.most);
        let mut was_git = false;
        loop {
            let end = quiet.min(most);
            let left = end.saturating_duration_since(now());
            if let Some(touch) = self.inbox.wait(Some(left)) {
                if self.take(touch, &mut burst) {
                    quiet = now() + self.window.quiet;
                }
                // Events may come faster than they can be taken.
                if now() < most {
                    continue;
                }
            }
            let now = now();
            if now < end {
                continue;
            }
            let is_git = burst.paths.len() > BURST && now < start + GIT && self.is_git_at_work();
            if is_git || was_git {
                // What it did last may still be on its way.
                (quiet, most) = (now + self.window.quiet, start + GIT + self.window.quiet);
                was_git = is_git;
            } else if now < most && self.is_half_written(&burst) {
                quiet = most;
            } else {
                return Some(burst);
            }
        }
    }

    /// Adds to a burst; returns whether it can matter and is new.
    fn take(&self, touch: Touch, burst: &mut Burst) -> bool {
        let Touch::At { paths, is_gone } = touch else {
            burst.lost = true;
            return true;
        };
        let mut res = false;
        for path in paths.into_iter().filter_map(|it| self.relevant(it)) {
            // Whoever polls says so again and again.
            res |= !is_gone || burst.gone.insert(path.clone());
            burst.paths.insert(path);
        }
        res
    }

    /// Returns the path that matters when something happened to `path`, if one does: it, or the
    /// unknown folder that it is in.
    fn relevant(&self, path: PathBuf) -> Option<PathBuf> {
        if self.places.has(&path) {
            return Some(path);
        }
        let mut below = path.as_path();
        while let Some(parent) = below.parent() {
            if self.places.folders.contains(parent) {
                let name = below.file_name().unwrap_or_default();
                return (!name.as_encoded_bytes().starts_with(b".")).then(|| below.to_owned());
            }
            below = parent;
        }
        None
    }

    /// Returns what a burst changed, if anything.
    fn judge(&mut self, burst: &Burst) -> Option<Change> {
        for path in &burst.gone {
            self.watches.forget(path);
        }
        if burst.lost {
            self.watches.forget(&self.root);
        }
        let mut files = BTreeSet::new();
        let mut is_else = burst.lost;
        for path in &burst.paths {
            let stands = Stands::at(path);
            if self.places.files.contains(path) && stands == Stands::File {
                files.insert(path.clone());
            } else if self.places.names.contains(path) && stands == Stands::File {
                // Only its name matters.
            } else {
                // What was not there and is not is an editor's, gone again.
                is_else |= stands != Stands::Nothing || self.places.has(path);
            }
        }
        let is_site = |it: &PathBuf| self.is_site(it);
        let differs = (is_else || files.iter().any(is_site)) && self.look();
        if differs || burst.lost {
            return Some(Change::All);
        }
        (!files.is_empty()).then_some(Change::Files(files))
    }

    fn is_site(&self, path: &Path) -> bool {
        let site = self.root.join("site.toml");
        let real = self.places.links.get(&site).and_then(Option::as_deref).unwrap_or(&site);
        path == real
    }

    /// Looks where everything is, and watches it all; returns whether that is elsewhere than before.
    fn look(&mut self) -> bool {
        let before = std::mem::take(&mut self.places);
        for _ in 0..MAX_LOOKS {
            if let Some(scope) = Scope::read(&self.root) {
                self.scope = scope;
            }
            self.places = places::places(&self.root, &self.scope.theme, &self.scope.output);
            // What came into a folder before it was watched is seen by looking once more.
            if !self.watches.follow(&self.places) {
                break;
            }
        }
        self.places != before
    }

    /// Returns whether a file was emptied: whoever did it is about to write to it.
    fn is_half_written(&self, burst: &Burst) -> bool {
        burst.paths.iter().any(|it| {
            self.places.files.contains(it) && it.symlink_metadata().is_ok_and(|it| it.len() == 0)
        })
    }

    /// Returns whether Git is changing the work tree: it holds the lock of its index meanwhile.
    fn is_git_at_work(&self) -> bool {
        let Some(git) = self
            .root
            .ancestors()
            .map(|it| it.join(".git"))
            .find(|it| it.symlink_metadata().is_ok())
        else {
            return false;
        };
        // In a linked work tree a file says where the folder is.
        let folder = match load::text(&git) {
            Ok(Some(text)) => match text.trim_end().strip_prefix("gitdir: ") {
                Some(path) => git.with_file_name(path),
                None => git,
            },
            _ => git,
        };
        folder.join("index.lock").symlink_metadata().is_ok()
    }
}

#[expect(clippy::disallowed_methods, reason = "events are gathered for a while")]
fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use notify::event::Flag;
    use notify::{ErrorKind, Event, EventHandler as _, EventKind};

    use super::*;

    #[expect(clippy::disallowed_methods, reason = "a bank is made")]
    #[test]
    fn after_lost_events_everything_is_looked_at_and_watched() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let file = root.join("content/q.md");
        std::fs::create_dir(root.join("content")).unwrap();
        std::fs::write(&file, "first").unwrap();
        let mut events = Events::start(&root, Method::Notified, Window::default()).unwrap();
        let mut sender = events.watches.sender.clone();
        let lost = || Event::new(EventKind::Other).set_flag(Flag::Rescan);
        let failed = || notify::Error::new(ErrorKind::Generic("failed".to_owned()));
        for event in [Ok(lost()), Err(failed())] {
            sender.handle_event(event);
            let patience = Some(Duration::from_secs(60));
            assert_eq!(events.next(patience), Some(Change::All));
            std::fs::write(&file, "second").unwrap();
            let expected = Change::Files(BTreeSet::from([file.clone()]));
            assert_eq!(events.next(patience), Some(expected));
            // The writing may be told in two pieces.
            while events.next(Some(Duration::from_millis(300))).is_some() {}
        }
    }
}
