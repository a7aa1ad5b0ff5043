//! `_redirects`: aliases, for hosts that answer them with a status of their own.

use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "redirects", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    if !ground.redirects.is_empty() {
        pages.add("_redirects".to_owned(), Subject::of(0), &ground.config.source.path);
    }
}

fn make(maker: &Maker<'_>, _: &Page) -> Content {
    let pages = maker.plan.pages.iter().filter(|it| it.kind() == "redirect");
    let redirects = pages.map(|it| &maker.plan.redirects[it.subject.item()]);
    Content::Text(
        redirects
            .map(|it| format!("{} {} 301\n", maker.url(&it.from), maker.url(&it.to)))
            .collect(),
    )
}
