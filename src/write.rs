//! Outputs → disk: only what changed, and every file whole.
//!
//! The output folder holds `.studyhall/` with the manifest and all temporary files. A build first
//! announces its names there, so that whatever an interrupted build leaves behind is known to the
//! next one. Nothing is removed that a manifest does not name, and no symbolic link is followed.

#![expect(clippy::disallowed_methods, reason = "this is the boundary")]

pub mod author_file;
pub mod report_file;
mod folder;
mod manifest;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, anyhow, bail};
use rayon::prelude::*;

use folder::Depth;
use manifest::{Manifest, OWN, folders, generation};

/// How many folders below `assets/` are kept, the present one among them.
const MAX_GENERATIONS: usize = 3;
/// The length of a file that is not written yet.
const UNWRITTEN: u64 = u64::MAX;

/// Writes builds into one output folder, which is locked as long as this lives.
#[derive(Debug)]
pub struct Writer {
    /// The output folder, without symbolic links.
    folder: PathBuf,
    _lock: Lock,
    /// Invariant: names every file in the folder, and agrees with the manifest on disk.
    manifest: Manifest,
    /// Whether the whole folder was looked at.
    is_checked: bool,
    /// The files of the build under way, sorted by name.
    files: Vec<Announced>,
    n_temporary: AtomicU64,
    n_written: AtomicU64,
    n_bytes: AtomicU64,
}

/// The lock of the operating system on a file.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file would do, but for processes that were started meanwhile: they hold
        // what this one had open until they have become another program.
        self.0.unlock().ok();
    }
}

/// A file that the build under way is going to write.
#[derive(Debug)]
struct Announced {
    name: String,
    /// Whether an earlier build may have written it.
    may_exist: bool,
    /// Its length, once it is written.
    len: AtomicU64,
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrote {
    /// There was none before.
    New,
    /// It had other bytes.
    Changed,
    /// It had these bytes, and was left alone.
    Same,
}

/// What a build did to the output folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of files that are new or changed.
    pub written: u64,
    /// Number of files that were left alone.
    pub unchanged: u64,
    /// Number of files that were removed.
    pub removed: u64,
    /// Number of bytes written.
    pub bytes: u64,
    /// Number of bytes of all files of this build, written or left alone.
    pub total: u64,
}

impl Writer {
    /// Opens the output folder of the bank at `root`, made if need be, and locks it.
    ///
    /// A folder with anything foreign in it is refused, and one whose manifest names files
    /// elsewhere.
    pub fn open(root: &Path, output: &Path) -> anyhow::Result<Self> {
        let folder = folder::place(root, output)?;
        folder::refuse_unknown(&folder)?;
        let own = folder.join(OWN);
        fs::create_dir_all(own.join("tmp"))
            .with_context(|| format!("cannot make the folder `{}`", own.display()))?;
        // Neither was followed if it was a link: making it would have led elsewhere.
        folder::is_folder(&own)?;
        folder::is_folder(&own.join("tmp"))?;
        let lock = lock(&own.join("lock"), output)?;
        let manifest = read_manifest(&own.join("manifest.json"))?;
        folder::refuse_foreign(&folder, &manifest, Depth::Top)?;
        Ok(Self {
            folder,
            _lock: lock,
            manifest,
            is_checked: false,
            files: Vec::new(),
            n_temporary: AtomicU64::new(0),
            n_written: AtomicU64::new(0),
            n_bytes: AtomicU64::new(0),
        })
    }

    /// Returns the output folder's path, symbolic links resolved.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns whether the folder holds what a finished build of this key wrote, judged by the
    /// lengths of its files.
    pub fn is_current(&self, key: &str) -> bool {
        let files = &self.manifest.files;
        self.manifest.finished
            && self.manifest.key == key
            && self.folder.join(".nojekyll").symlink_metadata().is_ok()
            && files.par_iter().all(|(name, len)| self.has(name, *len))
    }

