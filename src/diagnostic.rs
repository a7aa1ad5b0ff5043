//! Content problems as data: what is wrong, where, and what to do about it.

use std::sync::Arc;

use crate::source::{Source, Span};

/// How much a finding matters.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not reported.
    Allow,
    /// Worth knowing.
    Note,
    /// Should be mended.
    Warn,
    /// Must be mended.
    Deny,
}

impl Level {
    /// Returns the level's name as authors write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Note => "note",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }

    /// Returns the level of a name.
    pub fn of(name: &str) -> Option<Self> {
        [Self::Allow, Self::Note, Self::Warn, Self::Deny].into_iter().find(|it| it.name() == name)
    }
}

/// A place in a file of the bank.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Path of the file from the bank's root.
    pub path: Arc<str>,
    /// The bytes in question; empty at 0 where the file as a whole is meant.
    pub span: Span,
}

impl Place {
    /// Returns the place of a span in a file.
    pub fn new(path: &Arc<str>, span: Span) -> Self {
        Self { path: Arc::clone(path), span }
    }
}

/// A further place that explains a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What is to be seen there.
    pub message: String,
    /// Where; absent for a plain remark.
    pub place: Option<Place>,
}

/// One replacement of bytes by a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace; empty to insert.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

impl Edit {
    /// Returns the replacement of a text of front matter or of an attribute by another that needs
    /// no escapes: the quotes that its span holds stay.
    pub fn of_value(source: &Source, span: Span, new: &str) -> Self {
        let written = &source.text[span.range()];
        let quote = ["\"\"\"", "'''", "\"", "'"]
            .into_iter()
            .find(|it| written.len() >= 2 * it.len() && written.starts_with(it))
            .unwrap_or_default();
        Self { span, text: format!("{quote}{new}{quote}") }
    }
}

/// A change to the file of a finding that removes the finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Whether choice ids and revision stay as they are.
    pub safe: bool,
    /// What the fix does, as an order: "indent the quote".
    pub message: String,
    /// The replacements, in ascending order, not overlapping.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// Returns `text` with the edits made.
    ///
    /// Edits that overlap an earlier one or do not fit the text are left out.
    pub fn apply(&self, text: &str) -> String {
        let mut res = String::with_capacity(text.len());
        let mut done = 0;
        for edit in &self.edits {
            let range = edit.span.range();
            let Some(kept) = text.get(done..range.start) else { continue };
            if text.get(range.clone()).is_none() {
                continue;
            }
            res.push_str(kept);
            res.push_str(&edit.text);
            done = range.end;
        }
        res.push_str(&text[done..]);
        res
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Name of the rule that found it.
    pub rule: &'static str,
    /// How much it matters.
    pub level: Level,
    /// What was found: lower case, no final full stop, names in backticks.
    pub message: String,
    /// Where.
    pub place: Place,
    /// Further places and remarks.
    pub notes: Vec<Note>,
    /// What to do.
    pub help: Option<String>,
    /// A change that mends it.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// Returns a finding of `rule` at `level`.
    pub fn new(rule: &'static str, level: Level, place: Place, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { rule, level, message, place, notes: Vec::new(), help: None, fix: None }
    }

    /// Returns a finding that makes a file unpublishable.
    pub fn deny(rule: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self::new(rule, Level::Deny, place, message)
    }

    /// Returns a finding that should be mended.
    pub fn warn(rule: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self::new(rule, Level::Warn, place, message)
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds what to do, if there is anything to say.
    #[must_use]
    pub fn help_if(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// Adds a further place.
    #[must_use]
    pub fn note(mut self, message: impl Into<String>, place: Option<Place>) -> Self {
        self.notes.push(Note { message: message.into(), place });
        self
    }

    /// Adds a fix that keeps choice ids and revision.
    #[must_use]
    pub fn safe_fix(mut self, message: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.fix = Some(Fix { safe: true, message: message.into(), edits });
        self
    }

    /// Adds a fix that may change identity text.
    #[must_use]
    pub fn unsafe_fix(mut self, message: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.fix = Some(Fix { safe: false, message: message.into(), edits });
        self
    }
}

/// Sorts findings by path, then place, then rule.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by(|a, b| (&a.place, a.rule, &a.message).cmp(&(&b.place, b.rule, &b.message)));
}

/// Returns the name among `known` nearest to `name`, if one is near enough to be meant.
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let folded = name.to_lowercase();
    let length = name.chars().count();
    let limit = (length / 3).clamp(1, 4);
    // One edit takes away at most one letter and brings one: most names need no closer look.
    let letters = letters(name);
    let is_like = |it: &&str| (self::letters(it) ^ letters).count_ones() as usize <= 2 * limit;
    known
        .into_iter()
        .filter(|it| it.chars().count().abs_diff(length) <= limit)
        .filter(is_like)
        .map(|it| (strsim::osa_distance(&folded, &it.to_lowercase()), it))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, it)| it)
}

/// Returns which characters occur in a name, folded into 32 classes that upper and lower case share.
fn letters(name: &str) -> u32 {
    let class =
        |c: char| c.to_lowercase().map(|it| 1 << (u32::from(it) & 31)).fold(0, |a, b| a | b);
    name.chars().map(class).fold(0, |a, b| a | b)
}

/// Returns the help for an unknown name: the nearest known one, or the list of a few known ones.
pub fn did_you_mean<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(it) = nearest(name, known.iter().copied()) {
        return Some(format!("did you mean `{it}`?"));
    }
    if known.is_empty() || known.len() > 12 {
        return None;
    }
    let names: Vec<String> = known.iter().map(|it| format!("`{it}`")).collect();
    Some(format!("known here: {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fix_keeps_every_other_byte() {
        let edit = |start, end, text: &str| Edit { span: Span::new(start, end), text: text.into() };
        let fix = Fix {
            safe: true,
            message: String::new(),
            edits: vec![edit(0, 1, "A"), edit(2, 2, "-"), edit(0, 3, "lost")],
        };
        assert_eq!(fix.apply("aäbc"), "Aäbc", "an edit inside a character is left out");
        let fix = Fix {
            safe: true,
            message: String::new(),
            edits: vec![edit(0, 1, "A"), edit(3, 3, "-")],
        };
        assert_eq!(fix.apply("aäbc"), "Aä-bc");
    }

    #[test]
    fn the_nearest_name_is_offered_only_if_near() {
        assert_eq!(nearest("dificulty", ["difficulty", "topic"]), Some("difficulty"));
        assert_eq!(nearest("colour", ["difficulty", "topic"]), None);
        assert_eq!(did_you_mean("x", ["a1", "b2"]).as_deref(), Some("known here: `a1`, `b2`"));
    }
}
