//! The index of authors.

use crate::plan::head::Head;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::view::{IndexEntry, IndexView};
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "authors", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    if !ground.bank.authors.is_empty() {
        pages.add(url::AUTHORS.to_owned(), Subject::of(0), &ground.config.source.path);
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let lang = maker.page_lang(&maker.config.language);
    let words = maker.words(lang);
    let entry = |(id, facts): (usize, &crate::plan::facts::Contributions)| {
        let card = maker.author(id);
        IndexEntry {
            url: card.url.clone(),
            label: card.name.clone(),
            detail: words.counted("questions", facts.questions.len()),
            author: Some(card),
        }
    };
    let entries = maker.plan.facts.authors.iter().enumerate().map(entry).collect();
    let title = words.word("authors");
    let head = maker.head(Head {
        description: &words.sentence("describe_authors", &[("site", &maker.config.title)]),
        ..Head::new(page.kind(), lang, &page.path, title)
    });
    maker.fill("index.html", &IndexView { title: title.to_owned(), entries }, head)
}