    /// Returns whether there is a plain file of a name and length.
    fn has(&self, name: &str, len: Option<u64>) -> bool {
        let metadata = self.folder.join(name).symlink_metadata();
        metadata.is_ok_and(|it| it.is_file() && Some(it.len()) == len)
    }

    /// Begins a build that is going to write the files of these names, and no others.
    pub fn begin(&mut self, mut names: Vec<String>) -> anyhow::Result<()> {
        names.sort_unstable();
        check(&names)?;
        if !self.is_checked {
            folder::refuse_foreign(&self.folder, &self.manifest, Depth::All)?;
            self.is_checked = true;
        }
        self.clear_temporary()?;
        let old = &self.manifest.files;
        let in_the_way = in_the_way(old, &names);
        let files = names
            .iter()
            .map(|name| Announced {
                name: name.clone(),
                may_exist: old.contains_key(name),
                len: AtomicU64::new(UNWRITTEN),
            })
            .collect();

        let mut next = self.manifest.clone();
        next.finished = false;
        for name in names {
            next.files.entry(name).or_insert(None);
        }
        self.save(&next)?;
        self.manifest = next;
        self.files = files;
        self.n_written = AtomicU64::new(0);
        self.n_bytes = AtomicU64::new(0);
        for name in &in_the_way {
            folder::remove(&self.folder, name)?;
        }
        folder::remove_empty(&self.folder, in_the_way.iter().map(String::as_str));
        Ok(())
    }

    /// Writes a file, unless it has these bytes.
    pub fn put(&self, name: &str, bytes: &[u8]) -> anyhow::Result<Wrote> {
        let file = self.announced(name)?;
        let path = self.folder.join(name);
        let there = self.there(file, &path)?;
        if there == Some(bytes.len() as u64)
            && is_same(&path, bytes).with_context(|| format!("cannot read `{}`", path.display()))?
        {
            return file.done(name, bytes.len() as u64, Wrote::Same);
        }
        self.replace(&path, |target| target.write_all(bytes))?;
        self.count(file, name, bytes.len() as u64, there)
    }

    /// Writes a file with the bytes of another, unless it has them.
    pub fn copy(&self, name: &str, from: &Path) -> anyhow::Result<Wrote> {
        let context = || format!("cannot read `{}`", from.display());
        let file = self.announced(name)?;
        let path = self.folder.join(name);
        let there = self.there(file, &path)?;
        let source = File::open(from).with_context(context)?;
        let len = source.metadata().with_context(context)?.len();
        if there == Some(len) && is_same_file(&path, &source).with_context(context)? {
            return file.done(name, len, Wrote::Same);
        }
        let mut source = File::open(from).with_context(context)?;
        let mut len = 0;
        self.replace(&path, |target| {
            len = io::copy(&mut source, target)?;
            Ok(())
        })?;
        self.count(file, name, len, there)
    }

    /// Leaves a file as an earlier build wrote it.
    pub fn keep(&self, name: &str) -> anyhow::Result<Wrote> {
        let file = self.announced(name)?;
        match self.manifest.files.get(name) {
            Some(Some(len)) if file.may_exist && self.has(name, Some(*len)) => {
                file.done(name, *len, Wrote::Same)
            }
            _ => bail!("`{name}` is not as the last build wrote it"),
        }
    }

