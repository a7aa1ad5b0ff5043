//! JSON: one object, its shape versioned (`lint.schema.json`), or an object on each line.

use serde_json::{Value, json};

use crate::diagnostic::{Edit, Level};
use crate::output::{Finding, Findings, Region};

/// The version of the shape: fields may be added to it, none changes its meaning.
const VERSION: u32 = 1;

/// The shape as a JSON Schema.
pub const SCHEMA: &str = include_str!("lint.schema.json");

/// Returns findings as one object.
pub fn text(findings: &Findings<'_>) -> String {
    let all: Vec<Value> = findings.all.iter().map(|it| finding(it, findings)).collect();
    let count = |level| findings.count(level);
    let res = json!({
        "version": VERSION,
        "diagnostics": all,
        "summary": {
            "deny": count(Level::Deny),
            "warn": count(Level::Warn),
            "note": count(Level::Note),
            "files": findings.run.files,
        },
    });
    format!("{res:#}\n")
}

/// Returns findings as objects on lines of their own.
pub fn lines(findings: &Findings<'_>) -> String {
    findings.all.iter().map(|it| format!("{}\n", finding(it, findings))).collect()
}

fn finding(it: &Finding<'_>, findings: &Findings<'_>) -> Value {
    let mut res = json!({
        "rule": it.of.rule,
        "level": it.of.level.name(),
        "path": &*it.of.place.path,
    });
    add_region(&mut res, it.region);
    res["question"] = json!(it.question);
    res["message"] = json!(it.of.message);
    res["help"] = json!(it.of.help);
    let note = |note: &crate::diagnostic::Note| {
        let mut res = json!({
            "message": note.message,
            "path": note.place.as_ref().map(|it| &*it.path),
        });
        add_region(&mut res, note.place.as_ref().and_then(|it| findings.region(it)));
        res
    };
    res["notes"] = it.of.notes.iter().map(note).collect();
    res["fix"] = it.of.fix.as_ref().map_or(Value::Null, |fix| {
        let edit = |edit: &Edit| {
            let mut res = json!({});
            add_region(&mut res, findings.edit(it, edit));
            res["text"] = json!(edit.text);
            res
        };
        json!({
            "safe": fix.safe,
            "message": fix.message,
            "edits": fix.edits.iter().map(edit).collect::<Vec<_>>(),
        })
    });
    res["fingerprint"] = json!(it.fingerprint);
    res
}

/// Adds lines and columns, `null` where the file as a whole is meant.
fn add_region(res: &mut Value, region: Option<Region>) {
    res["line"] = json!(region.map(|it| it.start.line));
    res["column"] = json!(region.map(|it| it.start.column));
    res["end_line"] = json!(region.map(|it| it.end.line));
    res["end_column"] = json!(region.map(|it| it.end.column));
}
