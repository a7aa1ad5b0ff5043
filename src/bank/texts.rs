//! What every text of the bank must keep to: links, images, raw HTML, formulas.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::bank::link::{self, Destination, LinkFault};
use crate::config::RawHtml;
use crate::diagnostic::{Diagnostic, Edit};
use crate::fields::shorten;
use crate::math;
use crate::parse::Document;
use crate::parse::tree::{Kind, NodeId, Str, Tree};
use crate::raw_html::{self, Part};
use crate::source::Span;

/// A file of the bank that a text refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// Path from the bank's root.
    pub path: String,
    /// Where it is written.
    pub span: Span,
    /// Whether it is shown in the page (image, audio, video) rather than linked.
    pub embedded: bool,
}

/// Reports faults of a document's texts and returns the files it refers to.
pub fn scan(document: &Document, raw_html: RawHtml, out: &mut Vec<Diagnostic>) -> Vec<Use> {
    let mut scanner = Scanner { document, raw_html, uses: Vec::new(), out };
    let tree = &document.body;
    let mut id = 0;
    while id < tree.len() {
        scanner.node(id);
        // Lines of an HTML block were read with the block; those of code are no text.
        let whole = matches!(tree.node(id).kind, Kind::HtmlBlock | Kind::CodeBlock { .. });
        id = if whole { tree.node(id).end } else { id + 1 };
    }
    scanner.uses
}

struct Scanner<'s> {
    document: &'s Document,
    raw_html: RawHtml,
    uses: Vec<Use>,
    out: &'s mut Vec<Diagnostic>,
}

impl Scanner<'_> {
    fn node(&mut self, id: NodeId) {
        let tree: &Tree = &self.document.body;
        let node = tree.node(id);
        match node.kind {
            Kind::Link(at) => {
                let destination = &tree.links[at as usize].destination;
                self.destination(destination, self.destination_span(node.span, destination), false);
            }
            Kind::Image(at) => {
                let target = &tree.links[at as usize];
                let span = self.destination_span(node.span, &target.destination);
                self.destination(&target.destination, span, true);
                let alternative = tree.plain_text(id + 1..node.end);
                if alternative.trim().is_empty() && target.title != "decorative" {
                    self.missing_alt(node.span);
                }
            }
            Kind::Text(text) => self.wiki_embed(text, node.span),
            Kind::InlineMath(tex) | Kind::DisplayMath(tex) => {
                if let Err(fault) = math::check(tree.str(tex)) {
                    let message = format!("this is no TeX: {fault}");
                    self.out.push(
                        Diagnostic::deny("invalid-math", self.document.place(node.span), message)
                            .help("if no formula is meant, write `\\$` for a dollar sign"),
                    );
                }
            }
            Kind::HtmlBlock => self.html(&Raw::of(tree, id + 1..node.end, true), node.span),
            Kind::Html(_) => self.html(&Raw::of(tree, id..id + 1, false), node.span),
            _ => {}
        }
    }

    /// Returns where a destination stands in its link, or the whole link.
    fn destination_span(&self, span: Span, destination: &str) -> Span {
        let text = &self.document.source.text[span.range()];
        match text.rfind(destination).filter(|_| !destination.is_empty()) {
            Some(at) => {
                Span::new(span.start as usize + at, span.start as usize + at + destination.len())
            }
            None => span,
        }
    }

    fn destination(&mut self, destination: &str, span: Span, embedded: bool) {
        let shown = shorten(destination);
        let place = self.document.place(span);
        match link::resolve(&self.document.source.path, destination) {
            Ok(Destination::File { path, .. }) => self.uses.push(Use { path, span, embedded }),
            Ok(Destination::External) if embedded => self.out.push(
                Diagnostic::deny("remote-image", place, format!("`{shown}` is on another site"))
                    .help("save it beside the question"),
            ),
            Ok(Destination::External | Destination::Anchor(_)) => {}
            Err(LinkFault::UnsafeScheme) => self.out.push(
                Diagnostic::deny("unsafe-link", place, format!("`{shown}` is not followed"))
                    .help("link with http, https, mailto or tel, or to a file of the bank"),
            ),
            Err(LinkFault::OutsideBank) => {
                self.out.push(Diagnostic::deny(
                    "path-outside-bank",
                    place,
                    format!("`{shown}` leaves the bank"),
                ));
            }
            Err(LinkFault::Empty) => {
                self.out.push(Diagnostic::deny("broken-link", place, "this link leads nowhere"));
            }
        }
    }

    fn missing_alt(&mut self, span: Span) {
        self.out.push(
            Diagnostic::deny("missing-alt", self.document.place(span), "this image has no alternative text")
                .help("say what is to be seen: `![a curve that flattens](…)`; a picture that says nothing is `![](… \"decorative\")`"),
        );
    }

    fn wiki_embed(&mut self, text: Str, span: Span) {
        let tree = &self.document.body;
        let written = tree.str(text);
        let Str::Source(verbatim) = text else { return };
        for (at, _) in written.match_indices("![[") {
            let Some(length) = written[at..].find("]]") else { continue };
            let mut parts = written[at + 3..at + length].split('|').map(str::trim);
            let name = parts.next().unwrap_or_default();
            // Behind the name stand a description, a width such as `300`, or both.
            let is_size = |it: &str| it.bytes().all(|it| it.is_ascii_digit() || it == b'x');
            let description = parts.find(|it| !is_size(it));
            let start = verbatim.start as usize + at;
            let whole = Span::new(start, start + length + 2);
            let stem = name.rsplit('/').next().unwrap_or(name);
            let stem =
                stem.rsplit_once('.').map_or(stem, |(stem, _)| stem).replace(['-', '_'], " ");
            let alt = description.map_or(stem, str::to_owned);
            let markdown = format!("![{alt}]({})", link::encode(name));
            let found = Diagnostic::deny(
                "wiki-embed",
                self.document.place(whole),
                format!("`![[{}]]` is no Markdown image", shorten(name)),
            )
            .help("write `![what is to be seen](path)`")
            .safe_fix("write a Markdown image", vec![Edit { span: whole, text: markdown }]);
            self.out.push(found);
        }
        debug_assert!(span.contains(verbatim), "text stands in its node");
    }

    fn html(&mut self, raw: &Raw, span: Span) {
        if self.raw_html == RawHtml::Escape || raw_html::is_comment(&raw.text) {
            return;
        }
        let read = raw_html::read(&raw.text);
        let lower = raw.text.to_ascii_lowercase();
        let mut from = 0;
        for name in &read.unknown {
            from = self.unknown_tag(name, raw, &lower, from);
        }
        if read.unknown.is_empty() && !read.removed.is_empty() {
            let message = format!("left out: {}", listed(&read.removed));
            self.out.push(
                Diagnostic::warn("removed-html", self.document.first_line(span), message)
                    .help("raw HTML keeps harmless elements and attributes only"),
            );
        }
        let mut from = 0;
        for part in &read.parts {
            let Part::Open { name, attributes } = part else { continue };
            from += lower[from..].find(&format!("<{name}")).map_or(0, |at| at + 1);
            for (attribute, value) in attributes {
                if matches!(*attribute, "href" | "src") {
                    let place = raw.find_value(from, value).unwrap_or(span);
                    self.destination(value, place, *attribute == "src");
                }
            }
            let alternative = attributes.iter().find(|(attribute, _)| *attribute == "alt");
            if *name == "img" && alternative.is_none() {
                self.missing_alt(span);
            }
        }
    }

    /// Reports a tag that begins in `raw` at or after `from`, and returns where to look for the next.
    fn unknown_tag(&mut self, name: &str, raw: &Raw, lower: &str, from: usize) -> usize {
        let known = lower[from..].find(&format!("<{name}")).map(|at| from + at);
        let at = known.unwrap_or(from);
        let tag = raw.text[at..].find('>').map_or(&raw.text[at..], |end| &raw.text[at..=at + end]);
        let span = raw.span(at..at + tag.len());
        let start = span.start as usize;
        let place = self.document.place(span);
        let text = &self.document.source.text;
        // The word before the tag belongs to the code: `Vec<T>`.
        let word = text[..start].len()
            - text[..start].trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        let code = Span::new(start - word, span.end as usize);
        let found = Diagnostic::deny(
            "unknown-html-tag",
            place,
            format!("`{}` is no HTML element", shorten(tag)),
        )
        .help("put code between backticks");
        let edit = |text| vec![Edit { span: code, text }];
        self.out.push(match text.get(code.range()) {
            // In a block of HTML backticks are nothing but backticks.
            Some(written) if raw.block => {
                let escaped = written.replace('&', "&amp;").replace('<', "&lt;");
                found.unsafe_fix("write it as code", edit(format!("<code>{escaped}</code>")))
            }
            Some(written) if !written.contains('`') => {
                found.unsafe_fix("put it between backticks", edit(format!("`{written}`")))
            }
            _ => found,
        });
        known.map_or(from, |at| at + 1)
    }
}

