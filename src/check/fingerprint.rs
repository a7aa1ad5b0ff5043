//! Names of findings that stay when lines move and files are edited elsewhere.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::bank::fragment::collapsed;
use crate::diagnostic::Diagnostic;
use crate::report::Texts;

/// Returns what a finding is known by: its rule, its question (or its file, if it is in none), and
/// the text in question, white space as one space.
///
/// Two findings may have one key: a rule may find the same words twice in a question.
pub fn key(found: &Diagnostic, question: Option<&str>, texts: &Texts) -> String {
    let text = texts.get(&found.place.path).and_then(|it| it.get(found.place.span.range()));
    let of = question.unwrap_or(&found.place.path);
    let text = collapsed(text.unwrap_or_default());
    let mut hash = Sha256::new();
    for part in ["studyhall/finding/1", found.rule, of, &text] {
        hash.update(part);
        hash.update([0]);
    }
    HEXLOWER.encode(&hash.finalize()[..16])
}

/// Returns a name for each finding of a run, no two of them alike: the key, and a number for each
/// finding but the first of a key.
pub fn all<'q>(
    found: &[Diagnostic],
    question: impl Fn(&Diagnostic) -> Option<&'q str>,
    texts: &Texts,
) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let name = |it: &Diagnostic| {
        let key = key(it, question(it), texts);
        let count = seen.entry(key.clone()).or_default();
        *count += 1;
        if *count == 1 { key } else { format!("{key}-{count}") }
    };
    found.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Place;
    use crate::source::{Source, Span};

    /// Returns the fingerprints of findings at each occurrence of some words.
    fn of(path: &str, text: &str, words: &str, id: Option<&str>) -> Vec<String> {
        let source = Source::new(path, text);
        let found: Vec<Diagnostic> = text
            .match_indices(words)
            .map(|(at, _)| {
                let place = Place::new(&source.path, Span::new(at, at + words.len()));
                Diagnostic::warn("long-stem", place, "x")
            })
            .collect();
        all(&found, |_| id, &[(source.path, source.text)].into())
    }

    #[test]
    fn a_fingerprint_stays_when_lines_move_and_differs_from_all_others() {
        let once = of("a.md", "one two", "two", Some("x/a"));
        assert_eq!(of("b/c.md", "\n\nmore\none two", "two", Some("x/a")), once);
        assert_ne!(of("a.md", "one two", "two", Some("x/b")), once);
        assert_ne!(of("a.md", "one two", "one", Some("x/a")), once);
        let twice = of("a.md", "two two", "two", Some("x/a"));
        assert_eq!(twice[0], once[0]);
        assert_ne!(twice[1], twice[0]);
        assert_ne!(of("a.md", "two", "two", None), of("b.md", "two", "two", None));
    }
}
