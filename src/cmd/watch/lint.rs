//! The linter in the background: what takes long waits until the author pauses.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::cmd::watch::snapshot::Snapshot;

/// How long nothing must have happened before all rules run.
pub const PAUSE: Duration = Duration::from_secs(1);

/// At most one run of all rules at a time, of the newest site.
#[derive(Default)]
pub struct Background {
    running: Option<JoinHandle<()>>,
    /// Number of the snapshot that was looked at last.
    last: u64,
}

impl Background {
    /// Takes note of a pause: begins a run if the snapshot has had none.
    ///
    /// Returns whether the run of this very snapshot has ended since the last pause, so that there
    /// is more to tell of its files.
    pub fn pause(&mut self, snapshot: &Arc<Snapshot>) -> bool {
        match self.running.take() {
            Some(run) if run.is_finished() => return self.last == snapshot.number,
            Some(run) => self.running = Some(run),
            None if self.last != snapshot.number => self.begin(snapshot),
            None => {}
        }
        false
    }

    fn begin(&mut self, snapshot: &Arc<Snapshot>) {
        self.last = snapshot.number;
        let Some(site) = snapshot.site.clone() else { return };
        let thread = thread::Builder::new().name("lint".to_owned());
        // Without a thread there are no such notes; those of the question itself are there.
        self.running = thread.spawn(move || site.lint()).ok();
    }
}