/// A piece of raw HTML, and where its lines stand: in a quote or a list they are not side by side.
struct Raw {
    text: String,
    /// Offset in `text` and in the source of each line.
    lines: Vec<(usize, usize)>,
    /// Whether it is a block.
    block: bool,
}

impl Raw {
    fn of(tree: &Tree, range: Range<NodeId>, block: bool) -> Self {
        let mut res = Self { text: String::new(), lines: Vec::new(), block };
        for id in range {
            let node = tree.node(id);
            if let Kind::Html(text) | Kind::Text(text) = node.kind {
                res.lines.push((res.text.len(), node.span.start as usize));
                res.text.push_str(tree.str(text));
            }
        }
        res
    }

    /// Returns the place in the source of a byte of the text.
    fn offset(&self, at: usize) -> usize {
        let line = self.lines.partition_point(|(start, _)| *start <= at).saturating_sub(1);
        self.lines.get(line).map_or(0, |(start, source)| source + (at - start))
    }

    /// Returns the place in the source of a part of the text.
    fn span(&self, range: Range<usize>) -> Span {
        let start = self.offset(range.start);
        let end = if range.is_empty() { start } else { self.offset(range.end - 1) + 1 };
        Span::new(start, end)
    }

    /// Returns where a value stands in the tag that begins before `from`.
    fn find_value(&self, from: usize, value: &str) -> Option<Span> {
        // Far enough for any tag, and a bound on the search for one that is written in entities.
        const FAR: usize = 4096;
        let mut end = self.text.len().min(from + FAR);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let at = self.text[from..end].find(value).filter(|_| !value.is_empty())?;
        Some(self.span(from + at..from + at + value.len()))
    }
}

/// Returns different things as a list, the first few if there are many.
fn listed(things: &[String]) -> String {
    const MOST: usize = 6;
    let different: BTreeSet<&str> = things.iter().map(String::as_str).collect();
    let mut res = different.iter().take(MOST).copied().collect::<Vec<_>>().join(", ");
    if different.len() > MOST {
        res.push_str(&format!(" and {} more", different.len() - MOST));
    }
    res
}
