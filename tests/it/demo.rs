//! The demo bank: examples of manuals are laid over it, in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use studyhall::bank::model::Bank;
use studyhall::bank::{self, Input};
use studyhall::check::change::{Changes, Version};
use studyhall::check::settings::Settings;
use studyhall::check::{self, Context};
use studyhall::config::Config;
use studyhall::diagnostic::{Diagnostic, sort};
use studyhall::i18n::{Language, Languages};
use studyhall::load::Asset;
use studyhall::plan::{self, Plan};
use studyhall::source::{Source, split_fixture};

/// Where an example's text stands if it names no file.
pub(crate) const LONE: &str = "content/demo/topic/q.md";

/// The bank into which each example is put.
pub(crate) const DEMO: &str = r#"//- site.toml
title = "Demo"
site_id = "demo"
//- content/_index.md
---
title: Demo
---
//- content/authors/desk.md
---
name: The desk
---

Writes demos.
//- content/demo/_index.md
---
title: Demo exam
topics:
  - id: topic
    title: Topic
    objectives:
      - id: files
        title: Find files
  - id: other
    title: Other topic
    objectives:
      - id: text
        title: Print text
---
//- content/demo/other/print.md
Which command prints its arguments?

- [x] `echo`

  > It writes them and a line feed.

- [ ] `sleep`

  > It waits.

- [ ] `true`

  > It succeeds.

## Explanation

It writes them and a line feed.
//- content/demo/lessons/files.md
---
title: Files
---

## Listing

A folder holds files.
//- content/demo/topic/figure.svg
<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="3"/></svg>
//- content/demo/topic/sound.md
Which name does the folder above have?

- [x] Two dots

  > They name the folder above.

- [ ] A slash

  > It parts the names of a path.

- [ ] A tilde

  > It names the home folder.

## Explanation

One dot is the folder itself.
"#;

/// How the path of a file of the old version begins.
pub(crate) const BEFORE: &str = "before ";

/// The day on which the examples are judged.
pub(crate) const TODAY: &str = "2026-06-15";

pub(crate) static LANGUAGES: LazyLock<Arc<Languages>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("themes/default/i18n");
    let all = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let mut files: Vec<_> =
        all.filter(|it| it.extension().is_some_and(|it| it == "toml")).collect();
    files.sort();
    let read = |path: &Path| {
        let tag = path.file_stem().unwrap().to_str().unwrap();
        Language::read(tag, &fs::read_to_string(path).unwrap()).unwrap()
    };
    Arc::new(Languages::new(files.iter().map(|it| read(it)).collect(), "en").unwrap())
});

/// A block of a manual.
pub(crate) struct Example {
    /// `bad`, `good` or `fixed`.
    pub(crate) kind: String,
    /// Further rules that it raises.
    pub(crate) also: Vec<String>,
    /// Line of the manual on which it begins.
    pub(crate) line: usize,
    pub(crate) files: Vec<Source>,
}

/// Returns the blocks ```` ```question KIND ```` of a manual.
pub(crate) fn examples(manual: &str) -> Vec<Example> {
    let mut res = Vec::new();
    let mut lines = manual.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let fence = line.len() - line.trim_start_matches('`').len();
        if fence < 3 {
            continue;
        }
        let close = &line[..fence];
        let text: String = lines
            .by_ref()
            .map(|(_, it)| it)
            .take_while(|it| *it != close)
            .map(|it| format!("{it}\n"))
            .collect();
        let mut words = line[fence..].split_whitespace();
        if words.next() != Some("question") {
            continue;
        }
        let kind = words.next().unwrap_or_default().to_owned();
        let also = words
            .filter_map(|it| it.strip_prefix("also="))
            .flat_map(|it| it.split(',').map(str::to_owned))
            .collect();
        res.push(Example { kind, also, line: at + 1, files: split_fixture(LONE, &text) });
    }
    res
}

