//! GitHub: workflow commands that become annotations, and Markdown for the job summary.

use std::collections::BTreeMap;

use crate::diagnostic::Level;
use crate::output::{Finding, Findings, concise};
use crate::report::{counted, level_name, visible};

/// Annotations of one level that a step may have; GitHub drops further ones without a word.
const MOST: usize = 10;
/// Findings that are listed in the job summary.
const LISTED: usize = 100;

const LEVELS: [(Level, &str); 3] =
    [(Level::Deny, "error"), (Level::Warn, "warning"), (Level::Note, "notice")];

/// Returns findings as workflow commands, the worst first, and those that would be dropped as
/// lines of the log.
pub fn text(findings: &Findings<'_>) -> String {
    let mut res = String::new();
    let mut rest = String::new();
    let mut n_rest = 0;
    for (level, command) in LEVELS {
        let all: Vec<&Finding<'_>> =
            findings.all.iter().filter(|it| it.of.level == level).collect();
        for (at, it) in all.iter().enumerate() {
            if at < MOST {
                res.push_str(&annotation(command, it, findings));
            } else {
                rest.push_str(&unarmed(&concise::line(it, &findings.run.prefix)));
                n_rest += 1;
            }
        }
    }
    if n_rest > 0 {
        res.push_str(&format!(
            "::group::{n_rest} more, of which GitHub would show no annotation\n{rest}::endgroup::\n"
        ));
    }
    res
}

fn annotation(command: &str, it: &Finding<'_>, findings: &Findings<'_>) -> String {
    let mut properties = vec![("file", findings.path(it))];
    if let Some(region) = it.region {
        properties.push(("line", region.start.line.to_string()));
        properties.push(("endLine", region.end.line.to_string()));
        // Columns go with one line only.
        if region.start.line == region.end.line {
            properties.push(("col", region.start.column.to_string()));
            properties.push(("endColumn", region.end.column.to_string()));
        }
    }
    properties.push(("title", it.of.rule.to_owned()));
    let properties: Vec<String> =
        properties.iter().map(|(name, value)| format!("{name}={}", property(value))).collect();
    let mut message = visible(&it.of.message);
    if let Some(help) = &it.of.help {
        message.push_str(&format!("\nhelp: {}", visible(help)));
    }
    unarmed(&format!("::{command} {}::{}\n", properties.join(","), data(&message)))
}

/// Takes the meaning from the runner's older form of a command, which counts anywhere in a line.
fn unarmed(line: &str) -> String {
    line.replace("##[", "#\u{200b}#[")
}

/// Escapes the message of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a command.
fn property(text: &str) -> String {
    data(&visible(text)).replace(':', "%3A").replace(',', "%2C")
}

/// Returns what the job summary says, as Markdown.
pub fn summary(findings: &Findings<'_>) -> String {
    let mut res = String::from("## Lint\n\n");
    if findings.all.is_empty() {
        res.push_str(&format!("No findings in {}.\n", counted(findings.run.files, "file")));
        return res;
    }
    let counts: Vec<String> = LEVELS
        .iter()
        .map(|(level, _)| (*level, findings.count(*level)))
        .filter(|(_, count)| *count > 0)
        .map(|(level, count)| counted(count, level_name(level)))
        .collect();
    res.push_str(&format!("{} in {}.\n\n", counts.join(", "), counted(findings.run.files, "file")));
    res.push_str("| rule | level | findings |\n| --- | --- | ---: |\n");
    let mut rules: BTreeMap<(std::cmp::Reverse<Level>, &str), usize> = BTreeMap::new();
    for it in &findings.all {
        *rules.entry((std::cmp::Reverse(it.of.level), it.of.rule)).or_default() += 1;
    }
    for ((level, rule), count) in rules {
        res.push_str(&format!("| {rule} | {} | {count} |\n", level.0.name()));
    }
    let mut worst: Vec<&Finding<'_>> =
        findings.all.iter().filter(|it| it.of.level > Level::Note).collect();
    worst.sort_by_key(|it| std::cmp::Reverse(it.of.level));
    if !worst.is_empty() {
        res.push_str("\n| place | finding |\n| --- | --- |\n");
    }
    for it in worst.iter().take(LISTED) {
        let line = it.region.map_or_else(String::new, |it| format!(":{}", it.start.line));
        let place = cell(&format!("{}{line}", findings.path(it)));
        res.push_str(&format!("| {place} | {}: {} |\n", it.of.rule, cell(&it.of.message)));
    }
    if worst.len() > LISTED {
        res.push_str(&format!("\n{} more.\n", worst.len() - LISTED));
    }
    res
}

/// Escapes a text for a cell of a Markdown table, code between backticks left as it is.
fn cell(text: &str) -> String {
    let mut res = String::new();
    for (at, part) in visible(text).split('`').enumerate() {
        let closed = at % 2 == 1 && at < text.matches('`').count();
        if closed {
            // Even in code a bar would end the cell.
            res.push_str(&format!("`{}`", part.replace('|', "\\|")));
        } else {
            if at % 2 == 1 {
                res.push_str("\\`");
            }
            for c in part.chars() {
                if c.is_ascii_punctuation() && !"/.:,;-()'\"?!%".contains(c) {
                    res.push('\\');
                }
                res.push(c);
            }
        }
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_escaped() {
        assert_eq!(data("50 %\r\n::x, y"), "50 %25%0D%0A::x, y");
        assert_eq!(property("a:b,c%"), "a%3Ab%2Cc%25");
    }

    #[test]
    fn cells_are_escaped() {
        assert_eq!(cell("`a|b` is <b> *x* | y\nz"), "`a\\|b` is \\<b\\> \\*x\\* \\| y z");
        assert_eq!(cell("a ` b"), "a \\` b");
    }
}
