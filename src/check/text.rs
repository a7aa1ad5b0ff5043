//! A part of a document as the plain text a reader sees, with the way back to the source.

use std::ops::Range;
use std::sync::OnceLock;

use crate::bank::fragment::{Fragment, Marks, Piece as Part, letter};
use crate::bank::title;
use crate::parse::tree::{Kind as Node, NodeId, Str, Tree};
use crate::source::Span;
use crate::words::Words;

/// What a piece of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Prose.
    Prose,
    /// Code, in a line or a block.
    Code,
    /// TeX.
    Math,
    /// The alternative text of an image.
    Alternative,
    /// The letter of a choice that the text refers to.
    Letter,
}

/// A run of bytes of the text and where it comes from; it ends where the next begins.
#[derive(Debug, Clone, Copy)]
struct Piece {
    at: usize,
    span: Span,
    kind: Kind,
    /// Whether the bytes are those of the source.
    verbatim: bool,
}

/// A plain text: markup left out, white space collapsed, blocks parted by line feeds.
///
/// What is hidden from readers (a cue, a label) is left out too. Code keeps its white space.
#[derive(Debug, Clone, Default)]
pub struct Text {
    text: String,
    /// Ascending, beginning at 0.
    pieces: Vec<Piece>,
    words: OnceLock<Words>,
}

