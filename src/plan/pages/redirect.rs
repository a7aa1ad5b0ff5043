//! An old path that leads to a page's new one, for hosts that cannot redirect.

use std::collections::BTreeMap;

use crate::bank::model::Bank;
use crate::diagnostic::Place;
use crate::parse::Document;
use crate::plan::head::Head;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::view::RedirectView;
use crate::plan::{Content, Page};
use crate::source::Span;

pub(super) const KIND: PageKind = PageKind { name: "redirect", list, make };

/// An old path and the page it leads to.
#[derive(Debug)]
pub(in crate::plan) struct Redirect {
    /// The old path.
    pub(in crate::plan) from: String,
    /// The path of the page.
    pub(in crate::plan) to: String,
    /// Where the alias is written.
    pub(in crate::plan) place: Place,
}

/// Returns the aliases of all pages, in order of the old paths.
pub(in crate::plan) fn collect(bank: &Bank) -> Vec<Redirect> {
    let mut res = Vec::new();
    let mut add = |document: &Document, aliases: &[String], to: String| {
        // The first of two equals counts.
        let written = document.front.texts("aliases").rev();
        let written: BTreeMap<String, Span> =
            written.map(|(text, span)| (url::alias(text), span)).collect();
        for alias in aliases {
            let from = url::alias(alias);
            let span = written.get(&from).copied().unwrap_or_default();
            res.push(Redirect { from, to: to.clone(), place: document.place(span) });
        }
    };
    if let Some(home) = &bank.home {
        add(&home.document, &home.aliases, String::new());
    }
    for (id, exam) in bank.exams.iter().enumerate() {
        add(&exam.prose.document, &exam.prose.aliases, url::exam(bank, id));
        for (at, topic) in exam.topics.iter().enumerate() {
            if let Some(prose) = &topic.introduction {
                add(&prose.document, &prose.aliases, url::topic(bank, id, at));
            }
        }
    }
    for (id, question) in bank.questions.iter().enumerate().filter(|(_, it)| !it.aliases.is_empty())
    {
        add(&question.document, &question.aliases, url::question(bank, id));
    }
    for (id, lesson) in bank.lessons.iter().enumerate() {
        add(&lesson.prose.document, &lesson.prose.aliases, url::lesson(bank, id));
    }
    for (id, author) in bank.authors.iter().enumerate() {
        add(&author.prose.document, &author.prose.aliases, url::author(bank, id));
    }
    for page in &bank.pages {
        add(&page.document, &page.aliases, url::folder(&page.slug));
    }
    res.sort_by(|a, b| (&a.from, &a.place).cmp(&(&b.from, &b.place)));
    res
}

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    for (id, redirect) in ground.redirects.iter().enumerate() {
        pages.add(redirect.from.clone(), Subject::of(id), &redirect.place.path);
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let redirect = &maker.plan.redirects[page.subject.item()];
    let lang = maker.page_lang(&maker.config.language);
    let title = maker.words(lang).word("redirect");
    let canonical = maker.absolute(&redirect.to);
    let mut head = maker.head(Head {
        path: None,
        noindex: true,
        ..Head::new(page.kind(), lang, &page.path, title)
    });
    head.canonical = Some(canonical.clone());
    maker.fill("redirect.html", &RedirectView { target: maker.url(&redirect.to), canonical }, head)
}
