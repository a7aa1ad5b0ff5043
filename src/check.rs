//! Bank → findings: the rules, and which findings keep a site from being published.
//!
//! Many rules are found while a bank is read or planned, since their findings decide what is
//! published. They are listed here all the same: each rule has one name, one level, one manual.

pub mod text;
pub mod item;
pub mod catch_all;
pub mod negation;
pub mod quantity;
pub mod paper;
pub mod day;
pub mod statistics;
pub mod similar;
pub mod skeleton;
pub mod alike;
pub mod letters;
pub mod verdict;
pub mod glob;
pub mod change;
pub mod fix;
pub mod fingerprint;
pub mod rules;
pub mod settings;
pub mod suppress;

use rayon::prelude::*;

use crate::bank::model::{Bank, QuestionId};
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Level, Place};
use crate::fields::Field;
use crate::i18n::Languages;
use crate::item_stats;
use crate::source::Source;
use crate::value::Table;
use change::Changes;
use item::Item;
use settings::Settings;
use suppress::Suppressions;

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
    /// What may stand in its own table `[lint.NAME]` of `site.toml`.
    pub settings: &'static [Field],
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
    /// One that keeps choice ids and the revision; where a finding may be meant otherwise it offers
    /// an unsafe one.
    Safe,
    /// One that a person should look at.
    Unsafe,
}

impl Fixes {
    /// Returns the word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

/// Who finds what a rule flags.
#[derive(Debug, Clone, Copy)]
pub enum Run {
    /// `load`, `parse` or `bank`, while it reads.
    Reading,
    /// `plan`, which knows the URLs.
    Plan,
    /// A function over one question, called for each.
    Question(fn(&Item<'_>, &mut Report<'_>)),
    /// A function over the finished bank.
    Bank(fn(Context<'_>, &mut Report<'_>)),
    /// A function over what changed since a revision; only with `--changed-since`.
    Change(fn(&Changes<'_>, &mut Report<'_>)),
    /// `settle`, which looks at the findings of all others.
    Settling,
}

impl Run {
    /// Returns whether the linter finds it, after reading and planning.
    pub fn is_linter(self) -> bool {
        matches!(self, Self::Question(_) | Self::Bank(_) | Self::Change(_))
    }
}

/// What a rule sees besides its question.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// All sound documents.
    pub bank: &'c Bank,
    /// Settings.
    pub config: &'c Config,
    /// The linter's settings.
    pub settings: &'c Settings,
    /// Words.
    pub languages: &'c Languages,
    /// Today, `YYYY-MM-DD`.
    pub today: &'c str,
    /// How learners answered, where that is known.
    pub stats: Option<&'c item_stats::report::Report>,
}

/// Takes the findings of one rule, so that none can bear another's name or level.
pub struct Report<'r> {
    rule: &'static Rule,
    settings: &'r Table,
    out: &'r mut Vec<Diagnostic>,
}

impl Report<'_> {
    /// Returns a finding of the rule, to be completed and pushed.
    pub fn finding(&self, place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.rule.name, self.rule.level, place, message)
    }

    /// Returns a finding that matters less than those of the rule usually do.
    pub fn note(&self, place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.rule.name, Level::Note, place, message)
    }

    /// Returns the rule's own settings, `[lint.NAME]` of `site.toml`, as its fields describe them.
    pub fn settings(&self) -> &Table {
        self.settings
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

/// Runs all rules that look at questions or at the finished bank, but those that are allowed
/// everywhere. Findings have the level of their rule.
pub fn run(context: Context<'_>) -> Vec<Diagnostic> {
    let rules = || rules::ALL.iter().filter(|it| context.settings.runs(it));
    let of_bank = rules().filter_map(|rule| match rule.run {
        Run::Bank(check) => Some((rule, check)),
        _ => None,
    });
    let of_questions = rules_of_questions(context.settings);
    let of_bank: Vec<_> = of_bank.collect();
    let bank = of_bank.par_iter().flat_map_iter(|(rule, check)| {
        let mut out = Vec::new();
        let settings = context.settings.of(rule);
        check(context, &mut Report { rule, settings, out: &mut out });
        out
    });
    let questions = (0..context.bank.questions.len())
        .into_par_iter()
        .flat_map_iter(|id| run_over(context, id, &of_questions));
    bank.chain(questions).collect()
}

/// Runs the rules that look at one question alone. Findings have the level of their rule.
pub fn run_question(context: Context<'_>, id: QuestionId) -> Vec<Diagnostic> {
    run_over(context, id, &rules_of_questions(context.settings))
}

/// A rule that looks at one question, with its function.
type OfQuestion = (&'static Rule, fn(&Item<'_>, &mut Report<'_>));

fn rules_of_questions(settings: &Settings) -> Vec<OfQuestion> {
    let rules = rules::ALL.iter().filter(|it| settings.runs(it));
    let of_question = |rule: &'static Rule| match rule.run {
        Run::Question(check) => Some((rule, check)),
        _ => None,
    };
    rules.filter_map(of_question).collect()
}

fn run_over(context: Context<'_>, id: QuestionId, rules: &[OfQuestion]) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let item = Item::new(context, id);
    for (rule, check) in rules {
        let settings = context.settings.of(rule);
        check(&item, &mut Report { rule, settings, out: &mut out });
    }
    out
}

/// Runs the rules about changes. Findings have the level of their rule.
pub fn run_changes(changes: &Changes<'_>, settings: &Settings) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for rule in rules::ALL.iter().filter(|it| settings.runs(it)) {
        if let Run::Change(check) = rule.run {
            let settings = settings.of(rule);
            check(changes, &mut Report { rule, settings, out: &mut out });
        }
    }
    out
}

/// Gives all findings of a bank the levels that are asked for, takes away what authors allow, and
/// adds what is allowed in vain.
///
/// `sources` are those of all documents, with faults or not; the findings must be complete.
pub fn settle(sources: &[&Source], context: Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut suppressions = Suppressions::of(sources);
    context.settings.settle(found);
    suppressions.apply(found);
    let paths = context.bank.paths();
    let mut unused = suppressions.unused(context.settings, |path| paths.contains(path));
    context.settings.settle(&mut unused);
    suppressions.apply(&mut unused);
    found.append(&mut unused);
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
    let by_reading = || rule(found.rule).is_none_or(|it| !it.run.is_linter());
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
