//! The kinds of page. Each is one file with a `KIND`; this is the list of them.

mod author;
mod authors;
mod bank_index;
mod difficulty;
mod exam;
mod headers;
mod home;
mod keys;
mod lesson;
mod mock;
mod not_found;
mod page;
mod practice;
mod progress;
pub(super) mod question;
pub(super) mod redirect;
mod redirects;
mod review;
mod settings;
mod tag;
mod tags;
mod topic;
mod vendor;
mod vendors;

use std::sync::Arc;

use crate::bank::model::Bank;
use crate::config::Config;
use crate::plan::cards::list_pages;
use crate::plan::facts::Facts;
use crate::plan::maker::Maker;
use crate::plan::{Content, Page, url};
use redirect::Redirect;

/// All kinds. Where two pages have one URL, the kind listed first was there first.
pub(super) const ALL: &[&PageKind] = &[
    &home::KIND,
    &exam::KIND,
    &topic::KIND,
    &question::KIND,
    &lesson::KIND,
    &difficulty::KIND,
    &practice::KIND,
    &mock::KIND,
    &review::KIND,
    &progress::KIND,
    &bank_index::KIND,
    &keys::KIND,
    &tags::KIND,
    &tag::KIND,
    &vendors::KIND,
    &vendor::KIND,
    &authors::KIND,
    &author::KIND,
    &page::KIND,
    &settings::KIND,
    &not_found::KIND,
    &headers::KIND,
    &redirects::KIND,
    &redirect::KIND,
];

/// A kind of page: which there are, and what each shows.
#[derive(Debug)]
pub(super) struct PageKind {
    /// Its name, which templates get as `head.kind`.
    pub(super) name: &'static str,
    /// Lists the pages of this kind.
    pub(super) list: fn(&Ground<'_>, &mut PageList),
    /// Makes what one of them shows.
    pub(super) make: fn(&Maker<'_>, &Page) -> Content,
}

/// What the list of pages is made from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) bank: &'a Bank,
    pub(super) config: &'a Config,
    pub(super) facts: &'a Facts,
    pub(super) redirects: &'a [Redirect],
}

/// What a page shows: positions whose meaning its kind knows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Subject {
    item: u32,
    part: u32,
    page: u32,
}

impl Subject {
    /// Returns the subject of a position, usually one in a vector of the bank.
    pub(super) fn of(item: usize) -> Self {
        Self { item: item as u32, part: 0, page: 1 }
    }

    /// Returns the subject of a part of an item.
    pub(super) fn part_of(item: usize, part: usize) -> Self {
        Self { part: part as u32, ..Self::of(item) }
    }

    pub(super) fn item(self) -> usize {
        self.item as usize
    }

    pub(super) fn part(self) -> usize {
        self.part as usize
    }

    /// Returns the number of the page in a list of several, from 1.
    pub(super) fn page(self) -> usize {
        self.page as usize
    }
}

/// Pages as they are listed.
#[derive(Debug, Default)]
pub(super) struct PageList {
    kind: Option<&'static PageKind>,
    pages: Vec<Page>,
}

impl PageList {
    /// Sets the kind of the pages that follow.
    pub(super) fn begin(&mut self, kind: &'static PageKind) {
        self.kind = Some(kind);
    }

    /// Adds the page that shows a file.
    pub(super) fn of_file(&mut self, path: String, subject: Subject, source: &Arc<str>) {
        self.add(path, subject, source);
        self.shows_source(self.pages.len() - 1);
    }

    fn shows_source(&mut self, at: usize) {
        if let Some(page) = self.pages.get_mut(at) {
            page.shows_source = true;
        }
    }

    /// Adds a page that a file gave rise to.
    pub(super) fn add(&mut self, path: String, subject: Subject, source: &Arc<str>) {
        if let Some(kind) = self.kind {
            let (path, source) = (path.into_boxed_str(), Arc::clone(source));
            self.pages.push(Page { kind, path, subject, source, shows_source: false });
        }
    }

    /// Adds the pages of a list of `count` entries.
    pub(super) fn add_list(
        &mut self,
        first: &str,
        subject: Subject,
        count: usize,
        source: &Arc<str>,
    ) {
        for page in 1..=list_pages(count) {
            let subject = Subject { page: page as u32, ..subject };
            self.add(url::numbered(first, page), subject, source);
        }
    }

    /// Adds the pages of a list of `count` entries whose first shows a file.
    pub(super) fn list_of_file(
        &mut self,
        first: &str,
        subject: Subject,
        count: usize,
        source: &Arc<str>,
    ) {
        let at = self.pages.len();
        self.add_list(first, subject, count, source);
        self.shows_source(at);
    }

    /// Returns the pages.
    pub(super) fn done(self) -> Vec<Page> {
        self.pages
    }
}
