//! `bank.json` of an exam: what choosing questions needs to know of each, column by column.
//!
//! The questions are those that may be practised and drawn, in the bank's order; `docs/study.md`
//! describes the columns. Beyond 5,000 questions the columns stand in `bank-1.json`, `bank-2.json`,
//! …, which `parts` of `bank.json` names in order.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value as Json;

use crate::bank::model::{Difficulty, Exam, Question, QuestionId};
use crate::draw::{self, groups::groups};
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::{Content, Page, url};

pub(super) const KIND: PageKind = PageKind { name: "bank-index", list, make };

/// Most questions in one file.
const PER_FILE: usize = 5000;

/// Types by their place in the column.
const TYPES: [&str; 3] = ["single", "multiple", "true-false"];

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    for (id, exam) in ground.bank.exams.iter().enumerate() {
        let source = &exam.prose.document.source.path;
        let count = ground.facts.exams[id].pool.len();
        if count > 0 {
            for part in 0..=parts(count) {
                let path = url::index(ground.bank, id, part);
                pages.add(path, Subject::part_of(id, part), source);
            }
        }
    }
}

/// Returns how many files beside `bank.json` the columns of so many questions need.
fn parts(count: usize) -> usize {
    if count > PER_FILE { count.div_ceil(PER_FILE) } else { 0 }
}

/// What is known of the exam.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Whole<'a> {
    version: u32,
    exam: &'a str,
    title: &'a str,
    code: Option<&'a str>,
    url: String,
    pass_mark: Json,
    mock: Mock,
    scoring: &'a str,
    topics: Vec<TopicEntry<'a>>,
    tags: Vec<&'a str>,
    types: [&'static str; 3],
    /// Questions in all.
    n: usize,
    /// Addresses of the files with the columns, where they are not here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<String>,
    #[serde(flatten)]
    columns: Option<Columns<'a>>,
}

#[derive(Serialize)]
struct Mock {
    questions: u32,
    minutes: u32,
}

#[derive(Serialize)]
struct TopicEntry<'a> {
    id: &'a str,
    title: &'a str,
    /// Thousandths of the exam.
    weight: u32,
    url: String,
    objectives: Vec<ObjectiveEntry<'a>>,
}

#[derive(Serialize)]
struct ObjectiveEntry<'a> {
    id: &'a str,
    title: &'a str,
}

/// A part of the columns.
#[derive(Serialize)]
struct Part<'a> {
    version: u32,
    exam: &'a str,
    /// Place of the first question.
    from: usize,
    /// Questions in this file.
    n: usize,
    #[serde(flatten)]
    columns: Columns<'a>,
}

/// One entry for each question; a column that says the usual of each is left out, and so is a
/// sparse one, by place in the bank, without entries.
#[derive(Default, Serialize)]
struct Columns<'a> {
    slug: Vec<String>,
    #[serde(skip_serializing_if = "all_usual::<0>")]
    topic: Vec<i32>,
    #[serde(skip_serializing_if = "all_usual::<-1>")]
    objective: Vec<i32>,
    #[serde(skip_serializing_if = "all_usual::<-1>")]
    difficulty: Vec<i32>,
    #[serde(rename = "type", skip_serializing_if = "all_usual::<0>")]
    kind: Vec<i32>,
    #[serde(skip_serializing_if = "all_empty")]
    tagged: Vec<Vec<usize>>,
    revision: Vec<String>,
    choices: Vec<i32>,
    #[serde(skip_serializing_if = "all_usual::<1>")]
    keys: Vec<i32>,
    #[serde(skip_serializing_if = "all_usual::<-1>")]
    group: Vec<i32>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    scorings: BTreeMap<usize, &'a str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    former: BTreeMap<usize, &'a [String]>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    urls: BTreeMap<usize, String>,
}

fn all_usual<const USUAL: i32>(column: &[i32]) -> bool {
    column.iter().all(|it| *it == USUAL)
}

fn all_empty(column: &[Vec<usize>]) -> bool {
    column.iter().all(Vec::is_empty)
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let (id, part) = (page.subject.item(), page.subject.part());
    let pool = maker.plan.facts.exams[id].pool.as_slice();
    let exam = &maker.bank.exams[id];
    let tags = tags(maker, pool);
    let text = if part == 0 {
        serde_json::to_string(&whole(maker, id, pool, &tags))
    } else {
        let from = (part - 1) * PER_FILE;
        let here = &pool[from..(from + PER_FILE).min(pool.len())];
        let columns = columns(maker, exam, here, from, &tags);
        serde_json::to_string(&Part { version: 1, exam: &exam.id, from, n: here.len(), columns })
    };
    Content::Text(text.expect("plain data can be written"))
}

