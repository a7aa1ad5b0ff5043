//! `lint`: every rule over the bank.

mod baseline;
mod changed;
mod fix;
mod scope;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;

use crate::bank::model::Bank;
use crate::check::{self, Context};
use crate::cli::{Lint, LintFormat};
use crate::cmd::bank::{self, Loaded, Options};
use crate::cmd::terminal::Terminal;
use crate::diagnostic::{Diagnostic, Level, sort};
use crate::fields;
use crate::load::Sources;
use crate::output::{Findings, Run, concise, full, github, gitlab, json, junit, rdjson, sarif};
use crate::plan::Plan;
use crate::report::{self, Look, Texts};
use crate::write::report_file;
use baseline::Baseline;
use changed::Changed;
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
        None => terminal.today()?,
    };
    let options = Options { drafts: args.drafts, ..Options::default() };
    let loaded = bank::load(root, &options, terminal.look)?;
    check_outputs(root, args, &loaded.sources)?;
    let scope = Scope::new(root, &args.paths, &loaded.sources)?;
    let files = loaded.sources.documents.iter().filter(|it| scope.has(&it.path)).count();
    if files == 0 && !args.allow_empty {
        terminal.say(&format!(
            "{} nothing to lint: no Markdown file below `content/`",
            terminal.colour(31, &terminal.bold("error:"))
        ));
        return Ok(ExitCode::from(NOTHING));
    }
    let view = View::new(root, args, &loaded, scope, today)?;
    if let Some(path) = &args.write_baseline {
        let (bank, found) = view.find(&loaded);
        let count = baseline::write(path, &found, &bank, &texts(&loaded))?;
        terminal.say(&format!("{} in `{}`", counted(count), path.display()));
        let faults = found.iter().filter(|it| check::is_publish(it)).count();
        if faults > 0 {
            terminal.say(&format!(
                "{} cannot wait in a baseline: what keeps a question from being published must be mended",
                counted(faults)
            ));
        }
        return Ok(ExitCode::SUCCESS);
    }
    if args.prune_baseline
        && let Some(baseline) = &view.baseline
    {
        let (bank, mut found) = view.find(&loaded);
        let left = baseline.apply(&mut found, &bank, &texts(&loaded));
        let count = baseline.prune(&left)?;
        terminal.say(&format!("{} taken out of the baseline", counted(count)));
        return Ok(ExitCode::SUCCESS);
    }
    let (loaded, bank, found) = if args.diff || args.fix || args.unsafe_fixes {
        let fixed = fix::fix(loaded, args.unsafe_fixes, |it| view.look(it));
        if args.diff {
            let diff = fixed.diff();
            terminal.print(&diff)?;
            return Ok(ExitCode::from(u8::from(!diff.is_empty())));
        }
        fixed.write(root)?;
        fixed.say(terminal);
        (fixed.loaded, fixed.bank, fixed.found)
    } else {
        let (bank, found) = view.look(&loaded);
        (loaded, bank, found)
    };
    let texts = texts(&loaded);
    let run = Run {
        files,
        prefix: scope::prefix(root, terminal.service.checkout.as_deref())?,
        fail_on: args.fail_on.into(),
        today: &view.today,
    };
    show(&Findings::new(&found, &bank, &texts, run), args, terminal)?;
    let fails = found.iter().any(|it| it.level >= Level::from(args.fail_on));
    Ok(ExitCode::from(u8::from(fails)))
}

/// Refuses files for reports that would replace a file of the bank, or one another.
fn check_outputs(root: &Path, args: &Lint, sources: &Sources) -> anyhow::Result<()> {
    let mut seen = BTreeSet::new();
    for file in args.outputs.pairs.iter().filter_map(|(_, file)| file.as_ref()) {
        let shown = report::visible(&file.display().to_string());
        let path = scope::from_root(root, file)?;
        if scope::is_file(&path, sources) {
            bail!("`{shown}` is a file of the bank, and no place for a report");
        }
        if !seen.insert(path) {
            bail!("two reports would be written to `{shown}`");
        }
    }
    Ok(())
}

