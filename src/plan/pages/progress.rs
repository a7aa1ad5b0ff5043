//! Progress: what was learnt of an exam, and what a mock exam would bring.

use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList};
use crate::plan::study::{self, Shell};
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "progress", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    study::list(ground, pages, "progress");
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let shell = Shell {
        template: "progress.html",
        title: "progress",
        without_script: "progress_needs_script",
        words: "progress",
    };
    study::make(maker, page, &shell)
}
