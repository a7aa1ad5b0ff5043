//! Bank → pages: URLs, titles and views. Knows URLs, and no HTML.
//!
//! A `Plan` knows what pages there are and where each stands. What a page shows is made when it
//! is asked for, from the bank alone, so that pages can be made on many threads and in any order.

mod cards;
mod collide;
mod facts;
mod head;
mod link;
mod linked_data;
mod lost;
mod maker;
mod markup;
mod pages;
mod related;
mod reserved;
mod site;
mod study;
mod text;
#[cfg(test)]
mod tests;
pub mod url;
pub mod view;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::bank::fragment::{Fragment, Marks};
use crate::bank::link::CONTENT;
use crate::bank::model::{Bank, QuestionId};
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::i18n::Languages;
use crate::parse::Document;
use facts::Facts;
pub use lost::lost;
use maker::Maker;
use pages::redirect::Redirect;
use pages::{PageKind, Subject};
use related::Related;
pub use site::CSP;
use view::{HeadView, SiteView};

/// A part of a document that a view shows as HTML.
///
/// `render` turns it into HTML; the plan only says what is to be shown and where links lead.
pub struct Field<'a> {
    /// The document it is from.
    pub document: &'a Document,
    /// The part.
    pub fragment: &'a Fragment,
    /// What is hidden or bound in the document.
    pub marks: &'a Marks,
    /// Ids of the question's choices in written order, for references; empty elsewhere.
    pub choices: &'a [&'a str],
    /// Prefix of heading ids, so that several articles fit into one page; empty for none.
    pub anchor: &'a str,
    /// Added to each heading's level, so that a section nests below the page's own headings.
    pub heading_shift: u8,
    /// Whether paragraphs are dropped, for text that stands in a line (a choice).
    pub inline: bool,
    /// Whether the first image is loaded at once; later ones are lazy.
    pub first_image_eager: bool,
    /// Word for a table's region label.
    pub table_label: &'a str,
    /// Word for a code block's region label.
    pub code_label: &'a str,
    /// Resolves a destination as written.
    pub links: &'a (dyn Fn(&str) -> Href + 'a),
}

/// Where a destination leads on the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Href {
    /// An address.
    Url {
        /// The address, with the base path for pages and assets of the site.
        url: String,
        /// Width and height of an image in CSS pixels, where known.
        size: Option<(u32, u32)>,
    },
    /// Nothing can be linked (the target was left out): the text stays, the link goes.
    Nothing,
}

/// Turns parts of documents into HTML.
pub trait Markup: Sync {
    /// Returns the HTML of a field: sanitised, with classes only, no `style=`.
    fn html(&self, field: &Field<'_>) -> String;
}

/// A page: where it stands and what it shows.
#[derive(Debug)]
pub struct Page {
    kind: &'static PageKind,
    path: Box<str>,
    subject: Subject,
    source: Arc<str>,
    /// Whether links to the source lead here.
    shows_source: bool,
}

impl Page {
    /// Returns the name of its kind: `question`, `topic`, `headers`, ….
    pub fn kind(&self) -> &'static str {
        self.kind.name
    }

    /// Returns its path below the base path, not encoded: `mle/scaling/multi-gpu/`, `404.html`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns whether it is a page, not a file for hosts such as `_headers`.
    pub fn is_html(&self) -> bool {
        self.output_name().to_ascii_lowercase().ends_with(".html")
    }

    /// Returns the name of its file below the output folder: `mle/scaling/multi-gpu/index.html`.
    pub fn output_name(&self) -> String {
        url::output_name(&self.path)
    }

    /// Returns the position in the bank of the question that it shows.
    pub fn question(&self) -> Option<QuestionId> {
        (self.kind.name == "question").then(|| self.subject.item())
    }

    /// Returns the path of the file that it shows, or that gave rise to it.
    pub fn source(&self) -> &Arc<str> {
        &self.source
    }
}

/// What a page holds, ready for a template or as it is.
#[derive(Debug)]
pub enum Content {
    /// A template and what it is filled with.
    Template(Box<Filling>),
    /// The text of the file.
    Text(String),
}

/// A template and what it is filled with.
#[derive(Debug)]
pub struct Filling {
    /// Name of the template.
    pub template: &'static str,
    /// The page's own view.
    pub view: tera::Value,
    /// What the page says of itself.
    pub head: HeadView,
    /// Tag of the theme's language whose words the page needs, and the `SiteView` of them.
    pub language: String,
}

/// An asset to be published.
#[derive(Debug, PartialEq, Eq)]
pub struct Asset<'p> {
    /// Path of the file from the bank's root.
    pub source: &'p str,
    /// Name below the output folder.
    pub output_name: &'p str,
}

