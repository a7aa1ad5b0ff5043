//! Parts of URLs made from names.

use unicode_normalization::UnicodeNormalization as _;

/// Returns the slug of a file's stem, a heading or a vendor: NFC, lower case, each run of other
/// characters than letters and digits as `-`. Empty if there is no letter and no digit.
pub fn slug(name: &str) -> String {
    let mut res = String::with_capacity(name.len());
    let folded: String = name.nfc().collect::<String>().to_lowercase();
    for c in folded.nfc() {
        // Combining marks belong to the letter before them (Devanagari vowels, say).
        if c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c) {
            res.push(c);
        } else if !res.is_empty() && !res.ends_with('-') {
            res.push('-');
        }
    }
    while res.ends_with('-') {
        res.pop();
    }
    res
}

/// Returns the slug of a tag: as `slug`, with `+` as `plus`, `#` as `sharp`, a leading `.` as `dot`.
pub fn tag_slug(name: &str) -> String {
    let name = name.trim();
    let name = name.strip_prefix('.').map_or_else(|| name.to_owned(), |rest| format!("dot{rest}"));
    slug(&name.replace('+', "plus").replace('#', "sharp"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs() {
        for (name, expected) in [
            ("multi-gpu", "multi-gpu"),
            ("Multi GPU!", "multi-gpu"),
            ("  --a__b--  ", "a-b"),
            ("Größe", "größe"),
            ("Gro\u{0308}ße", "größe"),
            ("سؤال ١", "سؤال-١"),
            ("हिन्दी", "हिन्दी"),
            ("!!!", ""),
        ] {
            assert_eq!(slug(name), expected, "{name}");
        }
    }

    #[test]
    fn tag_slugs() {
        for (name, expected) in [
            ("C++", "cplusplus"),
            ("C#", "csharp"),
            (".NET", "dotnet"),
            ("node.js", "node-js"),
            ("Data Lake", "data-lake"),
        ] {
            assert_eq!(tag_slug(name), expected, "{name}");
        }
    }
}
