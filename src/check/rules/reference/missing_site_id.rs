//! A bank without `site_id`: learners' progress would hang on the site's title.

use crate::check::{Context, Report};
use crate::diagnostic::{Edit, Place};
use crate::source::Span;

/// Reports a `site.toml` without `site_id`.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    let config = context.config;
    if config.site_id_written {
        return;
    }
    let source = &config.source;
    let line = format!("site_id = \"{}\"", config.site_id);
    let place = Place::new(&source.path, Span::default());
    let finding = report
        .finding(place, format!("no `site_id`; progress is stored under `{}`", config.site_id))
        .help(format!("write `{line}`, and keep it when the title changes"));
    // A key at the top belongs to no table, whatever follows it.
    let start = if source.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let edits = vec![Edit { span: Span::at(start), text: format!("{line}\n") }];
    report.push(if source.text.is_empty() {
        finding
    } else {
        finding.safe_fix("write the one in use", edits)
    });
}
