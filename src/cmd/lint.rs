//! `lint`: every rule over the bank.

mod scope;

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;

use crate::check::{self, Context};
use crate::cli::{Lint, LintFormat};
use crate::cmd::bank::{self, Loaded, Options};
use crate::cmd::terminal::Terminal;
use crate::diagnostic::{Diagnostic, Level, sort};
use crate::fields;
use crate::plan::Plan;
use crate::report;
use scope::Scope;

/// Exit code where there was nothing to look at.
const NOTHING: u8 = 3;

/// Checks the bank.
///
/// # Errors
///
/// See `cmd::run`.
pub fn run(root: &Path, args: &Lint, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    let today = match &args.today {
        Some(it) if !fields::is_date(it) => {
            bail!("`--today` must be a date `YYYY-MM-DD`, found `{}`", report::visible(it))
        }
        Some(it) => it.clone(),
        None => terminal.today(),
    };
    let options = Options { drafts: args.drafts, ..Options::default() };
    let loaded = bank::load(root, &options, terminal.look)?;
    let scope = Scope::new(root, &args.paths, &loaded.sources)?;
    let files = loaded.sources.documents.iter().filter(|it| scope.has(&it.path)).count();
    if files == 0 && !args.allow_empty {
        terminal.say(&format!(
            "{} nothing to lint: no Markdown file below `content/`",
            terminal.colour(31, &terminal.bold("error:"))
        ));
        return Ok(ExitCode::from(NOTHING));
    }
    let mut found = find(&loaded, args.drafts, &today);
    found.retain(|it| scope.has(&it.place.path));
    terminal.print(&shown(&found, &loaded, args.format, terminal))?;
    let fails = found.iter().any(|it| it.level >= Level::from(args.fail_on));
    Ok(ExitCode::from(u8::from(fails)))
}

/// Returns everything that is found in the bank, each finding at the level asked for, sorted.
fn find(loaded: &Loaded, drafts: bool, today: &str) -> Vec<Diagnostic> {
    let (bank, mut found) = bank::read_whole(loaded, drafts);
    found.extend(Plan::new(&bank, &loaded.config, &loaded.languages).1);
    let context = Context {
        bank: &bank,
        config: &loaded.config,
        settings: &loaded.settings,
        languages: &loaded.languages,
        today,
    };
    found.extend(check::run(context));
    let sources: Vec<_> = loaded.sources.documents.iter().collect();
    check::settle(&sources, context, &mut found);
    sort(&mut found);
    found
}

fn shown(found: &[Diagnostic], loaded: &Loaded, format: LintFormat, terminal: &Terminal) -> String {
    let sources = &loaded.sources;
    let texts = report::texts(sources.documents.iter().chain(&sources.site));
    match format {
        LintFormat::Full if found.is_empty() => String::new(),
        LintFormat::Full => {
            format!("{}\n", report::full(found, &texts, terminal.look).trim_end())
        }
        LintFormat::Concise => report::concise(found, &texts),
    }
}
