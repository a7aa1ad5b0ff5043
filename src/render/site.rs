//! A theme made ready for one site: templates compiled, static files gathered, words shared.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::bank::model::Bank;
use crate::config::Config;
use crate::i18n::Languages;
use crate::load::ThemeFile;
use crate::plan::{Content, Field, Markup, Plan};
use crate::render::theme::{Shared, TemplateSource, Theme, ThemeError};
use crate::render::{self, Renderer};

/// A file that is the same whatever the bank holds.
#[derive(Debug)]
pub struct StaticFile {
    /// Name below the output folder: `assets/HASH/style.css`.
    pub output_name: String,
    /// What it holds.
    pub bytes: Cow<'static, [u8]>,
}

/// The static files of a theme, all below one folder named by their hash.
#[derive(Debug)]
pub struct StaticFiles {
    /// The folder with a slash at the end: `assets/HASH/`.
    pub folder: String,
    /// The files.
    pub files: Vec<StaticFile>,
}

impl StaticFiles {
    /// Gathers the files below `static/` of a theme, and the generated `highlight.css`.
    ///
    /// One hash for all: relative imports work, nothing needs rewriting, caching is for ever.
    pub fn new(theme: &[ThemeFile]) -> Self {
        let mut files: BTreeMap<String, Cow<'static, [u8]>> = BTreeMap::new();
        files.insert("highlight.css".to_owned(), Cow::Owned(render::style_sheet().into_bytes()));
        for file in theme {
            if let Some(name) = file.name.strip_prefix("static/") {
                files.insert(name.to_owned(), file.bytes.clone());
            }
        }
        let mut sha = Sha256::new();
        for (name, bytes) in &files {
            sha.update((name.len() as u64).to_le_bytes());
            sha.update(name);
            sha.update((bytes.len() as u64).to_le_bytes());
            sha.update(bytes);
        }
        let folder = format!("assets/{}/", HEXLOWER.encode(&sha.finalize()[..6]));
        let files = files
            .into_iter()
            .map(|(name, bytes)| StaticFile { output_name: format!("{folder}{name}"), bytes })
            .collect();
        Self { folder, files }
    }
}

/// A theme with its templates compiled and its static files gathered.
pub struct Skin {
    /// The templates.
    pub theme: Theme,
    /// The static files.
    pub statics: StaticFiles,
}

impl Skin {
    /// Compiles the templates of a theme.
    ///
    /// # Errors
    ///
    /// A template that is no Tera, or not UTF-8.
    pub fn new(files: &[ThemeFile]) -> Result<Self, ThemeError> {
        Ok(Self { theme: Theme::new(&templates(files)?)?, statics: StaticFiles::new(files) })
    }
}

/// Everything that is needed to make pages of one plan.
pub struct Site<'s> {
    bank: &'s Bank,
    plan: &'s Plan,
    config: &'s Config,
    languages: &'s Languages,
    skin: &'s Skin,
    renderer: &'s Renderer,
    shared: BTreeMap<String, Shared>,
}

impl<'s> Site<'s> {
    /// Prepares what all pages of a plan have in common.
    ///
    /// # Errors
    ///
    /// None that the types here can cause; Tera may refuse a value.
    pub fn new(
        bank: &'s Bank,
        plan: &'s Plan,
        config: &'s Config,
        languages: &'s Languages,
        skin: &'s Skin,
        renderer: &'s Renderer,
    ) -> Result<Self, ThemeError> {
        let mut shared = BTreeMap::new();
        for language in languages.all() {
            let site = plan.site(bank, config, languages, &language.tag, &skin.statics.folder);
            shared.insert(language.tag.clone(), Shared::new(&site, plan.words(&language.tag))?);
        }
        Ok(Self { bank, plan, config, languages, skin, renderer, shared })
    }

    /// Makes the bytes of a page of the plan.
    ///
    /// # Errors
    ///
    /// A template that asks for what the page has not.
    pub fn page(&self, index: usize) -> Result<String, ThemeError> {
        let markup = Watched { renderer: self.renderer, is_styled: AtomicBool::new(false) };
        match self.plan.page(index, self.bank, self.config, self.languages, &markup) {
            Content::Text(text) => Ok(text),
            Content::Template(mut it) => {
                it.head.highlight = markup.is_styled.into_inner();
                let shared = &self.shared[&it.language];
                self.skin.theme.render(it.template, shared, &it.head, it.view)
            }
        }
    }
}

/// A renderer that notes whether a page has anything that `highlight.css` is for: most have not, and
/// need not ask for it.
struct Watched<'r> {
    renderer: &'r Renderer,
    is_styled: AtomicBool,
}

impl Markup for Watched<'_> {
    fn html(&self, field: &Field<'_>) -> String {
        let html = self.renderer.html(field);
        if render::is_styled(&html) {
            self.is_styled.store(true, Ordering::Relaxed);
        }
        html
    }
}

fn templates(theme: &[ThemeFile]) -> Result<Vec<TemplateSource>, ThemeError> {
    let mut res = Vec::new();
    for file in theme {
        let Some(name) = file.name.strip_prefix("templates/") else { continue };
        let path = file
            .path
            .as_deref()
            .map_or_else(|| format!("themes/default/{}", file.name), str::to_owned);
        match std::str::from_utf8(&file.bytes) {
            Ok(text) => {
                res.push(TemplateSource { name: name.to_owned(), path, text: text.to_owned() });
            }
            Err(_) => {
                return Err(ThemeError {
                    message: "this template is not UTF-8".to_owned(),
                    path: Some(path.into()),
                    line: 0,
                    column: 0,
                    excerpt: String::new(),
                });
            }
        }
    }
    Ok(res)
}
