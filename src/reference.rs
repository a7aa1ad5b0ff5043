//! Field tables and manuals → the tables of the documentation and the pages of the rules.

use crate::check::{Fixes, Rule, Stage, rules};
use crate::diagnostic::Level;
use crate::fields::{Field, Kind};
use crate::schema;

/// What begins a generated part of a page; the part's name and `END_OF_LINE` follow.
const BEGIN: &str = "<!-- generated: ";
/// What ends the line that begins a generated part.
const END_OF_LINE: &str = " -->";
/// The line that ends a generated part.
const END: &str = "<!-- end of generated -->";

/// Returns the generated part of a name: `fields question`, `fields site`.
pub fn part(name: &str) -> Option<String> {
    let subject = schema::subject(name.strip_prefix("fields ")?)?;
    Some(table((subject.fields)()))
}

/// Returns a page with its generated parts made anew, between `<!-- generated: NAME -->` and
/// `<!-- end of generated -->`.
///
/// # Errors
///
/// A part of an unknown name, or one that does not end.
pub fn refresh(page: &str) -> anyhow::Result<String> {
    let mut res = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(at) = rest.find(BEGIN) {
        let after = &rest[at + BEGIN.len()..];
        let line_end = after.find(END_OF_LINE);
        let name = &after[..line_end.unwrap_or(after.len().min(40))];
        let made = part(name).ok_or_else(|| anyhow::anyhow!("no generated part `{name}`"))?;
        let end = rest[at..]
            .find(END)
            .ok_or_else(|| anyhow::anyhow!("the generated part `{name}` has no `{END}`"))?;
        res.push_str(&rest[..at]);
        res.push_str(&format!("{BEGIN}{name}{END_OF_LINE}\n\n{made}\n"));
        res.push_str(END);
        rest = &rest[at + end + END.len()..];
    }
    res.push_str(rest);
    Ok(res)
}

/// Returns fields as a Markdown table; fields of tables stand below theirs, as `table.field`.
pub fn table(fields: &[Field]) -> String {
    let mut rows = Vec::new();
    collect(fields, "", &mut rows);
    let mut res =
        String::from("| field | value | default | meaning |\n| --- | --- | --- | --- |\n");
    for [name, value, default, meaning] in rows {
        res.push_str(&format!("| `{name}` | {value} | {default} | {meaning} |\n"));
    }
    res
}

fn collect(fields: &[Field], prefix: &str, rows: &mut Vec<[String; 4]>) {
    for field in fields {
        let name = format!("{prefix}{}", field.name);
        let cell = |text: &str| text.replace('|', "\\|");
        rows.push([name.clone(), value(&field.kind), cell(field.default), cell(field.doc)]);
        match inner(&field.kind) {
            Some((inner, true)) => collect(inner, &format!("{name}[]."), rows),
            Some((inner, false)) => collect(inner, &format!("{name}."), rows),
            None => {}
        }
    }
}

/// Returns the fields of the tables a value may be or hold, and whether there may be several.
fn inner(kind: &Kind) -> Option<(&'static [Field], bool)> {
    match kind {
        Kind::Table(fields) => Some((fields, false)),
        Kind::List(of) => inner(of).map(|(fields, _)| (fields, true)),
        Kind::Either(kinds) => kinds.iter().find_map(inner),
        _ => None,
    }
}

fn value(kind: &Kind) -> String {
    match kind {
        Kind::List(of) if matches!(**of, Kind::Table(_)) => "list of tables".to_owned(),
        Kind::List(of) => format!("list of {}", plural(of)),
        Kind::Id | Kind::LongId => "id".to_owned(),
        Kind::Url => "address".to_owned(),
        Kind::Date => "date".to_owned(),
        Kind::Map(of) | Kind::Named { of, .. } => format!("table of {}", plural(of)),
        Kind::Either(kinds) => kinds.iter().map(value).collect::<Vec<_>>().join(" or "),
        _ => kind.describe().replace("a table", "table"),
    }
}

