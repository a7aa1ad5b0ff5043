//! Parts of a document's body, and what is to be seen differently in them.

use std::ops::Range;

use smallvec::SmallVec;

use crate::math;
use crate::parse::tree::{Kind, NodeId, Tree};
use crate::source::Span;

/// Whole subtrees of one tree, in reading order: a stem, a choice, a rationale.
///
/// The roots may be blocks or, for the text of a tight list item, inlines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fragment {
    /// Ranges of nodes, each a run of whole sibling subtrees; nearly always one.
    pub ranges: SmallVec<[Range<NodeId>; 2]>,
}

impl Fragment {
    /// Returns the fragment of one run of siblings.
    pub fn of(range: Range<NodeId>) -> Self {
        let mut res = Self::default();
        res.push(range);
        res
    }

    /// Adds a run of siblings, joined with the last one if it follows at once.
    pub fn push(&mut self, range: Range<NodeId>) {
        if range.is_empty() {
            return;
        }
        match self.ranges.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => self.ranges.push(range),
        }
    }

    /// Returns whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns the ids of all nodes, descendants included.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.ranges.iter().cloned().flatten()
    }

    /// Returns the ids of the topmost nodes.
    pub fn roots<'t>(&'t self, tree: &'t Tree) -> impl Iterator<Item = NodeId> + 't {
        self.ranges.iter().flat_map(move |range| tree.siblings(range.clone()))
    }

    /// Returns the words as plain text with the marks applied, white space collapsed.
    ///
    /// Choice references become the letters as written.
    pub fn plain_text(&self, tree: &Tree, marks: &Marks) -> String {
        let mut raw = String::new();
        self.push_text(tree, marks, &mut raw);
        collapsed(&raw)
    }

    /// Returns the words as `plain_text` does, with formulas as people write them in a line.
    pub fn readable(&self, tree: &Tree, marks: &Marks) -> String {
        let mut raw = String::new();
        self.push_words(tree, marks, &mut raw, |tex, raw| raw.push_str(&math::text(tex)));
        collapsed(&raw)
    }

    /// Adds the words as `plain_text` returns them to `raw`, white space as it comes.
    pub fn push_text(&self, tree: &Tree, marks: &Marks, raw: &mut String) {
        self.push_words(tree, marks, raw, |tex, raw| raw.push_str(tex));
    }

    fn push_words(
        &self,
        tree: &Tree,
        marks: &Marks,
        raw: &mut String,
        push_formula: impl Fn(&str, &mut String),
    ) {
        for id in self.nodes() {
            let node = tree.node(id);
            match node.kind {
                Kind::Text(it) => {
                    marks.split(node.span, tree.str(it), |piece| match piece {
                        Piece::Text(text) => raw.push_str(text),
                        Piece::Choice(index) => raw.push(letter(index)),
                    });
                }
                Kind::Code(it) if !marks.hides(node.span) => raw.push_str(tree.str(it)),
                Kind::InlineMath(it) | Kind::DisplayMath(it) if !marks.hides(node.span) => {
                    push_formula(tree.str(it), raw);
                }
                Kind::SoftBreak | Kind::HardBreak => raw.push(' '),
                kind if !kind.is_inline() => raw.push(' '),
                _ => {}
            }
        }
    }
}

/// Returns a text with each run of white space as one space, none at the ends.
pub fn collapsed(text: &str) -> String {
    if is_collapsed(text) {
        return text.to_owned();
    }
    let mut res = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !res.is_empty() {
            res.push(' ');
        }
        res.push_str(word);
    }
    res
}

/// Returns whether nothing needs to be collapsed, as far as a look at the bytes tells: so it is
/// with nearly every text of one line.
fn is_collapsed(text: &str) -> bool {
    let bytes = text.as_bytes();
    let graphic = |it: Option<&u8>| it.is_some_and(u8::is_ascii_graphic);
    text.is_empty()
        || graphic(bytes.first())
            && graphic(bytes.last())
            && bytes.iter().all(|it| *it == b' ' || it.is_ascii_graphic())
            && !text.contains("  ")
}

