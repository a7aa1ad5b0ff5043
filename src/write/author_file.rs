//! Files of authors → disk: each written whole, none lost.
//!
//! The output folder belongs to the program; these files do not. A file that exists is never
//! overwritten unless it is the one being edited and still holds what was read. A list of changes
//! is made in an order in which nothing is lost: new files first, then edits, removals last.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

/// One change to the files of an author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A new text file.
    Create {
        /// Where.
        path: PathBuf,
        /// What it holds.
        text: String,
    },
    /// A new file with the bytes of another.
    Copy {
        /// The other.
        from: PathBuf,
        /// Where.
        to: PathBuf,
    },
    /// Another text in a file that exists.
    Edit {
        /// Which file.
        path: PathBuf,
        /// What it must still hold.
        old: String,
        /// What it holds afterwards.
        new: String,
    },
    /// A file is taken away.
    Remove {
        /// Which file.
        path: PathBuf,
    },
}

/// Refuses a new file whose folder leads out of the bank through a symbolic link.
///
/// # Errors
///
/// Such a folder, or one that cannot be looked at.
pub fn check_inside(root: &Path, path: &Path) -> anyhow::Result<()> {
    let real = |it: &Path| {
        it.canonicalize().with_context(|| format!("cannot read the folder `{}`", it.display()))
    };
    // Folders that are not there yet lead nowhere else.
    let there = path.ancestors().skip(1).find(|it| it.exists());
    let Some(folder) = there.filter(|_| root.exists()) else { return Ok(()) };
    if !real(folder)?.starts_with(real(root)?) {
        bail!("`{}` leads out of the bank", folder.display());
    }
    Ok(())
}

/// Makes changes, in the order given: put what creates first and what removes last.
///
/// When one fails, those made before it are taken back as far as the disk allows; nothing that was
/// removed is ever the only copy.
///
/// # Errors
///
/// The first change that could not be made.
pub fn apply(changes: &[Change]) -> anyhow::Result<()> {
    for (at, change) in changes.iter().enumerate() {
        if let Err(error) = make(change) {
            for done in changes[..at].iter().rev() {
                take_back(done);
            }
            return Err(error);
        }
    }
    Ok(())
}

/// Removes the folders of removed files that have become empty, up to the folder `top`, which stays.
pub fn remove_empty_folders(changes: &[Change], top: &Path) {
    for change in changes {
        let Change::Remove { path } = change else { continue };
        for folder in path.ancestors().skip(1).take_while(|it| it.starts_with(top) && *it != top) {
            // A folder that holds anything is not removed, and that is as it should be.
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
    }
}

/// Returns which of these files, or folders on the way to them, are in the way of new files.
pub fn in_the_way(paths: &[PathBuf]) -> Vec<&PathBuf> {
    paths.iter().filter(|it| it.symlink_metadata().is_ok()).collect()
}

fn make(change: &Change) -> anyhow::Result<()> {
    match change {
        Change::Create { path, text } => create(path, |file| file.write_all(text.as_bytes())),
        Change::Copy { from, to } => {
            let mut source =
                File::open(from).with_context(|| format!("cannot read `{}`", from.display()))?;
            create(to, |file| io::copy(&mut source, file).map(drop))
        }
        Change::Edit { path, old, new } => edit(path, old, new),
        Change::Remove { path } => {
            fs::remove_file(path).with_context(|| format!("cannot remove `{}`", path.display()))
        }
    }
}

/// Undoes a change; what cannot be undone stays, since the error to tell is the first one.
fn take_back(change: &Change) {
    match change {
        Change::Create { path, .. } | Change::Copy { to: path, .. } => {
            fs::remove_file(path).ok();
        }
        Change::Edit { path, old, new } => {
            edit(path, new, old).ok();
        }
        // Its copy is there, and stays: the copy was made before it.
        Change::Remove { .. } => {}
    }
}

/// Writes a new file whole; a file of that name is left alone and an error.
fn create(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> anyhow::Result<()> {
    let context = || format!("cannot write `{}`", path.display());
    if path.symlink_metadata().is_ok() {
        bail!("`{}` exists already", path.display());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(context)?;
    }
    let temporary = temporary(path);
    let res = File::create_new(&temporary).and_then(|mut file| {
        write(&mut file)?;
        file.sync_all()
    });
    // A link to the whole file appears at once or not at all, and never in place of another.
    let res = res.and_then(|()| match fs::hard_link(&temporary, path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // Some file systems have no such links.
        Err(_) => fs::rename(&temporary, path),
        Ok(()) => Ok(()),
    });
    // Gone already if it was moved.
    fs::remove_file(&temporary).ok();
    res.with_context(context)
}

/// Replaces a file that holds `old` by one that holds `new`.
fn edit(path: &Path, old: &str, new: &str) -> anyhow::Result<()> {
    let context = || format!("cannot write `{}`", path.display());
    let found = fs::read(path).with_context(context)?;
    if found != old.as_bytes() {
        bail!("`{}` has been changed in the meantime", path.display());
    }
    let temporary = temporary(path);
    let res = File::create_new(&temporary).and_then(|mut file| {
        file.write_all(new.as_bytes())?;
        file.set_permissions(fs::metadata(path)?.permissions())?;
        file.sync_all()
    });
    let res = res.and_then(|()| fs::rename(&temporary, path));
    fs::remove_file(&temporary).ok();
    res.with_context(context)
}

/// Returns a name beside a file that no bank reads, since it begins with a full stop.
fn temporary(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_is_taken_back_when_a_later_change_fails() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("old.md"), "old").unwrap();
        fs::write(at("other.md"), "links to old").unwrap();
        let changes = [
            Change::Create { path: at("deep/new.md"), text: "new".into() },
            Change::Copy { from: at("old.md"), to: at("copy.md") },
            Change::Edit { path: at("other.md"), old: "links to old".into(), new: "new".into() },
            Change::Edit { path: at("old.md"), old: "not this".into(), new: String::new() },
            Change::Remove { path: at("old.md") },
        ];
        let error = apply(&changes).unwrap_err();
        assert!(error.to_string().ends_with("has been changed in the meantime"), "{error}");
        assert_eq!(fs::read_to_string(at("old.md")).unwrap(), "old");
        assert_eq!(fs::read_to_string(at("other.md")).unwrap(), "links to old");
        assert!(!at("deep/new.md").exists() && !at("copy.md").exists());
        apply(&changes[..3]).unwrap();
        assert_eq!(fs::read_to_string(at("copy.md")).unwrap(), "old");
        let names = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 4, "no temporary file is left");
    }

    #[test]
    fn a_file_that_exists_is_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        fs::write(&path, "mine").unwrap();
        let create = Change::Create { path: path.clone(), text: "yours".into() };
        assert!(apply(&[create]).unwrap_err().to_string().ends_with("exists already"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    }

    #[test]
    fn only_empty_folders_go() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().join("content");
        fs::create_dir_all(top.join("a/b")).unwrap();
        fs::write(top.join("a/keep.md"), "").unwrap();
        let removed = [Change::Remove { path: top.join("a/b/gone.md") }];
        remove_empty_folders(&removed, &top);
        assert!(!top.join("a/b").exists() && top.join("a/keep.md").exists());
    }
}
