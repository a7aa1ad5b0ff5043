//! What links and images may lead to, and what is wrong with those that lead nowhere.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::bank::texts::Use;
use crate::diagnostic::{Diagnostic, Edit, Place, did_you_mean};
use crate::load::Asset;
use crate::parse::Document;
use crate::svg;

/// Whether a document is there to be linked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It has a page, or will have once its own faults are mended.
    Page,
    /// It is a draft and drafts are not built.
    Draft,
}

/// Files of the bank by path.
pub struct Targets<'t> {
    /// Documents.
    pub documents: BTreeMap<&'t str, State>,
    /// Assets.
    pub assets: &'t BTreeMap<Arc<str>, Asset>,
    /// Files of types that are not published.
    pub unpublishable: &'t BTreeSet<Arc<str>>,
    /// All paths by their lower case, for names that differ in case only.
    folded: BTreeMap<String, &'t str>,
    /// The first path of each file name.
    by_name: BTreeMap<&'t str, &'t str>,
}

/// Files of a folder among which a like name is looked for.
const MAX_BESIDE: usize = 500;

/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found<'t> {
    /// A document, by its path.
    Document(&'t str),
    /// An asset, by its path.
    Asset(&'t str),
}

impl<'t> Targets<'t> {
    /// Returns the targets of a bank.
    pub fn new(
        documents: BTreeMap<&'t str, State>,
        assets: &'t BTreeMap<Arc<str>, Asset>,
        unpublishable: &'t BTreeSet<Arc<str>>,
    ) -> Self {
        let paths = documents.keys().copied().chain(assets.keys().map(|it| &**it));
        let folded = paths.clone().map(|it| (it.to_lowercase(), it)).collect();
        let mut by_name = BTreeMap::new();
        for path in paths {
            by_name.entry(path.rsplit('/').next().unwrap_or(path)).or_insert(path);
        }
        Self { documents, assets, unpublishable, folded, by_name }
    }

    /// Returns what a path leads to; a folder leads to its `_index.md` or `index.md`.
    pub fn find(&self, path: &str) -> Option<Found<'t>> {
        if let Some((path, _)) = self.documents.get_key_value(path) {
            return Some(Found::Document(path));
        }
        if let Some((path, _)) = self.assets.get_key_value(path) {
            return Some(Found::Asset(path));
        }
        ["_index.md", "index.md"].iter().find_map(|name| {
            let (path, _) = self.documents.get_key_value(format!("{path}/{name}").as_str())?;
            Some(Found::Document(path))
        })
    }

    /// Reports a use that leads nowhere, and returns what it leads to otherwise.
    pub fn check(
        &self,
        document: &Document,
        it: &Use,
        out: &mut Vec<Diagnostic>,
    ) -> Option<Found<'t>> {
        let place = document.place(it.span);
        match self.find(&it.path) {
            Some(Found::Document(path)) if it.embedded => {
                let message = format!("`{}` is a page, not an image", inner(path));
                out.push(Diagnostic::deny("missing-asset", place, message));
                None
            }
            Some(Found::Document(path)) if self.documents.get(path) == Some(&State::Draft) => {
                let message = format!("`{}` is a draft and is not published", inner(path));
                out.push(
                    Diagnostic::deny("broken-link", place, message)
                        .help("publish it, remove the link, or build with `--drafts`"),
                );
                None
            }
            Some(found) => Some(found),
            None => {
                out.push(self.missing(document, it, place));
                None
            }
        }
    }

    fn missing(&self, document: &Document, it: &Use, place: Place) -> Diagnostic {
        if let Some(written) = self.folded.get(&it.path.to_lowercase()) {
            return case_mismatch(document, it, place, written);
        }
        if self.unpublishable.contains(it.path.as_str()) {
            let message = format!("files of the type of `{}` are not published", inner(&it.path));
            return Diagnostic::deny("missing-asset", place, message)
                .help("published are images, audio, video, PDF, CSV and text");
        }
        let message = format!("there is no `{}`", inner(&it.path));
        let rule = if it.embedded || !self.is_document(&it.path) {
            "missing-asset"
        } else {
            "broken-link"
        };
        Diagnostic::deny(rule, place, message).help_if(self.proposal(&it.path))
    }

    fn is_document(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        path.ends_with(".md") || !name.contains('.')
    }

    /// Names a file of that name elsewhere, or a like one in the same folder.
    fn proposal(&self, path: &str) -> Option<String> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let elsewhere =
            self.by_name.get(name).filter(|_| !matches!(name, "_index.md" | "index.md"));
        if let Some(path) = elsewhere {
            return Some(format!("there is one at `/{}`", inner(path)));
        }
        let prefix = format!("{folder}/");
        let documents = self.documents.range(prefix.as_str()..).map(|(it, _)| *it);
        let assets = self.assets.range(Arc::<str>::from(prefix.as_str())..).map(|(it, _)| &**it);
        let within = |it: &&str| it.starts_with(&prefix);
        let beside: Vec<&str> = documents
            .take_while(within)
            .chain(assets.take_while(within))
            .filter_map(|it| it.strip_prefix(&prefix).filter(|it| !it.contains('/')))
            .take(MAX_BESIDE)
            .collect();
        did_you_mean(name, beside).filter(|it| it.starts_with("did"))
    }
}

fn inner(path: &str) -> &str {
    path.strip_prefix(super::link::CONTENT).unwrap_or(path)
}

fn case_mismatch(document: &Document, it: &Use, place: Place, written: &str) -> Diagnostic {
    let message = format!("the file is called `{}`", inner(written));
    let found = Diagnostic::deny("path-case-mismatch", place, message)
        .help("write the name as it is on disk: most hosts tell cases apart");
    let text = &document.source.text[it.span.range()];
    let path_end = text.find(['#', '?']).unwrap_or(text.len());
    let count = text[..path_end].split('/').filter(|it| !matches!(*it, "" | "." | "..")).count();
    let names: Vec<&str> = written.rsplit('/').take(count).collect();
    let lead: String = text[..path_end]
        .split_inclusive('/')
        .take_while(|it| matches!(*it, "/" | "./" | "../"))
        .collect();
    let path: Vec<&str> = names.into_iter().rev().collect();
    let mended = format!("{lead}{}", super::link::encode(&path.join("/")));
    // Only where nothing but case is touched.
    if mended.to_lowercase() == text[..path_end].to_lowercase() {
        let span =
            crate::source::Span::new(it.span.start as usize, it.span.start as usize + path_end);
        return found
            .safe_fix("write the name as it is on disk", vec![Edit { span, text: mended }]);
    }
    found
}

/// Reports an SVG that could run or load something; once for each file.
pub fn check_svg(asset: &Asset) -> Option<Diagnostic> {
    if !asset.is_svg() {
        return None;
    }
    let place = Place::new(&asset.path, crate::source::Span::default());
    let fault = match &asset.svg {
        Some(text) => svg::check(text).err()?,
        None => "over 1 MB or not UTF-8, so it cannot be checked".to_owned(),
    };
    Some(
        Diagnostic::deny("unsafe-svg", place, format!("this picture is not published: {fault}"))
            .help(
                "save it without scripts, event handlers, `foreignObject` and outside references",
            ),
    )
}
