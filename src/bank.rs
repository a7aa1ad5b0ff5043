//! Documents → bank: exams, topics, questions, lessons and authors, with names resolved.
//!
//! Knows the words of studying, and no URL of the site. Documents are read apart and in parallel;
//! then names are looked up and order is made.

pub mod link;
pub mod destinations;
pub mod slug;
pub mod heading;
pub mod fragment;
pub mod layout;
pub mod schema;
pub mod inline;
pub mod choice_reference;
pub mod cue;
pub mod identity;
pub mod task_list;
pub mod lost_marker;
pub mod rationale;
pub mod body;
pub mod sequence;
pub mod title;
pub mod response;
pub mod model;
pub mod names;
pub mod question;
pub mod prose;
pub mod exam;
pub mod texts;
pub mod read;
pub mod targets;
pub mod assemble;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::i18n::Languages;
use crate::load::Asset;
use crate::parse::{self, Document};
use crate::source::Source;
use model::{Bank, Exam};
use read::{Context, Entry, Item};

/// What a bank is made of.
#[derive(Clone, Copy)]
pub struct Input<'i> {
    /// All documents.
    pub sources: &'i [Source],
    /// Files that may be published as they are.
    pub assets: &'i BTreeMap<Arc<str>, Asset>,
    /// Files of types that are not published.
    pub unpublishable: &'i BTreeSet<Arc<str>>,
    /// Settings.
    pub config: &'i Config,
    /// Words.
    pub languages: &'i Languages,
    /// Whether drafts are built.
    pub drafts: bool,
    /// Whether the bank is for the linter. Then questions keep their front matter as written, a
    /// fifth of what a bank takes in memory, where a build needs no more than the places of id and
    /// aliases; and a question with a fault that leaves its stem and choices readable stays in the
    /// bank, so that one fault does not hide others.
    pub for_linter: bool,
}

/// Makes the bank of all sound documents, and reports what is wrong with the others.
///
/// Each document is parsed and read in one go, so that what is needed no longer is freed at once.
pub fn read(input: Input<'_>) -> (Bank, Vec<Diagnostic>) {
    // Which of two equals comes first must not depend on who handed them in.
    let mut sources: Vec<&Source> = input.sources.iter().collect();
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    // Which folders are exams, and so what any other file is, stands in these.
    let indexes: BTreeMap<&str, (Document, Vec<Diagnostic>)> = sources
        .par_iter()
        .filter(|it| it.path.ends_with("_index.md"))
        .map(|it| (&*it.path, parse::parse(it)))
        .collect();
    let folders = layout::exam_folders(indexes.values().map(|(document, _)| document));
    let context = Context {
        config: input.config,
        languages: input.languages,
        folders: &folders,
        for_linter: input.for_linter,
    };
    let is_exam = |it: &Document| matches!(layout::role(it, &folders), layout::Role::Exam(_));
    let (exams, indexes): (BTreeMap<_, _>, BTreeMap<_, _>) =
        indexes.into_iter().partition(|(_, (document, _))| is_exam(document));
    let exam_paths: BTreeSet<&str> = exams.keys().copied().collect();
    let mut items: Vec<Item> =
        exams.into_values().map(|parsed| read::read(parsed, &[], context)).collect();
    let mut exams: Vec<Option<&Exam>> = vec![None; folders.len()];
    for item in &items {
        if let Entry::Exam(at, exam) = &item.entry {
            exams[*at] = Some(exam);
        }
    }
    let others: Vec<Item> = sources
        .par_iter()
        .filter(|it| !exam_paths.contains(&*it.path))
        .map(|it| {
            let parsed = indexes.get(&*it.path).cloned().unwrap_or_else(|| parse::parse(it));
            read::read(parsed, &exams, context)
        })
        .collect();
    items.extend(others);
    let pages = items.iter().filter(|it| matches!(it.entry, Entry::Page(_)));
    let notes = layout::check_folders(pages.map(|it| &*it.document), &folders);
    let (bank, mut out) = assemble::assemble(items, input);
    out.extend(notes);
    (bank, out)
}