/// Returns the place of each tag of the exam's questions in the list of them.
fn tags(maker: &Maker<'_>, pool: &[QuestionId]) -> BTreeMap<usize, usize> {
    let mut used: Vec<usize> =
        pool.iter().flat_map(|it| &maker.bank.questions[*it].tags).copied().collect();
    used.sort_unstable();
    used.dedup();
    used.into_iter().zip(0..).collect()
}

fn whole<'a>(
    maker: &Maker<'a>,
    id: usize,
    pool: &[QuestionId],
    tags: &BTreeMap<usize, usize>,
) -> Whole<'a> {
    let exam = &maker.bank.exams[id];
    let weights = draw::weights(exam);
    let topics = exam.topics.iter().enumerate().map(|(at, topic)| TopicEntry {
        id: &topic.id,
        title: &topic.title,
        weight: weights[at],
        url: maker.url(&url::topic(maker.bank, id, at)),
        objectives: topic
            .objectives
            .iter()
            .map(|it| ObjectiveEntry { id: &it.id, title: &it.title })
            .collect(),
    });
    let parts = 1..=parts(pool.len());
    let is_here = parts.is_empty();
    let length = draw::length(exam, pool.len());
    Whole {
        version: 1,
        exam: &exam.id,
        title: &exam.prose.title,
        code: exam.code.as_deref(),
        url: maker.url(&url::exam(maker.bank, id)),
        pass_mark: number(exam.pass_mark.unwrap_or(draw::PASS_MARK)),
        mock: Mock { questions: length.questions, minutes: length.minutes },
        scoring: &maker.config.scoring,
        topics: topics.collect(),
        tags: tags.keys().map(|it| maker.bank.tags[*it].name.as_str()).collect(),
        types: TYPES,
        n: pool.len(),
        parts: parts.map(|it| maker.url(&url::index(maker.bank, id, it))).collect(),
        columns: is_here.then(|| columns(maker, exam, pool, 0, tags)),
    }
}

/// Returns a number as people write it: 70, not 70.0.
fn number(number: f64) -> Json {
    if number.fract() == 0.0 { Json::from(number as i64) } else { Json::from(number) }
}

/// Makes the columns of some questions, the first of which has the place `from` in the exam.
fn columns<'a>(
    maker: &Maker<'a>,
    exam: &'a Exam,
    questions: &[QuestionId],
    from: usize,
    tags: &BTreeMap<usize, usize>,
) -> Columns<'a> {
    let groups = groups(maker.bank, exam);
    let mut res = Columns::default();
    for (at, id) in (from..).zip(questions) {
        let question = &maker.bank.questions[*id];
        let choices = question.response.choices();
        let place = |it: Option<usize>| it.map_or(-1, |it| it as i32);
        let (slug, is_usual) = slug(question, &exam.id);
        if !is_usual {
            res.urls.insert(at, maker.url(&url::question(maker.bank, *id)));
        }
        res.slug.push(slug);
        res.topic.push(question.topic as i32);
        res.objective.push(place(question.objective));
        let difficulty = Difficulty::ALL.iter().position(|it| Some(*it) == question.difficulty);
        res.difficulty.push(place(difficulty));
        let kind = question.response.type_name();
        res.kind.push(place(TYPES.iter().position(|it| *it == kind)));
        res.tagged.push(question.tags.iter().map(|it| tags[it]).collect());
        res.revision.push(format!("{}.{}", question.revision.content, question.revision.key));
        res.choices.push(choices.len() as i32);
        res.keys.push(choices.iter().filter(|it| it.key).count() as i32);
        res.group.push(groups[id - exam.questions.start].map_or(-1, |it| it as i32));
        if question.scoring.name() != maker.config.scoring {
            res.scorings.insert(at, question.scoring.name());
        }
        if !question.former_ids.is_empty() {
            res.former.insert(at, &question.former_ids);
        }
    }
    res
}

/// Returns what stands in the column `slug`, and whether the address follows from it.
///
/// An id that is exam and one more part is that part; another is there as a whole, after a slash if
/// it has none.
fn slug(question: &Question, exam: &str) -> (String, bool) {
    let part = question.id.strip_prefix(exam).and_then(|it| it.strip_prefix('/'));
    match part.filter(|it| !it.contains('/')) {
        Some(part) => (part.to_owned(), part == question.slug),
        None if question.id.contains('/') => (question.id.clone(), false),
        None => (format!("/{}", question.id), false),
    }
}
