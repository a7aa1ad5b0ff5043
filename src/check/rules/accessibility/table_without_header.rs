//! A table none of whose cells says what the others are.

use crate::check::paper::{Paper, papers};
use crate::check::{Context, Report};
use crate::parse::tree::{Kind, Tree};
use crate::raw_html::{self, Part};
use crate::source::Span;

/// Reports tables of Markdown with an empty head, and tables of raw HTML without `<th>`.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    for paper in papers(context.bank) {
        let tree = &paper.document.body;
        for id in 0..tree.len() {
            if tree.node(id).kind == Kind::TableHead && says_nothing(tree, id) {
                let place = paper.document.first_line(tree.node(id).span);
                let finding = report.finding(place, "the head of this table is empty");
                report.push(finding.help("write over each column what stands in it"));
            }
        }
        for span in html(paper) {
            let place = paper.document.first_line(span);
            let finding = report.finding(place, "this table has no header cell `<th>`");
            report.push(
                finding.help("write the first row, or the first cell of each row, with `<th>`"),
            );
        }
    }
}

fn says_nothing(tree: &Tree, head: u32) -> bool {
    let inside = || head + 1..tree.node(head).end;
    let shows = |id| matches!(tree.node(id).kind, Kind::Image(_) | Kind::Html(_));
    tree.plain_text(inside()).trim().is_empty() && !inside().any(shows)
}

/// Returns the beginnings of tables of raw HTML without a header cell, each as the piece of raw
/// HTML it stands in.
fn html(paper: Paper<'_>) -> Vec<Span> {
    let tree = &paper.document.body;
    let mut res = Vec::new();
    // Tables that are open: where they begin, and whether a header cell was met.
    let mut open: Vec<(Span, bool)> = Vec::new();
    for id in 0..tree.len() {
        let node = tree.node(id);
        let Kind::Html(text) = node.kind else { continue };
        let raw = tree.str(text);
        let lower = raw.to_ascii_lowercase();
        if !lower.contains("table") && !lower.contains("th") {
            continue;
        }
        for part in raw_html::read(raw).parts {
            match part {
                Part::Open { name: "table", .. } => open.push((node.span, false)),
                Part::Open { name: "th", .. } => {
                    if let Some(last) = open.last_mut() {
                        last.1 = true;
                    }
                }
                Part::Close("table") => {
                    res.extend(open.pop().filter(|(_, has)| !has).map(|(span, _)| span));
                }
                _ => {}
            }
        }
    }
    res
}
