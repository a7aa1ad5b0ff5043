//! An exam: its blueprint, what is there to study, who wrote it.

use crate::bank::model::{Difficulty, Exam};
use crate::draw;
use crate::i18n::Language;
use crate::plan::facts::{ExamFacts, in_use};
use crate::plan::head::Head;
use crate::plan::linked_data::Node;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::url;
use crate::plan::view::{ExamView, LinkView, TopicRow};
use crate::plan::{Content, Page};

pub(super) const KIND: PageKind = PageKind { name: "exam", list, make };

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    for (id, exam) in ground.bank.exams.iter().enumerate() {
        let path = url::exam(ground.bank, id);
        pages.of_file(path, Subject::of(id), &exam.prose.document.source.path);
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let id = page.subject.item();
    let (exam, facts) = (&maker.bank.exams[id], &maker.plan.facts.exams[id]);
    let lang = maker.page_lang(&exam.prose.lang);
    let words = maker.words(lang);
    let questions = words.counted("questions", facts.questions);
    let (content_lang, dir) = maker.foreign(&exam.prose.lang, lang).unzip();
    let view = ExamView {
        title: exam.prose.title.clone(),
        code: exam.code.clone(),
        vendor: vendor(maker, id),
        url: exam.url.clone(),
        body: maker.prose(&exam.prose),
        questions: questions.clone(),
        pass_mark: exam
            .pass_mark
            .map(|it| words.sentence("pass_mark", &[("percent", &words.decimal(it))])),
        mock: mock(exam, facts, words),
        blueprint_version: exam.blueprint_version.clone(),
        blueprint_url: exam.blueprint_url.clone(),
        weighted: exam.topics.iter().any(|it| it.weight.is_some()),
        topics: topics(maker, id, words),
        difficulties: difficulties(maker, id, words),
        lessons: facts.lessons.iter().map(|it| maker.lesson_link(*it)).collect(),
        authors: facts.authors.iter().map(|it| maker.author(*it)).collect(),
        last_review: facts.last_review.as_ref().map(|it| words.month(it)),
        first_question: exam
            .questions
            .clone()
            .find(|it| in_use(&maker.bank.questions[*it]))
            .map(|it| maker.question_link(it).url),
        study: maker.home_study(Some(id), lang),
        lang: content_lang,
        dir,
    };
    let title = &exam.prose.title;
    let described = words.sentence("describe_exam", &[("questions", &questions), ("exam", title)]);
    let provider = maker.config.organisation.as_ref().unwrap_or(&maker.config.title);
    let head = maker.head(Head {
        description: exam.prose.description.as_deref().unwrap_or(&described),
        crumb: title,
        exam: Some(id),
        data: Some(
            Node::new("Course")
                .text("name", title)
                .text_if("courseCode", exam.code.as_deref())
                .text("description", exam.prose.description.as_ref().unwrap_or(&described))
                .text("url", &maker.absolute(&page.path))
                .text("inLanguage", &exam.prose.lang)
                .node("provider", Node::new("Organization").text("name", provider)),
        ),
        ..Head::new(
            page.kind(),
            lang,
            &page.path,
            &words.sentence("exam_title", &[("exam", title)]),
        )
    });
    maker.fill("exam.html", &view, head)
}

fn vendor(maker: &Maker<'_>, exam: usize) -> Option<LinkView> {
    let vendor = maker.plan.facts.vendors.iter().find(|it| it.exams.contains(&exam))?;
    Some(maker.link(&url::vendor(&vendor.slug), &vendor.name))
}

/// Returns "Mock exam: 20 questions in 30 minutes", where the exam says one of both.
fn mock(exam: &Exam, facts: &ExamFacts, words: &Language) -> Option<String> {
    exam.mock_questions.or(exam.mock_minutes).filter(|_| !facts.pool.is_empty())?;
    let length = draw::length(exam, facts.pool.len());
    let questions = words.counted("questions", length.questions as usize);
    let minutes = words.counted("minutes", length.minutes as usize);
    Some(words.sentence("mock", &[("questions", &questions), ("minutes", &minutes)]))
}

fn topics(maker: &Maker<'_>, exam: usize, words: &Language) -> Vec<TopicRow> {
    let topics = maker.bank.exams[exam].topics.iter().enumerate();
    topics
        .map(|(at, topic)| TopicRow {
            title: topic.title.clone(),
            url: maker.topic_link(exam, at).url,
            weight: topic.weight.map(|it| words.sentence("percent", &[("n", &words.decimal(it))])),
            weight_number: topic.weight,
            questions: maker.plan.facts.exams[exam].by_topic[at],
            objectives: topic.objectives.iter().map(|it| it.title.clone()).collect(),
        })
        .collect()
}

fn difficulties(maker: &Maker<'_>, exam: usize, words: &Language) -> Vec<LinkView> {
    let lists = &maker.plan.facts.exams[exam].by_difficulty;
    Difficulty::ALL
        .into_iter()
        .zip(lists)
        .filter(|(_, questions)| !questions.is_empty())
        .map(|(difficulty, questions)| {
            let count = questions.iter().filter(|it| in_use(&maker.bank.questions[**it])).count();
            let word = words.word(difficulty.name());
            let label =
                words.sentence("filter_count", &[("label", word), ("n", &count.to_string())]);
            maker.link(&url::difficulty(maker.bank, exam, difficulty), label)
        })
        .collect()
}
