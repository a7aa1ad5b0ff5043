//! What moving a question changes, worked out in memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{anyhow, bail};
use rayon::prelude::*;

use crate::bank::destinations::{self, Moves};
use crate::bank::link::CONTENT;
use crate::bank::model::{Bank, Question};
use crate::bank::slug::slug;
use crate::bank::texts;
use crate::cmd::bank::Loaded;
use crate::cmd::place::Place;
use crate::diagnostic::Fix;
use crate::edit::{self, ByHand};
use crate::load::{self, Sources};
use crate::parse::{self, Document};
use crate::source::Source;

/// A move, worked out.
#[derive(Debug)]
pub(super) struct Planned {
    /// The question's file, from the bank's root.
    pub(super) old_path: String,
    /// Where it goes.
    pub(super) new_path: String,
    /// The id it had.
    pub(super) old_id: String,
    /// The id it will have.
    pub(super) new_id: String,
    /// Path of the page it had, with slashes at both ends.
    pub(super) old_url: String,
    /// Path of the page it will have.
    pub(super) new_url: String,
    /// Files that go with it: old and new paths.
    pub(super) assets: Vec<(String, String)>,
    /// Texts that change, by old path; the question's is always among them.
    pub(super) texts: BTreeMap<String, String>,
    /// An objective that the new topic does not have, which was taken out.
    pub(super) lost_objective: Option<String>,
}

/// Works out what moving a question to a place changes.
///
/// # Errors
///
/// A place that is taken, and texts that are written so that they cannot be changed safely.
pub(super) fn plan(
    loaded: &Loaded,
    bank: &Bank,
    root: &Path,
    question: &Question,
    place: &Place,
) -> anyhow::Result<Planned> {
    let old_path = question.document.source.path.to_string();
    let new_path = if place.bundle {
        format!("{}/index.md", place.base)
    } else {
        format!("{}.md", place.base)
    };
    check_place(&loaded.sources, &old_path, &new_path)?;
    let documents: Vec<Document> =
        loaded.sources.documents.par_iter().map(|it| parse::parse(it).0).collect();
    let assets = assets(loaded, root, &documents, &old_path, &new_path)?;
    let mut moves: Moves = assets.iter().cloned().collect();
    moves.insert(old_path.clone(), new_path.clone());
    if let (Some(old), Some(new)) =
        (old_path.strip_suffix("/index.md"), new_path.strip_suffix("/index.md"))
    {
        moves.insert(old.to_owned(), new.to_owned());
    }

    let exam = &bank.exams[place.exam];
    let front = &reparsed(&old_path, &question.document.source.text).front;
    let new_slug = front.text("slug").map_or_else(|| place.slug(), |(text, _)| slug(text));
    let url = |exam: usize, topic: usize, slug: &str| {
        let exam = &bank.exams[exam];
        format!("/{}/{}/{slug}/", exam.slug, exam.topics[topic].id)
    };
    let mut res = Planned {
        new_id: match front.text("id") {
            Some((id, _)) => id.to_owned(),
            None => format!("{}/{new_slug}", exam.id),
        },
        old_id: question.id.clone(),
        old_url: url(question.exam, question.topic, &question.slug),
        new_url: url(place.exam, place.topic, &new_slug),
        assets,
        texts: BTreeMap::new(),
        lost_objective: None,
        old_path,
        new_path,
    };
    let changed: Vec<(String, String)> = documents
        .par_iter()
        .filter(|it| *it.source.path != *res.old_path)
        .map(|it| {
            let text = others_text(it, &moves, &res)?;
            Ok((text != *it.source.text).then(|| (it.source.path.to_string(), text)))
        })
        .collect::<anyhow::Result<Vec<Option<_>>>>()?
        .into_iter()
        .flatten()
        .collect();
    res.texts.extend(changed);
    let own = own_text(bank, question, place, &moves, &mut res)?;
    res.texts.insert(res.old_path.clone(), own);
    check_links(loaded, &documents, &moves, &res)?;
    Ok(res)
}

/// A place must be free, also where cases are not told apart.
fn check_place(sources: &Sources, old: &str, new: &str) -> anyhow::Result<()> {
    if old == new {
        bail!("`{old}` is there already");
    }
    let paths = sources.documents.iter().map(|it| &it.path).chain(sources.assets.keys());
    let all = paths.chain(&sources.unpublishable);
    let folder = new.strip_suffix("index.md").map(str::to_lowercase);
    let own = old.strip_suffix("index.md").unwrap_or(old);
    for path in all.filter(|it| !it.starts_with(own)) {
        let lower = path.to_lowercase();
        if lower == new.to_lowercase()
            || folder.as_ref().is_some_and(|it| lower.starts_with(it.as_str()))
        {
            bail!("`{path}` exists already; nothing was moved");
        }
    }
    Ok(())
}

