//! A question as structured data, with the letters as written.

use serde::Serialize;

use crate::bank::model::QuestionId;
use crate::plan::head::json;
use crate::plan::maker::Maker;
use crate::plan::url;
use crate::plan::view::{AuthorCard, QuestionView};

#[derive(Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
struct Quiz<'a> {
    name: &'a str,
    url: String,
    in_language: &'a str,
    about: Vec<Thing<'a>>,
    is_part_of: Course<'a>,
    has_part: [Question<'a>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    educational_level: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<Person<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    editor: Option<Person<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_modified: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(tag = "@type", rename_all = "camelCase")]
struct Question<'a> {
    name: &'a str,
    text: &'a str,
    edu_question_type: &'static str,
    learning_resource_type: &'static str,
    suggested_answer: Vec<Answer>,
    accepted_answer: Accepted,
}

/// One answer stands by itself, several in a list.
#[derive(Serialize)]
#[serde(untagged)]
enum Accepted {
    One(Answer),
    Several(Vec<Answer>),
}

#[derive(Serialize)]
#[serde(tag = "@type")]
struct Answer {
    position: usize,
    text: String,
}

#[derive(Serialize)]
#[serde(tag = "@type")]
struct Thing<'a> {
    name: &'a str,
}

#[derive(Serialize)]
#[serde(tag = "@type")]
struct Course<'a> {
    name: &'a str,
    url: String,
}

#[derive(Serialize)]
#[serde(tag = "@type")]
struct Person<'a> {
    name: &'a str,
    url: String,
}

/// Returns a question as a `Quiz` of one `Question`.
pub(super) fn quiz(maker: &Maker<'_>, id: QuestionId, view: &QuestionView, stem: &str) -> String {
    let question = &maker.bank.questions[id];
    let tree = &question.document.body;
    let answer = |at: usize| {
        let content = question.response.choices()[at].content.plain_text(tree, &question.marks);
        let text = if content.is_empty() { view.choices[at].id.clone() } else { content };
        Answer { position: at, text }
    };
    let (keys, others): (Vec<usize>, Vec<usize>) =
        (0..view.choices.len()).partition(|at| view.choices[*at].key);
    let mut accepted: Vec<Answer> = keys.into_iter().map(answer).collect();
    let asked = Question {
        name: &view.heading,
        text: stem,
        edu_question_type: if view.multiple { "Checkbox" } else { "Multiple choice" },
        learning_resource_type: "Practice problem",
        suggested_answer: others.into_iter().map(answer).collect(),
        accepted_answer: match accepted.len() {
            1 => Accepted::One(accepted.swap_remove(0)),
            _ => Accepted::Several(accepted),
        },
    };
    let exam = &maker.bank.exams[question.exam];
    let about = [Some(view.topic.label.as_str()), view.objective.as_deref()];
    json(&Quiz {
        name: &view.heading,
        url: maker.absolute(&url::question(maker.bank, id)),
        in_language: &question.lang,
        about: about.into_iter().flatten().map(|name| Thing { name }).collect(),
        is_part_of: Course {
            name: &exam.prose.title,
            url: maker.absolute(&url::exam(maker.bank, question.exam)),
        },
        has_part: [asked],
        educational_level: view.difficulty_link.as_ref().map(|it| it.label.as_str()),
        author: view.author.as_ref().map(|it| person(maker, it)),
        editor: view.reviewer.as_ref().map(|it| person(maker, it)),
        date_modified: view.reviewed.as_deref(),
    })
}

fn person<'a>(maker: &Maker<'_>, card: &'a AuthorCard) -> Person<'a> {
    Person { name: &card.name, url: format!("{}{}", maker.config.origin, card.url) }
}
