//! The bank's model: what exams, topics, questions, lessons and authors are.
//!
//! Plain data. Names in fields that end in `…Id` are positions in the bank's vectors.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::Arc;

use crate::bank::fragment::{Fragment, Marks};
use crate::bank::identity::Revision;
use crate::bank::response::Response;
use crate::parse::Document;
use crate::source::Span;

/// Position of an exam in `Bank::exams`.
pub type ExamId = usize;
/// Position of a question in `Bank::questions`.
pub type QuestionId = usize;
/// Position of a lesson in `Bank::lessons`.
pub type LessonId = usize;
/// Position of an author in `Bank::authors`.
pub type AuthorId = usize;
/// Position of a tag in `Bank::tags`.
pub type TagId = usize;

/// Everything that was read, with names resolved. Nothing in it changes after it is made.
#[derive(Debug, Default)]
pub struct Bank {
    /// The home page's document, if the bank has one.
    pub home: Option<Prose>,
    /// Exams in order of their ids.
    pub exams: Vec<Exam>,
    /// Questions in order of exam, topic as in the blueprint, then path.
    pub questions: Vec<Question>,
    /// Lessons in order of exam, then path.
    pub lessons: Vec<Lesson>,
    /// Authors in order of their ids.
    pub authors: Vec<Author>,
    /// Tags in order of their slugs.
    pub tags: Vec<Tag>,
    /// Plain pages in order of path.
    pub pages: Vec<Prose>,
    /// Assets that something refers to, by path from the root.
    pub assets: BTreeMap<Arc<str>, AssetUse>,
    /// Number of drafts that are sound and not in `questions`, since nobody asked for drafts.
    pub drafts_left_out: usize,
}

impl Bank {
    /// Returns every document that is no question.
    pub fn prose(&self) -> impl Iterator<Item = &Prose> {
        let topics = self.exams.iter().flat_map(|it| &it.topics);
        (self.home.iter())
            .chain(self.exams.iter().map(|it| &it.prose))
            .chain(topics.filter_map(|it| it.introduction.as_ref()))
            .chain(self.lessons.iter().map(|it| &it.prose))
            .chain(self.authors.iter().map(|it| &it.prose))
            .chain(&self.pages)
    }

    /// Returns the paths of all documents that are in it.
    pub fn paths(&self) -> BTreeSet<&str> {
        let documents = self.prose().map(|it| &it.document);
        let questions = self.questions.iter().map(|it| &it.document);
        documents.chain(questions).map(|it| &*it.source.path).collect()
    }
}

/// A Markdown text that is shown as a whole: the home page, a page, an introduction, a biography.
#[derive(Debug, Clone)]
pub struct Prose {
    /// The file it is from.
    pub document: Arc<Document>,
    /// Its body (without the leading title).
    pub body: Fragment,
    /// Its title; the leading `# Title`, the field, or the file's stem.
    pub title: String,
    /// One or two sentences about it, for search engines.
    pub description: Option<String>,
    /// Language tag.
    pub lang: String,
    /// URL path below the base path, `about` for `/about/`; empty for the home page.
    pub slug: String,
    /// Old paths that redirect here, as written, without leading and trailing `/`.
    pub aliases: Vec<String>,
}

/// An asset that is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssetUse {
    /// Width and height in CSS pixels, where it is an image that says so.
    pub size: Option<(u32, u32)>,
}

/// An exam: a folder whose `_index.md` declares topics.
#[derive(Debug, Clone)]
pub struct Exam {
    /// Id; the folder's name by default.
    pub id: String,
    /// Folder from `content/`, which is also its path in URLs.
    pub slug: String,
    /// Introduction, title, aliases, language.
    pub prose: Prose,
    /// Code, such as `PMLE`.
    pub code: Option<String>,
    /// Who sets the exam.
    pub vendor: Option<String>,
    /// The exam's own page.
    pub url: Option<String>,
    /// Version of the official exam guide.
    pub blueprint_version: Option<String>,
    /// Address of the official exam guide.
    pub blueprint_url: Option<String>,
    /// Percent needed to pass; absent: 70.
    pub pass_mark: Option<f64>,
    /// Questions in a mock exam; absent: as many as there are up to 60.
    pub mock_questions: Option<u32>,
    /// Minutes of a mock exam; absent: 1.5 for each question.
    pub mock_minutes: Option<u32>,
    /// Pattern of question titles, such as `{code} practice question: {title}`.
    pub question_title: Option<String>,
    /// Topics in the order declared.
    pub topics: Vec<Topic>,
    /// Questions of the exam, as a range of `Bank::questions`.
    pub questions: std::ops::Range<QuestionId>,
}

/// A topic of an exam's blueprint.
#[derive(Debug, Clone)]
pub struct Topic {
    /// Id; also the folder's name and the part of the URL.
    pub id: String,
    /// Title.
    pub title: String,
    /// Share of the exam in percent; every topic has one or none has.
    pub weight: Option<f64>,
    /// What a candidate must be able to do.
    pub objectives: Vec<Objective>,
    /// The text of its `_index.md`.
    pub introduction: Option<Prose>,
    /// Questions of the topic, as a range of `Bank::questions`.
    pub questions: std::ops::Range<QuestionId>,
}

/// One testable statement of what a candidate can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objective {
    /// Id, unique in the exam.
    pub id: String,
    /// The statement.
    pub title: String,
}

/// How hard a question is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difficulty {
    /// Recall of one fact.
    Easy,
    /// Use of a rule.
    Medium,
    /// Weighing of several.
    Hard,
}

impl Difficulty {
    /// All, from easy to hard.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Returns the word authors write, which is also the part of the URL.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

/// Where a question is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Built only when asked for.
    Draft,
    /// In use.
    Published,
    /// Keeps its page, leaves practice and mock exams.
    Retired,
}

