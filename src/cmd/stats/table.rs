//! Counts → tables for people.

use std::collections::BTreeMap;

use unicode_width::UnicodeWidthStr as _;

use super::{ExamReport, Report};
use crate::bank::model::{Bank, Difficulty};
use crate::report::{counted, visible};

/// Rows of cells; the first row is the head, and all columns but the first are numbers.
pub(in crate::cmd) struct Table(pub(in crate::cmd) Vec<Vec<String>>);

impl Table {
    /// Returns the table with columns aligned by what a terminal shows, not by characters.
    pub(in crate::cmd) fn text(&self) -> String {
        let columns = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.0.iter().filter_map(|row| row.get(column)).map(|it| it.width()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut res = String::new();
        for row in &self.0 {
            let mut line = String::from("  ");
            for (at, cell) in row.iter().enumerate() {
                let space = " ".repeat(widths[at] - cell.width());
                match at {
                    0 => line.push_str(&format!("{cell}{space}")),
                    _ => line.push_str(&format!("  {space}{cell}")),
                }
            }
            res.push_str(line.trim_end());
            res.push('\n');
        }
        res
    }
}

/// Returns the whole report.
pub(super) fn text(report: &Report, bank: &Bank, drafts: bool) -> String {
    let mut res = format!("{}\n", summary(report, drafts));
    for exam in &report.exams {
        res.push('\n');
        res.push_str(&exam_text(exam, drafts));
    }
    if report.questions == 0 {
        return res;
    }
    res.push_str("\nby difficulty\n");
    res.push_str(&difficulties(&report.difficulties).text());
    res.push_str("\nby type\n");
    res.push_str(&counts(&report.types, |it| it.to_owned()).text());
    res.push_str("\nby author\n");
    let name = |id: &str| {
        let author = bank.authors.iter().find(|it| it.id == id);
        author.map_or_else(|| "none given".to_owned(), |it| visible(&it.name))
    };
    res.push_str(&counts(&report.authors, name).text());
    res
}

fn summary(report: &Report, drafts: bool) -> String {
    format!(
        "{} and {} in {}{}",
        counted(report.questions, "question"),
        counted(report.lessons, "lesson"),
        counted(report.exams.len(), "exam"),
        apart(report.drafts, report.retired, drafts)
    )
}

/// Returns what is not among the questions, or only since it was asked for.
fn apart(n_drafts: usize, retired: usize, drafts: bool) -> String {
    let shown = |n: usize, what: String| (n > 0).then_some(what);
    let n = shown(n_drafts, counted(n_drafts, "draft"));
    let (inside, outside) = if drafts { (n, None) } else { (None, n) };
    let outside: Vec<String> =
        outside.into_iter().chain(shown(retired, format!("{retired} retired"))).collect();
    let mut res = inside.map(|it| format!(", {it} among them")).unwrap_or_default();
    if !outside.is_empty() {
        res.push_str(&format!("; apart from {}", outside.join(" and ")));
    }
    res
}

fn exam_text(exam: &ExamReport, drafts: bool) -> String {
    let mut res = format!(
        "{} ({}): {}{}\n",
        visible(&exam.title),
        exam.id,
        counted(exam.questions, "question"),
        apart(exam.drafts, exam.retired, drafts)
    );
    let weighted = exam.topics.iter().any(|it| it.weight.is_some());
    let mut head = vec!["topic"];
    if weighted {
        head.push("weight");
    }
    head.extend(["share", "questions"]);
    head.extend(Difficulty::ALL.iter().map(|it| it.name()));
    head.push("objectives");
    let mut rows = vec![head.into_iter().map(str::to_owned).collect()];
    for topic in &exam.topics {
        let percent = |it: Option<f64>| it.map_or_else(|| "-".to_owned(), |it| format!("{it} %"));
        let mut row = vec![visible(&topic.title)];
        if weighted {
            row.push(percent(topic.weight));
        }
        row.push(percent(topic.share));
        row.push(topic.questions.to_string());
        for it in Difficulty::ALL {
            row.push(topic.difficulties.get(it.name()).copied().unwrap_or(0).to_string());
        }
        let covered = topic.objectives.iter().filter(|it| it.questions > 0).count();
        row.push(match topic.objectives.len() {
            0 => "-".to_owned(),
            all => format!("{covered} of {all}"),
        });
        rows.push(row);
    }
    res.push_str(&Table(rows).text());
    res.push_str(&gaps(exam));
    res
}

/// Returns what of the blueprint has no question.
fn gaps(exam: &ExamReport) -> String {
    let mut lines = Vec::new();
    for topic in &exam.topics {
        if topic.questions == 0 {
            lines.push(format!("    {}", topic.id));
            continue;
        }
        for it in topic.objectives.iter().filter(|it| it.questions == 0) {
            lines.push(format!("    {}: {} ({})", topic.id, it.id, visible(&it.title)));
        }
    }
    if lines.is_empty() {
        return String::new();
    }
    format!("  without questions:\n{}\n", lines.join("\n"))
}

fn difficulties(all: &BTreeMap<String, usize>) -> Table {
    let order = Difficulty::ALL.iter().map(|it| it.name()).chain(["none"]);
    let row = |name: &str| {
        let shown = if name == "none" { "none given" } else { name };
        Some(vec![shown.to_owned(), all.get(name)?.to_string()])
    };
    Table(order.filter_map(row).collect())
}

/// Returns a table of counts, the greatest first.
fn counts(all: &BTreeMap<String, usize>, name: impl Fn(&str) -> String) -> Table {
    let mut rows: Vec<(&String, &usize)> = all.iter().collect();
    rows.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    Table(rows.into_iter().map(|(id, count)| vec![name(id), count.to_string()]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        let table =
            Table(vec![row("topic", "n"), row("試験", "10"), row("e\u{301}te\u{301}", "1")]);
        assert_eq!(table.text(), "  topic   n\n  試験   10\n  e\u{301}te\u{301}     1\n");
    }
}
