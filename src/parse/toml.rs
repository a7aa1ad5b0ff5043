//! TOML → values with spans, by the `toml` crate's recoverable parser.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Place};
use crate::source::{Source, Span};
use crate::value::{Data, Entry, Table, Value};

/// Reads the TOML in a span of a source as a table; each fault is reported.
pub fn parse(source: &Source, span: Span, out: &mut Vec<Diagnostic>) -> Table {
    let (table, errors) = DeTable::parse_recoverable(&source.text[span.range()]);
    let base = span.start as usize;
    for error in errors {
        let at = error.span().unwrap_or(0..0);
        let place = Place::new(&source.path, Span::new(base + at.start, base + at.end));
        let rule = if error.message().contains("duplicate key") {
            "duplicate-key"
        } else {
            "front-matter-syntax"
        };
        let message = match rule {
            "duplicate-key" => {
                let key = source.text[place.span.range()].trim();
                format!("`{key}` is written twice")
            }
            _ => format!("this is no TOML: {}", error.message().trim_end_matches('.')),
        };
        out.push(Diagnostic::deny(rule, place, message));
    }
    read_table(table.into_inner(), base)
}

fn read_table(table: DeTable<'_>, base: usize) -> Table {
    let mut entries: Vec<Entry> = table
        .into_iter()
        .map(|(key, value)| {
            let span = key.span();
            Entry {
                key: key.into_inner().into_owned(),
                key_span: Span::new(base + span.start, base + span.end),
                value: read_value(value, base),
            }
        })
        .collect();
    entries.sort_by_key(|it| it.key_span);
    Table { entries }
}

fn read_value(value: Spanned<DeValue<'_>>, base: usize) -> Value {
    let span = value.span();
    let data = match value.into_inner() {
        DeValue::String(text) => Data::String { text: text.into_owned(), plain: false },
        DeValue::Integer(it) => i64::from_str_radix(&it.as_str().replace('_', ""), it.radix())
            .map_or_else(
                |_| Data::String { text: it.as_str().to_owned(), plain: true },
                Data::Integer,
            ),
        DeValue::Float(it) => it.as_str().replace('_', "").parse().map_or_else(
            |_| Data::String { text: it.as_str().to_owned(), plain: true },
            Data::Float,
        ),
        DeValue::Boolean(it) => Data::Bool(it),
        DeValue::Datetime(it) => Data::Date(it.to_string()),
        DeValue::Array(list) => {
            Data::List(list.into_iter().map(|it| read_value(it, base)).collect())
        }
        DeValue::Table(table) => Data::Table(read_table(table, base)),
    };
    Value { data, span: Span::new(base + span.start, base + span.end) }
}
