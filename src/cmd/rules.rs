//! `rules`: the list of all rules.

use std::process::ExitCode;

use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr as _;

use crate::bank::title::cut;
use crate::check::{Rule, Stage, rules};
use crate::cli::{Rules, RulesFormat};
use crate::cmd::terminal::Terminal;
use crate::fields::Field;

/// Prints the list.
///
/// # Errors
///
/// See `cmd::run`.
pub fn run(args: &Rules, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    terminal.print(&match args.format {
        RulesFormat::Table => table(terminal),
        RulesFormat::Json => format!("{:#}\n", json()),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the rules of each group, with what they flag as far as the width allows.
fn table(terminal: &Terminal) -> String {
    let name_width = rules::ALL.iter().map(|it| it.name.width()).max().unwrap_or(0);
    let mut res = String::new();
    let mut group = "";
    for rule in rules::ALL {
        if rule.group != group {
            group = rule.group;
            let blank = if res.is_empty() { "" } else { "\n" };
            let heading = if terminal.page.colour {
                format!("\u{1b}[1m{group}\u{1b}[0m")
            } else {
                group.to_owned()
            };
            res.push_str(&format!("{blank}{heading}\n"));
        }
        let row =
            format!("  {:name_width$}  {:5}  {:6}", rule.name, rule.level.name(), rule.fix.name());
        // A few words of the summary say nothing.
        let room = terminal.page.width.saturating_sub(row.width() + 3);
        let summary = if room >= 30 { cut(&rule.summary(), room) } else { String::new() };
        res.push_str(format!("{row}  {summary}").trim_end());
        res.push('\n');
    }
    res.push_str("\n`studyhall explain NAME` prints the manual of a rule.\n");
    res
}

/// Returns the rules as data; the shape is stable: fields may be added, none changes its meaning.
fn json() -> Value {
    let field = |it: &Field| json!({ "name": it.name, "value": it.kind.describe(), "default": it.default, "meaning": it.doc });
    let rule = |it: &Rule| {
        json!({
            "name": it.name,
            "group": it.group,
            "level": it.level.name(),
            "stage": match it.stage {
                Stage::Publish => "publish",
                Stage::Lint => "lint",
            },
            "fix": it.fix.name(),
            "summary": it.summary(),
            "settings": it.settings.iter().map(field).collect::<Vec<_>>(),
        })
    };
    json!({ "version": 1, "rules": rules::ALL.iter().map(rule).collect::<Vec<_>>() })
}
