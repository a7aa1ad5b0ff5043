//! A heading that is more than one level below the one before it.

use crate::check::paper::papers;
use crate::check::{Context, Report};
use crate::parse::tree::{Kind, Tree};
use crate::raw_html::{self, Part};
use crate::source::Span;

/// Reports headings after which a level is missing; the page's title is of level 1.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    for paper in papers(context.bank) {
        let mut before = 1;
        for (level, span) in headings(&paper.document.body) {
            if level > before + 1 {
                let place = paper.document.first_line(span);
                let after = match before {
                    1 => "the title".to_owned(),
                    _ => format!("level {before}"),
                };
                let message = format!("a heading of level {level} follows {after}");
                let finding = report.finding(place, message);
                let marks = "#".repeat(usize::from(before) + 1);
                report.push(
                    finding.help(format!("write it with `{marks}`, or the heading above it")),
                );
            }
            before = level;
        }
    }
}

fn headings(tree: &Tree) -> Vec<(u8, Span)> {
    let mut res = Vec::new();
    for node in &tree.nodes {
        match node.kind {
            Kind::Heading(level) => res.push((level, node.span)),
            Kind::Html(text) if tree.str(text).to_ascii_lowercase().contains("<h") => {
                for part in raw_html::read(tree.str(text)).parts {
                    let Part::Open { name, .. } = part else { continue };
                    let level = name.strip_prefix('h').and_then(|it| it.parse().ok());
                    res.extend(level.map(|it| (it, node.span)));
                }
            }
            _ => {}
        }
    }
    res
}