fn plural(kind: &Kind) -> String {
    match kind {
        Kind::Text => "texts".to_owned(),
        Kind::Id | Kind::LongId => "ids".to_owned(),
        Kind::Url => "addresses".to_owned(),
        Kind::Table(_) => "tables".to_owned(),
        Kind::Either(kinds) => kinds.iter().map(plural).collect::<Vec<_>>().join(" or "),
        _ => value(kind),
    }
}

/// Returns the page of a rule: its manual, with its level, its fix and its settings.
pub fn rule_page(rule: &Rule) -> String {
    let title = format!("# {}\n", rule.name);
    let rest = rule.manual.strip_prefix(&title).unwrap_or(rule.manual);
    let mut res = format!("{title}\n{}\n", facts(rule));
    let mut fence = "";
    for line in rest.lines() {
        let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
        let mut words = line[ticks.len()..].split_whitespace();
        if fence.is_empty() && ticks.len() >= 3 {
            fence = ticks;
            if words.next() == Some("question") {
                let kind = words.next().unwrap_or_default();
                res.push_str(&format!("{}:\n\n{ticks}markdown\n", example(kind)));
                continue;
            }
        } else if line == fence {
            fence = "";
        }
        res.push_str(line);
        res.push('\n');
    }
    if !rule.settings.is_empty() {
        if !rule.manual.contains("\n## Settings\n") {
            res.push_str("\n## Settings\n");
        }
        res.push_str(&format!(
            "\nIn `[lint.{}]` of `site.toml`:\n\n{}",
            rule.name,
            table(rule.settings)
        ));
    }
    res
}

/// Returns what an example of a manual shows.
fn example(kind: &str) -> &'static str {
    match kind {
        "bad" => "Found",
        "fixed" => "Mended by the fix",
        _ => "Not found",
    }
}

fn facts(rule: &Rule) -> String {
    let fix = match rule.fix {
        Fixes::None => "none",
        Fixes::Safe => "safe",
        Fixes::Unsafe => "unsafe: look at the result",
    };
    let stage = match rule.stage {
        Stage::Publish if rule.level == Level::Deny => {
            "keeps a question from being published; cannot be lowered or allowed"
        }
        Stage::Publish | Stage::Lint => "can be changed in `[lint.rules]` of `site.toml`",
    };
    format!("Group: {} · Level: {} ({stage}) · Fix: {fix}", rule.group, rule.level.name())
}

/// Returns the page that lists all rules, by group.
pub fn rules_page() -> String {
    let mut res = String::from(
        "# Rules\n\nAll rules of `studyhall lint`, each with its manual; `studyhall explain NAME` prints one.\n\
         [The guide to the linter](../lint.md) says what levels and fixes are.\n",
    );
    let mut group = "";
    for rule in rules::ALL {
        if rule.group != group {
            group = rule.group;
            res.push_str(&format!("\n## {group}\n\n| rule | level | fix | what it flags |\n| --- | --- | --- | --- |\n"));
        }
        let level = match rule.stage {
            Stage::Publish => format!("{}, fixed", rule.level.name()),
            Stage::Lint => rule.level.name().to_owned(),
        };
        res.push_str(&format!(
            "| [{name}]({name}.md) | {level} | {} | {} |\n",
            rule.fix.name(),
            rule.summary().replace('|', "\\|"),
            name = rule.name,
        ));
    }
    res.push_str("\nA level that is \"fixed\" keeps a question from being published, in `build` too, and cannot be lowered.\n");
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_fields_have_names_of_their_own() {
        let exam = part("fields exam").unwrap();
        for name in ["`topics[].objectives[].id`", "`blueprint.version`", "`mock.minutes`"] {
            assert!(exam.contains(name), "{name}");
        }
    }

    #[test]
    fn a_page_keeps_what_is_not_generated() {
        let page =
            "before\n<!-- generated: fields page -->\nold\n<!-- end of generated -->\nafter\n";
        let res = refresh(page).unwrap();
        assert!(res.starts_with("before\n") && res.ends_with("after\n") && !res.contains("old"));
        assert_eq!(refresh(&res).unwrap(), res);
        assert!(refresh("<!-- generated: fields nothing -->").is_err());
    }
}
