//! Front matter → front matter with a field changed, every other byte as it was.
//!
//! Each edit is a guess at where bytes go, and is checked: the changed text is parsed again, and
//! must differ in the one field and in nothing else. Where it does not, nothing is changed and the
//! author is asked to write the field.

mod remove;

use std::borrow::Cow;

use crate::diagnostic::{Edit, Fix};
use crate::parse::{self, Document};
use crate::source::{Source, Span};
use crate::value::{Data, Entry, Table, Value};
pub use remove::{remove_comments, remove_entry};

/// Why a field was not changed: its name, to be written by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByHand(pub &'static str);

/// Adds texts to a list and takes others out; returns the document's text.
///
/// A list that is not there is made; a single value becomes a list.
///
/// # Errors
///
/// A notation that is not understood well enough.
pub fn change_list(
    document: &Document,
    key: &'static str,
    add: &[String],
    remove: &[String],
) -> Result<String, ByHand> {
    let present: Vec<String> = document.front.texts(key).map(|(text, _)| text.to_owned()).collect();
    let add: Vec<String> = add.iter().filter(|it| !present.contains(it)).cloned().collect();
    let is_removed = |it: &Value| it.text().is_some_and(|it| remove.iter().any(|old| old == it));
    if add.is_empty() && !document.front.list(key).iter().any(is_removed) {
        return Ok(document.source.text.to_string());
    }
    let expected: Vec<String> =
        present.into_iter().filter(|it| !remove.contains(it)).chain(add.iter().cloned()).collect();
    let new: Vec<String> = add.iter().map(|it| quote(it, document.toml)).collect();
    let edits = match document.front.entry(key) {
        None => vec![new_field(document, key, &format!("[{}]", new.join(", ")))],
        Some(entry) => match &entry.value.data {
            Data::List(list) if !list.is_empty() && !is_flow(document, &entry.value) => {
                block_list(document, list, &new, is_removed).ok_or(ByHand(key))?
            }
            Data::List(list) => vec![flow_list(document, &entry.value, list, &new, is_removed)],
            Data::Null => vec![after_colon(document, entry, &new)],
            _ => {
                let one = std::slice::from_ref(&entry.value);
                let text = raw_list(document, one, &new, is_removed);
                vec![Edit { span: entry.value.span, text }]
            }
        },
    };
    let text = Fix { safe: true, message: String::new(), edits }.apply(&document.source.text);
    let is_expected = |front: &Table| front.texts(key).map(|(text, _)| text).eq(&expected);
    checked(document, text, key, is_expected)
}

/// Puts other texts in the place of some, in a field that holds one or a list.
///
/// # Errors
///
/// A notation that is not understood well enough.
pub fn replace_texts(
    document: &Document,
    key: &'static str,
    new: impl Fn(&str) -> Option<String>,
) -> Result<String, ByHand> {
    let texts = || document.front.texts(key);
    let edits: Vec<Edit> = texts()
        .filter_map(|(text, span)| Some(Edit { span, text: quote(&new(text)?, document.toml) }))
        .collect();
    let expected: Vec<String> =
        texts().map(|(text, _)| new(text).unwrap_or_else(|| text.to_owned())).collect();
    let text = Fix { safe: true, message: String::new(), edits }.apply(&document.source.text);
    checked(document, text, key, |front| front.texts(key).map(|(text, _)| text).eq(&expected))
}

/// Returns the edit that adds a field with a word as its value, which needs no quotes in YAML.
pub fn add_word(document: &Document, key: &str, word: &str) -> Edit {
    let quoted = quote(word, true);
    new_field(document, key, if document.toml { &quoted } else { word })
}

