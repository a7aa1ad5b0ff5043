//! A Markdown body as a flat tree: nodes in reading order, each knowing where its subtree ends.
//!
//! A node is a few words long and its text stays in the source, so that a bank of a hundred
//! thousand questions fits in memory. Walking it is a loop, never a recursion.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::raw_html;
use crate::source::Span;

/// Index of a node in its tree.
pub type NodeId = u32;

/// A text that stands verbatim in the source, or one that the parser made (an entity, say).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Str {
    /// Bytes of the source.
    Source(Span),
    /// Index into the tree's own strings.
    Owned(u32),
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A paragraph.
    Paragraph,
    /// A heading of level 1 to 6; its id, if written, is in `Tree::heading_id`.
    Heading(u8),
    /// A block quote.
    Quote,
    /// A code block, its lines as `Text` children; the info string.
    CodeBlock {
        /// The info string, empty for none.
        info: Str,
        /// Whether it stands between fences.
        fenced: bool,
    },
    /// A block of raw HTML, its lines as `Html` children.
    HtmlBlock,
    /// A list; the first number if it is ordered.
    List(Option<u32>),
    /// An item of a list. In a tight list its text stands directly in it, without a paragraph.
    Item,
    /// A table; its index in `Tree::tables`.
    Table(u32),
    /// The head of a table, with cells as children.
    TableHead,
    /// A row of a table's body.
    TableRow,
    /// A cell.
    TableCell,
    /// A thematic break.
    Rule,
    /// Plain text.
    Text(Str),
    /// Code in a line.
    Code(Str),
    /// Raw HTML: a tag or a comment in a line, or a line of an HTML block.
    Html(Str),
    /// TeX in a line, without its dollar signs.
    InlineMath(Str),
    /// TeX on lines of its own, without its dollar signs.
    DisplayMath(Str),
    /// A line end that counts as a space.
    SoftBreak,
    /// A line end that stays.
    HardBreak,
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// Struck-out text.
    Strikethrough,
    /// A link; its index in `Tree::links`.
    Link(u32),
    /// An image, its alternative text as children; its index in `Tree::links`.
    Image(u32),
}

impl Kind {
    /// Returns whether this kind stands in a line of text rather than on its own.
    pub fn is_inline(self) -> bool {
        matches!(
            self,
            Self::Text(_)
                | Self::Code(_)
                | Self::Html(_)
                | Self::InlineMath(_)
                | Self::DisplayMath(_)
                | Self::SoftBreak
                | Self::HardBreak
                | Self::Emphasis
                | Self::Strong
                | Self::Strikethrough
                | Self::Link(_)
                | Self::Image(_)
        )
    }
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// Its bytes in the source.
    pub span: Span,
    /// Index one past its last descendant.
    pub end: NodeId,
}

/// Where a link or an image leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The destination as written, escapes and entities resolved.
    pub destination: String,
    /// The title, empty for none.
    pub title: String,
}

/// How the cells of a table's column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// As the theme says.
    None,
    /// At the start of the line.
    Left,
    /// In the middle.
    Center,
    /// At the end of the line.
    Right,
}

/// The body of a document.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The text of the source, which `Str::Source` points into.
    pub text: Arc<str>,
    /// The nodes in reading order, a parent before its children.
    pub nodes: Vec<Node>,
    /// Texts that do not stand verbatim in the source.
    pub strings: Vec<Box<str>>,
    /// Targets of links and images.
    pub links: Vec<Target>,
    /// Alignments of the columns of each table.
    pub tables: Vec<Vec<Align>>,
    /// Ids written at headings (`{#id}`), by node, ascending.
    pub heading_ids: Vec<(NodeId, Box<str>)>,
}

impl Tree {
    /// Returns a tree without nodes.
    pub fn empty(text: Arc<str>) -> Self {
        Self {
            text,
            nodes: Vec::new(),
            strings: Vec::new(),
            links: Vec::new(),
            tables: Vec::new(),
            heading_ids: Vec::new(),
        }
    }

    /// Returns a node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// Returns the text of a `Str`.
    pub fn str(&self, it: Str) -> &str {
        match it {
            Str::Source(span) => &self.text[span.range()],
            Str::Owned(index) => &self.strings[index as usize],
        }
    }

    /// Returns the ids of the top-level nodes.
    pub fn roots(&self) -> Siblings<'_> {
        self.siblings(0..self.len())
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> NodeId {
        self.nodes.len() as NodeId
    }

    /// Returns whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the ids of a node's children.
    pub fn children(&self, id: NodeId) -> Siblings<'_> {
        self.siblings(id + 1..self.node(id).end)
    }

    /// Returns the ids of the nodes that begin in a range of whole subtrees, their descendants left out.
    pub fn siblings(&self, range: Range<NodeId>) -> Siblings<'_> {
        Siblings { tree: self, next: range.start, end: range.end }
    }

    /// Returns a node's subtree, itself included, as a range of ids.
    pub fn subtree(&self, id: NodeId) -> Range<NodeId> {
        id..self.node(id).end
    }

    /// Returns the id written at a heading.
    pub fn heading_id(&self, id: NodeId) -> Option<&str> {
        let at = self.heading_ids.binary_search_by_key(&id, |(node, _)| *node).ok()?;
        Some(&self.heading_ids[at].1)
    }

    /// Returns the text of a code block, of code or of TeX, with line feeds as line ends.
    pub fn verbatim(&self, id: NodeId) -> Cow<'_, str> {
        let raw = match self.node(id).kind {
            Kind::Code(it)
            | Kind::InlineMath(it)
            | Kind::DisplayMath(it)
            | Kind::Html(it)
            | Kind::Text(it) => Cow::Borrowed(self.str(it)),
            _ => {
                let lines = self.nodes[id as usize + 1..self.node(id).end as usize].iter();
                Cow::Owned(
                    lines
                        .filter_map(|it| match it.kind {
                            Kind::Text(text) | Kind::Html(text) => Some(self.str(text)),
                            _ => None,
                        })
                        .collect(),
                )
            }
        };
        if raw.contains('\r') { Cow::Owned(raw.replace("\r\n", "\n")) } else { raw }
    }

    /// Returns whether a block is nothing but HTML comments, each of them closed.
    pub fn is_comment(&self, id: NodeId) -> bool {
        self.node(id).kind == Kind::HtmlBlock && {
            let text = self.verbatim(id);
            raw_html::is_comment(&text) && text.trim_end().ends_with("-->")
        }
    }

    /// Returns the words of some subtrees as plain text: no markup, breaks as spaces, images as
    /// their alternative text, raw HTML left out, blocks parted by a space.
    pub fn plain_text(&self, range: Range<NodeId>) -> String {
        let mut res = String::new();
        for id in range {
            match self.node(id).kind {
                Kind::Text(it) | Kind::Code(it) | Kind::InlineMath(it) | Kind::DisplayMath(it) => {
                    res.push_str(self.str(it));
                }
                Kind::SoftBreak | Kind::HardBreak => res.push(' '),
                kind if !kind.is_inline() && !res.is_empty() && !res.ends_with(' ') => {
                    res.push(' ');
                }
                _ => {}
            }
        }
        res
    }
}

/// Iterator over the ids of sibling nodes.
#[derive(Clone, Debug)]
pub struct Siblings<'t> {
    tree: &'t Tree,
    next: NodeId,
    end: NodeId,
}

impl Iterator for Siblings<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        if self.next >= self.end {
            return None;
        }
        let id = self.next;
        self.next = self.tree.node(id).end;
        Some(id)
    }
}
