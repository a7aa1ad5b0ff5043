//! A lesson, with the questions that link to it.

use crate::bank::fragment::Marks;
use crate::bank::heading;
use crate::bank::model::Prose;
use crate::parse::tree::Kind;
use crate::plan::head::Head;
use crate::plan::linked_data::Node;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::view::{LessonView, LinkView};
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "lesson", list, make };

/// A table of contents pays from so many headings on.
const CONTENTS_FROM: usize = 3;

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    for (id, lesson) in ground.bank.lessons.iter().enumerate() {
        let path = url::lesson(ground.bank, id);
        pages.of_file(path, Subject::of(id), &lesson.prose.document.source.path);
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let id = page.subject.item();
    let lesson = &maker.bank.lessons[id];
    let prose = &lesson.prose;
    let lang = maker.page_lang(&prose.lang);
    let words = maker.words(lang);
    let siblings = &maker.plan.facts.exams[lesson.exam].lessons;
    let at = siblings.iter().position(|it| *it == id).unwrap_or_default();
    let author = lesson.author.map(|it| maker.author(it));
    let (foreign_lang, dir) = maker.foreign(&prose.lang, lang).unzip();
    let view = LessonView {
        title: prose.title.clone(),
        exam: maker.exam_link(lesson.exam),
        topic: lesson.topic.map(|it| maker.topic_link(lesson.exam, it)),
        body: maker.prose(prose),
        contents: contents(prose),
        reviewed_month: lesson.reviewed.as_ref().map(|it| words.month(it)),
        reviewed: lesson.reviewed.clone(),
        references: Maker::citations(&lesson.references),
        questions: lesson.questions.iter().map(|it| maker.row(*it, lang)).collect(),
        tags: maker.tag_links(&lesson.tags),
        previous: at.checked_sub(1).map(|it| maker.lesson_link(siblings[it])),
        next: siblings.get(at + 1).map(|it| maker.lesson_link(*it)),
        edit_url: maker.edit_url(&prose.document),
        lang: foreign_lang,
        dir,
        author,
    };
    let exam = &maker.bank.exams[lesson.exam].prose.title;
    let described = words.sentence("describe_lesson", &[("lesson", &prose.title), ("exam", exam)]);
    let mut parents = vec![maker.exam_link(lesson.exam)];
    parents.extend(view.topic.clone());
    let data = Node::new("LearningResource")
        .text("name", &prose.title)
        .text("url", &maker.absolute(&page.path))
        .text("inLanguage", &prose.lang)
        .text("about", exam)
        .node_if("author", view.author.as_ref().map(|it| maker.person(it)))
        .text_if("dateModified", view.reviewed.as_deref());
    let head = maker.head(Head {
        description: prose.description.as_deref().unwrap_or(&described),
        parents,
        og_type: "article",
        exam: Some(lesson.exam),
        data: Some(data),
        ..Head::new(page.kind(), lang, &page.path, &prose.title)
    });
    maker.fill("lesson.html", &view, head)
}

/// Returns links to the headings of level 2, if there are a few.
fn contents(prose: &Prose) -> Vec<LinkView> {
    let tree = &prose.document.body;
    let headings = prose.body.nodes().filter(|it| tree.node(*it).kind == Kind::Heading(2));
    let headings: Vec<_> = headings.collect();
    if headings.len() < CONTENTS_FROM {
        return Vec::new();
    }
    let ids = heading::ids(tree);
    headings
        .into_iter()
        .filter_map(|it| {
            let url = format!("#{}", crate::bank::link::encode(ids.get(&it)?));
            let label = crate::bank::fragment::Fragment::of(it + 1..tree.node(it).end)
                .readable(tree, &Marks::default());
            Some(LinkView { url, label })
        })
        .collect()
}
