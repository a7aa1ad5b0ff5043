//! The address that opens a place of a file in the author's editor.

use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Everything of a path but what has no meaning of its own in any part of a URL.
const IN_PATH: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/').remove(b':');

/// Schemes that a browser does not hand on, but runs or shows itself.
const BROWSERS_OWN: [&str; 8] =
    ["about", "blob", "data", "file", "filesystem", "javascript", "vbscript", "view-source"];

/// A URL with `{path}`, and perhaps `{line}` and `{column}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Editor {
    pattern: String,
}

impl Default for Editor {
    fn default() -> Self {
        Self { pattern: "vscode://file/{path}:{line}:{column}".to_owned() }
    }
}

impl Editor {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// What is wrong with it: no scheme, one that the browser would act on itself, no `{path}`.
    pub fn new(pattern: &str) -> Result<Self, String> {
        let (scheme, rest) = pattern
            .split_once(':')
            .ok_or_else(|| format!("`{pattern}` must begin with a scheme, as `vscode:` is one"))?;
        let letter = |it: char| it.is_ascii_alphanumeric() || matches!(it, '+' | '-' | '.');
        if !scheme.starts_with(|it: char| it.is_ascii_alphabetic()) || !scheme.chars().all(letter) {
            return Err(format!("`{scheme}` is no scheme of a URL"));
        }
        if BROWSERS_OWN.iter().any(|it| it.eq_ignore_ascii_case(scheme)) {
            return Err(format!("`{scheme}:` is not handed to an editor, browsers act on it"));
        }
        if pattern.contains(|it: char| it.is_control() || it == ' ') {
            return Err("a URL has no spaces".to_owned());
        }
        if !rest.contains("{path}") {
            return Err(format!("`{pattern}` does not say where `{{path}}` stands"));
        }
        Ok(Self { pattern: pattern.to_owned() })
    }

    /// Returns the address of a place; line and column count from 1, and 0 is the beginning.
    pub fn link(&self, file: &Path, line: usize, column: usize) -> String {
        let path = file.to_string_lossy().replace('\\', "/");
        // Windows marks a path that it has resolved.
        let path = path.strip_prefix("//?/").unwrap_or(&path);
        let path = utf8_percent_encode(path, IN_PATH).to_string();
        // A slash of the pattern and one of the path are one: `vscode://file/home/…`.
        let bare = format!("/{}", path.trim_start_matches('/'));
        self.pattern
            .replace("/{path}", &bare)
            .replace("{path}", &path)
            .replace("{line}", &line.max(1).to_string())
            .replace("{column}", &column.max(1).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_filled_in() {
        let file = Path::new("/home/ana/my bank/content/a&b?#%.md");
        assert_eq!(
            Editor::default().link(file, 12, 3),
            "vscode://file/home/ana/my%20bank/content/a%26b%3F%23%25.md:12:3"
        );
        let idea = Editor::new("idea://open?file={path}&line={line}").unwrap();
        assert_eq!(idea.link(Path::new("/b/c.md"), 0, 0), "idea://open?file=/b/c.md&line=1");
        for windows in ["C:\\bank\\c.md", r"\\?\C:\bank\c.md"] {
            let link = Editor::default().link(Path::new(windows), 1, 1);
            assert_eq!(link, "vscode://file/C:/bank/c.md:1:1");
        }
    }

    #[test]
    fn a_pattern_that_leads_to_no_editor_is_refused() {
        for pattern in
            ["zed://file{path}:{line}", "http://localhost:63342/api/file{path}", "x-mine:{path}"]
        {
            assert!(Editor::new(pattern).is_ok(), "{pattern}");
        }
        let bad = [
            "",
            "{path}",
            "vscode://file/",
            "javascript:alert('{path}')",
            "JavaScript:{path}",
            "data:text/html,{path}",
            "file://{path}",
            " javascript:{path}",
            "java\nscript:{path}",
            "1x:{path}",
            "vbscript:{path}",
            "x: {path}",
        ];
        for pattern in bad {
            assert!(Editor::new(pattern).is_err(), "{pattern}");
        }
    }
}
