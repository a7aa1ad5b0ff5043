//! `[lint]` of `site.toml`: the level of each rule in each file, and the rules' own settings.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::bank::schema;
use crate::check::glob::Glob;
use crate::check::{Rule, Stage, rule, rules};
use crate::config::{self, Config};
use crate::diagnostic::{Diagnostic, Level, Place, did_you_mean};
use crate::fields::{self, Field, Kind};
use crate::source::Source;
use crate::value::{Data, Table};

const LEVEL: Kind = Kind::OneOf(&["allow", "note", "warn", "deny"]);

const LEVELS: Kind = Kind::Named { names, of: &LEVEL };

/// Returns the names that may have a level: rules and groups.
fn names() -> Vec<&'static str> {
    let mut res: Vec<&str> = rules::ALL.iter().flat_map(|it| [it.group, it.name]).collect();
    res.sort_unstable();
    res.dedup();
    res
}

const OVERRIDE: &[Field] = &[
    Field {
        name: "paths",
        kind: Kind::List(&Kind::Text),
        default: "",
        doc: "Patterns of paths from the bank's root, such as `content/drafts/**`.",
    },
    Field {
        name: "rules",
        kind: LEVELS,
        default: "",
        doc: "Levels of rules in these files, by name of a rule or a group.",
    },
];

const GENERAL: [Field; 5] = [
    Field {
        name: "require",
        kind: Kind::List(&Kind::Text),
        default: "none",
        doc: "Question fields that must be written, such as `difficulty`.",
    },
    Field {
        name: "review_interval_days",
        kind: Kind::Integer { min: 1, max: 36_500 },
        default: "`365`",
        doc: "Days after which a review is overdue.",
    },
    Field {
        name: "stats",
        kind: Kind::Text,
        default: "none",
        doc: "File of `studyhall item-stats --format json`, from the bank's root, for the rules that need to know how learners answered.",
    },
    Field {
        name: "rules",
        kind: LEVELS,
        default: "as each rule says",
        doc: "Levels of rules, by name of a rule or a group.",
    },
    Field {
        name: "overrides",
        kind: Kind::List(&Kind::Table(OVERRIDE)),
        default: "none",
        doc: "Levels of rules in some files; a later one comes before an earlier one.",
    },
];

/// Every key of `[lint]`: those for all rules, then a table for each rule that has settings.
static LINT: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let own = rules::ALL.iter().filter(|it| !it.settings.is_empty()).map(|it| Field {
        name: it.name,
        kind: Kind::Table(it.settings),
        default: "",
        doc: "Settings of the rule.",
    });
    GENERAL.into_iter().chain(own).collect()
});

static SITE: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let whole = |it: &Field| {
        let kind = if it.name == config::LINT { Kind::Table(&LINT) } else { it.kind };
        Field { kind, ..*it }
    };
    config::FIELDS.iter().map(whole).collect()
});

/// Returns every key of `site.toml`, those of the rules among them.
pub fn site_fields() -> &'static [Field] {
    &SITE
}

/// The linter's settings.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Question fields that must be written.
    pub require: Vec<String>,
    /// Days after which a review is overdue.
    pub review_interval_days: u32,
    /// File with the statistics of items, from the bank's root.
    pub stats: Option<String>,
    levels: Levels,
    overrides: Vec<(Vec<Glob>, Levels)>,
    tables: BTreeMap<&'static str, Table>,
}

/// Levels by name of a rule.
type Levels = BTreeMap<&'static str, Level>;

