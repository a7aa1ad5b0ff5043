//! What every page kind makes its view with.

use serde::Serialize;

use crate::bank::fragment::{Fragment, Marks};
use crate::bank::model::{Bank, Prose};
use crate::config::Config;
use crate::i18n::{Language, Languages};
use crate::parse::Document;
use crate::plan::view::{HeadView, LinkView};
use crate::plan::{Content, Field, Filling, Markup, Plan, url};

/// A plan, what it was made from, and the maker of HTML.
#[derive(Clone, Copy)]
pub(super) struct Maker<'a> {
    pub(super) plan: &'a Plan,
    pub(super) bank: &'a Bank,
    pub(super) config: &'a Config,
    pub(super) languages: &'a Languages,
    pub(super) markup: &'a dyn Markup,
}

impl<'a> Maker<'a> {
    /// Returns the address of a path.
    pub(super) fn url(&self, path: &str) -> String {
        url::address(&self.config.base_path, path)
    }

    /// Returns the address of a path with scheme and host.
    pub(super) fn absolute(&self, path: &str) -> String {
        format!("{}{}", self.config.origin, self.url(path))
    }

    /// Returns a link to a path.
    pub(super) fn link(&self, path: &str, label: impl Into<String>) -> LinkView {
        LinkView { url: self.url(path), label: label.into() }
    }

    /// Returns the words of a language.
    pub(super) fn words(&self, lang: &str) -> &'a Language {
        self.languages.of(lang)
    }

    /// Returns the words of a language as templates need them.
    pub(super) fn table(&self, lang: &str) -> tera::Value {
        let tag = &self.languages.of(lang).tag;
        self.plan.words.get(tag).cloned().unwrap_or_else(tera::Value::none)
    }

    /// Returns the language of a page whose content is in `lang`: the site's if the theme has no
    /// words of it, since most of the page is words of the theme.
    pub(super) fn page_lang<'l>(&'l self, lang: &'l str) -> &'l str {
        if self.languages.knows(lang) { lang } else { &self.config.language }
    }

    /// Returns language and direction of content where the page around it has others.
    pub(super) fn foreign(&self, lang: &str, page: &str) -> Option<(String, &'static str)> {
        (lang != page).then(|| (lang.to_owned(), self.languages.direction(lang)))
    }

    /// Returns the HTML of a text that is shown as a whole.
    pub(super) fn prose(&self, prose: &Prose) -> String {
        let words = self.words(&prose.lang);
        self.html(&Part { eager: true, ..Part::new(&prose.document, words) }, &prose.body)
    }

    /// Returns the HTML of a part of a document; nothing for an empty one.
    pub(super) fn html(&self, part: &Part<'_>, fragment: &Fragment) -> String {
        if fragment.is_empty() {
            return String::new();
        }
        let links = |it: &str| self.resolve(&part.document.source.path, part.anchor, it);
        self.markup.html(&Field {
            document: part.document,
            fragment,
            marks: part.marks,
            choices: part.choices,
            anchor: part.anchor,
            heading_shift: part.shift,
            inline: part.inline,
            first_image_eager: part.eager,
            table_label: part.words.word("table"),
            code_label: part.words.word("code"),
            links: &links,
        })
    }

    /// Returns the address to suggest an edit of a document.
    pub(super) fn edit_url(&self, document: &Document) -> Option<String> {
        let path = crate::bank::link::encode(&document.source.path);
        self.config.edit_url.as_ref().map(|it| it.replace("{path}", &path))
    }

    /// Returns a page: its template, its view, its head.
    pub(super) fn fill(
        &self,
        template: &'static str,
        view: &impl Serialize,
        head: HeadView,
    ) -> Content {
        self.fill_value(template, tera::Value::from_serializable(view), head)
    }

    /// Returns a page whose view has been turned into a value already.
    pub(super) fn fill_value(
        &self,
        template: &'static str,
        view: tera::Value,
        head: HeadView,
    ) -> Content {
        let language = self.languages.of(&head.lang).tag.clone();
        Content::Template(Box::new(Filling { template, view, head, language }))
    }
}

/// How a part of a document is shown.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) document: &'a Document,
    pub(super) words: &'a Language,
    pub(super) marks: &'a Marks,
    pub(super) choices: &'a [&'a str],
    pub(super) anchor: &'a str,
    pub(super) shift: u8,
    pub(super) inline: bool,
    pub(super) eager: bool,
}

/// No marks, for documents that are no questions.
static PLAIN: std::sync::LazyLock<Marks> = std::sync::LazyLock::new(Marks::default);

impl<'a> Part<'a> {
    /// Returns how a document that is no question is shown.
    pub(super) fn new(document: &'a Document, words: &'a Language) -> Self {
        let (marks, choices) = (&*PLAIN, &[][..]);
        Self { document, words, marks, choices, anchor: "", shift: 0, inline: false, eager: false }
    }
}
