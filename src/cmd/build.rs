//! `build`: the whole chain, from disk to disk.

use std::path::Path;
use std::process::ExitCode;

use crate::cli::Build;
use crate::cmd::bank::{self, Options};
use crate::cmd::terminal::Terminal;
use crate::report;

/// Builds the site.
///
/// # Errors
///
/// See `cmd::run`.
pub fn run(root: &Path, args: &Build, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    let options = Options {
        base_url: args.base_url.clone(),
        output: args.output.clone(),
        drafts: args.drafts,
    };
    let loaded = bank::load(root, &options, terminal.look)?;
    let (bank, diagnostics) = bank::read(&loaded, args.drafts);
    let texts = report::texts(loaded.sources.documents.iter());
    terminal.say(&report::full(&diagnostics, &texts, terminal.look));
    terminal.say(&format!("{} questions", bank.questions.len()));
    Ok(ExitCode::SUCCESS)
}