impl Text {
    /// Returns the text of a fragment.
    pub fn of(fragment: &Fragment, tree: &Tree, marks: &Marks) -> Self {
        let mut maker = Maker { tree, marks, res: Self::default(), image: 0, code: 0 };
        for range in &fragment.ranges {
            maker.end_block();
            for id in range.clone() {
                maker.node(id);
            }
        }
        maker.finish()
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns its words.
    pub fn words(&self) -> &Words {
        self.words.get_or_init(|| {
            let mut res = Words::default();
            let mut start = 0;
            for (at, piece) in self.pieces.iter().enumerate() {
                let code = is_code(piece.kind);
                let end = self.end(at);
                // A word may go on in the next piece: it may be half bold.
                if self.pieces.get(at + 1).is_none_or(|it| is_code(it.kind) != code) {
                    res.read(&self.text, start..end, code);
                    start = end;
                }
            }
            res
        })
    }

    /// Returns what stands at a byte of the text.
    pub fn kind(&self, at: usize) -> Kind {
        self.piece(at).map_or(Kind::Prose, |at| self.pieces[at].kind)
    }

    /// Returns whether all of a range is code or TeX.
    pub fn is_code(&self, range: Range<usize>) -> bool {
        let (Some(from), Some(to)) = (self.piece(range.start), self.piece(range.end.max(1) - 1))
        else {
            return false;
        };
        !range.is_empty() && self.pieces[from..=to].iter().all(|it| is_code(it.kind))
    }

    /// Returns the bytes of the source from the beginning to the end of a range of the text.
    ///
    /// Markup between them is included: the quotation marks of a quote over two lines, say.
    pub fn span(&self, range: Range<usize>) -> Span {
        let Some(from) = self.piece(range.start) else { return Span::default() };
        let start = self.offset(from, range.start);
        if range.is_empty() {
            return Span::at(start);
        }
        let to = self.piece(range.end - 1).unwrap_or(from);
        let end = if self.pieces[to].verbatim {
            self.offset(to, range.end)
        } else {
            self.pieces[to].span.end as usize
        };
        Span::new(start, end)
    }

    /// Returns the bytes of the source of a range that stands there letter for letter, so that an
    /// edit of them is an edit of the text; `None` where markup, an entity or a line end is within.
    pub fn exact(&self, range: Range<usize>) -> Option<Span> {
        let at = self.piece(range.start)?;
        (self.pieces[at].verbatim && range.end <= self.end(at)).then(|| self.span(range))
    }

    /// Returns the bytes of the source of all of the text.
    pub fn whole(&self) -> Span {
        self.span(0..self.text.len())
    }

    /// Returns a part of the text as a text.
    pub fn slice(&self, range: Range<usize>) -> Self {
        let mut res = Self::default();
        let first = self.piece(range.start).unwrap_or(0);
        for (at, piece) in self.pieces.iter().enumerate().skip(first) {
            if piece.at >= range.end {
                break;
            }
            let start = piece.at.max(range.start);
            let end = self.end(at).min(range.end);
            if start < end {
                let whole = start == piece.at && end == self.end(at);
                let span = if whole { piece.span } else { self.span(start..end) };
                res.push(&self.text[start..end], span, piece.kind, piece.verbatim);
            }
        }
        res
    }

    /// Returns the bytes of each sentence, without white space at the ends.
    pub fn sentences(&self) -> Vec<Range<usize>> {
        let mut res = Vec::new();
        let mut start = 0;
        while start < self.text.len() {
            let line = self.text[start..].find('\n').map_or(self.text.len(), |at| start + at);
            let end = start + title::sentence_end(&self.text[start..line]);
            let sentence = self.text[start..end].trim();
            if !sentence.is_empty() {
                let from = end - self.text[start..end].trim_start().len();
                res.push(from..from + sentence.len());
            }
            start = if end == line { line + 1 } else { end };
        }
        res
    }

    /// Returns the position of the piece that a byte of the text belongs to.
    fn piece(&self, at: usize) -> Option<usize> {
        self.pieces.partition_point(|it| it.at <= at).checked_sub(1)
    }

    fn end(&self, piece: usize) -> usize {
        self.pieces.get(piece + 1).map_or(self.text.len(), |it| it.at)
    }

    fn offset(&self, piece: usize, at: usize) -> usize {
        let piece = &self.pieces[piece];
        piece.span.start as usize + if piece.verbatim { at - piece.at } else { 0 }
    }

    fn push(&mut self, text: &str, span: Span, kind: Kind, verbatim: bool) {
        if text.is_empty() {
            return;
        }
        let at = self.text.len();
        self.text.push_str(text);
        match self.pieces.last_mut() {
            // Pieces side by side in both texts are one.
            Some(last)
                if verbatim
                    && last.verbatim
                    && last.kind == kind
                    && last.span.end == span.start =>
            {
                last.span.end = span.end;
            }
            _ => self.pieces.push(Piece { at, span, kind, verbatim }),
        }
    }
}

fn is_code(kind: Kind) -> bool {
    matches!(kind, Kind::Code | Kind::Math)
}

struct Maker<'m> {
    tree: &'m Tree,
    marks: &'m Marks,
    res: Text,
    /// Where the image ends that was met last.
    image: NodeId,
    /// Where the code block ends that was met last.
    code: NodeId,
}

