//! The files below a folder of the bank, through symbolic links that stay in the bank.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};
use walkdir::{DirEntry, WalkDir};

use super::name::{reserved, shown};
use crate::diagnostic::{Diagnostic, Place};
use crate::source::Span;

/// Most entries that are looked at.
const MAX_ENTRIES: usize = 2_000_000;
/// Most entries that are looked at through links within linked folders: a few folders that hold two
/// links each to the next one have endlessly many paths.
const MAX_THROUGH_LINKS: usize = 10_000;

/// A file that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Path from the bank's root, with `/` between the parts, in NFC.
    pub(super) path: Arc<str>,
    /// Where it is on disk, symbolic links resolved.
    pub(super) disk: PathBuf,
}

/// Finds files, and what is wrong with their names and links.
pub(super) struct Walk<'r> {
    root: &'r Path,
    /// Folders that are never entered, symbolic links resolved.
    never: Vec<PathBuf>,
    /// Where the walk went, if that is asked for.
    pub(super) trace: Option<Trace>,
    n_entries: usize,
    n_through_links: usize,
    out: Vec<Diagnostic>,
}

/// Where a walk went.
#[derive(Default)]
pub(super) struct Trace {
    /// Folders that were entered, symbolic links resolved.
    pub(super) folders: BTreeSet<PathBuf>,
    /// Symbolic links that were met, and where each leads; nothing for one that leads nowhere.
    pub(super) links: BTreeMap<PathBuf, Option<PathBuf>>,
}

/// A folder to walk.
struct Folder {
    /// Where it is on disk, symbolic links resolved.
    real: PathBuf,
    /// Its path in the bank.
    path: String,
    /// The folders, links resolved, that hold the links which led here.
    links: Vec<PathBuf>,
}

impl Folder {
    /// Returns whether a link within a linked folder led here; the first of all counts as a link.
    fn is_through_links(&self) -> bool {
        self.links.len() > 2
    }
}

/// Where a symbolic link leads.
enum Target {
    File(PathBuf),
    Folder(Folder),
    Refused { rule: &'static str, message: &'static str, help: &'static str },
}

impl<'r> Walk<'r> {
    /// Returns a walk of the bank at `root`, a path without symbolic links.
    pub(super) fn new(root: &'r Path, output: &Path) -> Self {
        let output = root.join(output);
        let never = vec![output.canonicalize().unwrap_or(output)];
        Self { root, never, trace: None, n_entries: 0, n_through_links: 0, out: Vec::new() }
    }

    /// Leaves a folder out, by its path in the bank.
    pub(super) fn leave_out(&mut self, path: &str) {
        self.never.push(self.root.join(path));
    }

    /// Returns the files below a folder of the bank, sorted by path.
    ///
    /// Names are only checked of folders and of files that are `wanted`; others are returned too.
    pub(super) fn files(
        &mut self,
        folder: &str,
        wanted: fn(&str) -> bool,
    ) -> anyhow::Result<Vec<Found>> {
        let mut res = Vec::new();
        self.files_into(folder, wanted, &mut res)?;
        res.sort_by(|a, b| (&a.path, &a.disk).cmp(&(&b.path, &b.disk)));
        Ok(res)
    }

    /// Adds the files below a folder of the bank, in any order; those found before an error stay.
    pub(super) fn files_into(
        &mut self,
        folder: &str,
        wanted: fn(&str) -> bool,
        res: &mut Vec<Found>,
    ) -> anyhow::Result<()> {
        // A link in place of the folder, or on the way to it, obeys the rules too.
        let first = match self.follow(&self.root.join(folder), folder, &[])? {
            Target::Folder(first) => first,
            Target::File(_) => bail!("`{folder}` is not a folder"),
            Target::Refused { .. } => return Ok(()),
        };
        let mut queue = VecDeque::from([first]);
        while let Some(folder) = queue.pop_front() {
            self.folder(&folder, wanted, &mut queue, res)?;
        }
        Ok(())
    }

    /// Returns the findings.
    pub(super) fn finish(self) -> Vec<Diagnostic> {
        self.out
    }

    /// Walks one folder, to the links in it.
    fn folder(
        &mut self,
        folder: &Folder,
        wanted: fn(&str) -> bool,
        queue: &mut VecDeque<Folder>,
        res: &mut Vec<Found>,
    ) -> anyhow::Result<()> {
        // The paths of the folders from this one down to the present entry's.
        let mut parents = vec![folder.path.clone()];
        self.enter(&folder.real);
        let mut entries = WalkDir::new(&folder.real).min_depth(1).sort_by_file_name().into_iter();
        while let Some(entry) = entries.next() {
            let entry = entry.with_context(|| format!("cannot read `{}`", folder.path))?;
            self.n_entries += 1;
            if self.n_entries > MAX_ENTRIES {
                bail!("more than {MAX_ENTRIES} entries in `{}`", parents[0]);
            }
            if folder.is_through_links() && !self.may_go_on(folder) {
                return Ok(());
            }
            parents.truncate(entry.depth());
            let is_folder = entry.file_type().is_dir();
            if is_skipped(&entry) || (is_folder && self.is_never(entry.path())) {
                if is_folder {
                    entries.skip_current_dir();
                }
                continue;
            }
            let name = nfc(&entry.file_name().to_string_lossy());
            let path = format!("{}/{name}", parents[parents.len() - 1]);
            let checked = is_folder || wanted(&name);
            if checked && !self.is_name_good(&entry, &name, &path) {
                if is_folder {
                    entries.skip_current_dir();
                }
                continue;
            }
            if is_folder {
                self.enter(entry.path());
                parents.push(path);
            } else if entry.file_type().is_file() {
                res.push(Found { path: path.into(), disk: entry.into_path() });
            } else if entry.path_is_symlink() {
                match self.follow(entry.path(), &path, &folder.links)? {
                    // A wanted name was checked above.
                    Target::Folder(_) if !checked && !self.is_name_good(&entry, &name, &path) => {}
                    Target::Folder(target) => queue.push_back(target),
                    Target::File(disk) => res.push(Found { path: path.into(), disk }),
                    Target::Refused { .. } => {}
                }
            } else if checked {
                bail!("`{}` is neither a file nor a folder", shown(&path));
            }
        }
        Ok(())
    }

