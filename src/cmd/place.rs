//! Where a question stands or shall stand, as written on the command line.

use std::path::Path;

use anyhow::bail;

use crate::bank::layout;
use crate::bank::link::CONTENT;
use crate::bank::model::{Bank, ExamId};
use crate::bank::slug::slug;
use crate::diagnostic::did_you_mean;
use crate::load;
use crate::report::visible;

/// A place for a question: `EXAM/TOPIC/NAME`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The exam.
    pub exam: ExamId,
    /// Position of the topic in the exam.
    pub topic: usize,
    /// The file without its ending, from the bank's root: `content/rust/errors/the-question-mark`.
    pub base: String,
    /// Whether `index.md` was written: the question has a folder of its own.
    pub bundle: bool,
}

impl Place {
    /// Returns the last part of the question's address, unless its front matter says otherwise.
    pub fn slug(&self) -> String {
        slug(self.base.rsplit('/').next().unwrap_or(&self.base))
    }
}

/// Returns a path on the command line as one from the bank's root, with `/`, without `content/` and
/// `.md`.
///
/// `my-bank/content/a/b/c.md` with `--root my-bank` is `a/b/c`, as a shell completes it.
pub fn inner(root: &Path, written: &str) -> String {
    let path = Path::new(written);
    let path = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<String> = path
        .components()
        .filter(|it| !matches!(it, std::path::Component::CurDir))
        .map(|it| it.as_os_str().to_string_lossy().into_owned())
        .collect();
    let joined = load::nfc(&parts.join("/"));
    let res = joined.strip_prefix(CONTENT).unwrap_or(&joined);
    res.strip_suffix(".md").unwrap_or(res).to_owned()
}

/// Returns the folder of an exam from `content/`, as on disk.
fn folder(bank: &Bank, exam: ExamId) -> &str {
    let path = &*bank.exams[exam].prose.document.source.path;
    path.strip_prefix(CONTENT).unwrap_or(path).trim_end_matches("/_index.md")
}

/// Finds the exam and the topic of a new place.
///
/// # Errors
///
/// A place in no exam or topic, or a name that no file of a question can have.
pub fn find(bank: &Bank, root: &Path, written: &str) -> anyhow::Result<Place> {
    let mut inner = inner(root, written);
    let bundle = inner.ends_with("/index");
    if bundle {
        inner.truncate(inner.len() - "/index".len());
    }
    let within = |exam: ExamId| inner.strip_prefix(folder(bank, exam))?.strip_prefix('/');
    let Some((exam, rest)) =
        (0..bank.exams.len()).find_map(|exam| within(exam).map(|rest| (exam, rest)))
    else {
        bail!("{}", no_exam(bank, &inner));
    };
    let (topic, name) = rest.split_once('/').unwrap_or((rest, ""));
    let topics = &bank.exams[exam].topics;
    let Some(at) = topics.iter().position(|it| it.id == topic) else {
        let help = did_you_mean(topic, topics.iter().map(|it| it.id.as_str()));
        bail!(
            "`{}` is no topic of the exam `{}`{}",
            visible(topic),
            bank.exams[exam].id,
            after(help)
        );
    };
    check_name(name)?;
    Ok(Place { exam, topic: at, base: format!("{CONTENT}{inner}"), bundle })
}

fn no_exam(bank: &Bank, inner: &str) -> String {
    let name = inner.split('/').next().unwrap_or_default();
    let known: Vec<&str> = (0..bank.exams.len()).map(|exam| folder(bank, exam)).collect();
    if known.is_empty() {
        return "there is no exam in this bank; an exam is a folder of `content/` whose \
                `_index.md` declares `topics`, and `studyhall build` says what is wrong with one"
            .to_owned();
    }
    let help = did_you_mean(name, known);
    format!("there is no exam `{}`; write EXAM/TOPIC/NAME{}", visible(name), after(help))
}

/// Returns a help as the end of a sentence.
pub fn after(help: Option<String>) -> String {
    help.map(|it| format!("; {it}")).unwrap_or_default()
}

fn check_name(name: &str) -> anyhow::Result<()> {
    for part in name.split('/') {
        let lower = part.to_lowercase();
        if part.is_empty() {
            bail!("the name of the question is missing: write EXAM/TOPIC/NAME");
        } else if part == "." || part == ".." || part.starts_with('.') {
            bail!("`{}` begins with a full stop: such files are not read", visible(part));
        } else if let Some(why) = load::reserved(part) {
            bail!("`{}` cannot be the name of a file: {why}", visible(part));
        } else if matches!(lower.as_str(), "_index" | "index" | "readme") {
            bail!("`{part}` is no name for a question: it has a meaning of its own");
        }
    }
    let last = name.rsplit('/').next().unwrap_or(name);
    if slug(layout::stem(last)).is_empty() {
        bail!("`{}` has no letter or digit to make an address of", visible(last));
    }
    Ok(())
}
