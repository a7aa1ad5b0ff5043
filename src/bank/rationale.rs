//! Rationales: the block quotes in a choice, parted by their labels.

use unicode_normalization::UnicodeNormalization as _;

use crate::bank::fragment::{Fragment, Mark, Marks};
use crate::i18n::ParserWords;
use crate::parse::Document;
use crate::parse::tree::{Kind, NodeId, Tree};
use crate::source::Span;

/// The parts of a choice's rationale.
#[derive(Debug, Default)]
pub struct Parts {
    /// Why the choice is right or wrong.
    pub rationale: Fragment,
    /// Why learners pick it.
    pub tempting: Fragment,
    /// When it would be right.
    pub right_when: Fragment,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Rationale,
    Tempting,
    RightWhen,
}

/// Reads the quotes of a choice, joined in order.
///
/// A labelled paragraph opens its part; blocks that are no paragraph (a list, code) go with it,
/// the next paragraph without a label belongs to the rationale again, unless the label stood alone.
pub fn read(
    document: &Document,
    quotes: &[NodeId],
    words: &ParserWords,
    marks: &mut Marks,
) -> Parts {
    let tree = &document.body;
    let mut parts = Parts::default();
    let mut current = Part::Rationale;
    // A label that stands alone opens the paragraph after it.
    let mut alone = false;
    for &quote in quotes {
        for block in tree.children(quote) {
            if tree.node(block).kind == Kind::Paragraph {
                match label(tree, block, words) {
                    Some((part, span)) => {
                        marks.add(span, Mark::Hide);
                        current = part;
                        alone = tree.text[span.end as usize..tree.node(block).span.end as usize]
                            .trim()
                            .is_empty();
                    }
                    None if std::mem::take(&mut alone) => {}
                    None => current = Part::Rationale,
                }
            }
            let fragment = match current {
                Part::Rationale => &mut parts.rationale,
                Part::Tempting => &mut parts.tempting,
                Part::RightWhen => &mut parts.right_when,
            };
            fragment.push(tree.subtree(block));
        }
    }
    parts
}

/// Returns which part a paragraph opens, and the bytes of its label with the colon.
///
/// The colon may stand inside or after the strong text, a (no-break) space before it.
fn label(tree: &Tree, paragraph: NodeId, words: &ParserWords) -> Option<(Part, Span)> {
    let strong =
        tree.children(paragraph).next().filter(|id| tree.node(*id).kind == Kind::Strong)?;
    let end = tree.node(strong).end;
    let text: String = tree.plain_text(strong + 1..end).nfc().collect();
    let trimmed = text.trim_end();
    let mut span = tree.node(strong).span;
    let name = if let Some(name) = trimmed.strip_suffix(is_colon) {
        name
    } else {
        let after = (end < tree.node(paragraph).end).then(|| tree.node(end))?;
        let Kind::Text(it) = after.kind else { return None };
        let rest = tree.str(it);
        let colon = rest.trim_start().strip_prefix(is_colon)?;
        span.end = after.span.start + (rest.len() - colon.len()) as u32;
        trimmed
    };
    let name = name.trim().to_lowercase();
    let part = if words.tempting.contains(&name) {
        Part::Tempting
    } else if words.right_when.contains(&name) {
        Part::RightWhen
    } else {
        return None;
    };
    Some((part, span))
}

fn is_colon(c: char) -> bool {
    matches!(c, ':' | '：')
}
