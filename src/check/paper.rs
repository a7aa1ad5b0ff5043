//! Any document of a bank as rules see it: a question, a lesson, a page, an introduction.

use crate::bank::fragment::Fragment;
use crate::bank::model::{Bank, Prose, Question};
use crate::bank::response::choice::Choice;
use crate::parse::Document;
use crate::parse::tree::{Kind, NodeId, Tree};
use crate::raw_html::{self, Part};
use crate::source::Span;

/// A document with its language.
#[derive(Clone, Copy)]
pub struct Paper<'b> {
    /// The file.
    pub document: &'b Document,
    /// Language tag.
    pub lang: &'b str,
    of: Of<'b>,
}

#[derive(Clone, Copy)]
enum Of<'b> {
    Question(&'b Question),
    Prose(&'b Prose),
}

/// Returns every document of a bank.
pub fn papers(bank: &Bank) -> impl Iterator<Item = Paper<'_>> {
    let prose =
        bank.prose().map(|it| Paper { document: &it.document, lang: &it.lang, of: Of::Prose(it) });
    prose.chain(bank.questions.iter().map(|it| Paper {
        document: &it.document,
        lang: &it.lang,
        of: Of::Question(it),
    }))
}

impl<'b> Paper<'b> {
    /// Returns the parts of the body that are shown; names of sections and a title are not.
    pub fn fragments(&self) -> Vec<&'b Fragment> {
        match self.of {
            Of::Prose(it) => vec![&it.body],
            Of::Question(it) => {
                let mut res = vec![&it.stem, &it.explanation, &it.trap, &it.references_text];
                res.extend(&it.hints);
                let parts =
                    |it: &'b Choice| [&it.content, &it.rationale, &it.tempting, &it.right_when];
                res.extend(it.response.choices().iter().flat_map(parts));
                res
            }
        }
    }
}

/// A picture in a text.
pub struct Image {
    /// The Markdown of the picture, or its tag.
    pub span: Span,
    /// Where its alternative text stands, as far as that is known; else as `span`.
    pub alt_span: Span,
    /// Its alternative text, markup left out.
    pub alt: String,
    /// Where the picture is, as written.
    pub destination: String,
}

/// Returns the pictures among some nodes that have an alternative text, in reading order.
pub fn images(tree: &Tree, nodes: impl Iterator<Item = NodeId>) -> Vec<Image> {
    let mut res = Vec::new();
    for id in nodes {
        let node = tree.node(id);
        match node.kind {
            Kind::Image(at) => {
                let target = &tree.links[at as usize];
                let alt = tree.plain_text(id + 1..node.end);
                let start = tree.nodes.get(id as usize + 1).map(|it| it.span.start);
                let end = (id + 1..node.end).map(|it| tree.node(it).span.end).max();
                let alt_span = start.zip(end).map(|(start, end)| Span { start, end });
                if !alt.trim().is_empty() && target.title != "decorative" {
                    res.push(Image {
                        span: node.span,
                        alt_span: alt_span.unwrap_or(node.span),
                        alt,
                        destination: target.destination.clone(),
                    });
                }
            }
            // A line of a block holds its tags too, but a tag may go on in the next line.
            Kind::HtmlBlock => html_images(&tree.verbatim(id), node.span, &mut res),
            Kind::Html(it) if !within_block(tree, id) => {
                html_images(tree.str(it), node.span, &mut res);
            }
            _ => {}
        }
    }
    res
}

/// Returns whether a piece of raw HTML is a line of a block, which follows the block at once.
fn within_block(tree: &Tree, id: NodeId) -> bool {
    let mut before = id;
    while before > 0 {
        before -= 1;
        match tree.node(before).kind {
            Kind::Html(_) => {}
            kind => return kind == Kind::HtmlBlock && tree.node(before).end > id,
        }
    }
    false
}

fn html_images(raw: &str, span: Span, res: &mut Vec<Image>) {
    if !raw.to_ascii_lowercase().contains("<img") {
        return;
    }
    for part in raw_html::read(raw).parts {
        let Part::Open { name: "img", attributes } = part else { continue };
        let value = |wanted: &str| {
            let found = attributes.iter().find(|(name, _)| *name == wanted);
            found.map(|(_, value)| value.clone()).unwrap_or_default()
        };
        let alt = value("alt");
        if !alt.trim().is_empty() {
            res.push(Image { span, alt_span: span, alt, destination: value("src") });
        }
    }
}
