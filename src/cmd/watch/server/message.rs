//! What tabs are told, as JSON.

use std::path::Path;

use serde_json::{Value, json};

use crate::cmd::watch::problem::Problem;
use crate::cmd::watch::server::address;
use crate::cmd::watch::server::stage::{Scene, Stage};
use crate::cmd::watch::snapshot::{About, Preview};
use crate::diagnostic::Level;

/// Findings that a tab is told of; it is told of how many there are beside.
const MOST: usize = 100;

/// Returns what a tab needs to know of a scene; `name` is the output name of the page it shows, if
/// it is one of the site.
///
/// Makes the page: it is asked for next if it changed.
pub(super) fn scene(stage: &Stage, scene: &Scene, name: Option<&str>) -> String {
    let Scene { snapshot, scripts, styles, .. } = scene;
    let site = snapshot.site.as_deref();
    let (page, broken) = match site.map(|_| scene.page_or_404(name.unwrap_or_default())) {
        None => (Some(scene.faults_page()), None),
        Some(Ok(page)) => (page, None),
        Some(Err(error)) => (None, Some(Problem::of_program(&error.to_string()))),
    };
    let standing = site.zip(name);
    let url = standing.map(|(site, name)| address::path(site.base_path(), name));
    let about = standing.and_then(|(site, name)| Some(about(stage, site, &site.about(name)?)));
    let faults: Vec<&Problem> = snapshot.faults.iter().chain(&broken).collect();
    let warnings: Vec<&Problem> =
        snapshot.warnings.iter().filter(|it| it.level >= Level::Warn).collect();
    let list = |all: &[&Problem]| -> Vec<Value> {
        all.iter().take(MOST).map(|it| problem(stage, site, it)).collect()
    };
    json!({
        "number": snapshot.number,
        "site": site.is_some(),
        // A page that cannot be made is left as it stands.
        "page": page.map(|it| json!({ "url": url, "digest": it.digest })),
        "scripts": scripts,
        "styles": styles,
        "faults": { "count": faults.len(), "list": list(&faults) },
        "warnings": { "count": warnings.len(), "list": list(&warnings) },
        "about": about,
    })
    .to_string()
}

fn about(stage: &Stage, site: &Preview, about: &About) -> Value {
    let About { path, disk, question, revision, notes } = about;
    let notes: Vec<Value> =
        notes.iter().take(MOST).map(|it| problem(stage, Some(site), it)).collect();
    json!({
        "path": path,
        "editor": stage.editor.as_ref().map(|it| it.link(&stage.root.join(disk), 1, 1)),
        "question": question,
        "revision": revision,
        "notes": notes,
    })
}

fn problem(stage: &Stage, site: Option<&Preview>, it: &Problem) -> Value {
    let link = |path: &str| {
        let disk = match site {
            Some(site) => site.loaded.sources.disk(&stage.root, path),
            None => stage.root.join(Path::new(path)),
        };
        stage.editor.as_ref().map(|editor| editor.link(&disk, it.line, it.column))
    };
    json!({
        "level": it.level.name(),
        "rule": it.rule,
        "path": it.path.as_deref(),
        "line": it.line,
        "column": it.column,
        "message": it.message,
        "text": it.text,
        "editor": it.path.as_deref().and_then(link),
    })
}
