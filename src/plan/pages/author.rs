//! An author, with what they wrote and reviewed.

use crate::plan::cards::{Group, on_page};
use crate::plan::head::Head;
use crate::plan::linked_data::Node;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::view::AuthorView;
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "author", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    for (id, author) in ground.bank.authors.iter().enumerate() {
        let source = &author.prose.document.source.path;
        let count = ground.facts.authors[id].questions.len();
        pages.list_of_file(&url::author(ground.bank, id), Subject::of(id), count, source);
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let (id, number) = (page.subject.item(), page.subject.page());
    let (author, done) = (&maker.bank.authors[id], &maker.plan.facts.authors[id]);
    let lang = maker.page_lang(&author.prose.lang);
    let words = maker.words(lang);
    let counts = [
        ("written", done.written),
        ("reviewed", done.reviewed),
        ("lessons_written", done.lessons.len()),
    ];
    let first = url::author(maker.bank, id);
    let [previous_page, next_page] = maker.turns(&first, number, done.questions.len(), lang);
    let shown = on_page(number, done.questions.len());
    let split = done.written.clamp(shown.start, shown.end);
    let mut groups = maker.groups(&done.questions[shown.start..split], lang, Group::Exam);
    let mut reviewed = maker.groups(&done.questions[split..shown.end], lang, Group::Exam);
    for link in reviewed.iter_mut().filter_map(|it| it.link.as_mut()) {
        link.label = words.sentence("reviewed_group", &[("exam", &link.label)]);
    }
    groups.append(&mut reviewed);
    let lessons: &[usize] = if number == 1 { &done.lessons } else { &[] };
    let (foreign_lang, dir) = maker.foreign(&author.prose.lang, lang).unzip();
    let view = AuthorView {
        card: maker.author(id),
        url: author.url.clone(),
        body: if number == 1 { maker.prose(&author.prose) } else { String::new() },
        facts: counts
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(key, count)| words.counted(key, count))
            .collect(),
        groups,
        lessons: lessons.iter().map(|it| maker.lesson_link(*it)).collect(),
        previous_page,
        next_page,
        lang: foreign_lang,
        dir,
    };
    let described = words.sentence("describe_author", &[("author", &author.name)]);
    let title = maker.numbered_title(&author.name, number, lang);
    let head = maker.head(Head {
        description: author.prose.description.as_deref().unwrap_or(&described),
        parents: vec![maker.link(url::AUTHORS, words.word("authors"))],
        crumb: &author.name,
        og_type: "profile",
        data: Some(Node::new("ProfilePage").node("mainEntity", maker.person(&view.card))),
        ..Head::new(page.kind(), lang, &page.path, &title)
    });
    maker.fill("author.html", &view, head)
}
