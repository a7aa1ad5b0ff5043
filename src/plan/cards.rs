//! Pieces that several views hold: rows, cards, groups, pages of a list.

use std::ops::Range;

use crate::bank::model::{AuthorId, Citation, ExamId, LessonId, QuestionId, Status, TagId};
use crate::plan::facts::in_use;
use crate::plan::linked_data::Node;
use crate::plan::maker::Maker;
use crate::plan::view::{AuthorCard, ExamCard, LinkView, QuestionGroup, QuestionRow};
use crate::plan::{text, url};

/// What questions in a list are put together by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    Exam,
    Topic,
}

/// Returns the word key of a question type.
pub(super) fn kind_key(kind: &str) -> String {
    kind.replace('-', "_")
}

impl Maker<'_> {
    /// Returns a question's row in a list of a page in `lang`.
    pub(super) fn row(&self, id: QuestionId, lang: &str) -> QuestionRow {
        let question = &self.bank.questions[id];
        let words = self.words(lang);
        let topic = &self.bank.exams[question.exam].topics[question.topic];
        let (own_lang, dir) = self.foreign(&question.lang, lang).unzip();
        let kind = question.response.type_name();
        QuestionRow {
            id: question.id.clone(),
            url: self.url(&url::question(self.bank, id)),
            title: question.title.clone(),
            difficulty: question.difficulty.map(|it| it.name()),
            difficulty_label: question.difficulty.map(|it| words.word(it.name()).to_owned()),
            kind,
            kind_label: words.word(&kind_key(kind)).to_owned(),
            objective: question.objective.map(|it| topic.objectives[it].title.clone()),
            lang: own_lang,
            dir,
            retired: question.status == Status::Retired,
            draft: question.status == Status::Draft,
        }
    }

    /// Returns rows under the titles of what they belong to, in the order given.
    pub(super) fn groups(
        &self,
        questions: &[QuestionId],
        lang: &str,
        by: Group,
    ) -> Vec<QuestionGroup> {
        let belongs = |id: QuestionId| {
            let question = &self.bank.questions[id];
            (question.exam, if by == Group::Topic { question.topic } else { 0 })
        };
        let heading = |id: QuestionId| match (by, belongs(id)) {
            (Group::Exam, (exam, _)) => self.exam_link(exam),
            (Group::Topic, (exam, topic)) => self.topic_link(exam, topic),
        };
        questions
            .chunk_by(|a, b| belongs(*a) == belongs(*b))
            .map(|them| QuestionGroup {
                link: them.first().map(|it| heading(*it)),
                questions: them.iter().map(|it| self.row(*it, lang)).collect(),
            })
            .collect()
    }

    /// Returns the link to an exam.
    pub(super) fn exam_link(&self, exam: ExamId) -> LinkView {
        self.link(&url::exam(self.bank, exam), &self.bank.exams[exam].prose.title)
    }

    /// Returns the link to a topic.
    pub(super) fn topic_link(&self, exam: ExamId, topic: usize) -> LinkView {
        let title = &self.bank.exams[exam].topics[topic].title;
        self.link(&url::topic(self.bank, exam, topic), title)
    }

    /// Returns the link to a question.
    pub(super) fn question_link(&self, question: QuestionId) -> LinkView {
        let title = &self.bank.questions[question].title;
        self.link(&url::question(self.bank, question), title)
    }

    /// Returns the link to a lesson.
    pub(super) fn lesson_link(&self, lesson: LessonId) -> LinkView {
        self.link(&url::lesson(self.bank, lesson), &self.bank.lessons[lesson].prose.title)
    }

    /// Returns the links to tags.
    pub(super) fn tag_links(&self, tags: &[TagId]) -> Vec<LinkView> {
        tags.iter()
            .map(|it| self.link(&url::tag(self.bank, *it), &self.bank.tags[*it].name))
            .collect()
    }

    /// Returns an author's card.
    pub(super) fn author(&self, author: AuthorId) -> AuthorCard {
        let path = url::author(self.bank, author);
        let author = &self.bank.authors[author];
        AuthorCard {
            name: author.name.clone(),
            url: self.url(&path),
            initials: text::initials(&author.name),
            picture: author.picture.as_deref().and_then(|it| self.asset(it)),
            credentials: author.credentials.clone(),
            role: author.role.clone(),
            organisation: author.organisation.clone(),
        }
    }

    /// Returns an author as structured data.
    pub(super) fn person(&self, card: &AuthorCard) -> Node {
        let url = format!("{}{}", self.config.origin, card.url);
        Node::new("Person").text("name", &card.name).text("url", &url)
    }

    /// Returns an exam's card on a page in `lang`.
    pub(super) fn exam_card(&self, id: ExamId, lang: &str) -> ExamCard {
        let (exam, facts) = (&self.bank.exams[id], &self.plan.facts.exams[id]);
        let words = self.words(lang);
        let reviewed =
            |day: &String| words.sentence("reviewed_in", &[("month", &words.month(day))]);
        let (own_lang, dir) = self.foreign(&exam.prose.lang, lang).unzip();
        ExamCard {
            title: exam.prose.title.clone(),
            code: exam.code.clone(),
            url: self.url(&url::exam(self.bank, id)),
            questions: words.counted("questions", facts.questions),
            topics: words.counted("topics", exam.topics.len()),
            reviewed: facts.last_review.as_ref().map(reviewed),
            study: self.study_links_at(id, &["practice", "review"], lang),
            lang: own_lang,
            dir,
        }
    }

    /// Returns "81 questions in 3 exams" for some exams.
    pub(super) fn counts(&self, exams: &[ExamId], lang: &str) -> (String, String) {
        let words = self.words(lang);
        let questions = exams.iter().map(|it| self.plan.facts.exams[*it].questions).sum();
        (words.counted("questions", questions), words.counted("exams", exams.len()))
    }

    /// Returns how many of some questions are in use, as "12 questions".
    pub(super) fn count(&self, questions: &[QuestionId], lang: &str) -> String {
        let count = questions.iter().filter(|it| in_use(&self.bank.questions[**it])).count();
        self.words(lang).counted("questions", count)
    }

    /// Returns the links to sources.
    pub(super) fn citations(citations: &[Citation]) -> Vec<LinkView> {
        citations
            .iter()
            .map(|it| LinkView { url: it.url.clone(), label: it.title.clone() })
            .collect()
    }

    /// Returns the links to the pages of a list before and after one.
    pub(super) fn turns(
        &self,
        first: &str,
        page: usize,
        count: usize,
        lang: &str,
    ) -> [Option<LinkView>; 2] {
        let words = self.words(lang);
        let link = |page: usize| {
            let label = words.sentence("page", &[("n", &page.to_string())]);
            self.link(&url::numbered(first, page), label)
        };
        [(page > 1).then(|| link(page - 1)), (page < list_pages(count)).then(|| link(page + 1))]
    }

    /// Returns a title with the number of its page, from the second on.
    pub(super) fn numbered_title(&self, title: &str, page: usize, lang: &str) -> String {
        if page <= 1 {
            return title.to_owned();
        }
        let (words, number) = (self.words(lang), page.to_string());
        words.sentence("topic_page_title", &[("topic", title), ("n", &number)])
    }
}

/// Returns how many pages a list of so many entries has; an empty one has one.
pub(super) fn list_pages(count: usize) -> usize {
    count.div_ceil(url::PER_PAGE).max(1)
}

/// Returns which entries of a list stand on a page.
pub(super) fn on_page(page: usize, count: usize) -> Range<usize> {
    let start = ((page.max(1) - 1) * url::PER_PAGE).min(count);
    start..(start + url::PER_PAGE).min(count)
}
