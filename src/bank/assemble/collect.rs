//! Sound documents → the bank; names that only broken ones bore are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::tags::Tags;
use super::{folder_of, resolve};
use crate::bank::layout::ExamFolder;
use crate::bank::model::{Author, Bank, Exam, ExamId, Lesson, LessonId, Question, Scoring};
use crate::bank::names::{Directory, Names, Resolver, lesson_names};
use crate::bank::question::Draft;
use crate::bank::read::{Entry, Item};

/// A question with its document and its place: exam, topic.
type Placed<'i> = ((ExamId, usize), &'i Item, &'i Draft);

/// Makes the bank of sound documents, given in order of path.
pub(super) fn collect(items: &[Arc<Item>], folders: &[ExamFolder], scoring: Scoring) -> Bank {
    let mut bank = Bank::default();
    let mut exams: Vec<(usize, &Exam)> = Vec::new();
    let mut drafts: Vec<(&Item, &Draft)> = Vec::with_capacity(items.len());
    let mut lessons: Vec<(&Item, &Lesson, &Names)> = Vec::new();
    let mut introductions = Vec::new();
    for item in items.iter().map(|it| &**it) {
        match &item.entry {
            Entry::Home(it) => bank.home = Some(it.clone()),
            Entry::Exam(it) => exams.extend(folder_of(item, folders).map(|at| (at, &**it))),
            Entry::Introduction(topic, it) => introductions.push((item, topic, it)),
            Entry::Question(it) => drafts.push((item, it)),
            Entry::Lesson(it, names) => lessons.push((item, it, names)),
            Entry::Author(it) => bank.authors.push((**it).clone()),
            Entry::Page(it) => bank.pages.push(it.clone()),
            Entry::Nothing => {}
        }
    }
    exams.sort_by(|a, b| a.1.id.cmp(&b.1.id).then(a.0.cmp(&b.0)));
    bank.authors.sort_by(|a: &Author, b| a.id.cmp(&b.id));
    let mut positions: Vec<Option<ExamId>> = vec![None; folders.len()];
    for (at, (folder, _)) in exams.iter().enumerate() {
        positions[*folder] = Some(at);
    }
    let exam_of = |item: &Item| folder_of(item, folders).and_then(|it| positions[it]);
    bank.exams = exams.into_iter().map(|(_, it)| it.clone()).collect();
    for (item, topic, prose) in introductions {
        let exam = exam_of(item).map(|at| &mut bank.exams[at]);
        if let Some(topic) = exam.and_then(|it| it.topics.iter_mut().find(|it| it.id == *topic)) {
            topic.introduction = Some(prose.clone());
        }
    }
    let mut tags = Tags::default();
    let lessons = lessons.into_iter();
    let lessons = lessons.filter_map(|(item, it, names)| Some((exam_of(item)?, item, it, names)));
    collect_lessons(&mut bank, lessons.collect(), &mut tags);
    let topic_of = |exam: ExamId, draft: &Draft| {
        let name = draft.names.topic.as_ref()?;
        bank.exams[exam].topics.iter().position(|it| it.id == name.text)
    };
    let drafts = drafts.into_iter().filter_map(|(item, draft)| {
        let exam = exam_of(item)?;
        Some(((exam, topic_of(exam, draft)?), item, draft))
    });
    let drafts = drafts.collect();
    let links = collect_questions(&mut bank, drafts, scoring, &mut tags);
    let (sorted, new) = tags.sorted();
    bank.tags = sorted;
    let questions = bank.questions.iter_mut().map(|it| &mut it.tags);
    for id in questions.chain(bank.lessons.iter_mut().map(|it| &mut it.tags)).flatten() {
        *id = new[*id];
    }
    index(&mut bank, &links);
    bank
}

fn collect_lessons<'i>(
    bank: &mut Bank,
    mut lessons: Vec<(ExamId, &'i Item, &'i Lesson, &'i Names)>,
    tags: &mut Tags<'i>,
) {
    // The sort is stable: those of one exam stay in order of path.
    lessons.sort_by_key(|it| it.0);
    let directory = Directory { authors: author_names(&bank.authors), ..Directory::default() };
    let mut ignored = Vec::new();
    let mut res = Vec::with_capacity(lessons.len());
    for (exam, item, lesson, names) in lessons {
        let document = &item.document;
        let mut resolver = Resolver { directory: &directory, document, out: &mut ignored };
        let of_exam = &bank.exams[exam];
        res.push(Lesson {
            exam,
            topic: names.topic.as_ref().and_then(|it| resolver.topic(of_exam, it)),
            author: names.author.as_ref().and_then(|it| resolver.author(it)),
            tags: tags.positions(item, names),
            ..lesson.clone()
        });
    }
    bank.lessons = res;
}

fn author_names(authors: &[Author]) -> BTreeMap<&str, usize> {
    authors.iter().enumerate().map(|(at, it)| (it.id.as_str(), at)).collect()
}

/// Fills in the questions, and returns the lessons that the text of each links to.
fn collect_questions<'i>(
    bank: &mut Bank,
    mut drafts: Vec<Placed<'i>>,
    scoring: Scoring,
    tags: &mut Tags<'i>,
) -> Vec<Vec<LessonId>> {
    // The sort is stable: those of one topic stay in order of path.
    drafts.sort_by_key(|it| it.0);
    let (lessons, lesson_paths) = lesson_names(&bank.lessons);
    let ids = drafts.iter().enumerate().map(|(at, (_, _, it))| (it.written.id.as_str(), at));
    let directory = Directory {
        authors: author_names(&bank.authors),
        questions: ids.collect(),
        lessons,
        lesson_paths,
    };
    let read = |((exam, topic), item, draft): &Placed<'_>| {
        let (document, out) = (&item.document, &mut Vec::new());
        let mut resolver = Resolver { directory: &directory, document, out };
        let found = resolve(&mut resolver, &bank.exams[*exam], &draft.names);
        let paths = item.uses.iter().filter(|it| !it.embedded).map(|it| it.path.as_str());
        let links = paths.filter_map(|it| directory.lesson_paths.get(it).copied()).collect();
        let question = Question {
            written: Arc::clone(&draft.written),
            exam: *exam,
            topic: *topic,
            objective: found.objective,
            scoring: draft.written.scoring.unwrap_or(scoring),
            tags: Vec::new(),
            author: found.author,
            reviewer: found.reviewer,
            see: found.see,
            variant_of: found.variant_of,
            enemies: found.enemies,
        };
        (question, links)
    };
    let (mut questions, links): (Vec<_>, Vec<_>) = drafts.par_iter().map(read).unzip();
    for (question, (_, item, draft)) in questions.iter_mut().zip(drafts) {
        question.tags = tags.positions(item, &draft.names);
    }
    bank.questions = questions;
    links
}

/// Fills the indexes that lead back: questions of exams, topics, tags, lessons.
fn index(bank: &mut Bank, links: &[Vec<LessonId>]) {
    for (at, (question, linked)) in bank.questions.iter().zip(links).enumerate() {
        let exam = &mut bank.exams[question.exam];
        extend(&mut exam.questions, at);
        extend(&mut exam.topics[question.topic].questions, at);
        for tag in &question.tags {
            bank.tags[*tag].questions.push(at);
        }
        let lessons: BTreeSet<LessonId> = linked.iter().chain(&question.see).copied().collect();
        for lesson in lessons {
            bank.lessons[lesson].questions.push(at);
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
