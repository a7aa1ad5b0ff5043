//! SARIF 2.1.0, the interchange format of analysis tools.

use serde_json::{Value, json};

use crate::bank::link::encode;
use crate::check::{Rule, rules};
use crate::diagnostic::{Diagnostic, Edit, Fix, Level, Place};
use crate::output::{Finding, Findings, Region};

/// Returns findings as a log of one run.
pub fn text(findings: &Findings<'_>) -> String {
    let res = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "studyhall",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules::ALL.iter().map(descriptor).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": true }],
            "results": findings.all.iter().map(|it| result(it, findings)).collect::<Vec<_>>(),
        }],
    });
    format!("{res:#}\n")
}

fn descriptor(rule: &Rule) -> Value {
    json!({
        "id": rule.name,
        "shortDescription": { "text": rule.summary() },
        "help": { "text": rule.manual, "markdown": rule.manual },
        "defaultConfiguration": {
            "enabled": rule.level > Level::Allow,
            "level": level(rule.level),
        },
        "properties": { "tags": [rule.group] },
    })
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Deny => "error",
        Level::Warn => "warning",
        Level::Note => "note",
        Level::Allow => "none",
    }
}

fn result(it: &Finding<'_>, findings: &Findings<'_>) -> Value {
    let mut location = location(&findings.path(it), it.region);
    if let Some(id) = it.question {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": id }]);
    }
    let mut res = json!({
        "ruleId": it.of.rule,
        "level": level(it.of.level),
        "message": { "text": message(it.of) },
        "locations": [location],
        "partialFingerprints": { "studyhallFinding/v1": it.fingerprint },
    });
    if let Some(at) = rules::ALL.iter().position(|rule| rule.name == it.of.rule) {
        res["ruleIndex"] = json!(at);
    }
    let related: Vec<Value> = it
        .of
        .notes
        .iter()
        .filter_map(|note| Some(related(&note.message, note.place.as_ref()?, findings)))
        .collect();
    if !related.is_empty() {
        res["relatedLocations"] = Value::Array(related);
    }
    if let Some(fix) = &it.of.fix {
        res["fixes"] = json!([self::fix(fix, it, findings)]);
    }
    res
}

/// Returns a message with all that has no place of its own in the format.
fn message(it: &Diagnostic) -> String {
    let remarks = it.notes.iter().filter(|it| it.place.is_none()).map(|it| it.message.as_str());
    let help = it.help.iter().map(|it| format!("help: {it}"));
    std::iter::once(it.message.clone())
        .chain(remarks.map(str::to_owned))
        .chain(help)
        .collect::<Vec<_>>()
        .join("\n")
}

fn location(path: &str, at: Option<Region>) -> Value {
    let mut res = json!({ "physicalLocation": { "artifactLocation": { "uri": encode(path) } } });
    if let Some(it) = at {
        res["physicalLocation"]["region"] = region(it);
    }
    res
}

fn region(it: Region) -> Value {
    json!({
        "startLine": it.start.line,
        "startColumn": it.start.column,
        "endLine": it.end.line,
        "endColumn": it.end.column,
    })
}

fn related(message: &str, place: &Place, findings: &Findings<'_>) -> Value {
    let path = format!("{}{}", findings.run.prefix, place.path);
    let mut res = location(&path, findings.region(place));
    res["message"] = json!({ "text": message });
    res
}

fn fix(fix: &Fix, it: &Finding<'_>, findings: &Findings<'_>) -> Value {
    let replacement = |edit: &Edit| {
        let deleted = findings.edit(it, edit)?;
        let mut res = json!({ "deletedRegion": region(deleted) });
        if !edit.text.is_empty() {
            res["insertedContent"] = json!({ "text": edit.text });
        }
        Some(res)
    };
    json!({
        "description": { "text": fix.message },
        "artifactChanges": [{
            "artifactLocation": { "uri": encode(&findings.path(it)) },
            "replacements": fix.edits.iter().filter_map(replacement).collect::<Vec<_>>(),
        }],
    })
}
