//! What each file of `content/` is, by its place and what its front matter says.

use std::collections::{BTreeMap, BTreeSet};

use crate::bank::link::CONTENT;
use crate::bank::slug::slug;
use crate::diagnostic::{Diagnostic, Level, did_you_mean};
use crate::parse::Document;
use crate::source::Span;

/// What a document is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// `content/_index.md`.
    Home,
    /// `_index.md` of a folder that declares topics; position among the exam folders.
    Exam(usize),
    /// `_index.md` of a topic's folder.
    TopicIntroduction {
        /// Position among the exam folders.
        exam: usize,
        /// The topic's id.
        topic: String,
    },
    /// A question.
    Question {
        /// Position among the exam folders.
        exam: usize,
        /// The topic's id by the folder; absent elsewhere in the exam.
        topic: Option<String>,
    },
    /// A lesson.
    Lesson {
        /// Position among the exam folders.
        exam: usize,
    },
    /// A scenario, which this version does not read.
    Scenario,
    /// An author.
    Author,
    /// Any other page; the exam folder it stands in.
    Page {
        /// Position among the exam folders.
        exam: Option<usize>,
    },
    /// A file of an exam whose own file cannot be read: nothing is known of it.
    Unknown,
    /// A file whose `kind` does not go with its place.
    Misplaced(&'static str),
}

/// A folder that is an exam.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExamFolder {
    /// The folder from the root, with a slash at the end: `content/mle/`.
    pub folder: String,
    /// Ids of its topics as declared.
    pub topics: Vec<String>,
    /// Whether its `_index.md` could not be read.
    pub broken: bool,
}

/// Returns the folders that are exams, in order of path; none is in another.
pub fn exam_folders<'d>(documents: impl Iterator<Item = &'d Document>) -> Vec<ExamFolder> {
    let mut all: Vec<ExamFolder> = documents.filter_map(exam_folder).collect();
    all.sort_by(|a, b| a.folder.cmp(&b.folder));
    let mut res: Vec<ExamFolder> = Vec::new();
    for it in all {
        if !res.last().is_some_and(|outer| it.folder.starts_with(&outer.folder)) {
            res.push(it);
        }
    }
    res
}

fn exam_folder(document: &Document) -> Option<ExamFolder> {
    let folder = document.source.path.strip_suffix("_index.md").filter(|it| *it != CONTENT)?;
    let declares = document.front.entry("topics").is_some();
    if !declares && !document.broken {
        return None;
    }
    let topics = document.front.list("topics").iter().filter_map(topic_id).collect();
    Some(ExamFolder { folder: folder.to_owned(), topics, broken: !declares })
}

fn topic_id(value: &crate::value::Value) -> Option<String> {
    match &value.data {
        crate::value::Data::Table(table) => Some(table.text("id")?.0.to_owned()),
        _ => None,
    }
}

/// Returns the position of the exam folder that a file is in.
pub fn exam_of(path: &str, exams: &[ExamFolder]) -> Option<usize> {
    // Of folders that are not in each other, the last before the path alone can hold it.
    let at = exams.partition_point(|it| it.folder.as_str() <= path).checked_sub(1)?;
    path.starts_with(&exams[at].folder).then_some(at)
}

/// Returns what a document is.
pub fn role(document: &Document, exams: &[ExamFolder]) -> Role {
    let path: &str = &document.source.path;
    let exam = exam_of(path, exams);
    let stated = document.front.text("kind").map(|(text, _)| text);
    let Some(index) = exam else {
        return match stated {
            Some("question" | "lesson") => Role::Misplaced("an exam's folder"),
            Some("scenario") => Role::Scenario,
            _ if path == "content/_index.md" => Role::Home,
            _ if path.starts_with("content/authors/") && !path.ends_with("/_index.md") => {
                Role::Author
            }
            _ => Role::Page { exam: None },
        };
    };
    if exams[index].broken {
        return Role::Unknown;
    }
    let inner = &path[exams[index].folder.len()..];
    if inner == "_index.md" {
        return Role::Exam(index);
    }
    let first = inner.split_once('/').map(|(first, _)| first);
    let topic =
        first.filter(|it| exams[index].topics.iter().any(|topic| topic == it)).map(str::to_owned);
    match (stated, first) {
        (Some("question"), _) => Role::Question { exam: index, topic },
        (Some("lesson"), _) => Role::Lesson { exam: index },
        (Some("scenario"), _) => Role::Scenario,
        (Some("page"), _) => Role::Page { exam: Some(index) },
        (_, Some("lessons")) if !inner.ends_with("/_index.md") => Role::Lesson { exam: index },
        (_, Some("scenarios")) => Role::Scenario,
        _ => match topic {
            Some(topic) if inner == format!("{topic}/_index.md") => {
                Role::TopicIntroduction { exam: index, topic }
            }
            Some(topic) => Role::Question { exam: index, topic: Some(topic) },
            // A question elsewhere in the exam names its topic.
            None if document.front.get("topic").is_some() => {
                Role::Question { exam: index, topic: None }
            }
            None => Role::Page { exam: Some(index) },
        },
    }
}

