//! The difference as Markdown, for reviews and job summaries.

use super::words::{Run, runs};
use super::{Kind, Report};
use crate::bank::title;
use crate::check::change::{self, Change};

/// Questions of one kind that are shown; more are counted. A summary holds 1 MB at most.
const MOST: usize = 100;
/// Characters of a text that are shown.
const LONGEST: usize = 600;

pub(super) fn text(report: &Report<'_>) -> String {
    let since = code(report.since);
    if report.all.is_empty() {
        return format!("No question has changed in meaning since {since}.\n");
    }
    let mut res = format!("## Questions changed since {since}\n\n**{}**\n", report.counts());
    for (kind, changes) in report.kinds() {
        res.push_str(&format!("\n### {}\n", kind.heading()));
        for (_, change) in changes.iter().take(MOST) {
            res.push_str(&question(report, kind, change));
        }
        if changes.len() > MOST {
            res.push_str(&format!("\n… and {} more.\n", changes.len() - MOST));
        }
    }
    res
}

fn question(report: &Report<'_>, kind: Kind, change: &Change) -> String {
    let it = report.question(change);
    let name = format!("{} ({})", code(&it.id), code(change::path(it)));
    match change {
        Change::Changed(pair) => {
            let mut res = format!("\n{name}\n\n| | before | now |\n| --- | --- | --- |\n");
            for (name, old, new) in report.rows(pair) {
                let (old, new) = marked(&old, &new);
                let strong = if kind == Kind::Rekeyed && name == "key" { "**" } else { "" };
                res.push_str(&format!("| {strong}{}{strong} | {old} | {new} |\n", escaped(&name)));
            }
            res
        }
        Change::Added(_) | Change::Mended(_) => {
            let key = escaped(&title::cut(&change::key_in_words(it), LONGEST));
            format!("\n- {name}: {}  \n  key: {key}\n", escaped(&it.title))
        }
        Change::Broken(_) => format!("\n- {name}: {}\n", escaped(&it.title)),
        Change::Removed { .. } => {
            let heir = report.heir(change).map(|it| format!(", goes on in {}", code(it)));
            format!("\n- {name}: {}{}\n", escaped(&it.title), heir.unwrap_or_default())
        }
    }
}

/// Returns both texts, escaped, with the words that only one has marked in it.
fn marked(old: &str, new: &str) -> (String, String) {
    let (old, new) = (title::cut(old, LONGEST), title::cut(new, LONGEST));
    let (mut before, mut now) = (String::new(), String::new());
    for run in runs(&old, &new) {
        let text = escaped(run.text());
        // Marks hold no white space at their ends, which would go astray in some renderers.
        let inner = text.trim();
        let ends = |tag: &str| {
            let at = text.find(inner).unwrap_or_default();
            let (lead, rest) = (&text[..at], &text[at + inner.len()..]);
            format!("{lead}<{tag}>{inner}</{tag}>{rest}")
        };
        match run {
            Run::Both(_) => {
                before.push_str(&text);
                now.push_str(&text);
            }
            _ if inner.is_empty() => {}
            Run::Old(_) => before.push_str(&ends("del")),
            Run::New(_) => now.push_str(&ends("ins")),
        }
    }
    let shown = |it: String| if it.trim().is_empty() { "—".to_owned() } else { it };
    (shown(before), shown(now))
}

/// Returns a text that Markdown shows as it is, in a table too; it mentions nobody and links to
/// nothing.
fn escaped(text: &str) -> String {
    let mut res = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => res.push(' '),
            '&' => res.push_str("&amp;"),
            '<' => res.push_str("&lt;"),
            '>' => res.push_str("&gt;"),
            '@' => res.push_str("&#64;"),
            '#' => res.push_str("&#35;"),
            ':' => res.push_str("&#58;"),
            // `www.` begins a link by itself.
            '.' if res.ends_with("www") => res.push_str("&#46;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => {
                res.push('\\');
                res.push(c);
            }
            c if c.is_control() => res.push('\u{fffd}'),
            c => res.push(c),
        }
    }
    res
}

/// Returns a name as code, in a table too.
fn code(text: &str) -> String {
    let inner: String = text
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .map(|c| if c == '`' { '\'' } else { c })
        .collect();
    format!("`{}`", inner.replace('|', "\\|"))
}
