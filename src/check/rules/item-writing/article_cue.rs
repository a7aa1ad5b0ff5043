//! "a" or "an" at the end of the stem, which not every choice fits.

use super::blank_inside_stem;
use crate::check::Report;
use crate::check::item::{Choice, Item};
use crate::diagnostic::Edit;

/// Reports an article that rules choices out.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(articles) = item.phrases("articles") else { return };
    let words = item.stem.words();
    let text = item.stem.as_str();
    // Before a blank, or at the very end.
    let blank = blank_inside_stem::blanks(&item.stem).next().map_or(text.len(), |it| it.start);
    let Some(at) =
        (0..words.len()).rev().find(|at| words.get(*at).is_some_and(|it| it.range.end <= blank))
    else {
        return;
    };
    let Some(word) = words.get(at).filter(|_| articles.at(words, at).is_some()) else { return };
    let after = &text[word.range.end..blank];
    let is_end = after
        .chars()
        .all(|c| c.is_whitespace() || ":…?—–-".contains(c) || after.starts_with("..."));
    let written = &text[word.range.clone()];
    let is_article =
        written.chars().skip(1).all(char::is_lowercase) && (written.starts_with('a') || at == 0);
    let is_either = text[..word.range.start].ends_with('/');
    if !is_end || !is_article || is_either || quoted_or_emphasised(item, word.range.start) {
        return;
    }
    let before_vowel = word.lower == "an";
    let fits = |it: &Choice<'_>| begins_with_vowel(it).map(|it| it == before_vowel);
    let wrong: Vec<&Choice<'_>> = item.distractors().filter(|it| fits(it) == Some(false)).collect();
    if wrong.is_empty() || item.keys().any(|it| fits(it) != Some(true)) {
        return;
    }
    let message = format!("`{written}` fits the key and not choice {}", wrong[0].letter);
    let mut finding = report
        .finding(item.place(item.stem.span(word.range.clone())), message)
        .help("write `a/an`, or put the article into the choices");
    if let Some(span) = item.stem.exact(word.range.clone()) {
        let both = if written.starts_with('A') { "A/an" } else { "a/an" };
        finding = finding
            .unsafe_fix(format!("write `{both}`"), vec![Edit { span, text: both.to_owned() }]);
    }
    report.push(finding);
}

/// Returns whether the word at a byte of the stem is a quantity or a term rather than an article.
fn quoted_or_emphasised(item: &Item<'_>, at: usize) -> bool {
    let span = item.stem.span(at..at + 1);
    let source = &item.document.source.text;
    source[..span.range().start].ends_with(['*', '_', '"', '“', '\'', '‘'])
}

/// Returns whether a choice begins with the sound of a vowel; `None` where it cannot be told.
fn begins_with_vowel(choice: &Choice<'_>) -> Option<bool> {
    let words = choice.text.words();
    let first = words.get(0)?;
    let written = &choice.text.as_str()[first.range.clone()];
    if !written.is_ascii() {
        let start = written.chars().next()?;
        return start.is_alphabetic().then(|| "áàâäéèêëíìîïóòôöúùûü".contains(start));
    }
    if matches!(first.lower, "a" | "an" | "the") && words.len() > 1 {
        return None;
    }
    if written.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(written.starts_with('8') || matches!(written, "11" | "18"));
    }
    let letters = written.len() == 1
        || written.len() < 6
            && written.bytes().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit());
    let letter = written.chars().next()?;
    if letters {
        // Read letter by letter: "an HTML page", "a URL", "an S".
        let named = "AEFHILMNORSX".contains(letter.to_ascii_uppercase());
        let word = written.bytes().any(|it| b"AEIOU".contains(&it)) && written.len() > 1;
        // "an RFC", but "a RAM module", "a SAN": whether it is read as a word cannot be told.
        let vowel = "AEIOU".contains(letter);
        return if word && named != vowel { None } else { Some(named) };
    }
    const CONSONANT: [&str; 12] =
        ["uni", "use", "usu", "uti", "ura", "uto", "eu", "ewe", "one", "once", "ubi", "unanim"];
    const VOWEL: [&str; 7] = ["hour", "honest", "honor", "honour", "heir", "herb", "unim"];
    const VOWEL_UN: [&str; 3] = ["unin", "unid", "unim"];
    if VOWEL_UN.iter().any(|it| first.lower.starts_with(it)) {
        return Some(true);
    }
    if CONSONANT.iter().any(|it| first.lower.starts_with(it)) {
        return Some(false);
    }
    if VOWEL.iter().any(|it| first.lower.starts_with(it)) {
        return if first.lower.starts_with("herb") { None } else { Some(true) };
    }
    Some("aeiou".contains(letter.to_ascii_lowercase()))
}