/// Takes a field out, with its line.
///
/// # Errors
///
/// A notation that is not understood well enough.
pub fn remove_field(document: &Document, key: &'static str) -> Result<String, ByHand> {
    let text: &str = &document.source.text;
    let Some(entry) = document.front.entry(key) else { return Ok(text.to_owned()) };
    let start = line_start(text, entry.key_span.start as usize);
    let end = line_end(text, (entry.value.span.end as usize).max(entry.key_span.end as usize));
    let edits = vec![Edit { span: Span::new(start, end), text: String::new() }];
    let text = Fix { safe: true, message: String::new(), edits }.apply(text);
    checked(document, text, key, |front| front.entry(key).is_none())
}

/// Returns the one edit that makes a text of another, with as few bytes as there can be; nothing if
/// they are the same.
pub fn between(old: &str, new: &str) -> Option<Edit> {
    let same = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
        a.zip(b).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum::<usize>()
    };
    let start = same(&mut old.chars(), &mut new.chars());
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = same(&mut old_rest.chars().rev(), &mut new_rest.chars().rev());
    (old != new).then(|| Edit {
        span: Span::new(start, old.len() - end),
        text: new_rest[..new_rest.len() - end].to_owned(),
    })
}

/// Returns the text if it parses, and says the same as before but for the field.
fn checked(
    document: &Document,
    text: String,
    key: &'static str,
    is_expected: impl Fn(&Table) -> bool,
) -> Result<String, ByHand> {
    let (new, found) = parse::parse(&Source::new(&document.source.path, &text));
    let others = |table: &Table| -> Vec<(String, String)> {
        table
            .entries
            .iter()
            .filter(|it| it.key != key)
            .map(|it| (it.key.clone(), shape(&it.value.data)))
            .collect()
    };
    let mut before = others(&document.front);
    let mut after = others(&new.front);
    before.sort();
    after.sort();
    let old_body = document.body.nodes.len();
    if (found.is_empty() || document.broken)
        && before == after
        && is_expected(&new.front)
        && new.body.nodes.len() == old_body
    {
        Ok(text)
    } else {
        Err(ByHand(key))
    }
}

/// Returns a value as a text without spans, for comparison.
fn shape(data: &Data) -> String {
    match data {
        Data::List(list) => {
            list.iter().map(|it| format!("[{}]", shape(&it.data))).collect::<String>()
        }
        Data::Table(table) => table
            .entries
            .iter()
            .map(|it| format!("{{{:?}: {}}}", it.key, shape(&it.value.data)))
            .collect::<String>(),
        other => format!("{other:?}"),
    }
}

fn is_flow(document: &Document, value: &Value) -> bool {
    document.source.text[value.span.range()].starts_with('[')
}

/// Returns `[old, new]`, old values as they were written.
fn raw_list(
    document: &Document,
    old: &[Value],
    new: &[String],
    is_removed: impl Fn(&Value) -> bool,
) -> String {
    let old = old
        .iter()
        .filter(|it| !is_removed(it))
        .map(|it| Cow::Borrowed(&document.source.text[it.span.range()]));
    let all: Vec<Cow<'_, str>> =
        old.chain(new.iter().map(|it| Cow::Borrowed(it.as_str()))).collect();
    format!("[{}]", all.join(", "))
}

fn flow_list(
    document: &Document,
    value: &Value,
    list: &[Value],
    new: &[String],
    is_removed: impl Fn(&Value) -> bool,
) -> Edit {
    match list.last() {
        // Comments and line breaks between the values stay.
        Some(last) if !list.iter().any(&is_removed) => {
            let at = Span::at(last.span.end as usize);
            Edit { span: at, text: new.iter().map(|it| format!(", {it}")).collect() }
        }
        _ => Edit { span: value.span, text: raw_list(document, list, new, is_removed) },
    }
}

