//! Tree → HTML: one pass over the nodes, with a stack of what is open.

use std::collections::BTreeMap;

use crate::bank::fragment::{Piece, letter};
use crate::bank::heading;
use crate::config::RawHtml;
use crate::math;
use crate::parse::tree::{Align, Kind, NodeId, Tree};
use crate::plan::{Field, Href};
use crate::raw_html;

use super::author;
use super::escape::{push_attribute, push_escaped, push_text};
use super::highlight::Highlighter;

/// Title by which an image says that it needs no alternative text.
const DECORATIVE: &str = "decorative";

/// Returns the HTML of a field.
pub(super) fn html(field: &Field<'_>, raw: RawHtml, highlighter: &Highlighter) -> String {
    let tree = &field.document.body;
    let bytes = field.fragment.roots(tree).map(|id| tree.node(id).span.range().len());
    let mut writer = Writer {
        field,
        tree,
        raw,
        highlighter,
        out: String::with_capacity(bytes.sum::<usize>() * 5 / 4 + 64),
        trim: true,
        open: Vec::new(),
        ids: None,
        limit: 0,
        column: 0,
        table: None,
        eager: field.first_image_eager,
    };
    for range in &field.fragment.ranges {
        let mut id = range.start;
        writer.limit = range.end;
        while id < range.end {
            writer.close_before(id);
            id = writer.node(id);
        }
        writer.close_before(range.end);
    }
    while writer.open.pop().map(|it| writer.close(&it)).is_some() {}
    writer.out
}

/// Appends a reference to a choice, whose letter the page's script changes with the order.
pub fn push_choice(out: &mut String, id: &str, letter: char) {
    out.push_str("<span class=\"choice-ref\"");
    push_attribute(out, "data-choice", id);
    out.push('>');
    out.push(letter);
    out.push_str("</span>");
}

/// What writes a field.
pub(super) struct Writer<'f, 'a> {
    pub(super) field: &'f Field<'a>,
    tree: &'f Tree,
    raw: RawHtml,
    highlighter: &'f Highlighter,
    pub(super) out: String,
    /// Whether nothing of a line is written yet, so that white space is left out: what stood
    /// before it may be hidden.
    pub(super) trim: bool,
    open: Vec<Open>,
    /// Ids of headings, made when there is one.
    ids: Option<BTreeMap<NodeId, String>>,
    /// End of the run of nodes at hand.
    limit: NodeId,
    /// Column of the next cell.
    column: usize,
    /// The table that is open, and whether its body is.
    table: Option<(u32, bool)>,
    /// Whether the next image is loaded at once.
    eager: bool,
}

/// An element that is open.
#[derive(Clone, Copy)]
struct Open {
    /// Its node's end; absent for an element of the author, which ends with its tag or with the
    /// node that it stands in.
    end: Option<NodeId>,
    /// What ends it.
    close: Close,
    /// Length of the output before its tag.
    before: usize,
    /// Length of the output after its tag.
    after: usize,
}

