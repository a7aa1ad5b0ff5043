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
pub mod terms;
pub mod question;
pub mod prose;
pub mod exam;
pub mod texts;
pub mod read;
pub mod documents;
pub mod targets;
pub mod assemble;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::i18n::Languages;
use crate::load::Asset;
use crate::source::Source;
use documents::Documents;
use model::Bank;
use terms::Terms;

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
    pub languages: &'i Arc<Languages>,
    /// Whether drafts are built.
    pub drafts: bool,
    /// Whether the bank is for the linter. Then questions keep their front matter as written, a
    /// fifth of what a bank takes in memory, where a build needs no more than the places of id and
    /// aliases; and a question with a fault that leaves its stem and choices readable stays in the
    /// bank, so that one fault does not hide others.
    pub for_linter: bool,
}

impl Input<'_> {
    fn terms(&self) -> Terms {
        Terms::new(self.config, self.languages, self.for_linter)
    }
}

/// Makes the bank of all sound documents, and reports what is wrong with the others.
pub fn read(input: Input<'_>) -> (Bank, Vec<Diagnostic>) {
    assemble::assemble(Documents::default().read(input.sources, input.terms()), input)
}

/// As `read`, but documents that `memory` holds are not read again; it then holds those of now.
pub fn read_again(input: Input<'_>, memory: &mut Documents) -> (Bank, Vec<Diagnostic>) {
    *memory = memory.read(input.sources, input.terms());
    assemble::assemble(memory.clone(), input)
}
