//! `stats --forms`: the questions of mock exams 1 to N, as the site draws them.

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use serde::Serialize;

use super::table::Table;
use crate::bank::model::{Bank, Exam};
use crate::cli::{Stats, StatsFormat};
use crate::cmd::bank::{self, Options};
use crate::cmd::terminal::Terminal;
use crate::diagnostic::{Level, did_you_mean};
use crate::draw::{self, form::Form, form::Pool};
use crate::report::{counted, visible};

/// Forms in the shape of `--format json`, which is as stable as that of the counts.
#[derive(Debug, Serialize)]
struct FormsReport {
    exams: Vec<ExamForms>,
}

#[derive(Debug, Serialize)]
struct ExamForms {
    id: String,
    title: String,
    /// Questions that a form should have.
    questions: u32,
    minutes: u32,
    /// How many of the first forms share no question with one before.
    disjoint: usize,
    forms: Vec<FormReport>,
}

#[derive(Debug, Serialize)]
struct FormReport {
    number: usize,
    /// Questions that a form before has.
    repeated: usize,
    /// Questions by topic, in the order of the blueprint.
    topics: Vec<TopicCount>,
    /// Ids in the order of the form.
    ids: Vec<String>,
}

#[derive(Debug, Serialize)]
struct TopicCount {
    id: String,
    /// Its share by weight.
    wanted: u32,
    drawn: u32,
}

/// Prints the forms.
///
/// # Errors
///
/// See `cmd::run`; an exam that is not there.
pub(super) fn run(
    root: &Path,
    args: &Stats,
    n: usize,
    terminal: &Terminal,
) -> anyhow::Result<ExitCode> {
    let loaded = bank::load(root, &Options::default(), terminal.look)?;
    let (bank, found) = bank::read(&loaded, false);
    let ids = bank.exams.iter().map(|it| it.id.as_str());
    if let Some(id) = args.exam.as_deref().filter(|id| !ids.clone().any(|it| it == *id)) {
        let help = did_you_mean(id, ids).map(|it| format!("; {it}")).unwrap_or_default();
        bail!("there is no exam `{}`{help}", visible(id));
    }
    let wanted = |it: &&Exam| args.exam.as_ref().is_none_or(|id| it.id == *id);
    let exams = bank.exams.iter().filter(wanted).map(|it| of_exam(&bank, it, n)).collect();
    let report = FormsReport { exams };
    terminal.print(&match args.format {
        StatsFormat::Table => text(&report),
        StatsFormat::Json => format!("{}\n", serde_json::to_string_pretty(&report)?),
    })?;
    let broken = found.iter().any(|it| it.level == Level::Deny);
    if broken && args.format == StatsFormat::Table {
        terminal.say("\nfiles with faults are not among them; `studyhall build` shows them");
    }
    Ok(ExitCode::SUCCESS)
}

fn of_exam(bank: &Bank, exam: &Exam, n: usize) -> ExamForms {
    let pool = draw::of_exam(bank, exam);
    // Without questions all forms would be empty.
    let n = if pool.candidates.is_empty() { 0 } else { n };
    let length = draw::length(exam, pool.candidates.len());
    let forms = pool.numbered(&exam.id, n);
    ExamForms {
        id: exam.id.clone(),
        title: exam.prose.title.clone(),
        questions: length.questions,
        minutes: length.minutes,
        disjoint: forms.iter().position(|it| it.repeated > 0).unwrap_or(n),
        forms: (1..).zip(&forms).map(|(number, it)| of_form(exam, &pool, number, it)).collect(),
    }
}

fn of_form(exam: &Exam, pool: &Pool, number: usize, form: &Form) -> FormReport {
    let shares = pool.shares();
    let topics = exam.topics.iter().zip(shares).zip(&form.counts);
    let topics = topics.map(|((topic, wanted), drawn)| TopicCount {
        id: topic.id.clone(),
        wanted,
        drawn: *drawn,
    });
    FormReport {
        number,
        repeated: form.repeated,
        topics: topics.collect(),
        ids: form.questions.iter().map(|it| pool.candidates[*it].id.clone()).collect(),
    }
}

fn text(report: &FormsReport) -> String {
    let exams: Vec<String> = report.exams.iter().map(exam_text).collect();
    exams.join("\n")
}

fn exam_text(exam: &ExamForms) -> String {
    let length = format!(
        "{} in {}",
        counted(exam.questions as usize, "question"),
        counted(exam.minutes as usize, "minute")
    );
    let mut res = format!("{} ({}): {length}\n", visible(&exam.title), exam.id);
    let Some(first) = exam.forms.first() else {
        res.push_str("  there is nothing to draw\n");
        return res;
    };
    let mut rows = vec![vec!["topic".to_owned(), "share".to_owned()]];
    rows[0].extend(exam.forms.iter().map(|it| format!("form {}", it.number)));
    for (at, topic) in first.topics.iter().enumerate() {
        let mut row = vec![topic.id.clone(), topic.wanted.to_string()];
        row.extend(exam.forms.iter().map(|it| it.topics[at].drawn.to_string()));
        rows.push(row);
    }
    let mut row = vec!["in a form before".to_owned(), String::new()];
    row.extend(exam.forms.iter().map(|it| it.repeated.to_string()));
    rows.push(row);
    res.push_str(&Table(rows).text());
    res.push_str(&match exam.disjoint {
        all if all == exam.forms.len() => "  no two share a question\n".to_owned(),
        1 => "  from form 2 on some questions come again\n".to_owned(),
        n => {
            format!("  forms 1 to {n} share no question; from form {} on some come again\n", n + 1)
        }
    });
    for form in &exam.forms {
        res.push_str(&format!("  form {}\n", form.number));
        res.extend(form.ids.iter().map(|it| format!("    {it}\n")));
    }
    res
}
