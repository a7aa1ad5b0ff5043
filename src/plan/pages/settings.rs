//! Settings: what learners choose, and what becomes of their data.

use crate::plan::head::Head;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::view::StudyView;
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "settings", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    if ground.facts.exams.iter().any(|it| !it.pool.is_empty()) {
        pages.add(url::SETTINGS.to_owned(), Subject::of(0), &ground.config.source.path);
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let lang = maker.page_lang(&maker.config.language);
    let words = maker.words(lang);
    let title = words.word("settings");
    let view = StudyView {
        title: title.to_owned(),
        exam: None,
        exam_id: None,
        bank_url: None,
        keys_url: None,
        words: maker.script_words(lang, "settings"),
        exams: maker.studied_exams(None),
        without_script: words.word("settings_needs_script").to_owned(),
        without_script_link: maker.link("", words.word("exams")),
    };
    let head =
        maker.head(Head { noindex: true, ..Head::new(page.kind(), lang, &page.path, title) });
    maker.fill("settings.html", &view, head)
}
