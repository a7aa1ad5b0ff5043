//! The exams of a vendor.

use crate::plan::head::Head;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::view::ListView;
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "vendor", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    for (id, vendor) in ground.facts.vendors.iter().enumerate() {
        // The first exam that names it gives rise to its page.
        if let Some(exam) = vendor.exams.first() {
            let source = &ground.bank.exams[*exam].prose.document.source.path;
            pages.add(url::vendor(&vendor.slug), Subject::of(id), source);
        }
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let vendor = &maker.plan.facts.vendors[page.subject.item()];
    let lang = maker.page_lang(&maker.config.language);
    let words = maker.words(lang);
    let (questions, exams) = maker.counts(&vendor.exams, lang);
    let counts = [("vendor", vendor.name.as_str()), ("questions", &questions), ("exams", &exams)];
    let heading = words.sentence("vendor_title", &counts);
    let view = ListView {
        title: heading.clone(),
        summary: words.sentence("summary", &counts),
        exams: vendor.exams.iter().map(|it| maker.exam_card(*it, lang)).collect(),
        groups: Vec::new(),
        lessons: Vec::new(),
        previous_page: None,
        next_page: None,
    };
    let head = maker.head(Head {
        description: &words.sentence("describe_vendor", &counts),
        parents: vec![maker.link(url::VENDORS, words.word("vendors"))],
        crumb: &vendor.name,
        ..Head::new(page.kind(), lang, &page.path, &heading)
    });
    maker.fill("list.html", &view, head)
}
