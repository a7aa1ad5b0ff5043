//! Documents read apart → the bank: order, positions, and everything that needs a look at the whole.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::bank::Input;
use crate::bank::model::{AssetUse, Author, Bank, Exam, Lesson, Prose, Status, Tag};
use crate::bank::names::{Directory, Names, Resolver, lesson_names};
use crate::bank::question::Draft;
use crate::bank::read::{Entry, Item};
use crate::bank::slug::tag_slug;
use crate::bank::targets::{Found, State, Targets, check_svg};
use crate::diagnostic::{Diagnostic, Level};
use crate::source::Span;

/// Checks names and links of all items and makes the bank of the sound ones.
///
/// `exams` are the exam folders' positions in order; a broken exam takes what it holds with it.
pub fn assemble(mut items: Vec<Item>, input: Input<'_>) -> (Bank, Vec<Diagnostic>) {
    let Input { assets, unpublishable, drafts, .. } = input;
    let mut out: Vec<Diagnostic> =
        items.iter_mut().flat_map(|it| std::mem::take(&mut it.diagnostics)).collect();
    check_ids(&mut items, &mut out);
    check_names(&mut items, &mut out);
    let states =
        items.iter().map(|it| (&*it.document.source.path, state(&it.entry, drafts))).collect();
    let targets = Targets::new(states, assets, unpublishable);
    let mut broken: BTreeSet<usize> = BTreeSet::new();
    let mut svgs: BTreeMap<&str, bool> = BTreeMap::new();
    for (at, item) in items.iter().enumerate() {
        let before = out.len();
        for it in &item.uses {
            if let Some(Found::Asset(path)) = targets.check(&item.document, it, &mut out) {
                let safe = *svgs.entry(path).or_insert_with(|| {
                    match assets.get(path).and_then(check_svg) {
                        Some(found) => {
                            out.push(found);
                            false
                        }
                        None => true,
                    }
                });
                if !safe {
                    broken.insert(at);
                }
            }
        }
        if out[before..].iter().any(|it| it.level == Level::Deny) {
            broken.insert(at);
        }
    }
    let uses = used_assets(&items, &broken, &targets, drafts);
    // What a document that could not be read refers to is not known.
    if !items.iter().any(|it| it.unread || matches!(it.entry, Entry::Nothing)) {
        out.extend(targets.unused(items.iter().flat_map(|it| &it.uses)));
    }
    drop(targets);
    for at in broken {
        items[at].broken = true;
    }
    let n_drafts = items.iter().filter(|it| !it.broken && is_draft(&it.entry)).count();
    let stays = |it: &Item| !it.broken || input.for_linter && is_readable(it);
    items.retain(|it| stays(it) && (drafts || !is_draft(&it.entry)));
    let mut bank = collect(items);
    bank.assets = uses;
    bank.drafts_left_out = if drafts { 0 } else { n_drafts };
    (bank, out)
}

/// Returns whether an item is a question of which stem and choices are known.
fn is_readable(item: &Item) -> bool {
    let Entry::Question(draft) = &item.entry else { return false };
    let question = &draft.question;
    let has_key = question.response.choices().iter().any(|it| it.key);
    draft.readable && has_key && !item.unread
}

fn is_draft(entry: &Entry) -> bool {
    matches!(entry, Entry::Question(draft) if draft.question.status == Status::Draft)
}

fn state(entry: &Entry, drafts: bool) -> State {
    if !drafts && is_draft(entry) { State::Draft } else { State::Page }
}

/// Returns the assets that sound documents refer to.
fn used_assets(
    items: &[Item],
    broken: &BTreeSet<usize>,
    targets: &Targets<'_>,
    drafts: bool,
) -> BTreeMap<Arc<str>, AssetUse> {
    let sound = items
        .iter()
        .enumerate()
        .filter(|(at, it)| !it.broken && !broken.contains(at) && (drafts || !is_draft(&it.entry)));
    let mut res = BTreeMap::new();
    for it in sound.flat_map(|(_, it)| &it.uses) {
        if let Some(Found::Asset(path)) = targets.find(&it.path)
            && let Some(asset) = targets.assets.get(path)
        {
            res.insert(Arc::clone(&asset.path), AssetUse { size: asset.size });
        }
    }
    res
}

