//! The questions and lessons that carry a tag, by exam.

use crate::plan::cards::{Group, on_page};
use crate::plan::head::Head;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::view::ListView;
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "tag", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    for (id, tag) in ground.bank.tags.iter().enumerate() {
        let first = url::tag(ground.bank, id);
        pages.add_list(&first, Subject::of(id), tag.questions.len(), &tag.place.0);
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let (id, number) = (page.subject.item(), page.subject.page());
    let tag = &maker.bank.tags[id];
    let lang = maker.page_lang(&maker.config.language);
    let words = maker.words(lang);
    let heading = words.sentence("tag_title", &[("tag", &tag.name)]);
    let heading = maker.numbered_title(&heading, number, lang);
    let count = maker.count(&tag.questions, lang);
    let first = url::tag(maker.bank, id);
    let [previous_page, next_page] = maker.turns(&first, number, tag.questions.len(), lang);
    let shown = &tag.questions[on_page(number, tag.questions.len())];
    let lessons: &[usize] = if number == 1 { &tag.lessons } else { &[] };
    let view = ListView {
        title: heading.clone(),
        summary: count.clone(),
        exams: Vec::new(),
        groups: maker.groups(shown, lang, Group::Exam),
        lessons: lessons.iter().map(|it| maker.lesson_link(*it)).collect(),
        previous_page,
        next_page,
    };
    let head = maker.head(Head {
        description: &words.sentence("describe_tag", &[("questions", &count), ("tag", &tag.name)]),
        parents: vec![maker.link(url::TAGS, words.word("tags"))],
        crumb: &tag.name,
        ..Head::new(page.kind(), lang, &page.path, &heading)
    });
    maker.fill("list.html", &view, head)
}
