//! Which question moves, and where to.

use std::path::Path;

use anyhow::bail;

use crate::bank::link::CONTENT;
use crate::bank::model::{Bank, Question};
use crate::cmd::place::{self, Place, after};
use crate::diagnostic::{Diagnostic, Level, did_you_mean, nearest};
use crate::report::visible;

/// Returns the question that is called by a path, by EXAM/TOPIC/NAME, or by its id.
///
/// # Errors
///
/// A question that is not there or has faults, and a name that means two.
pub(super) fn question<'b>(
    bank: &'b Bank,
    found: &[Diagnostic],
    root: &Path,
    written: &str,
) -> anyhow::Result<&'b Question> {
    let inner = place::inner(root, written);
    let paths = [format!("{CONTENT}{inner}.md"), format!("{CONTENT}{inner}/index.md")];
    let path_of = |it: &Question| it.document.source.path.to_string();
    let by_path = bank.questions.iter().find(|it| paths.contains(&path_of(it)));
    let by_id = bank.questions.iter().find(|it| it.id == written);
    match (by_path, by_id) {
        (Some(a), Some(b)) if a.document.source.path != b.document.source.path => bail!(
            "`{}` is the place of `{}` and the id of `{}`; write the path of the file",
            visible(written),
            path_of(a),
            path_of(b)
        ),
        (Some(it), _) | (None, Some(it)) => Ok(it),
        (None, None) => {
            if let Some(it) = found.iter().find(|it| {
                it.level == Level::Deny && paths.iter().any(|path| **path == *it.place.path)
            }) {
                bail!("`{}` has faults; mend them first: {}", it.place.path, visible(&it.message));
            }
            bail!("there is no question `{}`{}", visible(written), after(proposal(bank, &inner)))
        }
    }
}

fn proposal(bank: &Bank, inner: &str) -> Option<String> {
    let stood_there = |it: &Question| it.aliases.iter().any(|it| it == inner);
    if let Some(it) = bank.questions.iter().find(|it| stood_there(it)) {
        return Some(format!("it is `{}` now", it.document.source.path));
    }
    let places: Vec<String> = bank
        .questions
        .iter()
        .map(|it| place::inner(Path::new("."), &it.document.source.path))
        .collect();
    let ids = bank.questions.iter().map(|it| it.id.as_str());
    let known = places.iter().map(String::as_str).chain(ids);
    // A name in the wrong topic is not near by its letters, yet most likely meant.
    let name = inner.rsplit('/').next().unwrap_or(inner);
    let elsewhere = places.iter().find(|it| it.rsplit('/').next() == Some(name));
    nearest(inner, known).or(elsewhere.map(String::as_str)).and_then(|it| did_you_mean(it, [it]))
}

/// Returns where the question goes; a topic alone keeps the question's name.
///
/// # Errors
///
/// A place in no exam or topic, or a name that no file of a question can have.
pub(super) fn place(
    bank: &Bank,
    root: &Path,
    old: &Question,
    written: &str,
) -> anyhow::Result<Place> {
    let inner = place::inner(root, written);
    let is_topic = bank.exams.iter().any(|exam| {
        let path = place::inner(Path::new("."), &exam.prose.document.source.path);
        let folder = path.trim_end_matches("/_index");
        exam.topics.iter().any(|it| inner == format!("{folder}/{}", it.id))
    });
    let old_path: &str = &old.document.source.path;
    let mut res = if is_topic {
        let name = old_path.trim_end_matches(".md").trim_end_matches("/index");
        let name = name.rsplit('/').next().unwrap_or(name);
        place::find(bank, root, &format!("{inner}/{name}"))?
    } else {
        place::find(bank, root, written)?
    };
    // A question with a folder of its own keeps one.
    res.bundle |= old_path.ends_with("/index.md");
    Ok(res)
}