/// Reports ids of questions that occur twice.
fn check_ids(items: &mut [Item], out: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut twice: Vec<usize> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let Entry::Question(draft) = &item.entry else { continue };
        if item.unread {
            continue;
        }
        if draft.question.slug.is_empty() {
            let place = item.document.place(Span::default());
            out.push(
                Diagnostic::deny(
                    "invalid-value",
                    place,
                    "the file's name has no letter or digit to make an address of",
                )
                .help("rename the file or write `slug`"),
            );
            twice.push(at);
        }
        let Some(first) = seen.get(draft.question.id.as_str()) else {
            seen.insert(&draft.question.id, at);
            continue;
        };
        out.push(duplicate_id(&items[*first], item, draft));
        twice.push(at);
    }
    for at in twice {
        items[at].broken = true;
        if let Entry::Question(draft) = &mut items[at].entry {
            draft.readable = false;
        }
    }
}

fn duplicate_id(first: &Item, item: &Item, draft: &Draft) -> Diagnostic {
    let written = |item: &Item| item.document.front.entry("id").map(|it| it.value.span);
    let place = item.document.place(written(item).unwrap_or_default());
    let first_place = first.document.place(written(first).unwrap_or_default());
    let id = &draft.question.id;
    let exam = id.rsplit_once('/').map_or("", |(exam, _)| exam);
    let topic = draft.names.topic.as_ref().map_or("TOPIC", |it| &it.text);
    let help = match written(item) {
        Some(_) => "give one of them another id; keep that of the older question, learners' progress hangs on it".to_owned(),
        None => format!("write `id: {exam}/{topic}-{}` into this file", draft.question.slug),
    };
    Diagnostic::deny("duplicate-id", place, format!("two questions have the id `{id}`"))
        .note(format!("the other is `{}`", first.document.source.path), Some(first_place))
        .help(help)
}

/// Reports names that mean nothing, over all documents, sound or not.
fn check_names(items: &mut [Item], out: &mut Vec<Diagnostic>) {
    let exams = exams_by_folder(items);
    let mut directory = Directory::default();
    for (at, item) in items.iter().enumerate() {
        match &item.entry {
            Entry::Author(it) => {
                directory.authors.insert(&it.id, at);
            }
            Entry::Question(it) => {
                directory.questions.insert(&it.question.id, at);
            }
            Entry::Lesson(it, _) => {
                directory.lessons.insert(&it.id, at);
                directory.lesson_paths.insert(&it.prose.document.source.path, at);
            }
            _ => {}
        }
    }
    let mut broken = Vec::new();
    let mut tags: BTreeMap<String, (&str, &Item)> = BTreeMap::new();
    for (at, item) in items.iter().enumerate() {
        let before = out.len();
        let (exam, names) = match &item.entry {
            Entry::Question(it) => (it.question.exam, &it.names),
            Entry::Lesson(it, names) => (it.exam, names),
            _ => continue,
        };
        let mut resolver = Resolver { directory: &directory, document: &item.document, out };
        if let Some(exam) = exams.get(&exam) {
            resolve(&mut resolver, exam, names);
        }
        check_tags(&mut tags, item, names, out);
        if out[before..].iter().any(|it| it.level == Level::Deny) {
            broken.push(at);
        }
    }
    for at in broken {
        items[at].broken = true;
    }
}

fn exams_by_folder(items: &[Item]) -> BTreeMap<usize, &Exam> {
    let exam = |item: &'_ Item| match &item.entry {
        Entry::Exam(at, _) => Some(*at),
        _ => None,
    };
    items
        .iter()
        .filter_map(|item| match &item.entry {
            Entry::Exam(_, it) => Some((exam(item)?, &**it)),
            _ => None,
        })
        .collect()
}

/// Positions that the names of a question or a lesson mean.
#[derive(Default)]
struct Resolved {
    topic: Option<usize>,
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
        topic,
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

fn check_tags<'i>(
    tags: &mut BTreeMap<String, (&'i str, &'i Item)>,
    item: &'i Item,
    names: &'i Names,
    out: &mut Vec<Diagnostic>,
) {
    for name in &names.tags {
        let slug = tag_slug(&name.text);
        let place = item.document.place(name.span);
        if slug.is_empty() {
            let message = format!("`{}` has no letter or digit to make an address of", name.text);
            out.push(Diagnostic::deny("invalid-value", place, message));
            continue;
        }
        let (first, owner) = *tags.entry(slug.clone()).or_insert((&name.text, item));
        if first != name.text {
            let message = format!(
                "the tags `{}` and `{first}` have the same address `/tags/{slug}/`",
                name.text
            );
            let first_place = owner.document.place(Span::default());
            out.push(
                Diagnostic::deny("tag-collision", place, message)
                    .note(
                        format!("`{first}` is first used in `{}`", owner.document.source.path),
                        Some(first_place),
                    )
                    .help("write the tag in one way everywhere"),
            );
        }
    }
}

