//! Text → document: front matter as values, the body as a tree, both with spans.
//!
//! Knows Markdown, YAML and TOML, and no word of studying. Parsing never fails: it returns what
//! could be read, and every fault it found.

pub mod front_matter;
pub mod markdown;
pub mod toml;
pub mod tree;
pub mod yaml;
mod yaml_cause;

use crate::diagnostic::{Diagnostic, Place};
use crate::source::{Source, Span};
use crate::value::Table;
use tree::Tree;

/// Largest file that is read, in bytes.
pub const MAX_FILE: usize = 8 * 1024 * 1024;
/// Longest line that is read, in bytes.
pub const MAX_LINE: usize = 1024 * 1024;

/// One Markdown file, read.
#[derive(Clone, Debug)]
pub struct Document {
    /// The file.
    pub source: Source,
    /// Its front matter, as written.
    pub front: Table,
    /// The bytes between the fences; absent without front matter.
    pub front_span: Option<Span>,
    /// Whether the front matter is TOML.
    pub toml: bool,
    /// Its body.
    pub body: Tree,
    /// Whether its front matter or body could not be read whole.
    pub broken: bool,
}

impl Document {
    /// Returns the place of a span in this file.
    pub fn place(&self, span: Span) -> Place {
        Place::new(&self.source.path, span)
    }

    /// Returns the place of a span's first line, for a message about a whole block.
    pub fn first_line(&self, span: Span) -> Place {
        let text = &self.source.text[span.range()];
        let end = text.find('\n').map_or(text.len(), |at| text[..at].trim_end().len());
        self.place(Span::new(span.start as usize, span.start as usize + end))
    }
}

/// Parses one source.
pub fn parse(source: &Source) -> (Document, Vec<Diagnostic>) {
    let mut out = Vec::new();
    if let Some(found) = too_large(source) {
        let empty = Source::new(&source.path, "");
        let body = Tree::empty(empty.text.clone());
        let document = Document {
            source: empty,
            front: Table::default(),
            front_span: None,
            toml: false,
            body,
            broken: true,
        };
        return (document, vec![found]);
    }
    let front = front_matter::parse(source, &mut out);
    let body = markdown::parse(source, front.body_start, &mut out);
    let document = Document {
        source: source.clone(),
        front: front.table,
        front_span: front.span,
        toml: front.toml,
        body,
        broken: !out.is_empty(),
    };
    (document, out)
}

fn too_large(source: &Source) -> Option<Diagnostic> {
    let place = Place::new(&source.path, Span::default());
    if source.text.len() > MAX_FILE {
        let message = format!("file of {} bytes; at most 8 MB are read", source.text.len());
        return Some(Diagnostic::deny("file-too-large", place, message).help("split the file"));
    }
    let (line, length) =
        source.text.split('\n').map(str::len).enumerate().max_by_key(|(_, length)| *length)?;
    (length > MAX_LINE).then(|| {
        let message = format!("line {} has {length} bytes; at most 1 MB are read", line + 1);
        Diagnostic::deny("file-too-large", place, message).help("break the line")
    })
}
