//! What the file system says of a file, from which it is known that the file is as it was.

use std::fs::Metadata;
use std::time::{Duration, SystemTime};

/// A file that changed so short a time before it was read may change again and keep its times:
/// some file systems count in steps of two seconds.
const STEP: Duration = Duration::from_secs(3);

/// Length, times and identity of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
    /// Time of the last change of content or of the entry, in seconds and nanoseconds; device and
    /// number of the file. Zeros on systems that do not tell.
    changed: (i64, i64),
    identity: (u64, u64),
}

impl Stamp {
    /// Returns the stamp of a file that is about to be read.
    pub(super) fn of(metadata: &Metadata) -> Self {
        let (changed, identity) = identity(metadata);
        Self { len: metadata.len(), modified: metadata.modified().ok(), changed, identity }
    }

    /// Returns whether every later change gives the file another stamp.
    pub(super) fn is_settled(&self) -> bool {
        let age = |it: SystemTime| SystemTime::now().duration_since(it).ok();
        self.modified.and_then(age).is_some_and(|it| it > STEP)
    }
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> ((i64, i64), (u64, u64)) {
    use std::os::unix::fs::MetadataExt as _;
    ((metadata.ctime(), metadata.ctime_nsec()), (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_metadata: &Metadata) -> ((i64, i64), (u64, u64)) {
    ((0, 0), (0, 0))
}
