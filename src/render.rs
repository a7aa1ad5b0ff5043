//! Pages → bytes: parts of documents as HTML, templates filled in. Knows HTML, and no disk.

pub mod escape;
pub mod highlight;
mod html;
mod author;
pub mod theme;
pub mod site;
#[cfg(test)]
mod tests;

use crate::config::RawHtml;
use crate::plan::{Field, Markup};
use highlight::Highlighter;
pub use html::push_choice;

/// Turns fields into HTML, remembering highlighted code by content.
///
/// The same field gives the same HTML, whatever was asked before and from how many threads.
pub struct Renderer {
    raw_html: RawHtml,
    highlighter: Highlighter,
}

impl Renderer {
    /// Returns a renderer; syntaxes are loaded when the first code block needs them.
    pub fn new(raw_html: RawHtml) -> Self {
        Self { raw_html, highlighter: Highlighter::default() }
    }
}

/// Returns the style sheet of the classes that are written here, for light and dark.
pub fn style_sheet() -> String {
    highlight::style_sheet() + crate::math::STYLE_SHEET
}

/// Returns whether a piece of HTML has any of these classes.
fn is_styled(html: &str) -> bool {
    html.contains("<pre class=\"code\"") || html.contains("menv-")
}

impl Markup for Renderer {
    fn html(&self, field: &Field<'_>) -> String {
        html::html(field, self.raw_html, &self.highlighter)
    }
}