/// Adds lines after the last of a YAML list, and takes others out.
fn block_list(
    document: &Document,
    list: &[Value],
    new: &[String],
    is_removed: impl Fn(&Value) -> bool,
) -> Option<Vec<Edit>> {
    let text: &str = &document.source.text;
    let mut edits: Vec<Edit> = list
        .iter()
        .filter(|it| is_removed(it))
        .map(|it| {
            let start = line_start(text, it.span.start as usize);
            let end = line_end(text, it.span.end as usize);
            Edit { span: Span::new(start, end), text: String::new() }
        })
        .collect();
    let last = list.last()?;
    let begins = line_start(text, last.span.start as usize);
    let marker = text.get(begins..last.span.start as usize)?;
    if marker.trim() != "-" {
        return None;
    }
    let eol = eol(text);
    let lines = new.iter().map(|it| format!("{marker}{it}{eol}")).collect();
    edits.push(Edit { span: Span::at(line_end(text, last.span.end as usize)), text: lines });
    Some(edits)
}

/// Gives a field without a value one.
fn after_colon(document: &Document, entry: &Entry, new: &[String]) -> Edit {
    let end = entry.key_span.end as usize;
    let colon = document.source.text[end..].find(':').map_or(end, |at| end + at + 1);
    Edit { span: Span::at(colon), text: format!(" [{}]", new.join(", ")) }
}

/// Adds a field: in YAML as the last, in TOML after the last that stands before all tables.
fn new_field(document: &Document, key: &str, value: &str) -> Edit {
    let text: &str = &document.source.text;
    let eol = eol(text);
    let Some(front) = document.front_span else {
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let text = format!("---{eol}{key}: {value}{eol}---{eol}{eol}");
        return Edit { span: Span::at(start), text };
    };
    if document.toml {
        let is_plain = |it: &&Entry| {
            let start = line_start(text, it.key_span.start as usize);
            !text[start..].trim_start().starts_with('[')
        };
        let last = document.front.entries.iter().take_while(is_plain).last();
        let at = last.map_or(front.start as usize, |it| line_end(text, it.value.span.end as usize));
        return Edit { span: Span::at(at), text: format!("{key} = {value}{eol}") };
    }
    let indent = document.front.entries.first().map_or("", |it| {
        let start = it.key_span.start as usize;
        let before = &text[line_start(text, start)..start];
        if before.trim().is_empty() { before } else { "" }
    });
    let span = Span::at(front.end as usize);
    Edit { span, text: format!("{indent}{key}: {value}{eol}") }
}

/// Returns a text as YAML or TOML reads it.
fn quote(text: &str, toml: bool) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    let begins = text.chars().next().is_some_and(|it| it.is_alphabetic() || it == '/');
    // Without a slash it might be read as a number, a date or a truth value.
    if !toml && begins && text.contains('/') && text.chars().all(is_plain) {
        return text.to_owned();
    }
    serde_json::Value::from(text).to_string()
}