/// What is asked for of a bank.
struct View {
    drafts: bool,
    today: String,
    scope: Scope,
    changed: Option<Changed>,
    baseline: Option<Baseline>,
}

impl View {
    fn new(
        root: &Path,
        args: &Lint,
        loaded: &Loaded,
        scope: Scope,
        today: String,
    ) -> anyhow::Result<Self> {
        let since = args.changed_since.as_deref();
        let changed = since.map(|it| Changed::since(root, it, loaded)).transpose()?;
        let baseline = args.baseline.as_deref().map(|it| Baseline::read(root, it)).transpose()?;
        Ok(Self { drafts: args.drafts, today, scope, changed, baseline })
    }

    /// Returns what is to be reported of a bank, sorted.
    fn look(&self, loaded: &Loaded) -> (Bank, Vec<Diagnostic>) {
        let (bank, mut found) = self.find(loaded);
        if let Some(baseline) = &self.baseline {
            let left = baseline.apply(&mut found, &bank, &texts(loaded));
            let mut stale = baseline.stale(&left);
            loaded.settings.settle(&mut stale);
            found.append(&mut stale);
        }
        found.retain(|it| self.scope.has(&it.place.path));
        if let Some(changed) = &self.changed {
            changed.keep(loaded, &mut found);
        }
        sort(&mut found);
        (bank, found)
    }

    /// Returns everything that is found in a bank, each finding at the level asked for, sorted.
    fn find(&self, loaded: &Loaded) -> (Bank, Vec<Diagnostic>) {
        let (bank, mut found) = bank::read_whole(loaded, self.drafts);
        let (plan, faults) = Plan::new(&bank, &loaded.config, &loaded.languages);
        found.extend(faults);
        let context = Context {
            bank: &bank,
            config: &loaded.config,
            settings: &loaded.settings,
            languages: &loaded.languages,
            today: &self.today,
        };
        found.extend(check::run(context));
        if let Some(changed) = &self.changed {
            found.extend(changed.find(loaded, &plan, context));
        }
        let sources: Vec<_> = loaded.sources.documents.iter().collect();
        check::settle(&sources, context, &mut found);
        sort(&mut found);
        (bank, found)
    }
}

fn texts(loaded: &Loaded) -> Texts {
    report::texts(loaded.sources.documents.iter().chain(&loaded.sources.site))
}

fn counted(n: usize) -> String {
    report::counted(n, "finding")
}

/// Prints and writes each output that is asked for.
fn show(findings: &Findings<'_>, args: &Lint, terminal: &Terminal) -> anyhow::Result<()> {
    // A terminal's width and colours are no matter of a file.
    const PLAIN: Look = Look { colour: false, width: 100 };
    for (format, file) in &args.outputs.pairs {
        let look = if file.is_some() { PLAIN } else { terminal.page };
        let text = match format {
            LintFormat::Full => full::text(findings, look, args.notes),
            LintFormat::Concise => concise::text(findings),
            LintFormat::Json => json::text(findings),
            LintFormat::Jsonl => json::lines(findings),
            LintFormat::Github => github::text(findings),
            LintFormat::Gitlab => gitlab::text(findings),
            LintFormat::Sarif => sarif::text(findings),
            LintFormat::Junit => junit::text(findings),
            LintFormat::Rdjson => rdjson::text(findings),
        };
        match file {
            Some(file) => report_file::write(file, &text)?,
            None => terminal.print(&text)?,
        }
        if let (LintFormat::Github, Some(file)) = (format, &terminal.service.summary) {
            report_file::append(file, &github::summary(findings))?;
        }
    }
    // Whoever reads the log must see what the exit code is about.
    if args.outputs.pairs.iter().all(|(_, file)| file.is_some()) {
        terminal.say(&full::summary(findings, terminal.look));
    }
    Ok(())
}
