//! What happened on disk since the preview last looked.

use std::collections::BTreeSet;
use std::path::PathBuf;

/// What is to be read again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The contents of these files, by absolute path; no file came or went.
    Files(BTreeSet<PathBuf>),
    /// Everything: files came, went or moved, or nobody knows.
    All,
}
