//! `init`: a small bank that builds clean, with settings for formatters, Git and CI.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use crate::bank::slug::slug;
use crate::cli::Init;
use crate::cmd::terminal::Terminal;
use crate::write::author_file::{self, Change};

/// The files: where each goes, and what it holds.
///
/// The templates have names of their own, since a `.gitignore` in this folder would hold here too.
const FILES: &[(&str, &str)] = &[
    ("site.toml", include_str!("init/site.toml")),
    ("content/_index.md", include_str!("init/home.md")),
    ("content/about.md", include_str!("init/about.md")),
    ("content/authors/example-desk.md", include_str!("init/author.md")),
    ("content/git/_index.md", include_str!("init/exam.md")),
    ("content/git/lessons/three-places.md", include_str!("init/lesson.md")),
    ("content/git/snapshots/_index.md", include_str!("init/topic.md")),
    ("content/git/snapshots/staged-then-edited.md", include_str!("init/single.md")),
    ("content/git/snapshots/undo-a-pushed-commit.md", include_str!("init/multiple.md")),
    ("content/git/branches/fetch-and-your-files.md", include_str!("init/true_false.md")),
    ("content/git/branches/merge-without-divergence.md", include_str!("init/merge.md")),
    (".gitignore", include_str!("init/gitignore")),
    (".gitattributes", include_str!("init/gitattributes")),
    (".prettierrc", include_str!("init/prettierrc.yaml")),
    (".markdownlint-cli2.jsonc", include_str!("init/markdownlint.jsonc")),
    (".github/workflows/study-hall.yml", include_str!("init/workflow.yml")),
];

/// Starts a bank.
///
/// # Errors
///
/// A folder that has any of the files already: then nothing is written.
pub fn run(root: &Path, args: &Init, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    let folder = args.folder.as_deref().unwrap_or(root);
    let name = name(folder)?;
    let paths: Vec<PathBuf> = FILES.iter().map(|(path, _)| folder.join(path)).collect();
    let in_the_way = author_file::in_the_way(&paths);
    if !in_the_way.is_empty() {
        let inner = |it: &PathBuf| it.strip_prefix(folder).unwrap_or(it).display().to_string();
        let list: Vec<String> = in_the_way.iter().map(|it| format!("  {}", inner(it))).collect();
        bail!(
            "nothing was written, since `{}` holds already:\n{}\nchoose another folder, or move them \
             away first",
            folder.display(),
            list.join("\n")
        );
    }
    paths.iter().try_for_each(|it| author_file::check_inside(folder, it))?;
    let today = terminal.today()?;
    let changes: Vec<Change> = FILES
        .iter()
        .zip(paths)
        .map(|((_, template), path)| Change::Create { path, text: fill(template, &name, &today) })
        .collect();
    author_file::apply(&changes)?;
    terminal.say(&report(folder, root));
    Ok(ExitCode::SUCCESS)
}

/// Returns the folder's own name, which the bank is called by.
fn name(folder: &Path) -> anyhow::Result<String> {
    // A folder to be made has its name; `.` must be asked where it is.
    let name = match folder.file_name() {
        Some(it) => Some(it.to_os_string()),
        None => folder
            .canonicalize()
            .with_context(|| format!("cannot read the folder `{}`", folder.display()))?
            .file_name()
            .map(std::ffi::OsStr::to_os_string),
    };
    Ok(name.map(|it| it.to_string_lossy().into_owned()).unwrap_or_default())
}

fn fill(template: &str, name: &str, today: &str) -> String {
    // A text between quotes in TOML as in YAML.
    let title = serde_json::Value::from(title(name)).to_string();
    template
        .replace("@TITLE@", &title)
        .replace("@SITE_ID@", &site_id(name))
        .replace("@TODAY@", today)
        .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
}

/// Returns a title made from a folder's name: `my-bank` is "My bank".
fn title(name: &str) -> String {
    let words: String = name
        .chars()
        .map(|it| if it.is_control() || matches!(it, '-' | '_' | '\u{fffd}') { ' ' } else { it })
        .collect();
    let mut chars = words.trim().chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => "My bank".to_owned(),
    }
}

fn site_id(name: &str) -> String {
    let ascii: String =
        slug(name).chars().filter(|it| it.is_ascii() && *it != '\u{fffd}').collect();
    let res = ascii.trim_matches('-');
    if crate::fields::is_id(res) { res.to_owned() } else { "study-bank".to_owned() }
}

fn report(folder: &Path, root: &Path) -> String {
    let mut res = format!("made {} files in `{}`\n\nnext:\n", FILES.len(), folder.display());
    if folder != root {
        res.push_str(&format!("  cd {}\n", folder.display()));
    }
    res.push_str(
        "  studyhall build                         write the site to public/\n  \
         studyhall new git/branches/my-question  write a question\n  \
         studyhall stats                         see how the blueprint is covered\n\n\
         then change the title in site.toml, and the exam in content/git/_index.md",
    );
    res
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostic;
    use crate::parse::yaml;
    use crate::source::{Source, Span};

    #[test]
    fn names_of_folders_become_titles_and_ids() {
        for (name, expected_title, id) in [
            ("my-bank", "My bank", "my-bank"),
            ("Prüfung 1", "Prüfung 1", "prfung-1"),
            ("試験", "試験", "study-bank"),
            ("a\"b", "A\"b", "a-b"),
            ("", "My bank", "study-bank"),
        ] {
            assert_eq!((title(name).as_str(), site_id(name).as_str()), (expected_title, id));
        }
    }

    #[test]
    fn every_placeholder_is_filled() {
        for (path, template) in FILES {
            let text = fill(template, "x", "2026-11-30");
            for name in ["@TITLE@", "@SITE_ID@", "@TODAY@", "@VERSION@"] {
                assert!(!text.contains(name), "{path}");
            }
        }
    }

    #[test]
    fn the_workflow_is_yaml_with_small_permissions() {
        let (_, text) = FILES.iter().find(|(path, _)| path.ends_with(".yml")).unwrap();
        let source = Source::new("study-hall.yml", text);
        let mut out: Vec<Diagnostic> = Vec::new();
        let table = yaml::parse(&source, Span::new(0, text.len()), &mut out);
        assert_eq!(out, []);
        let permissions = table.table("permissions").unwrap();
        assert_eq!(permissions.entries.len(), 1);
        assert_eq!(permissions.text("contents").map(|it| it.0), Some("read"));
        for job in ["build", "publish"] {
            let job = table.table("jobs").unwrap().table(job).unwrap();
            assert!(!job.list("steps").is_empty() && job.table("permissions").is_some());
        }
    }
}