/// Returns everything that is found in the demo bank with these files laid over it.
///
/// Those whose path begins with `before ` make the version with which it is compared.
pub(crate) fn find_all(files: &[Source]) -> Vec<Diagnostic> {
    let (before, files) = versions(files);
    let before = (!before.is_empty()).then(|| Demo::with(&before));
    Demo::with(&files).find(before.as_ref()).1
}

/// Returns the files of an example's old version and of its new one.
pub(crate) fn versions(files: &[Source]) -> (Vec<Source>, Vec<Source>) {
    let (old, new): (Vec<&Source>, Vec<&Source>) =
        files.iter().partition(|it| it.path.starts_with(BEFORE));
    let old = old.into_iter().map(|it| Source::new(&it.path[BEFORE.len()..], &it.text));
    (old.collect(), new.into_iter().cloned().collect())
}

/// The demo bank with files laid over it, in memory.
pub(crate) struct Demo {
    config: Config,
    settings: Settings,
    pub(crate) documents: Vec<Source>,
    assets: BTreeMap<Arc<str>, Asset>,
    unpublishable: BTreeSet<Arc<str>>,
}

impl Demo {
    pub(crate) fn with(files: &[Source]) -> Self {
        let mut all: BTreeMap<Arc<str>, Source> =
            split_fixture(LONE, DEMO).into_iter().map(|it| (Arc::clone(&it.path), it)).collect();
        all.extend(files.iter().map(|it| (Arc::clone(&it.path), it.clone())));
        let config = Config::read(all.remove("site.toml")).unwrap();
        let settings = Settings::read(&config).unwrap();
        let mut res = Self {
            config,
            settings,
            documents: Vec::new(),
            assets: BTreeMap::new(),
            unpublishable: BTreeSet::new(),
        };
        for (path, source) in all {
            match path.rsplit('.').next().unwrap() {
                "md" => res.documents.push(source),
                "svg" | "png" | "jpg" | "JPG" => {
                    let asset = Asset {
                        path: Arc::clone(&path),
                        disk: Path::new(&*path).to_owned(),
                        len: source.text.len() as u64,
                        size: None,
                        svg: path.ends_with(".svg").then_some(source.text),
                    };
                    res.assets.insert(path, asset);
                }
                _ => {
                    res.unpublishable.insert(path);
                }
            }
        }
        res
    }

    /// Returns the bank and everything that is found in it, compared with a version before if
    /// there is one.
    pub(crate) fn find(&self, before: Option<&Self>) -> (Bank, Vec<Diagnostic>) {
        let (bank, mut out) = self.read(false);
        let (plan, found) = Plan::new(&bank, &self.config, &LANGUAGES);
        out.extend(found);
        let context = Context {
            bank: &bank,
            config: &self.config,
            settings: &self.settings,
            languages: &LANGUAGES,
            today: TODAY,
        };
        out.extend(check::run(context));
        if let Some(before) = before {
            let public = before.read(false).0;
            let (old, new) = (before.read(true).0, self.read(true).0);
            let (old_files, new_files) = (before.paths(), self.paths());
            let mut changes = Changes::between(
                Version { bank: &old, files: &old_files },
                Version { bank: &new, files: &new_files },
            );
            changes.lost = plan::lost(&Plan::new(&public, &before.config, &LANGUAGES).0, &plan);
            out.extend(check::run_changes(&changes, &self.settings));
        }
        check::settle(&self.documents.iter().collect::<Vec<_>>(), context, &mut out);
        sort(&mut out);
        (bank, out)
    }

    pub(crate) fn read(&self, drafts: bool) -> (Bank, Vec<Diagnostic>) {
        bank::read(Input {
            sources: &self.documents,
            assets: &self.assets,
            unpublishable: &self.unpublishable,
            config: &self.config,
            languages: &LANGUAGES,
            drafts,
            for_linter: true,
        })
    }

    fn paths(&self) -> BTreeSet<&str> {
        self.documents.iter().map(|it| &*it.path).collect()
    }
}