/// Returns the files that go with a question.
///
/// All of its own folder, if it has one; else those beside or below it that it alone refers to.
/// Where they stand is then the same seen from the question, and the question's text, from which
/// its identity is made, need not change.
fn assets(
    loaded: &Loaded,
    root: &Path,
    documents: &[Document],
    old: &str,
    new: &str,
) -> anyhow::Result<Vec<(String, String)>> {
    let folder = |path: &str| path.rfind('/').map_or(0, |at| at + 1);
    let (old_folder, new_folder) = (&old[..folder(old)], &new[..folder(new)]);
    if old_folder == new_folder {
        return Ok(Vec::new());
    }
    let sources = &loaded.sources;
    let moved =
        |path: &str| (path.to_owned(), format!("{new_folder}{}", &path[old_folder.len()..]));
    if old.ends_with("/index.md") {
        let inside = |path: &str| path.starts_with(old_folder);
        if let Some(it) =
            documents.iter().find(|it| inside(&it.source.path) && *it.source.path != *old)
        {
            bail!(
                "the folder of `{old}` holds another text, `{}`; move that one out first",
                it.source.path
            );
        }
        let all: Vec<&Arc<str>> =
            sources.assets.keys().chain(&sources.unpublishable).filter(|it| inside(it)).collect();
        if let Some(it) = all.iter().find(|it| !is_own(sources, root, it)) {
            bail!("`{it}` is a symbolic link; move this question by hand");
        }
        return Ok(all.into_iter().map(|it| moved(it)).collect());
    }
    let used = |it: &Document| {
        let mut used: Vec<String> = texts::scan(it, loaded.config.raw_html, &mut Vec::new())
            .into_iter()
            .map(|it| it.path)
            .collect();
        if let Some((picture, _)) = it.front.text("picture")
            && let Ok(crate::bank::link::Destination::File { path, .. }) =
                crate::bank::link::resolve(&it.source.path, picture)
        {
            used.push(path);
        }
        used
    };
    let (own, others): (Vec<&Document>, Vec<&Document>) =
        documents.iter().partition(|it| *it.source.path == *old);
    let others: Vec<String> = others.par_iter().flat_map_iter(|it| used(it)).collect();
    let mut res: Vec<(String, String)> = own
        .into_iter()
        .flat_map(used)
        .filter(|it| sources.assets.contains_key(it.as_str()) && it.starts_with(old_folder))
        .filter(|it| !others.contains(it) && is_own(sources, root, it))
        .map(|it| moved(&it))
        .filter(|(_, new)| !sources.assets.contains_key(new.as_str()))
        .collect();
    res.sort();
    res.dedup();
    Ok(res)
}

/// Returns where a file of the bank is on disk.
pub(super) fn disk(sources: &Sources, root: &Path, path: &str) -> PathBuf {
    match sources.assets.get(path) {
        Some(it) => it.disk.clone(),
        None => sources.disk(root, path),
    }
}

/// Returns whether a file stands in the bank itself, and is not reached through a symbolic link.
pub(super) fn is_own(sources: &Sources, root: &Path, path: &str) -> bool {
    let Ok(root) = root.canonicalize() else { return false };
    let disk = disk(sources, &root, path);
    // On some systems the name on disk is in another Unicode form.
    load::nfc(&disk.to_string_lossy()) == load::nfc(&root.join(path).to_string_lossy())
}

fn others_text(document: &Document, moves: &Moves, planned: &Planned) -> anyhow::Result<String> {
    let path: &str = &document.source.path;
    let edits = destinations::mend(document, path, moves);
    let mut text = Fix { safe: true, message: String::new(), edits }.apply(&document.source.text);
    if planned.old_id != planned.new_id {
        for key in ["variant_of", "enemies"] {
            if !document.front.texts(key).any(|(it, _)| it == planned.old_id) {
                continue;
            }
            let new = |it: &str| (it == planned.old_id).then(|| planned.new_id.clone());
            text = edit::replace_texts(&reparsed(path, &text), key, new)
                .map_err(|it| by_hand(&it, path))?;
        }
    }
    Ok(text)
}

