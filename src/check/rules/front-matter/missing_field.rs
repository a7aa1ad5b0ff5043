//! A question without a field that `site.toml` asks for.

use crate::bank::schema;
use crate::check::Report;
use crate::check::item::Item;
use crate::parse::tree::Kind;
use crate::source::Span;

/// Reports fields of `[lint] require` that a question does not write.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let required = &item.context.settings.require;
    let missing: Vec<&str> =
        required.iter().map(String::as_str).filter(|it| !is_written(item, it)).collect();
    if missing.is_empty() {
        return;
    }
    let names: Vec<String> = missing.iter().map(|it| format!("`{it}`")).collect();
    let (is, verb) = if names.len() == 1 { ("is", "it") } else { ("are", "them") };
    // Nothing is there to point at: the file as a whole is meant, whatever else is edited in it.
    let place = item.place(Span::default());
    let message = format!("{} {is} required and missing", names.join(", "));
    let docs = missing.iter().filter_map(|name| {
        let field = schema::QUESTION.iter().find(|it| it.name == *name)?;
        Some(format!("`{name}`: {}", field.doc.trim_end_matches('.')))
    });
    let help =
        format!("write {verb} into the front matter ({})", docs.collect::<Vec<_>>().join("; "));
    report.push(report.finding(place, message).help(help));
}

/// Returns whether a field holds something; a title may also be the body's first heading.
fn is_written(item: &Item<'_>, field: &str) -> bool {
    let front = &item.document.front;
    let value = front.get(field);
    let heading = || {
        let roots = item.tree.roots().find(|it| !item.tree.is_comment(*it));
        roots.is_some_and(|it| item.tree.node(it).kind == Kind::Heading(1))
    };
    value.is_some_and(|it| {
        it.text().is_none_or(|text| !text.trim().is_empty())
            && (!matches!(it.data, crate::value::Data::List(_)) || !front.list(field).is_empty())
    }) || field == "title" && heading()
}
