//! Where the destinations in a text lead.

use crate::bank::heading;
use crate::bank::link::{self, Destination};
use crate::plan::{Href, Maker, url};

impl Maker<'_> {
    /// Resolves a destination written in the file `from`, in a page whose ids begin with `anchor`.
    pub(super) fn resolve(&self, from: &str, anchor: &str, destination: &str) -> Href {
        match link::resolve(from, destination) {
            Ok(Destination::External) => Href::Url { url: destination.to_owned(), size: None },
            Ok(Destination::Anchor(part)) => {
                Href::Url { url: part_of_page(anchor, &part), size: None }
            }
            Ok(Destination::File { path, fragment }) => self.file(&path, fragment.as_deref()),
            Err(_) => Href::Nothing,
        }
    }

    fn file(&self, path: &str, fragment: Option<&str>) -> Href {
        if let Some(index) = self.plan.page_of_path(path) {
            let page = &self.plan.pages[index];
            let mut url = self.url(&page.path);
            if let Some(part) = fragment {
                let anchor = if page.kind() == "question" {
                    super::pages::question::anchor(&self.bank.questions[page.subject.item()].id)
                } else {
                    String::new()
                };
                url.push_str(&part_of_page(&anchor, part));
            }
            return Href::Url { url, size: None };
        }
        match self.bank.assets.get(path) {
            Some(asset) => Href::Url { url: self.url(url::asset(path)), size: asset.size },
            None => Href::Nothing,
        }
    }

    /// Returns the address of a published asset.
    pub(super) fn asset(&self, path: &str) -> Option<String> {
        self.bank.assets.contains_key(path).then(|| self.url(url::asset(path)))
    }
}

impl super::Plan {
    /// Returns the page of a file, or of a folder by the file that stands for it.
    fn page_of_path(&self, path: &str) -> Option<usize> {
        let index_of = |name: &str| self.page_of(&format!("{path}/{name}"));
        self.page_of(path).or_else(|| index_of("_index.md")).or_else(|| index_of("index.md"))
    }
}

fn part_of_page(anchor: &str, part: &str) -> String {
    format!("#{}", link::encode(&heading::in_page(anchor, part)))
}
