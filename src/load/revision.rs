//! A bank as it was at a revision of its Git repository; the work tree is not touched.
//!
//! What is found wrong with old files is not told: such files are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;

use super::name::{self, Kind, kind, reserved, shown};
use super::read::{self, Content};
use super::walk::{Found, nfc};
use super::{Asset, CONTENT, Sources, ThemeFile, canonical_root, git, theme};
use crate::parse::MAX_FILE;
use crate::source::Source;

/// Links to links, and folders of links, that are followed.
const ROUNDS: usize = 4;
/// Most files of a revision, those through links among them.
const MAX_FILES: usize = 2_000_000;
/// Longest SVG image that is read.
const MAX_SVG: u64 = 1024 * 1024;

/// The files of a bank at a revision.
#[derive(Debug)]
pub struct Revision {
    root: PathBuf,
    /// As it was asked for.
    pub name: String,
    /// The id of its commit.
    pub commit: String,
    /// By path from the bank's root.
    files: BTreeMap<String, Blob>,
}

#[derive(Debug, Clone)]
struct Blob {
    id: String,
    len: u64,
}

impl Revision {
    /// Lists the files of the bank at `root` at a revision: a branch, a tag, a commit, `HEAD~3`.
    ///
    /// A bank that did not exist then has none.
    ///
    /// # Errors
    ///
    /// No `git`, no repository, no such revision.
    pub fn open(root: &Path, name: &str) -> anyhow::Result<Self> {
        let root = canonical_root(root)?;
        let prefix = git::ask(&root, &["rev-parse", "--show-prefix"])?;
        if !prefix.done {
            let fault = prefix.fault();
            if fault.starts_with("not a git repository") {
                bail!("`{}` is in no Git repository", root.display());
            }
            bail!("`{}` cannot be compared: {fault}", root.display());
        }
        let prefix = String::from_utf8_lossy(&prefix.stdout).trim_end_matches('\n').to_owned();
        let commit = commit(&root, name)?;
        let tree = format!("{commit}:{}", prefix.trim_end_matches('/'));
        let there = git::ask(&root, &["rev-parse", "--verify", "--quiet", &tree])?.done;
        let mut files = BTreeMap::new();
        if there {
            let list = git::ask(&root, &["ls-tree", "-r", "-z", "-l", "--full-tree", &tree])?;
            if !list.done {
                bail!("`{}` cannot be read: {}", shown(name), list.fault());
            }
            files = with_links(&root, entries(&list.stdout)?)?;
        }
        Ok(Self { root, name: name.to_owned(), commit, files })
    }

    /// Reads `site.toml`; returns nothing if there was none that can be read.
    pub fn site(&self) -> anyhow::Result<Option<Source>> {
        let mut found = self.texts(&[("site.toml".to_owned(), "site.toml")])?;
        Ok(found.pop())
    }

    /// Reads the bank with the theme of a name, of which only the words matter.
    pub fn sources(&self, theme: &str) -> anyhow::Result<Sources> {
        let theme = self.theme(theme)?;
        // Of two files with one path the first is taken, as on disk.
        let mut originals: BTreeMap<String, &str> = BTreeMap::new();
        for path in self.files.keys() {
            if let Some(inner) = path.strip_prefix(CONTENT).and_then(|it| it.strip_prefix('/'))
                && is_of_bank(inner)
            {
                originals.entry(nfc(path)).or_insert(path);
            }
        }
        let found = originals.keys().map(|path| {
            let path: Arc<str> = path.as_str().into();
            Found { disk: self.root.join(&*path), path }
        });
        let found = name::without_collisions(found.collect(), &mut Vec::new());
        let mut documents = Vec::new();
        let mut assets = BTreeMap::new();
        let mut unpublishable = BTreeSet::new();
        for it in found {
            let original = originals[&*it.path];
            match kind(&it.path) {
                Kind::Document => documents.push((it.path.to_string(), original)),
                Kind::Other => {
                    unpublishable.insert(it.path);
                }
                _ => {
                    let len = self.files[original].len;
                    let (path, disk) = (Arc::clone(&it.path), it.disk);
                    assets.insert(it.path, Asset { path, disk, len, size: None, svg: None });
                }
            }
        }
        let svgs: Vec<(String, &str)> = (assets.values())
            .filter(|it| it.is_svg() && it.len <= MAX_SVG)
            .map(|it| (it.path.to_string(), originals[&*it.path]))
            .collect();
        for it in self.texts(&svgs)? {
            if let Some(asset) = assets.get_mut(&it.path) {
                asset.svg = Some(it.text);
            }
        }
        Ok(Sources {
            site: self.site()?,
            documents: self.texts(&documents)?,
            assets,
            unpublishable,
            theme,
            digest: String::new(),
            elsewhere: BTreeMap::new(),
        })
    }

