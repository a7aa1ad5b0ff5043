//! Findings of the linter → text, for people and for machines: one file for each format.

pub mod concise;
pub mod full;
pub mod github;
pub mod gitlab;
pub mod json;
pub mod junit;
pub mod rdjson;
pub mod sarif;

use std::collections::BTreeMap;

use crate::bank::model::Bank;
use crate::check::fingerprint;
use crate::diagnostic::{Diagnostic, Edit, Level, Place};
use crate::report::Texts;
use crate::source::{Lines, Position, Span};

/// Everything that was found, and what outputs say of it.
pub struct Findings<'f> {
    /// The findings, by path and place.
    pub all: Vec<Finding<'f>>,
    /// Texts from which is quoted.
    pub texts: &'f Texts,
    /// What the outputs say of the run.
    pub run: Run<'f>,
    /// Lines of the files with findings.
    lines: BTreeMap<&'f str, Lines<'f>>,
}

/// What outputs say of a run.
#[derive(Debug, Clone)]
pub struct Run<'r> {
    /// Number of Markdown files that were looked at.
    pub files: usize,
    /// What stands before a path from the bank's root where a service counts from elsewhere: empty,
    /// or a folder with `/` at the end.
    pub prefix: String,
    /// Least level of a finding that makes the command fail.
    pub fail_on: Level,
    /// Today, `YYYY-MM-DD`.
    pub today: &'r str,
}

/// A finding with what is to be looked up for it.
pub struct Finding<'f> {
    /// The finding.
    pub of: &'f Diagnostic,
    /// Id of the question it is about, if its file is one.
    pub question: Option<&'f str>,
    /// Where it stands; absent where the file as a whole is meant.
    pub region: Option<Region>,
    /// A name that stays when lines move; no two findings have one.
    pub fingerprint: String,
}

/// A run of a file's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// The first character.
    pub start: Position,
    /// One past the last character.
    pub end: Position,
}

impl<'f> Findings<'f> {
    /// Looks up what outputs need of findings that are sorted.
    pub fn new(found: &'f [Diagnostic], bank: &'f Bank, texts: &'f Texts, run: Run<'f>) -> Self {
        let questions: BTreeMap<&str, &str> =
            bank.questions.iter().map(|it| (&*it.document.source.path, it.id.as_str())).collect();
        let question = |it: &Diagnostic| questions.get(&*it.place.path).copied();
        let fingerprints = fingerprint::all(found, question, texts);
        let places = found.iter().flat_map(|it| {
            std::iter::once(&it.place).chain(it.notes.iter().filter_map(|it| it.place.as_ref()))
        });
        let mut lines: BTreeMap<&str, Lines<'_>> = BTreeMap::new();
        for it in places {
            if let Some(text) = texts.get(&it.path) {
                lines.entry(&it.path).or_insert_with(|| Lines::new(text));
            }
        }
        let mut res = Self { all: Vec::new(), texts, run, lines };
        let finding = |(of, fingerprint)| Finding {
            of,
            question: question(of),
            region: res.region(&of.place),
            fingerprint,
        };
        res.all = found.iter().zip(fingerprints).map(finding).collect();
        res
    }

    /// Returns how many findings have a level.
    pub fn count(&self, level: Level) -> usize {
        self.all.iter().filter(|it| it.of.level == level).count()
    }

    /// Returns a finding's path as a service counts it.
    pub fn path(&self, it: &Finding<'_>) -> String {
        format!("{}{}", self.run.prefix, it.of.place.path)
    }

    /// Returns the region of a place, a line end at its end left out; `None` where the file as a
    /// whole is meant.
    pub fn region(&self, place: &Place) -> Option<Region> {
        let within = self.texts.get(&place.path)?.get(place.span.range())?;
        let (start, end) = (place.span.start as usize, place.span.end as usize);
        let end = end - (within.len() - within.trim_end_matches(['\n', '\r']).len());
        (place.span.end > 0).then(|| self.span(&place.path, Span::new(start, end)))?
    }

    /// Returns the region of a span of a file.
    pub fn span(&self, path: &str, span: Span) -> Option<Region> {
        let lines = self.lines.get(path)?;
        Some(Region { start: lines.position(span.start), end: lines.position(span.end) })
    }

    /// Returns the region that an edit of a finding's fix replaces.
    pub fn edit(&self, it: &Finding<'_>, edit: &Edit) -> Option<Region> {
        self.span(&it.of.place.path, edit.span)
    }
}