    /// Ends the build: removes what earlier builds wrote and this one did not, and declares the
    /// folder to be what `key` makes.
    pub fn finish(&mut self, key: &str) -> anyhow::Result<Summary> {
        let mut next = Manifest { finished: true, key: key.to_owned(), ..Manifest::default() };
        let mut unwritten = Vec::new();
        for file in &self.files {
            match file.len.load(Ordering::Acquire) {
                UNWRITTEN => unwritten.push(&*file.name),
                len => drop(next.files.insert(file.name.clone(), Some(len))),
            }
        }
        if let [first, others @ ..] = &*unwritten {
            bail!("`{first}` and {} others were announced and not written", others.len());
        }
        next.generations = self.generations(&next.files);
        let mut stale = Vec::new();
        for (name, len) in &self.manifest.files {
            if next.files.contains_key(name) {
                continue;
            }
            let is_kept = generation(name)
                .is_some_and(|it| next.generations.iter().any(|kept| kept == it))
                && self.has(name, *len);
            if is_kept {
                next.files.insert(name.clone(), *len);
            } else {
                stale.push(&**name);
            }
        }
        let mut removed = 0;
        for name in &stale {
            removed += u64::from(folder::remove(&self.folder, name)?);
        }
        folder::remove_empty(&self.folder, stale.iter().copied());
        let marker = self.folder.join(".nojekyll");
        if marker.symlink_metadata().is_err() {
            File::create_new(&marker)
                .with_context(|| format!("cannot write `{}`", marker.display()))?;
        }
        self.save(&next)?;
        self.manifest = next;
        let written = self.n_written.load(Ordering::Acquire);
        let unchanged = self.files.len() as u64 - written;
        let total = self.files.iter().map(|it| it.len.load(Ordering::Acquire)).sum();
        self.files.clear();
        let bytes = self.n_bytes.load(Ordering::Acquire);
        Ok(Summary { written, unchanged, removed, bytes, total })
    }

    /// Returns the generations to keep, the present one last.
    fn generations(&self, files: &BTreeMap<String, Option<u64>>) -> Vec<String> {
        let present: BTreeSet<&str> = files.keys().filter_map(|name| generation(name)).collect();
        let mut res = self.manifest.generations.clone();
        res.retain(|it| !present.contains(&**it));
        res.extend(present.into_iter().map(str::to_owned));
        res.drain(..res.len().saturating_sub(MAX_GENERATIONS));
        res
    }

    fn announced(&self, name: &str) -> anyhow::Result<&Announced> {
        match self.files.binary_search_by(|it| (*it.name).cmp(name)) {
            Ok(at) => Ok(&self.files[at]),
            Err(_) => bail!("`{name}` was not announced"),
        }
    }

    /// Returns the length of what is on disk: of a link, of anything; nothing if nothing is there.
    fn there(&self, file: &Announced, path: &Path) -> anyhow::Result<Option<u64>> {
        // What no manifest names is not there, or `begin` had refused it.
        if !file.may_exist {
            return Ok(None);
        }
        // A link is replaced, whatever it leads to.
        let len = |it: Metadata| if it.is_file() { it.len() } else { UNWRITTEN };
        Ok(folder::look(path)?.map(len))
    }

    fn count(
        &self,
        file: &Announced,
        name: &str,
        len: u64,
        there: Option<u64>,
    ) -> anyhow::Result<Wrote> {
        self.n_written.fetch_add(1, Ordering::AcqRel);
        self.n_bytes.fetch_add(len, Ordering::AcqRel);
        file.done(name, len, if there.is_some() { Wrote::Changed } else { Wrote::New })
    }

    /// Writes a temporary file, and moves it to its place.
    fn replace(
        &self,
        path: &Path,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let number = self.n_temporary.fetch_add(1, Ordering::Relaxed);
        let mut temporary = self.folder.join(OWN);
        temporary.push("tmp");
        temporary.push(number.to_string());
        let res = File::create_new(&temporary)
            .and_then(|mut file| write(&mut file))
            .and_then(|()| rename(&temporary, path));
        if res.is_err() {
            // The first error is the one to tell; the next build clears what stays.
            fs::remove_file(&temporary).ok();
        }
        res.with_context(|| format!("cannot write `{}`", path.display()))
    }

    /// Replaces the manifest on disk by one that even a loss of power leaves whole.
    ///
    /// Whether the old or the new one is there then does not matter: the next build mends both.
    fn save(&self, manifest: &Manifest) -> anyhow::Result<()> {
        let text = manifest.text()?;
        self.replace(&self.folder.join(OWN).join("manifest.json"), |file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        })
    }

    fn clear_temporary(&self) -> anyhow::Result<()> {
        let folder = self.folder.join(OWN).join("tmp");
        let context = || format!("cannot clear `{}`", folder.display());
        for entry in fs::read_dir(&folder).with_context(context)? {
            fs::remove_file(entry.with_context(context)?.path()).with_context(context)?;
        }
        Ok(())
    }
}

