//! What pages give to the scripts that learners study with.

use serde::Serialize;

use super::LinkView;

/// Templates `practice.html`, `mock.html`, `review.html`, `progress.html`, `settings.html`: what
/// scripts fill.
#[derive(Debug, Clone, Serialize)]
pub struct StudyView {
    /// Heading.
    pub title: String,
    /// Exam; absent on the settings.
    pub exam: Option<LinkView>,
    /// Id of the exam.
    pub exam_id: Option<String>,
    /// Address of the index of its questions.
    pub bank_url: Option<String>,
    /// Address of their keys.
    pub keys_url: Option<String>,
    /// Words for the scripts, JSON that cannot end its element.
    pub words: String,
    /// All exams with something to study, JSON that cannot end its element: a list of
    /// `{id, title, code, url, bank, keys, practice, mock, review, progress}`.
    pub exams: String,
    /// What needs JavaScript, and what can be done without.
    pub without_script: String,
    /// Where that can be done: the exam's page, or home.
    pub without_script_link: LinkView,
}

/// What the script needs that shows what is to do today.
#[derive(Debug, Clone, Serialize)]
pub struct HomeStudy {
    /// As `StudyView::words`.
    pub words: String,
    /// As `StudyView::exams`.
    pub exams: String,
}
