//! Disk → sources: everything that a build reads, read once.
//!
//! Knows which files are content, assets or theme, and nothing of what stands in them. What is
//! wrong with a file is a finding; only what keeps a folder or file from being read is an error.

#![expect(clippy::disallowed_methods, reason = "this is the boundary")]

mod digest;
mod git;
mod image;
mod memory;
mod name;
pub mod places;
mod read;
pub mod revision;
mod stamp;
mod theme;
mod walk;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};

use crate::diagnostic::Diagnostic;
use crate::source::Source;
pub use memory::Memory;
pub(crate) use name::{reserved, shown};
use read::Content;
use walk::Found;
pub(crate) use walk::nfc;

/// The folder of a bank that holds its documents and assets.
const CONTENT: &str = "content";

/// The settings of a bank.
const SITE: &str = "site.toml";

/// Everything that was read.
#[derive(Clone, Debug)]
pub struct Sources {
    /// `site.toml`, if there is one.
    pub site: Option<Source>,
    /// The Markdown files of `content/`, sorted by path.
    pub documents: Vec<Source>,
    /// The files of `content/` that may be published as they are, by path.
    pub assets: BTreeMap<Arc<str>, Asset>,
    /// The files of `content/` of a type that is never published, so that a link to one can be
    /// explained.
    pub unpublishable: BTreeSet<Arc<str>>,
    /// The theme, sorted by name: the embedded one with the bank's files laid over it.
    pub theme: Vec<ThemeFile>,
    /// SHA-256 in hexadecimal digits over all that was read, and over what was found wrong.
    pub digest: String,
    /// Where a document is on disk, if not under its path: its name is not in NFC there, or it is
    /// reached through a symbolic link.
    pub elsewhere: BTreeMap<Arc<str>, PathBuf>,
}

impl Sources {
    /// Returns where the file of a path is on disk.
    pub fn disk(&self, root: &Path, path: &str) -> PathBuf {
        self.elsewhere.get(path).cloned().unwrap_or_else(|| root.join(path))
    }
}

/// A file that is published as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Path from the bank's root, with `/` between the parts, in NFC.
    pub path: Arc<str>,
    /// Where it is on disk, symbolic links resolved.
    pub disk: PathBuf,
    /// Length in bytes.
    pub len: u64,
    /// Width and height in CSS pixels as a browser shows it, for an image that tells.
    pub size: Option<(u32, u32)>,
    /// The text of an SVG image, for the safety check; absent if it is over 1 MB or not UTF-8, and
    /// then it cannot be checked.
    pub svg: Option<Arc<str>>,
}

impl Asset {
    /// Returns whether the file is an SVG image, by its name.
    pub fn is_svg(&self) -> bool {
        name::extension(&self.path).eq_ignore_ascii_case("svg")
    }
}

/// A file of the theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThemeFile {
    /// Path from the theme's folder: `templates/base.html`.
    pub name: String,
    /// What it holds.
    pub bytes: Cow<'static, [u8]>,
    /// Path from the bank's root; absent for an embedded file.
    pub path: Option<Arc<str>>,
}

/// Reads `site.toml` alone; returns nothing if there is none.
///
/// It says where to read and write, so it comes before everything else.
pub fn site(root: &Path) -> anyhow::Result<Option<Source>> {
    let root = canonical_root(root)?;
    let disk = root.join(SITE);
    match disk.symlink_metadata() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        found => found.with_context(|| format!("cannot read `{}`", disk.display()))?,
    };
    let real = disk.canonicalize().with_context(|| format!("cannot read `{}`", disk.display()))?;
    if !real.is_file() {
        bail!("`{SITE}` is no file");
    }
    if !real.starts_with(&root) {
        bail!("`{SITE}` is a symbolic link that leads out of the bank, to `{}`", real.display());
    }
    let found = Found { path: SITE.into(), disk: real };
    match read::document(&found)?.content {
        Content::Document(source) => Ok(Some(source)),
        Content::Faulty(fault) => bail!("`{SITE}`: {}", fault.message),
        Content::Asset(_) => unreachable!("it was read as a document"),
    }
}

/// Reads the bank at `root` with the theme of a name; `output` is never read.
///
/// Findings are sorted; files with one are left out.
pub fn sources(
    root: &Path,
    theme: &str,
    output: &Path,
) -> anyhow::Result<(Sources, Vec<Diagnostic>)> {
    Memory::default().read(root, theme, output, None)
}

/// Reads a text file that is no part of the bank; returns nothing if there is none.
///
/// # Errors
///
/// A file that cannot be read, is no UTF-8 or has more than 256 MB.
pub fn text(path: &Path) -> anyhow::Result<Option<String>> {
    const MOST: u64 = 256 * 1024 * 1024;
    let read = |mut file: std::fs::File| {
        let mut text = String::new();
        let length = file.by_ref().take(MOST + 1).read_to_string(&mut text)?;
        anyhow::ensure!(length as u64 <= MOST, "it has more than 256 MB");
        Ok(text)
    };
    match std::fs::File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        res => {
            let text = res.map_err(anyhow::Error::from).and_then(read);
            Ok(Some(text.with_context(|| format!("cannot read `{}`", path.display()))?))
        }
    }
}

fn canonical_root(root: &Path) -> anyhow::Result<PathBuf> {
    root.canonicalize().with_context(|| format!("cannot read the folder `{}`", root.display()))
}
