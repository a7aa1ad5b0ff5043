//! The tables of front matter: values with their places, and what is wrong with fields.
//!
//! `tests/front/values.md` is parsing alone: `KEY@LINE:COLUMN = KIND VALUE @LINE:COLUMN «BYTES»`.
//! `tests/front/fields.md` is what a question makes of its fields.

use std::fs;
use std::path::Path;

use studyhall::parse;
use studyhall::source::{Source, Span};
use studyhall::value::{Data, Table, Value};

use crate::reading::{cases, findings, push_line, question};

const BODY: &str = "Which?\n\n- [x] One\n- [ ] Two\n- [x] Three\n";

pub(crate) fn table(name: &str) -> Vec<(String, String, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/front").join(name);
    cases(&fs::read_to_string(file).unwrap())
}

/// Returns the cases of fields as whole questions.
pub(crate) fn fields() -> Vec<(String, String, String)> {
    let cases = table("fields.md").into_iter();
    cases.map(|(name, input, expected)| (name, input + BODY, expected)).collect()
}

fn at(source: &Source, span: Span) -> String {
    let (line, column) = source.line_column(span.start);
    format!("{line}:{column}")
}

fn tell_table(res: &mut String, source: &Source, table: &Table, prefix: &str) {
    for entry in &table.entries {
        let path = format!("{prefix}{}", entry.key);
        let key = source.text.get(entry.key_span.range()).unwrap();
        assert_eq!(key.trim_matches('"'), entry.key, "the span of a key is the key");
        res.push_str(&format!("{path}@{} = ", at(source, entry.key_span)));
        tell(res, source, &entry.value, &path);
    }
}

fn tell(res: &mut String, source: &Source, value: &Value, path: &str) {
    let (kind, text) = match &value.data {
        Data::Null => {
            res.push_str("null\n");
            return;
        }
        Data::Bool(it) => ("bool", it.to_string()),
        Data::Integer(it) => ("integer", it.to_string()),
        Data::Float(it) => ("float", it.to_string()),
        Data::String { text, plain: true } => ("plain", text.clone()),
        Data::String { text, .. } => ("text", text.clone()),
        Data::Date(it) => ("date", it.clone()),
        Data::List(_) => ("list", String::new()),
        Data::Table(_) => ("table", String::new()),
    };
    let raw = source.text.get(value.span.range()).unwrap();
    let told = format!("{kind} {text}");
    let line = format!("{} @{} «{raw}»", told.trim_end_matches(' '), at(source, value.span));
    push_line!(res, "{}", line.replace("\r\n", "⏎").replace('\n', "⏎"));
    match &value.data {
        Data::List(list) => {
            for (n, it) in list.iter().enumerate() {
                res.push_str(&format!("{path}[{n}] = "));
                tell(res, source, it, &format!("{path}[{n}]"));
            }
        }
        Data::Table(table) => tell_table(res, source, table, &format!("{path}.")),
        _ => {}
    }
}

#[test]
fn every_value_has_its_exact_place() {
    let mut failed = Vec::new();
    for (name, input, expected) in table("values.md") {
        let source = Source::new("q.md", &input);
        let (document, found) = parse::parse(&source);
        let mut actual = String::new();
        tell_table(&mut actual, &source, &document.front, "");
        actual.push_str(&findings(&found, &input));
        if actual != expected {
            failed.push(format!("## {name}\n-- expected\n{expected}-- read\n{actual}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_fault_of_a_field_is_found_at_its_place() {
    let mut failed = Vec::new();
    for (name, input, expected) in fields() {
        let actual = findings(&question(&input).1, &input);
        if actual != expected {
            failed.push(format!("## {name}\n-- expected\n{expected}-- read\n{actual}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn deep_nesting_and_huge_front_matter_are_refused_or_read_in_bounded_time() {
    for deep in [
        format!("---\na: {}1{}\n---\n", "[".repeat(100_000), "]".repeat(100_000)),
        format!("---\na: {}\n---\n", "{a: ".repeat(10_000)),
        format!("+++\na = {}1{}\n+++\n", "[".repeat(10_000), "]".repeat(10_000)),
        format!(
            "---\n{}\n---\n",
            (0..400).map(|it| format!("{}k:\n", " ".repeat(it))).collect::<String>()
        ),
    ] {
        let (document, found) = parse::parse(&Source::new("q.md", &deep));
        assert!(document.broken && !found.is_empty());
    }
    let wide: String = (0..20_000).map(|it| format!("key{it}: value {it}\n")).collect();
    let (document, found) = parse::parse(&Source::new("q.md", &format!("---\n{wide}---\n")));
    assert_eq!((document.front.entries.len(), found.len()), (20_000, 0));
    let long = format!("---\ntags: [{}]\n---\n", "é, ".repeat(200_000));
    assert!(parse::parse(&Source::new("q.md", &long)).1.is_empty());
}
