//! `stats`: what a bank holds, and how its blueprints are covered.

mod forms;
pub(super) mod table;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

use crate::bank::model::{Bank, Difficulty, Exam, Question, Status};
use crate::cli::{Stats, StatsFormat};
use crate::cmd::bank::{self, Options};
use crate::cmd::terminal::Terminal;
use crate::diagnostic::Level;

/// Counts, in the shape of `--format json`.
///
/// The shape is stable: fields may be added, none is renamed, removed or given another meaning.
/// Counts are of published questions, and of drafts with `--drafts`; retired ones are counted apart.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Number of questions.
    pub questions: usize,
    /// Number of drafts, counted among `questions` only with `--drafts`.
    pub drafts: usize,
    /// Number of retired questions.
    pub retired: usize,
    /// Number of files with faults, of which nothing is counted.
    pub broken_files: usize,
    /// Number of lessons.
    pub lessons: usize,
    /// Questions by difficulty: `easy`, `medium`, `hard`, and `none` where it is not given.
    pub difficulties: BTreeMap<String, usize>,
    /// Questions by type.
    pub types: BTreeMap<String, usize>,
    /// Questions by author's id, and `none` where it is not given.
    pub authors: BTreeMap<String, usize>,
    /// Exams in order of their ids.
    pub exams: Vec<ExamReport>,
}

/// Counts of an exam.
#[derive(Debug, Serialize)]
pub struct ExamReport {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Number of questions.
    pub questions: usize,
    /// Number of drafts.
    pub drafts: usize,
    /// Number of retired questions.
    pub retired: usize,
    /// Topics in the order of the blueprint.
    pub topics: Vec<TopicReport>,
}

/// Counts of a topic.
#[derive(Debug, Serialize)]
pub struct TopicReport {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Percent of the exam by the blueprint; `null` where topics have no weights.
    pub weight: Option<f64>,
    /// Percent of the exam's questions, with one decimal; `null` for an exam without questions.
    pub share: Option<f64>,
    /// Number of questions.
    pub questions: usize,
    /// Questions by difficulty.
    pub difficulties: BTreeMap<String, usize>,
    /// Objectives in the order of the blueprint.
    pub objectives: Vec<ObjectiveReport>,
}

/// Counts of an objective.
#[derive(Debug, Serialize)]
pub struct ObjectiveReport {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Number of questions.
    pub questions: usize,
}

/// Prints the counts.
///
/// # Errors
///
/// See `cmd::run`.
pub fn run(root: &Path, args: &Stats, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    if let Some(n) = args.forms {
        return forms::run(root, args, n.into(), terminal);
    }
    let options = Options { drafts: true, ..Options::default() };
    let loaded = bank::load(root, &options, terminal.look)?;
    let (bank, found) = bank::read(&loaded, true);
    let mut broken: Vec<&str> =
        found.iter().filter(|it| it.level == Level::Deny).map(|it| &*it.place.path).collect();
    broken.sort_unstable();
    broken.dedup();
    let report = count(&bank, broken.len(), args.drafts);
    let text = match args.format {
        StatsFormat::Table => table::text(&report, &bank, args.drafts),
        StatsFormat::Json => format!("{}\n", serde_json::to_string_pretty(&report)?),
    };
    terminal.print(&text)?;
    if !broken.is_empty() && args.format == StatsFormat::Table {
        let what = match broken.len() {
            1 => "1 file has faults and is not counted".to_owned(),
            n => format!("{n} files have faults and are not counted"),
        };
        terminal.say(&format!("\n{what}; `studyhall build` shows them"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Counts a bank that was read with its drafts.
pub fn count(bank: &Bank, broken_files: usize, drafts: bool) -> Report {
    let counted = |it: &Question| match it.status {
        Status::Published => true,
        Status::Draft => drafts,
        Status::Retired => false,
    };
    let all: Vec<&Question> = bank.questions.iter().filter(|it| counted(it)).collect();
    let author = |it: &&Question| it.author.map_or("none", |at| &bank.authors[at].id).to_owned();
    Report {
        questions: all.len(),
        drafts: with_status(&bank.questions, Status::Draft),
        retired: with_status(&bank.questions, Status::Retired),
        broken_files,
        lessons: bank.lessons.len(),
        difficulties: difficulties(&all),
        types: tally(all.iter().map(|it| it.response.type_name().to_owned())),
        authors: tally(all.iter().map(author)),
        exams: bank.exams.iter().map(|it| exam(bank, it, counted)).collect(),
    }
}

fn exam(bank: &Bank, exam: &Exam, counted: impl Fn(&Question) -> bool) -> ExamReport {
    let questions = &bank.questions[exam.questions.clone()];
    let total = questions.iter().filter(|it| counted(it)).count();
    let topics = exam.topics.iter().map(|topic| {
        let own: Vec<&Question> =
            bank.questions[topic.questions.clone()].iter().filter(|it| counted(it)).collect();
        let objectives = topic.objectives.iter().enumerate().map(|(at, it)| ObjectiveReport {
            id: it.id.clone(),
            title: it.title.clone(),
            questions: own.iter().filter(|it| it.objective == Some(at)).count(),
        });
        TopicReport {
            id: topic.id.clone(),
            title: topic.title.clone(),
            weight: topic.weight,
            share: share(own.len(), total),
            questions: own.len(),
            difficulties: difficulties(&own),
            objectives: objectives.collect(),
        }
    });
    ExamReport {
        id: exam.id.clone(),
        title: exam.prose.title.clone(),
        questions: total,
        drafts: with_status(questions, Status::Draft),
        retired: with_status(questions, Status::Retired),
        topics: topics.collect(),
    }
}

fn with_status(questions: &[Question], status: Status) -> usize {
    questions.iter().filter(|it| it.status == status).count()
}

/// Returns percent with one decimal.
fn share(part: usize, total: usize) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "numbers of questions are small")]
    (total > 0).then(|| (part as f64 * 1000.0 / total as f64).round() / 10.0)
}

fn difficulties(questions: &[&Question]) -> BTreeMap<String, usize> {
    let name = |it: &&Question| it.difficulty.map_or("none", Difficulty::name).to_owned();
    let mut res = tally(questions.iter().map(name));
    for it in Difficulty::ALL {
        res.entry(it.name().to_owned()).or_default();
    }
    res
}

fn tally(names: impl Iterator<Item = String>) -> BTreeMap<String, usize> {
    let mut res = BTreeMap::new();
    for name in names {
        *res.entry(name).or_default() += 1;
    }
    res
}
