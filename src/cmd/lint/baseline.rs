//! The baseline: findings that are known and may wait, in a file beside the bank.
//!
//! Each is known by its rule, its question and the words in question, so that it stays what it is
//! when lines move and other parts are edited.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde_json::{Value, json};

use crate::bank::model::{Bank, Question};
use crate::check::{self, fingerprint};
use crate::cmd::lint::scope;
use crate::diagnostic::{Diagnostic, Level, Place};
use crate::load;
use crate::report::{Texts, visible};
use crate::source::Span;
use crate::write::author_file::{self, Change};

/// The rule that finds what is in the baseline in vain.
const STALE: &str = "stale-baseline";

/// A finding as the file names it: whose it is (the question's id, else the file's path), the
/// rule, the fingerprint.
type Entry = (String, String, String);

/// A baseline as read, with how often each of its findings may be there.
#[derive(Debug)]
pub(super) struct Baseline {
    path: PathBuf,
    /// The path from the bank's root, if it is in the bank, else as written.
    place: String,
    text: String,
    entries: BTreeMap<Entry, usize>,
}

impl Baseline {
    /// Reads a baseline.
    ///
    /// # Errors
    ///
    /// No such file, or none that this program has written.
    pub(super) fn read(root: &Path, path: &Path) -> anyhow::Result<Self> {
        let shown = visible(&path.display().to_string());
        let Some(text) = load::text(path)? else {
            bail!("there is no baseline `{shown}`; `--write-baseline` makes one")
        };
        let entries = entries(&text).with_context(|| format!("`{shown}` is no baseline"))?;
        let place = scope::from_root(root, path)?;
        Ok(Self { path: path.to_owned(), place, text, entries })
    }

    /// Takes the findings that the baseline names away, and returns what it names in vain.
    pub(super) fn apply(
        &self,
        found: &mut Vec<Diagnostic>,
        bank: &Bank,
        texts: &Texts,
    ) -> BTreeMap<Entry, usize> {
        let questions = questions(bank);
        let mut left = self.entries.clone();
        found.retain(|it| {
            if !may_wait(it) {
                return true;
            }
            let question = questions.get(&*it.place.path).copied();
            let former = question.iter().flat_map(|it| &it.former_ids);
            let ids = question.map(|it| &it.id).into_iter().chain(former).map(String::as_str);
            let entry = match question {
                None => Some(entry(it, None, texts)).filter(|it| left.contains_key(it)),
                Some(_) => {
                    ids.map(|id| entry(it, Some(id), texts)).find(|it| left.contains_key(it))
                }
            };
            let Some(count) = entry.as_ref().and_then(|it| left.get_mut(it)) else { return true };
            *count -= 1;
            if *count == 0
                && let Some(entry) = &entry
            {
                left.remove(entry);
            }
            false
        });
        left
    }

    /// Returns a finding for each entry that names nothing.
    pub(super) fn stale(&self, left: &BTreeMap<Entry, usize>) -> Vec<Diagnostic> {
        let path = self.place.as_str().into();
        let finding = |(of, rule, _): &Entry| {
            let message = format!("`{rule}` is no longer found in `{of}`");
            Diagnostic::new(STALE, Level::Note, Place::new(&path, Span::default()), message)
                .help("`--prune-baseline` takes it out")
        };
        left.keys().map(finding).collect()
    }

    /// Takes what names nothing out of the file, and returns how many findings that are.
    ///
    /// # Errors
    ///
    /// A file that cannot be written or was changed in the meantime.
    pub(super) fn prune(&self, left: &BTreeMap<Entry, usize>) -> anyhow::Result<usize> {
        let mut kept = self.entries.clone();
        for (entry, count) in left {
            if let Some(it) = kept.get_mut(entry) {
                *it -= count;
            }
        }
        kept.retain(|_, count| *count > 0);
        if !left.is_empty() {
            let (path, old, new) = (self.path.clone(), self.text.clone(), shown(&kept));
            author_file::apply(&[Change::Edit { path, old, new }])?;
        }
        Ok(left.values().sum())
    }
}

/// Writes a baseline of findings, over another if there is one, and returns how many it holds.
///
/// # Errors
///
/// A file that cannot be written.
pub(super) fn write(
    path: &Path,
    found: &[Diagnostic],
    bank: &Bank,
    texts: &Texts,
) -> anyhow::Result<usize> {
    let questions = questions(bank);
    let mut entries: BTreeMap<Entry, usize> = BTreeMap::new();
    for it in found.iter().filter(|it| may_wait(it)) {
        let id = questions.get(&*it.place.path).map(|it| it.id.as_str());
        *entries.entry(entry(it, id, texts)).or_default() += 1;
    }
    let new = shown(&entries);
    let path = path.to_owned();
    let change = match load::text(&path)? {
        Some(old) if self::entries(&old).is_err() => {
            bail!("`{}` is no baseline, and is left as it is", path.display())
        }
        Some(old) => Change::Edit { path, old, new },
        None => Change::Create { path, text: new },
    };
    author_file::apply(&[change])?;
    Ok(entries.values().sum())
}

/// Returns whether a finding may stand in a baseline: not what keeps a question from being
/// published, and not what is about one change only.
fn may_wait(found: &Diagnostic) -> bool {
    !check::is_publish(found)
        && check::rule(found.rule).is_some_and(|it| it.group != "change" && it.name != STALE)
}

fn questions(bank: &Bank) -> BTreeMap<&str, &Question> {
    bank.questions.iter().map(|it| (&*it.document.source.path, it)).collect()
}

fn entry(found: &Diagnostic, id: Option<&str>, texts: &Texts) -> Entry {
    let of = id.unwrap_or(&found.place.path).to_owned();
    (of, found.rule.to_owned(), fingerprint::key(found, id, texts))
}

/// Returns the file of a baseline: one line for each finding, so that two branches that change it
/// seldom meet.
fn shown(entries: &BTreeMap<Entry, usize>) -> String {
    let line = |((of, rule, key), count): (&Entry, &usize)| {
        format!("    {}", json!({ "of": of, "rule": rule, "key": key, "count": count }))
    };
    let lines: Vec<String> = entries.iter().map(line).collect();
    let lines =
        if lines.is_empty() { String::new() } else { format!("\n{}\n  ", lines.join(",\n")) };
    format!("{{\n  \"version\": 1,\n  \"findings\": [{lines}]\n}}\n")
}

fn entries(text: &str) -> anyhow::Result<BTreeMap<Entry, usize>> {
    let all: Value = serde_json::from_str(text).context("it is no JSON")?;
    if all["version"] != 1 {
        bail!("its `version` is not 1");
    }
    let mut res = BTreeMap::new();
    for it in all["findings"].as_array().context("it has no list `findings`")? {
        let field = |name: &str| {
            let text = it[name].as_str().map(str::to_owned);
            text.with_context(|| format!("a finding lacks `{name}`"))
        };
        let count = it["count"].as_u64().filter(|it| *it > 0).context("a finding lacks `count`")?;
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        res.insert((field("of")?, field("rule")?, field("key")?), count);
    }
    Ok(res)
}
