//! Markdown text → tree, by pulldown-cmark.

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{
    Alignment, CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag,
};

use crate::diagnostic::{Diagnostic, Place};
use crate::parse::tree::{Align, Kind, Node, NodeId, Str, Target, Tree};
use crate::source::{Source, Span};

/// Deepest nesting of blocks and inlines that is read.
pub const MAX_DEPTH: usize = 64;

/// Returns the tree of the body that begins at byte `start` of a source.
///
/// Task lists are not asked for: pulldown-cmark ends an item whose marker stands alone before a
/// blank line, so markers stay text and the bank reads them.
pub fn parse(source: &Source, start: usize, out: &mut Vec<Diagnostic>) -> Tree {
    let text = &source.text[start..];
    let mut builder = Builder {
        text,
        base: start,
        open: Vec::new(),
        tree: Tree::empty(Arc::clone(&source.text)),
    };
    if let Some(at) = too_deep(text) {
        out.push(nesting_too_deep(source, Span::new(start + at, start + at + 1)));
        return builder.tree;
    }
    let masked = mask_prices(text);
    let masked: &str = masked.as_deref().unwrap_or(text);
    builder.text = masked;
    // A node for each 32 bytes is more than nearly any text has.
    builder.tree.nodes.reserve(text.len() / 32);
    for (event, range) in Parser::new_ext(masked, options()).into_offset_iter() {
        let at = range.start;
        builder.event(event, range);
        if builder.open.len() > MAX_DEPTH {
            out.push(nesting_too_deep(source, Span::new(start + at, start + at + 1)));
            return Tree::empty(Arc::clone(&source.text));
        }
    }
    // Trees are kept as long as the bank.
    builder.tree.nodes.shrink_to_fit();
    builder.tree
}

/// What is read besides `CommonMark`.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_MATH
}

/// A definition `[label]: destination` to which links of the same file refer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The destination, escapes and entities resolved.
    pub destination: String,
    /// The whole definition's bytes in the source.
    pub span: Span,
}

/// Returns the link definitions of the body that begins at byte `start` of a source, in order.
///
/// The tree does not keep them, since only a command that changes links asks for them.
pub fn definitions(source: &Source, start: usize) -> Vec<Definition> {
    let text = &source.text[start..];
    if too_deep(text).is_some() {
        return Vec::new();
    }
    let masked = mask_prices(text);
    let parser = Parser::new_ext(masked.as_deref().unwrap_or(text), options());
    let mut res: Vec<Definition> = parser
        .reference_definitions()
        .iter()
        .map(|(_, it)| Definition {
            destination: unmask(&it.dest),
            span: Span::new(start + it.span.start, start + it.span.end),
        })
        .collect();
    res.sort_by_key(|it| it.span);
    res
}

/// Stands for a dollar sign that is money; offsets stay as they are.
const PRICE: char = '\u{1}';

/// Returns the text with each dollar sign masked that can neither open nor close a formula.
///
/// `$5-$10` and `US$5` are prices: FORMAT asks that no letter or digit touch the outside of either
/// sign and no space the inside. pulldown-cmark knows only the second half of that rule, and would
/// read the words between two prices, markup and all, as TeX.
fn mask_prices(text: &str) -> Option<String> {
    if !text.contains('$') || text.contains(PRICE) {
        return None;
    }
    // An odd number of backslashes makes a sign literal.
    let escaped = |at: usize| {
        text.as_bytes()[..at].iter().rev().take_while(|it| **it == b'\\').count() % 2 == 1
    };
    let signs: Vec<usize> =
        text.match_indices('$').map(|(at, _)| at).filter(|at| !escaped(*at)).collect();
    let before = |at: usize| text[..at].chars().next_back();
    let after = |at: usize| text[at + 1..].chars().next();
    let alphanumeric = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    let space = |it: Option<char>| it.is_none_or(char::is_whitespace);
    let dollar = |it: Option<char>| it == Some('$');
    let mut masked = text.as_bytes().to_vec();
    let mut rest = signs.iter().copied().peekable();
    while let Some(at) = rest.next() {
        // `$$` opens and closes a display, which no price looks like.
        if dollar(after(at)) {
            rest.next();
            if let Some(close) = rest.clone().find(|it| dollar(after(*it))) {
                while rest.next_if(|it| *it <= close + 1).is_some() {}
            }
            continue;
        }
        let opens = !alphanumeric(before(at)) && !space(after(at));
        let next = rest.peek().copied().filter(|it| !text[at..*it].contains("\n\n"));
        let closes = |it: usize| !space(before(it)) && !alphanumeric(after(it));
        if opens && next.is_some_and(closes) {
            rest.next();
        } else {
            masked[at] = PRICE as u8;
        }
    }
    String::from_utf8(masked).ok()
}

