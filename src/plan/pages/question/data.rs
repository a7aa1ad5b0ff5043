//! A question as structured data, with the letters as written.

use crate::bank::model::QuestionId;
use crate::plan::linked_data::Node;
use crate::plan::maker::Maker;
use crate::plan::url;
use crate::plan::view::QuestionView;

/// Returns a question as a `Quiz` of one `Question`.
pub(super) fn quiz(maker: &Maker<'_>, id: QuestionId, view: &QuestionView, stem: &str) -> Node {
    let question = &maker.bank.questions[id];
    let exam = &maker.bank.exams[question.exam];
    let tree = &question.document.body;
    let answer = |(at, choice): (usize, &crate::bank::response::choice::Choice)| {
        let content = choice.content.readable(tree, &question.marks);
        let text = if content.is_empty() { &choice.id } else { &content };
        Node::new("Answer").number("position", at).text("text", text)
    };
    let choices = || question.response.choices().iter().enumerate();
    let mut keys = choices().filter(|(_, it)| it.key).map(answer);
    let asked = Node::new("Question")
        .text("name", &view.heading)
        .text("text", stem)
        .text("eduQuestionType", if view.multiple { "Checkbox" } else { "Multiple choice" })
        .text("learningResourceType", "Practice problem")
        .list("suggestedAnswer", choices().filter(|(_, it)| !it.key).map(answer));
    let asked = match (keys.next(), keys.next()) {
        (Some(only), None) => asked.node("acceptedAnswer", only),
        (first, second) => {
            asked.list("acceptedAnswer", first.into_iter().chain(second).chain(keys))
        }
    };
    let about = [Some(view.topic.label.as_str()), view.objective.as_deref()];
    let about = about.into_iter().flatten().map(|it| Node::new("Thing").text("name", it));
    let course = Node::new("Course")
        .text("name", &exam.prose.title)
        .text("url", &maker.absolute(&url::exam(maker.bank, question.exam)));
    Node::new("Quiz")
        .text("name", &view.heading)
        .text("url", &maker.absolute(&url::question(maker.bank, id)))
        .text("inLanguage", &question.lang)
        .list("about", about)
        .node("isPartOf", course)
        .text_if("educationalLevel", view.difficulty_link.as_ref().map(|it| it.label.as_str()))
        .node_if("author", view.author.as_ref().map(|it| maker.person(it)))
        .node_if("editor", view.reviewer.as_ref().map(|it| maker.person(it)))
        .text_if("dateModified", view.reviewed.as_deref())
        .list("hasPart", [asked])
}
