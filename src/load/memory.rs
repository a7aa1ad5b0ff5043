//! The files of a bank as they were read, so that only those that are others are read again.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use rayon::prelude::*;

use super::name::{self, Kind};
use super::read::{self, Content, Loaded};
use super::stamp::Stamp;
use super::walk::{Found, Walk};
use super::{CONTENT, Sources, ThemeFile, canonical_root, digest, site, theme};
use crate::diagnostic::{self, Diagnostic};
use crate::source::Source;

/// What was read of a bank; one that has seen nothing reads everything.
#[derive(Default)]
pub struct Memory {
    last: Option<Last>,
}

struct Last {
    asked: Asked,
    theme: Theme,
    /// The documents and assets, in order of path.
    files: Vec<File>,
    unpublishable: Vec<Arc<str>>,
    /// What is wrong with names and links.
    found: Vec<Diagnostic>,
}

/// What was asked for.
#[derive(PartialEq, Eq)]
struct Asked {
    root: PathBuf,
    theme: String,
    output: PathBuf,
}

struct Theme {
    files: Vec<ThemeFile>,
    found: Vec<Diagnostic>,
}

/// A document or an asset that was read.
#[derive(Clone)]
struct File {
    found: Found,
    /// Whether it is not on disk where its path says.
    is_elsewhere: bool,
    loaded: Loaded,
}

/// What has to be read again of what is known.
struct Touched {
    /// Positions of files.
    files: Vec<usize>,
    theme: bool,
}

impl Memory {
    /// Reads the bank at `root` with the theme of a name; `output` is never read.
    ///
    /// With `named` files (absolute paths), which must be all that changed since the last time,
    /// only these are read; otherwise all folders are walked, and files whose length, times and
    /// identity are the same are not read again. If it fails, what was known stays.
    ///
    /// Findings are sorted; files with one are left out.
    ///
    /// # Errors
    ///
    /// A folder or a file that cannot be read, a theme that is not there.
    pub fn read(
        &mut self,
        root: &Path,
        theme: &str,
        output: &Path,
        named: Option<&BTreeSet<PathBuf>>,
    ) -> anyhow::Result<(Sources, Vec<Diagnostic>)> {
        let root = canonical_root(root)?;
        if !root.join(CONTENT).is_dir() {
            bail!("no folder `{CONTENT}` in `{}`; `studyhall init` starts a bank", root.display());
        }
        let site = site(&root)?;
        let asked = Asked { root, theme: theme.to_owned(), output: output.to_owned() };
        let same = self.last.as_mut().filter(|it| it.asked == asked);
        let touched = same.zip(named).and_then(|(last, named)| Some((last.touched(named)?, last)));
        match touched {
            Some((touched, last)) => last.read_again(&touched)?,
            None => self.last = Some(Last::walk(asked, self.last.as_ref())?),
        }
        match &self.last {
            Some(last) => Ok(last.sources(site)),
            None => unreachable!("it was just set"),
        }
    }
}

impl Last {
    /// Walks all folders; of files that are as they were `before`, nothing is read.
    fn walk(asked: Asked, before: Option<&Self>) -> anyhow::Result<Self> {
        let theme = Theme::read(&asked)?;
        let mut walk = Walk::new(&asked.root, &asked.output);
        let found = walk.files(CONTENT, |file| name::kind(file) != Kind::Other)?;
        let mut out = walk.finish();
        let (wanted, other): (Vec<Found>, Vec<Found>) =
            found.into_iter().partition(|it| name::kind(&it.path) != Kind::Other);
        let wanted = name::without_collisions(wanted, &mut out);
        let mut known = before.map_or(&[][..], |it| &it.files).iter().peekable();
        let wanted: Vec<(Found, Option<&File>)> = wanted
            .into_iter()
            .map(|found| {
                while known.next_if(|it| it.found.path < found.path).is_some() {}
                let file = known.peek().copied().filter(|it| it.found == found);
                (found, file)
            })
            .collect();
        let files = wanted
            .into_par_iter()
            .map(|(found, known)| match known.filter(|it| it.is_unchanged()) {
                Some(file) => Ok(file.clone()),
                None => File::read(found, &asked.root, known),
            })
            .collect::<anyhow::Result<Vec<File>>>()?;
        let unpublishable = other.into_iter().map(|it| it.path).collect();
        Ok(Self { asked, theme, files, unpublishable, found: out })
    }

