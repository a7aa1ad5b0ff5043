//! The difference as JSON.

use serde_json::{Map, Value, json};

use super::{Kind, Report};
use crate::check::change::{self, Change};

/// Returns one object on several lines; fields may be added, none changes its meaning.
pub(super) fn text(report: &Report<'_>) -> String {
    let counts: Map<String, Value> = Kind::ALL
        .iter()
        .map(|kind| {
            let count = report.all.iter().filter(|it| it.0 == *kind).count();
            (kind.name().to_owned(), count.into())
        })
        .collect();
    let questions: Vec<Value> =
        report.all.iter().map(|(kind, change)| question(report, *kind, change)).collect();
    let all = json!({
        "version": 1,
        "since": report.since,
        "commit": report.commit,
        "summary": counts,
        "questions": questions,
    });
    format!("{all:#}\n")
}

fn question(report: &Report<'_>, kind: Kind, change: &Change) -> Value {
    let it = report.question(change);
    let mut res = json!({
        "change": kind.name(),
        "id": it.id,
        "path": change::path(it),
        "title": it.title,
    });
    match change {
        Change::Changed(pair) => {
            let old = &report.old.questions[pair.old];
            let rows = report.rows(pair).into_iter();
            let (key, rows): (Vec<_>, Vec<_>) = rows.partition(|(name, _, _)| name == "key");
            if let Some((_, old, new)) = key.into_iter().next() {
                res["key"] = json!({ "old": old, "new": new });
            }
            res["old_id"] = old.id.as_str().into();
            res["old_path"] = change::path(old).into();
            let is_place = |name: &str| matches!(name, "id" | "file");
            let changes = rows.into_iter().filter(|(name, _, _)| !is_place(name));
            let changes = changes.map(|(of, old, new)| json!({ "of": of, "old": old, "new": new }));
            res["changes"] = changes.collect();
        }
        Change::Removed { .. } => res["heir"] = report.heir(change).into(),
        _ => {}
    }
    res
}