impl Announced {
    /// Records that the file is as it should be.
    fn done(&self, name: &str, len: u64, res: Wrote) -> anyhow::Result<Wrote> {
        match self.len.swap(len, Ordering::AcqRel) {
            UNWRITTEN => Ok(res),
            _ => bail!("`{name}` was written twice"),
        }
    }
}

fn lock(path: &Path, output: &Path) -> anyhow::Result<Lock> {
    // Opening must not follow a link.
    folder::is_file(path)?;
    let context = || format!("cannot lock `{}`", path.display());
    let mut options = File::options();
    let file = options.create(true).truncate(false).write(true).open(path).with_context(context)?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => {
            bail!("another build is writing to `{}`; wait for it, or stop it", output.display())
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(context),
    }
}

fn read_manifest(path: &Path) -> anyhow::Result<Manifest> {
    if !folder::is_file(path)? {
        return Ok(Manifest::default());
    }
    let text = fs::read_to_string(path)
        .map_err(anyhow::Error::from)
        .and_then(|text| Manifest::parse(&text));
    text.with_context(|| {
        format!("refused the manifest `{}`; remove the output folder", path.display())
    })
}

/// Returns an error unless these names, sorted, can be files of one folder.
fn check(names: &[String]) -> anyhow::Result<()> {
    let mut before = "";
    for name in names {
        manifest::check(name)?;
        if name == before {
            bail!("`{name}` was announced twice");
        }
        before = name;
        let holder =
            folders(name).find(|it| names.binary_search_by(|name| (**name).cmp(it)).is_ok());
        if let Some(holder) = holder {
            return Err(anyhow!("`{holder}` is to be a file, and the folder of `{name}`"));
        }
    }
    Ok(())
}

/// Returns the old files that keep new ones, sorted, from being written: files in place of folders,
/// folders in place of files, and names that differ in case alone, which are one file to some systems.
fn in_the_way(old: &BTreeMap<String, Option<u64>>, new: &[String]) -> BTreeSet<String> {
    let is_new = |name: &str| new.binary_search_by(|it| (**it).cmp(name)).is_ok();
    let stale: Vec<&str> = old.keys().map(|name| &**name).filter(|it| !is_new(it)).collect();
    if stale.is_empty() {
        return BTreeSet::new();
    }
    let new_folders: BTreeSet<&str> = new.iter().flat_map(|name| folders(name)).collect();
    let folded: BTreeSet<String> = new.iter().map(|name| name.to_lowercase()).collect();
    let is_in_the_way = |name: &&str| {
        new_folders.contains(name)
            || folded.contains(&name.to_lowercase())
            || folders(name).any(is_new)
    };
    stale.into_iter().filter(is_in_the_way).map(str::to_owned).collect()
}

/// Moves a file to its place, in a folder that is made if need be.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    match fs::rename(from, to) {
        // Cheaper than to ask for every file.
        Err(error) if error.kind() == ErrorKind::NotFound => {
            if let Some(parent) = to.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::rename(from, to)
        }
        res => res,
    }
}

/// Returns whether a file of the same length has these bytes.
fn is_same(path: &Path, mut bytes: &[u8]) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let mut buffer = [0; 16 * 1024];
    loop {
        let n_read = file.read(&mut buffer)?;
        if n_read == 0 {
            return Ok(bytes.is_empty());
        }
        match bytes.strip_prefix(&buffer[..n_read]) {
            Some(rest) => bytes = rest,
            None => return Ok(false),
        }
    }
}

/// Returns whether two files of the same length have the same bytes.
fn is_same_file(path: &Path, source: &File) -> io::Result<bool> {
    let file = File::open(path)?;
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    loop {
        ours.clear();
        theirs.clear();
        (&file).take(64 * 1024).read_to_end(&mut ours)?;
        source.take(64 * 1024).read_to_end(&mut theirs)?;
        if ours != theirs {
            return Ok(false);
        }
        if ours.is_empty() {
            return Ok(true);
        }
    }
}
