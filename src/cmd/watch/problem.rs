//! What is wrong with the bank or its theme, as the preview shows it.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Level};
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

    /// Returns a program problem; `text` may have several lines.
    pub fn of_program(text: &str) -> Self {
        let text: Vec<String> = text.lines().map(|it| report::visible(it)).collect();
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
