//! What a host shows where there is no page.

use crate::plan::head::Head;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::view::NotFoundView;
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "not-found", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    pages.add("404.html".to_owned(), Subject::of(0), &ground.config.source.path);
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let lang = maker.page_lang(&maker.config.language);
    let title = maker.words(lang).word("not_found");
    let head = maker.head(Head {
        path: None,
        noindex: true,
        ..Head::new(page.kind(), lang, &page.path, title)
    });
    maker.fill("not-found.html", &NotFoundView { title: title.to_owned() }, head)
}
