//! Plain texts: cut, shortened, escaped.

use crate::bank::fragment::collapsed;

/// Longest description for search engines, in characters.
const DESCRIPTION: usize = 160;

/// Returns a text cut at a word so that it has at most 160 characters, an ellipsis included.
pub(super) fn description(text: &str) -> String {
    let text = collapsed(text);
    let Some((limit, _)) = text.char_indices().nth(DESCRIPTION) else { return text };
    // One character is needed for the ellipsis.
    let mut whole = &text[..limit];
    whole = &whole[..whole.char_indices().next_back().map_or(0, |(at, _)| at)];
    let next_begins_a_word = text[whole.len()..].starts_with(' ');
    let cut = match whole.rfind(' ') {
        _ if next_begins_a_word => whole,
        Some(at) => &whole[..at],
        None => whole,
    };
    format!("{}…", cut.trim_end_matches([' ', ',', ';', ':', '-', '–']))
}

/// Returns up to two letters that stand for a name.
pub(super) fn initials(name: &str) -> String {
    let mut words =
        name.split_whitespace().filter_map(|it| it.chars().find(|c| c.is_alphanumeric()));
    let first = words.next();
    let last = words.next_back();
    first.into_iter().chain(last).flat_map(char::to_uppercase).collect()
}

/// Returns the text's paragraphs, which blank lines part.
pub(super) fn paragraphs(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split("\n\n").map(|it| it.trim().to_owned()).filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_end_at_a_word() {
        assert_eq!(description("short  text\n here"), "short text here");
        let exact = "x".repeat(160);
        assert_eq!(description(&exact), exact);
        let long = format!("{} second", "x".repeat(155));
        assert_eq!(description(&long), format!("{}…", "x".repeat(155)));
        let fits = format!("{} abc def", "x".repeat(155));
        assert_eq!(description(&fits), format!("{} abc…", "x".repeat(155)));
        let wide = "ä".repeat(300);
        assert_eq!(description(&wide).chars().count(), 160);
    }

    #[test]
    fn initials_are_those_of_the_first_and_the_last_word() {
        for (name, expected) in [
            ("Ada Lovelace", "AL"),
            ("ML desk", "MD"),
            ("Jean-Luc van der (Berg)", "JB"),
            ("plato", "P"),
            ("", ""),
        ] {
            assert_eq!(initials(name), expected, "{name}");
        }
    }
}
