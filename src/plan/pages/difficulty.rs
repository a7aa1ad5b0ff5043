//! The questions of an exam that are equally hard, by topic.

use crate::bank::model::Difficulty;
use crate::plan::cards::{Group, on_page};
use crate::plan::head::Head;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::view::ListView;
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "difficulty", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    for (id, facts) in ground.facts.exams.iter().enumerate() {
        let source = &ground.bank.exams[id].prose.document.source.path;
        for (at, questions) in facts.by_difficulty.iter().enumerate() {
            if !questions.is_empty() {
                let first = url::difficulty(ground.bank, id, Difficulty::ALL[at]);
                pages.add_list(&first, Subject::part_of(id, at), questions.len(), source);
            }
        }
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let (exam_id, at, number) = (page.subject.item(), page.subject.part(), page.subject.page());
    let exam = &maker.bank.exams[exam_id];
    let questions = &maker.plan.facts.exams[exam_id].by_difficulty[at];
    let difficulty = Difficulty::ALL[at];
    let lang = maker.page_lang(&exam.prose.lang);
    let words = maker.words(lang);
    let (title, word) = (&exam.prose.title, words.word(difficulty.name()));
    let heading = words.sentence("difficulty_title", &[("exam", title), ("difficulty", word)]);
    let heading = maker.numbered_title(&heading, number, lang);
    let count = maker.count(questions, lang);
    let first = url::difficulty(maker.bank, exam_id, difficulty);
    let [previous_page, next_page] = maker.turns(&first, number, questions.len(), lang);
    let view = ListView {
        title: heading.clone(),
        summary: count.clone(),
        exams: Vec::new(),
        groups: maker.groups(&questions[on_page(number, questions.len())], lang, Group::Topic),
        lessons: Vec::new(),
        previous_page,
        next_page,
    };
    let described = words.sentence(
        "describe_difficulty",
        &[("exam", title), ("questions", &count), ("difficulty", word)],
    );
    let head = maker.head(Head {
        description: &described,
        parents: vec![maker.exam_link(exam_id)],
        crumb: word,
        exam: Some(exam_id),
        ..Head::new(page.kind(), lang, &page.path, &heading)
    });
    maker.fill("list.html", &view, head)
}
