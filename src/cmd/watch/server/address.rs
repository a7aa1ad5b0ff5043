//! Paths of requests and the names of files that `build` would write.

use percent_encoding::percent_decode_str;

use crate::plan::url;

/// Folder of the preview's own files. It stands at the root of the host, so that it does not move
/// with `base_url`; no site has such a folder, `build` keeps it for itself.
pub(super) const OWN: &str = "/.studyhall/";

/// Returns the rest of a path that is the preview's own.
pub(super) fn reserved(path: &str) -> Option<&str> {
    path.strip_prefix(OWN)
}

/// Returns the output name that a path asks for: `mle/index.html` for `/bank/mle/`; nothing for a
/// path outside the site, or one that no file of a site can have.
///
/// The path is decoded once: what is then still encoded belongs to the name.
pub(super) fn output_name(path: &str, base_path: &str) -> Option<String> {
    let base = percent_decode_str(base_path).decode_utf8().ok()?;
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let name = path.strip_prefix(&*base)?;
    if name.contains(|it: char| it.is_control() || it == '\\') {
        return None;
    }
    let folder = name.is_empty() || name.ends_with('/');
    let mut segments = name.strip_suffix('/').unwrap_or(name).split('/');
    if !name.is_empty() && segments.any(|it| matches!(it, "" | "." | "..")) {
        return None;
    }
    Some(if folder { format!("{name}index.html") } else { name.to_owned() })
}

/// Returns the path under which a file of the site is shown: `/bank/mle/` for `mle/index.html`.
pub(super) fn path(base_path: &str, output_name: &str) -> String {
    let folder = match output_name.strip_suffix("index.html") {
        Some(folder) if folder.is_empty() || folder.ends_with('/') => folder,
        _ => output_name,
    };
    url::address(base_path, folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_asks_for_one_file_or_for_nothing() {
        let table = [
            ("/bank/", Some("index.html")),
            ("/bank/mle/", Some("mle/index.html")),
            ("/bank/mle", Some("mle")),
            ("/bank/404.html", Some("404.html")),
            ("/bank/%C3%BCben/a%20b.png", Some("üben/a b.png")),
            ("/bank/%252e%252e/x", Some("%2e%2e/x")),
            ("/bank", None),
            ("/bankx/", None),
            ("/other/", None),
            ("//bank/", None),
            ("/bank//mle/", None),
            ("/bank/../etc/passwd", None),
            ("/bank/%2e%2e/etc/passwd", None),
            ("/bank/%2E./etc/passwd", None),
            ("/bank/..%2fetc/passwd", None),
            ("/bank/mle/..", None),
            ("/bank/./mle/", None),
            ("/bank/..%5cetc", None),
            ("/bank/a\\b", None),
            ("/bank/a%00.html", None),
            ("/bank/a%0a", None),
            ("/bank/%ff", None),
            ("/bank//", None),
        ];
        for (path, expected) in table {
            assert_eq!(output_name(path, "/bank/").as_deref(), expected, "{path}");
        }
        assert_eq!(output_name("/", "/").as_deref(), Some("index.html"));
        assert_eq!(output_name("//etc/passwd", "/").as_deref(), None);
    }

    #[test]
    fn a_file_is_shown_under_its_folder() {
        assert_eq!(path("/bank/", "index.html"), "/bank/");
        assert_eq!(path("/bank/", "mle/index.html"), "/bank/mle/");
        assert_eq!(path("/", "404.html"), "/404.html");
        assert_eq!(path("/", "myindex.html"), "/myindex.html");
        assert_eq!(path("/", "a b/index.html"), "/a%20b/");
    }
}
