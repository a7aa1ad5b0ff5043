//! Everything a question's article shows, in the question's language.

use crate::bank::fragment::{Fragment, letter};
use crate::bank::model::{Exam, Question, QuestionId, Status};
use crate::bank::response::Response;
use crate::bank::response::choice::{Choice, ChoiceKind};
use crate::i18n::{Language, fill};
use crate::parse::tree::{Kind, Tree};
use crate::plan::cards::kind_key;
use crate::plan::facts::in_use;
use crate::plan::maker::{Maker, Part};
use crate::plan::view::{ChoiceView, LinkView, QuestionView};
use crate::plan::{markup, text, url};

/// Levels by which headings move: a hint stands below the question's heading, the explanation
/// below a heading of level 3, a reason below one of level 4.
const HINT_SHIFT: u8 = 1;
const SECTION_SHIFT: u8 = 2;
const REASON_SHIFT: u8 = 3;

/// Makes the view of a question.
#[expect(clippy::too_many_lines, reason = "a line for each field of the view")]
pub(super) fn view(maker: &Maker<'_>, id: QuestionId) -> QuestionView {
    let (bank, config) = (maker.bank, maker.config);
    let question = &bank.questions[id];
    let exam = &bank.exams[question.exam];
    let topic = &exam.topics[question.topic];
    let words = maker.words(&question.lang);
    let anchor = super::anchor(&question.id);
    let ids: Vec<&str> = question.response.choices().iter().map(|it| it.id.as_str()).collect();
    let part = Part {
        marks: &question.marks,
        choices: &ids,
        anchor: &anchor,
        shift: SECTION_SHIFT,
        ..Part::new(&question.document, words)
    };
    let section = |it: &Fragment| maker.html(&part, it);
    let siblings = &topic.questions;
    let is_offered = |it: &QuestionId| in_use(&bank.questions[*it]);
    let ask = ask(question, config.show_count, words);
    let kind = question.response.type_name();
    let heading = heading(maker, id);
    let reviewer = question.reviewer.filter(|it| Some(*it) != question.author);
    let difficulty_link = question
        .difficulty
        .map(|it| maker.link(&url::difficulty(bank, question.exam, it), words.word(it.name())));
    QuestionView {
        id: question.id.clone(),
        former_ids: question.former_ids.join(" "),
        revision: revision(question),
        url: maker.url(&url::question(bank, id)),
        heading_repeats: heading == stem_text(question),
        heading,
        lang: question.lang.clone(),
        dir: maker.languages.direction(&question.lang),
        words: maker.table(&question.lang),
        difficulty: question.difficulty.map(|it| it.name()),
        difficulty_link,
        kind,
        kind_label: words.word(&kind_key(kind)).to_owned(),
        retired: question.status == Status::Retired,
        draft: question.status == Status::Draft,
        exam: maker.exam_link(question.exam),
        topic: maker.topic_link(question.exam, question.topic),
        objective: question.objective.map(|it| topic.objectives[it].title.clone()),
        stem: maker.html(&Part { shift: 0, eager: true, ..part }, &question.stem),
        cue: ask.cue,
        count: ask.count,
        too_few: ask.too_few,
        too_many: ask.too_many,
        multiple: ask.multiple,
        shuffle: question.response.shuffles(),
        scoring: question.scoring.name(),
        choices: choices(maker, question, &part),
        reasoned: question.response.choices().iter().any(is_reasoned),
        key_letters: key_letters(question, words),
        explanation: section(&question.explanation),
        trap: section(&question.trap),
        trap_before: config.trap_before,
        reveal_always: config.reveal_always,
        hints: question
            .hints
            .iter()
            .map(|it| maker.html(&Part { shift: HINT_SHIFT, ..part }, it))
            .collect(),
        references: Maker::citations(&question.references),
        references_text: section(&question.references_text),
        lessons: question.see.iter().map(|it| maker.lesson_link(*it)).collect(),
        related: maker
            .plan
            .related
            .of(maker.bank, id)
            .map(|it| maker.row(it, &question.lang))
            .collect(),
        previous: (siblings.start..id).rev().find(is_offered).map(|it| maker.question_link(it)),
        next: (id + 1..siblings.end).find(is_offered).map(|it| maker.question_link(it)),
        position: position(maker, id, words),
        tags: maker.tag_links(&question.tags),
        author: question.author.map(|it| maker.author(it)),
        reviewer: reviewer.map(|it| maker.author(it)),
        reviewed_month: question.reviewed.as_ref().map(|it| words.month(it)),
        reviewed: question.reviewed.clone(),
        blueprint_checked: blueprint_checked(question, exam, words),
        about_heading: words.sentence("about_heading", &[("code", code(exam))]),
        about: about(maker, question),
        about_links: config
            .about_links
            .iter()
            .map(|it| LinkView {
                url: url::configured(&config.base_path, &it.url),
                label: it.label.clone(),
            })
            .collect(),
        closing: closing(maker, question, words),
        edit_url: maker.edit_url(&question.document),
        report_url: report_url(maker, id),
        anchor,
    }
}

