//! The site of one moment: what the preview's server answers from.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::bank::model::{Bank, QuestionId};
use crate::check::{self, suppress::Suppressions};
use crate::cmd::bank::Loaded;
use crate::cmd::watch::problem::{Problem, texts};
use crate::diagnostic::{Diagnostic, sort};
use crate::plan::{Page, Plan};
use crate::render::Renderer;
use crate::render::site::{Site, Skin};
use crate::render::theme::ThemeError;

/// What the preview shows: the last site that could be made, and what is wrong now.
#[derive(Clone)]
pub struct Snapshot {
    /// Counts the looks at the bank, from 1.
    pub number: u64,
    /// The last site without a fault; absent until there was one.
    pub site: Option<Arc<Preview>>,
    /// What keeps the present state of the bank from being shown; empty when `site` is of now.
    pub faults: Vec<Problem>,
    /// Findings of level warn, and notes, of the present state.
    pub warnings: Vec<Problem>,
}

/// A site in memory; pages are made when they are asked for.
pub struct Preview {
    /// What was read.
    pub(super) loaded: Loaded,
    /// The model.
    pub(super) bank: Bank,
    /// The pages.
    pub(super) plan: Plan,
    /// Templates and static files.
    pub(super) skin: Arc<Skin>,
    /// Remembers highlighted code.
    pub(super) renderer: Arc<Renderer>,
    /// What loading, reading and planning found, at the levels of their rules.
    pub(super) found: Vec<Diagnostic>,
    /// The day for rules that look at dates, `YYYY-MM-DD`.
    pub(super) today: String,
    /// What all rules found, once `lint` has run.
    pub(super) linted: OnceLock<Vec<Diagnostic>>,
}

/// What stands at a path of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A page or a text file, just as `build` writes it.
    Text(String),
    /// A static file of the theme.
    Bytes(Vec<u8>),
    /// An asset, by its place on disk (inside the bank; symbolic links resolved).
    File(PathBuf),
}

/// What authors are told of the page of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// Path of the file from the bank's root.
    pub path: String,
    /// Where the file is on disk.
    pub disk: PathBuf,
    /// The question's id, if the page shows one.
    pub question: Option<String>,
    /// The question's revision, as its page has it: `CONTENT.KEY`.
    pub revision: Option<String>,
    /// What the linter finds in the file, notes too.
    pub notes: Vec<Problem>,
}

impl Preview {
    /// Returns the path below which the site stands: `/`, or `/bank/`.
    pub fn base_path(&self) -> &str {
        &self.loaded.config.base_path
    }

    /// Returns what stands under a name below the base path, decoded, as `build` would name the
    /// file: `mle/scaling/multi-gpu/index.html`, `assets/HASH/style.css`.
    ///
    /// # Errors
    ///
    /// A template that asks for what the page has not.
    pub fn answer(&self, output_name: &str) -> Result<Option<Answer>, ThemeError> {
        if let Some(index) = self.plan.page_named(output_name) {
            let site = Site::new(
                &self.bank,
                &self.plan,
                &self.loaded.config,
                &self.loaded.languages,
                &self.skin,
                &self.renderer,
            )?;
            return site.page(index).map(|it| Some(Answer::Text(it)));
        }
        let fixed = self.skin.statics.files.iter().find(|it| it.output_name == output_name);
        if let Some(file) = fixed {
            return Ok(Some(Answer::Bytes(file.bytes.to_vec())));
        }
        let asset = self.plan.asset_named(output_name, &self.bank);
        let asset = asset.and_then(|it| self.loaded.sources.assets.get(it.source));
        Ok(asset.map(|it| Answer::File(it.disk.clone())))
    }

    /// Returns whether a page stands under a name; does not make it.
    pub fn has(&self, output_name: &str) -> bool {
        self.plan.page_named(output_name).is_some()
    }

    /// Returns the names of all files that `build` would write.
    pub fn output_names(&self) -> impl Iterator<Item = String> + '_ {
        let pages = self.plan.pages().iter().map(Page::output_name);
        let assets = self.plan.assets(&self.bank).map(|it| it.output_name.to_owned());
        pages.chain(assets).chain(self.skin.statics.files.iter().map(|it| it.output_name.clone()))
    }

    /// Returns the folder of static files below the base path: it changes when one of them does.
    pub fn assets_folder(&self) -> &str {
        &self.skin.statics.folder
    }

    /// Returns what authors are told of a page; nothing for a page that shows no file of its own.
    ///
    /// What the rules over the whole bank find is among the notes once `lint` has run.
    pub fn about(&self, output_name: &str) -> Option<About> {
        let index = self.plan.page_named(output_name)?;
        let page = &self.plan.pages()[index];
        let source = page.source();
        (self.plan.page_of(source) == Some(index)).then_some(())?;
        let question = page.question().map(|it| &self.bank.questions[it]);
        Some(About {
            path: source.to_string(),
            disk: self.loaded.sources.disk(std::path::Path::new(""), source),
            question: question.map(|it| it.id.clone()),
            revision: question.map(|it| it.revision.to_string()),
            notes: self.notes(source, page.question()),
        })
    }

    /// Runs all rules over the bank, for `about`; takes long, and does nothing the second time.
    pub fn lint(&self) {
        self.linted.get_or_init(|| {
            let context = self.context();
            let mut found = self.found.clone();
            found.extend(check::run(context));
            let sources: Vec<_> = self.loaded.sources.documents.iter().collect();
            check::settle(&sources, context, &mut found);
            sort(&mut found);
            found
        });
    }

    /// Returns what the linter finds in a file.
    fn notes(&self, path: &str, question: Option<QuestionId>) -> Vec<Problem> {
        let of_file = |all: &[Diagnostic]| -> Vec<Diagnostic> {
            all.iter().filter(|it| &*it.place.path == path).cloned().collect()
        };
        let found = self.linted.get().map(|it| of_file(it)).unwrap_or_else(|| {
            let mut found = of_file(&self.found);
            found.extend(question.iter().flat_map(|it| check::run_question(self.context(), *it)));
            self.loaded.settings.settle(&mut found);
            let sources = self.loaded.sources.documents.iter();
            let own: Vec<_> = sources.filter(|it| &*it.path == path).collect();
            Suppressions::of(&own).apply(&mut found);
            sort(&mut found);
            found
        });
        let texts = texts(&self.loaded, &found);
        found.iter().map(|it| Problem::of(it, &texts)).collect()
    }

    fn context(&self) -> check::Context<'_> {
        check::Context {
            bank: &self.bank,
            config: &self.loaded.config,
            settings: &self.loaded.settings,
            languages: &self.loaded.languages,
            today: &self.today,
            // What learners answered says nothing of the words that are being written.
            stats: None,
        }
    }

    /// Returns where the page that `earlier` had under a name stands now, below the base path and
    /// as an output name: the page of the same file, or of the same question; nothing if it is gone.
    pub fn successor(&self, earlier: &Self, output_name: &str) -> Option<String> {
        if self.plan.page_named(output_name).is_some() {
            return Some(output_name.to_owned());
        }
        let page = &earlier.plan.pages()[earlier.plan.page_named(output_name)?];
        let by_source = self.plan.page_of(page.source());
        let by_id = || {
            let id = &earlier.bank.questions[page.question()?].id;
            let now =
                self.bank.questions.iter().find(|it| it.id == *id || it.former_ids.contains(id))?;
            self.plan.page_of(&now.document.source.path)
        };
        let index = by_source.or_else(by_id)?;
        Some(self.plan.pages()[index].output_name())
    }
}
