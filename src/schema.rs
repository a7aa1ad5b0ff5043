//! Field tables → JSON Schema (2020-12), for editors that complete and check as one types.

use serde_json::{Map, Value, json};

use crate::bank::schema as front;
use crate::check::settings;
use crate::fields::{Field, Kind};

/// A kind of table that authors write: `site.toml`, or front matter of one kind of document.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    /// Its name on the command line and in the reference's markers.
    pub name: &'static str,
    /// What it is, as the title of the schema.
    pub title: &'static str,
    /// What may stand in it.
    pub fields: fn() -> &'static [Field],
}

/// All kinds.
pub const SUBJECTS: [Subject; 6] = [
    Subject {
        name: "site",
        title: "site.toml of a Study Hall bank",
        fields: settings::site_fields,
    },
    Subject { name: "question", title: "Front matter of a question", fields: || front::QUESTION },
    Subject { name: "exam", title: "Front matter of an exam", fields: || front::EXAM },
    Subject { name: "author", title: "Front matter of an author", fields: || front::AUTHOR },
    Subject { name: "lesson", title: "Front matter of a lesson", fields: || front::LESSON },
    Subject { name: "page", title: "Front matter of a page", fields: || front::PAGE },
];

/// Returns the kind of a name.
pub fn subject(name: &str) -> Option<&'static Subject> {
    SUBJECTS.iter().find(|it| it.name == name)
}

/// Returns the JSON Schema of a kind.
///
/// It accepts what the program accepts without a finding; where the program forgives, it is as
/// strict as a good habit.
pub fn json_schema(subject: &Subject) -> Value {
    let mut res = Map::new();
    res.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
    res.insert("title".into(), subject.title.into());
    res.extend(table((subject.fields)()));
    Value::Object(res)
}

fn table(fields: &[Field]) -> Map<String, Value> {
    let properties: Map<String, Value> =
        fields.iter().map(|it| (it.name.to_owned(), Value::Object(property(it)))).collect();
    let mut res = Map::new();
    res.insert("type".into(), "object".into());
    res.insert("properties".into(), Value::Object(properties));
    res.insert("additionalProperties".into(), Value::Bool(false));
    res
}

fn property(field: &Field) -> Map<String, Value> {
    let mut description = field.doc.to_owned();
    if !field.default.is_empty() {
        description.push_str(&format!(" Default: {}.", field.default));
    }
    let mut res = Map::new();
    res.insert("description".into(), description.into());
    if let Some(default) = default(field) {
        res.insert("default".into(), default);
    }
    res.extend(kind(&field.kind));
    res
}

/// Returns the default as a value, where it is one and not a sentence about it.
fn default(field: &Field) -> Option<Value> {
    let written = field.default.strip_prefix('`')?.strip_suffix('`')?;
    if written.contains('`') {
        return None;
    }
    match field.kind {
        Kind::Bool | Kind::Integer { .. } | Kind::Number { .. } => {
            serde_json::from_str(written).ok()
        }
        Kind::OneOf(words) => words.contains(&written).then(|| written.into()),
        Kind::Text | Kind::Url => Some(written.into()),
        // What stands there is a pattern such as `EXAM/SLUG`.
        _ => None,
    }
}

fn kind(kind: &Kind) -> Map<String, Value> {
    let value = match kind {
        // A code such as `101` is as good without quotes.
        Kind::Text => json!({ "type": ["string", "number"] }),
        Kind::Bool => json!({ "type": "boolean" }),
        Kind::Integer { min, max: i64::MAX } => json!({ "type": "integer", "minimum": min }),
        Kind::Integer { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Kind::Number { min, max } => {
            let mut res = json!({ "type": "number" });
            if min.is_finite() {
                res["minimum"] = number(*min);
            }
            if max.is_finite() {
                res["maximum"] = number(*max);
            }
            res
        }
        Kind::Date => json!({ "type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" }),
        Kind::OneOf(words) => json!({ "enum": words }),
        Kind::Id => json!({
            "type": ["string", "integer"], "pattern": "^[a-z0-9][a-z0-9._-]*$", "maxLength": 120,
        }),
        Kind::LongId => json!({
            "type": ["string", "integer"],
            "pattern": "^[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*$",
            "maxLength": 120,
        }),
        Kind::Url => json!({ "type": "string", "pattern": "^https?://[^/\\s<>\"`][^\\s<>\"`]*$" }),
        Kind::List(of) => {
            let one = Value::Object(self::kind(of));
            json!({ "anyOf": [{ "type": "array", "items": one.clone() }, one] })
        }
        Kind::Table(fields) => return table(fields),
        Kind::Named { names, of } => json!({
            "type": "object",
            "propertyNames": { "enum": names() },
            "additionalProperties": Value::Object(self::kind(of)),
        }),
        Kind::Map(of) => {
            json!({ "type": "object", "additionalProperties": Value::Object(self::kind(of)) })
        }
        Kind::Either(kinds) => {
            let any: Vec<Value> = kinds.iter().map(|it| Value::Object(self::kind(it))).collect();
            json!({ "anyOf": any })
        }
    };
    match value {
        Value::Object(res) => res,
        _ => Map::new(),
    }
}

/// Returns a limit as people write it: `100`, not `100.0`.
fn number(limit: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "only where nothing is lost")]
    let whole = limit as i64;
    #[expect(clippy::cast_precision_loss, reason = "it came from there")]
    let is_whole = (whole as f64 - limit).abs() < f64::EPSILON;
    if is_whole { whole.into() } else { limit.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_values_only_where_they_are_values() {
        let schema = |name| json_schema(subject(name).unwrap());
        let site = schema("site");
        let of = |schema: &Value, path: &str| schema.pointer(path).cloned();
        assert_eq!(of(&site, "/properties/title/default"), Some("Study Hall".into()));
        assert_eq!(of(&site, "/properties/study/properties/show_count/default"), Some(true.into()));
        assert_eq!(of(&schema("question"), "/properties/id/default"), None);
        assert_eq!(of(&schema("question"), "/properties/type/default"), None);
        assert_eq!(of(&schema("exam"), "/properties/pass_mark/maximum"), Some(100.into()));
        assert_eq!(of(&schema("exam"), "/additionalProperties"), Some(false.into()));
    }
}
