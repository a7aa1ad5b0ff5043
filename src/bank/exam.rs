//! An exam's `_index.md` → the exam: its facts and its blueprint.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::bank::layout::ExamFolder;
use crate::bank::link::CONTENT;
use crate::bank::model::{Exam, Objective, Topic};
use crate::bank::prose;
use crate::bank::question::text;
use crate::bank::slug::slug;
use crate::config::check_patterns;
use crate::diagnostic::Diagnostic;
use crate::fields::is_id;
use crate::parse::Document;
use crate::source::Span;
use crate::value::{Data, Table, Value};

/// Names that a topic may not have, since the site has pages of its own there.
pub const RESERVED_IN_EXAM: [&str; 7] =
    ["difficulty", "lessons", "mock", "practice", "progress", "review", "scenarios"];

/// Returns whether the site has a page or a file of its own at this name below an exam's page.
pub fn is_reserved(name: &str) -> bool {
    let is_data = |it: &str| it == "keys" || it.starts_with("bank");
    RESERVED_IN_EXAM.contains(&name) || name.strip_suffix(".json").is_some_and(is_data)
}

/// Reads an exam whose front matter has been checked.
pub fn read(
    document: &Arc<Document>,
    front: &Table,
    folder: &ExamFolder,
    site_lang: &str,
    out: &mut Vec<Diagnostic>,
) -> Exam {
    check_patterns(front, &document.source, out);
    let path = folder.folder.strip_prefix(CONTENT).unwrap_or(&folder.folder).trim_end_matches('/');
    let slug_path = path.split('/').map(slug).collect::<Vec<_>>().join("/");
    let name = path.rsplit('/').next().unwrap_or(path);
    let lang = front.text("lang").map_or(site_lang, |(text, _)| text);
    let mut prose = prose::read(document, front, lang, out);
    prose.slug.clone_from(&slug_path);
    let blueprint = front.table("blueprint");
    let mock = front.table("mock");
    let number = |key: &str| mock.and_then(|it| it.number(key)).map(|it| it as u32);
    Exam {
        id: front.text("id").map_or_else(|| default_id(name), |(text, _)| text.to_owned()),
        slug: slug_path,
        code: text(front, "code"),
        vendor: text(front, "vendor"),
        url: text(front, "url"),
        blueprint_version: blueprint.and_then(|it| text(it, "version")),
        blueprint_url: blueprint.and_then(|it| text(it, "url")),
        pass_mark: front.number("pass_mark"),
        mock_questions: number("questions"),
        mock_minutes: number("minutes"),
        question_title: text(front, "question_title"),
        topics: topics(document, front, out),
        questions: 0..0,
        prose,
    }
}

fn default_id(folder: &str) -> String {
    let lower = folder.to_lowercase();
    if is_id(&lower) { lower } else { slug(folder) }
}

fn topics(document: &Document, front: &Table, out: &mut Vec<Diagnostic>) -> Vec<Topic> {
    let mut topics: Vec<(Topic, Span)> = Vec::new();
    let mut objectives: BTreeMap<String, Span> = BTreeMap::new();
    for value in front.list("topics") {
        let Data::Table(table) = &value.data else { continue };
        let Some((id, span)) = table.text("id") else {
            out.push(Diagnostic::deny(
                "invalid-value",
                document.place(value.span),
                "a topic needs an `id`",
            ));
            continue;
        };
        if let Some((_, first)) = topics.iter().find(|(it, _)| it.id == id) {
            out.push(twice(document, "topic", id, span, *first));
            continue;
        }
        if is_reserved(id) {
            out.push(
                Diagnostic::deny(
                    "reserved-name",
                    document.place(span),
                    format!("a topic cannot be called `{id}`"),
                )
                .help("the site has pages of its own at that address"),
            );
        }
        let topic = Topic {
            id: id.to_owned(),
            title: table.text("title").map_or(id, |(text, _)| text).to_owned(),
            weight: table.number("weight"),
            objectives: table
                .list("objectives")
                .iter()
                .filter_map(|it| objective(document, it, &mut objectives, out))
                .collect(),
            introduction: None,
            questions: 0..0,
        };
        topics.push((topic, span));
    }
    let topics: Vec<Topic> = topics.into_iter().map(|(topic, _)| topic).collect();
    check_weights(document, front, &topics, out);
    topics
}

fn objective(
    document: &Document,
    value: &Value,
    seen: &mut BTreeMap<String, Span>,
    out: &mut Vec<Diagnostic>,
) -> Option<Objective> {
    let Data::Table(table) = &value.data else { return None };
    let Some((id, span)) = table.text("id") else {
        out.push(Diagnostic::deny(
            "invalid-value",
            document.place(value.span),
            "an objective needs an `id`",
        ));
        return None;
    };
    if let Some(first) = seen.get(id) {
        out.push(twice(document, "objective", id, span, *first));
        return None;
    }
    seen.insert(id.to_owned(), span);
    Some(Objective {
        id: id.to_owned(),
        title: table.text("title").map_or(id, |(text, _)| text).to_owned(),
    })
}

fn twice(document: &Document, what: &str, id: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::deny(
        "invalid-value",
        document.place(span),
        format!("the {what} `{id}` is declared twice"),
    )
    .note("first declared here", Some(document.place(first)))
}

/// All topics have a weight and they sum to 100 ± 0.5, or none has.
fn check_weights(document: &Document, front: &Table, topics: &[Topic], out: &mut Vec<Diagnostic>) {
    let span = front.entry("topics").map_or(Span::default(), |it| it.key_span);
    let weights: Vec<f64> = topics.iter().filter_map(|it| it.weight).collect();
    if weights.is_empty() {
        return;
    }
    if weights.len() < topics.len() {
        let without: Vec<String> = topics
            .iter()
            .filter(|it| it.weight.is_none())
            .map(|it| format!("`{}`", it.id))
            .collect();
        let message = format!("some topics have a weight, but not {}", without.join(", "));
        out.push(
            Diagnostic::deny("topic-weights", document.place(span), message)
                .help("give each topic a weight, or none"),
        );
        return;
    }
    let sum: f64 = weights.iter().sum();
    if (sum - 100.0).abs() > 0.5 {
        let message = format!(
            "the weights of the topics sum to {}, not to 100",
            (sum * 100.0).round() / 100.0
        );
        out.push(
            Diagnostic::deny("topic-weights", document.place(span), message)
                .help("weights are percent of the exam"),
        );
    }
}