impl Maker<'_> {
    fn node(&mut self, id: NodeId) {
        let (tree, marks) = (self.tree, self.marks);
        let node = tree.node(id);
        let prose = if id < self.image { Kind::Alternative } else { Kind::Prose };
        match node.kind {
            Node::Text(it) if id < self.code => self.verbatim(it, node.span, Kind::Code),
            Node::Text(it @ Str::Source(span)) => {
                marks.split_places(span, tree.str(it), |span, part| match part {
                    Part::Text(text) => self.prose(text, span, prose),
                    Part::Choice(index) => {
                        let letter = letter(index).to_string();
                        self.res.push(&letter, span, Kind::Letter, false);
                    }
                });
            }
            Node::Code(_) | Node::InlineMath(_) | Node::DisplayMath(_) | Node::Text(_)
                if marks.hides(node.span) => {}
            Node::Text(it) => self.res.push(tree.str(it), node.span, prose, false),
            Node::Code(it) => self.verbatim(it, node.span, Kind::Code),
            Node::InlineMath(it) | Node::DisplayMath(it) => {
                self.verbatim(it, node.span, Kind::Math);
            }
            Node::SoftBreak | Node::HardBreak => self.white(" ", node.span),
            Node::Html(it) if tree.str(it).to_ascii_lowercase().starts_with("<br") => {
                self.white(" ", node.span);
            }
            Node::Image(_) => self.image = self.image.max(node.end),
            Node::CodeBlock { .. } => {
                self.end_block();
                self.code = node.end;
            }
            kind if !kind.is_inline() => self.end_block(),
            _ => {}
        }
    }

    fn verbatim(&mut self, it: Str, whole: Span, kind: Kind) {
        let text = self.tree.str(it);
        match it {
            Str::Source(span) => self.res.push(text, span, kind, true),
            Str::Owned(_) => self.res.push(text, whole, kind, false),
        }
    }

    /// Adds prose that stands verbatim at `span`, runs of white space as one space.
    fn prose(&mut self, text: &str, span: Span, kind: Kind) {
        let base = span.start as usize;
        let mut done = 0;
        let add = |res: &mut Text, range: Range<usize>| {
            let span = Span::new(base + range.start, base + range.end);
            res.push(&text[range], span, kind, true);
        };
        while let Some(found) = text[done..].find(char::is_whitespace) {
            let start = done + found;
            let rest = text[start..].trim_start();
            let end = text.len() - rest.len();
            add(&mut self.res, done..start);
            if &text[start..end] == " " && !self.is_parted() {
                add(&mut self.res, start..end);
            } else {
                self.white(" ", Span::new(base + start, base + end));
            }
            done = end;
        }
        add(&mut self.res, done..text.len());
    }

    /// Adds a space or a line feed, but none at the beginning and none after another.
    fn white(&mut self, white: &str, span: Span) {
        if !self.is_parted() {
            self.res.push(white, span, Kind::Prose, false);
        }
    }

    fn is_parted(&self) -> bool {
        self.res.text.is_empty() || self.res.text.ends_with(char::is_whitespace)
    }

    fn end_block(&mut self) {
        self.trim();
        let end = self.res.whole().end as usize;
        self.white("\n", Span::at(end));
    }

    /// Takes away white space at the end.
    fn trim(&mut self) {
        let end = self.res.text.trim_end().len();
        self.res.text.truncate(end);
        while self.res.pieces.last().is_some_and(|it| it.at >= end) {
            self.res.pieces.pop();
        }
        let whole = self.res.pieces.last().map(|it| it.span.start as usize + end - it.at);
        if let (Some(last), Some(whole)) = (self.res.pieces.last_mut(), whole)
            && last.verbatim
        {
            last.span = Span::new(last.span.start as usize, whole);
        }
    }

    fn finish(mut self) -> Text {
        self.trim();
        self.res
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bank::fragment::Mark;
    use crate::parse;
    use crate::source::Source;

    fn text(source: &str) -> Text {
        let (document, _) = parse::parse(&Source::new("q.md", source));
        let all = Fragment::of(0..document.body.len());
        Text::of(&all, &document.body, &Marks::default())
    }

    /// Returns what stands in the source where a part of its text comes from.
    fn behind<'s>(source: &'s str, part: &str) -> &'s str {
        let text = text(source);
        let at = text.as_str().find(part).unwrap_or_else(|| panic!("{part} in {text:?}"));
        &source[text.span(at..at + part.len()).range()]
    }

    #[test]
    fn markup_is_left_out_and_white_space_is_one() {
        for (source, expected) in [
            ("A **bold**\n*claim*,  `a  b` and $x^2$.\n", "A bold claim, a  b and x^2."),
            ("One\n\n> two\n> three\n\n- four\n  - five\n", "One\ntwo three\nfour\nfive"),
            ("See ![a rising *curve*](x.svg) &amp; \\*all\\*\n", "See a rising curve & *all*"),
            ("Line<br>break <b>x</b> <!-- no -->\n", "Line break x"),
            ("Run:\n\n```sh\ncd /\nls\n```\n", "Run:\ncd /\nls"),
            ("| a | b |\n|---|---|\n| c | d |\n", "a\nb\nc\nd"),
            ("  \n", ""),
        ] {
            assert_eq!(text(source).as_str(), expected, "{source}");
        }
    }

    #[test]
    fn every_place_leads_back_to_its_bytes() {
        let source = "\u{feff}---\r\ntitle: Ü\r\n---\r\n\r\nÄ **büld**  \u{1f600}\r\nñext &lt; `co  de`.\r\n\r\n- a\r\n\r\n  > quöted\r\n  > line\r\n";
        for (part, bytes) in [
            ("büld", "büld"),
            ("d \u{1f600}", "d**  \u{1f600}"),
            ("ñext <", "ñext &lt;"),
            ("<", "&lt;"),
            ("co  de", "co  de"),
            ("quöted line", "quöted\r\n  > line"),
            ("line", "line"),
        ] {
            assert_eq!(behind(source, part), bytes);
        }
        let text = text(source);
        let exact = |part: &str| {
            let at = text.as_str().find(part).unwrap();
            text.exact(at..at + part.len()).map(|it| &source[it.range()])
        };
        assert_eq!(exact("ñext"), Some("ñext"));
        assert_eq!(exact("<"), None);
        assert_eq!(exact("büld \u{1f600}"), None);
        assert_eq!(&source[text.whole().range()][..3], "Ä ");
    }

    #[test]
    fn code_is_told_from_prose() {
        let source = "Un**fold** the `not all` and $a b$ ![alt](x.svg).\n\n    indented code\n";
        let text = text(source);
        let words: Vec<(&str, bool)> = text.words().iter().map(|it| (it.lower, it.code)).collect();
        assert_eq!(
            words,
            [
                ("unfold", false),
                ("the", false),
                ("not", true),
                ("all", true),
                ("and", false),
                ("a", true),
                ("b", true),
                ("alt", false),
                ("indented", true),
                ("code", true),
            ]
        );
        let at = |part: &str| text.as_str().find(part).unwrap();
        assert_eq!(text.kind(at("a b")), Kind::Math);
        assert_eq!(text.kind(at("alt")), Kind::Alternative);
        assert!(text.is_code(at("not all")..at("not all") + 7));
        assert!(!text.is_code(at("the not")..at("the not") + 7));
    }

    #[test]
    fn marks_are_applied() {
        let source = "Not B, says (select two)\n";
        let (document, _) = parse::parse(&Source::new("q.md", source));
        let mut marks = Marks::default();
        let span = |part: &str| {
            let at = source.find(part).unwrap();
            Span::new(at, at + part.len())
        };
        marks.add(span("B"), Mark::Choice(2));
        marks.add(span(" (select two)"), Mark::Hide);
        let text = Text::of(&Fragment::of(0..document.body.len()), &document.body, &marks);
        assert_eq!(text.as_str(), "Not C, says");
        assert_eq!((text.kind(4), text.span(4..5)), (Kind::Letter, span("B")));
        assert_eq!(text.span(7..11), span("says"));
        assert_eq!(text.whole(), Span::new(0, 11));
    }

    #[test]
    fn parts_and_sentences() {
        let source = "First, e.g. **this**. Then *that*?\n\nLast\n";
        let text = text(source);
        let sentences: Vec<Text> = text.sentences().into_iter().map(|it| text.slice(it)).collect();
        let told: Vec<&str> = sentences.iter().map(Text::as_str).collect();
        assert_eq!(told, ["First, e.g. this.", "Then that?", "Last"]);
        assert_eq!(&source[sentences[1].whole().range()], "Then *that*?");
        let that = sentences[1].words().get(1).unwrap().range;
        assert_eq!(&source[sentences[1].span(that).range()], "that");
    }
}