/// Returns the exam's code, or its title.
fn code(exam: &Exam) -> &str {
    exam.code.as_deref().unwrap_or(&exam.prose.title)
}

fn revision(question: &Question) -> String {
    format!("{}.{}", question.revision.content, question.revision.key)
}

/// Returns all that the stem says, as a title made from it would say it.
fn stem_text(question: &Question) -> String {
    question.stem.readable(&question.document.body, &question.marks)
}

fn heading(maker: &Maker<'_>, id: QuestionId) -> String {
    let question = &maker.bank.questions[id];
    let exam = &maker.bank.exams[question.exam];
    let pattern = exam.question_title.as_ref().unwrap_or(&maker.config.question_title);
    let number = (id - exam.questions.start + 1).to_string();
    fill(
        pattern,
        &[
            ("title", &question.title),
            ("code", code(exam)),
            ("exam", &exam.prose.title),
            ("topic", &exam.topics[question.topic].title),
            ("number", &number),
        ],
    )
}

/// How many choices are asked for, and what is said of it.
#[derive(Default)]
struct Ask {
    cue: Option<String>,
    count: Option<usize>,
    too_few: String,
    too_many: String,
    multiple: bool,
}

fn ask(question: &Question, show_count: bool, words: &Language) -> Ask {
    let Response::Choice(response) = &question.response;
    if response.kind != ChoiceKind::Multiple {
        return Ask { count: Some(1), ..Ask::default() };
    }
    let asked = Ask { multiple: true, ..Ask::default() };
    if question.select_all || !show_count {
        return Ask { cue: Some(words.word("select_all").to_owned()), ..asked };
    }
    let keys = response.choices.iter().filter(|it| it.key).count();
    if keys == 1 {
        return Ask { cue: Some(words.word("select_one").to_owned()), count: Some(1), ..asked };
    }
    let lines = |key: &str, most: usize| {
        (1..=most).map(|it| words.counted(key, it)).collect::<Vec<_>>().join("\n")
    };
    Ask {
        cue: Some(words.sentence("select_count", &[("n", &words.number_word(keys))])),
        count: Some(keys),
        too_few: lines("too_few", keys),
        too_many: lines("too_many", response.choices.len() - keys),
        ..asked
    }
}

fn choices(maker: &Maker<'_>, question: &Question, part: &Part<'_>) -> Vec<ChoiceView> {
    let choices = question.response.choices().iter().zip(0_u8..);
    choices.map(|(it, index)| choice(maker, question, it, index, part)).collect()
}

fn choice(
    maker: &Maker<'_>,
    question: &Question,
    choice: &Choice,
    index: u8,
    part: &Part<'_>,
) -> ChoiceView {
    let block = is_block(&choice.content, &question.document.body);
    let reason = |it: &Fragment| maker.html(&Part { shift: REASON_SHIFT, ..*part }, it);
    let content = if choice.content.is_empty() {
        // `answer: true` writes no choices: their words are those of the language.
        markup::escape(part.words.word(&choice.id))
    } else {
        maker.html(&Part { inline: !block, ..*part }, &choice.content)
    };
    ChoiceView {
        id: choice.id.clone(),
        letter: letter(index),
        key: choice.key,
        pinned: choice.pinned,
        block,
        content,
        rationale: reason(&choice.rationale),
        tempting: reason(&choice.tempting),
        right_when: reason(&choice.right_when),
    }
}

