//! Names that documents give to exams' parts, authors, lessons, questions, and what they mean.

use std::collections::BTreeMap;

use crate::bank::link::{self, Destination};
use crate::bank::model::{Exam, Lesson};
use crate::diagnostic::{Diagnostic, Edit, did_you_mean, nearest};
use crate::parse::Document;
use crate::source::Span;
use crate::value::Table;

/// A name as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it is written.
    pub span: Span,
}

/// The names a question or a lesson gives.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// Its topic, by the field or by the folder (then without a span).
    pub topic: Option<Name>,
    /// Its objective.
    pub objective: Option<Name>,
    /// Its author.
    pub author: Option<Name>,
    /// Its reviewer.
    pub reviewer: Option<Name>,
    /// Its tags.
    pub tags: Vec<Name>,
    /// Lessons that go deeper.
    pub see: Vec<Name>,
    /// The question it is a variant of.
    pub variant_of: Option<Name>,
    /// Its enemies.
    pub enemies: Vec<Name>,
}

impl Names {
    /// Reads the names of a front matter.
    pub fn of(front: &Table, folder: Option<&str>) -> Self {
        let one =
            |key: &str| front.text(key).map(|(text, span)| Name { text: text.to_owned(), span });
        let many = |key: &str| {
            front.texts(key).map(|(text, span)| Name { text: text.to_owned(), span }).collect()
        };
        Self {
            topic: one("topic")
                .or_else(|| folder.map(|it| Name { text: it.to_owned(), span: Span::default() })),
            objective: one("objective"),
            author: one("author"),
            reviewer: one("reviewer"),
            tags: many("tags"),
            see: many("see"),
            variant_of: one("variant_of"),
            enemies: many("enemies"),
        }
    }
}

/// What the names of a bank mean.
#[derive(Debug, Default)]
pub struct Directory<'b> {
    /// Authors by id.
    pub authors: BTreeMap<&'b str, usize>,
    /// Questions by id.
    pub questions: BTreeMap<&'b str, usize>,
    /// Lessons by id, `mle/data-parallelism`.
    pub lessons: BTreeMap<&'b str, usize>,
    /// Lessons by path.
    pub lesson_paths: BTreeMap<&'b str, usize>,
}

/// Resolves names in one document; what is unknown is reported.
pub struct Resolver<'r, 'b> {
    /// What the names mean.
    pub directory: &'r Directory<'b>,
    /// The document.
    pub document: &'r Document,
    /// Findings.
    pub out: &'r mut Vec<Diagnostic>,
}

impl Resolver<'_, '_> {
    /// Returns the position of a topic in an exam.
    pub fn topic(&mut self, exam: &Exam, name: &Name) -> Option<usize> {
        let at = exam.topics.iter().position(|it| it.id == name.text);
        if at.is_none() {
            let known = exam.topics.iter().map(|it| it.id.as_str());
            let message = format!("`{}` is no topic of the exam `{}`", name.text, exam.id);
            self.unknown("unknown-topic", name, message, known.collect());
        }
        at
    }

    /// Returns the position of an objective in a topic.
    pub fn objective(&mut self, exam: &Exam, topic: usize, name: &Name) -> Option<usize> {
        let at = exam.topics[topic].objectives.iter().position(|it| it.id == name.text);
        if at.is_some() {
            return at;
        }
        let owner = exam.topics.iter().find(|it| it.objectives.iter().any(|it| it.id == name.text));
        let topic = &exam.topics[topic];
        let message = match owner {
            Some(owner) => format!(
                "the objective `{}` belongs to the topic `{}`, not `{}`",
                name.text, owner.id, topic.id
            ),
            None => format!("`{}` is no objective of the topic `{}`", name.text, topic.id),
        };
        let known = topic.objectives.iter().map(|it| it.id.as_str()).collect();
        self.unknown("unknown-objective", name, message, known);
        None
    }

    /// Returns the position of an author.
    pub fn author(&mut self, name: &Name) -> Option<usize> {
        let at = self.directory.authors.get(name.text.as_str()).copied();
        if at.is_none() {
            let known = self.directory.authors.keys().copied().collect();
            self.unknown(
                "unknown-author",
                name,
                format!("there is no author `{}`", name.text),
                known,
            );
        }
        at
    }

    /// Returns the position of a question.
    pub fn question(&mut self, name: &Name) -> Option<usize> {
        let at = self.directory.questions.get(name.text.as_str()).copied();
        if at.is_none() {
            let known = self.directory.questions.keys().copied().collect();
            self.unknown(
                "unknown-question",
                name,
                format!("there is no question `{}`", name.text),
                known,
            );
        }
        at
    }

    /// Returns the position of a lesson, named by its stem in the same exam, by its id, or by a path.
    pub fn lesson(&mut self, exam: &Exam, name: &Name) -> Option<usize> {
        let own = format!("{}/{}", exam.slug, name.text);
        let found = self
            .directory
            .lessons
            .get(own.as_str())
            .or_else(|| self.directory.lessons.get(name.text.as_str()));
        let by_path = || match link::resolve(&self.document.source.path, &name.text) {
            Ok(Destination::File { path, .. }) => self.directory.lesson_paths.get(path.as_str()),
            _ => None,
        };
        let at = found.or_else(by_path).copied();
        if at.is_none() {
            if link::resolve(&self.document.source.path, &name.text)
                == Err(link::LinkFault::OutsideBank)
            {
                let message = format!("`{}` leaves the bank", name.text);
                self.out.push(Diagnostic::deny(
                    "path-outside-bank",
                    self.document.place(name.span),
                    message,
                ));
                return None;
            }
            let prefix = format!("{}/", exam.slug);
            let known = self
                .directory
                .lessons
                .keys()
                .map(|it| it.strip_prefix(prefix.as_str()).unwrap_or(it))
                .collect();
            self.unknown(
                "unknown-lesson",
                name,
                format!("there is no lesson `{}`", name.text),
                known,
            );
        }
        at
    }

    fn unknown(&mut self, rule: &'static str, name: &Name, message: String, known: Vec<&str>) {
        let found = Diagnostic::deny(rule, self.document.place(name.span), message)
            .help_if(did_you_mean(&name.text, known.iter().copied()));
        self.out.push(match nearest(&name.text, known) {
            Some(it) if name.span != Span::default() => {
                let edits = vec![Edit::of_value(&self.document.source, name.span, it)];
                found.unsafe_fix(format!("write `{it}`"), edits)
            }
            _ => found,
        });
    }
}

/// Returns the lessons of a bank by id and by path.
pub fn lesson_names(lessons: &[Lesson]) -> (BTreeMap<&str, usize>, BTreeMap<&str, usize>) {
    let ids = lessons.iter().enumerate().map(|(at, it)| (it.id.as_str(), at)).collect();
    let paths =
        lessons.iter().enumerate().map(|(at, it)| (&*it.prose.document.source.path, at)).collect();
    (ids, paths)
}
