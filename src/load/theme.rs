//! The theme: embedded files, and the bank's own laid over them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, bail};
use include_dir::{Dir, include_dir};

use super::ThemeFile;
use super::name::{reserved, shown};
use super::walk::Walk;
use crate::diagnostic::did_you_mean;

/// The theme that is in the program.
const DEFAULT: &str = "default";

/// Its folders; `static/` is made from `scripts/` and `styles/`, which are no part of a site.
static EMBEDDED: [(&str, Dir<'static>); 3] = [
    ("templates", include_dir!("$CARGO_MANIFEST_DIR/themes/default/templates")),
    ("static", include_dir!("$CARGO_MANIFEST_DIR/themes/default/static")),
    ("i18n", include_dir!("$CARGO_MANIFEST_DIR/themes/default/i18n")),
];

/// Reads the theme of a name.
pub(super) fn read(root: &Path, name: &str, walk: &mut Walk<'_>) -> anyhow::Result<Vec<ThemeFile>> {
    let mut files = embedded();
    let folder = format!("themes/{name}");
    if name.is_empty() || name.starts_with('.') || reserved(name).is_some() {
        bail!("theme `{}` is no name of a folder", shown(name));
    }
    if root.join(&folder).symlink_metadata().is_err() {
        if name == DEFAULT {
            return Ok(files.into_values().collect());
        }
        let mut known = known(root);
        known.push(DEFAULT.to_owned());
        let help = did_you_mean(name, known.iter().map(String::as_str));
        let help = help.map(|it| format!("; {it}")).unwrap_or_default();
        bail!("no theme `{name}`: there is no folder `{folder}`{help}");
    }
    for sources in ["scripts", "styles"] {
        walk.leave_out(&format!("{folder}/{sources}"));
    }
    for found in walk.files(&folder, |_| true)? {
        let name = found.path[folder.len() + 1..].to_owned();
        let bytes = std::fs::read(&found.disk)
            .with_context(|| format!("cannot read `{}`", found.disk.display()))?;
        let file = ThemeFile { name, bytes: Cow::Owned(bytes), path: Some(found.path) };
        files.insert(file.name.clone(), file);
    }
    Ok(files.into_values().collect())
}

/// Returns the embedded theme with files of a bank's own laid over it, sorted by name.
pub(super) fn with(own: impl Iterator<Item = ThemeFile>) -> Vec<ThemeFile> {
    let mut files = embedded();
    files.extend(own.map(|it| (it.name.clone(), it)));
    files.into_values().collect()
}

fn embedded() -> BTreeMap<String, ThemeFile> {
    let mut res = BTreeMap::new();
    let mut folders: Vec<(&str, &'static Dir<'static>)> =
        EMBEDDED.iter().map(|(name, folder)| (*name, folder)).collect();
    while let Some((top, folder)) = folders.pop() {
        folders.extend(folder.dirs().map(|it| (top, it)));
        for file in folder.files() {
            // Paths of embedded files are UTF-8 with `/`: the macro makes them so.
            let name = format!("{top}/{}", file.path().to_string_lossy());
            if name.contains("/.") {
                continue;
            }
            let bytes = Cow::Borrowed(file.contents());
            res.insert(name.clone(), ThemeFile { name, bytes, path: None });
        }
    }
    res
}

/// Returns the names of the bank's own themes.
fn known(root: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(root.join("themes")) else { return Vec::new() };
    let names = entries.flatten().map(|it| it.file_name().to_string_lossy().into_owned());
    let mut res: Vec<String> = names.filter(|it| !it.starts_with('.')).collect();
    res.sort();
    res
}
