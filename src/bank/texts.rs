//! What every text of the bank must keep to: links, images, raw HTML, formulas.

use crate::bank::link::{self, Destination, LinkFault};
use crate::config::RawHtml;
use crate::diagnostic::{Diagnostic, Edit};
use crate::fields::shorten;
use crate::parse::Document;
use crate::parse::tree::{Kind, NodeId, Str};
use crate::raw_html::{self, Part};
use crate::source::Span;
use crate::{math, parse};

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
        let tree: &parse::tree::Tree = &self.document.body;
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
            Kind::HtmlBlock => self.html(&tree.verbatim(id), node.span),
            Kind::Html(text) => self.html(tree.str(text), node.span),
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
            let name = written[at + 3..at + length].split('|').next().unwrap_or_default().trim();
            let start = verbatim.start as usize + at;
            let whole = Span::new(start, start + length + 2);
            let stem = name.rsplit('/').next().unwrap_or(name);
            let stem =
                stem.rsplit_once('.').map_or(stem, |(stem, _)| stem).replace(['-', '_'], " ");
            let markdown = format!("![{stem}]({})", link::encode(name));
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

    fn html(&mut self, raw: &str, span: Span) {
        if self.raw_html == RawHtml::Escape || raw_html::is_comment(raw) {
            return;
        }
        let read = raw_html::read(raw);
        for name in &read.unknown {
            self.unknown_tag(name, raw, span);
        }
        if read.unknown.is_empty() && !read.removed.is_empty() {
            let message = format!("left out: {}", read.removed.join(", "));
            self.out.push(
                Diagnostic::warn(
                    "removed-html",
                    self.document.place(crate::bank::body::first_line(self.document, span)),
                    message,
                )
                .help("raw HTML keeps harmless elements and attributes only"),
            );
        }
        for part in &read.parts {
            let Part::Open { name, attributes } = part else { continue };
            for (attribute, value) in attributes {
                if matches!(*attribute, "href" | "src") {
                    self.destination(
                        value,
                        self.destination_span(span, value),
                        *attribute == "src",
                    );
                }
            }
            let alternative = attributes.iter().find(|(attribute, _)| *attribute == "alt");
            if *name == "img" && alternative.is_none() {
                self.missing_alt(span);
            }
        }
    }

    fn unknown_tag(&mut self, name: &str, raw: &str, span: Span) {
        let lower = raw.to_lowercase();
        let at = lower
            .find(&format!("<{name}"))
            .or_else(|| lower.find(&format!("</{name}")))
            .unwrap_or(0);
        let tag = raw[at..].find('>').map_or(&raw[at..], |end| &raw[at..=at + end]);
        let start = span.start as usize + at;
        let place =
            self.document.place(Span::new(start, (start + tag.len()).min(span.end as usize)));
        let text = &self.document.source.text;
        // The word before the tag belongs to the code: `Vec<T>`.
        let word = text[..start].len()
            - text[..start].trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        let code = Span::new(start - word, start + tag.len());
        let found = Diagnostic::deny(
            "unknown-html-tag",
            place,
            format!("`{}` is no HTML element", shorten(tag)),
        )
        .help("put code between backticks");
        self.out.push(match text.get(code.range()) {
            Some(written) if !written.contains('`') => {
                let edits = vec![Edit { span: code, text: format!("`{written}`") }];
                found.unsafe_fix("put it between backticks", edits)
            }
            _ => found,
        });
    }
}
