//! `explain`: the manual of a rule.

use std::process::ExitCode;

use anyhow::bail;

use crate::check::{rule, rules};
use crate::cli::Explain;
use crate::cmd::terminal::Terminal;
use crate::diagnostic::did_you_mean;
use crate::reference;
use crate::report::visible;

/// Prints a manual.
///
/// # Errors
///
/// See `cmd::run`; also a name that no rule has.
pub fn run(args: &Explain, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    let Some(rule) = rule(&args.rule) else {
        let help = did_you_mean(&args.rule, rules::ALL.iter().map(|it| it.name))
            .unwrap_or_else(|| "`studyhall rules` lists all".to_owned());
        bail!("there is no rule `{}`; {help}", visible(&args.rule));
    };
    let styled = |line: &str| match line.trim_start_matches('#').strip_prefix(' ') {
        Some(heading) if line.starts_with('#') && terminal.page.colour => {
            format!("\u{1b}[1m{heading}\u{1b}[0m\n")
        }
        _ => format!("{line}\n"),
    };
    let mut in_example = false;
    let page: String = reference::rule_page(rule)
        .lines()
        .map(|line| {
            in_example ^= line.starts_with("```");
            if in_example { format!("{line}\n") } else { styled(line) }
        })
        .collect();
    terminal.print(&page)?;
    Ok(ExitCode::SUCCESS)
}