/// Returns the letter of a choice in written order, `A` for 0.
pub fn letter(index: u8) -> char {
    char::from(b'A' + index.min(25))
}

/// What is to be done with a run of bytes when the body is shown or hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Not shown: a selection cue, a task marker, a label such as `Tempting:`.
    Hide,
    /// A reference to the choice of this index in written order.
    Choice(u8),
}

/// A piece of a text between marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'t> {
    /// Text as written.
    Text(&'t str),
    /// A reference to a choice.
    Choice(u8),
}

/// Marks of one document, ascending and not overlapping.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    marks: Vec<(Span, Mark)>,
}

impl Marks {
    /// Adds a mark; one that overlaps an earlier one is left out.
    pub fn add(&mut self, span: Span, mark: Mark) {
        let at = self.marks.partition_point(|(it, _)| it.start < span.start);
        let clear_before = at == 0 || self.marks[at - 1].0.end <= span.start;
        let clear_after = self.marks.get(at).is_none_or(|(it, _)| span.end <= it.start);
        if clear_before && clear_after {
            self.marks.insert(at, (span, mark));
        }
    }

    /// Adds many marks at once; one that overlaps an earlier one is left out.
    pub fn extend(&mut self, marks: impl IntoIterator<Item = (Span, Mark)>) {
        self.marks.extend(marks);
        // The sort is stable, so of marks with one start those added earlier stay.
        self.marks.sort_by_key(|(span, _)| span.start);
        let mut end = 0;
        self.marks.retain(|(span, _)| {
            let clear = span.start >= end;
            end = if clear { span.end } else { end };
            clear
        });
    }

    /// Gives back memory that was set aside for more marks.
    pub fn shrink_to_fit(&mut self) {
        self.marks.shrink_to_fit();
    }

    /// Returns the marks that touch a span from inside.
    pub fn within(&self, span: Span) -> &[(Span, Mark)] {
        let from = self.marks.partition_point(|(it, _)| it.end <= span.start);
        let to = self.marks.partition_point(|(it, _)| it.start < span.end);
        &self.marks[from..to.max(from)]
    }

    /// Returns all marks.
    pub fn all(&self) -> &[(Span, Mark)] {
        &self.marks
    }

    /// Returns whether a span lies inside a hidden one.
    pub fn hides(&self, span: Span) -> bool {
        let at = self.marks.partition_point(|(it, _)| it.start <= span.start);
        at > 0 && self.marks[at - 1].1 == Mark::Hide && self.marks[at - 1].0.contains(span)
    }

    /// Hands out the pieces of a text node; hidden bytes are passed over.
    ///
    /// `span` is the node's span and `text` its text; marks apply only where the text stands
    /// verbatim in the source, which is where the reader set them.
    pub fn split<'t>(&self, span: Span, text: &'t str, mut take: impl FnMut(Piece<'t>)) {
        self.split_places(span, text, |_, piece| take(piece));
    }

    /// As `split`, each piece with its bytes in the source.
    pub fn split_places<'t>(
        &self,
        span: Span,
        text: &'t str,
        mut take: impl FnMut(Span, Piece<'t>),
    ) {
        if self.marks.is_empty() {
            take(span, Piece::Text(text));
            return;
        }
        if self.hides(span) {
            return;
        }
        if text.len() != span.range().len() {
            take(span, Piece::Text(text));
            return;
        }
        let base = span.start as usize;
        let place = |start, end| Span::new(base + start, base + end);
        let mut done = 0;
        for (mark_span, mark) in self.within(span) {
            let start = (mark_span.start as usize).saturating_sub(base);
            let end = (mark_span.end as usize - base).min(text.len());
            if start > done {
                take(place(done, start), Piece::Text(&text[done..start]));
            }
            if let Mark::Choice(index) = mark {
                take(*mark_span, Piece::Choice(*index));
            }
            done = end;
        }
        if done < text.len() {
            take(place(done, text.len()), Piece::Text(&text[done..]));
        }
    }
}
