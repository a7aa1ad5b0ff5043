//! Text files as they were read, and places in them.

use std::sync::Arc;

/// A half-open range of byte offsets into one source's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset one past the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the span of `start..end`; sources are at most 8 MB, so offsets fit.
    pub fn new(start: usize, end: usize) -> Self {
        let narrow = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { start: narrow(start), end: narrow(end.max(start)) }
    }

    /// Returns the empty span at `offset`.
    pub fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// Returns the span as a range for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns whether `other` lies wholly inside this span.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// One text file of the bank: its path from the bank's root, with `/`, and its text.
///
/// The text is kept byte for byte, so that spans and fixes fit the file on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Path from the bank's root, with `/` between the parts.
    pub path: Arc<str>,
    /// The text, with its byte order mark and line ends as on disk.
    pub text: Arc<str>,
}

impl Source {
    /// Returns the source of a path and a text.
    pub fn new(path: &str, text: &str) -> Self {
        Self { path: path.into(), text: text.into() }
    }

    /// Returns the line and the column (both from 1, the column in characters) of a byte offset.
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        (line, before[line_start..].trim_start_matches('\u{feff}').chars().count() + 1)
    }
}

/// A place in a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column in characters (Unicode scalar values).
    pub column: usize,
    /// The column in bytes.
    pub byte_column: usize,
}

/// Where the lines of a text begin, to find many places in it.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Looks for the lines of a text.
    pub fn new(text: &'t str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// Returns the place of a byte; a byte order mark has no column.
    pub fn position(&self, offset: u32) -> Position {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|it| *it <= offset);
        let before = &self.text[self.starts[line - 1]..offset];
        let before = before.trim_start_matches('\u{feff}');
        Position { line, column: before.chars().count() + 1, byte_column: before.len() + 1 }
    }
}

/// Splits a fixture into its files: a line `//- PATH` begins each.
///
/// Text before the first such line belongs to a file named `default_path`.
pub fn split_fixture(default_path: &str, fixture: &str) -> Vec<Source> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in fixture.split_inclusive('\n') {
        if let Some(path) = line.strip_prefix("//- ") {
            files.push((path.trim().to_owned(), String::new()));
            continue;
        }
        if files.is_empty() {
            files.push((default_path.to_owned(), String::new()));
        }
        if let Some((_, text)) = files.last_mut() {
            text.push_str(line);
        }
    }
    files.into_iter().map(|(path, text)| Source::new(&path, &text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_count_line_feeds() {
        let source = Source::new("a.md", "\u{feff}é x\r\nzwei\n");
        let at = |needle: &str| source.line_column(source.text.find(needle).unwrap() as u32);
        assert_eq!(at("é"), (1, 1));
        assert_eq!(at("x"), (1, 3));
        assert_eq!(at("wei"), (2, 2));
        assert_eq!(source.line_column(u32::MAX), (3, 1));
        let lines = Lines::new(&source.text);
        for at in 0..=source.text.len() as u32 {
            let it = lines.position(at);
            assert_eq!((it.line, it.column), source.line_column(at), "{at}");
        }
        assert_eq!(lines.position(6), Position { line: 1, column: 3, byte_column: 4 });
    }

    #[test]
    fn a_fixture_names_its_files() {
        let files = split_fixture("q.md", "one\n//- content/a.md\ntwo\nthree\n");
        assert_eq!(
            files,
            [Source::new("q.md", "one\n"), Source::new("content/a.md", "two\nthree\n")]
        );
    }
}