/// All pages of a site.
#[derive(Debug)]
pub struct Plan {
    pages: Vec<Page>,
    /// Indexes of the pages in order of their paths, once one is looked for.
    paths: OnceLock<Vec<u32>>,
    /// Which page shows a source.
    sources: BTreeMap<Arc<str>, u32>,
    redirects: Vec<Redirect>,
    related: Related,
    facts: Facts,
    /// Words of the pages, by language tag of the theme.
    words: BTreeMap<String, tera::Value>,
}

impl Plan {
    /// Plans the pages of a bank.
    ///
    /// What is found beside them (two pages with one URL, an alias that is taken, a reserved name)
    /// makes the site unpublishable.
    pub fn new(bank: &Bank, config: &Config, languages: &Languages) -> (Self, Vec<Diagnostic>) {
        let facts = Facts::new(bank, languages);
        let redirects = pages::redirect::collect(bank);
        let mut list = pages::PageList::default();
        for kind in pages::ALL {
            list.begin(kind);
            (kind.list)(
                &pages::Ground { bank, config, facts: &facts, redirects: &redirects },
                &mut list,
            );
        }
        let mut pages = list.done();
        let (mut found, left_out) = collide::check(bank, &pages, &redirects);
        found.extend(collide::dead_links(bank, config, &pages));
        // Two pages in one place would depend on the order of writing: the later ones go.
        let mut left_out = left_out.into_iter();
        pages.retain(|_| left_out.next() != Some(true));
        let sources = (0_u32..).zip(&pages).filter(|(_, it)| it.shows_source);
        let sources = sources.map(|(at, it)| (Arc::clone(&it.source), at)).collect();
        let words = languages
            .all()
            .iter()
            .map(|it| (it.tag.clone(), tera::Value::from(it.ui.clone())))
            .collect();
        let related = Related::new(bank.exams.len());
        let paths = OnceLock::new();
        (Self { pages, paths, sources, redirects, related, facts, words }, found)
    }

    /// Finds the related questions of all questions at once, in parallel; those of an exam are
    /// otherwise found when the first of its pages is made.
    pub fn find_related(&self, bank: &Bank) {
        self.related.find_all(bank);
    }

    /// Returns the index of the page whose file has a name below the output folder.
    pub fn page_named(&self, output_name: &str) -> Option<usize> {
        let paths = self.paths.get_or_init(|| {
            let mut res: Vec<u32> = (0_u32..).take(self.pages.len()).collect();
            res.sort_by(|a, b| self.path(*a).cmp(self.path(*b)));
            res
        });
        let find = |path: &str| {
            let at = paths.binary_search_by(|it| self.path(*it).cmp(path)).ok()?;
            Some(paths[at] as usize)
        };
        let folder = output_name.strip_suffix("index.html");
        let folder = folder.filter(|it| it.is_empty() || it.ends_with('/'));
        folder.and_then(find).or_else(|| find(output_name))
    }

    fn path(&self, index: u32) -> &str {
        &self.pages[index as usize].path
    }

    /// Returns all pages; where one stands in this list is its index.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// Returns the index of the page that shows a source.
    pub fn page_of(&self, source: &str) -> Option<usize> {
        self.sources.get(source).map(|it| *it as usize)
    }

    /// Returns the assets to be published, by path.
    pub fn assets<'b>(&self, bank: &'b Bank) -> impl Iterator<Item = Asset<'b>> {
        let assets = bank.assets.keys().filter(|it| !reserved::is_kept(url::asset(it)));
        assets.map(|it| Asset { source: it, output_name: url::asset(it) })
    }

    /// Returns the asset whose file has a name below the output folder.
    pub fn asset_named<'b>(&self, output_name: &str, bank: &'b Bank) -> Option<Asset<'b>> {
        let source = format!("{CONTENT}{output_name}");
        let (source, _) = bank.assets.get_key_value(source.as_str())?;
        let output_name = url::asset(source);
        (!reserved::is_kept(output_name)).then_some(Asset { source, output_name })
    }

    /// Makes what a page shows.
    pub fn page(
        &self,
        index: usize,
        bank: &Bank,
        config: &Config,
        languages: &Languages,
        markup: &dyn Markup,
    ) -> Content {
        let page = &self.pages[index];
        let maker = Maker { plan: self, bank, config, languages, markup };
        (page.kind.make)(&maker, page)
    }

    /// Returns the words of the pages in a language of the theme, shared with every view.
    pub fn words(&self, lang: &str) -> tera::Value {
        self.words
            .get(lang)
            .cloned()
            .unwrap_or_else(|| tera::Value::from(BTreeMap::<String, String>::new()))
    }

    /// Makes what every page of one language knows about the site.
    ///
    /// `assets_path` is the folder of static files below the base path, as `assets/HASH/`.
    pub fn site(
        &self,
        bank: &Bank,
        config: &Config,
        languages: &Languages,
        lang: &str,
        assets_path: &str,
    ) -> SiteView {
        site::view(self, bank, config, languages.of(lang), assets_path)
    }
}