/// Makes the bank of sound items; names that only broken ones bore are left out.
fn collect(items: Vec<Item>) -> Bank {
    let mut bank = Bank::default();
    let mut exams: Vec<(usize, Exam)> = Vec::new();
    let mut drafts: Vec<Draft> = Vec::with_capacity(items.len());
    let mut lessons: Vec<(Lesson, Names)> = Vec::new();
    let mut introductions: Vec<(usize, String, Prose)> = Vec::new();
    let mut links: BTreeMap<Arc<str>, Vec<String>> = BTreeMap::new();
    for item in items {
        let paths = item.uses.iter().filter(|it| !it.embedded).map(|it| it.path.clone()).collect();
        match item.entry {
            Entry::Home(it) => bank.home = Some(it),
            Entry::Exam(at, it) => exams.push((at, *it)),
            Entry::Introduction(at, topic, it) => introductions.push((at, topic, it)),
            Entry::Question(it) => {
                let path = &item.document.source.path;
                links.insert(Arc::clone(path), paths);
                drafts.push(*it);
            }
            Entry::Lesson(it, names) => lessons.push((*it, names)),
            Entry::Author(it) => bank.authors.push(*it),
            Entry::Page(it) => bank.pages.push(it),
            Entry::Nothing => {}
        }
    }
    exams.sort_by(|a, b| a.1.id.cmp(&b.1.id).then(a.0.cmp(&b.0)));
    bank.authors.sort_by(|a: &Author, b| a.id.cmp(&b.id));
    bank.pages.sort_by(|a, b| a.document.source.path.cmp(&b.document.source.path));
    let position: BTreeMap<usize, usize> =
        exams.iter().enumerate().map(|(at, (folder, _))| (*folder, at)).collect();
    bank.exams = exams.into_iter().map(|(_, it)| it).collect();
    for (folder, topic, prose) in introductions {
        let exam = position.get(&folder).map(|at| &mut bank.exams[*at]);
        if let Some(topic) = exam.and_then(|it| it.topics.iter_mut().find(|it| it.id == topic)) {
            topic.introduction = Some(prose);
        }
    }
    collect_lessons(&mut bank, lessons, &position);
    collect_questions(&mut bank, drafts, &position, &links);
    bank
}

fn collect_lessons(
    bank: &mut Bank,
    lessons: Vec<(Lesson, Names)>,
    position: &BTreeMap<usize, usize>,
) {
    let mut placed: Vec<(Lesson, Names)> = lessons
        .into_iter()
        .filter_map(|(mut lesson, names)| {
            lesson.exam = *position.get(&lesson.exam)?;
            Some((lesson, names))
        })
        .collect();
    placed.sort_by(|(a, _), (b, _)| {
        (a.exam, &a.prose.document.source.path).cmp(&(b.exam, &b.prose.document.source.path))
    });
    let mut tags: Vec<(usize, Names)> = Vec::new();
    for (mut lesson, names) in placed {
        let directory = Directory { authors: author_names(bank), ..Directory::default() };
        let mut ignored = Vec::new();
        let document = Arc::clone(&lesson.prose.document);
        let mut resolver =
            Resolver { directory: &directory, document: &document, out: &mut ignored };
        let found = resolve(
            &mut resolver,
            &bank.exams[lesson.exam],
            &Names { see: Vec::new(), ..names.clone() },
        );
        lesson.topic = found.topic;
        lesson.author = found.author;
        tags.push((bank.lessons.len(), names));
        bank.lessons.push(lesson);
    }
    for (at, names) in tags {
        let path = Arc::clone(&bank.lessons[at].prose.document.source.path);
        bank.lessons[at].tags = tag_ids(bank, &names, &path);
    }
}

fn author_names(bank: &Bank) -> BTreeMap<&str, usize> {
    bank.authors.iter().enumerate().map(|(at, it)| (it.id.as_str(), at)).collect()
}

/// Returns the positions of tags by name; new ones are added, sorted later.
fn tag_ids(bank: &mut Bank, names: &Names, path: &Arc<str>) -> Vec<usize> {
    let mut res: Vec<usize> = Vec::new();
    for name in &names.tags {
        let slug = tag_slug(&name.text);
        let at = bank.tags.iter().position(|it| it.slug == slug).unwrap_or_else(|| {
            let place = (Arc::clone(path), name.span);
            bank.tags.push(Tag {
                name: name.text.clone(),
                slug,
                place,
                questions: Vec::new(),
                lessons: Vec::new(),
            });
            bank.tags.len() - 1
        });
        if !res.contains(&at) {
            res.push(at);
        }
    }
    res
}

