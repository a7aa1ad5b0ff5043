//! What a page says of itself: title, description, addresses, structured data.

use serde::Serialize;

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
    /// Objects of structured data beside the breadcrumbs, as JSON.
    pub(super) data: Vec<String>,
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
            data: Vec::new(),
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
        let mut data = head.data;
        if let Some(path) = head.path.filter(|_| !is_home) {
            data.insert(0, self.breadcrumb_list(&breadcrumbs, head.crumb, path));
        }
        HeadView {
            kind: head.kind,
            title,
            description: text::description(head.description),
            lang: head.lang.to_owned(),
            dir: self.languages.direction(head.lang),
            canonical: head.path.map(|it| self.absolute(it)),
            og_type: head.og_type,
            og_locale: head.lang.replace('-', "_"),
            json_ld: (!data.is_empty() && !head.noindex).then(|| json_ld(&data)),
            noindex: head.noindex,
            breadcrumbs,
            crumb: head.crumb.to_owned(),
        }
    }

    fn breadcrumb_list(&self, parents: &[LinkView], crumb: &str, path: &str) -> String {
        let origin = &self.config.origin;
        let parents = parents.iter().map(|it| (it.label.as_str(), format!("{origin}{}", it.url)));
        let steps = parents.chain([(crumb, self.absolute(path))]);
        let elements = steps
            .zip(1..)
            .map(|((name, item), position)| ListItem { position, name, item })
            .collect();
        json(&BreadcrumbList { elements })
    }
}

// Every page has breadcrumbs: they are written from types, which is cheaper than a tree of values.

#[derive(Serialize)]
#[serde(tag = "@type")]
struct BreadcrumbList<'a> {
    #[serde(rename = "itemListElement")]
    elements: Vec<ListItem<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "@type")]
struct ListItem<'a> {
    position: usize,
    name: &'a str,
    item: String,
}

/// Returns an object of structured data as JSON.
pub(super) fn json(it: &impl Serialize) -> String {
    serde_json::to_string(it).expect("structs of texts and numbers are JSON")
}

/// Returns objects of structured data as a text that cannot end the script element it stands in.
pub(super) fn json_ld(data: &[String]) -> String {
    let text = format!("{{\"@context\":\"https://schema.org\",\"@graph\":[{}]}}", data.join(","));
    let mut res = String::with_capacity(text.len() + 16);
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['<', '>', '&', '\u{2028}', '\u{2029}']) {
        let (before, after) = rest.split_at(at);
        res.push_str(before);
        let mut after = after.chars();
        if let Some(c) = after.next() {
            res.push_str(&format!("\\u{:04x}", c as u32));
        }
        rest = after.as_str();
    }
    res.push_str(rest);
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structured_data_cannot_end_its_element() {
        let hostile = "</script><!--&\u{2028}\u{2029}\"\\";
        let text = json_ld(&[serde_json::json!({ "name": hostile }).to_string()]);
        for it in ['<', '>', '&', '\u{2028}', '\u{2029}'] {
            assert!(!text.contains(it), "{text}");
        }
        let back: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(back["@graph"][0]["name"], hostile);
    }
}
