//! The difference for a terminal.

use std::fmt::Write as _;

use super::words::{Run, runs};
use super::{Kind, Report};
use crate::check::change::{self, Change};
use crate::cmd::terminal::Terminal;
use crate::report::visible;

/// Width of the column of names.
const NAMES: usize = 16;

pub(super) fn text(report: &Report<'_>, terminal: &Terminal) -> String {
    let since = visible(report.since);
    if report.all.is_empty() {
        return format!("no question has changed in meaning since `{since}`\n");
    }
    let mut res = String::new();
    for (kind, changes) in report.kinds() {
        let colour = if kind == Kind::Rekeyed { 31 } else { 36 };
        res.push_str(&terminal.colour(colour, &terminal.bold(kind.heading())));
        res.push('\n');
        for (_, change) in changes {
            let question = report.question(change);
            let id = terminal.bold(&visible(&question.id));
            // Writing to a string cannot fail.
            let _infallible = writeln!(res, "  {id}  {}", visible(change::path(question)));
            for line in lines(report, change, terminal) {
                let _infallible = writeln!(res, "    {line}");
            }
        }
        res.push('\n');
    }
    let counts = terminal.bold(&report.counts());
    res.push_str(&format!("{counts} since `{since}`\n"));
    res
}

fn lines(report: &Report<'_>, change: &Change, terminal: &Terminal) -> Vec<String> {
    let question = report.question(change);
    let named = |name: &str, text: &str| format!("{name:<NAMES$}{text}");
    match change {
        Change::Changed(pair) => {
            let rows = report.rows(pair);
            let line = |(name, old, new): &(String, String, String)| match name.as_str() {
                // What is right is to be read at a glance, not word by word.
                "key" => [
                    named("key was", &terminal.colour(31, &visible(old))),
                    named("key is", &terminal.colour(32, &visible(new))),
                ]
                .to_vec(),
                _ => vec![named(name, &marked(old, new, terminal))],
            };
            rows.iter().flat_map(line).collect()
        }
        Change::Added(_) | Change::Mended(_) => vec![
            named("title", &visible(&question.title)),
            named("key", &visible(&change::key_in_words(question))),
        ],
        Change::Removed { .. } => {
            let title = named("title", &visible(&question.title));
            let heir = report.heir(change).map(|it| named("goes on in", &visible(it)));
            std::iter::once(title).chain(heir).collect()
        }
        Change::Broken(_) => vec![named("title", &visible(&question.title))],
    }
}

/// Returns what both texts say, `[-gone-]` and `{+new+}` marked, in colours where there are any.
fn marked(old: &str, new: &str, terminal: &Terminal) -> String {
    let is_plain = !terminal.look.colour;
    let mark = |run: &Run| {
        let text = visible(run.text());
        match run {
            Run::Both(_) => text,
            Run::Old(_) if is_plain => format!("[-{text}-]"),
            Run::New(_) if is_plain => format!("{{+{text}+}}"),
            Run::Old(_) => terminal.colour(31, &text),
            Run::New(_) => terminal.colour(32, &text),
        }
    };
    let runs = runs(old, new);
    let apart = matches!(runs.as_slice(), [Run::Old(_), Run::New(_)]);
    runs.iter().map(mark).collect::<Vec<_>>().join(if apart { " " } else { "" })
}
