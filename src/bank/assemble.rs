//! Documents read apart → the bank: order, positions, and everything that needs a look at the whole.

mod collect;
mod tags;

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::bank::Input;
use crate::bank::documents::Documents;
use crate::bank::layout::{self, ExamFolder};
use crate::bank::model::{AssetUse, Bank, Exam, Scoring, Status};
use crate::bank::names::{Directory, Names, Resolver};
use crate::bank::question::Draft;
use crate::bank::read::{Entry, Item};
use crate::bank::targets::{Found, State, Targets, check_svg};
use crate::diagnostic::{Diagnostic, Level};
use crate::load::Asset;
use crate::source::Span;
use tags::Tags;

/// Checks names and links of all documents and makes the bank of the sound ones.
///
/// A broken exam takes what it holds with it.
pub fn assemble(documents: Documents, input: Input<'_>) -> (Bank, Vec<Diagnostic>) {
    let Documents { folders, mut items, .. } = documents;
    let mut out: Vec<Diagnostic> =
        items.iter().flat_map(|it| it.diagnostics.iter().cloned()).collect();
    let pages = items.iter().filter(|it| matches!(it.entry, Entry::Page(_)));
    out.extend(layout::check_folders(pages.map(|it| &*it.document), &folders));
    let (names, uses) =
        rayon::join(|| check_names(&items, &folders), || check_uses(&items, input, &mut out));
    let is_deny = |it: &Diagnostic| it.level == Level::Deny;
    let mut is_in = Vec::with_capacity(items.len());
    let (mut assets, mut n_drafts_left_out) = (BTreeMap::new(), 0);
    for ((item, names), uses) in items.iter().zip(names).zip(uses) {
        let is_broken = item.broken
            || names.iter().any(is_deny)
            || uses.found.iter().any(is_deny)
            || !uses.are_safe;
        let is_left_out = !input.drafts && is_draft(&item.entry);
        let is_sound = !is_broken && !is_left_out;
        n_drafts_left_out += usize::from(!is_broken && is_left_out);
        let is_kept = input.for_linter && is_readable(item, &names);
        is_in.push(is_sound || is_kept && !is_left_out);
        out.extend(names);
        out.extend(uses.found);
        for asset in uses.assets.into_iter().filter(|_| is_sound) {
            assets.insert(Arc::clone(&asset.path), AssetUse { size: asset.size });
        }
    }
    let mut is_in = is_in.into_iter();
    items.retain(|_| is_in.next() == Some(true));
    let scoring = Scoring::of(&input.config.scoring);
    let mut bank = collect::collect(&items, &folders, scoring);
    (bank.assets, bank.drafts_left_out) = (assets, n_drafts_left_out);
    (bank, out)
}

/// Returns whether a document is a question of which stem and choices are known, with an id of its
/// own; `found` is what is wrong with its names.
fn is_readable(item: &Item, found: &[Diagnostic]) -> bool {
    let Entry::Question(draft) = &item.entry else { return false };
    let question = &draft.written;
    let has_id = !question.slug.is_empty() && !found.iter().any(|it| it.rule == "duplicate-id");
    let has_key = question.response.choices().iter().any(|it| it.key);
    draft.readable && has_id && has_key && !item.unread
}

fn is_draft(entry: &Entry) -> bool {
    matches!(entry, Entry::Question(draft) if draft.written.status == Status::Draft)
}

fn state(entry: &Entry, drafts: bool) -> State {
    if !drafts && is_draft(entry) { State::Draft } else { State::Page }
}

/// What a document's links lead to.
struct Uses<'i> {
    found: Vec<Diagnostic>,
    assets: Vec<&'i Asset>,
    /// Whether all of the assets may be shown.
    are_safe: bool,
}

/// Returns what each document's links lead to and which lead nowhere; what is wrong with the files
/// themselves goes into `out`.
fn check_uses<'i>(
    items: &[Arc<Item>],
    input: Input<'i>,
    out: &mut Vec<Diagnostic>,
) -> Vec<Uses<'i>> {
    let states = items
        .iter()
        .map(|it| (&*it.document.source.path, state(&it.entry, input.drafts)))
        .collect();
    let targets = Targets::new(states, input.assets, input.unpublishable);
    let check = |item: &Arc<Item>| {
        let mut res = Uses { found: Vec::new(), assets: Vec::new(), are_safe: true };
        for it in &item.uses {
            if let Some(Found::Asset(path)) = targets.check(&item.document, it, &mut res.found) {
                res.assets.extend(input.assets.get(path));
            }
        }
        res
    };
    let mut res: Vec<Uses<'_>> = items.par_iter().map(check).collect();
    let mut svgs: BTreeMap<&str, bool> = BTreeMap::new();
    for uses in &mut res {
        for asset in &uses.assets {
            uses.are_safe &= *svgs.entry(&asset.path).or_insert_with(|| {
                let found = check_svg(asset);
                let is_safe = found.is_none();
                out.extend(found);
                is_safe
            });
        }
    }
    // What a document that could not be read refers to is not known.
    if !items.iter().any(|it| it.unread || matches!(it.entry, Entry::Nothing)) {
        out.extend(targets.unused(items.iter().flat_map(|it| &it.uses)));
    }
    res
}

