//! What every command that looks at a bank does first: settings, theme, sources, documents, bank.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};

use crate::bank::model::Bank;
use crate::bank::{self, Input};
use crate::check::settings::Settings;
use crate::config::Config;
use crate::diagnostic::{Diagnostic, sort};
use crate::i18n::{Language, Languages};
use crate::load::revision::Revision;
use crate::load::{self, Sources};
use crate::report::{self, Look};
use crate::source::Source;

/// Settings of a run that stand on the command line.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Instead of `base_url`.
    pub base_url: Option<String>,
    /// Instead of `build.output`.
    pub output: Option<PathBuf>,
    /// Whether drafts are read.
    pub drafts: bool,
}

/// A bank as read from disk.
pub struct Loaded {
    /// Settings.
    pub config: Config,
    /// The linter's settings.
    pub settings: Settings,
    /// Output folder.
    pub output: PathBuf,
    /// Words.
    pub languages: Languages,
    /// What was read.
    pub sources: Sources,
    /// Findings of loading.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads settings, theme and sources.
///
/// # Errors
///
/// A folder that cannot be read, any fault of `site.toml` or of the theme.
pub fn load(root: &Path, options: &Options, look: Look) -> anyhow::Result<Loaded> {
    let site = load::site(root)?;
    let read = Config::read(site.clone())
        .and_then(|config| Settings::read(&config).map(|settings| (config, settings)));
    let (mut config, settings) = match read {
        Ok(read) => read,
        Err(mut faults) => {
            sort(&mut faults);
            let texts = report::texts(site.iter());
            bail!(
                "`site.toml` cannot be used\n\n{}",
                report::full(&faults, &texts, look).trim_end()
            );
        }
    };
    if let Some(url) = &options.base_url {
        if !crate::fields::is_url(url) {
            bail!(
                "`--base-url` must be an address that begins with `https://` or `http://`, found `{url}`"
            );
        }
        config = config.with_base_url(url);
    }
    // `output` of site.toml counts from the bank's root, the option from where the command stands.
    let output = match &options.output {
        Some(output) => std::path::absolute(output).context("the output folder has no place")?,
        None => PathBuf::from(&config.output),
    };
    let (sources, diagnostics) = load::sources(root, &config.theme, &output)?;
    let languages = languages(&sources, &config)?;
    Ok(Loaded { config, settings, output, languages, sources, diagnostics })
}

/// Reads the bank as it was at a revision of its repository.
///
/// Settings that cannot be used are replaced by the present ones: the change that mends them must
/// be comparable too.
///
/// # Errors
///
/// No repository, no such revision, no `git`.
pub fn load_at(revision: &Revision, now: &Loaded) -> anyhow::Result<Loaded> {
    let site = revision.site()?;
    let usable = Config::read(site).and_then(|it| Settings::read(&it).map(|own| (it, own)));
    let (config, settings) = usable.unwrap_or_else(|_| (now.config.clone(), now.settings.clone()));
    let sources = revision.sources(&config.theme)?;
    let languages = match languages(&sources, &config) {
        Ok(it) => it,
        Err(_) => languages(&now.sources, &now.config)?,
    };
    let (output, diagnostics) = (now.output.clone(), Vec::new());
    Ok(Loaded { config, settings, output, languages, sources, diagnostics })
}

fn languages(sources: &Sources, config: &Config) -> anyhow::Result<Languages> {
    let mut languages = Vec::new();
    for file in &sources.theme {
        let Some(tag) = file.name.strip_prefix("i18n/").and_then(|it| it.strip_suffix(".toml"))
        else {
            continue;
        };
        let shown = file.path.as_deref().unwrap_or(&file.name);
        let text =
            std::str::from_utf8(&file.bytes).with_context(|| format!("`{shown}` is not UTF-8"))?;
        languages.push(Language::read(tag, text).with_context(|| format!("in `{shown}`"))?);
    }
    check_keys(&languages)?;
    Languages::new(languages, &config.language)
}

/// Every language of a theme has the same words: a page must never show a key instead of a word.
fn check_keys(languages: &[Language]) -> anyhow::Result<()> {
    let keys = |it: &Language| {
        let plural = it.plural.keys().map(|it| format!("plural.{it}"));
        it.ui.keys().map(|it| format!("ui.{it}")).chain(plural).collect::<BTreeSet<String>>()
    };
    let all: BTreeSet<String> = languages.iter().flat_map(keys).collect();
    for language in languages {
        let own = keys(language);
        let missing: Vec<String> = all.difference(&own).map(|it| format!("`{it}`")).collect();
        if !missing.is_empty() {
            let listed = missing.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
            let more = if missing.len() > 8 {
                format!(" and {} more", missing.len() - 8)
            } else {
                String::new()
            };
            bail!(
                "`i18n/{}.toml` lacks words that other languages of the theme have: {listed}{more}",
                language.tag
            );
        }
    }
    Ok(())
}

/// Returns the paths of all documents.
pub fn files(loaded: &Loaded) -> BTreeSet<&str> {
    loaded.sources.documents.iter().map(|it| &*it.path).collect()
}

/// Puts other texts in the place of some, in memory; returns the paths of those that cannot be
/// used, which stay as they are.
///
/// Settings are read anew; what was found while loading stays.
pub fn set_texts(loaded: &mut Loaded, texts: &BTreeMap<Arc<str>, String>) -> BTreeSet<Arc<str>> {
    for it in &mut loaded.sources.documents {
        if let Some(text) = texts.get(&it.path) {
            it.text = text.as_str().into();
        }
    }
    let site = loaded.sources.site.clone().unwrap_or_else(|| loaded.config.source.clone());
    let Some(text) = texts.get(&site.path) else { return BTreeSet::new() };
    let site = Source { path: site.path, text: text.as_str().into() };
    let read = Config::read(Some(site.clone()));
    match read.and_then(|it| Settings::read(&it).map(|own| (it, own))) {
        Ok((config, settings)) => {
            (loaded.config, loaded.settings) = (config, settings);
            loaded.sources.site = Some(site);
            BTreeSet::new()
        }
        Err(_) => BTreeSet::from([site.path]),
    }
}

/// Parses all sources and makes the bank; findings are added to those of loading, sorted.
pub fn read(loaded: &Loaded, drafts: bool) -> (Bank, Vec<Diagnostic>) {
    read_as(loaded, &loaded.sources, drafts)
}

/// As `read`, but of other sources: what the bank would be if these were on disk.
pub fn read_as(loaded: &Loaded, sources: &Sources, drafts: bool) -> (Bank, Vec<Diagnostic>) {
    make(loaded, sources, drafts, false)
}

/// As `read`, but for the linter: questions keep their front matter, and those that can be read stay
/// in the bank whatever else is wrong with them.
pub fn read_whole(loaded: &Loaded, drafts: bool) -> (Bank, Vec<Diagnostic>) {
    make(loaded, &loaded.sources, drafts, true)
}

fn make(
    loaded: &Loaded,
    sources: &Sources,
    drafts: bool,
    for_linter: bool,
) -> (Bank, Vec<Diagnostic>) {
    let (bank, found) = bank::read(Input {
        sources: &sources.documents,
        assets: &sources.assets,
        unpublishable: &sources.unpublishable,
        config: &loaded.config,
        languages: &loaded.languages,
        drafts,
        for_linter,
    });
    let mut diagnostics = loaded.diagnostics.clone();
    diagnostics.extend(found);
    sort(&mut diagnostics);
    (bank, diagnostics)
}
