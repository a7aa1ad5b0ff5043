//! Has the crate built anew when a file joins or leaves the embedded theme, and tells the program
//! what it was built from.

#![expect(clippy::disallowed_methods, reason = "a build script reads what it builds from")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    // The macro that embeds the folders makes cargo watch their files,
    // and cannot make it watch for further ones.
    let folders =
        ["src", "themes/default/templates", "themes/default/static", "themes/default/i18n"];
    let mut files = BTreeMap::new();
    for folder in folders {
        println!("cargo::rerun-if-changed={folder}");
        collect(Path::new(folder), &mut files)?;
    }
    // FNV-1a, 64 bits: a site that another state of the program wrote is not up to date.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (path, bytes) in files {
        for byte in path.to_string_lossy().bytes().chain(bytes) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    println!("cargo::rustc-env=STUDYHALL_STATE={hash:016x}");
    Ok(())
}

fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            let bytes = std::fs::read(&path)?;
            files.insert(path, bytes);
        }
    }
    Ok(())
}