/// Returns the questions by id, those of one id in order of path.
fn ids(items: &[Arc<Item>]) -> Vec<(&str, usize)> {
    let mut res = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        if let Entry::Question(it) = &item.entry {
            res.push((it.written.id.as_str(), at));
        }
    }
    res.sort();
    res
}

/// Reports ids of questions that occur twice, and file names that make no address.
fn check_ids(items: &[Arc<Item>], ids: &[(&str, usize)], found: &mut [Vec<Diagnostic>]) {
    for same in ids.chunk_by(|a, b| a.0 == b.0) {
        let mut first = None;
        for (_, at) in same {
            let item = &items[*at];
            let Entry::Question(draft) = &item.entry else { continue };
            if item.unread {
                continue;
            }
            if draft.written.slug.is_empty() {
                let place = item.document.place(Span::default());
                found[*at].push(
                    Diagnostic::deny(
                        "invalid-value",
                        place,
                        "the file's name has no letter or digit to make an address of",
                    )
                    .help("rename the file or write `slug`"),
                );
            }
            match first {
                Some(first) => found[*at].push(duplicate_id(first, item, draft)),
                None => first = Some(item),
            }
        }
    }
}

fn duplicate_id(first: &Item, item: &Item, draft: &Draft) -> Diagnostic {
    let written = |item: &Item| item.document.front.entry("id").map(|it| it.value.span);
    let place = item.document.place(written(item).unwrap_or_default());
    let first_place = first.document.place(written(first).unwrap_or_default());
    let id = &draft.written.id;
    let exam = id.rsplit_once('/').map_or("", |(exam, _)| exam);
    let topic = draft.names.topic.as_ref().map_or("TOPIC", |it| &it.text);
    let help = match written(item) {
        Some(_) => "give one of them another id; keep that of the older question, learners' progress hangs on it".to_owned(),
        None => format!("write `id: {exam}/{topic}-{}` into this file", draft.written.slug),
    };
    Diagnostic::deny("duplicate-id", place, format!("two questions have the id `{id}`"))
        .note(format!("the other is `{}`", first.document.source.path), Some(first_place))
        .help(help)
}

/// Returns for each document, sound or not, what is wrong with its id and with names it gives.
fn check_names(items: &[Arc<Item>], folders: &[ExamFolder]) -> Vec<Vec<Diagnostic>> {
    let ids = ids(items);
    let mut exams: Vec<Option<&Exam>> = vec![None; folders.len()];
    let mut directory =
        Directory { questions: ids.iter().copied().collect(), ..Directory::default() };
    for (at, item) in items.iter().enumerate() {
        match &item.entry {
            Entry::Exam(exam) => {
                if let Some(folder) = folder_of(item, folders) {
                    exams[folder] = Some(exam);
                }
            }
            Entry::Author(it) => {
                directory.authors.insert(&it.id, at);
            }
            Entry::Lesson(it, _) => {
                directory.lessons.insert(&it.id, at);
                directory.lesson_paths.insert(&it.prose.document.source.path, at);
            }
            _ => {}
        }
    }
    let check = |item: &Arc<Item>| {
        let mut out = Vec::new();
        let exam = folder_of(item, folders).and_then(|it| exams[it]);
        if let Some((exam, names)) = exam.zip(names(item)) {
            let document = &item.document;
            resolve(&mut Resolver { directory: &directory, document, out: &mut out }, exam, names);
        }
        out
    };
    let mut res: Vec<Vec<Diagnostic>> = items.par_iter().map(check).collect();
    let mut tags = Tags::default();
    for (item, out) in items.iter().zip(&mut res) {
        if let Some(names) = names(item) {
            tags.check(item, names, out);
        }
    }
    check_ids(items, &ids, &mut res);
    res
}

/// Returns the names that a document gives.
fn names(item: &Item) -> Option<&Names> {
    match &item.entry {
        Entry::Question(it) => Some(&it.names),
        Entry::Lesson(_, names) => Some(names),
        _ => None,
    }
}

fn folder_of(item: &Item, folders: &[ExamFolder]) -> Option<usize> {
    layout::exam_of(&item.document.source.path, folders)
}

/// Positions that the names of a question or a lesson mean.
#[derive(Default)]
struct Resolved {
    objective: Option<usize>,
    author: Option<usize>,
    reviewer: Option<usize>,
    see: Vec<usize>,
    variant_of: Option<usize>,
    enemies: Vec<usize>,
}

fn resolve(resolver: &mut Resolver<'_, '_>, exam: &Exam, names: &Names) -> Resolved {
    let topic = names.topic.as_ref().and_then(|it| resolver.topic(exam, it));
    Resolved {
        objective: topic
            .zip(names.objective.as_ref())
            .and_then(|(topic, it)| resolver.objective(exam, topic, it)),
        author: names.author.as_ref().and_then(|it| resolver.author(it)),
        reviewer: names.reviewer.as_ref().and_then(|it| resolver.author(it)),
        see: names.see.iter().filter_map(|it| resolver.lesson(exam, it)).collect(),
        variant_of: names.variant_of.as_ref().and_then(|it| resolver.question(it)),
        enemies: names.enemies.iter().filter_map(|it| resolver.question(it)).collect(),
    }
}
