//! A negative word of the question that does not stand out.

use crate::check::item::Item;
use crate::check::{Report, negation};
use crate::diagnostic::Edit;
use crate::source::Span;

/// Reports "not" and the like in plain type.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    for it in negation::find(item).iter().filter(|it| !it.stands_out) {
        let bytes = item.lead_in.words().bytes(&it.words);
        let written = &item.lead_in.as_str()[bytes.clone()];
        let place = item.place(item.lead_in.span(bytes.clone()));
        let message = format!("`{written}` turns the question round and does not stand out");
        let mut finding = report
            .finding(place, message)
            .help(format!("write **{written}**, or ask for what fits"));
        if let Some(span) = item.lead_in.exact(bytes) {
            let edit = |at: u32| Edit { span: Span::at(at as usize), text: "**".to_owned() };
            finding = finding
                .safe_fix(format!("emphasise `{written}`"), vec![edit(span.start), edit(span.end)]);
        }
        report.push(finding);
    }
}
