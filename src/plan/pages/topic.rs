//! A topic of an exam: its questions, two hundred on a page.

use crate::bank::model::{Difficulty, QuestionId};
use crate::i18n::Language;
use crate::plan::cards::{kind_key, on_page};
use crate::plan::facts::in_use;
use crate::plan::head::Head;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::view::{FilterView, LinkView, QuestionRow, TopicView};
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "topic", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    for (exam_id, exam) in ground.bank.exams.iter().enumerate() {
        for (at, topic) in exam.topics.iter().enumerate() {
            let introduction = topic.introduction.as_ref();
            let source = &introduction.unwrap_or(&exam.prose).document.source.path;
            let first = url::topic(ground.bank, exam_id, at);
            let (subject, count) = (Subject::part_of(exam_id, at), topic.questions.len());
            if introduction.is_some() {
                pages.list_of_file(&first, subject, count, source);
            } else {
                pages.add_list(&first, subject, count, source);
            }
        }
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let (exam_id, at, number) = (page.subject.item(), page.subject.part(), page.subject.page());
    let exam = &maker.bank.exams[exam_id];
    let topic = &exam.topics[at];
    let introduction = topic.introduction.as_ref();
    let content_lang = introduction.map_or(&exam.prose.lang, |it| &it.lang);
    let lang = maker.page_lang(&exam.prose.lang);
    let words = maker.words(lang);
    // Retired questions come last and have no number.
    let (mut all, retired): (Vec<QuestionId>, Vec<QuestionId>) =
        topic.questions.clone().partition(|it| in_use(&maker.bank.questions[*it]));
    let count = words.counted("questions", all.len());
    all.extend(retired);
    let shown = on_page(number, all.len());
    let questions: Vec<QuestionRow> =
        all[shown.clone()].iter().map(|it| maker.row(*it, lang)).collect();
    let mut facts = vec![count.clone()];
    facts.extend(
        topic.weight.map(|it| words.sentence("weight", &[("percent", &words.decimal(it))])),
    );
    let first = url::topic(maker.bank, exam_id, at);
    let [previous_page, next_page] = maker.turns(&first, number, topic.questions.len(), lang);
    let lessons = &maker.plan.facts.exams[exam_id].lessons;
    let (foreign_lang, dir) = maker.foreign(content_lang, lang).unzip();
    let view = TopicView {
        title: maker.numbered_title(&topic.title, number, lang),
        exam: maker.exam_link(exam_id),
        body: introduction.filter(|_| number == 1).map(|it| maker.prose(it)).unwrap_or_default(),
        facts,
        objectives: topic.objectives.iter().map(|it| it.title.clone()).collect(),
        difficulties: difficulties(&questions, words),
        kinds: kinds(&questions, words),
        questions,
        first: shown.start + 1,
        practice: practice(maker, exam_id, at, words),
        lessons: lessons
            .iter()
            .filter(|it| maker.bank.lessons[**it].topic == Some(at))
            .map(|it| maker.lesson_link(*it))
            .collect(),
        previous_page,
        next_page,
        previous: at.checked_sub(1).map(|it| maker.topic_link(exam_id, it)),
        next: (at + 1 < exam.topics.len()).then(|| maker.topic_link(exam_id, at + 1)),
        lang: foreign_lang,
        dir,
    };
    let title = &exam.prose.title;
    let code = exam.code.as_ref().unwrap_or(title);
    let described = words.sentence(
        "describe_topic",
        &[("questions", &count), ("topic", &topic.title), ("exam", title)],
    );
    let heading = words.sentence("topic_title", &[("topic", &topic.title), ("code", code)]);
    let head = maker.head(Head {
        description: introduction.and_then(|it| it.description.as_deref()).unwrap_or(&described),
        parents: vec![maker.exam_link(exam_id)],
        crumb: &view.title,
        exam: Some(exam_id),
        ..Head::new(page.kind(), lang, &page.path, &maker.numbered_title(&heading, number, lang))
    });
    maker.fill("topic.html", &view, head)
}

/// Returns the link to practise a topic, if there is anything to practise.
fn practice(maker: &Maker<'_>, exam: usize, topic: usize, words: &Language) -> Option<LinkView> {
    let pool = &maker.plan.facts.exams[exam].pool;
    pool.iter().any(|it| maker.bank.questions[*it].topic == topic).then(|| {
        let url = maker.url(&url::study(maker.bank, exam, "practice"));
        let id = &maker.bank.exams[exam].topics[topic].id;
        let label = words.word("practise_topic").to_owned();
        LinkView { url: format!("{url}?topic={}", url::component(id)), label }
    })
}

/// Returns the difficulties that occur, with counts; nothing if there is no choice.
fn difficulties(rows: &[QuestionRow], words: &Language) -> Vec<FilterView> {
    filters(Difficulty::ALL.map(Difficulty::name), words, |it| {
        rows.iter().filter(|row| row.difficulty == Some(it)).count()
    })
}

/// Returns the types that occur, with counts; nothing if there is no choice.
fn kinds(rows: &[QuestionRow], words: &Language) -> Vec<FilterView> {
    let mut found: Vec<&'static str> = Vec::new();
    for row in rows {
        if !found.contains(&row.kind) {
            found.push(row.kind);
        }
    }
    found.sort_unstable();
    filters(found, words, |it| rows.iter().filter(|row| row.kind == it).count())
}

fn filters(
    values: impl IntoIterator<Item = &'static str>,
    words: &Language,
    count: impl Fn(&str) -> usize,
) -> Vec<FilterView> {
    let res: Vec<FilterView> = values
        .into_iter()
        .map(|it| (it, count(it)))
        .filter(|(_, count)| *count > 0)
        .map(|(value, count)| {
            let (key, count) = (kind_key(value), count.to_string());
            let label =
                words.sentence("filter_count", &[("label", words.word(&key)), ("n", &count)]);
            FilterView { value, label }
        })
        .collect();
    if res.len() > 1 { res } else { Vec::new() }
}
