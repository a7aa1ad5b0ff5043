//! What the server shows at present, for all who look at it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};
use tokio::sync::watch;

use crate::cmd::watch::server::address::OWN;
use crate::cmd::watch::server::editor::Editor;
use crate::cmd::watch::server::{faults_page, respond};
use crate::cmd::watch::snapshot::{Answer, Preview, Snapshot};
use crate::render::theme::ThemeError;

/// Pages that a scene keeps: those of open tabs are asked for twice, by the tab that compares and
/// then by the one that shows.
const KEPT: usize = 32;

/// Holds the present scene and tells all tabs of a new one.
pub struct Stage {
    /// The bank's folder, symbolic links resolved: no file is read outside it.
    pub(super) root: PathBuf,
    /// How files are opened; absent if they are not.
    pub(super) editor: Option<Editor>,
    scene: watch::Sender<Arc<Scene>>,
}

/// A snapshot with what was made of it so far.
pub(super) struct Scene {
    pub(super) snapshot: Arc<Snapshot>,
    /// Digest of the site's scripts and of the preview's own.
    pub(super) scripts: String,
    /// Digest of all static files.
    pub(super) styles: String,
    made: Mutex<BTreeMap<String, Made>>,
}

/// A page as the preview sends it.
#[derive(Clone)]
pub(super) struct Made {
    pub(super) bytes: Bytes,
    /// Digest of what `build` would write, but for the folder of static files.
    pub(super) digest: String,
}

/// What a name of the site stands for.
pub(super) enum Found {
    Page(Made),
    Bytes(Bytes),
    File(PathBuf),
}

impl Stage {
    /// Returns a stage that shows a snapshot of the bank at `root`.
    pub fn new(root: &Path, editor: Option<Editor>, snapshot: Arc<Snapshot>) -> Self {
        // A folder that does not exist has nothing to show.
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        Self { root, editor, scene: watch::Sender::new(Arc::new(Scene::new(snapshot))) }
    }

    /// Shows another snapshot from now on.
    pub fn show(&self, snapshot: Arc<Snapshot>) {
        self.scene.send_replace(Arc::new(Scene::new(snapshot)));
    }

    pub(super) fn scene(&self) -> Arc<Scene> {
        Arc::clone(&self.scene.borrow())
    }

    pub(super) fn follow(&self) -> watch::Receiver<Arc<Scene>> {
        self.scene.subscribe()
    }
}

impl Scene {
    fn new(snapshot: Arc<Snapshot>) -> Self {
        let site = snapshot.site.as_deref();
        let mut sha = Sha256::new();
        sha.update(respond::SCRIPT);
        for (name, bytes) in site.into_iter().flat_map(scripts) {
            sha.update(name);
            sha.update((bytes.len() as u64).to_le_bytes());
            sha.update(bytes);
        }
        let styles = site.map_or("", Preview::assets_folder);
        let scripts = short(sha);
        let styles = short(Sha256::new().chain_update(styles));
        Self { snapshot, scripts, styles, made: Mutex::default() }
    }

    /// Returns what stands under an output name of the site.
    pub(super) fn find(&self, name: &str) -> Result<Option<Found>, ThemeError> {
        let kept = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = kept().get(name) {
            return Ok(Some(Found::Page(made.clone())));
        }
        let Some(site) = &self.snapshot.site else { return Ok(None) };
        Ok(match site.answer(name)? {
            None => None,
            Some(Answer::Bytes(bytes)) => Some(Found::Bytes(bytes.into())),
            Some(Answer::File(disk)) => Some(Found::File(disk)),
            Some(Answer::Text(text)) if !is_html(name) => Some(Found::Bytes(text.into())),
            Some(Answer::Text(html)) => {
                let made = self.made(&html, site.assets_folder());
                let mut kept = kept();
                if kept.len() >= KEPT {
                    kept.pop_first();
                }
                kept.insert(name.to_owned(), made.clone());
                Some(Found::Page(made))
            }
        })
    }

    /// Returns the page that stands under a name, or the one that says that nothing does.
    pub(super) fn page_or_404(&self, name: &str) -> Result<Option<Made>, ThemeError> {
        for name in [name, "404.html"] {
            if let Some(Found::Page(made)) = self.find(name)? {
                return Ok(Some(made));
            }
        }
        Ok(None)
    }

    /// Returns the page that is shown while there is no site.
    pub(super) fn faults_page(&self) -> Made {
        self.own_page(&faults_page::html(&self.snapshot.faults))
    }

    /// Returns a page of the preview itself with its script.
    pub(super) fn own_page(&self, html: &str) -> Made {
        self.made(html, "")
    }

    fn made(&self, html: &str, assets_folder: &str) -> Made {
        let mut sha = Sha256::new();
        if assets_folder.is_empty() {
            sha.update(html);
        } else {
            html.split(assets_folder).for_each(|it| sha.update(it));
        }
        let digest = short(sha);
        let Self { scripts, styles, .. } = self;
        // The tab learns from it which page it shows: a new one may come before it has connected.
        let script = format!(
            "<script type=\"module\" src=\"{OWN}watch.js?shown={digest}.{scripts}.{styles}\"></script>"
        );
        let at = html.rfind("</body>").unwrap_or(html.len());
        let bytes = [&html[..at], &script, &html[at..]].concat().into();
        Made { bytes, digest }
    }
}

/// Returns the static files that run, by name below their folder.
fn scripts(site: &Preview) -> impl Iterator<Item = (&str, &[u8])> {
    let below = site.assets_folder().len();
    let files = site.skin.statics.files.iter();
    files
        .map(move |it| (it.output_name.get(below..).unwrap_or_default(), &*it.bytes))
        .filter(|(name, _)| name.ends_with(".js") || name.ends_with(".mjs"))
}

fn is_html(name: &str) -> bool {
    name.ends_with(".html")
}

/// Returns what of a digest tells versions of one page apart.
pub(super) fn short(sha: Sha256) -> String {
    HEXLOWER.encode(&sha.finalize()[..8])
}
