//! The index of tags.

use crate::plan::head::Head;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::view::{IndexEntry, IndexView};
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "tags", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    if !ground.bank.tags.is_empty() {
        pages.add(url::TAGS.to_owned(), Subject::of(0), &ground.config.source.path);
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let lang = maker.page_lang(&maker.config.language);
    let words = maker.words(lang);
    let entries = maker
        .bank
        .tags
        .iter()
        .enumerate()
        .map(|(id, tag)| IndexEntry {
            url: maker.url(&url::tag(maker.bank, id)),
            label: tag.name.clone(),
            detail: if tag.questions.is_empty() {
                words.counted("lessons", tag.lessons.len())
            } else {
                maker.count(&tag.questions, lang)
            },
            author: None,
        })
        .collect();
    let title = words.word("tags");
    let head = maker.head(Head {
        description: &words.sentence("describe_tags", &[("site", &maker.config.title)]),
        ..Head::new(page.kind(), lang, &page.path, title)
    });
    maker.fill("index.html", &IndexView { title: title.to_owned(), entries }, head)
}
