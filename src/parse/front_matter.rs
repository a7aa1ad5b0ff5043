//! The block of YAML or TOML at the very start of a file.

use crate::diagnostic::{Diagnostic, Edit, Place};
use crate::parse::{toml, yaml};
use crate::source::{Source, Span};
use crate::value::Table;

/// The front matter of a file and where its body begins.
#[derive(Debug, Default)]
pub struct FrontMatter {
    /// The fields.
    pub table: Table,
    /// The bytes between the fence lines; absent if the file has no front matter.
    pub span: Option<Span>,
    /// Whether TOML was used.
    pub toml: bool,
    /// Offset at which the body begins.
    pub body_start: usize,
}

/// Reads the front matter of a source; faults are reported and give an empty table.
pub fn parse(source: &Source, out: &mut Vec<Diagnostic>) -> FrontMatter {
    let text: &str = &source.text;
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let first = text[start..].split_inclusive('\n').next().unwrap_or_default();
    let fence = match first.trim_end() {
        "---" => "---",
        "+++" => "+++",
        _ => {
            report_late(source, start, out);
            return FrontMatter { body_start: start, ..FrontMatter::default() };
        }
    };
    let toml = fence == "+++";
    let inner_start = start + first.len();
    let mut at = inner_start;
    for line in text[inner_start..].split_inclusive('\n') {
        if line.trim_end() == fence {
            let span = Span::new(inner_start, at);
            let table =
                if toml { toml::parse(source, span, out) } else { yaml::parse(source, span, out) };
            return FrontMatter { table, span: Some(span), toml, body_start: at + line.len() };
        }
        at += line.len();
    }
    let place = Place::new(&source.path, Span::new(start, start + fence.len()));
    let message = format!("front matter begins with `{fence}` but never ends");
    let help = format!("add a line `{fence}` after the last field");
    out.push(Diagnostic::deny("unclosed-front-matter", place, message).help(help));
    FrontMatter { toml, body_start: text.len(), ..FrontMatter::default() }
}

/// Reports front matter that begins after blank lines: it would be read as text.
fn report_late(source: &Source, start: usize, out: &mut Vec<Diagnostic>) {
    let rest = &source.text[start..];
    let blank = rest.len() - rest.trim_start().len();
    let late = rest.trim_start();
    let fence = late.lines().next().unwrap_or_default().trim_end();
    let field = late.lines().nth(1).unwrap_or_default();
    let named = field.split_once([':', '=']).is_some_and(|(name, _)| {
        !name.trim().is_empty() && name.trim().chars().all(|c| c.is_ascii_lowercase() || c == '_')
    });
    let closed = late.lines().skip(2).any(|it| it.trim_end() == fence);
    if blank == 0 || !matches!(fence, "---" | "+++") || !named || !closed {
        return;
    }
    let at = start + blank;
    let place = Place::new(&source.path, Span::new(at, at + fence.len()));
    let edits = vec![Edit { span: Span::new(start, at), text: String::new() }];
    out.push(
        Diagnostic::deny("front-matter-syntax", place, "front matter must begin on the first line")
            .help("remove the blank lines before it")
            .safe_fix("remove the blank lines before it", edits),
    );
}
