//! The home page: exams by vendor.

use crate::plan::head::Head;
use crate::plan::linked_data::Node;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::view::{HomeView, VendorGroup};
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "home", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    match &ground.bank.home {
        Some(home) => pages.of_file(String::new(), Subject::of(0), &home.document.source.path),
        None => pages.add(String::new(), Subject::of(0), &ground.config.source.path),
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let (bank, config) = (maker.bank, maker.config);
    let home = bank.home.as_ref();
    let lang = maker.page_lang(home.map_or(&config.language, |it| &it.lang));
    let all: Vec<usize> = (0..bank.exams.len()).collect();
    let (questions, exams) = maker.counts(&all, lang);
    let summary =
        maker.words(lang).sentence("summary", &[("questions", &questions), ("exams", &exams)]);
    let cards = |exams: &[usize]| exams.iter().map(|it| maker.exam_card(*it, lang)).collect();
    let mut vendors: Vec<VendorGroup> = maker
        .plan
        .facts
        .vendors
        .iter()
        .map(|it| VendorGroup {
            link: Some(maker.link(&url::vendor(&it.slug), &it.name)),
            exams: cards(&it.exams),
        })
        .collect();
    let named: Vec<usize> =
        maker.plan.facts.vendors.iter().flat_map(|it| it.exams.clone()).collect();
    let others: Vec<usize> = all.into_iter().filter(|it| !named.contains(it)).collect();
    if !others.is_empty() {
        vendors.push(VendorGroup { link: None, exams: cards(&others) });
    }
    let view = HomeView {
        title: home.map_or(&config.title, |it| &it.title).clone(),
        body: home.map(|it| maker.prose(it)).unwrap_or_default(),
        summary: summary.clone(),
        empty: vendors.is_empty(),
        study: maker.home_study(None, lang),
        vendors,
    };
    let described = home.and_then(|it| it.description.as_deref());
    let head = maker.head(Head {
        description: described
            .or_else(|| Some(config.description.as_str()).filter(|it| !it.is_empty()))
            .unwrap_or(&summary),
        data: Some(
            Node::new("WebSite")
                .text("name", &config.title)
                .text("url", &maker.absolute(""))
                .text("inLanguage", lang),
        ),
        ..Head::new(page.kind(), lang, &page.path, &config.title)
    });
    maker.fill("home.html", &view, head)
}