#[derive(Clone, Copy)]
enum Close {
    /// End tags.
    Tag(&'static str),
    /// End tags of what is left out when there is nothing in it.
    Filled(&'static str),
    /// End tags of a block of text, whose last white space is left out too.
    Line(&'static str),
    /// End tag of a heading, by its level.
    Heading(u8),
    Table,
    /// An element of the author.
    Author(&'static str),
}

impl Writer<'_, '_> {
    /// Closes what ends before a node.
    fn close_before(&mut self, id: NodeId) {
        while let Some(at) = self.open.iter().rposition(|it| it.end.is_some())
            && self.open[at].end.is_some_and(|end| end <= id)
        {
            // The author's elements inside end with it.
            while self.open.len() > at
                && let Some(last) = self.open.pop()
            {
                self.close(&last);
            }
        }
    }

    fn close(&mut self, open: &Open) {
        match open.close {
            Close::Tag(tags) => self.out.push_str(tags),
            Close::Filled(tags) if self.out.len() > open.after => self.out.push_str(tags),
            Close::Filled(_) => self.out.truncate(open.before),
            Close::Line(tags) => {
                self.trim_end(open.after);
                if self.out.len() == open.after {
                    self.out.truncate(open.before);
                } else {
                    self.out.push_str(tags);
                }
                self.trim = true;
            }
            Close::Heading(level) => {
                self.trim_end(open.after);
                self.out.push_str(&format!("</h{level}>\n"));
                self.trim = true;
            }
            Close::Table => {
                let body = self.table.take().is_some_and(|(_, body)| body);
                self.out.push_str(if body {
                    "</tbody></table></div>\n"
                } else {
                    "</table></div>\n"
                });
            }
            Close::Author(name) => {
                self.out.push_str("</");
                self.out.push_str(name);
                self.out.push('>');
            }
        }
    }

    /// Drops white space and line breaks at the end of a line's output.
    fn trim_end(&mut self, from: usize) {
        loop {
            let line = &self.out[from..];
            let kept = line.trim_end_matches([' ', '\n', '\t']);
            let kept = kept.strip_suffix("<br>").unwrap_or(kept).len();
            if kept == line.len() {
                return;
            }
            self.out.truncate(from + kept);
        }
    }

    fn push_open(&mut self, id: NodeId, tag: &str, close: Close) -> NodeId {
        let before = self.out.len();
        self.out.push_str(tag);
        self.open.push(Open {
            end: Some(self.tree.node(id).end),
            close,
            before,
            after: self.out.len(),
        });
        id + 1
    }

    /// Writes the beginning of a node, or all of it; returns the next node to be written.
    fn node(&mut self, id: NodeId) -> NodeId {
        let node = *self.tree.node(id);
        if self.field.marks.hides(node.span) {
            return node.end;
        }
        match node.kind {
            Kind::Paragraph => return self.paragraph(id),
            Kind::Heading(level) => return self.heading(id, level),
            Kind::Quote => {
                return self.push_open(id, "<blockquote>\n", Close::Tag("</blockquote>\n"));
            }
            Kind::CodeBlock { info, .. } => self.code_block(id, self.tree.str(info)),
            Kind::HtmlBlock => self.html_block(id),
            Kind::List(None) => return self.push_open(id, "<ul>\n", Close::Tag("</ul>\n")),
            Kind::List(Some(1)) => return self.push_open(id, "<ol>\n", Close::Tag("</ol>\n")),
            Kind::List(Some(start)) => {
                let tag = format!("<ol start=\"{start}\">\n");
                return self.push_open(id, &tag, Close::Tag("</ol>\n"));
            }
            Kind::Item => {
                self.trim = true;
                return self.push_open(id, "<li>", Close::Tag("</li>\n"));
            }
            Kind::Table(table) => return self.start_table(id, table),
            Kind::TableHead => {
                self.column = 0;
                return self.push_open(id, "<thead><tr>", Close::Tag("</tr></thead>\n"));
            }
            Kind::TableRow => return self.row(id),
            Kind::TableCell => return self.cell(id),
            Kind::Rule => self.out.push_str("<hr>\n"),
            Kind::Text(it) => self.text(node.span, self.tree.str(it)),
            Kind::Code(_) => {
                self.out.push_str("<code dir=\"ltr\">");
                push_text(&mut self.out, &self.tree.verbatim(id));
                self.out.push_str("</code>");
                self.trim = false;
            }
            Kind::Html(_) => return self.raw(id),
            Kind::InlineMath(_) => self.math(id, false),
            Kind::DisplayMath(_) => self.math(id, true),
            Kind::SoftBreak if self.trim => {}
            Kind::SoftBreak => self.out.push('\n'),
            Kind::HardBreak if self.trim => {}
            Kind::HardBreak => self.out.push_str("<br>\n"),
            Kind::Emphasis => return self.push_open(id, "<em>", Close::Filled("</em>")),
            Kind::Strong => return self.push_open(id, "<strong>", Close::Filled("</strong>")),
            Kind::Strikethrough => return self.push_open(id, "<del>", Close::Filled("</del>")),
            Kind::Link(target) => return self.link(id, target),
            Kind::Image(target) => self.image(id, target),
        }
        node.end
    }

    fn paragraph(&mut self, id: NodeId) -> NodeId {
        self.trim = true;
        if let Some(math) = self.lone_display(id) {
            self.math_block(math);
            return self.tree.node(id).end;
        }
        let nested = self.open.iter().any(|it| it.end.is_some());
        if self.field.inline && !nested {
            // Several paragraphs of a line of text stay apart.
            let tag = if self.out.is_empty() { "" } else { "<br>" };
            return self.push_open(id, tag, Close::Line(""));
        }
        self.push_open(id, "<p>", Close::Line("</p>\n"))
    }

    /// Returns the formula that is all there is to see in a paragraph.
    fn lone_display(&self, id: NodeId) -> Option<NodeId> {
        let marks = self.field.marks;
        let mut shown = self.tree.children(id).filter(|it| {
            let node = self.tree.node(*it);
            !matches!(node.kind, Kind::SoftBreak) && !marks.hides(node.span)
        });
        let first = shown.next()?;
        let lone = matches!(self.tree.node(first).kind, Kind::DisplayMath(_));
        (lone && !self.field.inline && shown.next().is_none()).then_some(first)
    }

    fn heading(&mut self, id: NodeId, level: u8) -> NodeId {
        let level = (level + self.field.heading_shift).clamp(1, 6);
        let tree = self.tree;
        let ids = self.ids.get_or_insert_with(|| heading::ids(tree));
        let own = ids.get(&id).map(String::as_str).unwrap_or_default();
        let mut tag = format!("<h{level}");
        push_attribute(&mut tag, "id", &heading::in_page(self.field.anchor, own));
        tag.push('>');
        self.trim = true;
        self.push_open(id, &tag, Close::Heading(level))
    }

    fn code_block(&mut self, id: NodeId, info: &str) {
        let language = info.split([' ', ',', '\t', '{']).next().unwrap_or_default();
        self.out.push_str("<pre class=\"code\" dir=\"ltr\" tabindex=\"0\" role=\"group\"");
        push_attribute(&mut self.out, "aria-label", self.field.code_label);
        self.out.push_str("><code");
        if !language.is_empty() {
            self.out.push_str(" class=\"language-");
            push_escaped(&mut self.out, language);
            self.out.push('"');
        }
        self.out.push('>');
        self.highlighter.push(&mut self.out, language, &self.tree.verbatim(id));
        self.out.push_str("</code></pre>\n");
    }

    fn html_block(&mut self, id: NodeId) {
        self.trim = true;
        let raw = self.tree.verbatim(id);
        if raw_html::is_comment(&raw) {
            return;
        }
        if self.raw == RawHtml::Escape {
            self.out.push_str("<p>");
            push_text(&mut self.out, raw.trim());
            self.out.push_str("</p>\n");
        } else {
            // A block's content ends with the block.
            author::push(self, &raw);
        }
    }

    /// Writes raw HTML in a line; returns the next node to be written.
    fn raw(&mut self, id: NodeId) -> NodeId {
        let raw = self.tree.verbatim(id);
        let next = self.tree.node(id).end;
        if raw_html::is_comment(&raw) {
            return next;
        }
        if self.raw == RawHtml::Escape {
            push_text(&mut self.out, &raw);
            self.trim = false;
            return next;
        }
        let skipped = author::push(self, &raw);
        skipped.and_then(|name| self.end_tag(&name, next)).unwrap_or(next)
    }

    /// Returns what follows the end tag of an element in the same line of text.
    fn end_tag(&self, name: &str, from: NodeId) -> Option<NodeId> {
        let end = self.open.iter().rev().find_map(|it| it.end).unwrap_or(self.limit);
        let is_end = |it: &NodeId| match self.tree.node(*it).kind {
            Kind::Html(raw) => self
                .tree
                .str(raw)
                .strip_prefix("</")
                .and_then(|it| it.get(..name.len()))
                .is_some_and(|it| it.eq_ignore_ascii_case(name)),
            _ => false,
        };
        // A line of text with a thousand parts is nobody's script.
        self.tree.siblings(from..end).take(1000).find(is_end).map(|it| self.tree.node(it).end)
    }

    fn start_table(&mut self, id: NodeId, table: u32) -> NodeId {
        let mut tag = "<div class=\"table\" tabindex=\"0\" role=\"group\"".to_owned();
        push_attribute(&mut tag, "aria-label", self.field.table_label);
        tag.push_str("><table>\n");
        self.table = Some((table, false));
        self.push_open(id, &tag, Close::Table)
    }

    fn row(&mut self, id: NodeId) -> NodeId {
        self.column = 0;
        let begins = self.table.as_mut().is_some_and(|(_, body)| !std::mem::replace(body, true));
        let tag = if begins { "<tbody>\n<tr>" } else { "<tr>" };
        self.push_open(id, tag, Close::Tag("</tr>\n"))
    }

    fn cell(&mut self, id: NodeId) -> NodeId {
        let (table, body) = self.table.unwrap_or_default();
        let columns = self.tree.tables.get(table as usize);
        let align = columns.and_then(|it| it.get(self.column)).copied().unwrap_or(Align::None);
        self.column += 1;
        self.trim = true;
        let class = match align {
            Align::None => "",
            Align::Left => " class=\"left\"",
            Align::Center => " class=\"center\"",
            Align::Right => " class=\"right\"",
        };
        if body {
            self.push_open(id, &format!("<td{class}>"), Close::Tag("</td>"))
        } else {
            self.push_open(id, &format!("<th scope=\"col\"{class}>"), Close::Tag("</th>"))
        }
    }

    fn text(&mut self, span: crate::source::Span, text: &str) {
        let Self { out, trim, field, .. } = self;
        field.marks.split(span, text, |piece| match piece {
            Piece::Text(text) => {
                let text = if *trim { text.trim_start_matches([' ', '\t', '\n']) } else { text };
                *trim &= text.is_empty();
                push_text(out, text);
            }
            Piece::Choice(index) => {
                *trim = false;
                match field.choices.get(usize::from(index)) {
                    Some(id) => push_choice(out, id, letter(index)),
                    None => out.push(letter(index)),
                }
            }
        });
    }

    fn math_block(&mut self, id: NodeId) {
        let tex = self.tree.verbatim(id);
        if let Ok(math) = math::mathml(&tex, true) {
            self.out.push_str("<div class=\"math\" tabindex=\"0\">");
            self.out.push_str(&math);
            self.out.push_str("</div>\n");
        } else {
            self.out.push_str("<p>");
            self.math(id, true);
            self.out.push_str("</p>\n");
        }
    }

    fn math(&mut self, id: NodeId, display: bool) {
        let tex = self.tree.verbatim(id);
        self.trim = false;
        if let Ok(math) = math::mathml(&tex, display) {
            self.out.push_str(&math);
        } else {
            // The rule `invalid-math` has said so; the source is more than nothing.
            self.out.push_str("<code class=\"tex\" dir=\"ltr\">");
            push_text(&mut self.out, &tex);
            self.out.push_str("</code>");
        }
    }

    fn link(&mut self, id: NodeId, target: u32) -> NodeId {
        let target = &self.tree.links[target as usize];
        let Href::Url { url, .. } = (self.field.links)(&target.destination) else {
            return id + 1;
        };
        let mut tag = "<a".to_owned();
        push_attribute(&mut tag, "href", &url);
        if !target.title.is_empty() {
            push_attribute(&mut tag, "title", &target.title);
        }
        tag.push('>');
        self.push_open(id, &tag, Close::Filled("</a>"))
    }

    fn image(&mut self, id: NodeId, target: u32) {
        let tree = self.tree;
        let target = &tree.links[target as usize];
        let decorative = target.title == DECORATIVE;
        let alt = tree.plain_text(id + 1..tree.node(id).end);
        let Href::Url { url, size } = (self.field.links)(&target.destination) else {
            push_text(&mut self.out, &alt);
            return;
        };
        self.out.push_str("<img");
        push_attribute(&mut self.out, "src", &url);
        push_attribute(&mut self.out, "alt", if decorative { "" } else { &alt });
        if !target.title.is_empty() && !decorative {
            push_attribute(&mut self.out, "title", &target.title);
        }
        if let Some((width, height)) = size {
            self.out.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
        }
        if !std::mem::take(&mut self.eager) {
            self.out.push_str(" loading=\"lazy\"");
        }
        self.out.push_str(" decoding=\"async\">");
        self.trim = false;
    }

    /// Returns how many of the author's elements are open.
    pub(super) fn authors_open(&self) -> usize {
        self.open.iter().filter(|it| it.end.is_none()).count()
    }

    /// Returns the author's elements that are open in the node at hand, the innermost first.
    fn authors(&self) -> impl Iterator<Item = &'static str> {
        self.open.iter().rev().map_while(|it| match it.close {
            Close::Author(name) => Some(name),
            _ => None,
        })
    }

    /// Returns whether an element of the author may stand here: parts of a table or a list only in
    /// the author's own, or they would end a cell or an item of ours.
    pub(super) fn may_open(&self, name: &str) -> bool {
        let within = |owners: &[&str]| self.authors().any(|it| owners.contains(&it));
        match name {
            "caption" | "col" | "colgroup" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr" => {
                within(&["table"])
            }
            "li" => within(&["ul", "ol"]),
            "dt" | "dd" => within(&["dl"]),
            _ => true,
        }
    }

    /// Writes text of the author's HTML; white space at the beginning of a line only where it counts.
    pub(super) fn authors_text(&mut self, text: &str) {
        let trim = self.trim && !self.authors().any(|it| it == "pre");
        let text = if trim { text.trim_start_matches([' ', '\t', '\n']) } else { text };
        self.trim &= text.is_empty();
        push_text(&mut self.out, text);
    }

    /// Notes that an element of the author was opened.
    pub(super) fn open_author(&mut self, name: &'static str) {
        let after = self.out.len();
        self.open.push(Open { end: None, close: Close::Author(name), before: after, after });
    }

    /// Closes an element of the author, and what is open in it; nothing if it is not open here.
    pub(super) fn close_author(&mut self, name: &'static str) {
        let Some(depth) = self.authors().position(|it| it == name) else {
            return;
        };
        for _ in 0..=depth {
            if let Some(last) = self.open.pop() {
                self.close(&last);
            }
        }
    }
}