fn eol(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

fn line_start(text: &str, at: usize) -> usize {
    let at = text[..at].rfind('\n').map_or(0, |it| it + 1);
    if at == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { at }
}

/// Returns the offset after the line end.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |it| at + it + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, key: &'static str, add: &[&str], remove: &[&str], after: &str) {
        let owned = |list: &[&str]| list.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let (document, _) = parse::parse(&Source::new("q.md", before));
        let res = change_list(&document, key, &owned(add), &owned(remove));
        assert_eq!(res.as_deref(), Ok(after));
    }

    #[test]
    fn lists_of_every_notation_grow() {
        for (before, after) in [
            ("text\n", "---\nformer_ids: [a/b]\n---\n\ntext\n"),
            ("\u{feff}text", "\u{feff}---\nformer_ids: [a/b]\n---\n\ntext"),
            ("---\n---\n", "---\nformer_ids: [a/b]\n---\n"),
            ("---\r\nid: x\r\n---\r\n", "---\r\nid: x\r\nformer_ids: [a/b]\r\n---\r\n"),
            ("---\n  id: x # é\n---\n", "---\n  id: x # é\n  former_ids: [a/b]\n---\n"),
            (
                "---\ntitle: |\n  one\n  two\n---\n",
                "---\ntitle: |\n  one\n  two\nformer_ids: [a/b]\n---\n",
            ),
            (
                "---\nformer_ids: # none\nid: x\n---\n",
                "---\nformer_ids: [a/b] # none\nid: x\n---\n",
            ),
            ("---\nformer_ids: c\n---\n", "---\nformer_ids: [c, a/b]\n---\n"),
            ("---\nformer_ids: []\n---\n", "---\nformer_ids: [a/b]\n---\n"),
            (
                "---\nformer_ids: [ c, 'd' ] # x\n---\n",
                "---\nformer_ids: [ c, 'd', a/b ] # x\n---\n",
            ),
            (
                "---\nformer_ids:\n  - c # é\n  - d\nid: x\n---\n",
                "---\nformer_ids:\n  - c # é\n  - d\n  - a/b\nid: x\n---\n",
            ),
            (
                "---\r\nformer_ids:\r\n-   c\r\n---\r\n",
                "---\r\nformer_ids:\r\n-   c\r\n-   a/b\r\n---\r\n",
            ),
            ("+++\n+++\n", "+++\nformer_ids = [\"a/b\"]\n+++\n"),
            (
                "+++\nid = \"x\" # y\n\n[lint.allow]\nr = \"z\"\n+++\n",
                "+++\nid = \"x\" # y\nformer_ids = [\"a/b\"]\n\n[lint.allow]\nr = \"z\"\n+++\n",
            ),
            (
                "+++\n[lint.allow]\nr = \"z\"\n+++\n",
                "+++\nformer_ids = [\"a/b\"]\n[lint.allow]\nr = \"z\"\n+++\n",
            ),
            (
                "+++\nformer_ids = [\n  \"c\", # é\n]\n+++\n",
                "+++\nformer_ids = [\n  \"c\", \"a/b\", # é\n]\n+++\n",
            ),
            ("+++\nformer_ids = 'c'\n+++\n", "+++\nformer_ids = ['c', \"a/b\"]\n+++\n"),
        ] {
            check(before, "former_ids", &["a/b"], &[], after);
        }
        check(
            "---\nformer_ids: [a/b]\n---\n",
            "former_ids",
            &["a/b"],
            &[],
            "---\nformer_ids: [a/b]\n---\n",
        );
    }

    #[test]
    fn values_are_taken_out() {
        for (before, after) in [
            ("---\naliases: [/a/, /b/]\n---\n", "---\naliases: [/b/, /c/]\n---\n"),
            (
                "---\naliases:\n  - /b/\n  - /a/ # x\n---\n",
                "---\naliases:\n  - /b/\n  - /c/\n---\n",
            ),
            ("---\naliases: /a/\n---\n", "---\naliases: [/c/]\n---\n"),
            ("+++\naliases = [\"/a/\"]\n+++\n", "+++\naliases = [\"/c/\"]\n+++\n"),
        ] {
            check(before, "aliases", &["/c/"], &["/a/"], after);
        }
        check("---\naliases: [/a/]\n---\n", "aliases", &[], &["/a/"], "---\naliases: []\n---\n");
    }

    #[test]
    fn a_notation_that_is_not_understood_is_left_alone() {
        let (document, _) = parse::parse(&Source::new("q.md", "---\n{id: x}\n---\n"));
        let res = change_list(&document, "former_ids", &["a/b".to_owned()], &[]);
        assert_eq!(res, Err(ByHand("former_ids")));
    }

    #[test]
    fn texts_are_replaced_and_fields_removed() {
        let (document, _) = parse::parse(&Source::new(
            "q.md",
            "---\nenemies: [a/b, \"c\"] # é\nobjective: x # y\ntopic: 'old'\n---\n",
        ));
        let new = |it: &str| (it == "a/b").then(|| "d/e".to_owned());
        assert_eq!(
            replace_texts(&document, "enemies", new).as_deref(),
            Ok("---\nenemies: [d/e, \"c\"] # é\nobjective: x # y\ntopic: 'old'\n---\n")
        );
        assert_eq!(
            remove_field(&document, "objective").as_deref(),
            Ok("---\nenemies: [a/b, \"c\"] # é\ntopic: 'old'\n---\n")
        );
    }
}
