//! YAML → values with spans, by saphyr-parser's events.
//!
//! Anchors, aliases and tags are refused: they make one value stand in two places.

use std::collections::BTreeMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Span as YamlSpan};

use crate::diagnostic::{Diagnostic, Place};
use crate::fields::is_date;
use crate::parse::yaml_cause;
use crate::source::{Source, Span};
use crate::value::{Data, Entry, Table, Value};

/// Deepest nesting of lists and tables that is read.
const MAX_DEPTH: usize = 32;

/// Reads the YAML in a span of a source as a table.
pub fn parse(source: &Source, span: Span, out: &mut Vec<Diagnostic>) -> Table {
    let text = &source.text[span.range()];
    let steps = if text.is_ascii() { Vec::new() } else { steps(text) };
    let mut reader = Reader { source, base: span.start as usize, text, out, steps, failed: false };
    let mut parser = Parser::new_from_str(text);
    let table = reader.document(&mut parser);
    if reader.failed { Table::default() } else { table }
}

/// Characters between two entries of `Reader::steps`.
const STEP: usize = 64;

/// Returns the byte offset of every 64th character.
fn steps(text: &str) -> Vec<usize> {
    text.char_indices().step_by(STEP).map(|(at, _)| at).collect()
}

/// A list or a table that is being read.
enum Open {
    List(Vec<Value>, Span),
    Table {
        table: Table,
        /// Places of its keys, by key.
        keys: BTreeMap<String, Span>,
        /// A key whose value comes next.
        key: Option<(String, Span)>,
        span: Span,
    },
}

impl Open {
    /// Returns the end of what it holds.
    fn inner_end(&self) -> u32 {
        match self {
            Self::List(list, span) => list.last().map_or(span.end, |it| it.span.end),
            Self::Table { table, span, .. } => {
                table.entries.last().map_or(span.end, |it| it.value.span.end.max(it.key_span.end))
            }
        }
    }
}

struct Reader<'s, 'o> {
    source: &'s Source,
    base: usize,
    text: &'s str,
    out: &'o mut Vec<Diagnostic>,
    /// Byte offset of every 64th character; empty if all are ASCII.
    steps: Vec<usize>,
    failed: bool,
}

