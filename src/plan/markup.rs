//! The few pieces of HTML that views hold beside what `Markup` makes.

/// Returns a reference to a choice, as the browser's script expects it.
///
/// Ids of choices are lower-case letters and digits, so nothing needs escaping.
pub(super) fn choice_reference(id: &str, letter: char) -> String {
    format!("<span class=\"choice-ref\" data-choice=\"{id}\">{letter}</span>")
}

/// Returns a text as HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
