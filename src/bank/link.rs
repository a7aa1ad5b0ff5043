//! Where a destination in a text leads: outside, within the page, or to a file of the bank.

use unicode_normalization::UnicodeNormalization as _;

/// Folder that holds the bank's texts and assets.
pub const CONTENT: &str = "content/";

/// What a destination names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// An address with the scheme http, https, mailto or tel.
    External,
    /// A part of the same page: what follows `#`.
    Anchor(String),
    /// A file of the bank.
    File {
        /// Path from the bank's root, in NFC, without `.` and `..`.
        path: String,
        /// What follows `#`.
        fragment: Option<String>,
    },
}

/// Why a destination is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkFault {
    /// Another scheme than http, https, mailto, tel; or `//host`; or control characters.
    UnsafeScheme,
    /// It leaves `content/`.
    OutsideBank,
    /// Nothing is written.
    Empty,
}

/// Resolves a destination written in the file `from` (a path from the bank's root).
///
/// # Errors
///
/// A destination that must never be followed.
pub fn resolve(from: &str, destination: &str) -> Result<Destination, LinkFault> {
    if destination.is_empty() {
        return Err(LinkFault::Empty);
    }
    if destination.chars().any(char::is_control)
        || destination.starts_with("//")
        || destination.contains('\\')
    {
        return Err(LinkFault::UnsafeScheme);
    }
    if let Some(anchor) = destination.strip_prefix('#') {
        return Ok(Destination::Anchor(decode(anchor).ok_or(LinkFault::UnsafeScheme)?));
    }
    if let Some(scheme) = scheme(destination) {
        let safe =
            ["http", "https", "mailto", "tel"].iter().any(|it| scheme.eq_ignore_ascii_case(it));
        return if safe { Ok(Destination::External) } else { Err(LinkFault::UnsafeScheme) };
    }
    let (path, fragment) = match destination.split_once('#') {
        Some((path, fragment)) => (path, Some(decode(fragment).ok_or(LinkFault::UnsafeScheme)?)),
        None => (destination, None),
    };
    let path = path.split('?').next().unwrap_or_default();
    let path = decode(path).ok_or(LinkFault::OutsideBank)?;
    let path = normalise(from, &path).ok_or(LinkFault::OutsideBank)?;
    Ok(Destination::File { path, fragment })
}

/// Returns the scheme of an address, by RFC 3986's grammar.
fn scheme(destination: &str) -> Option<&str> {
    let (scheme, _) = destination.split_once(':')?;
    let mut bytes = scheme.bytes();
    let begins = bytes.next().is_some_and(|it| it.is_ascii_alphabetic());
    let fits = bytes.all(|it| it.is_ascii_alphanumeric() || b"+-.".contains(&it));
    (begins && fits).then_some(scheme)
}

/// Joins a path to the folder of `from`; `None` if it leaves `content/`.
fn normalise(from: &str, path: &str) -> Option<String> {
    if path.contains(['\\', '\0', ':']) {
        return None;
    }
    let mut parts: Vec<&str> = Vec::new();
    if path.starts_with('/') {
        parts.push("content");
    } else {
        parts.extend(from.split('/'));
        parts.pop();
    }
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    let joined: String = parts.join("/").nfc().collect();
    (joined == "content" || joined.starts_with(CONTENT)).then_some(joined)
}

/// Returns whether the path of an old address leads anywhere but below the base path.
pub fn leaves(path: &str) -> bool {
    path.starts_with("//")
        || path.contains(['\\', ':', '%'])
        || path.chars().any(char::is_control)
        || path.split('/').any(|it| matches!(it, ".." | "."))
}

/// Resolves percent escapes, once; `None` if the bytes are no UTF-8 or hide a separator.
fn decode(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let bytes = text.as_bytes();
    let mut res = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match escape.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            Some(b'/' | b'\\' | 0) => return None,
            Some(byte) => {
                res.push(byte);
                at += 3;
            }
            None => {
                res.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(res).ok().filter(|it| !it.chars().any(char::is_control))
}

/// Returns the URL path of a file's path, each part escaped.
pub fn encode(path: &str) -> String {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/');
    if path.bytes().all(is_plain) {
        return path.to_owned();
    }
    let mut res = String::with_capacity(path.len());
    for byte in path.bytes() {
        if is_plain(byte) {
            res.push(char::from(byte));
        } else {
            res.push_str(&format!("%{byte:02X}"));
        }
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, fragment: Option<&str>) -> Result<Destination, LinkFault> {
        Ok(Destination::File { path: path.to_owned(), fragment: fragment.map(str::to_owned) })
    }

    #[test]
    fn destinations() {
        let from = "content/mle/scaling/multi-gpu.md";
        for (destination, expected) in [
            ("https://a.org/x", Ok(Destination::External)),
            ("MAILTO:a@b.c", Ok(Destination::External)),
            ("#part%20one", Ok(Destination::Anchor("part one".into()))),
            ("../lessons/x.md#part", file("content/mle/lessons/x.md", Some("part"))),
            ("./a/./b.svg", file("content/mle/scaling/a/b.svg", None)),
            ("/about.md", file("content/about.md", None)),
            ("my%20figure.svg?v=2", file("content/mle/scaling/my figure.svg", None)),
            ("/../content/x.md", file("content/x.md", None)),
            ("javascript:alert(1)", Err(LinkFault::UnsafeScheme)),
            ("JaVaScRiPt:alert(1)", Err(LinkFault::UnsafeScheme)),
            ("java\nscript:alert(1)", Err(LinkFault::UnsafeScheme)),
            ("data:text/html,x", Err(LinkFault::UnsafeScheme)),
            ("//evil.org/x", Err(LinkFault::UnsafeScheme)),
            ("\\\\evil.org", Err(LinkFault::UnsafeScheme)),
            ("../../../etc/passwd", Err(LinkFault::OutsideBank)),
            ("%2e%2e/%2e%2e/%2e%2e/etc/passwd", Err(LinkFault::OutsideBank)),
            ("..%2f..%2f..%2fetc", Err(LinkFault::OutsideBank)),
            ("/../site.toml", Err(LinkFault::OutsideBank)),
            ("", Err(LinkFault::Empty)),
        ] {
            assert_eq!(resolve(from, destination), expected, "{destination}");
        }
    }
}
