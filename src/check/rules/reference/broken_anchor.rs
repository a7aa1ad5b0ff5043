//! A link to a part of a page that the page does not have.

use std::collections::{BTreeMap, BTreeSet};

use crate::bank::destinations::{Spot, spots};
use crate::bank::heading;
use crate::bank::link::{self, Destination};
use crate::check::paper::{Paper, papers};
use crate::check::{Context, Report};
use crate::diagnostic::{Edit, did_you_mean, nearest};
use crate::fields::shorten;
use crate::parse::tree::{Kind, Tree};
use crate::source::Span;

/// Reports what follows `#` in links where the page has no heading of that id.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    let papers: BTreeMap<&str, Paper<'_>> =
        papers(context.bank).map(|it| (&*it.document.source.path, it)).collect();
    let mut anchors: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for paper in papers.values().filter(|it| may_link_to_parts(&it.document.body)) {
        for spot in spots(paper.document) {
            let Some((target, part)) = target(&papers, paper, &spot) else { continue };
            let path = &*target.document.source.path;
            let known = anchors.entry(path).or_insert_with(|| ids(target));
            if !part.is_empty() && !known.contains(&part) {
                report_at(paper, &spot, &part, path, known, report);
            }
        }
    }
}

fn may_link_to_parts(tree: &Tree) -> bool {
    tree.links.iter().any(|it| it.destination.contains('#'))
        || tree.nodes.iter().any(|it| match it.kind {
            Kind::Html(text) => tree.str(text).contains('#'),
            _ => false,
        })
}

/// Returns the document that a link leads to, and what it names in it.
fn target<'p>(
    papers: &BTreeMap<&str, Paper<'p>>,
    from: &Paper<'p>,
    spot: &Spot,
) -> Option<(Paper<'p>, String)> {
    match link::resolve(&from.document.source.path, &spot.written).ok()? {
        Destination::Anchor(part) => Some((*from, part)),
        Destination::File { path, fragment } => {
            let inside = |name: &str| papers.get(format!("{path}/{name}").as_str());
            let found = papers.get(path.as_str());
            let found = found.or_else(|| inside("_index.md")).or_else(|| inside("index.md"))?;
            Some((*found, fragment?))
        }
        Destination::External => None,
    }
}

/// Returns the ids of the headings that a document's page shows.
fn ids(paper: Paper<'_>) -> BTreeSet<String> {
    let mut all = heading::ids(&paper.document.body);
    let shown = paper.fragments().into_iter().flat_map(|it| it.nodes());
    shown.filter_map(|it| all.remove(&it)).collect()
}

fn report_at(
    paper: &Paper<'_>,
    spot: &Spot,
    part: &str,
    path: &str,
    known: &BTreeSet<String>,
    report: &mut Report<'_>,
) {
    let written = &paper.document.source.text[spot.span.range()];
    let start = spot.span.start as usize + written.find('#').map_or(0, |at| at + 1);
    let span = Span::new(start, spot.span.end as usize);
    let page = path.strip_prefix(link::CONTENT).unwrap_or(path);
    let message = format!("`{page}` has no heading `{}`", shorten(part));
    let known = || known.iter().map(String::as_str);
    let help = did_you_mean(part, known());
    let finding = report.finding(paper.document.place(span), message).help_if(help);
    report.push(match nearest(part, known()) {
        Some(near) => {
            let text = link::encode(near);
            finding.unsafe_fix(format!("write `{near}`"), vec![Edit { span, text }])
        }
        None => finding,
    });
}