fn is_reasoned(choice: &Choice) -> bool {
    [&choice.rationale, &choice.tempting, &choice.right_when].iter().any(|it| !it.is_empty())
}

/// Returns whether a choice is more than a line of text: anything but inlines or one paragraph.
fn is_block(content: &Fragment, tree: &Tree) -> bool {
    let mut roots = content.roots(tree).map(|it| tree.node(it).kind).peekable();
    match roots.next() {
        Some(Kind::Paragraph) => roots.peek().is_some(),
        Some(kind) => !kind.is_inline() || roots.any(|it| !it.is_inline()),
        None => false,
    }
}

fn key_letters(question: &Question, words: &Language) -> String {
    let keys = question.response.choices().iter().zip(0_u8..).filter(|(it, _)| it.key);
    let letters: Vec<String> =
        keys.map(|(it, index)| markup::choice_reference(&it.id, letter(index))).collect();
    words.list(&letters)
}

/// Returns the sentence on where a question stands in its topic; a retired one stands nowhere.
fn position(maker: &Maker<'_>, id: QuestionId, words: &Language) -> Option<String> {
    let (question, facts) = (&maker.bank.questions[id], &maker.plan.facts);
    let topic = &maker.bank.exams[question.exam].topics[question.topic].title;
    let count = facts.exams[question.exam].by_topic[question.topic].to_string();
    in_use(question).then(|| {
        let number = facts.numbers[id].to_string();
        words.sentence("position", &[("n", &number), ("count", &count), ("topic", topic)])
    })
}

/// Returns the sentence on the blueprint where the question was checked against the exam's.
fn blueprint_checked(question: &Question, exam: &Exam, words: &Language) -> Option<String> {
    let version = question.blueprint.as_ref()?;
    (Some(version) == exam.blueprint_version.as_ref())
        .then(|| words.sentence("blueprint_checked", &[("version", version)]))
}

/// Returns the paragraphs about the bank: what is counted, then what the site says of itself.
fn about(maker: &Maker<'_>, question: &Question) -> Vec<String> {
    let claims = &maker.plan.facts.exams[question.exam].claims;
    let claim = claims.get(&maker.words(&question.lang).tag).filter(|it| !it.is_empty());
    // A retired question is none of those that are counted.
    let mut res: Vec<String> = claim.filter(|_| in_use(question)).cloned().into_iter().collect();
    res.extend(maker.config.about_text.iter().flat_map(|it| text::paragraphs(it)));
    res
}

fn closing(maker: &Maker<'_>, question: &Question, words: &Language) -> String {
    let exam = &maker.bank.exams[question.exam];
    let count = maker.plan.facts.exams[question.exam].questions;
    let questions = words.counted("questions", count);
    let topics = words.counted("topics", exam.topics.len());
    words.sentence(
        "closing",
        &[
            ("exam", &exam.prose.title),
            ("site", &maker.config.title),
            ("questions", &questions),
            ("topics", &topics),
        ],
    )
}

/// Returns the address to report a problem; `{report}` stays in it for the browser.
fn report_url(maker: &Maker<'_>, id: QuestionId) -> Option<String> {
    let question = &maker.bank.questions[id];
    let page = maker.absolute(&url::question(maker.bank, id));
    let values = [
        ("id", url::component(&question.id)),
        ("revision", url::component(&revision(question))),
        ("url", url::component(&page)),
    ];
    let values: Vec<(&str, &str)> = values.iter().map(|(name, it)| (*name, it.as_str())).collect();
    if let Some(pattern) = &maker.config.report_url {
        return Some(fill(pattern, &values));
    }
    let mail =
        url::component(maker.config.report_mail.as_ref()?).replace("%40", "@").replace("%2B", "+");
    let subject = url::component(maker.words(&question.lang).word("report_problem"));
    Some(fill(
        &format!(
            "mailto:{mail}?subject={subject}%3A%20{{id}}%20{{revision}}&body={{url}}%0A%0A{{report}}"
        ),
        &values,
    ))
}