/// Returns a note for each folder of an exam that is no topic: what stands there is plain pages,
/// which is seldom meant.
///
/// A file that says what it is (`kind`, or a question's `topic`) may stand anywhere.
pub fn check_folders<'d>(
    pages: impl Iterator<Item = &'d Document>,
    exams: &[ExamFolder],
) -> Vec<Diagnostic> {
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    for document in pages {
        let path: &str = &document.source.path;
        let Role::Page { exam: Some(at) } = role(document, exams) else { continue };
        let exam = &exams[at];
        let Some((name, _)) = path[exam.folder.len()..].split_once('/') else { continue };
        let is_own = matches!(name, "lessons" | "scenarios");
        if is_own || document.front.get("kind").is_some() || !seen.insert((at, name)) {
            continue;
        }
        let inner = exam.folder.strip_prefix(CONTENT).unwrap_or(&exam.folder);
        let message = format!("the folder `{name}` is no topic of the exam in `{inner}`");
        let known = exam.topics.iter().map(String::as_str);
        let place = document.place(Span::default());
        out.push(
            Diagnostic::new("unknown-topic", Level::Note, place, message)
                .help("rename the folder, declare the topic, or write `kind: page` into its files")
                .help_if(did_you_mean(name, known).filter(|it| it.starts_with("did"))),
        );
    }
    out
}

/// Returns a file's stem: its name without `.md`, the folder's name for `index.md` and `_index.md`.
pub fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    if matches!(name, "index.md" | "_index.md") {
        return path.rsplit('/').nth(1).unwrap_or_default();
    }
    name.strip_suffix(".md").unwrap_or(name)
}

/// Returns the path of a plain page below the base path: `about` for `content/about.md`.
///
/// A `slug` field replaces the last part.
pub fn page_slug(document: &Document) -> String {
    let path: &str = &document.source.path;
    let inner = path.strip_prefix(CONTENT).unwrap_or(path);
    let folder = inner.rsplit_once('/').map_or("", |(folder, _)| folder);
    let name = inner.rsplit('/').next().unwrap_or(inner);
    let index = matches!(name, "index.md" | "_index.md");
    let mut parts: Vec<String> = folder.split('/').filter(|it| !it.is_empty()).map(slug).collect();
    if !index {
        parts.push(slug(stem(path)));
    }
    if let Some((written, _)) = document.front.text("slug") {
        parts.pop();
        parts.push(slug(written));
    }
    parts.join("/")
}

/// Returns the position of each value in a list of unique names.
pub fn positions<'n>(names: impl Iterator<Item = &'n str>) -> BTreeMap<&'n str, usize> {
    names.enumerate().map(|(at, name)| (name, at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;
    use crate::source::Source;

    #[test]
    fn a_folder_within_an_exam_is_no_exam_whatever_its_name() {
        let exam = |path: &str| parse(&Source::new(path, "---\ntopics: [{id: a}]\n---\n")).0;
        let documents = [
            "content/mle/2026/_index.md",
            "content/mle/_index.md",
            "content/mle/inner/_index.md",
            "content/mle-2/_index.md",
        ];
        let documents = documents.map(exam);
        let folders = exam_folders(documents.iter());
        let names: Vec<&str> = folders.iter().map(|it| it.folder.as_str()).collect();
        assert_eq!(names, ["content/mle-2/", "content/mle/"]);
        for (path, expected) in [
            ("content/mle/2026/q.md", Some(1)),
            ("content/mle/q.md", Some(1)),
            ("content/mle-2/q.md", Some(0)),
            ("content/mle-3/q.md", None),
            ("content/a.md", None),
            ("content/z.md", None),
        ] {
            assert_eq!(exam_of(path, &folders), expected, "{path}");
        }
    }
}