impl<'s> Reader<'s, '_> {
    fn document(&mut self, parser: &mut Parser<'s, saphyr_parser::StrInput<'s>>) -> Table {
        let mut open: Vec<Open> = Vec::new();
        let mut root = Table::default();
        let mut documents = 0;
        while let Some(next) = parser.next_event() {
            let (event, yaml_span) = match next {
                Ok(it) => it,
                Err(error) => {
                    let at = self.offset(error.marker().index());
                    self.fail(
                        Span::at(at),
                        format!("this is no YAML: {}", lower(error.info())),
                        None,
                    );
                    return root;
                }
            };
            let span = self.span(yaml_span);
            if open.len() > MAX_DEPTH {
                self.fail(span, "lists and tables nest too deep".to_owned(), None);
                return root;
            }
            if let Some(what) = refused(&event) {
                return self.refuse(span, what);
            }
            let value = match event {
                Event::Scalar(text, style, ..) => Value { data: scalar(&text, style), span },
                Event::SequenceStart(..) => {
                    open.push(Open::List(Vec::new(), span));
                    continue;
                }
                Event::MappingStart(..) => {
                    let (table, keys) = (Table::default(), BTreeMap::new());
                    open.push(Open::Table { table, keys, key: None, span });
                    continue;
                }
                Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                    Some(closed) => self.closed(closed, span),
                    None => continue,
                },
                Event::DocumentStart(_) => {
                    documents += 1;
                    continue;
                }
                _ => continue,
            };
            match open.last_mut() {
                Some(Open::List(list, _)) => list.push(value),
                Some(Open::Table { table, keys, key, .. }) => match key.take() {
                    Some((name, key_span)) => self.entry(table, keys, (name, key_span), value),
                    None => *key = Some(self.key(value)),
                },
                None if documents > 1 => {
                    self.fail(value.span, "a second document begins here".to_owned(), None);
                }
                None => root = self.root(value),
            }
        }
        root
    }

    /// Returns the value of a list or a table whose end was met.
    fn closed(&self, closed: Open, end: Span) -> Value {
        let inner_end = closed.inner_end();
        let (data, start) = match closed {
            Open::List(list, span) => (Data::List(list), span.start),
            Open::Table { table, span, .. } => (Data::Table(table), span.start),
        };
        // Without brackets it ends where the last thing in it does.
        let first = self.source.text.as_bytes().get(start as usize);
        let end = if matches!(first, Some(b'[' | b'{')) { end.end } else { inner_end };
        Value { data, span: Span { start, end: end.max(start) } }
    }

    fn root(&mut self, value: Value) -> Table {
        match value.data {
            Data::Table(table) => table,
            Data::Null => Table::default(),
            other => {
                let message =
                    format!("front matter must be fields `name: value`, found {}", other.kind());
                self.fail(value.span, message, None);
                Table::default()
            }
        }
    }

    fn key(&mut self, value: Value) -> (String, Span) {
        let raw = &self.source.text[value.span.range()];
        match value.data {
            Data::String { text, .. } | Data::Date(text) => (text, value.span),
            Data::List(_) | Data::Table(_) => {
                self.fail(value.span, "a field's name must be text".to_owned(), None);
                (String::new(), value.span)
            }
            _ => (raw.trim().to_owned(), value.span),
        }
    }

    fn entry(
        &mut self,
        table: &mut Table,
        keys: &mut BTreeMap<String, Span>,
        (key, key_span): (String, Span),
        value: Value,
    ) {
        if let Some(first) = keys.get(&key) {
            let place = Place::new(&self.source.path, key_span);
            let first = Place::new(&self.source.path, *first);
            self.out.push(
                Diagnostic::deny("duplicate-key", place, format!("`{key}` is written twice"))
                    .note("first written here", Some(first))
                    .help("keep one of them"),
            );
            return;
        }
        keys.insert(key.clone(), key_span);
        table.entries.push(Entry { key, key_span, value });
    }

    fn refuse(&mut self, span: Span, what: &str) -> Table {
        let help = format!("write the value out instead of using {what}");
        self.fail(span, format!("YAML {what} are not read"), Some(help));
        Table::default()
    }

    fn fail(&mut self, span: Span, message: String, help: Option<String>) {
        self.failed = true;
        let stopped = (span.start as usize).saturating_sub(self.base);
        if let Some(cause) = yaml_cause::find(self.text, stopped).filter(|_| help.is_none()) {
            let span = Span::new(self.base + cause.range.start, self.base + cause.range.end);
            let place = Place::new(&self.source.path, span);
            let found = Diagnostic::deny("front-matter-syntax", place, cause.message);
            let found = found.help(cause.help);
            // The parser may stumble twice over one slip.
            if self.out.last() != Some(&found) {
                self.out.push(found);
            }
            return;
        }
        let place = Place::new(&self.source.path, span);
        let help = help.or_else(|| {
            message
                .contains("mapping values")
                .then(|| "put a value that holds `: ` between quotes".to_owned())
        });
        self.out.push(Diagnostic::deny("front-matter-syntax", place, message).help_if(help));
    }

    /// Returns the byte offset in the source of a character index in the YAML text.
    fn offset(&self, index: usize) -> usize {
        if self.steps.is_empty() {
            return self.base + index.min(self.text.len());
        }
        let Some(step) = self.steps.get(index / STEP) else { return self.base + self.text.len() };
        let rest = &self.text[*step..];
        let inner = rest.char_indices().nth(index % STEP).map_or(rest.len(), |(at, _)| at);
        self.base + step + inner
    }

    /// Returns the span in the source, without trailing white space.
    fn span(&self, span: YamlSpan) -> Span {
        let start = self.offset(span.start.index());
        let end = self.offset(span.end.index()).max(start);
        let kept = self.source.text[start..end].trim_end_matches([' ', '\t', '\r', '\n']).len();
        Span::new(start, start + kept)
    }
}

/// Returns what an event uses that makes one value stand in two places, or hides its type.
fn refused(event: &Event<'_>) -> Option<&'static str> {
    let (anchor, tagged) = match event {
        Event::Alias(_) => return Some("aliases"),
        Event::Scalar(_, _, anchor, tag) => (*anchor, tag.is_some()),
        Event::SequenceStart(anchor, tag) | Event::MappingStart(anchor, tag) => {
            (*anchor, tag.is_some())
        }
        _ => return None,
    };
    if anchor != 0 { Some("anchors") } else { tagged.then_some("tags") }
}

fn lower(message: &str) -> String {
    let mut chars = message.trim_end_matches('.').chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// Resolves a plain scalar by YAML 1.2's core schema, and dates besides.
///
/// The parser's own texts have room for much longer ones, so they are not kept.
fn scalar(text: &str, style: ScalarStyle) -> Data {
    if style != ScalarStyle::Plain {
        return Data::String { text: text.to_owned(), plain: false };
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Data::Null,
        "true" | "True" | "TRUE" => return Data::Bool(true),
        "false" | "False" | "FALSE" => return Data::Bool(false),
        _ => {}
    }
    let first = text.as_bytes()[0];
    if first.is_ascii_digit() || matches!(first, b'-' | b'+' | b'.') {
        if is_date(text) {
            return Data::Date(text.to_owned());
        }
        if let Ok(it) = text.parse::<i64>() {
            return Data::Integer(it);
        }
        let numeric = text.bytes().all(|it| it.is_ascii_digit() || b"+-.eE".contains(&it));
        if let (true, Ok(it)) = (numeric, text.parse::<f64>()) {
            return Data::Float(it);
        }
    }
    Data::String { text: text.to_owned(), plain: true }
}
