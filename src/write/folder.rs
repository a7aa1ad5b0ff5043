//! Where the output folder may be, and what may be in it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use walkdir::WalkDir;

use super::manifest::{Manifest, OWN, TOLERATED, folders};
use crate::load::{nfc, shown};

/// Most foreign names that an error lists.
const MAX_LISTED: usize = 5;

/// Returns the output folder's path without symbolic links; it need not be there yet.
///
/// It may neither hold the bank nor lie among what the bank is read from.
pub(super) fn place(root: &Path, output: &Path) -> anyhow::Result<PathBuf> {
    let root = root
        .canonicalize()
        .with_context(|| format!("cannot read the folder `{}`", root.display()))?;
    let folder = resolve(&root.join(output))?;
    let what = format!("the output folder `{}`", output.display());
    if root.starts_with(&folder) {
        bail!("{what} holds the bank itself; choose a folder of its own");
    }
    for own in ["content", "themes"] {
        let own_path = resolve(&root.join(own))?;
        if own_path.starts_with(&folder) {
            bail!("{what} holds the bank's `{own}`; choose a folder of its own");
        }
        if folder.starts_with(&own_path) {
            bail!("{what} lies in the bank's `{own}`; choose a folder of its own");
        }
    }
    if folder.iter().any(|part| part == ".git") {
        bail!("{what} lies in a `.git`; choose a folder of its own");
    }
    Ok(folder)
}

/// Returns a path without symbolic links and `..`, though its end need not be there.
fn resolve(path: &Path) -> anyhow::Result<PathBuf> {
    match path.canonicalize() {
        Ok(path) => Ok(path),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
                bail!("`{}` leads to nothing", path.display());
            };
            Ok(resolve(parent)?.join(name))
        }
        Err(error) => Err(error).with_context(|| format!("cannot follow `{}`", path.display())),
    }
}

/// Refuses a folder that has anything in it, if no build has been there.
pub(super) fn refuse_unknown(folder: &Path) -> anyhow::Result<()> {
    match look(folder)? {
        None => return Ok(()),
        Some(metadata) if metadata.is_dir() => {}
        Some(_) => bail!("the output folder `{}` is not a folder", folder.display()),
    }
    if is_folder(&folder.join(OWN))? {
        return Ok(());
    }
    refuse_foreign(folder, &Manifest::default(), Depth::Top)
}

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// At the folder's own entries.
    Top,
    /// At everything below it.
    All,
}

/// Refuses a folder with anything in it that the manifest does not name.
///
/// A symbolic link in place of a folder is refused, too: it would lead elsewhere.
pub(super) fn refuse_foreign(
    folder: &Path,
    manifest: &Manifest,
    depth: Depth,
) -> anyhow::Result<()> {
    let known: BTreeSet<&str> = manifest.files.keys().flat_map(|name| folders(name)).collect();
    let mut foreign = Vec::new();
    let mut walk = WalkDir::new(folder).min_depth(1);
    if depth == Depth::Top {
        walk = walk.max_depth(1);
    }
    let mut walk = walk.into_iter();
    let n_skipped = folder.as_os_str().len() + 1;
    while let Some(entry) = walk.next() {
        let entry = entry.with_context(|| format!("cannot read `{}`", folder.display()))?;
        let is_dir = entry.file_type().is_dir();
        let path = entry.path().to_string_lossy();
        let name = name_of(&path, n_skipped);
        if entry.depth() == 1 && (TOLERATED.contains(&&*name) || name == OWN) {
            if is_dir {
                walk.skip_current_dir();
            }
            continue;
        }
        if entry.path_is_symlink() && known.contains(&*name) {
            bail!(
                "`{}` in the output folder is a symbolic link in place of a folder; remove it",
                shown(&name)
            );
        }
        let is_known =
            if is_dir { known.contains(&*name) } else { manifest.files.contains_key(&*name) };
        if !is_known {
            foreign.push(format!("`{}`", shown(&name)));
            if is_dir {
                walk.skip_current_dir();
            }
        }
    }
    if foreign.is_empty() {
        return Ok(());
    }
    foreign.sort();
    let n_more = foreign.len().saturating_sub(MAX_LISTED);
    foreign.truncate(MAX_LISTED);
    let more = if n_more > 0 { format!(" and {n_more} more") } else { String::new() };
    bail!(
        "the output folder `{}` holds what Study Hall did not write: {}{more}; choose another \
         folder, or move that away",
        folder.display(),
        foreign.join(", ")
    )
}

/// Returns the name of a path below the folder whose own path takes `n_skipped` bytes.
fn name_of(path: &str, n_skipped: usize) -> Cow<'_, str> {
    // A path that is not UTF-8 became longer, and its name is foreign in any case.
    let name = path.get(n_skipped..).unwrap_or(path);
    let name: Cow<'_, str> =
        if cfg!(windows) { name.replace('\\', "/").into() } else { name.into() };
    // Some systems give names back in another normal form than they took them.
    if name.is_ascii() { name } else { nfc(&name).into() }
}

/// Returns what is under a path, no link followed; nothing if nothing is there.
pub(super) fn look(path: &Path) -> anyhow::Result<Option<Metadata>> {
    match path.symlink_metadata() {
        Ok(metadata) => Ok(Some(metadata)),
        // A name that the system cannot hold is not there.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidFilename) => {
            Ok(None)
        }
        Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
    }
}

/// Returns whether there is a folder, and refuses anything else under that path.
pub(super) fn is_folder(path: &Path) -> anyhow::Result<bool> {
    match look(path)? {
        Some(metadata) if metadata.is_symlink() => {
            bail!("`{}` is a symbolic link; remove it", path.display())
        }
        Some(metadata) if !metadata.is_dir() => {
            bail!("`{}` is not a folder; remove it", path.display())
        }
        found => Ok(found.is_some()),
    }
}

/// Returns whether there is a file, and refuses anything else under that path.
pub(super) fn is_file(path: &Path) -> anyhow::Result<bool> {
    match look(path)? {
        Some(metadata) if !metadata.is_file() => {
            bail!("`{}` is not a plain file; remove it", path.display())
        }
        found => Ok(found.is_some()),
    }
}

/// Removes a file of the output folder; returns whether there was one.
pub(super) fn remove(folder: &Path, name: &str) -> anyhow::Result<bool> {
    for parent in folders(name) {
        let path = folder.join(parent);
        match look(&path)? {
            Some(metadata) if metadata.is_dir() => {}
            Some(metadata) if metadata.is_symlink() => {
                bail!("`{}` is a symbolic link; remove it", path.display())
            }
            // Nothing, or a file that has taken the folder's name.
            _ => return Ok(false),
        }
    }
    let path = folder.join(name);
    // A folder may have taken the file's name.
    if look(&path)?.is_none_or(|it| it.is_dir()) {
        return Ok(false);
    }
    fs::remove_file(&path).with_context(|| format!("cannot remove `{}`", path.display()))?;
    Ok(true)
}

/// Removes the folders that the files of these names were in, where they are empty.
pub(super) fn remove_empty<'n>(folder: &Path, names: impl Iterator<Item = &'n str>) {
    let parents: BTreeSet<&str> = names.flat_map(folders).collect();
    // A folder sorts before what is in it.
    for parent in parents.into_iter().rev() {
        // Whatever is not an empty folder stays, and harms nothing. No link is followed here.
        fs::remove_dir(folder.join(parent)).ok();
    }
}
