//! Counts and lists that many pages need, made once.

use std::collections::{BTreeMap, BTreeSet};

use crate::bank::model::{
    AuthorId, Bank, Difficulty, Exam, ExamId, LessonId, Question, QuestionId, Status,
};
use crate::bank::slug::slug;
use crate::draw;
use crate::i18n::{Languages, fill};

/// What is known of the bank as a whole.
#[derive(Debug)]
pub(super) struct Facts {
    /// By exam.
    pub(super) exams: Vec<ExamFacts>,
    /// In order of their slugs.
    pub(super) vendors: Vec<Vendor>,
    /// By author.
    pub(super) authors: Vec<Contributions>,
    /// By question: its number among those of its topic that are in use, from 1; 0 for a retired one.
    pub(super) numbers: Vec<u32>,
}

/// What is known of an exam.
#[derive(Debug, Default)]
pub(super) struct ExamFacts {
    /// How many of its questions are in use (all but retired ones).
    pub(super) questions: usize,
    /// Those that may be practised and drawn (all in use but drafts), ascending.
    pub(super) pool: Vec<QuestionId>,
    /// How many of those in use each topic has.
    pub(super) by_topic: Vec<usize>,
    /// How many of them have an explanation and a reason for every option.
    pub(super) reasoned: usize,
    /// Day of the latest review.
    pub(super) last_review: Option<String>,
    /// Who wrote or reviewed, in order of their ids.
    pub(super) authors: Vec<AuthorId>,
    /// Its lessons.
    pub(super) lessons: Vec<LessonId>,
    /// Its questions by difficulty, as `Difficulty::ALL`.
    pub(super) by_difficulty: [Vec<QuestionId>; 3],
    /// The claim about its questions, by language of the theme.
    pub(super) claims: BTreeMap<String, String>,
}

/// A vendor and its exams.
#[derive(Debug)]
pub(super) struct Vendor {
    /// As first written.
    pub(super) name: String,
    /// Part of the URL.
    pub(super) slug: String,
    /// Its exams, ascending.
    pub(super) exams: Vec<ExamId>,
}

/// What an author did.
#[derive(Debug, Default)]
pub(super) struct Contributions {
    /// Questions written, ascending, then those reviewed for others, ascending.
    pub(super) questions: Vec<QuestionId>,
    /// How many were written.
    pub(super) written: usize,
    /// How many were reviewed.
    pub(super) reviewed: usize,
    /// Lessons written.
    pub(super) lessons: Vec<LessonId>,
}

/// Returns whether a question counts: a retired one has a page only.
pub(super) fn in_use(question: &Question) -> bool {
    question.status != Status::Retired
}

impl Facts {
    pub(super) fn new(bank: &Bank, languages: &Languages) -> Self {
        let mut numbers = vec![0; bank.questions.len()];
        let mut exams: Vec<ExamFacts> =
            bank.exams.iter().map(|exam| of_exam(bank, exam, languages, &mut numbers)).collect();
        let mut authors: Vec<Contributions> = Vec::new();
        authors.resize_with(bank.authors.len(), Contributions::default);
        for (id, lesson) in bank.lessons.iter().enumerate() {
            exams[lesson.exam].lessons.push(id);
            if let Some(author) = lesson.author {
                authors[author].lessons.push(id);
            }
        }
        for (id, question) in bank.questions.iter().enumerate() {
            if let Some(author) = question.author {
                authors[author].questions.push(id);
                authors[author].written += 1;
            }
        }
        for (id, question) in bank.questions.iter().enumerate() {
            let Some(reviewer) = question.reviewer else { continue };
            authors[reviewer].reviewed += 1;
            if question.author != Some(reviewer) {
                authors[reviewer].questions.push(id);
            }
        }
        Self { exams, vendors: vendors(bank), authors, numbers }
    }
}

fn of_exam(bank: &Bank, exam: &Exam, languages: &Languages, numbers: &mut [u32]) -> ExamFacts {
    let mut res = ExamFacts {
        by_topic: vec![0; exam.topics.len()],
        pool: draw::pool(bank, exam),
        ..ExamFacts::default()
    };
    let mut authors = BTreeSet::new();
    let mut langs = BTreeSet::new();
    for id in exam.questions.clone() {
        let question = &bank.questions[id];
        langs.insert(&languages.of(&question.lang).tag);
        if let Some(at) = Difficulty::ALL.iter().position(|it| Some(*it) == question.difficulty) {
            res.by_difficulty[at].push(id);
        }
        if !in_use(question) {
            continue;
        }
        res.questions += 1;
        res.by_topic[question.topic] += 1;
        numbers[id] = res.by_topic[question.topic] as u32;
        res.reasoned += usize::from(is_reasoned(question));
        authors.extend(question.author);
        authors.extend(question.reviewer);
        if question.reviewed > res.last_review {
            res.last_review.clone_from(&question.reviewed);
        }
    }
    res.authors = authors.into_iter().collect();
    let code = exam.code.as_deref().unwrap_or(&exam.prose.title);
    res.claims = langs
        .into_iter()
        .map(|lang| (lang.clone(), claim(&res, code, languages.of(lang))))
        .collect();
    res
}

/// Returns whether a question explains its key and has a reason for every option.
fn is_reasoned(question: &Question) -> bool {
    !question.explanation.is_empty() && question.response.is_reasoned()
}

/// Returns the sentence about an exam's questions that is true; empty if there is nothing to say.
fn claim(facts: &ExamFacts, code: &str, words: &crate::i18n::Language) -> String {
    if facts.reasoned == 0 {
        return String::new();
    }
    if facts.reasoned == facts.questions {
        return fill(&words.counted("all_of", facts.questions), &[("code", code)]);
    }
    let total = facts.questions.to_string();
    fill(&words.counted("some_of", facts.reasoned), &[("code", code), ("total", &total)])
}

fn vendors(bank: &Bank) -> Vec<Vendor> {
    let mut res: BTreeMap<String, Vendor> = BTreeMap::new();
    for (id, exam) in bank.exams.iter().enumerate() {
        let Some(name) = &exam.vendor else { continue };
        let slug = slug(name);
        // A name without letters has no address.
        if slug.is_empty() {
            continue;
        }
        res.entry(slug.clone())
            .or_insert_with(|| Vendor { name: name.clone(), slug, exams: Vec::new() })
            .exams
            .push(id);
    }
    res.into_values().collect()
}