impl Status {
    /// Returns the word authors write.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Retired => "retired",
        }
    }
}

/// How an answer to several keys is scored (SEMANTICS 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scoring {
    /// 1 for exactly the key, else 0.
    AllOrNothing,
    /// `max(0, (hits - false) / keys)`.
    Net,
    /// `1 - (false + missed) / choices`.
    PerChoice,
}

impl Scoring {
    /// Returns the word authors write.
    pub fn name(self) -> &'static str {
        match self {
            Self::AllOrNothing => "all-or-nothing",
            Self::Net => "net",
            Self::PerChoice => "per-choice",
        }
    }

    /// Returns the scoring of a word that was checked.
    pub fn of(name: &str) -> Self {
        match name {
            "net" => Self::Net,
            "per-choice" => Self::PerChoice,
            _ => Self::AllOrNothing,
        }
    }
}

/// A source that a question or a lesson cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    /// Address.
    pub url: String,
    /// Title; the address if none was written.
    pub title: String,
}

/// A question: what its file says, and where the names in it lead.
///
/// What the file says is read as if it were the question's own, and is shared by the banks of one
/// moment and the next while the file stays the same.
#[derive(Debug)]
pub struct Question {
    /// What its file says.
    pub written: Arc<Written>,
    /// Exam it belongs to.
    pub exam: ExamId,
    /// Position of its topic in the exam.
    pub topic: usize,
    /// Position of its objective in the topic.
    pub objective: Option<usize>,
    /// How an answer is scored: as its file says, or as the site does.
    pub scoring: Scoring,
    /// Its tags.
    pub tags: Vec<TagId>,
    /// Who wrote it.
    pub author: Option<AuthorId>,
    /// Who reviewed it.
    pub reviewer: Option<AuthorId>,
    /// Lessons that go deeper.
    pub see: Vec<LessonId>,
    /// The question it is a deliberate near-duplicate of.
    pub variant_of: Option<QuestionId>,
    /// Questions that never share a form with it.
    pub enemies: Vec<QuestionId>,
}

impl Deref for Question {
    type Target = Written;

    fn deref(&self) -> &Written {
        &self.written
    }
}

/// What a question's file says, whatever else is in the bank.
#[derive(Debug)]
pub struct Written {
    /// The name under which progress is stored; unique in the bank.
    pub id: String,
    /// Earlier ids.
    pub former_ids: Vec<String>,
    /// The file.
    pub document: Arc<Document>,
    /// Last part of its URL.
    pub slug: String,
    /// Old paths that redirect here, without leading and trailing `/`.
    pub aliases: Vec<String>,
    /// Title, plain text with the letters as written.
    pub title: String,
    /// Language tag.
    pub lang: String,
    /// How hard it is.
    pub difficulty: Option<Difficulty>,
    /// Day of the last review, `YYYY-MM-DD`.
    pub reviewed: Option<String>,
    /// Day from which it should not be trusted, `YYYY-MM-DD`.
    pub expires: Option<String>,
    /// Version of the exam guide it was checked against.
    pub blueprint: Option<String>,
    /// Where it is in its life.
    pub status: Status,
    /// Sources.
    pub references: Vec<Citation>,
    /// Scoring rule, where it has one of its own.
    pub scoring: Option<Scoring>,
    /// What is asked.
    pub stem: Fragment,
    /// Whether the cue says "all that apply", which hides the count.
    pub select_all: bool,
    /// What the learner is asked to give.
    pub response: Response,
    /// Why the answer is right: text after the choices, then the section, then unknown sections.
    pub explanation: Fragment,
    /// The common exam trap.
    pub trap: Fragment,
    /// Hints, one fragment each.
    pub hints: Vec<Fragment>,
    /// The text of a `References` section.
    pub references_text: Fragment,
    /// What is hidden or bound in the body.
    pub marks: Marks,
    /// Identity of content and key.
    pub revision: Revision,
}

/// A teaching text that questions link to.
#[derive(Debug, Clone)]
pub struct Lesson {
    /// Path of the folder it stands in and its stem, as `mle/data-parallelism`; unique.
    pub id: String,
    /// Exam it belongs to.
    pub exam: ExamId,
    /// Position of its topic in the exam.
    pub topic: Option<usize>,
    /// Title, text, aliases.
    pub prose: Prose,
    /// Who wrote it.
    pub author: Option<AuthorId>,
    /// Day of the last review.
    pub reviewed: Option<String>,
    /// Sources.
    pub references: Vec<Citation>,
    /// Its tags.
    pub tags: Vec<TagId>,
    /// Questions whose `see` names it or whose text links to it, ascending.
    pub questions: Vec<QuestionId>,
}

/// A person or a desk.
#[derive(Debug, Clone)]
pub struct Author {
    /// Id; the file's stem.
    pub id: String,
    /// Name.
    pub name: String,
    /// What they have earned.
    pub credentials: Option<String>,
    /// What they do here.
    pub role: Option<String>,
    /// Where they work.
    pub organisation: Option<String>,
    /// Their own page.
    pub url: Option<String>,
    /// Path of the picture from the root.
    pub picture: Option<Arc<str>>,
    /// Biography.
    pub prose: Prose,
}

/// A cross-cutting index.
#[derive(Debug)]
pub struct Tag {
    /// As first written.
    pub name: String,
    /// Part of the URL.
    pub slug: String,
    /// Where it was first written.
    pub place: (Arc<str>, Span),
    /// Questions that carry it, ascending.
    pub questions: Vec<QuestionId>,
    /// Lessons that carry it, ascending.
    pub lessons: Vec<LessonId>,
}
