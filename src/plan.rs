//! Bank → pages: URLs, titles and views. Knows URLs, and no HTML.

pub mod view;

use crate::bank::fragment::{Fragment, Marks};
use crate::parse::Document;

/// A part of a document that a view shows as HTML.
///
/// `render` turns it into HTML; the plan only says what is to be shown and where links lead.
pub struct Field<'a> {
    /// The document it is from.
    pub document: &'a Document,
    /// The part.
    pub fragment: &'a Fragment,
    /// What is hidden or bound in the document.
    pub marks: &'a Marks,
    /// Ids of the question's choices in written order, for references; empty elsewhere.
    pub choices: &'a [&'a str],
    /// Prefix of heading ids, so that several articles fit into one page; empty for none.
    pub anchor: &'a str,
    /// Added to each heading's level, so that a section nests below the page's own headings.
    pub heading_shift: u8,
    /// Whether paragraphs are dropped, for text that stands in a line (a choice).
    pub inline: bool,
    /// Whether the first image is loaded at once; later ones are lazy.
    pub first_image_eager: bool,
    /// Word for a table's region label.
    pub table_label: &'a str,
    /// Word for a code block's region label.
    pub code_label: &'a str,
    /// Resolves a destination as written.
    pub links: &'a (dyn Fn(&str) -> Href + 'a),
}

/// Where a destination leads on the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Href {
    /// An address.
    Url {
        /// The address, with the base path for pages and assets of the site.
        url: String,
        /// Width and height of an image in CSS pixels, where known.
        size: Option<(u32, u32)>,
    },
    /// Nothing can be linked (the target was left out): the text stays, the link goes.
    Nothing,
}

/// Turns parts of documents into HTML.
pub trait Markup: Sync {
    /// Returns the HTML of a field: sanitised, with classes only, no `style=`.
    fn html(&self, field: &Field<'_>) -> String;
}
