//! A line for each finding: `path:line:column: level[rule] message`.

use crate::output::{Finding, Findings};
use crate::report::{level_name, visible};

/// Returns findings as lines.
pub fn text(findings: &Findings<'_>) -> String {
    findings.all.iter().map(|it| line(it, &findings.run.prefix)).collect()
}

/// Returns a finding as a line; its path begins with `prefix`.
pub fn line(it: &Finding<'_>, prefix: &str) -> String {
    let path = visible(&format!("{prefix}{}", it.of.place.path));
    let place = match it.region {
        Some(it) => format!("{path}:{}:{}", it.start.line, it.start.column),
        None => path,
    };
    format!("{place}: {}[{}] {}\n", level_name(it.of.level), it.of.rule, visible(&it.of.message))
}
