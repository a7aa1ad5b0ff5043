//! `mv`: moves a question, and everything that hangs on where it stands.
//!
//! All of it is worked out and tried in memory before the first byte is written: the bank that
//! would result is read, and must have no finding that the present one has not.

mod find;
mod plan;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;

use crate::bank::model::{Bank, Question};
use crate::cli::Mv;
use crate::cmd::bank::{self, Loaded, Options};
use crate::cmd::terminal::Terminal;
use crate::diagnostic::Diagnostic;
use crate::load::Sources;
use crate::plan::Plan;
use crate::report;
use crate::write::author_file::{self, Change};
use plan::Planned;

/// Moves a question.
///
/// # Errors
///
/// See `cmd::run`; also whatever would leave the bank worse than it is.
pub fn run(root: &Path, args: &Mv, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    let options = Options { drafts: true, ..Options::default() };
    let loaded = bank::load(root, &options, terminal.look)?;
    let (old_bank, before) = read(&loaded, &loaded.sources);
    let question = find::question(&old_bank, &before, root, &args.old)?;
    let place = find::place(&old_bank, root, question, &args.new)?;
    let old_path: &str = &question.document.source.path;
    if !plan::is_own(&loaded.sources, root, old_path) {
        bail!("`{old_path}` is reached through a symbolic link; move the file it leads to");
    }
    let planned = plan::plan(&loaded, &old_bank, root, question, &place)?;
    let sources = plan::sources(&loaded.sources, &planned);
    let (new_bank, after) = read(&loaded, &sources);
    let worse = new_findings(&before, after, &planned);
    if !worse.is_empty() {
        let texts = report::texts(sources.documents.iter());
        bail!(
            "nothing was moved, since the bank would then have faults\n\n{}",
            report::full(&worse, &texts, terminal.look).trim_end()
        );
    }
    let moved = new_bank.questions.iter().find(|it| *it.document.source.path == *planned.new_path);
    let Some(moved) = moved.filter(|it| it.id == planned.new_id) else {
        bail!("nothing was moved, since the question could not be read at its new place");
    };
    let changes = changes(&loaded, root, &planned);
    author_file::apply(&changes)?;
    author_file::remove_empty_folders(&changes, &root.join("content"));
    terminal.say(&told(&planned, question, moved, terminal));
    Ok(ExitCode::SUCCESS)
}

fn read(loaded: &Loaded, sources: &Sources) -> (Bank, Vec<Diagnostic>) {
    let (bank, mut found) = bank::read_as(loaded, sources, true);
    found.extend(Plan::new(&bank, &loaded.config, &loaded.languages).1);
    (bank, found)
}

/// Returns the findings of which there were fewer before, by rule and file.
fn new_findings(
    before: &[Diagnostic],
    after: Vec<Diagnostic>,
    planned: &Planned,
) -> Vec<Diagnostic> {
    let mut known: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for it in before {
        let path =
            if *it.place.path == *planned.old_path { &planned.new_path } else { &*it.place.path };
        *known.entry((it.rule, path)).or_default() += 1;
    }
    let mut counts: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for it in &after {
        *counts.entry((it.rule, it.place.path.to_string())).or_default() += 1;
    }
    let is_new = |it: &Diagnostic| {
        let count = counts.get(&(it.rule, it.place.path.to_string())).copied().unwrap_or(0);
        count > known.get(&(it.rule, &*it.place.path)).copied().unwrap_or(0)
    };
    let new: Vec<bool> = after.iter().map(is_new).collect();
    after.into_iter().zip(new).filter(|(_, new)| *new).map(|(it, _)| it).collect()
}

/// Returns what is to be done: new files first, then edits, removals last.
fn changes(loaded: &Loaded, root: &Path, planned: &Planned) -> Vec<Change> {
    let sources = &loaded.sources;
    let disk = |path: &str| plan::disk(sources, root, path);
    let mut res = Vec::new();
    for (path, text) in &planned.texts {
        if *path == planned.old_path {
            res.push(Change::Create { path: root.join(&planned.new_path), text: text.clone() });
        }
    }
    for (from, to) in &planned.assets {
        res.push(Change::Copy { from: disk(from), to: root.join(to) });
    }
    for source in &sources.documents {
        if let Some(new) = planned.texts.get(&*source.path)
            && *source.path != *planned.old_path
        {
            let old = source.text.to_string();
            res.push(Change::Edit { path: disk(&source.path), old, new: new.clone() });
        }
    }
    res.push(Change::Remove { path: disk(&planned.old_path) });
    res.extend(planned.assets.iter().map(|(from, _)| Change::Remove { path: disk(from) }));
    res
}

fn told(planned: &Planned, old: &Question, new: &Question, terminal: &Terminal) -> String {
    let mut res = format!(
        "{} {} to {}",
        terminal.colour(32, &terminal.bold("moved")),
        planned.old_path,
        planned.new_path
    );
    let mut line = |text: String| res.push_str(&format!("\n  {text}"));
    for (from, _) in &planned.assets {
        line(format!("with it: {from}"));
    }
    if planned.old_id == planned.new_id {
        line(format!("the id is still `{}`", planned.new_id));
    } else {
        line(format!(
            "the id is now `{}`; `former_ids` keeps `{}`",
            planned.new_id, planned.old_id
        ));
    }
    if planned.old_url != planned.new_url {
        line(format!("the address is now {}; {} leads there", planned.new_url, planned.old_url));
    }
    for path in planned.texts.keys().filter(|it| **it != planned.old_path) {
        line(format!("mended: {path}"));
    }
    if let Some(it) = &planned.lost_objective {
        line(format!("taken out: the objective `{it}`, which the new topic does not have"));
    }
    if old.revision != new.revision {
        line(
            "the address of a picture in the question has changed, so that learners will see it \
             as a new revision"
                .to_owned(),
        );
    }
    res
}
