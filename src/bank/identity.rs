//! What makes a choice or a question the same: identity text, choice ids, revisions.
//!
//! Permanent and versioned (FORMAT 4): learners' stored progress hangs on it. The vectors in
//! `tests/identity.golden` were made by another program, `tests/identity.py`.
//!
//! # Identity text
//!
//! The nodes of a fragment in reading order give words, verbatim text or a space:
//!
//! - *text* gives its words, escapes and entities resolved. What is hidden (marker, cue) gives
//!   nothing; a reference to a choice gives the id of the choice in the place of what is written
//!   (of the letter after a keyword, of the whole `{@B}`).
//! - *code in a line* gives its text verbatim, without backticks.
//! - *TeX* gives its words as written, without dollar signs: formatters collapse its white space.
//! - a *code block* gives a space, its lines verbatim without the line feeds at its end, a space.
//!   Its info string and its fences give nothing.
//! - an *image* gives the words of its alternative text, a space, the words of its destination
//!   with escapes and entities resolved but percent escapes kept, and nothing of its title.
//! - *raw HTML* gives the words of its source, since `10<sup>2</sup>` is not `102`; a comment gives
//!   nothing, and as a block a space.
//! - a *line end* that is soft or hard gives a space; so does the beginning of each block, item,
//!   row and cell, and the end of each run of siblings. A thematic break is a block without text.
//! - emphasis, links, bullets, numbers, alignments give nothing of their own.
//!
//! In words each run of characters with Unicode's property `White_Space` is a space. A space is
//! written once, and only between two texts: none at the beginning, none at the end, none after
//! another that was written so. White space of verbatim text is kept beside it. Line ends in
//! verbatim text are LF. The whole is then brought into NFC, code included, and is UTF-8.
//!
//! # Bytes that are hashed
//!
//! ```text
//! choice id = H("studyhall/choice/1" 00 TEXT)
//! CONTENT   = H("studyhall/content/1" 00 STEM (00 ID)*)    the ids of all choices, ascending
//! KEY       = H("studyhall/key/1" (00 ID)*)                the ids of the key, ascending
//! ```
//!
//! `H` is the first 8 characters of the RFC 4648 base32 of SHA-256, in lower case: its first 5
//! bytes. Ascending is by bytes. Choices of a `true-false` question have the ids `true`, `false`.
//!
//! Ids of choices that name others are made in rounds: first of those that name none, then of
//! those that name only choices with an id. Where a round makes none, the rest name each other in
//! a circle, or one that does; all their references to choices without an id are the empty text.

use std::fmt;

use data_encoding::BASE32_NOPAD;
use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use crate::bank::fragment::{Fragment, Marks, Piece};
use crate::parse::tree::{Kind, Tree};
use crate::raw_html;

/// Returns the identity text of a fragment.
///
/// `reference` gives the id that stands for a reference to a choice.
pub fn identity_text(
    tree: &Tree,
    fragment: &Fragment,
    marks: &Marks,
    reference: &dyn Fn(u8) -> String,
) -> String {
    let mut text = Collapsed::default();
    for range in &fragment.ranges {
        let mut id = range.start;
        while id < range.end {
            let node = tree.node(id);
            match node.kind {
                Kind::Text(it) => marks.split(node.span, tree.str(it), |piece| match piece {
                    Piece::Text(piece) => text.words(piece),
                    Piece::Choice(index) => text.words(&reference(index)),
                }),
                _ if marks.hides(node.span) => {}
                Kind::Code(_) => text.verbatim(&tree.verbatim(id)),
                Kind::InlineMath(it) | Kind::DisplayMath(it) => text.words(tree.str(it)),
                Kind::CodeBlock { .. } => {
                    text.space();
                    text.verbatim(tree.verbatim(id).trim_end_matches('\n'));
                    text.space();
                }
                // Markup that is no comment can carry meaning: `10<sup>2</sup>` is not `102`.
                Kind::Html(it) if !raw_html::is_comment(tree.str(it)) => text.words(tree.str(it)),
                Kind::HtmlBlock if tree.is_comment(id) => text.space(),
                Kind::HtmlBlock => {
                    text.space();
                    text.words(&tree.verbatim(id));
                    text.space();
                }
                Kind::Image(at) => {
                    text.words(&tree.plain_text(id + 1..node.end));
                    text.space();
                    text.words(&tree.links[at as usize].destination);
                }
                Kind::SoftBreak | Kind::HardBreak => text.space(),
                kind if !kind.is_inline() => text.space(),
                _ => {}
            }
            let whole =
                matches!(node.kind, Kind::CodeBlock { .. } | Kind::HtmlBlock | Kind::Image(_));
            id = if whole { node.end } else { id + 1 };
        }
        text.space();
    }
    // ASCII is in NFC as it stands.
    if text.text.is_ascii() { text.text } else { text.text.nfc().collect() }
}

/// Text in which runs of white space outside code are one space, none at the ends.
#[derive(Default)]
struct Collapsed {
    text: String,
    pending: bool,
}

impl Collapsed {
    fn space(&mut self) {
        self.pending = true;
    }

    fn words(&mut self, text: &str) {
        self.pending |= text.starts_with(char::is_whitespace);
        for word in text.split_whitespace() {
            self.verbatim(word);
            self.pending = true;
        }
        self.pending = text.ends_with(char::is_whitespace) || (text.is_empty() && self.pending);
    }

    fn verbatim(&mut self, text: &str) {
        if !text.is_empty() {
            self.flush();
            self.text.push_str(text);
        }
    }

    fn flush(&mut self) {
        if std::mem::take(&mut self.pending) && !self.text.is_empty() {
            self.text.push(' ');
        }
    }
}

/// Returns the id of a choice: the first 8 base32 characters, in lower case, of SHA-256 over
/// `studyhall/choice/1`, NUL, identity text.
pub fn choice_id(text: &str) -> String {
    hash("studyhall/choice/1", [text])
}

/// `CONTENT.KEY`: what a learner saw, and what counted as right.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Revision {
    /// Hash of the stem and the sorted choice ids.
    pub content: String,
    /// Hash of the sorted ids of the key.
    pub key: String,
}

/// `CONTENT.KEY`.
impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.content, self.key)
    }
}

/// Returns the revision of a choice question.
///
/// CONTENT hashes `studyhall/content/1`, NUL, the stem's identity text, and for each choice id in
/// ascending order NUL and the id; KEY likewise `studyhall/key/1` and the ids of the key. Each is
/// the first 8 base32 characters in lower case.
pub fn choice_revision(stem: &str, choices: &[(&str, bool)]) -> Revision {
    let mut ids: Vec<&str> = choices.iter().map(|(id, _)| *id).collect();
    ids.sort_unstable();
    let mut key: Vec<&str> = choices.iter().filter(|(_, key)| *key).map(|(id, _)| *id).collect();
    key.sort_unstable();
    Revision {
        content: hash("studyhall/content/1", std::iter::once(stem).chain(ids)),
        key: hash("studyhall/key/1", key),
    }
}

fn hash<'t>(domain: &str, parts: impl IntoIterator<Item = &'t str>) -> String {
    let mut sha = Sha256::new();
    sha.update(domain);
    for part in parts {
        sha.update([0]);
        sha.update(part);
    }
    let digest = sha.finalize();
    // 5 bytes are 8 base32 characters.
    BASE32_NOPAD.encode(&digest[..5]).to_ascii_lowercase()
}
