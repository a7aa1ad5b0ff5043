//! Where on disk everything that a build reads stands, for whoever waits until some of it changes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::name::{self, Kind};
use super::walk::{Found, Trace, Walk};
use super::{CONTENT, SITE};

/// Where what a build reads stands; all paths are absolute.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// Folders in which each file and folder matters, symbolic links resolved.
    pub folders: BTreeSet<PathBuf>,
    /// Files that are read, symbolic links resolved.
    pub files: BTreeSet<PathBuf>,
    /// Files whose names alone matter.
    pub names: BTreeSet<PathBuf>,
    /// Symbolic links, and where each leads; nothing for one that leads nowhere.
    pub links: BTreeMap<PathBuf, Option<PathBuf>>,
    /// Paths outside these folders that matter, whether something stands there or not: the folders
    /// on the way to what is read.
    pub ways: BTreeSet<PathBuf>,
    /// Whether all could be looked at.
    pub is_whole: bool,
}

/// Returns the places of the bank at `root`, a path without symbolic links.
///
/// What cannot be looked at is left out: whoever reads the bank says what is wrong with it.
pub fn places(root: &Path, theme: &str, output: &Path) -> Places {
    let mut res = Places { is_whole: true, ..Places::default() };
    res.way(root, root);
    let site = root.join(SITE);
    res.way(root, &site);
    if site.is_symlink() {
        res.links.insert(site.clone(), site.canonicalize().ok());
    }
    if let Ok(real) = site.canonicalize()
        && real.is_file()
    {
        res.files.insert(real);
    }
    let mut walk = Walk::new(root, output);
    walk.trace = Some(Trace::default());
    let theme = format!("themes/{theme}");
    for sources in ["scripts", "styles"] {
        walk.leave_out(&format!("{theme}/{sources}"));
    }
    for folder in [CONTENT, &theme] {
        let is_read = |it: &Found| folder != CONTENT || name::kind(&it.path) != Kind::Other;
        let mut found = Vec::new();
        let disk = root.join(folder);
        res.way(root, &disk);
        if disk.symlink_metadata().is_ok() {
            res.is_whole &= walk.files_into(folder, |_| false, &mut found).is_ok();
        } else {
            res.is_whole &= root.is_dir();
        }
        for it in found {
            let is_read = is_read(&it);
            if is_read {
                res.files.insert(it.disk);
            } else if !is_of_editor(&it.disk) {
                res.names.insert(it.disk);
            }
        }
    }
    if let Some(trace) = walk.trace {
        res.folders = trace.folders;
        res.links.extend(trace.links);
    }
    let targets = res.links.iter().map(|(link, to)| to.clone().or_else(|| written(link)));
    for target in targets.flatten().collect::<Vec<_>>() {
        res.way(root, &target);
    }
    res
}

impl Places {
    /// Returns whether a path is one of them.
    pub fn has(&self, path: &Path) -> bool {
        self.files.contains(path)
            || self.names.contains(path)
            || self.folders.contains(path)
            || self.links.contains_key(path)
            || self.ways.contains(path)
    }

    /// Notes a path and the folders on the way to it from the bank's root.
    fn way(&mut self, root: &Path, path: &Path) {
        self.ways
            .extend(path.ancestors().take_while(|it| it.starts_with(root)).map(Path::to_owned));
    }
}

/// Returns where a symbolic link to nothing would lead.
fn written(link: &Path) -> Option<PathBuf> {
    let target = link.parent()?.join(link.read_link().ok()?);
    let mut res = PathBuf::new();
    for part in target.components() {
        if part == std::path::Component::ParentDir {
            res.pop();
        } else {
            res.push(part);
        }
    }
    Some(res)
}

/// Returns whether a file that is no content has the name of one that an editor keeps beside the
/// file it writes.
fn is_of_editor(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    // Vim tries with a file of this name whether it may write to a folder.
    let is_vim = name == "4913";
    let is_jetbrains = name.contains("___jb_");
    let is_emacs = name.starts_with('#') && name.ends_with('#');
    let is_usual = matches!(&*extension, "swp" | "swo" | "swx" | "tmp" | "temp" | "bak" | "orig");
    name.ends_with('~') || is_vim || is_jetbrains || is_emacs || is_usual
}
