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
use crate::parse::Document;
use model::{Bank, Exam};
use read::{Context, Entry, Item};

/// What a bank is made of.
#[derive(Clone, Copy)]
pub struct Input<'i> {
    /// All documents.
    pub documents: &'i [Arc<Document>],
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
}

/// Makes the bank of all sound documents, and reports what is wrong with the others.
pub fn read(input: Input<'_>) -> (Bank, Vec<Diagnostic>) {
    // Which of two equals comes first must not depend on who handed them in.
    let mut documents = input.documents.to_vec();
    documents.sort_by(|a, b| a.source.path.cmp(&b.source.path));
    let folders = layout::exam_folders(&documents);
    let context = Context { config: input.config, languages: input.languages, folders: &folders };
    let is_exam = |it: &Arc<Document>| matches!(layout::role(it, &folders), layout::Role::Exam(_));
    let mut items: Vec<Item> =
        documents.iter().filter(|it| is_exam(it)).map(|it| read::read(it, &[], context)).collect();
    let mut exams: Vec<Option<&Exam>> = vec![None; folders.len()];
    for item in &items {
        if let Entry::Exam(at, exam) = &item.entry {
            exams[*at] = Some(exam);
        }
    }
    let others: Vec<Item> = documents
        .par_iter()
        .filter(|it| !is_exam(it))
        .map(|it| read::read(it, &exams, context))
        .collect();
    items.extend(others);
    let (bank, mut out) =
        assemble::assemble(items, input.assets, input.unpublishable, input.drafts);
    out.extend(layout::check_folders(&documents, &folders));
    (bank, out)
}