impl Default for Settings {
    fn default() -> Self {
        Self {
            require: Vec::new(),
            review_interval_days: 365,
            stats: None,
            levels: Levels::new(),
            overrides: Vec::new(),
            tables: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// Reads `[lint]` of a `site.toml` that is sound otherwise.
    ///
    /// # Errors
    ///
    /// Every fault of the table, of which any makes the configuration unusable.
    pub fn read(config: &Config) -> Result<Self, Vec<Diagnostic>> {
        let source = &config.source;
        let mut table = config.lint.clone();
        let mut out = Vec::new();
        fields::check_within(&mut table, &LINT, &format!("{}.", config::LINT), source, &mut out);
        let mut res = Self {
            require: table.texts("require").map(|(text, _)| text.to_owned()).collect(),
            stats: table.text("stats").map(|(text, _)| text.to_owned()),
            levels: levels(table.table("rules"), source, &mut out),
            ..Self::default()
        };
        if let Some(Data::Integer(days)) = table.get("review_interval_days").map(|it| &it.data) {
            res.review_interval_days = u32::try_from(*days).unwrap_or(u32::MAX);
        }
        let known = schema::QUESTION.iter().map(|it| it.name);
        for (name, span) in table.texts("require").filter(|it| known.clone().all(|one| one != it.0))
        {
            let message = format!("questions have no field `{}`", fields::shorten(name));
            let place = Place::new(&source.path, span);
            let help = did_you_mean(name, known.clone());
            out.push(Diagnostic::deny("invalid-value", place, message).help_if(help));
        }
        for it in table.list("overrides") {
            let span = it.span;
            let Data::Table(it) = &it.data else { continue };
            for (name, what) in
                [("paths", "which files it is about"), ("rules", "what holds there")]
            {
                if it.get(name).is_none() {
                    let place = Place::new(&source.path, span);
                    let message = format!("this override has no `{name}`");
                    let help = format!("say with `{name}` {what}");
                    out.push(Diagnostic::deny("missing-field", place, message).help(help));
                }
            }
            let globs = it.texts("paths").map(|(pattern, _)| Glob::new(pattern)).collect();
            res.overrides.push((globs, levels(it.table("rules"), source, &mut out)));
        }
        for rule in rules::ALL {
            if let Some(own) = table.table(rule.name) {
                res.tables.insert(rule.name, own.clone());
            }
        }
        if out.is_empty() {
            return Ok(res);
        }
        for it in &mut out {
            it.level = Level::Deny;
        }
        Err(out)
    }

    /// Returns the settings of one rule; empty where `site.toml` has none.
    pub fn of(&self, rule: &Rule) -> &Table {
        static NONE: Table = Table { entries: Vec::new() };
        self.tables.get(rule.name).unwrap_or(&NONE)
    }

    /// Returns the level of a rule in a file.
    pub fn level(&self, rule: &Rule, path: &str) -> Level {
        if rule.stage == Stage::Publish {
            return rule.level;
        }
        let mut overrides = self.overrides.iter().rev();
        let own = overrides.find_map(|(globs, levels)| {
            let level = levels.get(rule.name)?;
            globs.iter().any(|it| it.fits(path)).then_some(*level)
        });
        own.or_else(|| self.levels.get(rule.name).copied()).unwrap_or(rule.level)
    }

    /// Returns whether a rule may find anything at all.
    pub fn runs(&self, rule: &Rule) -> bool {
        self.level(rule, "") > Level::Allow
            || self.overrides.iter().any(|(_, it)| it.get(rule.name) > Some(&Level::Allow))
    }

    /// Gives each finding the level that is asked for in its file, and drops what is allowed.
    ///
    /// A finding that a rule holds for less than usual stays so, but never matters more than asked.
    pub fn settle(&self, found: &mut Vec<Diagnostic>) {
        for it in &mut *found {
            let Some(rule) = rule(it.rule).filter(|it| it.stage == Stage::Lint) else { continue };
            let asked = self.level(rule, &it.place.path);
            it.level = if it.level < rule.level { it.level.min(asked) } else { asked };
        }
        found.retain(|it| it.level > Level::Allow);
    }
}

/// Reads levels by name; that of a rule comes before that of its group.
fn levels(table: Option<&Table>, source: &Source, out: &mut Vec<Diagnostic>) -> Levels {
    let mut of_groups = Levels::new();
    let mut of_rules = Levels::new();
    for entry in table.iter().flat_map(|it| &it.entries) {
        let Some(level) = entry.value.text().and_then(Level::of) else { continue };
        let name = entry.key.as_str();
        let place = Place::new(&source.path, entry.key_span);
        if let Some(rule) = rule(name) {
            if rule.stage == Stage::Publish && level < rule.level {
                let message = format!("`{name}` cannot be lowered");
                let help = "its findings keep a question from being published";
                out.push(Diagnostic::deny("invalid-value", place, message).help(help));
            }
            of_rules.insert(rule.name, level);
        } else if rules::ALL.iter().any(|it| it.group == name) {
            let group = rules::ALL.iter().filter(|it| it.group == name);
            of_groups.extend(group.map(|it| (it.name, level)));
        } else {
            let message = format!("there is no rule `{}`", fields::shorten(name));
            out.push(
                Diagnostic::warn("unknown-field", place, message)
                    .help_if(did_you_mean(name, names())),
            );
        }
    }
    of_groups.extend(of_rules);
    of_groups
}
