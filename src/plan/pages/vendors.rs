//! The index of vendors.

use crate::plan::head::Head;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::view::{IndexEntry, IndexView};
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "vendors", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    if !ground.facts.vendors.is_empty() {
        pages.add(url::VENDORS.to_owned(), Subject::of(0), &ground.config.source.path);
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let lang = maker.page_lang(&maker.config.language);
    let words = maker.words(lang);
    let entry = |vendor: &crate::plan::facts::Vendor| {
        let (questions, exams) = maker.counts(&vendor.exams, lang);
        IndexEntry {
            url: maker.url(&url::vendor(&vendor.slug)),
            label: vendor.name.clone(),
            detail: words.sentence("summary", &[("questions", &questions), ("exams", &exams)]),
            author: None,
        }
    };
    let entries = maker.plan.facts.vendors.iter().map(entry).collect();
    let title = words.word("vendors");
    let head = maker.head(Head {
        description: &words.sentence("describe_vendors", &[("site", &maker.config.title)]),
        ..Head::new(page.kind(), lang, &page.path, title)
    });
    maker.fill("index.html", &IndexView { title: title.to_owned(), entries }, head)
}