fn nesting_too_deep(source: &Source, span: Span) -> Diagnostic {
    let place = Place::new(&source.path, span);
    let message = format!("nested more than {MAX_DEPTH} levels deep");
    Diagnostic::deny("nesting-too-deep", place, message)
        .help("use fewer levels of lists and quotes")
}

/// Returns where a line opens more containers than are read, before the parser spends time on it.
fn too_deep(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let markers = line
            .bytes()
            .take_while(|it| matches!(it, b'>' | b' ' | b'\t' | b'-' | b'*' | b'+'))
            .filter(|it| *it == b'>')
            .count();
        if markers > MAX_DEPTH {
            return Some(at);
        }
        at += line.len();
    }
    None
}

struct Builder<'t> {
    text: &'t str,
    base: usize,
    open: Vec<NodeId>,
    tree: Tree,
}

impl<'t> Builder<'t> {
    fn event(&mut self, event: Event<'t>, range: Range<usize>) {
        let kind = match event {
            Event::Start(tag) => return self.start(tag, range),
            Event::End(_) => return self.end(),
            Event::Text(text) => return self.push_text(&text, range),
            Event::Code(text) => Kind::Code(self.string(&text, &range)),
            Event::InlineMath(text) => return self.math(&text, range, false),
            Event::DisplayMath(text) => return self.math(&text, range, true),
            Event::Html(text) | Event::InlineHtml(text) => Kind::Html(self.string(&text, &range)),
            Event::SoftBreak => Kind::SoftBreak,
            Event::HardBreak => Kind::HardBreak,
            Event::Rule => Kind::Rule,
            // Not asked for, so they cannot come; their text is kept all the same.
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {
                let raw = CowStr::Borrowed(&self.text[range.clone()]);
                Kind::Text(self.string(&raw, &range))
            }
        };
        self.push(kind, &range);
    }

