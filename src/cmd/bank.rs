//! What every command that looks at a bank does first: settings, theme, sources, documents, bank.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};

use crate::bank::documents::Documents;
use crate::bank::model::Bank;
use crate::bank::{self, Input};
use crate::check;
use crate::check::settings::Settings;
use crate::check::suppress::Suppressions;
use crate::config::Config;
use crate::diagnostic::{Diagnostic, sort};
use crate::i18n::{Language, Languages};
use crate::load::revision::Revision;
use crate::load::{self, Sources, ThemeFile};
use crate::report::{self, Look, Texts};
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
    pub languages: Arc<Languages>,
    /// What was read.
    pub sources: Sources,
    /// Findings of loading.
    pub diagnostics: Vec<Diagnostic>,
}

/// What was loaded before; one that has seen nothing loads everything.
#[derive(Default)]
pub struct Memory {
    files: load::Memory,
    words: Option<Words>,
}

/// The words of a theme, and what they were made from.
struct Words {
    files: Vec<ThemeFile>,
    default: String,
    languages: Arc<Languages>,
}

/// A `site.toml` that cannot be used.
#[derive(Debug)]
pub struct Unusable {
    /// What is wrong with it, sorted.
    pub faults: Vec<Diagnostic>,
    /// Its text.
    pub texts: Texts,
    look: Look,
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = report::full(&self.faults, &self.texts, self.look);
        write!(f, "`site.toml` cannot be used\n\n{}", report.trim_end())
    }
}

impl std::error::Error for Unusable {}

/// Reads settings, theme and sources.
///
/// # Errors
///
/// A folder that cannot be read, any fault of `site.toml` (an `Unusable`) or of the theme.
pub fn load(root: &Path, options: &Options, look: Look) -> anyhow::Result<Loaded> {
    load_again(root, options, look, &mut Memory::default(), None)
}

/// As `load`, but what `memory` holds is not read again; see `load::Memory` for `named`.
///
/// # Errors
///
/// As `load`. What changed has to be named the next time too.
pub fn load_again(
    root: &Path,
    options: &Options,
    look: Look,
    memory: &mut Memory,
    named: Option<&BTreeSet<PathBuf>>,
) -> anyhow::Result<Loaded> {
    let site = load::site(root)?;
    let read = Config::read(site.clone())
        .and_then(|config| Settings::read(&config).map(|settings| (config, settings)));
    let (mut config, settings) = match read {
        Ok(read) => read,
        Err(mut faults) => {
            sort(&mut faults);
            let texts = report::texts(site.iter());
            return Err(Unusable { faults, texts, look }.into());
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
    let (sources, diagnostics) = memory.files.read(root, &config.theme, &output, named)?;
    let languages = memory.languages(&sources, &config)?;
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

impl Memory {
    /// Returns the words of a theme: the same as before, if its files and the language are.
    fn languages(&mut self, sources: &Sources, config: &Config) -> anyhow::Result<Arc<Languages>> {
        let known = self.words.as_ref().filter(|it| {
            it.default == config.language && it.files.iter().eq(i18n_files(sources).map(|it| it.0))
        });
        if let Some(known) = known {
            return Ok(Arc::clone(&known.languages));
        }
        let languages = languages(sources, config)?;
        self.words = Some(Words {
            files: i18n_files(sources).map(|(file, _)| file.clone()).collect(),
            default: config.language.clone(),
            languages: Arc::clone(&languages),
        });
        Ok(languages)
    }
}

/// Returns the files of words of a theme, each with its language's tag.
fn i18n_files(sources: &Sources) -> impl Iterator<Item = (&ThemeFile, &str)> {
    sources.theme.iter().filter_map(|file| {
        let tag = file.name.strip_prefix("i18n/")?.strip_suffix(".toml")?;
        Some((file, tag))
    })
}

fn languages(sources: &Sources, config: &Config) -> anyhow::Result<Arc<Languages>> {
    let mut languages = Vec::new();
    for (file, tag) in i18n_files(sources) {
        let shown = file.path.as_deref().unwrap_or(&file.name);
        let text =
            std::str::from_utf8(&file.bytes).with_context(|| format!("`{shown}` is not UTF-8"))?;
        languages.push(Language::read(tag, text).with_context(|| format!("in `{shown}`"))?);
    }
    check_keys(&languages)?;
    Ok(Arc::new(Languages::new(languages, &config.language)?))
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

/// As `read_whole`, but documents that `memory` holds are not read again.
pub fn read_again(
    loaded: &Loaded,
    drafts: bool,
    memory: &mut Documents,
) -> (Bank, Vec<Diagnostic>) {
    let (bank, found) = bank::read_again(input(loaded, &loaded.sources, drafts, true), memory);
    (bank, with_loading(loaded, found))
}

/// Leaves of the findings of reading and planning those that a build shows, each at its level, without what
/// authors allow, sorted.
pub fn settle(loaded: &Loaded, found: &mut Vec<Diagnostic>) {
    loaded.settings.settle(found);
    let with_findings: BTreeSet<&str> = found.iter().map(|it| &*it.place.path).collect();
    let sources = loaded.sources.documents.iter();
    let sources: Vec<&Source> = sources.filter(|it| with_findings.contains(&*it.path)).collect();
    let mut suppressions = Suppressions::of(&sources);
    suppressions.apply(found);
    found.retain(check::shown_by_build);
    sort(found);
}

fn make(
    loaded: &Loaded,
    sources: &Sources,
    drafts: bool,
    for_linter: bool,
) -> (Bank, Vec<Diagnostic>) {
    let (bank, found) = bank::read(input(loaded, sources, drafts, for_linter));
    (bank, with_loading(loaded, found))
}

fn input<'i>(
    loaded: &'i Loaded,
    sources: &'i Sources,
    drafts: bool,
    for_linter: bool,
) -> Input<'i> {
    Input {
        sources: &sources.documents,
        assets: &sources.assets,
        unpublishable: &sources.unpublishable,
        config: &loaded.config,
        languages: &loaded.languages,
        drafts,
        for_linter,
    }
}

/// Returns the findings of loading and of reading, sorted.
fn with_loading(loaded: &Loaded, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut res = loaded.diagnostics.clone();
    res.extend(found);
    sort(&mut res);
    res
}
