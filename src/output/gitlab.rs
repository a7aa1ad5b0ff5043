//! GitLab: a code quality report, a subset of Code Climate's issues.

use serde_json::{Value, json};

use crate::diagnostic::Level;
use crate::output::{Finding, Findings};

/// Returns findings as a report.
pub fn text(findings: &Findings<'_>) -> String {
    let issue = |it: &Finding<'_>| {
        let (begin, end) = it.region.map_or((1, 1), |it| (it.start.line, it.end.line));
        json!({
            "description": it.of.message,
            "check_name": it.of.rule,
            "fingerprint": it.fingerprint,
            "severity": severity(it.of.level),
            "location": { "path": findings.path(it), "lines": { "begin": begin, "end": end } },
        })
    };
    format!("{:#}\n", Value::Array(findings.all.iter().map(issue).collect()))
}

fn severity(level: Level) -> &'static str {
    match level {
        Level::Deny => "critical",
        Level::Warn => "minor",
        Level::Note | Level::Allow => "info",
    }
}
