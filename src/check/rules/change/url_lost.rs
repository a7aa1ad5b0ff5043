//! A page whose address leads nowhere now.

use std::sync::Arc;

use crate::bank::model::Bank;
use crate::check::Report;
use crate::check::change::{Change, Changes, is_public, path};
use crate::diagnostic::{Diagnostic, Place};
use crate::edit;
use crate::parse::Document;
use crate::source::Span;

/// Where the page of an old address is now.
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
    for lost in &changes.lost {
        let message = format!("`/{}` leads nowhere now", lost.path);
        match now(changes, &lost.source) {
            Now::Told => {}
            Now::Gone => {
                let place = Place::new(&lost.source, Span::default());
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

fn now<'c>(changes: &Changes<'c>, source: &Arc<str>) -> Now<'c> {
    let (old, new) = (changes.old.bank, changes.new.bank);
    for it in &changes.questions {
        match it {
            Change::Changed(pair) if path(&old.questions[pair.old]) == &**source => {
                let question = &new.questions[pair.new];
                return if is_public(question) { Now::At(&question.document) } else { Now::Told };
            }
            Change::Removed { old: id, heir } if path(&old.questions[*id]) == &**source => {
                return heir.map_or(Now::Told, |id| Now::At(&new.questions[id].document));
            }
            Change::Broken(id) if path(&old.questions[*id]) == &**source => return Now::Told,
            _ => {}
        }
    }
    if let Some(document) = document(new, source) {
        return Now::At(document);
    }
    // A file with faults is told with them; pages of exams and topics share theirs with others.
    let shared = source.ends_with("_index.md");
    if shared || !changes.new.files.contains(&**source) { Now::Gone } else { Now::Told }
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
