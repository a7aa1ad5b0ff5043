//! What lies between a revision and now: the rules of changes, and which findings a change touches.

use std::collections::BTreeSet;
use std::path::Path;

use crate::bank::model::Bank;
use crate::check::change::{Changes, Version};
use crate::check::{self, Context};
use crate::cmd::bank::{self, Loaded};
use crate::cmd::lint::texts;
use crate::diagnostic::Diagnostic;
use crate::load::revision::Revision;
use crate::plan::{self, Plan};

/// The bank as it was.
pub(super) struct Changed {
    before: Loaded,
    /// Drafts among its questions.
    old: Bank,
    /// Its pages, without drafts.
    plan: Plan,
}

impl Changed {
    /// Reads the bank at a revision.
    ///
    /// # Errors
    ///
    /// No repository, no such revision, no `git`.
    pub(super) fn since(root: &Path, revision: &str, now: &Loaded) -> anyhow::Result<Self> {
        let before = bank::load_at(&Revision::open(root, revision)?, now)?;
        let public = bank::read(&before, false).0;
        let plan = Plan::new(&public, &before.config, &before.languages).0;
        let old = bank::read(&before, true).0;
        Ok(Self { before, old, plan })
    }

    /// Returns what the rules of changes find; `plan` is that of the present bank.
    pub(super) fn find(&self, now: &Loaded, plan: &Plan, context: Context<'_>) -> Vec<Diagnostic> {
        let new = bank::read_whole(now, true).0;
        let (old_files, new_files) = (bank::files(&self.before), bank::files(now));
        let mut changes = Changes::between(
            Version { bank: &self.old, files: &old_files },
            Version { bank: &new, files: &new_files },
        );
        changes.lost = plan::lost(&self.plan, plan);
        check::run_changes(&changes, context.settings)
    }

    /// Leaves of the findings those that a change touches: in a file that is another or beside
    /// one, what the rules of changes say, and what keeps a document from being published, whoever
    /// brought it about.
    pub(super) fn keep(&self, now: &Loaded, found: &mut Vec<Diagnostic>) {
        let (before, now) = (texts(&self.before), texts(now));
        let touched: BTreeSet<&str> = (now.iter())
            .filter(|(path, text)| before.get(*path) != Some(text))
            .map(|(path, _)| &**path)
            .collect();
        found.retain(|it| {
            let mut notes = it.notes.iter().filter_map(|it| it.place.as_ref());
            touched.contains(&*it.place.path)
                || notes.any(|it| touched.contains(&*it.path))
                || check::rule(it.rule).is_some_and(|it| it.group == "change")
                || check::is_publish(it)
        });
    }
}
