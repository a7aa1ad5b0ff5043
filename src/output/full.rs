//! For people: the findings of each file with their source, the worst last, and a summary.

use std::collections::BTreeMap;

use crate::diagnostic::Level;
use crate::output::{Finding, Findings};
use crate::report::{self, Look, MOST, WithFix, counted, visible};

/// Returns findings as a report; `notes` are counted unless they are asked for.
///
/// The worst file stands last, and in each file the worst finding, since a terminal shows the end.
pub fn text(findings: &Findings<'_>, look: Look, notes: bool) -> String {
    let is_shown = |it: &&Finding<'_>| notes || it.of.level > Level::Note;
    let mut files: BTreeMap<&str, Vec<&Finding<'_>>> = BTreeMap::new();
    for it in findings.all.iter().filter(is_shown) {
        files.entry(&it.of.place.path).or_default().push(it);
    }
    let mut files: Vec<(&str, Vec<&Finding<'_>>)> = files.into_iter().collect();
    for (_, found) in &mut files {
        found.sort_by_key(|it| it.of.level);
    }
    files.sort_by_key(|(_, found)| found.last().map(|it| it.of.level));
    let mut res = String::new();
    for (path, found) in &files {
        res.push_str(&file(path, found, findings, look));
    }
    if !notes {
        res.push_str(&counted_notes(findings, look));
    }
    res.push_str(&summary(findings, look));
    res
}

/// Returns the findings of a file below its name.
fn file(path: &str, found: &[&Finding<'_>], findings: &Findings<'_>, look: Look) -> String {
    let mut res = styled(look, "1;4", &visible(path));
    if let Some(id) = found.iter().find_map(|it| it.question) {
        res.push_str(&format!(" ({})", visible(id)));
    }
    res.push_str("\n\n");
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for it in found {
        let count = counts.entry(it.of.rule).or_default();
        *count += 1;
        if *count <= MOST {
            res.push_str(&report::one(it.of, findings.texts, look, WithFix::Yes));
            res.push_str("\n\n");
        }
    }
    for (rule, count) in counts.into_iter().filter(|(_, count)| *count > MOST) {
        res.push_str(&format!("{} more of {rule} in this file\n\n", count - MOST));
    }
    res
}

/// Returns how often each rule found something worth no more than a note.
fn counted_notes(findings: &Findings<'_>, look: Look) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for it in findings.all.iter().filter(|it| it.of.level == Level::Note) {
        *counts.entry(it.of.rule).or_default() += 1;
    }
    if counts.is_empty() {
        return String::new();
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let digits = counts[0].1.to_string().len();
    let mut res = format!("{} not shown; `--notes` shows them\n", styled(look, "1;32", "notes"));
    for (rule, count) in counts {
        res.push_str(&format!("  {count:>digits$}  {rule}\n"));
    }
    res.push('\n');
    res
}

/// Returns the last lines: how many findings of each level, in how many files, and what can be
/// mended without a person.
pub fn summary(findings: &Findings<'_>, look: Look) -> String {
    let checked = format!("{} checked\n", counted(findings.run.files, "Markdown file"));
    if findings.all.is_empty() {
        return format!("{}, {checked}", styled(look, "1;32", "no findings"));
    }
    let levels = [(Level::Deny, "1;31", "error"), (Level::Warn, "1;33", "warning")];
    let all = levels.into_iter().chain([(Level::Note, "1;32", "note")]);
    let told: Vec<String> = all
        .filter_map(|(level, style, name)| {
            let count = findings.count(level);
            (count > 0).then(|| styled(look, style, &counted(count, name)))
        })
        .collect();
    let mut res = format!("{}, {checked}", told.join(", "));
    let fixes = |safe: bool| {
        findings
            .all
            .iter()
            .filter(|it| it.of.fix.as_ref().is_some_and(|it| it.safe == safe))
            .count()
    };
    match (fixes(true), fixes(false)) {
        (0, 0) => {}
        (safe, 0) => {
            res.push_str(&format!("{} can be fixed with `--fix`\n", counted(safe, "finding")));
        }
        (0, other) => res.push_str(&format!(
            "{} can be fixed with `--unsafe-fixes`\n",
            counted(other, "finding")
        )),
        (safe, other) => res.push_str(&format!(
            "{} can be fixed with `--fix`, {other} more with `--unsafe-fixes`\n",
            counted(safe, "finding")
        )),
    }
    res
}

fn styled(look: Look, codes: &str, text: &str) -> String {
    if look.colour { format!("\u{1b}[{codes}m{text}\u{1b}[0m") } else { text.to_owned() }
}