/// Returns the question's text as it will be.
fn own_text(
    bank: &Bank,
    question: &Question,
    place: &Place,
    moves: &Moves,
    planned: &mut Planned,
) -> anyhow::Result<String> {
    let (old_path, new_path) = (planned.old_path.clone(), planned.new_path.clone());
    let document = &reparsed(&old_path, &question.document.source.text);
    let failed = |it: ByHand| by_hand(&it, &old_path);
    let edits = destinations::mend(document, &new_path, moves);
    let mut text = Fix { safe: true, message: String::new(), edits }.apply(&document.source.text);

    // The folder says the topic, unless the field does.
    let topic = &bank.exams[place.exam].topics[place.topic];
    text = edit::replace_texts(&reparsed(&new_path, &text), "topic", |it| {
        (it != topic.id).then(|| topic.id.clone())
    })
    .map_err(failed)?;
    if let Some((objective, _)) = document.front.text("objective")
        && topic.objectives.iter().all(|it| it.id != objective)
    {
        text = edit::remove_field(&reparsed(&new_path, &text), "objective").map_err(failed)?;
        planned.lost_objective = Some(objective.to_owned());
    }
    let lessons: BTreeMap<String, String> = question
        .see
        .iter()
        .map(|it| &bank.lessons[*it])
        .map(|it| {
            let stem = it.id.rsplit('/').next().unwrap_or(&it.id);
            (stem.to_owned(), it.id.clone())
        })
        .collect();
    text = edit::replace_texts(&reparsed(&new_path, &text), "see", |it| {
        if question.exam != place.exam
            && let Some(id) = lessons.get(it)
        {
            return Some(id.clone());
        }
        let is_path = it.ends_with(".md");
        is_path.then(|| destinations::mended_path(it, &old_path, &new_path, moves)).flatten()
    })
    .map_err(failed)?;

    let (add, remove) = if planned.old_id == planned.new_id {
        (Vec::new(), Vec::new())
    } else {
        // A name that comes back is no former one.
        (vec![planned.old_id.clone()], vec![planned.new_id.clone()])
    };
    text = edit::change_list(&reparsed(&new_path, &text), "former_ids", &add, &remove)
        .map_err(failed)?;
    let (add, remove) = if planned.old_url == planned.new_url {
        (Vec::new(), Vec::new())
    } else {
        let written = document.front.texts("aliases").map(|(text, _)| text);
        let own = |it: &&str| it.trim_matches('/') == planned.new_url.trim_matches('/');
        (vec![planned.old_url.clone()], written.filter(own).map(str::to_owned).collect())
    };
    edit::change_list(&reparsed(&new_path, &text), "aliases", &add, &remove).map_err(failed)
}

fn reparsed(path: &str, text: &str) -> Document {
    parse::parse(&Source::new(path, text)).0
}

fn by_hand(ByHand(key): &ByHand, path: &str) -> anyhow::Error {
    anyhow!("`{key}` in `{path}` is written in a way that is not understood; nothing was moved")
}

/// Makes sure that every link leads where it led, since places of links are found by looking.
fn check_links(
    loaded: &Loaded,
    documents: &[Document],
    moves: &Moves,
    planned: &Planned,
) -> anyhow::Result<()> {
    let uses = |it: &Document| texts::scan(it, loaded.config.raw_html, &mut Vec::new());
    documents.par_iter().try_for_each(|old| {
        let path: &str = &old.source.path;
        let is_own = path == planned.old_path;
        let text = planned.texts.get(path);
        let before = uses(old);
        let new = match text {
            Some(text) => reparsed(if is_own { &planned.new_path } else { path }, text),
            // A text without a link to what moves is not looked at again.
            None if before.iter().all(|it| !moves.contains_key(&it.path)) => return Ok(()),
            None => old.clone(),
        };
        let after = uses(&new);
        let moved = |path: &String| moves.get(path).cloned().unwrap_or_else(|| path.clone());
        let fault = before
            .iter()
            .zip(&after)
            .find(|(old, new)| moved(&old.path) != new.path || old.embedded != new.embedded);
        match fault {
            None if before.len() == after.len() => Ok(()),
            fault => {
                let offset = fault.map_or(0, |(old, _)| old.span.start);
                let (line, column) = old.source.line_column(offset);
                bail!(
                    "{path}:{line}:{column}: this link is written in a way that cannot be mended \
                     safely; nothing was moved"
                )
            }
        }
    })
}

/// Returns the sources as they will be.
pub(super) fn sources(old: &Sources, planned: &Planned) -> Sources {
    let mut res = old.clone();
    for source in &mut res.documents {
        let own = *source.path == *planned.old_path;
        if let Some(text) = planned.texts.get(&*source.path) {
            let path = if own { planned.new_path.as_str() } else { &source.path };
            *source = Source::new(path, text);
        }
    }
    res.documents.sort_by(|a, b| a.path.cmp(&b.path));
    for (from, to) in &planned.assets {
        let path: Arc<str> = to.as_str().into();
        if let Some(mut asset) = res.assets.remove(from.as_str()) {
            asset.path = Arc::clone(&path);
            res.assets.insert(path, asset);
        } else if res.unpublishable.remove(from.as_str()) {
            res.unpublishable.insert(path);
        }
    }
    debug_assert!(planned.new_path.starts_with(CONTENT), "a place is in the content folder");
    res
}
