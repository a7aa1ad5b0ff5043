//! The bank kept in memory: what changed on disk → the next snapshot.

use std::path::PathBuf;
use std::sync::Arc;

use crate::check;
use crate::cmd::bank::{self, Options};
use crate::cmd::watch::change::Change;
use crate::cmd::watch::problem::Problem;
use crate::cmd::watch::snapshot::{Preview, Snapshot};
use crate::diagnostic::Level;
use crate::plan::Plan;
use crate::render::Renderer;
use crate::render::site::Skin;
use crate::report::{self, Look};

/// What is remembered from one look at the bank to the next.
pub struct Memory {
    root: PathBuf,
    options: Options,
    last: Snapshot,
}

impl Memory {
    /// Returns a memory that has seen nothing.
    pub fn new(root: PathBuf, options: Options) -> Self {
        let last = Snapshot { number: 0, site: None, faults: Vec::new(), warnings: Vec::new() };
        Self { root, options, last }
    }

    /// Reads what changed and returns what is to be shown now.
    ///
    /// Whatever is wrong is in the snapshot: the last good site stays.
    pub fn look(&mut self, _change: &Change) -> Arc<Snapshot> {
        let (site, faults, warnings) = match self.make() {
            Ok((site, warnings)) => (Some(site), Vec::new(), warnings),
            Err(faults) => (self.last.site.clone(), faults, Vec::new()),
        };
        self.last = Snapshot { number: self.last.number + 1, site, faults, warnings };
        Arc::new(self.last.clone())
    }

    fn make(&self) -> Result<(Arc<Preview>, Vec<Problem>), Vec<Problem>> {
        const PLAIN: Look = Look { colour: false, width: 90 };
        let program = |it: &dyn std::fmt::Display| vec![Problem::of_program(&it.to_string())];
        let loaded = bank::load(&self.root, &self.options, PLAIN)
            .map_err(|it| program(&format!("{it:#}")))?;
        let (bank, mut found) = bank::read_whole(&loaded, self.options.drafts);
        let (plan, faults) = Plan::new(&bank, &loaded.config, &loaded.languages);
        found.extend(faults);
        loaded.settings.settle(&mut found);
        let texts = report::texts(loaded.sources.documents.iter().chain(&loaded.sources.site));
        let (faults, others): (Vec<_>, Vec<_>) = found.iter().partition(|it| check::is_publish(it));
        if !faults.is_empty() {
            return Err(faults.into_iter().map(|it| Problem::of(it, &texts)).collect());
        }
        let warnings = others.into_iter().filter(|it| it.level >= Level::Warn);
        let warnings = warnings.map(|it| Problem::of(it, &texts)).collect();
        let skin = Arc::new(Skin::new(&loaded.sources.theme).map_err(|it| program(&it))?);
        let renderer = Arc::new(Renderer::new(loaded.config.raw_html));
        Ok((Arc::new(Preview { loaded, bank, plan, skin, renderer }), warnings))
    }
}