    fn enter(&mut self, real: &Path) {
        if let Some(trace) = &mut self.trace {
            trace.folders.insert(real.to_owned());
        }
    }

    /// Counts an entry that links within linked folders led to, and reports the first one too many.
    fn may_go_on(&mut self, folder: &Folder) -> bool {
        self.n_through_links += 1;
        if self.n_through_links == MAX_THROUGH_LINKS + 1 {
            let message = format!(
                "symbolic link leads on through other links, which have led to {MAX_THROUGH_LINKS} files and folders"
            );
            let help = "link to the folder itself, not to one that holds links";
            self.report("symlink-loop", &folder.path, message, help);
        }
        self.n_through_links <= MAX_THROUGH_LINKS
    }

    fn is_never(&self, real: &Path) -> bool {
        self.never.iter().any(|it| real.starts_with(it))
    }

    /// Returns whether every system can hold the name, and reports it if not.
    fn is_name_good(&mut self, entry: &DirEntry, name: &str, path: &str) -> bool {
        let fault = if entry.file_name().to_str().is_none() {
            Some("file name is not valid UTF-8".to_owned())
        } else {
            reserved(name)
        };
        let Some(fault) = fault else { return true };
        self.report("reserved-name", path, fault, "rename it");
        false
    }

    /// Follows a symbolic link (or a path that may be one), and reports one that is refused.
    fn follow(&mut self, link: &Path, path: &str, links: &[PathBuf]) -> anyhow::Result<Target> {
        if let Some(trace) = &mut self.trace
            && link.is_symlink()
        {
            trace.links.insert(link.to_owned(), link.canonicalize().ok());
        }
        let target = self.resolve(link, path, links)?;
        if let Target::Refused { rule, message, help } = target {
            self.report(rule, path, format!("symbolic link leads {message}"), help);
        }
        Ok(target)
    }

    fn resolve(&self, link: &Path, path: &str, links: &[PathBuf]) -> anyhow::Result<Target> {
        let refused = |rule, message, help| Ok(Target::Refused { rule, message, help });
        let real = match link.canonicalize() {
            Ok(real) => real,
            Err(error) if is_loop(&error) => {
                return refused("symlink-loop", "to itself", "remove it");
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return refused("path-outside-bank", "to nothing", "remove it, or mend its target");
            }
            error => error.with_context(|| format!("cannot follow `{}`", link.display()))?,
        };
        let outside = |message| {
            refused("path-outside-bank", message, "put a copy of the target in its place")
        };
        let Ok(inside) = real.strip_prefix(self.root) else { return outside("out of the bank") };
        // What is hidden was not meant to be published (`.env`, `.git`).
        if inside.iter().any(|part| part.as_encoded_bytes().starts_with(b".")) {
            return outside("to a hidden file or folder");
        }
        if self.is_never(&real) {
            return outside("into the output folder");
        }
        let metadata =
            real.metadata().with_context(|| format!("cannot read `{}`", real.display()))?;
        if metadata.is_file() {
            return Ok(Target::File(real));
        }
        if !metadata.is_dir() {
            bail!("`{}` is neither a file nor a folder", shown(path));
        }
        let mut links = links.to_vec();
        links.extend(link.parent().map(Path::to_owned));
        // Whoever enters a folder around a link already taken comes to that link again.
        if links.iter().any(|it| it.starts_with(&real)) {
            return refused("symlink-loop", "to a folder that it is in", "remove it");
        }
        Ok(Target::Folder(Folder { real, path: path.to_owned(), links }))
    }

    fn report(&mut self, rule: &'static str, path: &str, message: String, help: &str) {
        let place = Place::new(&path.into(), Span::default());
        self.out.push(Diagnostic::deny(rule, place, message).help(help));
    }
}

/// Returns whether the entry is none of the bank's: hidden, or notes on the folder.
fn is_skipped(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    name.as_encoded_bytes().starts_with(b".")
        || (name == "README.md" && !entry.file_type().is_dir())
}

/// Returns whether a path could not be resolved for its symbolic links leading in a circle.
fn is_loop(error: &std::io::Error) -> bool {
    // ELOOP of Linux and of the BSDs, ERROR_CANT_RESOLVE_FILENAME; the kind is not yet stable.
    let codes: &[i32] = if cfg!(windows) { &[1921] } else { &[40, 62] };
    error.raw_os_error().is_some_and(|code| codes.contains(&code))
}

/// Returns a text in Unicode's normal form C, as paths are compared.
pub(crate) fn nfc(text: &str) -> String {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text.to_owned(),
        _ => text.nfc().collect(),
    }
}
