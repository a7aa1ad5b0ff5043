//! Bank → findings: the rules, and which findings keep a site from being published.
//!
//! Many rules are found while a bank is read or planned, since their findings decide what is
//! published. They are listed here all the same: each rule has one name, one level, one manual.

pub mod rules;

use crate::bank::model::Bank;
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Level, Place};
use crate::i18n::Languages;

/// A rule of the linter, as data.
#[derive(Debug)]
pub struct Rule {
    /// Its name: kebab-case, names the fault, reads after "allow".
    pub name: &'static str,
    /// The group it belongs to, which is also the folder of its files.
    pub group: &'static str,
    /// How much its findings matter, unless `site.toml` says otherwise.
    pub level: Level,
    /// Which commands it holds back.
    pub stage: Stage,
    /// What kind of fix its findings may carry.
    pub fix: Fixes,
    /// What it flags and why, with examples that are its tests.
    pub manual: &'static str,
    /// Who finds it.
    pub run: Run,
}

impl Rule {
    /// Returns what the rule flags: the first paragraph of its manual, on one line.
    pub fn summary(&self) -> String {
        let body = self.manual.lines().skip_while(|it| it.starts_with('#') || it.is_empty());
        body.take_while(|it| !it.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// When a rule counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// In `build` too: its findings at level deny make a document unpublishable, and cannot be
    /// lowered or suppressed.
    Publish,
    /// In `lint` and `watch`.
    Lint,
}

/// What kind of fix a rule offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fixes {
    /// None.
    None,
    /// One that keeps choice ids and the revision.
    Safe,
    /// One that a person should look at.
    Unsafe,
}

/// Who finds what a rule flags.
#[derive(Debug, Clone, Copy)]
pub enum Run {
    /// `load`, `parse` or `bank`, while it reads.
    Reading,
    /// `plan`, which knows the URLs.
    Plan,
    /// A function over the finished bank.
    Bank(fn(Context<'_>, &mut Report<'_>)),
}

/// What a rule over the finished bank sees.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// All sound documents.
    pub bank: &'c Bank,
    /// Settings.
    pub config: &'c Config,
    /// Words.
    pub languages: &'c Languages,
}

/// Takes the findings of one rule, so that none can bear another's name or level.
pub struct Report<'r> {
    rule: &'static Rule,
    out: &'r mut Vec<Diagnostic>,
}

impl Report<'_> {
    /// Returns a finding of the rule, to be completed and pushed.
    pub fn finding(&self, place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.rule.name, self.rule.level, place, message)
    }

    /// Takes a finding.
    pub fn push(&mut self, finding: Diagnostic) {
        debug_assert_eq!(finding.rule, self.rule.name);
        self.out.push(finding);
    }
}

/// Returns the rule of a name.
pub fn rule(name: &str) -> Option<&'static Rule> {
    rules::ALL.iter().find(|it| it.name == name)
}

/// Runs all rules that look at the finished bank.
pub fn run(context: Context<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for rule in rules::ALL {
        if let Run::Bank(check) = rule.run {
            check(context, &mut Report { rule, out: &mut out });
        }
    }
    out
}

/// Returns whether a finding keeps its document, and so the site, from being published.
///
/// A rule of stage publish may have findings of a lower level, which do not.
pub fn is_publish(found: &Diagnostic) -> bool {
    found.level == Level::Deny && rule(found.rule).is_none_or(|it| it.stage == Stage::Publish)
}

/// Returns whether `build` shows a finding: what it cannot publish, and the warnings of reading,
/// since no text of an author's is ever dropped in silence.
pub fn shown_by_build(found: &Diagnostic) -> bool {
    let by_reading = || rule(found.rule).is_none_or(|it| !matches!(it.run, Run::Bank(_)));
    is_publish(found) || found.level >= Level::Warn && by_reading()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    #[test]
    fn a_build_is_held_back_by_publish_rules_alone() {
        let place = Place::new(&"content/a.md".into(), Span::default());
        for (name, level, publish, shown) in [
            ("missing-key", Level::Deny, true, true),
            ("question-outside-topic", Level::Deny, true, true),
            ("question-outside-topic", Level::Note, false, false),
            ("unknown-field", Level::Warn, false, true),
            ("missing-site-id", Level::Warn, false, false),
        ] {
            let found = Diagnostic::new(name, level, place.clone(), "");
            assert_eq!((is_publish(&found), shown_by_build(&found)), (publish, shown), "{name}");
        }
    }

    #[test]
    fn a_summary_is_one_line() {
        for it in rules::ALL {
            let summary = it.summary();
            assert!(summary.ends_with('.') && !summary.contains('\n'), "{}: {summary}", it.name);
        }
    }
}
