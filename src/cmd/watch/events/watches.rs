//! The folders that the system is asked to watch.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::{
    Config, ErrorKind, EventKindMask, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher,
    WatcherKind,
};

use super::inbox::Sender;
use super::{INTERVAL, Method};
use crate::load::places::Places;

/// Folders that are watched.
pub(super) struct Watches {
    watcher: Box<dyn Watcher + Send>,
    pub(super) sender: Sender,
    /// Whether what is below a folder is watched with it.
    is_deep: bool,
    watched: BTreeSet<PathBuf>,
    /// Whether all that matters is watched.
    pub(super) is_whole: bool,
    /// What is to be told about the way of observing.
    pub(super) notice: Option<String>,
}

impl Watches {
    /// Returns watches of nothing yet.
    ///
    /// # Errors
    ///
    /// A system that gives no way to observe files.
    pub(super) fn new(method: Method, sender: Sender) -> anyhow::Result<Self> {
        let (watched, is_whole) = (BTreeSet::new(), true);
        let mut notice = None;
        let interval = match method {
            Method::Notified => match RecommendedWatcher::new(sender.clone(), config()) {
                Ok(watcher) => {
                    // Linux watches folder by folder anyway; elsewhere one watch holds a tree.
                    let is_deep = !matches!(
                        RecommendedWatcher::kind(),
                        WatcherKind::Inotify | WatcherKind::PollWatcher
                    );
                    let watcher = Box::new(watcher);
                    return Ok(Self { watcher, sender, is_deep, watched, is_whole, notice });
                }
                Err(error) => {
                    notice = Some(told(&error));
                    INTERVAL
                }
            },
            Method::Polled { interval } => interval,
        };
        let watcher = Box::new(poller(&sender, interval)?);
        Ok(Self { watcher, sender, is_deep: false, watched, is_whole, notice })
    }

    /// Watches these places and no others; returns whether a folder is watched that was not.
    pub(super) fn follow(&mut self, places: &Places) -> bool {
        let wanted = self.wanted(places);
        for path in self.watched.difference(&wanted).cloned().collect::<Vec<_>>() {
            self.unwatch(&path);
        }
        self.is_whole = true;
        let mut is_new = false;
        for path in wanted {
            if self.watched.contains(&path) {
                continue;
            }
            let is_tree = self.is_deep && places.folders.contains(&path);
            let mode = if is_tree { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
            match self.watcher.watch(&path, mode) {
                Ok(()) => {
                    self.watched.insert(path);
                    is_new = true;
                }
                // It has gone meanwhile, which its parent tells.
                Err(error) if matches!(error.kind, ErrorKind::PathNotFound) => {}
                Err(error) if matches!(error.kind, ErrorKind::MaxFilesWatch) => {
                    return self.fall_back(&error);
                }
                Err(_) => self.is_whole = false,
            }
        }
        is_new
    }

    /// Forgets the watches of a path and of what is below it: what they watched stands elsewhere.
    pub(super) fn forget(&mut self, path: &Path) {
        let below: Vec<PathBuf> = self
            .watched
            .range(path.to_owned()..)
            .take_while(|it| it.starts_with(path))
            .cloned()
            .collect();
        for it in below {
            self.unwatch(&it);
        }
    }

    fn unwatch(&mut self, path: &Path) {
        self.watched.remove(path);
        // The system may have done so already.
        let _unwatched = self.watcher.unwatch(path);
    }

    /// Returns the folders to watch.
    fn wanted(&self, places: &Places) -> BTreeSet<PathBuf> {
        let mut res = BTreeSet::new();
        for folder in &places.folders {
            let is_below = |above: &PathBuf| folder.starts_with(above);
            // Sorted by parts, what is above stands right before.
            if !(self.is_deep && res.last().is_some_and(is_below)) {
                res.insert(folder.clone());
            }
        }
        // Of what is on the way, the folder that it stands in says when it comes or goes.
        let parents = places.ways.iter().filter_map(|it| it.parent());
        let files = places.files.iter().filter_map(|it| it.parent());
        for folder in parents.chain(files) {
            let is_walked = places.folders.contains(folder);
            if !is_walked && places.ways.contains(folder) {
                res.insert(folder.to_owned());
            }
        }
        res
    }

    /// Observes by polling from now on.
    fn fall_back(&mut self, error: &notify::Error) -> bool {
        self.notice = Some(told(error));
        match poller(&self.sender, INTERVAL) {
            Ok(watcher) => {
                self.watcher = Box::new(watcher);
                self.watched.clear();
                self.is_deep = false;
                // The places are looked at, and watched, once more.
                true
            }
            Err(_) => {
                self.is_whole = false;
                false
            }
        }
    }
}

fn config() -> Config {
    // Reading a bank must not look like a change of it.
    let kinds = EventKindMask::CORE | EventKindMask::ACCESS_CLOSE;
    Config::default().with_follow_symlinks(false).with_event_kinds(kinds)
}

fn poller(sender: &Sender, interval: Duration) -> notify::Result<PollWatcher> {
    let config = config().with_poll_interval(interval).with_compare_contents(true);
    PollWatcher::new(sender.clone(), config)
}

/// Returns what is said when the system does not notify.
fn told(error: &notify::Error) -> String {
    let is_limit = matches!(&error.kind, ErrorKind::MaxFilesWatch)
        || matches!(&error.kind, ErrorKind::Io(it) if it.raw_os_error() == Some(24));
    let mut res = format!(
        "the system does not tell of changes ({error}); files are read again every second instead"
    );
    if is_limit && cfg!(target_os = "linux") {
        res.push_str(
            "\nhelp: raise its limits with `sudo sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=1024`, and start again",
        );
    }
    res
}
