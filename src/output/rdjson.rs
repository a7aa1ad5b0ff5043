//! rdjson, the format of reviewdog. Its columns count bytes.

use serde_json::{Value, json};

use crate::diagnostic::{Fix, Level};
use crate::output::{Finding, Findings, Region};
use crate::source::{Position, Span};

/// Returns findings as one object.
pub fn text(findings: &Findings<'_>) -> String {
    let res = json!({
        "source": { "name": "studyhall" },
        "diagnostics": findings.all.iter().map(|it| diagnostic(it, findings)).collect::<Vec<_>>(),
    });
    format!("{res:#}\n")
}

fn diagnostic(it: &Finding<'_>, findings: &Findings<'_>) -> Value {
    let mut message = it.of.message.clone();
    for more in it.of.notes.iter().filter(|it| it.place.is_none()).map(|it| &it.message) {
        message.push_str(&format!("\n{more}"));
    }
    if let Some(help) = &it.of.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let mut res = json!({
        "message": message,
        "location": { "path": findings.path(it) },
        "severity": match it.of.level {
            Level::Deny => "ERROR",
            Level::Warn => "WARNING",
            Level::Note | Level::Allow => "INFO",
        },
        "code": { "value": it.of.rule },
    });
    if let Some(at) = it.region {
        res["location"]["range"] = range(at);
    }
    if let Some(fix) = &it.of.fix
        && let Some(suggestion) = suggestion(fix, it, findings)
    {
        res["suggestions"] = json!([suggestion]);
    }
    res
}

fn range(it: Region) -> Value {
    let position = |it: Position| json!({ "line": it.line, "column": it.byte_column });
    json!({ "start": position(it.start), "end": position(it.end) })
}

/// Returns a fix as one replacement: several suggestions would be alternatives.
fn suggestion(fix: &Fix, it: &Finding<'_>, findings: &Findings<'_>) -> Option<Value> {
    let text: &str = findings.texts.get(&it.of.place.path)?;
    let (first, last) = (fix.edits.first()?, fix.edits.last()?);
    let span = Span::new(first.span.start as usize, last.span.end as usize);
    let untouched = text.len() - span.range().len();
    let changed = fix.apply(text);
    let new = changed
        .get(span.start as usize..span.start as usize + changed.len().checked_sub(untouched)?)?;
    Some(json!({ "range": range(findings.span(&it.of.place.path, span)?), "text": new }))
}
