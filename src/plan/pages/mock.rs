//! Mock exams: questions drawn by the blueprint, with a clock.

use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList};
use crate::plan::study::{self, Shell};
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "mock", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    study::list(ground, pages, "mock");
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let shell = Shell {
        template: "mock.html",
        title: "mock_exam",
        without_script: "mock_needs_script",
        words: "mock",
    };
    study::make(maker, page, &shell)
}
