//! All documents → what each says; what was read before is kept where nothing it depends on is new.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::bank::layout::{self, ExamFolder};
use crate::bank::read::{self, Context, Entry, Item};
use crate::bank::terms::{ExamFacts, Terms};
use crate::diagnostic::Diagnostic;
use crate::parse::{self, Document};
use crate::source::Source;

/// What the documents of a bank say, each by itself. A clone is cheap.
#[derive(Debug, Clone, Default)]
pub struct Documents {
    terms: Option<Terms>,
    /// Folders that are exams, in order of path.
    pub folders: Vec<ExamFolder>,
    /// What is known of their exams.
    exams: Vec<Option<ExamFacts>>,
    /// The documents, in order of path.
    pub items: Vec<Arc<Item>>,
}

/// The file of a folder, from which exams are found.
enum Index<'d> {
    Known(&'d Arc<Item>),
    Parsed(Box<(Document, Vec<Diagnostic>)>),
}

impl Index<'_> {
    fn document(&self) -> &Document {
        match self {
            Self::Known(it) => &it.document,
            Self::Parsed(it) => &it.0,
        }
    }
}

impl Documents {
    /// Parses and reads documents, in parallel; one that `self` holds is read again only if its
    /// text, its exam or the terms are others.
    ///
    /// Each is parsed and read in one go, so that what is needed no longer is freed at once.
    #[must_use]
    pub fn read(&self, sources: &[Source], terms: Terms) -> Self {
        // Which of two equals comes first must not depend on who handed them in.
        let mut sources: Vec<&Source> = sources.iter().collect();
        sources.sort_by(|a, b| a.path.cmp(&b.path));
        let known = self.known(&sources, &terms);
        // Which folders are exams, and so what any other file is, stands in these.
        let indexes: BTreeMap<&str, Index<'_>> = (sources.par_iter().zip(&known))
            .filter(|(it, _)| it.path.ends_with("_index.md"))
            .map(|(source, known)| (&*source.path, index(source, *known)))
            .collect();
        let folders = layout::exam_folders(indexes.values().map(Index::document));
        let context = Context { terms: &terms, folders: &folders, exams: &[] };
        let own: BTreeMap<String, Arc<Item>> = (folders.iter())
            .filter_map(|folder| {
                let path = format!("{}_index.md", folder.folder);
                let item = match indexes.get(path.as_str())? {
                    Index::Known(it) if self.folders.contains(folder) => Arc::clone(it),
                    Index::Known(it) => {
                        Arc::new(read::read(parse::parse(&it.document.source), context))
                    }
                    Index::Parsed(parsed) => Arc::new(read::read((**parsed).clone(), context)),
                };
                Some((path, item))
            })
            .collect();
        let facts = |it: &Arc<Item>| match &it.entry {
            Entry::Exam(exam) => Some(ExamFacts::of(exam)),
            _ => None,
        };
        let exams: Vec<Option<ExamFacts>> = own.values().map(facts).collect();
        let same: Vec<bool> =
            folders.iter().zip(&exams).map(|(folder, exam)| self.holds(folder, exam)).collect();
        let context = Context { terms: &terms, folders: &folders, exams: &exams };
        let items = (sources.par_iter().zip(&known))
            .map(|(source, known)| {
                let path = &*source.path;
                if let Some(item) = own.get(path) {
                    return Arc::clone(item);
                }
                let stays = |_: &&Arc<Item>| match layout::exam_of(path, &folders) {
                    Some(at) => same[at],
                    None => layout::exam_of(path, &self.folders).is_none(),
                };
                if let Some(item) = known.filter(stays) {
                    return Arc::clone(item);
                }
                let parsed = match indexes.get(path) {
                    Some(Index::Parsed(parsed)) => (**parsed).clone(),
                    _ => parse::parse(source),
                };
                Arc::new(read::read(parsed, context))
            })
            .collect();
        Self { terms: Some(terms), folders, exams, items }
    }

    /// Returns what is held of each source, if its text is the same.
    fn known(&self, sources: &[&Source], terms: &Terms) -> Vec<Option<&Arc<Item>>> {
        if !self.terms.as_ref().is_some_and(|it| it.are(terms)) {
            return vec![None; sources.len()];
        }
        let mut items = self.items.iter().peekable();
        let known = |source: &&Source| {
            while items.next_if(|it| it.document.source.path < source.path).is_some() {}
            items.peek().copied().filter(|it| is_of(it, source))
        };
        sources.iter().map(known).collect()
    }

    fn holds(&self, folder: &ExamFolder, exam: &Option<ExamFacts>) -> bool {
        let mut all = self.folders.iter().zip(&self.exams);
        all.any(|(own, facts)| own == folder && facts == exam)
    }
}

fn index<'d>(source: &Source, known: Option<&'d Arc<Item>>) -> Index<'d> {
    match known {
        Some(it) => Index::Known(it),
        None => Index::Parsed(Box::new(parse::parse(source))),
    }
}

fn is_of(item: &Item, source: &Source) -> bool {
    let own = &item.document.source;
    own.path == source.path && (Arc::ptr_eq(&own.text, &source.text) || own.text == source.text)
}
