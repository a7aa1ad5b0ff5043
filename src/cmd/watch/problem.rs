//! What is wrong with the bank or its theme, as the preview shows it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cmd::bank::{Loaded, Unusable};
use crate::diagnostic::{Diagnostic, Level};
use crate::render::theme::ThemeError;
use crate::report::{self, Look, Texts, WithFix};
use crate::source::Lines;

/// Something that an author should mend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// How much it matters; a program problem (a broken template, an unusable `site.toml`) is `Deny`.
    pub level: Level,
    /// The rule; absent for a program problem.
    pub rule: Option<&'static str>,
    /// Path of the file from the bank's root, where there is one.
    pub path: Option<Arc<str>>,
    /// Line from 1; 0 where the file as a whole is meant.
    pub line: usize,
    /// Column in characters from 1; 0 where the file as a whole is meant.
    pub column: usize,
    /// What is wrong, without control characters.
    pub message: String,
    /// The whole report as a terminal shows it without colours: source, caret, notes, help.
    pub text: String,
}

impl Problem {
    /// Returns a finding as a problem; `texts` are the sources it quotes.
    pub fn of(found: &Diagnostic, texts: &Texts) -> Self {
        const PLAIN: Look = Look { colour: false, width: 90 };
        let span = found.place.span;
        let source = texts.get(&found.place.path).filter(|_| span.end > 0);
        let start = source.map(|it| Lines::new(it).position(span.start));
        Self {
            level: found.level,
            rule: Some(found.rule),
            path: Some(Arc::clone(&found.place.path)),
            line: start.map_or(0, |it| it.line),
            column: start.map_or(0, |it| it.column),
            message: report::visible(&found.message),
            text: report::one(found, texts, PLAIN, WithFix::No),
        }
    }

    /// Returns what keeps a bank from being loaded.
    pub fn of_error(error: &anyhow::Error) -> Vec<Self> {
        match error.downcast_ref::<Unusable>() {
            Some(it) => it.faults.iter().map(|found| Self::of(found, &it.texts)).collect(),
            None => vec![Self::of_program(&format!("{error:#}"))],
        }
    }

    /// Returns what is wrong with a template.
    pub fn of_template(error: &ThemeError) -> Self {
        Self {
            path: error.path.clone(),
            line: error.line,
            column: error.column,
            message: report::visible(&error.message),
            ..Self::of_program(&error.to_string())
        }
    }

    /// Returns a program problem; `text` may have several lines.
    pub fn of_program(text: &str) -> Self {
        let text: Vec<String> = text.lines().map(report::visible).collect();
        Self {
            level: Level::Deny,
            rule: None,
            path: None,
            line: 0,
            column: 0,
            message: text.first().cloned().unwrap_or_default(),
            text: text.join("\n"),
        }
    }
}

/// Returns the texts that findings quote.
pub(super) fn texts(loaded: &Loaded, found: &[Diagnostic]) -> Texts {
    let mut quoted: BTreeSet<&str> = BTreeSet::new();
    for it in found {
        quoted.insert(&it.place.path);
        quoted.extend(it.notes.iter().filter_map(|it| it.place.as_ref()).map(|it| &*it.path));
    }
    let sources = loaded.sources.documents.iter().chain(&loaded.sources.site);
    report::texts(sources.filter(|it| quoted.contains(&*it.path)))
}
