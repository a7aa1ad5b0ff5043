//! Titles made from text: the stem's first full sentence, cut at a word.

/// Length, in characters, at which a title is cut.
const CUT: usize = 70;

/// Returns the first full sentence of a text, without its final full stop; cut at a word boundary
/// at about 70 characters with an ellipsis.
pub fn first_sentence(text: &str) -> String {
    let sentence = &text[..sentence_end(text)];
    let sentence = sentence.trim().trim_end_matches(['.', ':', '。']).trim_end();
    cut(sentence, CUT)
}

/// Returns a text of at most about `limit` characters, cut at a word boundary with an ellipsis.
pub fn cut(text: &str, limit: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(limit) else { return text.to_owned() };
    let head = &text[..end];
    // A text without spaces (Japanese, say) is cut where it must be.
    let kept = head.rfind(char::is_whitespace).filter(|at| *at > end / 2).unwrap_or(end);
    format!(
        "{}…",
        head[..kept].trim_end_matches(|c: char| c.is_whitespace() || ",;:–-(".contains(c))
    )
}

/// Returns where the first sentence ends: after a full stop, question or exclamation mark that a
/// capital letter or the end follows.
pub fn sentence_end(text: &str) -> usize {
    let chars = text.char_indices().peekable();
    for (at, c) in chars {
        let after = at + c.len_utf8();
        if matches!(c, '。' | '！' | '？' | '؟') {
            return after;
        }
        if !matches!(c, '.' | '?' | '!') {
            continue;
        }
        let rest = &text[after..];
        let begins = rest.trim_start_matches(['"', ')', '\'', '”', '»']);
        let spaced = begins.starts_with(char::is_whitespace) || begins.is_empty();
        let next = begins.trim_start().chars().next();
        let ends = spaced && next.is_none_or(|it| !it.is_lowercase());
        if ends && !(c == '.' && is_abbreviation(&text[..at])) {
            return after + (rest.len() - begins.len());
        }
    }
    text.len()
}

/// Returns whether a full stop after this text belongs to an abbreviation such as `e.g.` or `U.S.`.
fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    letters == 1
        || word.contains('.') && letters <= 4
        || matches!(word, "vs" | "cf" | "etc" | "approx" | "no" | "No")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_sentences() {
        for (text, expected) in [
            ("A team trains a model. What next?", "A team trains a model"),
            ("Which one?", "Which one?"),
            ("It uses e.g. Adam. Why?", "It uses e.g. Adam"),
            ("In the U.S. region a job fails. Why?", "In the U.S. region a job fails"),
            ("Version 1.2 is out. Then?", "Version 1.2 is out"),
            ("Was bedeutet das? Und nun", "Was bedeutet das?"),
        ] {
            assert_eq!(first_sentence(text), expected);
        }
        let long = "word ".repeat(40);
        let title = first_sentence(&long);
        assert!(title.chars().count() <= 71 && title.ends_with("word…"), "{title}");
    }
}
