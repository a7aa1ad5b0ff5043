//! What a file's name says: its kind, and whether every system can hold it.

use std::collections::BTreeMap;

use super::walk::Found;
use crate::diagnostic::{Diagnostic, Place};
use crate::source::Span;

/// What a file is to the bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Markdown.
    Document,
    /// A raster image.
    Raster,
    /// An SVG image.
    Svg,
    /// Another file that may be published.
    Media,
    /// A file that is never published.
    Other,
}

/// Returns the kind of a file by its name or path.
pub(super) fn kind(name: &str) -> Kind {
    match extension(name).to_ascii_lowercase().as_str() {
        "md" => Kind::Document,
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "avif" => Kind::Raster,
        "svg" => Kind::Svg,
        "mp3" | "ogg" | "wav" | "m4a" | "mp4" | "webm" | "pdf" | "csv" | "txt" => Kind::Media,
        _ => Kind::Other,
    }
}

/// Returns what follows the last full stop of a file's name.
pub(super) fn extension(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((_, extension)) if !extension.contains('/') => extension,
        _ => "",
    }
}

/// Returns why some system cannot hold a file or folder of this name, if that is so.
pub(crate) fn reserved(name: &str) -> Option<String> {
    let bad = |c: char| c.is_control() || r#"<>:"|?*\/"#.contains(c);
    if let Some(c) = name.chars().find(|c| bad(*c)) {
        return Some(format!("name holds `{}`, which Windows forbids", shown(&c.to_string())));
    }
    if name.ends_with(['.', ' ']) {
        let what = if name.ends_with('.') { "a full stop" } else { "a space" };
        return Some(format!("name ends in {what}, which Windows drops"));
    }
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_ascii_lowercase();
    let numbered = |prefix| {
        let rest = stem.strip_prefix(prefix).map(|rest| rest.chars().collect::<Vec<_>>());
        matches!(rest.as_deref(), Some(['0'..='9' | '¹' | '²' | '³']))
    };
    let device = matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$");
    (device || numbered("com") || numbered("lpt"))
        .then(|| format!("name `{}` is reserved on Windows", shown(name)))
}

/// Returns a text with its control characters escaped.
pub(crate) fn shown(text: &str) -> String {
    let mut res = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            res.extend(c.escape_default());
        } else {
            res.push(c);
        }
    }
    res
}

/// Returns the files of different names, and reports each that differs from an earlier one in case
/// alone; `files` are sorted.
pub(super) fn without_collisions(files: Vec<Found>, out: &mut Vec<Diagnostic>) -> Vec<Found> {
    let mut first: BTreeMap<String, std::sync::Arc<str>> = BTreeMap::new();
    let mut res = Vec::with_capacity(files.len());
    for file in files {
        let earlier = first.entry(folded(&file.path)).or_insert_with(|| file.path.clone());
        if std::sync::Arc::ptr_eq(earlier, &file.path) {
            res.push(file);
            continue;
        }
        let difference = if *earlier == file.path { "its Unicode form" } else { "case" };
        let message = format!(
            "`{}` and `{}` differ in {difference} alone",
            shown(earlier),
            shown(&file.path)
        );
        let place = Place::new(&file.path, Span::default());
        let other = Place::new(earlier, Span::default());
        out.push(
            Diagnostic::deny("url-collision", place, message)
                .note("the other file", Some(other))
                .help("rename one of them"),
        );
    }
    res
}

/// Returns a path as systems that ignore case compare it.
fn folded(path: &str) -> String {
    if path.is_ascii() {
        return path.to_ascii_lowercase();
    }
    // Upper case first: `ß` and `SS`, `ς` and `σ` meet there.
    path.to_uppercase().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_follows_the_extension() {
        assert_eq!(kind("content/a.b/c.MD"), Kind::Document);
        assert_eq!(kind("content/a.md/c"), Kind::Other);
        assert_eq!(kind("x.JPeG"), Kind::Raster);
        assert_eq!(kind("svg"), Kind::Other);
        assert_eq!(kind("x.pdf"), Kind::Media);
        assert_eq!(kind("x.html"), Kind::Other);
    }

    #[test]
    fn names_that_windows_cannot_hold_are_reserved() {
        for name in [
            "con",
            "NUL.md",
            "aux.tar.gz",
            "Com1",
            "lpt9.txt",
            "com¹.md",
            "prn .md",
            "a:b.md",
            "a\u{7}.md",
            "a.",
            "a ",
            "a\\b",
            "what?.md",
            "\"a\".md",
            "conin$",
        ] {
            assert!(reserved(name).is_some(), "{name}");
        }
        for name in ["console.md", "com.md", "com10.md", "a b.md", "été.md", "nul-l.md", "lpt.md"]
        {
            assert_eq!(reserved(name), None, "{name}");
        }
    }

    #[test]
    fn case_is_folded_beyond_ascii() {
        assert_eq!(folded("Straße"), folded("STRASSE"));
        assert_eq!(folded("ΛΌΓΟΣ"), folded("λόγος"));
        assert_ne!(folded("a"), folded("b"));
    }
}
