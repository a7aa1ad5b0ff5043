//! What the reading of a document depends on besides its text.

use std::sync::Arc;

use crate::bank::model::Exam;
use crate::config::{Config, RawHtml};
use crate::i18n::Languages;

/// Settings that reading depends on.
#[derive(Debug, Clone)]
pub struct Terms {
    /// The site's language.
    pub language: String,
    /// Which raw HTML is shown.
    pub raw_html: RawHtml,
    /// Words.
    pub languages: Arc<Languages>,
    /// Whether the bank is for the linter: questions keep their front matter.
    pub for_linter: bool,
}

impl Terms {
    /// Returns the terms of a bank.
    pub fn new(config: &Config, languages: &Arc<Languages>, for_linter: bool) -> Self {
        let (language, languages) = (config.language.clone(), Arc::clone(languages));
        Self { language, raw_html: config.raw_html, languages, for_linter }
    }

    /// Returns whether a document read on either terms says the same.
    pub fn are(&self, other: &Self) -> bool {
        self.language == other.language
            && self.raw_html == other.raw_html
            && Arc::ptr_eq(&self.languages, &other.languages)
            && self.for_linter == other.for_linter
    }
}

/// What reading a file of an exam needs to know of the exam.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExamFacts {
    /// Its id.
    pub id: String,
    /// Its path in URLs.
    pub slug: String,
    /// Its language.
    pub lang: String,
}

impl ExamFacts {
    /// Returns the facts of an exam.
    pub fn of(exam: &Exam) -> Self {
        let (id, slug) = (exam.id.clone(), exam.slug.clone());
        Self { id, slug, lang: exam.prose.lang.clone() }
    }
}
