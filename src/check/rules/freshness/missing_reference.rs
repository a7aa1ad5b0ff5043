//! A question without a source.

use crate::bank::link::{self, Destination};
use crate::bank::model::Status;
use crate::check::Report;
use crate::check::item::Item;
use crate::parse::tree::Kind;
use crate::raw_html;
use crate::source::Span;

/// Reports questions that name no source: no `references`, no section of them, no link to a page
/// elsewhere.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let question = item.question;
    let cites = !question.references.is_empty() || !question.references_text.is_empty();
    if question.status == Status::Retired || cites || links_outside(item) {
        return;
    }
    // Nothing is there to point at: the file as a whole is meant, whatever else is edited in it.
    let place = item.place(Span::default());
    let help = "write the page or book that settles the answer into `references`";
    report.push(report.finding(place, "no source is named").help(help));
}

fn links_outside(item: &Item<'_>) -> bool {
    let path = &item.document.source.path;
    let leads_out = |it: &str| link::resolve(path, it) == Ok(Destination::External);
    item.tree.nodes.iter().any(|node| match node.kind {
        Kind::Link(at) => leads_out(&item.tree.links[at as usize].destination),
        Kind::Html(text) => {
            let raw = item.tree.str(text);
            raw.contains("href")
                && raw_html::read(raw).parts.iter().any(|part| match part {
                    raw_html::Part::Open { attributes, .. } => {
                        attributes.iter().any(|(name, value)| *name == "href" && leads_out(value))
                    }
                    _ => false,
                })
        }
        _ => false,
    })
}
