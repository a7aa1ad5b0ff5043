//! Which files' findings are asked for.

use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::bank::link::CONTENT;
use crate::load::{self, Sources};
use crate::report::visible;

/// Files and folders of the bank, from its root; all of it if none is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Scope {
    paths: Vec<String>,
}

impl Scope {
    /// Reads paths of the command line: from where the command stands, else from the bank's root or
    /// its `content/`.
    ///
    /// # Errors
    ///
    /// A path to nothing that was read.
    pub(super) fn new(root: &Path, written: &[PathBuf], sources: &Sources) -> anyhow::Result<Self> {
        let root = absolute(root)?;
        let mut paths = Vec::new();
        for it in written {
            let here = absolute(it)?;
            let from_here = here.strip_prefix(&root).ok().map(slashed);
            let from_root = it.is_relative().then(|| slashed(clean(it)));
            let from_content = from_root.as_ref().map(|it| format!("{CONTENT}{it}"));
            let mut all = [from_here, from_root, from_content].into_iter().flatten();
            match all.find(|it| is_known(it, sources)) {
                Some(path) => paths.push(path),
                None => bail!(
                    "`{}` is no file or folder of the bank",
                    visible(&it.display().to_string())
                ),
            }
        }
        Ok(Self { paths })
    }

    /// Returns whether a file is asked for.
    pub(super) fn has(&self, path: &str) -> bool {
        self.paths.is_empty() || self.paths.iter().any(|it| holds(it, path))
    }
}

/// Returns what leads from where a service counts paths to the bank's root: from its checkout, or
/// else from where the command stands; nothing if the bank is elsewhere.
///
/// # Errors
///
/// A folder that has no place.
pub(super) fn prefix(root: &Path, checkout: Option<&Path>) -> anyhow::Result<String> {
    let root = absolute(root)?;
    for base in [checkout, Some(Path::new("."))].into_iter().flatten() {
        if let Ok(inner) = root.strip_prefix(absolute(base)?) {
            let inner = slashed(inner);
            return Ok(if inner.is_empty() { inner } else { format!("{inner}/") });
        }
    }
    Ok(String::new())
}

/// Returns the path of a file from the bank's root; as it is written if it is elsewhere.
///
/// # Errors
///
/// A folder that has no place.
pub(super) fn from_root(root: &Path, written: &Path) -> anyhow::Result<String> {
    let (root, here) = (absolute(root)?, absolute(written)?);
    Ok(here.strip_prefix(&root).map_or_else(|_| slashed(written), slashed))
}

/// Returns whether a path is that of a file, or of a folder it stands in.
fn holds(outer: &str, path: &str) -> bool {
    outer.is_empty()
        || path.strip_prefix(outer).is_some_and(|it| it.is_empty() || it.starts_with('/'))
}

fn is_known(path: &str, sources: &Sources) -> bool {
    path == CONTENT.trim_end_matches('/') || files(sources).any(|it| holds(path, it))
}

/// Returns whether a path from the bank's root is that of a file that was read.
pub(super) fn is_file(path: &str, sources: &Sources) -> bool {
    files(sources).any(|it| it == path)
}

fn files(sources: &Sources) -> impl Iterator<Item = &str> {
    let documents = sources.documents.iter().chain(&sources.site).map(|it| &*it.path);
    documents.chain(sources.assets.keys().map(|it| &**it))
}

fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    let path = std::path::absolute(path)
        .with_context(|| format!("`{}` has no place", visible(&path.display().to_string())))?;
    Ok(clean(&path))
}

/// Returns a path without `.` and `..`.
fn clean(path: &Path) -> PathBuf {
    let mut res = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                res.pop();
            }
            part => res.push(part),
        }
    }
    res
}

fn slashed(path: impl AsRef<Path>) -> String {
    let parts: Vec<_> =
        path.as_ref().components().map(|it| it.as_os_str().to_string_lossy()).collect();
    load::nfc(&parts.join("/"))
}
