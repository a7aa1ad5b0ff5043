//! What is made from the field tables: the documentation's tables and the JSON Schemas.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use studyhall::check::rules::ALL;
use studyhall::load;
use studyhall::parse;
use studyhall::value::Data;
use studyhall::{reference, schema};

#[test]
fn the_documentation_holds_the_present_tables() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|it| it != "md") {
            continue;
        }
        let page = fs::read_to_string(&path).unwrap();
        let fresh = reference::refresh(&page).unwrap();
        if fresh == page {
            continue;
        }
        if std::env::var("SNAPSHOTS").is_ok_and(|it| it == "overwrite") {
            fs::write(&path, fresh).unwrap();
        } else {
            panic!("`{}` is out of date; run the tests with SNAPSHOTS=overwrite", path.display());
        }
    }
}

/// A page for each rule, and one that lists them; no page of a rule that is gone.
#[test]
fn the_documentation_holds_the_present_rules() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules");
    let mut wanted: BTreeMap<String, String> =
        ALL.iter().map(|it| (format!("{}.md", it.name), reference::rule_page(it))).collect();
    wanted.insert("README.md".to_owned(), reference::rules_page());
    let overwrite = std::env::var("SNAPSHOTS").is_ok_and(|it| it == "overwrite");
    let mut faults = Vec::new();
    for (name, page) in &wanted {
        let path = folder.join(name);
        if fs::read_to_string(&path).is_ok_and(|it| it == *page) {
            continue;
        }
        if overwrite {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, page).unwrap();
        } else {
            faults.push(format!("docs/rules/{name} is out of date"));
        }
    }
    for entry in fs::read_dir(&folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if !wanted.contains_key(&name) {
            if overwrite {
                fs::remove_file(entry.path()).unwrap();
            } else {
                faults.push(format!("docs/rules/{name} is the page of no rule"));
            }
        }
    }
    assert!(faults.is_empty(), "run the tests with SNAPSHOTS=overwrite:\n{}", faults.join("\n"));
}

#[test]
fn schemas_are_schemas() {
    for subject in &schema::SUBJECTS {
        let schema = schema::json_schema(subject);
        jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The sample bank has no findings, so its front matter must please the schemas too.
#[test]
fn the_sample_bank_conforms_to_the_schemas() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (sources, _) = load::sources(root, "default", Path::new("public")).unwrap();
    let mut checked = [0; schema::SUBJECTS.len()];
    for source in &sources.documents {
        let (document, _) = parse::parse(source);
        let name = match &*source.path {
            _ if document.front.entry("topics").is_some() => "exam",
            path if path.ends_with("_index.md") => "page",
            path if path.starts_with("content/authors/") => "author",
            path if path.contains("/lessons/") => "lesson",
            path if path.split('/').count() > 3 => "question",
            _ => "page",
        };
        let at = schema::SUBJECTS.iter().position(|it| it.name == name).unwrap();
        let validator =
            jsonschema::validator_for(&schema::json_schema(&schema::SUBJECTS[at])).unwrap();
        let value = value(&Data::Table(document.front.clone()));
        let faults: Vec<String> = validator
            .iter_errors(&value)
            .map(|it| format!("{}: {it}", it.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{}: {faults:#?}", source.path);
        checked[at] += 1;
    }
    assert!(checked[1..].iter().all(|it| *it > 0), "{checked:?}");
}

#[test]
fn schemas_refuse_what_the_program_refuses() {
    let validator =
        jsonschema::validator_for(&schema::json_schema(schema::subject("question").unwrap()))
            .unwrap();
    for good in [
        json!({}),
        json!({ "tags": "one" }),
        json!({ "references": ["https://a.org/x", { "title": "X", "url": "https://a.org" }] }),
        json!({ "former_ids": ["a/b"], "reviewed": "2026-11-30", "shuffle": false }),
        json!({ "lint": { "allow": { "longest-key": "reason" } } }),
    ] {
        assert!(validator.is_valid(&good), "{good}");
    }
    for bad in [
        json!({ "dificulty": "hard" }),
        json!({ "difficulty": "hrad" }),
        json!({ "id": "A" }),
        json!({ "reviewed": "30.11.2026" }),
        json!({ "shuffle": "yes" }),
        json!({ "references": "javascript:x" }),
    ] {
        assert!(!validator.is_valid(&bad), "{bad}");
    }
}

#[test]
fn the_schema_of_settings_knows_the_rules() {
    let schema = schema::json_schema(schema::subject("site").unwrap());
    let validator = jsonschema::validator_for(&schema).unwrap();
    let lint = |lint: Value| json!({ "lint": lint });
    assert!(
        validator.is_valid(&lint(json!({ "rules": { "missing-site-id": "note", "key": "deny" } })))
    );
    assert!(!validator.is_valid(&lint(json!({ "rules": { "missing-sight-id": "note" } }))));
    assert!(!validator.is_valid(&lint(json!({ "rules": { "key": "error" } }))));
}

fn value(data: &Data) -> Value {
    match data {
        Data::Null => Value::Null,
        Data::Bool(it) => (*it).into(),
        Data::Integer(it) => (*it).into(),
        Data::Float(it) => (*it).into(),
        Data::String { text, .. } | Data::Date(text) => text.clone().into(),
        Data::List(list) => list.iter().map(|it| value(&it.data)).collect(),
        Data::Table(table) => Value::Object(
            table
                .entries
                .iter()
                .map(|it| (it.key.clone(), value(&it.value.data)))
                .collect::<Map<_, _>>(),
        ),
    }
}
