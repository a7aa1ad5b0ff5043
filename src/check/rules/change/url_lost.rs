//! A page whose address leads nowhere now.

use std::collections::BTreeMap;

use crate::bank::model::Bank;
use crate::check::Report;
use crate::check::change::{Change, Changes, is_public, path};
use crate::diagnostic::{Diagnostic, Place};
use crate::edit;
use crate::parse::Document;
use crate::source::Span;

/// Where the page of an old address is now.
#[derive(Clone, Copy)]
enum Now<'c> {
    /// This file makes it.
    At(&'c Document),
    /// Nowhere, and nothing else says so.
    Gone,
    /// Another finding tells what became of it.
    Told,
}

/// Reports addresses of the old version at which there is neither a page nor an alias.
pub(crate) fn check(changes: &Changes<'_>, report: &mut Report<'_>) {
    let questions = questions(changes);
    for lost in &changes.lost {
        let source = &lost.source;
        let message = format!("`/{}` leads nowhere now", lost.path);
        match questions.get(&**source).copied().unwrap_or_else(|| other(changes, source)) {
            Now::Told => {}
            Now::Gone => {
                let place = Place::new(source, Span::default());
                let help =
                    format!("write `/{}` into `aliases` of the page that it is now", lost.path);
                report.push(report.finding(place, message).help(help));
            }
            Now::At(document) => {
                let field = ["slug", "topic"].iter().find_map(|it| document.front.entry(it));
                let place = document.place(field.map_or_else(Span::default, |it| it.key_span));
                let help = format!("add `/{}` to `aliases`", lost.path);
                let finding = report.finding(place, message).help(help);
                report.push(with_alias(finding, document, &lost.path));
            }
        }
    }
}

/// Returns what became of the questions that changed, by their old paths.
fn questions<'c>(changes: &Changes<'c>) -> BTreeMap<&'c str, Now<'c>> {
    let (old, new) = (changes.old.bank, changes.new.bank);
    let now = |it: &Change| match it {
        Change::Changed(pair) => {
            let question = &new.questions[pair.new];
            let now = if is_public(question) { Now::At(&question.document) } else { Now::Told };
            Some((path(&old.questions[pair.old]), now))
        }
        Change::Removed { old: id, heir } => {
            let now = heir.map_or(Now::Told, |id| Now::At(&new.questions[id].document));
            Some((path(&old.questions[*id]), now))
        }
        Change::Broken(id) => Some((path(&old.questions[*id]), Now::Told)),
        Change::Added(_) | Change::Mended(_) => None,
    };
    changes.questions.iter().filter_map(now).collect()
}

/// Returns where the page of another file is now.
fn other<'c>(changes: &Changes<'c>, source: &str) -> Now<'c> {
    if let Some(document) = document(changes.new.bank, source) {
        return Now::At(document);
    }
    // A file with faults is told with them; pages of exams and topics share theirs with others.
    let shared = source.ends_with("_index.md");
    if shared || !changes.new.files.contains(source) { Now::Gone } else { Now::Told }
}

/// Returns the document of a page that has a file to itself.
fn document<'b>(bank: &'b Bank, path: &str) -> Option<&'b Document> {
    let lessons = bank.lessons.iter().map(|it| &it.prose);
    let authors = bank.authors.iter().map(|it| &it.prose);
    let mut all = lessons.chain(authors).chain(&bank.pages);
    all.find(|it| &*it.document.source.path == path).map(|it| &*it.document)
}

/// Adds a fix that writes the alias, if the front matter is understood well enough.
fn with_alias(finding: Diagnostic, document: &Document, path: &str) -> Diagnostic {
    match edit::change_list(document, "aliases", &[format!("/{path}")], &[]) {
        Ok(text) => match edit::between(&document.source.text, &text) {
            Some(edit) => finding.safe_fix("write the alias", vec![edit]),
            None => finding,
        },
        Err(_) => finding,
    }
}
