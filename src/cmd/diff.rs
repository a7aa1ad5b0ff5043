//! `diff`: what changed since a revision, by what it means.

mod full;
mod json;
mod markdown;
mod words;

use std::path::Path;
use std::process::ExitCode;

use crate::bank::model::{Bank, Question};
use crate::check::change::{self, Change, Changes, Pair, Version};
use crate::cli::{Diff, DiffFormat};
use crate::cmd::bank::{self, Options};
use crate::cmd::terminal::Terminal;
use crate::load::revision::Revision;

/// Compares the bank with what it was.
///
/// # Errors
///
/// See `cmd::run`; no repository, no such revision.
pub fn run(root: &Path, args: &Diff, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    let loaded = bank::load(root, &Options::default(), terminal.look)?;
    let revision = Revision::open(root, &args.revision)?;
    let before = bank::load_at(&revision, &loaded)?;
    let (old, new) = (bank::read(&before, true).0, bank::read(&loaded, true).0);
    let (old_files, new_files) = (bank::files(&before), bank::files(&loaded));
    let changes = Changes::between(
        Version { bank: &old, files: &old_files },
        Version { bank: &new, files: &new_files },
    );
    let report = Report::new(&changes, &revision);
    terminal.print(&match args.format {
        DiffFormat::Full => full::text(&report, terminal),
        DiffFormat::Json => json::text(&report),
        DiffFormat::Markdown => markdown::text(&report),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The most that a change of a question is, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Rekeyed,
    Removed,
    Broken,
    Moved,
    Reworded,
    Changed,
    Mended,
    Added,
}

impl Kind {
    const ALL: [Self; 8] = [
        Self::Rekeyed,
        Self::Removed,
        Self::Broken,
        Self::Moved,
        Self::Reworded,
        Self::Changed,
        Self::Mended,
        Self::Added,
    ];

    fn of(change: &Change) -> Self {
        match change {
            Change::Added(_) => Self::Added,
            Change::Mended(_) => Self::Mended,
            Change::Broken(_) => Self::Broken,
            Change::Removed { .. } => Self::Removed,
            Change::Changed(it) if it.rekeyed => Self::Rekeyed,
            Change::Changed(it) if it.moved => Self::Moved,
            Change::Changed(it) if it.texts.is_empty() => Self::Changed,
            Change::Changed(_) => Self::Reworded,
        }
    }

    /// Returns its name, as JSON has it.
    fn name(self) -> &'static str {
        match self {
            Self::Rekeyed => "re-keyed",
            Self::Removed => "removed",
            Self::Broken => "broken",
            Self::Moved => "moved",
            Self::Reworded => "reworded",
            Self::Changed => "changed",
            Self::Mended => "mended",
            Self::Added => "added",
        }
    }

    /// Returns what stands above the questions of the kind.
    fn heading(self) -> &'static str {
        match self {
            Self::Rekeyed => "Re-keyed: another answer is right",
            Self::Removed => "Removed",
            Self::Broken => "Broken: the file has faults now",
            Self::Moved => "Moved",
            Self::Reworded => "Reworded",
            Self::Changed => "Other values",
            Self::Mended => "Mended: the file had faults",
            Self::Added => "Added",
        }
    }
}

/// What is to be shown.
struct Report<'r> {
    /// The revision as it was asked for.
    since: &'r str,
    /// Its commit.
    commit: &'r str,
    old: &'r Bank,
    new: &'r Bank,
    /// By kind, then by path.
    all: Vec<(Kind, &'r Change)>,
}

impl<'r> Report<'r> {
    fn new(changes: &'r Changes<'r>, revision: &'r Revision) -> Self {
        let mut all: Vec<(Kind, &Change)> =
            changes.questions.iter().map(|it| (Kind::of(it), it)).collect();
        all.sort_by_key(|it| it.0);
        Self {
            since: &revision.name,
            commit: &revision.commit,
            old: changes.old.bank,
            new: changes.new.bank,
            all,
        }
    }

    /// Returns the kinds that there are, each with its changes.
    fn kinds(&self) -> impl Iterator<Item = (Kind, &[(Kind, &'r Change)])> {
        self.all.chunk_by(|a, b| a.0 == b.0).map(|it| (it[0].0, it))
    }

    /// Returns "1 re-keyed, 2 added".
    fn counts(&self) -> String {
        let counts = self.kinds().map(|(kind, all)| format!("{} {}", all.len(), kind.name()));
        counts.collect::<Vec<_>>().join(", ")
    }

    /// Returns the question that a change is about, the present version if there is one.
    fn question(&self, change: &Change) -> &'r Question {
        match change {
            Change::Added(id) | Change::Mended(id) => &self.new.questions[*id],
            Change::Broken(id) | Change::Removed { old: id, .. } => &self.old.questions[*id],
            Change::Changed(pair) => &self.new.questions[pair.new],
        }
    }

    /// Returns everything that is another in a question, as name, before and now.
    ///
    /// The key comes first where it is another, whatever its choices say.
    fn rows(&self, pair: &Pair) -> Vec<(String, String, String)> {
        let old = &self.old.questions[pair.old];
        let new = &self.new.questions[pair.new];
        let mut res = Vec::new();
        let mut add = |name: &str, old: String, new: String| {
            if old != new {
                res.push((name.to_owned(), old, new));
            }
        };
        if pair.rekeyed {
            add("key", change::key_in_words(old), change::key_in_words(new));
        }
        add("id", old.id.clone(), new.id.clone());
        add("file", change::path(old).to_owned(), change::path(new).to_owned());
        for it in &pair.texts {
            add(&it.part.name(), it.old.clone(), it.new.clone());
        }
        for it in &pair.fields {
            add(it.name, it.old.clone(), it.new.clone());
        }
        res
    }

    /// Returns the id of the question that a removed one goes on in.
    fn heir(&self, change: &Change) -> Option<&'r str> {
        match change {
            Change::Removed { heir: Some(id), .. } => Some(&self.new.questions[*id].id),
            _ => None,
        }
    }
}
