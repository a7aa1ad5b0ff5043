//! The text of one line of a body, joined through emphasis and soft breaks, with its places.

use std::ops::Range;

use crate::parse::tree::{Kind, NodeId, Str, Tree};
use crate::source::Span;

/// Stands in a joined text for what is no text: code, math, raw HTML, an image.
pub const OPAQUE: char = '\u{fffc}';

/// A joined text and where its pieces stand in the source.
#[derive(Debug, Default)]
pub struct Joined {
    /// The text; a soft or hard break is a line feed.
    pub text: String,
    /// Pieces that stand verbatim in the source: byte offset in `text`, offset in the source, length.
    pieces: Vec<(usize, u32, usize)>,
}

impl Joined {
    /// Joins the inline nodes of a range.
    pub fn of(tree: &Tree, range: Range<NodeId>) -> Self {
        let mut res = Self::default();
        let mut id = range.start;
        while id < range.end {
            let node = tree.node(id);
            match node.kind {
                Kind::Text(it) => {
                    if let Str::Source(span) = it {
                        res.pieces.push((res.text.len(), span.start, span.range().len()));
                    }
                    res.text.push_str(tree.str(it));
                }
                Kind::SoftBreak | Kind::HardBreak => res.text.push('\n'),
                Kind::Code(_) | Kind::InlineMath(_) | Kind::DisplayMath(_) | Kind::Html(_) => {
                    res.text.push(OPAQUE);
                }
                Kind::Image(_) => {
                    res.text.push(OPAQUE);
                    id = node.end;
                    continue;
                }
                _ => {}
            }
            id += 1;
        }
        res
    }

    /// Returns where a range of the text stands in the source, if it stands there in one piece.
    pub fn source(&self, range: Range<usize>) -> Option<Span> {
        let at = self.pieces.partition_point(|(start, ..)| *start <= range.start).checked_sub(1)?;
        let (start, source, length) = self.pieces[at];
        (range.end <= start + length).then(|| {
            let begin = source as usize + range.start - start;
            Span::new(begin, begin + range.len())
        })
    }

    /// Returns the source offset of a byte of the text that stands verbatim in the source.
    pub fn offset(&self, at: usize) -> Option<usize> {
        self.source(at..at).map(|span| span.start as usize)
    }
}

/// Folds case without moving a byte, so that offsets fit both texts.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.chars()
        .map(|c| {
            let mut lower = c.to_lowercase();
            match (lower.next(), lower.next()) {
                (Some(it), None) if it.len_utf8() == c.len_utf8() => it,
                _ => c,
            }
        })
        .collect()
}

/// Returns the runs of inline nodes in a range of whole subtrees: the lines of paragraphs, tight
/// items and table cells. Headings are left out.
pub fn runs(tree: &Tree, range: Range<NodeId>) -> Vec<Range<NodeId>> {
    let mut res: Vec<Range<NodeId>> = Vec::new();
    let mut id = range.start;
    while id < range.end {
        let node = tree.node(id);
        if matches!(node.kind, Kind::Heading(_) | Kind::CodeBlock { .. } | Kind::HtmlBlock) {
            id = node.end;
        } else if node.kind.is_inline() {
            // Every block has a node of its own, so inlines of two blocks are never neighbours.
            match res.last_mut() {
                Some(last) if last.end == id => last.end = node.end,
                _ => res.push(id..node.end),
            }
            id = node.end;
        } else {
            id += 1;
        }
    }
    res
}
