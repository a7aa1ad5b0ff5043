//! Today: what is due, and what is new.

use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList};
use crate::plan::study::{self, Shell};
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "review", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    study::list(ground, pages, "review");
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let shell = Shell {
        template: "review.html",
        title: "today",
        without_script: "today_needs_script",
        words: "today",
    };
    study::make(maker, page, &shell)
}
