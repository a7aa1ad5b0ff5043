//! `build`: the whole chain, from disk to disk.

mod hosts;
mod progress;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use rayon::prelude::*;

use crate::bank::model::{Bank, Exam, Status};
use crate::check;
use crate::cli::Build;
use crate::cmd::bank::{self, Loaded, Options};
use crate::cmd::terminal::Terminal;
use crate::diagnostic::Diagnostic;
use crate::draw;
use crate::draw::form::Short;
use crate::plan::{Page, Plan};
use crate::render::Renderer;
use crate::render::site::{Site, Skin};
use crate::report;
use crate::write::{Summary, Writer};
use progress::Progress;

/// Builds the site.
///
/// # Errors
///
/// See `cmd::run`.
pub fn run(root: &Path, args: &Build, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    if let Some(jobs) = args.jobs {
        rayon::ThreadPoolBuilder::new()
            .num_threads(jobs.get())
            .build_global()
            .context("could not start the threads")?;
    }
    #[expect(clippy::disallowed_methods, reason = "the time is for the summary alone")]
    let start = Instant::now();
    let options = Options {
        base_url: args.base_url.clone(),
        output: args.output.clone(),
        drafts: args.drafts,
    };
    let loaded = bank::load(root, &options, terminal.look)?;
    let mut writer = Writer::open(root, &loaded.output)?;
    let key = key(&loaded, args);
    if writer.is_current(&key) {
        if !args.quiet {
            let time = report::took(start.elapsed());
            terminal.say(&format!(
                "nothing has changed: {} is up to date, {time}",
                shown(&loaded.output)
            ));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let (bank, mut diagnostics) = bank::read(&loaded, args.drafts);
    let (plan, found) = Plan::new(&bank, &loaded.config, &loaded.languages);
    diagnostics.extend(found);
    bank::settle(&loaded, &mut diagnostics);
    let faults = diagnostics.iter().filter(|it| check::is_publish(it)).count();
    // A blank line stands only before something else.
    show(&diagnostics, &loaded, faults > 0 || !args.quiet, terminal);
    if faults > 0 && !args.keep_going {
        terminal.say(&format!(
            "{} {} in the content, nothing was published; {} is as it was",
            terminal.colour(31, &terminal.bold("error:")),
            counted(faults, "fault"),
            shown(&loaded.output)
        ));
        return Ok(ExitCode::from(1));
    }
    publish(&loaded, &bank, &plan, &mut writer, Progress::new(terminal, args.quiet))?;
    // A build with findings is made again the next time, so that they are shown again.
    let summary = writer.finish(if diagnostics.is_empty() { &key } else { "" })?;
    if !args.quiet {
        for warning in hosts::warnings(&plan, &summary).into_iter().chain(short_topics(&bank)) {
            terminal.say(&format!("{} {warning}", terminal.colour(33, &terminal.bold("warning:"))));
        }
        terminal.say(&told(&bank, &plan, &summary, &loaded, start.elapsed(), terminal));
    }
    if faults > 0 {
        terminal.say(&format!(
            "{} {} in the content; what is broken was left out",
            terminal.colour(31, &terminal.bold("error:")),
            counted(faults, "fault")
        ));
    }
    Ok(ExitCode::from(u8::from(faults > 0)))
}

/// Returns a sentence for each topic that cannot give its share to a mock exam.
fn short_topics(bank: &Bank) -> Vec<String> {
    let told = |exam: &Exam, it: Short| {
        format!(
            "the mock exam of `{}` needs {} of `{}`, but one of forms 1 to {} has only {}; other topics fill its place",
            exam.id,
            counted(it.wanted as usize, "question"),
            exam.topics[it.topic].id,
            draw::FORMS,
            it.drawn
        )
    };
    let of_exam = |exam| draw::shortages(bank, exam).into_iter().map(move |it| told(exam, it));
    bank.exams.iter().flat_map(of_exam).collect()
}

/// Everything the output depends on, as one text.
fn key(loaded: &Loaded, args: &Build) -> String {
    let config = &loaded.config;
    format!(
        "{}+{} {} {}{} drafts={} keep_going={}",
        env!("CARGO_PKG_VERSION"),
        env!("STUDYHALL_STATE"),
        loaded.sources.digest,
        config.origin,
        config.base_path,
        args.drafts,
        args.keep_going
    )
}

/// Shows all findings; if more `follows` them, with a blank line between.
fn show(diagnostics: &[Diagnostic], loaded: &Loaded, follows: bool, terminal: &Terminal) {
    if diagnostics.is_empty() {
        return;
    }
    let texts = report::texts(loaded.sources.documents.iter().chain(&loaded.sources.site));
    terminal.say(&report::full(diagnostics, &texts, terminal.look));
    if follows {
        terminal.say("");
    }
}

/// Renders and writes every page; pages are written as they are made.
fn publish(
    loaded: &Loaded,
    bank: &Bank,
    plan: &Plan,
    writer: &mut Writer,
    progress: Progress,
) -> anyhow::Result<()> {
    let skin = Skin::new(&loaded.sources.theme).map_err(|it| anyhow!("{it}"))?;
    let renderer = Renderer::new(loaded.config.raw_html);
    let site = Site::new(bank, plan, &loaded.config, &loaded.languages, &skin, &renderer)
        .map_err(|it| anyhow!("{it}"))?;
    let statics = &skin.statics;
    let assets: Vec<_> = plan.assets(bank).collect();
    let names = plan
        .pages()
        .iter()
        .map(Page::output_name)
        .chain(assets.iter().map(|it| it.output_name.to_owned()))
        .chain(statics.files.iter().map(|it| it.output_name.clone()));
    writer.begin(names.collect())?;
    let writer = &*writer;
    plan.find_related(bank);
    let bar = progress.start(plan.pages().len());
    plan.pages().par_iter().enumerate().try_for_each(|(index, page)| {
        let text = site.page(index).map_err(|it| anyhow!("{it}"))?;
        writer.put(&page.output_name(), text.as_bytes())?;
        bar.step();
        anyhow::Ok(())
    })?;
    bar.end();
    assets.par_iter().try_for_each(|it| {
        let asset =
            loaded.sources.assets.get(it.source).context("an asset that was planned was loaded")?;
        writer.copy(it.output_name, &asset.disk).map(drop)
    })?;
    statics.files.par_iter().try_for_each(|it| writer.put(&it.output_name, &it.bytes).map(drop))
}

/// Returns the line that says what was built.
fn told(
    bank: &Bank,
    plan: &Plan,
    summary: &Summary,
    loaded: &Loaded,
    time: Duration,
    terminal: &Terminal,
) -> String {
    let files = format!(
        "{} written, {} unchanged, {} removed",
        grouped(summary.written),
        grouped(summary.unchanged),
        grouped(summary.removed)
    );
    let n_retired = bank.questions.iter().filter(|it| it.status == Status::Retired).count();
    let mut apart = Vec::new();
    if n_retired > 0 {
        apart.push(format!("besides {n_retired} retired"));
    }
    if bank.drafts_left_out > 0 {
        apart.push(format!("{} left out", counted(bank.drafts_left_out, "draft")));
    }
    let apart = if apart.is_empty() { String::new() } else { format!(" ({})", apart.join(", ")) };
    format!(
        "{} {}{apart} and {} in {}: {} in {} ({files}), {}",
        terminal.colour(32, &terminal.bold("built")),
        counted(bank.questions.len() - n_retired, "question"),
        counted(bank.lessons.len(), "lesson"),
        counted(bank.exams.len(), "exam"),
        counted(plan.pages().iter().filter(|it| it.is_html()).count(), "page"),
        shown(&loaded.output),
        report::took(time)
    )
}

fn counted(n: usize, what: &str) -> String {
    format!("{} {what}{}", grouped(n as u64), if n == 1 { "" } else { "s" })
}

/// Writes a number with a comma before each group of three digits.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut res = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            res.push(',');
        }
        res.push(digit);
    }
    res
}

/// Returns a path for people, control characters made visible.
fn shown(path: &Path) -> String {
    report::visible(&path.display().to_string())
}