fn collect_questions(
    bank: &mut Bank,
    mut drafts: Vec<Draft>,
    position: &BTreeMap<usize, usize>,
    links: &BTreeMap<Arc<str>, Vec<String>>,
) {
    let empty = Directory::default();
    drafts.retain_mut(|draft| {
        let Some(exam) = position.get(&draft.question.exam) else { return false };
        let mut ignored = Vec::new();
        let mut resolver =
            Resolver { directory: &empty, document: &draft.question.document, out: &mut ignored };
        let name = draft.names.topic.as_ref();
        let Some(topic) = name.and_then(|it| resolver.topic(&bank.exams[*exam], it)) else {
            return false;
        };
        (draft.question.exam, draft.question.topic) = (*exam, topic);
        true
    });
    drafts.sort_by(|a, b| {
        let key = |it: &Draft| (it.question.exam, it.question.topic);
        let paths = || a.question.document.source.path.cmp(&b.question.document.source.path);
        key(a).cmp(&key(b)).then_with(paths)
    });
    let (mut questions, names): (Vec<_>, Vec<Names>) =
        drafts.into_iter().map(|it| (it.question, it.names)).unzip();
    let resolved: Vec<Resolved> = {
        let (lessons, lesson_paths) = lesson_names(&bank.lessons);
        let ids: BTreeMap<&str, usize> =
            questions.iter().enumerate().map(|(at, it)| (it.id.as_str(), at)).collect();
        let directory =
            Directory { authors: author_names(bank), questions: ids, lessons, lesson_paths };
        let mut ignored = Vec::new();
        questions
            .iter()
            .zip(&names)
            .map(|(question, names)| {
                let mut resolver = Resolver {
                    directory: &directory,
                    document: &question.document,
                    out: &mut ignored,
                };
                resolve(&mut resolver, &bank.exams[question.exam], names)
            })
            .collect()
    };
    for (question, (names, found)) in questions.iter_mut().zip(names.iter().zip(resolved)) {
        question.objective = found.objective;
        question.author = found.author;
        question.reviewer = found.reviewer;
        question.see = found.see;
        question.variant_of = found.variant_of;
        question.enemies = found.enemies;
        let path = Arc::clone(&question.document.source.path);
        question.tags = tag_ids(bank, names, &path);
    }
    bank.questions = questions;
    sort_tags(bank);
    index(bank, links);
}

/// Brings tags into the order of their slugs.
fn sort_tags(bank: &mut Bank) {
    let mut order: Vec<usize> = (0..bank.tags.len()).collect();
    order.sort_by(|a, b| bank.tags[*a].slug.cmp(&bank.tags[*b].slug));
    let mut new = vec![0; order.len()];
    for (at, old) in order.iter().enumerate() {
        new[*old] = at;
    }
    bank.tags.sort_by(|a, b| a.slug.cmp(&b.slug));
    let ids = bank
        .questions
        .iter_mut()
        .map(|it| &mut it.tags)
        .chain(bank.lessons.iter_mut().map(|it| &mut it.tags));
    for id in ids.flatten() {
        *id = new[*id];
    }
}

/// Fills the indexes that lead back: questions of exams, topics, tags, lessons.
fn index(bank: &mut Bank, links: &BTreeMap<Arc<str>, Vec<String>>) {
    let lesson_paths: BTreeMap<Arc<str>, usize> = bank
        .lessons
        .iter()
        .enumerate()
        .map(|(at, it)| (Arc::clone(&it.prose.document.source.path), at))
        .collect();
    for (at, question) in bank.questions.iter().enumerate() {
        let exam = &mut bank.exams[question.exam];
        extend(&mut exam.questions, at);
        extend(&mut exam.topics[question.topic].questions, at);
        for tag in &question.tags {
            bank.tags[*tag].questions.push(at);
        }
        let linked = links.get(&question.document.source.path).into_iter().flatten();
        let linked: BTreeSet<usize> =
            linked.filter_map(|it| lesson_paths.get(it.as_str()).copied()).collect();
        for lesson in linked.union(&question.see.iter().copied().collect()) {
            bank.lessons[*lesson].questions.push(at);
        }
    }
    for (at, lesson) in bank.lessons.iter().enumerate() {
        for tag in &lesson.tags {
            bank.tags[*tag].lessons.push(at);
        }
    }
}

fn extend(range: &mut std::ops::Range<usize>, at: usize) {
    *range = if range.start >= range.end { at..at + 1 } else { range.start..at + 1 };
}
