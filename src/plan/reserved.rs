//! Names that no page, alias or asset may have: the site keeps them for itself, or some system
//! cannot hold a file of that name.

use std::sync::Arc;

use crate::bank::exam::is_reserved;
use crate::bank::model::Bank;
use crate::bank::title::cut;
use crate::diagnostic::{Diagnostic, Place};
use crate::load;
use crate::plan::pages::redirect::Redirect;
use crate::plan::{Page, url};
use crate::source::Span;

/// Names at the root that pages of authors may not have.
const AT_ROOT: [&str; 8] =
    ["assets", "authors", "embed", "offline", "search", "settings", "tags", "vendors"];
/// Names in a topic.
const IN_TOPIC: [&str; 1] = ["page"];
/// Names at the root below which nothing of authors' may stand: the site's files, GitHub's `CNAME`.
const FOLDERS: [&str; 2] = ["assets", "cname"];
/// Files at the root that the site or its host makes, and that crawlers ask for by name.
const FILES: [&str; 4] = ["404.html", "favicon.ico", "robots.txt", "sitemap.xml"];

/// Bytes that a part of a path may have, and a path: what file systems and hosts take.
const MAX_PART: usize = 240;
const MAX_PATH: usize = 1000;

/// Returns what keeps an author's page from standing where it would.
///
/// The bank's reader has checked topics.
pub(super) fn page(bank: &Bank, page: &Page) -> Option<Diagnostic> {
    let path = page.path();
    let place = || Place::new(page.source(), Span::default());
    if let Some(fault) = unfit(path) {
        let message = format!("the address `/{}` is no place for a file: {fault}", cut(path, 40));
        return Some(
            Diagnostic::deny("reserved-name", place(), message)
                .help("choose another name, `slug`, id, tag or vendor"),
        );
    }
    let exam_of = || {
        let exams = bank.exams.iter().map(|it| url::folder(&it.slug));
        exams.filter(|it| path.starts_with(it.as_str())).max_by_key(String::len)
    };
    let name = match page.kind() {
        "exam" => at_root(&first(path)),
        "question" => within(&IN_TOPIC, &bank.questions[page.subject.item()].slug),
        "page" => match exam_of() {
            Some(exam) => Some(first(&path[exam.len()..])).filter(|it| is_reserved(it)),
            None => at_root(&first(path)),
        },
        _ => None,
    }?;
    let message = format!("the name `{name}` is taken: the site keeps `/{path}` for itself");
    Some(Diagnostic::deny("reserved-name", place(), message).help("choose another name or `slug`"))
}

/// Returns what keeps an alias from redirecting.
///
/// Below a name that the site keeps an alias may stand (`/tags/old/`), where no page stands.
pub(super) fn alias(bank: &Bank, redirect: &Redirect) -> Option<Diagnostic> {
    let from = &redirect.from;
    let found =
        |message: String| Diagnostic::deny("reserved-name", redirect.place.clone(), message);
    let shown = cut(from, 40);
    if from.contains(['?', '#']) {
        let message = format!("the alias `/{shown}` is more than a path");
        return Some(found(message).help("leave out `?` and `#` with what follows them"));
    }
    if let Some(fault) = unfit(from) {
        let message = format!("the alias `/{shown}` is no place for a file: {fault}");
        return Some(found(message).help("write a path whose parts can be names of files"));
    }
    let whole = from.trim_end_matches('/').to_lowercase();
    let in_exam = |slug: &str| {
        let inner = whole.strip_prefix(&slug.to_lowercase())?.strip_prefix('/')?;
        is_reserved(inner).then_some(())
    };
    let kept = is_kept(from)
        || from.starts_with(['_', '.'])
        || at_root(&whole).is_some()
        || FILES.contains(&whole.as_str())
        || bank.exams.iter().any(|it| in_exam(&it.slug).is_some());
    kept.then(|| {
        let message =
            format!("an alias cannot stand at `/{shown}`, which the site keeps for itself");
        found(message).help("remove the alias")
    })
}

/// Returns what keeps an asset from being published.
pub(super) fn asset(bank: &Bank, asset: &Arc<str>) -> Option<Diagnostic> {
    let path = url::asset(asset);
    let found = |message: String| {
        Diagnostic::deny("reserved-name", Place::new(asset, Span::default()), message)
    };
    if is_kept(path) {
        let message = format!("the site keeps `/{}/` for files of its own", first(path));
        let help = "put the file beside the text that shows it, or into a folder of another name";
        return Some(found(message).help(help));
    }
    let lower = path.to_lowercase();
    // Most names are told from ours by themselves.
    if !lower.rsplit('/').next().is_some_and(is_reserved) {
        return None;
    }
    let in_exam = |slug: &str| lower.strip_prefix(&slug.to_lowercase())?.strip_prefix('/');
    let is_ours = bank.exams.iter().filter_map(|it| in_exam(&it.slug)).any(is_reserved);
    let message = || format!("the site keeps `/{path}` for a file of its own");
    is_ours.then(|| found(message()).help("give the file another name"))
}

/// Returns whether a path stands where nothing of authors' may stand.
pub(super) fn is_kept(path: &str) -> bool {
    FOLDERS.contains(&first(path).as_str())
}

/// Returns why some file system or host cannot hold the file of a path, if that is so.
fn unfit(path: &str) -> Option<String> {
    let parts = path.strip_suffix('/').unwrap_or(path).split('/');
    if path.len() > MAX_PATH || parts.clone().any(|it| it.len() > MAX_PART) {
        return Some(format!("a part has more than {MAX_PART} bytes, or all {MAX_PATH}"));
    }
    if path.is_empty() {
        return None;
    }
    parts
        .map(|it| if it.is_empty() { Some("a part is empty".into()) } else { load::reserved(it) })
        .find_map(|it| it)
}

/// Returns the first part of a path in lower case.
fn first(path: &str) -> String {
    path.split('/').next().unwrap_or_default().to_lowercase()
}

fn at_root(name: &str) -> Option<String> {
    let kept = || (name.starts_with('_') || is_kept(name)).then(|| name.to_owned());
    within(&AT_ROOT, name).or_else(kept)
}

fn within(reserved: &[&str], name: &str) -> Option<String> {
    reserved.contains(&name).then(|| name.to_owned())
}
