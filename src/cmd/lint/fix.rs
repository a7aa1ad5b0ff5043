//! Fixes: made until none is left, shown, or written to the authors' files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use similar::TextDiff;

use crate::bank::model::Bank;
use crate::check::fix;
use crate::cmd::bank::{self, Loaded};
use crate::cmd::lint::{counted, texts};
use crate::cmd::terminal::Terminal;
use crate::diagnostic::Diagnostic;
use crate::report::{Texts, visible};
use crate::write::author_file::{self, Change};

/// Rounds of fixes. Each shows the rules what the one before has made of a text; what is not
/// settled after so many would go on for ever.
const ROUNDS: usize = 20;
/// Files that are named when they were fixed; more are counted.
const SHOWN: usize = 20;

/// The bank with its fixes made.
pub(super) struct Fixed {
    pub(super) loaded: Loaded,
    pub(super) bank: Bank,
    /// What is left.
    pub(super) found: Vec<Diagnostic>,
    before: Texts,
    /// How many findings of each rule are fixed in each file.
    made: BTreeMap<Arc<str>, BTreeMap<&'static str, usize>>,
}

/// Makes the fixes of what `find` finds, until nothing more changes.
///
/// A file in which a fix would spoil a question is left as it was before that round.
pub(super) fn fix(
    mut loaded: Loaded,
    unsafe_too: bool,
    find: impl Fn(&Loaded) -> (Bank, Vec<Diagnostic>),
) -> Fixed {
    let before = texts(&loaded);
    let (mut bank, mut found) = find(&loaded);
    let mut alone: BTreeSet<Arc<str>> = BTreeSet::new();
    let mut made: BTreeMap<Arc<str>, BTreeMap<&str, usize>> = BTreeMap::new();
    for _ in 0..ROUNDS {
        let old = texts(&loaded);
        let mut round = fix::round(&found, &old, unsafe_too, &alone);
        if round.texts.is_empty() {
            break;
        }
        let mut spoiled = bank::set_texts(&mut loaded, &round.texts);
        let (mut new_bank, mut new_found) = find(&loaded);
        spoiled.extend(fix::spoiled((&bank, &found), &new_bank, &round, !unsafe_too));
        if !spoiled.is_empty() {
            let back = spoiled.iter().map(|it| (Arc::clone(it), old[it].to_string())).collect();
            bank::set_texts(&mut loaded, &back);
            (new_bank, new_found) = find(&loaded);
            round.made.retain(|path, _| !spoiled.contains(path));
            alone.append(&mut spoiled);
        }
        for (path, rules) in round.made {
            let counts = made.entry(path).or_default();
            for rule in rules {
                *counts.entry(rule).or_default() += 1;
            }
        }
        (bank, found) = (new_bank, new_found);
    }
    Fixed { loaded, bank, found, before, made }
}

impl Fixed {
    /// Returns the files that are others, each with its text before and now.
    fn changed(&self) -> Vec<(Arc<str>, Arc<str>, Arc<str>)> {
        let now = texts(&self.loaded);
        (self.before.iter())
            .filter(|(path, text)| now[*path] != **text)
            .map(|(path, text)| (Arc::clone(path), Arc::clone(text), Arc::clone(&now[path])))
            .collect()
    }

    /// Writes the files that are others, all or none of them.
    ///
    /// # Errors
    ///
    /// A file that cannot be written or was changed in the meantime.
    pub(super) fn write(&self, root: &Path) -> anyhow::Result<()> {
        // A file that is reached on two ways is written once.
        let mut edits = BTreeMap::new();
        for (path, old, new) in self.changed() {
            let disk = self.loaded.sources.disk(root, &path);
            let disk = disk.canonicalize().unwrap_or(disk);
            edits.entry(disk).or_insert((old.to_string(), new.to_string()));
        }
        let changes: Vec<Change> =
            edits.into_iter().map(|(path, (old, new))| Change::Edit { path, old, new }).collect();
        author_file::apply(&changes)
    }

    /// Returns what would be written, as a unified diff; empty where nothing would.
    pub(super) fn diff(&self) -> String {
        let diff = |(path, old, new): &(Arc<str>, Arc<str>, Arc<str>)| {
            let path = visible(path);
            TextDiff::from_lines(&**old, &**new)
                .unified_diff()
                .header(&format!("a/{path}"), &format!("b/{path}"))
                .to_string()
        };
        self.changed().iter().map(diff).collect()
    }

    /// Says what was fixed, file by file.
    pub(super) fn say(&self, terminal: &Terminal) {
        for (path, rules) in self.made.iter().take(SHOWN) {
            let names: Vec<String> = (rules.iter())
                .map(|(rule, count)| match count {
                    1 => (*rule).to_owned(),
                    more => format!("{rule} ({more})"),
                })
                .collect();
            let fixed = terminal.colour(32, &terminal.bold("fixed"));
            terminal.say(&format!("{fixed} {}: {}", visible(path), names.join(", ")));
        }
        if self.made.len() > SHOWN {
            terminal.say(&format!("      and {} more files", self.made.len() - SHOWN));
        }
        let total = self.made.values().flat_map(BTreeMap::values).sum::<usize>();
        let total = if total == 0 { "nothing".to_owned() } else { counted(total) };
        terminal.say(&format!("{total} fixed"));
    }
}
