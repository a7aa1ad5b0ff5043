//! What the last build wrote, as it stands in the output folder.

use std::collections::BTreeMap;

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};

use crate::load::shown;

/// The form of the manifest; a program reads its own form only.
const VERSION: u32 = 1;

/// Names at the top of the output folder that are not Study Hall's to write or to remove.
pub(super) const TOLERATED: [&str; 3] = [".git", "CNAME", ".nojekyll"];

/// The folder in the output folder that holds the manifest and all temporary files.
pub(super) const OWN: &str = ".studyhall";

/// What is, or is about to be, in the output folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    pub(super) version: u32,
    /// Whether the build came to its end.
    pub(super) finished: bool,
    /// Input digest, options and program version of that build.
    pub(super) key: String,
    /// The folders below `assets/`, oldest first.
    pub(super) generations: Vec<String>,
    /// Every file that may be there, with its length if that is known.
    pub(super) files: BTreeMap<String, Option<u64>>,
}

impl Default for Manifest {
    fn default() -> Self {
        Self {
            version: VERSION,
            finished: false,
            key: String::new(),
            generations: Vec::new(),
            files: BTreeMap::new(),
        }
    }
}

impl Manifest {
    /// Reads a manifest. One that names anything outside the output folder is refused.
    pub(super) fn parse(text: &str) -> anyhow::Result<Self> {
        #[derive(Deserialize)]
        struct Version {
            version: u32,
        }
        let res: Self = match serde_json::from_str(text) {
            Ok(res) => res,
            Err(error) => match serde_json::from_str(text) {
                Ok(Version { version }) if version != VERSION => return Err(unknown(version)),
                _ => return Err(error).context("it is damaged"),
            },
        };
        if res.version != VERSION {
            return Err(unknown(res.version));
        }
        res.files.keys().try_for_each(|name| check(name))?;
        res.generations.iter().try_for_each(|name| match name.contains('/') {
            true => bail!("`{}` is no name of a folder", shown(name)),
            false => check(name),
        })?;
        Ok(res)
    }

    /// Returns the text that [`Manifest::parse`] reads.
    pub(super) fn text(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string(self)?)
    }
}

fn unknown(version: u32) -> anyhow::Error {
    anyhow::anyhow!("it has version {version}, and this program knows {VERSION}")
}

/// Returns an error unless the name is that of a file below the output folder that may be written.
pub(super) fn check(name: &str) -> anyhow::Result<()> {
    let fault = if name.is_empty() {
        "is empty"
    } else if name.contains(['\\', ':', '\0']) {
        // `\` and `C:` lead elsewhere on Windows.
        "holds `\\`, `:` or NUL"
    } else if name.split('/').any(|part| part.is_empty() || part == "." || part == "..") {
        "leads out of the output folder, or has an empty part"
    } else {
        let top = name.split('/').next().unwrap_or_default();
        let is_top = |it: &&str| it.eq_ignore_ascii_case(top);
        if !TOLERATED.iter().chain([&OWN]).any(is_top) {
            return Ok(());
        }
        "is not Study Hall's to write"
    };
    bail!("the name `{}` {fault}", shown(name))
}

/// Returns the folders that a name is in, outermost first.
pub(super) fn folders(name: &str) -> impl DoubleEndedIterator<Item = &str> {
    name.match_indices('/').map(|(at, _)| &name[..at])
}

/// Returns the folder below `assets/` that a name is in.
pub(super) fn generation(name: &str) -> Option<&str> {
    Some(name.strip_prefix("assets/")?.split_once('/')?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_in_the_output_folder() {
        for name in ["index.html", "a/b/index.html", "été/ü.png", "...", "a/.b", ".well-known/x"]
        {
            assert!(check(name).is_ok(), "{name}");
        }
        for name in [
            "",
            "/",
            "/a",
            "a/",
            "a//b",
            ".",
            "..",
            "../a",
            "a/../b",
            "a/..",
            "a/./b",
            "a\\b",
            "..\\a",
            "C:",
            "c:/a",
            "a/c:b",
            "a\0",
            ".studyhall/x",
            ".StudyHall",
            ".git/config",
            ".GIT",
            "CNAME",
            "cname",
            ".nojekyll",
        ] {
            assert!(check(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_manifest_reads_as_it_was_written() {
        let mut manifest = Manifest { finished: true, key: "k".into(), ..Manifest::default() };
        manifest.files = [("a/b".to_owned(), Some(3)), ("c".to_owned(), None)].into();
        manifest.generations = vec!["x".into()];
        assert_eq!(Manifest::parse(&manifest.text().unwrap()).unwrap(), manifest);
    }

    #[test]
    fn a_doctored_manifest_is_refused() {
        let check = |files: &str, generations: &str| {
            let text = format!(
                r#"{{"version":1,"finished":true,"key":"","generations":[{generations}],"files":{{{files}}}}}"#
            );
            Manifest::parse(&text).map_err(|it| it.to_string())
        };
        assert!(check(r#""a":1"#, r#""b""#).is_ok());
        assert_eq!(
            check(r#""a/../../b":1"#, "").unwrap_err(),
            "the name `a/../../b` leads out of the output folder, or has an empty part"
        );
        assert!(check("", r#""..""#).is_err());
        assert!(check("", r#""a/b""#).is_err());
        assert!(check(r#""a":-1"#, "").is_err());
        let newer = Manifest::parse(r#"{"version":2,"what":[]}"#).unwrap_err();
        assert_eq!(newer.to_string(), "it has version 2, and this program knows 1");
    }

    #[test]
    fn the_folders_of_a_name_are_outermost_first() {
        assert_eq!(folders("a/b/c").collect::<Vec<_>>(), ["a", "a/b"]);
        assert_eq!(folders("a").count(), 0);
        assert_eq!(generation("assets/x/y/z.js"), Some("x"));
        assert_eq!(generation("assets/x"), None);
        assert_eq!(generation("a/assets/x/y"), None);
    }
}
