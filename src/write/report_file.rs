//! Reports for other programs: files of any name, outside the output folder.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;

/// Writes a file, with the folders it stands in.
///
/// # Errors
///
/// A folder or file that cannot be written.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let shown = path.display();
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("could not make the folder of `{shown}`"))?;
    }
    fs::write(path, text).with_context(|| format!("could not write `{shown}`"))
}

/// Adds to a file, which is made if it is not there.
///
/// # Errors
///
/// A file that cannot be written.
pub fn append(path: &Path, text: &str) -> anyhow::Result<()> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.and_then(|mut it| it.write_all(text.as_bytes()))
        .with_context(|| format!("could not add to `{}`", path.display()))
}
