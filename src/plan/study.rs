//! What learners do with an exam: pages that scripts fill, and the links that lead there.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::bank::model::{Bank, ExamId};
use crate::i18n::ScriptWord;
use crate::plan::head::Head;
use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageList, Subject};
use crate::plan::view::{HomeStudy, LinkView, StudyView};
use crate::plan::{Content, Page, linked_data, url};

/// What can be done with an exam: the part of the address, and the key of its word.
pub(super) const MODES: [(&str, &str); 4] = [
    ("practice", "practice"),
    ("mock", "mock_exam"),
    ("review", "today"),
    ("progress", "progress"),
];

/// Words of the pages that scripts show as well.
const SHARED_WORDS: [&str; 9] = [
    "easy",
    "medium",
    "hard",
    "single",
    "multiple",
    "true_false",
    "store_memory",
    "store_read_only",
    "store_full",
];

/// Lists the page of a mode for every exam with something to study.
pub(super) fn list(ground: &Ground<'_>, pages: &mut PageList, mode: &str) {
    for (id, exam) in ground.bank.exams.iter().enumerate() {
        if !ground.facts.exams[id].pool.is_empty() {
            let source = &exam.prose.document.source.path;
            pages.add(url::study(ground.bank, id, mode), Subject::of(id), source);
        }
    }
}

/// A page that a script fills.
pub(super) struct Shell<'a> {
    /// Its template.
    pub(super) template: &'static str,
    /// Key of its title.
    pub(super) title: &'a str,
    /// Key of what needs JavaScript.
    pub(super) without_script: &'a str,
    /// Table of its script's words.
    pub(super) words: &'a str,
}

/// Makes the page of a mode of an exam.
pub(super) fn make(maker: &Maker<'_>, page: &Page, shell: &Shell<'_>) -> Content {
    let id = page.subject.item();
    let exam = &maker.bank.exams[id];
    let lang = maker.page_lang(&exam.prose.lang);
    let words = maker.words(lang);
    let (mode, link) = (words.word(shell.title), maker.exam_link(id));
    let title = words.sentence("study_title", &[("mode", mode), ("exam", &link.label)]);
    let view = StudyView {
        title: mode.to_owned(),
        exam: Some(link.clone()),
        exam_id: Some(exam.id.clone()),
        bank_url: Some(maker.url(&url::index(maker.bank, id, 0))),
        keys_url: Some(maker.url(&url::keys(maker.bank, id))),
        words: maker.script_words(lang, shell.words),
        exams: maker.studied_exams(None),
        without_script: words.word(shell.without_script).to_owned(),
        without_script_link: link.clone(),
    };
    let head = maker.head(Head {
        parents: vec![link],
        crumb: mode,
        noindex: true,
        exam: Some(id),
        ..Head::new(page.kind(), lang, &page.path, &title)
    });
    maker.fill(shell.template, &view, head)
}

/// An exam, for scripts of pages that are about all of them.
#[derive(Serialize)]
struct StudiedExam<'a> {
    id: &'a str,
    title: &'a str,
    code: Option<&'a str>,
    url: String,
    bank: String,
    keys: String,
    practice: String,
    mock: String,
    review: String,
    progress: String,
}

impl Maker<'_> {
    /// Returns the exams with something to study, ascending.
    fn studied(&self) -> impl Iterator<Item = ExamId> + '_ {
        let exams = self.plan.facts.exams.iter().enumerate();
        exams.filter(|(_, it)| !it.pool.is_empty()).map(|(id, _)| id)
    }

    /// Returns the links to some of what can be done with an exam; none where there is nothing to
    /// study.
    pub(super) fn study_links_at(&self, exam: ExamId, modes: &[&str], lang: &str) -> Vec<LinkView> {
        if self.plan.facts.exams[exam].pool.is_empty() {
            return Vec::new();
        }
        let words = self.words(lang);
        let wanted = MODES.into_iter().filter(|(mode, _)| modes.contains(mode));
        let link = |(mode, word): (&str, &str)| {
            self.link(&url::study(self.bank, exam, mode), words.word(word))
        };
        wanted.map(link).collect()
    }

    /// Returns the links of a page about an exam or, where it is about none, of the only exam.
    pub(super) fn study_links_of(&self, exam: Option<ExamId>, lang: &str) -> Vec<LinkView> {
        let only = || {
            let mut all = self.studied();
            let first = all.next();
            first.filter(|_| all.next().is_none())
        };
        let all = MODES.map(|(mode, _)| mode);
        exam.or_else(only).map(|it| self.study_links_at(it, &all, lang)).unwrap_or_default()
    }

    /// Returns what the script that says what to do today needs, on the page of an exam or of all
    /// of them; nothing where there is nothing to study.
    pub(super) fn home_study(&self, exam: Option<ExamId>, lang: &str) -> Option<HomeStudy> {
        self.studied().find(|it| exam.is_none_or(|wanted| *it == wanted))?;
        Some(HomeStudy { words: self.script_words(lang, "home"), exams: self.studied_exams(exam) })
    }

    /// Returns the words for the scripts of a page as JSON.
    pub(super) fn script_words(&self, lang: &str, page: &str) -> String {
        let words = self.words(lang);
        let shared = SHARED_WORDS.iter().map(|it| (*it, serde_json::Value::from(words.word(it))));
        let own = words.script_words(page).into_iter().map(|(key, word)| match word {
            ScriptWord::Text(text) => (key, serde_json::Value::from(text.as_str())),
            ScriptWord::Counted(forms) => {
                let forms = forms.iter().map(|(form, text)| (form.clone(), text.clone().into()));
                (key, serde_json::Value::Object(forms.collect()))
            }
        });
        data(&shared.chain(own).collect::<BTreeMap<_, _>>())
    }

    /// Returns the exams with something to study as JSON, or one of them.
    pub(super) fn studied_exams(&self, only: Option<ExamId>) -> String {
        let bank: &Bank = self.bank;
        let exam = |id: ExamId| {
            let exam = &bank.exams[id];
            let mode = |mode: &str| self.url(&url::study(bank, id, mode));
            StudiedExam {
                id: &exam.id,
                title: &exam.prose.title,
                code: exam.code.as_deref(),
                url: self.url(&url::exam(bank, id)),
                bank: self.url(&url::index(bank, id, 0)),
                keys: self.url(&url::keys(bank, id)),
                practice: mode("practice"),
                mock: mode("mock"),
                review: mode("review"),
                progress: mode("progress"),
            }
        };
        data(
            &self
                .studied()
                .filter(|it| only.is_none_or(|wanted| *it == wanted))
                .map(exam)
                .collect::<Vec<_>>(),
        )
    }
}

/// Returns a value as JSON in which nothing means anything to HTML.
fn data(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("plain data can be written");
    linked_data::harmless(&text)
}
