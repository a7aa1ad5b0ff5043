//! Any other Markdown page.

use crate::plan::head::Head;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::view::ProseView;
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "page", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    for (id, prose) in ground.bank.pages.iter().enumerate() {
        pages.of_file(url::folder(&prose.slug), Subject::of(id), &prose.document.source.path);
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let prose = &maker.bank.pages[page.subject.item()];
    let lang = maker.page_lang(&prose.lang);
    let (foreign_lang, dir) = maker.foreign(&prose.lang, lang).unzip();
    let view = ProseView {
        title: prose.title.clone(),
        body: maker.prose(prose),
        edit_url: maker.edit_url(&prose.document),
        lang: foreign_lang,
        dir,
    };
    // What nobody described is described by its beginning.
    let begin = prose.body.readable(&prose.document.body, &crate::bank::fragment::Marks::default());
    let head = maker.head(Head {
        description: prose.description.as_deref().unwrap_or(&begin),
        og_type: "article",
        ..Head::new(page.kind(), lang, &page.path, &prose.title)
    });
    maker.fill("page.html", &view, head)
}
