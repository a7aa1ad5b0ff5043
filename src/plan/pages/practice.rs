//! Practice: questions of an exam, one after the other.

use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList};
use crate::plan::study::{self, Shell};
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "practice", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    study::list(ground, pages, "practice");
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let shell = Shell {
        template: "practice.html",
        title: "practice",
        without_script: "practice_needs_script",
        words: "practice",
    };
    study::make(maker, page, &shell)
}
