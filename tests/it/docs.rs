//! The examples of README and `docs/` are whole and right: they are read as an author's files are.

use studyhall::check::settings::Settings;
use studyhall::config::Config;
use studyhall::source::Source;

use crate::reading::bank;

/// A block of code in a Markdown text: its info string and its lines, the list's indentation gone.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut res: Vec<(String, String)> = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let fence: String = line.trim_start().chars().take_while(|it| *it == '`').collect();
        match &open {
            Some((_, mark)) if fence.len() >= mark.len() && line.trim() == fence => open = None,
            Some((indent, _)) => {
                let (_, code) = res.last_mut().unwrap();
                code.push_str(line.get(*indent..).unwrap_or(""));
                code.push('\n');
            }
            None if fence.len() >= 3 => {
                res.push((line.trim_start()[fence.len()..].trim().to_owned(), String::new()));
                open = Some((indent, fence));
            }
            None => {}
        }
    }
    res
}

const EXAM: &str = "---\ntitle: Demo\ntopics:\n  - {id: first, title: First}\n---\n";
const LESSON: &str = "---\ntitle: A lesson\n---\n\nText.\n";
const AUTHOR: &str = "---\nname: A desk\n---\n\nText.\n";

#[test]
fn every_question_of_the_docs_reads_without_a_finding() {
    let mut read = 0;
    for name in ["README.md", "docs/format.md", "docs/themes.md", "docs/publishing.md"] {
        let text = std::fs::read_to_string(name).unwrap();
        for (info, code) in blocks(&text) {
            if info != "markdown question" {
                continue;
            }
            let found = bank(&[
                ("content/demo/_index.md", EXAM),
                ("content/demo/first/q.md", &code),
                ("content/demo/lessons/data-parallelism.md", LESSON),
                ("content/authors/ml-desk.md", AUTHOR),
                ("content/authors/example-desk.md", AUTHOR),
            ]);
            assert!(found.diagnostics.is_empty(), "{name}:\n{code}\n{:#?}", found.diagnostics);
            assert_eq!(found.bank.questions.len(), 1, "{name}:\n{code}");
            read += 1;
        }
    }
    assert!(read >= 10, "only {read} examples were found");
}

#[test]
fn every_file_that_the_docs_link_to_is_there() {
    for name in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "docs/README.md",
        "docs/watch.md",
        "docs/format.md",
        "docs/themes.md",
        "docs/publishing.md",
        "docs/ci.md",
        "docs/reference.md",
    ] {
        let text = std::fs::read_to_string(name).unwrap();
        let folder = std::path::Path::new(name).parent().unwrap();
        let targets =
            text.match_indices("](").filter_map(|(at, _)| text[at + 2..].split(')').next());
        for target in targets.filter(|it| !it.contains("://") && !it.starts_with('#')) {
            let path = target.split('#').next().unwrap();
            let inside = text.contains("```") && path.contains(' ');
            assert!(
                inside || folder.join(path).exists() || is_example(&text, target),
                "{name}: {target}"
            );
        }
    }
}

/// Returns whether a link target stands in a code block, where it is an example of an author's.
fn is_example(text: &str, target: &str) -> bool {
    let link = format!("]({target})");
    let whole = text.matches(&link).count();
    let shown: usize = blocks(text).iter().map(|(_, code)| code.matches(&link).count()).sum();
    let inline = text.lines().filter(|it| it.contains(&link) && it.contains('`')).count();
    shown + inline >= whole
}

#[test]
fn the_settings_of_the_guide_to_the_linter_are_settings() {
    let text = std::fs::read_to_string("docs/lint.md").unwrap();
    let mut read = 0;
    for (_, code) in blocks(&text).iter().filter(|(info, _)| info == "toml") {
        let config = Config::read(Some(Source::new("site.toml", code))).unwrap();
        Settings::read(&config).unwrap_or_else(|found| panic!("{found:?} in\n{code}"));
        read += 1;
    }
    assert!(read > 0);
}
