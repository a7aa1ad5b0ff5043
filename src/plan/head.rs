//! What a page says of itself: title, description, addresses, structured data.

use crate::bank::model::ExamId;
use crate::plan::linked_data::{self, Node};
use crate::plan::maker::Maker;
use crate::plan::text;
use crate::plan::view::{HeadView, LinkView};

/// What a page kind knows of its head; the rest is made from it.
#[derive(Debug)]
pub(super) struct Head<'a> {
    pub(super) kind: &'static str,
    pub(super) lang: &'a str,
    /// Path of the page; absent where there is no canonical address.
    pub(super) path: Option<&'a str>,
    /// Without the site's name.
    pub(super) title: &'a str,
    pub(super) description: &'a str,
    /// Links between home and this page, both left out.
    pub(super) parents: Vec<LinkView>,
    pub(super) crumb: &'a str,
    pub(super) og_type: &'static str,
    pub(super) noindex: bool,
    /// Exam that the page is about.
    pub(super) exam: Option<ExamId>,
    /// Structured data beside the breadcrumbs.
    pub(super) data: Option<Node>,
}

impl<'a> Head<'a> {
    /// Returns the head of a page with a title and nothing else.
    pub(super) fn new(kind: &'static str, lang: &'a str, path: &'a str, title: &'a str) -> Self {
        Self {
            kind,
            lang,
            path: Some(path),
            title,
            description: "",
            parents: Vec::new(),
            crumb: title,
            og_type: "website",
            noindex: false,
            exam: None,
            data: None,
        }
    }
}

impl Maker<'_> {
    /// Makes a head.
    pub(super) fn head(&self, head: Head<'_>) -> HeadView {
        let words = self.words(head.lang);
        let site = self.config.title.as_str();
        let title = if head.title == site || head.title.is_empty() {
            site.to_owned()
        } else {
            words.sentence("page_title", &[("title", head.title), ("site", site)])
        };
        let is_home = head.path == Some("");
        let mut breadcrumbs = Vec::new();
        if !is_home && head.path.is_some() {
            breadcrumbs.push(self.link("", words.word("home")));
            breadcrumbs.extend(head.parents);
        }
        let steps = head
            .path
            .filter(|_| !is_home)
            .map(|path| self.breadcrumb_list(&breadcrumbs, head.crumb, path));
        let data = steps.into_iter().chain(head.data);
        let json_ld = (!head.noindex).then(|| linked_data::graph(data));
        HeadView {
            kind: head.kind,
            title,
            description: text::description(head.description),
            lang: head.lang.to_owned(),
            dir: self.languages.direction(head.lang),
            canonical: head.path.map(|it| self.absolute(it)),
            og_type: head.og_type,
            og_locale: head.lang.replace('-', "_"),
            json_ld,
            noindex: head.noindex,
            highlight: false,
            breadcrumbs,
            crumb: head.crumb.to_owned(),
            study: self.study_links_of(head.exam, head.lang),
        }
    }

    fn breadcrumb_list(&self, parents: &[LinkView], crumb: &str, path: &str) -> Node {
        let origin = &self.config.origin;
        let step = |position: usize, name: &str, url: &str| {
            Node::new("ListItem").number("position", position).text("name", name).text("item", url)
        };
        let above = parents.iter().zip(1..);
        let above = above.map(|(it, at)| step(at, &it.label, &format!("{origin}{}", it.url)));
        let own = step(parents.len() + 1, crumb, &self.absolute(path));
        Node::new("BreadcrumbList").list("itemListElement", above.chain([own]))
    }
}