    /// Returns the theme with the bank's own words laid over those of the program.
    fn theme(&self, name: &str) -> anyhow::Result<Vec<ThemeFile>> {
        let folder = format!("themes/{name}/");
        let own: Vec<(String, &str)> = (self.files.keys())
            .filter(|it| it.strip_prefix(&folder).is_some_and(|it| it.starts_with("i18n/")))
            .map(|it| (it.clone(), it.as_str()))
            .collect();
        let own = self.texts(&own)?.into_iter().map(|it| ThemeFile {
            name: it.path[folder.len()..].to_owned(),
            bytes: it.text.as_bytes().to_vec().into(),
            path: Some(it.path),
        });
        Ok(theme::with(own))
    }

    /// Reads text files, each given as the path it is to have and that in the revision; those that
    /// are too large or no text are left out.
    fn texts(&self, paths: &[(String, &str)]) -> anyhow::Result<Vec<Source>> {
        let wanted: Vec<(&str, &Blob)> = (paths.iter())
            .filter_map(|(path, original)| Some((path.as_str(), self.files.get(*original)?)))
            .filter(|(_, it)| it.len <= MAX_FILE as u64)
            .collect();
        let ids: Vec<&str> = wanted.iter().map(|(_, it)| it.id.as_str()).collect();
        let bytes = git::blobs(&self.root, &ids)?;
        let text = |((path, _), bytes): ((&str, &Blob), Vec<u8>)| {
            let found = Found { path: path.into(), disk: self.root.join(path) };
            match read::text(&found, &bytes) {
                Content::Document(source) => Some(source),
                _ => None,
            }
        };
        Ok(wanted.into_iter().zip(bytes).filter_map(text).collect())
    }
}

fn commit(root: &Path, name: &str) -> anyhow::Result<String> {
    let asked = format!("{name}^{{commit}}");
    // One that begins with a hyphen would be read as an option.
    if !name.starts_with('-') && !name.is_empty() {
        let found = git::ask(root, &["rev-parse", "--verify", "--quiet", &asked])?;
        if found.done {
            return Ok(found.line());
        }
    }
    let shallow = git::ask(root, &["rev-parse", "--is-shallow-repository"])?;
    if shallow.line() == "true" {
        bail!(
            "there is no revision `{}` in this shallow clone; fetch the whole history \
             (`git fetch --unshallow`, `fetch-depth: 0` of actions/checkout)",
            shown(name)
        );
    }
    bail!("there is no revision `{}` in the repository of `{}`", shown(name), root.display())
}

/// What stands in a tree: a file, or a symbolic link.
enum Entry {
    File(Blob),
    Link(Blob),
}

