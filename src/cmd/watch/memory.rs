//! The bank kept in memory: what changed on disk → the next snapshot.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::bank::documents::Documents;
use crate::check;
use crate::cmd::bank::{self, Loaded, Options};
use crate::cmd::watch::change::Change;
use crate::cmd::watch::problem::{self, Problem};
use crate::cmd::watch::snapshot::{Preview, Snapshot};
use crate::diagnostic::Diagnostic;
use crate::plan::Plan;
use crate::render::Renderer;
use crate::render::site::Skin;
use crate::report::Look;

/// What is remembered from one look at the bank to the next.
pub struct Memory {
    root: PathBuf,
    options: Options,
    today: String,
    /// What changed and was not loaded yet.
    due: Change,
    loading: bank::Memory,
    documents: Documents,
    last: Snapshot,
}

impl Memory {
    /// Returns a memory that has seen nothing.
    pub fn new(root: PathBuf, options: Options) -> Self {
        Self {
            root,
            options,
            today: String::new(),
            due: Change::All,
            loading: bank::Memory::default(),
            documents: Documents::default(),
            last: Snapshot { number: 0, site: None, faults: Vec::new(), warnings: Vec::new() },
        }
    }

    /// Sets the day, `YYYY-MM-DD`, for the rules of the linter that look at dates; until then they
    /// find nothing.
    pub fn set_today(&mut self, today: &str) {
        today.clone_into(&mut self.today);
    }

    /// Reads what changed and returns what is to be shown now.
    ///
    /// Whatever is wrong is in the snapshot: the last good site stays.
    pub fn look(&mut self, change: &Change) -> Arc<Snapshot> {
        self.expect(change);
        let (site, faults, warnings) = match self.make() {
            Ok((site, warnings)) => (Some(site), Vec::new(), warnings),
            Err(faults) => (self.last.site.clone(), faults, Vec::new()),
        };
        let next = Snapshot { number: self.last.number + 1, site, faults, warnings };
        let last = std::mem::replace(&mut self.last, next);
        // A whole bank takes a while to free, and an author is waiting.
        rayon::spawn(move || drop(last));
        Arc::new(self.last.clone())
    }

    /// Notes what has to be loaded.
    fn expect(&mut self, change: &Change) {
        match (&mut self.due, change) {
            (Change::Files(due), Change::Files(files)) => due.extend(files.iter().cloned()),
            (due, _) => *due = Change::All,
        }
    }

    fn make(&mut self) -> Result<(Arc<Preview>, Vec<Problem>), Vec<Problem>> {
        let loaded = self.load()?;
        let (bank, mut found) = bank::read_again(&loaded, self.options.drafts, &mut self.documents);
        let (plan, faults) = Plan::new(&bank, &loaded.config, &loaded.languages);
        found.extend(faults);
        let all = found.clone();
        bank::settle(&loaded, &mut found);
        let texts = problem::texts(&loaded, &found);
        let problem = |it: Diagnostic| Problem::of(&it, &texts);
        let (faults, warnings): (Vec<_>, Vec<_>) = found.into_iter().partition(check::is_publish);
        if !faults.is_empty() {
            return Err(faults.into_iter().map(problem).collect());
        }
        let warnings = warnings.into_iter().map(problem).collect();
        let (skin, renderer) = (self.skin(&loaded)?, self.renderer(&loaded));
        let (found, today, linted) = (all, self.today.clone(), OnceLock::new());
        let site = Preview { loaded, bank, plan, skin, renderer, found, today, linted };
        Ok((Arc::new(site), warnings))
    }

    fn load(&mut self) -> Result<Loaded, Vec<Problem>> {
        const PLAIN: Look = Look { colour: false, width: 90 };
        let named = match &self.due {
            Change::Files(files) => Some(files),
            Change::All => None,
        };
        let loaded = bank::load_again(&self.root, &self.options, PLAIN, &mut self.loading, named)
            .map_err(|it| Problem::of_error(&it))?;
        self.due = Change::Files(BTreeSet::new());
        Ok(loaded)
    }

    /// Returns the theme made ready; that of the last site if its files are the same.
    fn skin(&self, loaded: &Loaded) -> Result<Arc<Skin>, Vec<Problem>> {
        let theme = &loaded.sources.theme;
        if let Some(last) = self.last.site.as_ref().filter(|it| it.loaded.sources.theme == *theme) {
            return Ok(Arc::clone(&last.skin));
        }
        Skin::new(theme).map(Arc::new).map_err(|it| vec![Problem::of_template(&it)])
    }

    /// Returns a renderer that remembers what the last one did, if that still holds.
    fn renderer(&self, loaded: &Loaded) -> Arc<Renderer> {
        let raw_html = loaded.config.raw_html;
        let last = self.last.site.as_ref();
        match last.filter(|it| it.loaded.config.raw_html == raw_html) {
            Some(last) => Arc::clone(&last.renderer),
            None => Arc::new(Renderer::new(raw_html)),
        }
    }
}
