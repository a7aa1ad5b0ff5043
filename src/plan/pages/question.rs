//! A question's page.

mod article;
mod data;

use crate::bank::model::QuestionId;
use crate::plan::head::Head;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "question", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    for (id, question) in ground.bank.questions.iter().enumerate() {
        let path = url::question(ground.bank, id);
        pages.of_file(path, Subject::of(id), &question.document.source.path);
    }
}

/// Returns the prefix of ids and control names in a question's article.
///
/// A colon stands for the slash: no id of a question has one, so two ids never share a prefix.
pub(in crate::plan) fn anchor(id: &str) -> String {
    format!("q-{}", id.replace('/', ":"))
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let id: QuestionId = page.subject.item();
    let question = &maker.bank.questions[id];
    let exam = &maker.bank.exams[question.exam];
    let lang = maker.page_lang(&exam.prose.lang);
    let view = article::view(maker, id);
    let stem = question.stem.readable(&question.document.body, &question.marks);
    let head = maker.head(Head {
        description: &stem,
        parents: vec![view.exam.clone(), view.topic.clone()],
        crumb: &question.title,
        og_type: "article",
        noindex: view.draft,
        exam: Some(question.exam),
        data: Some(data::quiz(maker, id, &view, &stem)),
        ..Head::new(page.kind(), lang, &page.path, &view.heading)
    });
    // The table of words is shared by all questions: it joins the others as it is.
    let words = view.words.clone();
    let mut fields = tera::Value::from_serializable(&view).into_map().unwrap_or_default();
    fields.insert("words".into(), words);
    maker.fill_value("question.html", tera::Value::from(fields), head)
}