    /// Returns what is to be read again because of some files; nothing if all has to be looked at.
    fn touched(&self, named: &BTreeSet<PathBuf>) -> Option<Touched> {
        let named = named.iter().map(|it| it.canonicalize().ok());
        let mut named: Vec<PathBuf> = named.collect::<Option<_>>()?;
        let themes = self.asked.root.join("themes");
        let site = self.asked.root.join(super::SITE).canonicalize().ok();
        // `site.toml` is read each time.
        named.retain(|it| Some(it) != site.as_ref());
        let before = named.len();
        named.retain(|it| !it.starts_with(&themes));
        let theme = named.len() < before;
        let named: BTreeSet<&OsStr> = named.iter().map(|it| it.as_os_str()).collect();
        if named.is_empty() {
            return Some(Touched { files: Vec::new(), theme });
        }
        let is_named = |it: &File| named.contains(it.found.disk.as_os_str());
        let files: Vec<usize> =
            (0..self.files.len()).filter(|at| is_named(&self.files[*at])).collect();
        let seen: BTreeSet<&OsStr> =
            files.iter().map(|at| self.files[*at].found.disk.as_os_str()).collect();
        (seen.len() == named.len()).then_some(Touched { files, theme })
    }

    fn read_again(&mut self, touched: &Touched) -> anyhow::Result<()> {
        let again = |at: &usize| {
            let known = &self.files[*at];
            Ok((*at, File::read(known.found.clone(), &self.asked.root, Some(known))?))
        };
        let files = touched.files.par_iter().map(again).collect::<anyhow::Result<Vec<_>>>()?;
        if touched.theme {
            self.theme = Theme::read(&self.asked)?;
        }
        for (at, file) in files {
            self.files[at] = file;
        }
        Ok(())
    }

    fn sources(&self, site: Option<Source>) -> (Sources, Vec<Diagnostic>) {
        let mut res = Sources {
            site,
            documents: Vec::with_capacity(self.files.len()),
            assets: BTreeMap::new(),
            unpublishable: self.unpublishable.iter().cloned().collect(),
            theme: self.theme.files.clone(),
            digest: String::new(),
            elsewhere: BTreeMap::new(),
        };
        let mut out: Vec<Diagnostic> =
            self.theme.found.iter().chain(&self.found).cloned().collect();
        let mut digest = digest::Digest::default();
        for file in &self.files {
            let (path, loaded) = (&file.found.path, &file.loaded);
            digest.file("content", path, loaded.len, &loaded.sha256);
            match &loaded.content {
                Content::Document(source) => {
                    if file.is_elsewhere {
                        res.elsewhere.insert(Arc::clone(path), file.found.disk.clone());
                    }
                    res.documents.push(source.clone());
                }
                Content::Asset(asset) => {
                    res.assets.insert(Arc::clone(path), asset.clone());
                }
                Content::Faulty(fault) => out.push(fault.clone()),
            }
        }
        diagnostic::sort(&mut out);
        res.digest = digest.finish(&res, &out);
        (res, out)
    }
}

impl Theme {
    fn read(asked: &Asked) -> anyhow::Result<Self> {
        let mut walk = Walk::new(&asked.root, &asked.output);
        let mut files = theme::read(&asked.root, &asked.theme, &mut walk)?;
        files.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Self { files, found: walk.finish() })
    }
}

impl File {
    fn read(found: Found, root: &Path, known: Option<&Self>) -> anyhow::Result<Self> {
        let mut loaded = read::content(&found)?;
        // One text is kept for as long as it is the same, so that all who hold it can see that.
        if let (Content::Document(new), Some(Content::Document(old))) =
            (&mut loaded.content, known.map(|it| &it.loaded.content))
            && new == old
        {
            *new = old.clone();
        }
        let is_elsewhere = found.disk != root.join(&*found.path);
        Ok(Self { found, is_elsewhere, loaded })
    }

    fn is_unchanged(&self) -> bool {
        let now = || self.found.disk.metadata().ok().map(|it| Stamp::of(&it));
        self.loaded.stamp.as_ref().is_some_and(|it| now().as_ref() == Some(it))
    }
}
