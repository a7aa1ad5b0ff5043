//! One document → what it is, with its findings. Documents are read apart, in any order.

use std::sync::Arc;

use crate::bank::layout::{ExamFolder, Role, role};
use crate::bank::model::{Author, Exam, Lesson, Prose};
use crate::bank::names::Names;
use crate::bank::terms::{ExamFacts, Terms};
use crate::bank::texts::{self, Use};
use crate::bank::{exam, link, prose, question, schema, task_list};
use crate::config::RawHtml;
use crate::diagnostic::{Diagnostic, Level, nearest};
use crate::fields::{self, Field};
use crate::parse::Document;
use crate::value::Table;

/// What a document says, in whatever order documents and exams are.
#[derive(Debug)]
pub enum Entry {
    /// The home page.
    Home(Prose),
    /// An exam.
    Exam(Box<Exam>),
    /// A topic's introduction, with the topic's id.
    Introduction(String, Prose),
    /// A question.
    Question(Box<question::Draft>),
    /// A lesson with its names; its exam and all other positions are not set.
    Lesson(Box<Lesson>, Names),
    /// An author.
    Author(Box<Author>),
    /// A plain page.
    Page(Prose),
    /// Nothing that can be shown.
    Nothing,
}

/// A document, read.
#[derive(Debug)]
pub struct Item {
    /// The document.
    pub document: Arc<Document>,
    /// What it says.
    pub entry: Entry,
    /// Files of the bank that it refers to.
    pub uses: Vec<Use>,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a finding makes it unpublishable.
    pub broken: bool,
    /// Whether its front matter or body is lost as a whole.
    pub unread: bool,
}

/// What reading needs to know.
///
/// Whatever is added here must be compared in `bank::documents`, which decides what is read again.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// Settings that reading depends on.
    pub terms: &'c Terms,
    /// Folders that are exams.
    pub folders: &'c [ExamFolder],
    /// What is known of their exams, which are read before all else.
    pub exams: &'c [Option<ExamFacts>],
}

/// Reads one document that was parsed with some findings.
pub fn read((mut document, found): (Document, Vec<Diagnostic>), context: Context<'_>) -> Item {
    let role = role(&document, context.folders);
    let unread = is_unread(&document);
    let mut out = Vec::new();
    // What makes a folder an exam stands in such a file, and is looked up again.
    let keeps_front = context.terms.for_linter || document.source.path.ends_with("_index.md");
    let mut front = if keeps_front || !matches!(role, Role::Question { .. }) {
        document.front.clone()
    } else {
        let kept = document.front.only(&["id", "aliases"]);
        std::mem::replace(&mut document.front, kept)
    };
    let document = &Arc::new(document);
    if matches!(role, Role::Question { .. }) {
        drop_unsupported(&mut front);
    }
    if let Some(fields) = fields_of(&role) {
        fields::check(&mut front, fields, &document.source, &mut out);
    }
    check_paths(document, &front, &mut out);
    check_lang(document, &mut front, &mut out);
    let faults = out.len();
    let entry = match role {
        Role::Exam(at) => {
            let (folder, lang) = (&context.folders[at], &context.terms.language);
            Entry::Exam(Box::new(exam::read(document, &front, folder, lang, &mut out)))
        }
        role => other(document, &front, role, context, &mut out),
    };
    if unread {
        // What is missing was lost with the part that could not be read.
        out.truncate(faults);
    }
    let uses = match &entry {
        Entry::Nothing => Vec::new(),
        _ => uses(document, &front, &entry, context.terms.raw_html, &mut out),
    };
    let broken = document.broken || out.iter().any(|it| it.level == Level::Deny);
    out.extend(found);
    Item { document: Arc::clone(document), entry, uses, diagnostics: out, broken, unread }
}

/// Reports a slug or an alias that leads out of the site.
fn check_paths(document: &Document, front: &Table, out: &mut Vec<Diagnostic>) {
    let slug = front.text("slug").into_iter().filter(|(text, _)| text.starts_with('/'));
    let paths = front.text("slug").into_iter().chain(front.texts("aliases"));
    let leaving = paths.filter(|(text, _)| link::leaves(text));
    let mut seen = std::collections::BTreeSet::new();
    for (text, span) in slug.chain(leaving) {
        if seen.insert(span) {
            out.push(
                Diagnostic::deny(
                    "path-outside-bank",
                    document.place(span),
                    format!("`{}` is no path of this site", fields::shorten(text)),
                )
                .help("write a path such as `/mle/old-name/`, without `..`, `\\` and `%`"),
            );
        }
    }
}

/// Reports a language tag that is none, and removes it.
fn check_lang(document: &Document, front: &mut Table, out: &mut Vec<Diagnostic>) {
    let Some((text, span)) = front.text("lang") else { return };
    if text.parse::<icu_locale_core::LanguageIdentifier>().is_ok() {
        return;
    }
    let message = format!("`{}` is no language tag", fields::shorten(text));
    out.push(
        Diagnostic::deny("invalid-value", document.place(span), message)
            .help("write a tag such as `en` or `de-AT`"),
    );
    front.entries.retain(|it| it.key != "lang");
}

/// Returns whether a document's front matter or body is lost as a whole.
fn is_unread(document: &Document) -> bool {
    document.broken && (document.front.entries.is_empty() || document.body.is_empty())
}

/// Removes the fields that go with a type this version does not read; the type itself is reported.
fn drop_unsupported(front: &mut Table) {
    let choice = ["single", "multiple", "true-false"];
    if front.text("type").is_some_and(|(text, _)| !choice.contains(&text)) {
        let own = ["answer", "tolerance", "unit", "case_sensitive"];
        front.entries.retain(|it| !own.contains(&it.key.as_str()));
    }
}