/// Reads the list that `ls-tree -z -l` prints: `MODE TYPE ID LENGTH`, a tab, the path, a NUL.
fn entries(list: &[u8]) -> anyhow::Result<BTreeMap<String, Entry>> {
    let mut res = BTreeMap::new();
    for line in list.split(|it| *it == 0).filter(|it| !it.is_empty()) {
        // A name that is no UTF-8 is refused on disk.
        let Ok(line) = std::str::from_utf8(line) else { continue };
        let Some((head, path)) = line.split_once('\t') else {
            bail!("`git ls-tree` prints what is not understood");
        };
        let head: Vec<&str> = head.split_whitespace().collect();
        let [mode, kind, id, len] = head.as_slice() else {
            bail!("`git ls-tree` prints what is not understood");
        };
        let blob = Blob { id: (*id).to_owned(), len: len.parse().unwrap_or_default() };
        match (*mode, *kind) {
            ("120000", _) => res.insert(path.to_owned(), Entry::Link(blob)),
            (_, "blob") => res.insert(path.to_owned(), Entry::File(blob)),
            // Another repository's commit, which is not here.
            _ => None,
        };
    }
    Ok(res)
}

/// Returns all files, those behind links that stay in the bank under the links' paths too.
fn with_links(
    root: &Path,
    entries: BTreeMap<String, Entry>,
) -> anyhow::Result<BTreeMap<String, Blob>> {
    let mut files = BTreeMap::new();
    let mut links = Vec::new();
    for (path, entry) in entries {
        match entry {
            Entry::File(it) => {
                files.insert(path, it);
            }
            Entry::Link(it) => links.push((path, it)),
        }
    }
    let ids: Vec<&str> = links.iter().map(|(_, it)| it.id.as_str()).collect();
    let targets = git::blobs(root, &ids)?;
    let links: Vec<(String, String)> = (links.iter().zip(targets))
        .filter_map(|((path, _), to)| Some((path.clone(), target(path, &to)?)))
        .collect();
    for _ in 0..ROUNDS {
        let mut new: BTreeMap<String, Blob> = BTreeMap::new();
        for (path, target) in &links {
            if let Some(it) = files.get(target) {
                new.insert(path.clone(), it.clone());
                continue;
            }
            let inside = format!("{target}/");
            // A folder that the link is in would go on for ever.
            if path.starts_with(&inside) {
                continue;
            }
            let below = files.range(inside.clone()..).take_while(|it| it.0.starts_with(&inside));
            for (it, blob) in below {
                new.insert(format!("{path}/{}", &it[inside.len()..]), blob.clone());
            }
            if files.len() + new.len() > MAX_FILES {
                bail!("more than {MAX_FILES} files");
            }
        }
        let before = files.len();
        files.extend(new);
        if files.len() == before {
            break;
        }
    }
    Ok(files)
}

/// Returns where a link leads, if that is in the bank and not hidden.
fn target(path: &str, to: &[u8]) -> Option<String> {
    let to = std::str::from_utf8(to).ok().filter(|it| !it.starts_with('/'))?;
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in to.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.iter().any(|it| it.starts_with('.'))).then(|| parts.join("/"))
}

/// Returns whether a path below `content/` is read: not hidden, no notes on a folder, and of names
/// that every system can hold.
fn is_of_bank(path: &str) -> bool {
    let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
    let is_hidden = |it: &str| it.starts_with('.');
    let mut folders = folders.split('/');
    !folders.any(|it| is_hidden(it) || reserved(it).is_some())
        && !is_hidden(file)
        && file != "README.md"
        && (kind(file) == Kind::Other || reserved(file).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_led_through_the_tree() {
        for (path, to, expected) in [
            ("content/a/q.md", "../b/q.md", Some("content/b/q.md")),
            ("content/a", "./b/", Some("content/b")),
            ("content/a", "../../out", None),
            ("content/a", "/etc", None),
            ("content/a", "../.git/config", None),
        ] {
            assert_eq!(target(path, to.as_bytes()).as_deref(), expected, "{path} {to}");
        }
    }

    #[test]
    fn what_the_bank_does_not_read_is_left_out() {
        for (path, expected) in [
            ("a/q.md", true),
            ("a/.hidden.md", false),
            (".git/q.md", false),
            ("a/README.md", false),
            ("README.md/q.md", true),
            ("con/q.md", false),
            ("a/aux.md", false),
            ("a/aux.blend", true),
        ] {
            assert_eq!(is_of_bank(path), expected, "{path}");
        }
    }
}
