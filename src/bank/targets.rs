//! What links and images may lead to, and what is wrong with those that lead nowhere.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use crate::bank::destinations::{self, Moves};
use crate::bank::texts::Use;
use crate::diagnostic::{Diagnostic, Edit, Level, Place, nearest};
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
    folded: OnceLock<BTreeMap<String, &'t str>>,
    /// The first path of each file name, and whether it is the only one.
    by_name: OnceLock<BTreeMap<&'t str, (&'t str, bool)>>,
}

/// What was meant by a path that leads nowhere, perhaps.
struct Near {
    /// What to say.
    help: String,
    /// The path, where only one can be meant.
    path: Option<String>,
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
        // What may be meant by a path that leads nowhere is made when there is one.
        let (folded, by_name) = (OnceLock::new(), OnceLock::new());
        Self { documents, assets, unpublishable, folded, by_name }
    }

    fn paths(&self) -> impl Iterator<Item = &'t str> {
        self.documents.keys().copied().chain(self.assets.keys().map(|it| &**it))
    }

    fn folded(&self) -> &BTreeMap<String, &'t str> {
        self.folded.get_or_init(|| self.paths().map(|it| (it.to_lowercase(), it)).collect())
    }

    fn by_name(&self) -> &BTreeMap<&'t str, (&'t str, bool)> {
        self.by_name.get_or_init(|| {
            let mut res = BTreeMap::new();
            for path in self.paths() {
                let name = path.rsplit('/').next().unwrap_or(path);
                res.entry(name)
                    .and_modify(|it: &mut (_, bool)| it.1 = false)
                    .or_insert((path, true));
            }
            res
        })
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

    /// Reports assets that no document refers to.
    pub fn unused<'u>(&self, uses: impl Iterator<Item = &'u Use>) -> Vec<Diagnostic> {
        if self.assets.is_empty() {
            return Vec::new();
        }
        // A name in another case means the asset too; that it does not reach it is told there.
        let used: BTreeSet<String> = uses.map(|it| it.path.to_lowercase()).collect();
        let unused = self.assets.keys().filter(|it| !used.contains(&it.to_lowercase()));
        let report = |path: &Arc<str>| {
            let message = format!("nothing refers to `{}`", inner(path));
            let place = Place::new(path, crate::source::Span::default());
            Diagnostic::new("unused-asset", Level::Note, place, message)
                .help("it is not published; refer to it, or remove it")
        };
        unused.map(report).collect()
    }

    fn missing(&self, document: &Document, it: &Use, place: Place) -> Diagnostic {
        if let Some(written) = self.folded().get(&it.path.to_lowercase()) {
            return case_mismatch(document, it, place, written);
        }
        if self.unpublishable.contains(it.path.as_str()) {
            let message = format!("files of the type of `{}` are not published", inner(&it.path));
            return Diagnostic::deny("missing-asset", place, message)
                .help("published are images, audio, video, PDF, CSV and text");
        }
        let message = format!("there is no `{}`", inner(&it.path));
        let is_asset = it.embedded || !self.is_document(&it.path);
        let rule = if is_asset { "missing-asset" } else { "broken-link" };
        let found = Diagnostic::deny(rule, place, message);
        let Some(near) = self.near(&it.path, is_asset) else { return found };
        let edits = near.path.map(|path| rewritten(document, it, path)).unwrap_or_default();
        let found = found.help(near.help);
        match edits.first() {
            Some(first) => found.unsafe_fix(format!("write `{}`", first.text), edits),
            None => found,
        }
    }

    fn is_document(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        path.ends_with(".md") || !name.contains('.')
    }

    /// Finds a file of that name elsewhere, or a like one in the same folder.
    fn near(&self, path: &str, is_asset: bool) -> Option<Near> {
        let (folder, name) = path.rsplit_once('/')?;
        if matches!(name, "_index.md" | "index.md") {
            let (above, own) = folder.rsplit_once('/')?;
            let other = self.like(above, own, false)?;
            return Some(Near {
                help: format!("did you mean `{other}/{name}`?"),
                path: Some(format!("{above}/{other}/{name}")).filter(|it| self.find(it).is_some()),
            });
        }
        if let Some((path, is_only)) = self.by_name().get(name) {
            let path = *path;
            return Some(Near {
                help: format!("there is one at `/{}`", inner(path)),
                path: is_only.then(|| path.to_owned()),
            });
        }
        let other = self.like(folder, name, is_asset)?;
        Some(Near {
            help: format!("did you mean `{other}`?"),
            path: Some(format!("{folder}/{other}")),
        })
    }

    /// Returns the name most like another among the assets of a folder, or among its documents and
    /// the folders in it that have a page.
    fn like(&self, folder: &str, name: &str, is_asset: bool) -> Option<String> {
        let prefix = format!("{folder}/");
        let within = |it: &&str| it.starts_with(&prefix);
        if is_asset {
            let assets = self.assets.range(Arc::<str>::from(prefix.as_str())..);
            let inside = assets.map(|(it, _)| &**it).take_while(within);
            let beside = inside.filter_map(|it| it.strip_prefix(&prefix));
            let names = beside.filter(|it| !it.contains('/')).take(MAX_BESIDE);
            return nearest(name, names).map(str::to_owned);
        }
        let documents = self.documents.range(prefix.as_str()..).map(|(it, _)| *it);
        let beside = documents
            .take_while(within)
            .filter_map(|it| it.strip_prefix(&prefix))
            .filter_map(|it| match it.split_once('/') {
                Some((inner, "index.md" | "_index.md")) => Some(inner),
                Some(_) => None,
                None => Some(it),
            });
        nearest(name, beside.take(MAX_BESIDE)).map(str::to_owned)
    }
}

/// Returns the edits that write another path in place of one that leads nowhere.
fn rewritten(document: &Document, it: &Use, path: String) -> Vec<Edit> {
    let from = &document.source.path;
    let moves = Moves::from([(it.path.clone(), path)]);
    if document.front_span.is_some_and(|front| front.contains(it.span)) {
        let written = document.front.text("picture").map(|(text, _)| text);
        let mended = written.and_then(|it| destinations::mended_path(it, from, from, &moves));
        return mended
            .map(|text| Edit::of_value(&document.source, it.span, &text))
            .into_iter()
            .collect();
    }
    let (own, elsewhere): (Vec<Edit>, Vec<Edit>) = destinations::mend(document, from, &moves)
        .into_iter()
        .partition(|edit| it.span.contains(edit.span));
    // A link that refers to a definition has its destination there.
    if own.is_empty() { elsewhere } else { own }
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