fn fields_of(role: &Role) -> Option<&'static [Field]> {
    match role {
        Role::Exam(_) => Some(schema::EXAM),
        Role::Question { .. } => Some(schema::QUESTION),
        Role::Lesson { .. } => Some(schema::LESSON),
        Role::Author => Some(schema::AUTHOR),
        Role::Home | Role::TopicIntroduction { .. } | Role::Page { .. } => Some(schema::PAGE),
        Role::Scenario | Role::Unknown | Role::Misplaced(_) => None,
    }
}

fn other(
    document: &Arc<Document>,
    front: &Table,
    role: Role,
    context: Context<'_>,
    out: &mut Vec<Diagnostic>,
) -> Entry {
    let (terms, exams) = (context.terms, context.exams);
    let site_lang = terms.language.as_str();
    let lang = |at: Option<usize>| {
        at.and_then(|at| exams[at].as_ref()).map_or(site_lang, |it| it.lang.as_str())
    };
    match role {
        Role::Home => {
            let mut prose = prose::read(document, front, site_lang, out);
            prose.slug.clear();
            Entry::Home(prose)
        }
        Role::TopicIntroduction { exam, topic } => {
            report_key(document, Some(&context.folders[exam]), out);
            Entry::Introduction(topic, prose::read(document, front, lang(Some(exam)), out))
        }
        Role::Question { exam, topic } => {
            let Some(found) = &exams[exam] else { return Entry::Nothing };
            let context = question::Context {
                terms,
                exam_id: &found.id,
                exam_lang: &found.lang,
                topic: topic.as_deref(),
            };
            Entry::Question(Box::new(question::read(document, front, &context, out)))
        }
        Role::Lesson { exam } => {
            let Some(found) = &exams[exam] else { return Entry::Nothing };
            report_key(document, Some(&context.folders[exam]), out);
            let lesson = prose::lesson(document, front, &found.slug, &found.lang, out);
            Entry::Lesson(Box::new(lesson), Names::of(front, None))
        }
        Role::Author => Entry::Author(Box::new(prose::author(document, front, site_lang, out))),
        Role::Page { exam } => {
            report_exam(document, out);
            report_key(document, exam.map(|it| &context.folders[it]), out);
            Entry::Page(prose::read(document, front, lang(exam), out))
        }
        Role::Scenario => {
            let place = document.place(document.front_span.unwrap_or_default());
            out.push(
                Diagnostic::deny(
                    "invalid-value",
                    place,
                    "scenarios are not supported by this version",
                )
                .help("put the scenario's text into the stems of its questions"),
            );
            Entry::Nothing
        }
        Role::Misplaced(home) => {
            let (kind, span) = front.text("kind").unwrap_or(("", crate::source::Span::default()));
            let message = format!("a {kind} must stand in {home}");
            out.push(
                Diagnostic::deny("question-outside-topic", document.place(span), message)
                    .help("an exam's folder has an `_index.md` that declares `topics`"),
            );
            Entry::Nothing
        }
        Role::Exam(_) | Role::Unknown => Entry::Nothing,
    }
}

/// A page that declares topics was meant as an exam, and its questions would be pages too.
fn report_exam(document: &Document, out: &mut Vec<Diagnostic>) {
    let path = &document.source.path;
    let Some(topics) = document.front.entry("topics").filter(|_| path.ends_with("/index.md"))
    else {
        return;
    };
    out.retain(|it| it.rule != "unknown-field");
    out.push(
        Diagnostic::deny(
            "question-outside-topic",
            document.place(topics.key_span),
            "an exam is declared in `_index.md`, and this file is `index.md`",
        )
        .help("rename the file to `_index.md`"),
    );
}

/// A task list with a key in a file that is no question would publish its answers as prose.
fn report_key(document: &Document, exam: Option<&ExamFolder>, out: &mut Vec<Diagnostic>) {
    let tree = &document.body;
    let Some(list) = tree.roots().find(|id| task_list::has_key(tree, *id)) else { return };
    let level = if exam.is_some() { Level::Deny } else { Level::Note };
    let place = document.first_line(tree.node(list).span);
    // The fields of a question are none of a page, but that is not what is wrong.
    out.retain(|it| it.rule != "unknown-field");
    let found = Diagnostic::new(
        "question-outside-topic",
        level,
        place,
        "a question's choices in a file that is no question",
    );
    let folder = exam.and_then(|it| {
        let (name, _) = document.source.path.strip_prefix(&it.folder)?.split_once('/')?;
        Some((name, nearest(name, it.topics.iter().map(String::as_str))?))
    });
    out.push(match folder {
        Some((name, topic)) => found
            .help(format!("`{name}` is no topic of the exam; did you mean the folder `{topic}`?")),
        None => found.help(
            "move the file into the folder of a topic, or write `topic:` in its front matter",
        ),
    });
}

fn uses(
    document: &Document,
    front: &Table,
    entry: &Entry,
    raw_html: RawHtml,
    out: &mut Vec<Diagnostic>,
) -> Vec<Use> {
    let mut uses = texts::scan(document, raw_html, out);
    if let Entry::Author(_) = entry
        && let Some((picture, span)) = front.text("picture")
    {
        match link::resolve(&document.source.path, picture) {
            Ok(link::Destination::File { path, .. }) => {
                uses.push(Use { path, span, embedded: true });
            }
            Ok(_) => out.push(
                Diagnostic::deny(
                    "remote-image",
                    document.place(span),
                    "the picture is on another site",
                )
                .help("save it beside the file"),
            ),
            Err(_) => out.push(Diagnostic::deny(
                "path-outside-bank",
                document.place(span),
                "the picture leaves the bank",
            )),
        }
    }
    uses
}
