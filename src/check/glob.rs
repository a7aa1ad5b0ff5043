//! Patterns of paths: `content/drafts/**`, `content/*/_index.md`.

/// A pattern: `*` is any run of characters within a name, `?` one of them, `**` any folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    parts: Vec<String>,
}

impl Glob {
    /// Reads a pattern; one that ends with `/` means everything in that folder.
    pub fn new(pattern: &str) -> Self {
        let mut parts: Vec<String> =
            pattern.trim_start_matches("./").split('/').map(str::to_owned).collect();
        if let Some(last) = parts.last_mut().filter(|it| it.is_empty()) {
            "**".clone_into(last);
        }
        Self { parts }
    }

    /// Returns whether all of a path fits.
    pub fn fits(&self, path: &str) -> bool {
        let path: Vec<&str> = path.split('/').collect();
        let parts: Vec<&str> = self.parts.iter().map(String::as_str).collect();
        fit(&parts, &path, &|it| *it == "**", &|part, name| {
            let (part, name): (Vec<char>, Vec<char>) =
                (part.chars().collect(), name.chars().collect());
            fit(&part, &name, &|it| *it == '*', &|a, b| *a == '?' || a == b)
        })
    }
}

/// Returns whether a series fits a pattern in which a wild entry stands for any run of entries.
///
/// Only the last wild entry is ever tried again, so the time is at most the product of the lengths.
fn fit<T>(
    pattern: &[T],
    series: &[T],
    wild: &impl Fn(&T) -> bool,
    same: &impl Fn(&T, &T) -> bool,
) -> bool {
    let (mut p, mut s) = (0, 0);
    let mut retry = None;
    while s < series.len() {
        match pattern.get(p) {
            Some(it) if wild(it) => {
                retry = Some((p, s));
                p += 1;
            }
            Some(it) if same(it, &series[s]) => {
                p += 1;
                s += 1;
            }
            _ => {
                let Some((at, from)) = retry else { return false };
                retry = Some((at, from + 1));
                p = at + 1;
                s = from + 1;
            }
        }
    }
    pattern[p..].iter().all(wild)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, path, fits) in [
            ("content/drafts/**", "content/drafts/a/b.md", true),
            ("content/drafts/**", "content/drafts.md", false),
            ("content/drafts/", "content/drafts/a.md", true),
            ("./content/a.md", "content/a.md", true),
            ("content/a.md", "content/a.md.md", false),
            ("content/*/_index.md", "content/mle/_index.md", true),
            ("content/*/_index.md", "content/mle/topic/_index.md", false),
            ("**/_index.md", "content/mle/topic/_index.md", true),
            ("content/**/x/*.md", "content/a/x/b/x/c.md", true),
            ("content/?ls/*", "content/äls/q", true),
            ("*", "content/a.md", false),
        ] {
            assert_eq!(Glob::new(pattern).fits(path), fits, "{pattern} {path}");
        }
        let hostile = format!("{}b", "*a".repeat(2_000));
        assert!(!Glob::new(&hostile).fits(&"a".repeat(20_000)));
    }
}
