//! A question as structured data, with the letters as written.

use serde_json::{Value as Json, json};

use crate::bank::model::QuestionId;
use crate::plan::maker::Maker;
use crate::plan::url;
use crate::plan::view::{AuthorCard, QuestionView};

/// Returns a question as a `Quiz` of one `Question`.
pub(super) fn quiz(maker: &Maker<'_>, id: QuestionId, view: &QuestionView, stem: &str) -> Json {
    let question = &maker.bank.questions[id];
    let tree = &question.document.body;
    let answer = |at: usize| {
        let content = question.response.choices()[at].content.plain_text(tree, &question.marks);
        let text = if content.is_empty() { view.choices[at].id.clone() } else { content };
        json!({ "@type": "Answer", "position": at, "text": text })
    };
    let (keys, others): (Vec<usize>, Vec<usize>) =
        (0..view.choices.len()).partition(|at| view.choices[*at].key);
    let mut accepted: Vec<Json> = keys.into_iter().map(answer).collect();
    let mut asked = json!({
        "@type": "Question",
        "name": view.heading,
        "text": stem,
        "eduQuestionType": if view.multiple { "Checkbox" } else { "Multiple choice" },
        "learningResourceType": "Practice problem",
        "suggestedAnswer": others.into_iter().map(answer).collect::<Vec<_>>(),
    });
    asked["acceptedAnswer"] =
        if accepted.len() == 1 { accepted.swap_remove(0) } else { Json::Array(accepted) };
    let exam = &maker.bank.exams[question.exam];
    let about: Vec<Json> = [Some(view.topic.label.as_str()), view.objective.as_deref()]
        .into_iter()
        .flatten()
        .map(|it| json!({ "@type": "Thing", "name": it }))
        .collect();
    let mut quiz = json!({
        "@type": "Quiz",
        "name": view.heading,
        "url": maker.absolute(&url::question(maker.bank, id)),
        "inLanguage": question.lang,
        "about": about,
        "isPartOf": { "@type": "Course", "name": exam.prose.title, "url": maker.absolute(&url::exam(maker.bank, question.exam)) },
        "hasPart": [asked],
    });
    if let Some(link) = &view.difficulty_link {
        quiz["educationalLevel"] = json!(link.label);
    }
    if let Some(author) = &view.author {
        quiz["author"] = person(maker, author);
    }
    if let Some(reviewer) = &view.reviewer {
        quiz["editor"] = person(maker, reviewer);
    }
    if let Some(day) = &view.reviewed {
        quiz["dateModified"] = json!(day);
    }
    quiz
}

fn person(maker: &Maker<'_>, card: &AuthorCard) -> Json {
    json!({ "@type": "Person", "name": card.name, "url": format!("{}{}", maker.config.origin, card.url) })
}