    fn start(&mut self, tag: Tag<'t>, range: Range<usize>) {
        let kind = match tag {
            Tag::Paragraph => Kind::Paragraph,
            Tag::Heading { level, id, .. } => {
                if let Some(id) = id {
                    self.tree.heading_ids.push((self.tree.len(), id.as_ref().into()));
                }
                Kind::Heading(heading_level(level))
            }
            Tag::BlockQuote(_) => Kind::Quote,
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
                Kind::CodeBlock { info: self.string(&info, &range), fenced: true }
            }
            Tag::CodeBlock(CodeBlockKind::Indented) => {
                Kind::CodeBlock { info: Str::Source(Span::at(self.base)), fenced: false }
            }
            Tag::HtmlBlock => Kind::HtmlBlock,
            Tag::List(start) => Kind::List(start.map(|it| u32::try_from(it).unwrap_or(u32::MAX))),
            Tag::Item => Kind::Item,
            Tag::Table(columns) => {
                self.tree.tables.push(columns.into_iter().map(align).collect());
                Kind::Table(self.tree.tables.len() as u32 - 1)
            }
            Tag::TableHead => Kind::TableHead,
            Tag::TableRow => Kind::TableRow,
            Tag::TableCell => Kind::TableCell,
            Tag::Emphasis => Kind::Emphasis,
            Tag::Strong => Kind::Strong,
            Tag::Strikethrough => Kind::Strikethrough,
            // `<team@example.org>` is written without the scheme of its address.
            Tag::Link { link_type: LinkType::Email, dest_url, title, .. } => {
                Kind::Link(self.target(&format!("mailto:{dest_url}"), &title))
            }
            Tag::Link { dest_url, title, .. } => Kind::Link(self.target(&dest_url, &title)),
            Tag::Image { dest_url, title, .. } => Kind::Image(self.target(&dest_url, &title)),
            // Options that are not asked for.
            Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript
            | Tag::MetadataBlock(_) => Kind::Emphasis,
        };
        self.open.push(self.tree.len());
        self.push(kind, &range);
    }

    fn end(&mut self) {
        let end = self.tree.len();
        if let Some(id) = self.open.pop() {
            self.tree.nodes[id as usize].end = end;
        }
    }

    fn push(&mut self, kind: Kind, range: &Range<usize>) {
        let span = Span::new(self.base + range.start, self.base + range.end);
        let end = self.tree.len() + 1;
        self.tree.nodes.push(Node { kind, span, end });
    }

    /// Adds text, joined with the text before it if both stand side by side in the source.
    fn push_text(&mut self, text: &CowStr<'t>, range: Range<usize>) {
        let it = self.string(text, &range);
        if let Str::Source(new) = it
            && let Some(last) = self.tree.nodes.last_mut()
            && let Kind::Text(Str::Source(old)) = last.kind
            && old.end == new.start
        {
            last.kind = Kind::Text(Str::Source(Span { start: old.start, end: new.end }));
            last.span.end = new.end;
            return;
        }
        self.push(Kind::Text(it), &range);
    }

    /// Adds TeX, or the text it was written as where it cannot be a formula.
    fn math(&mut self, tex: &CowStr<'t>, range: Range<usize>, display: bool) {
        let alphanumeric = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
        let before = self.text[..range.start].chars().next_back();
        let after = self.text[range.end..].chars().next();
        if !display && (alphanumeric(before) || alphanumeric(after)) {
            let raw = CowStr::Borrowed(&self.text[range.clone()]);
            return self.push_text(&raw, range);
        }
        let it = self.string(tex, &range);
        self.push(if display { Kind::DisplayMath(it) } else { Kind::InlineMath(it) }, &range);
    }

    /// Returns where a text stands in the source, or keeps it if it does not stand there verbatim.
    fn string(&mut self, text: &CowStr<'t>, range: &Range<usize>) -> Str {
        if text.is_empty() {
            return Str::Source(Span::at(self.base + range.start));
        }
        let at = match text {
            CowStr::Borrowed(it) => {
                let at = (it.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
                (at < self.text.len()).then_some(at)
            }
            CowStr::Boxed(_) | CowStr::Inlined(_) => {
                let whole = &self.text[range.clone()];
                (whole.len() < 64)
                    .then(|| whole.find(text.as_ref()))
                    .flatten()
                    .map(|at| range.start + at)
            }
        };
        if let Some(at) = at
            && self.text.get(at..at + text.len()) == Some(text.as_ref())
        {
            return Str::Source(Span::new(self.base + at, self.base + at + text.len()));
        }
        self.tree.strings.push(unmask(text).into());
        Str::Owned(self.tree.strings.len() as u32 - 1)
    }

    fn target(&mut self, destination: &str, title: &str) -> u32 {
        self.tree.links.push(Target { destination: unmask(destination), title: unmask(title) });
        self.tree.links.len() as u32 - 1
    }
}

fn unmask(text: &str) -> String {
    text.replace(PRICE, "$")
}

fn heading_level(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

fn align(alignment: Alignment) -> Align {
    match alignment {
        Alignment::None => Align::None,
        Alignment::Left => Align::Left,
        Alignment::Center => Align::Center,
        Alignment::Right => Align::Right,
    }
}
