//! What is told of each question.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::log::Verdict;
use super::measure::{beyond_guessing, certainty, correlation, guess, mean, median, wilson};
use super::pool::{First, Pool};
use crate::bank::model::{Bank, Difficulty, Question};
use crate::bank::response::choice::Choice;

/// Version of the shape.
const VERSION: u32 = 1;

/// First attempts below which nothing is said.
pub const LEAST: usize = 30;

/// Share of picks below which a distractor does no work (Haladyna and Downing 1993).
const WORKING: f64 = 0.05;

/// Standard errors to each side of an interval of 95 %.
const TWO_SIDED: f64 = 1.96;

/// Standard errors from which a correlation is above none with an error of 1 %, one-sided.
const SURE: f64 = 2.326;

/// From this share of knowledge on a question is easy, below the other it is hard.
const EASY: f64 = 0.7;
const HARD: f64 = 0.35;

/// The statistics of a bank, in the shape of `--format json`.
///
/// The shape is stable: fields may be added, none is renamed, removed or given another meaning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Always 1.
    pub version: u32,
    /// Number of logs.
    pub logs: usize,
    /// Number of learners.
    pub learners: usize,
    /// Number of first attempts that are counted below.
    pub attempts: usize,
    /// What is not counted.
    pub left_out: LeftOut,
    /// Questions with first attempts, in the order of the bank; of one question today's revision first.
    pub questions: Vec<Item>,
    /// Wrong choices that learners took most often.
    pub confusions: Vec<Confusion>,
}

/// Attempts that are not counted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LeftOut {
    /// In an earlier log already.
    pub duplicates: usize,
    /// Not the learner's first at the question.
    pub later: usize,
    /// At questions that the bank does not have.
    pub unknown: usize,
    /// Not readable.
    pub unreadable: usize,
}

/// A question as it was in one revision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// Id of the question.
    pub question: String,
    /// `CONTENT.KEY`.
    pub revision: String,
    /// Whether this is today's revision.
    pub current: bool,
    /// Number of learners who answered.
    pub n: usize,
    /// Number of those who looked at the answer instead.
    pub revealed: usize,
    /// Mean score; `null` where too few answered.
    pub facility: Option<Facility>,
    /// Whether stronger learners do better; `null` where too few answered, or all alike.
    pub discrimination: Option<Discrimination>,
    /// Seconds in the middle; `null` where too few answered.
    pub median_seconds: Option<u32>,
    /// Declared and observed difficulty; `null` where none is declared or too few answered.
    pub difficulty: Option<DifficultyFound>,
    /// The choices in written order, those of former revisions as far as they were chosen.
    pub choices: Vec<Picks>,
    /// What should be looked at; empty for former revisions.
    pub flags: Vec<Flag>,
}

/// Mean score with an interval of 95 % (Wilson).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Facility {
    /// 0 to 1.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Correlation of the scores of a question with those of the other questions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Discrimination {
    /// -100 to 100.
    pub value: f64,
    /// Number of learners.
    pub n: usize,
    /// What they are compared by.
    pub basis: Basis,
}

/// What learners are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// The other first attempts of the same mock exam.
    Mock,
    /// All their other first attempts.
    OtherAttempts,
}

/// Declared and observed difficulty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifficultyFound {
    /// As the question says: `easy`, `medium`, `hard`.
    pub declared: String,
    /// As the answers say.
    pub observed: String,
}

/// How often a choice was taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Picks {
    /// Its id.
    pub choice: String,
    /// Whether it is (part of) the key; `null` in former revisions.
    pub key: Option<bool>,
    /// Number of learners who took it.
    pub picks: usize,
    /// Their share of those who answered.
    pub share: f64,
    /// Correlation of taking it with the scores of other questions, -100 to 100; `null` where too few
    /// answered, or all alike.
    pub discrimination: Option<f64>,
}

/// What should be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// Stronger learners prefer a distractor to the key: perhaps the key is wrong.
    PossibleMiskey,
    /// Stronger learners do worse.
    NegativeDiscrimination,
    /// Hardly anybody takes one of the distractors.
    NonFunctioningDistractor,
    /// Clearly easier than declared.
    EasierThanDeclared,
    /// Clearly harder than declared.
    HarderThanDeclared,
}

impl Flag {
    /// Returns its name in the formats.
    pub fn name(self) -> &'static str {
        match self {
            Self::PossibleMiskey => "possible-miskey",
            Self::NegativeDiscrimination => "negative-discrimination",
            Self::NonFunctioningDistractor => "non-functioning-distractor",
            Self::EasierThanDeclared => "easier-than-declared",
            Self::HarderThanDeclared => "harder-than-declared",
        }
    }
}

/// A wrong choice that learners took instead of the key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Confusion {
    /// Id of the question, in today's revision.
    pub question: String,
    /// Ids of the key.
    pub key: Vec<String>,
    /// Id of the wrong choice.
    pub choice: String,
    /// Number of learners who took it.
    pub picks: usize,
    /// Their share of those who answered.
    pub share: f64,
}

/// Reads a report in the shape of `--format json`.
///
/// # Errors
///
/// Another shape, or another version.
pub fn read(text: &str) -> anyhow::Result<Report> {
    let report: Report = serde_json::from_str(text)?;
    anyhow::ensure!(report.version == VERSION, "its version is {}, not {VERSION}", report.version);
    Ok(report)
}

impl Report {
    /// Returns what is known of a question as it is today.
    pub fn of(&self, question: &Question) -> Option<&Item> {
        let revision = question.revision.to_string();
        let fits = |it: &&Item| it.question == question.id && it.revision == revision;
        self.questions.iter().find(fits)
    }
}

impl Item {
    /// Returns the picks that show that stronger learners prefer a distractor.
    pub fn preferred_distractor(&self) -> Option<&Picks> {
        let n = self.discrimination.as_ref()?.n;
        let best_key = self.choices.iter().filter(|it| it.key == Some(true));
        let best_key =
            best_key.filter_map(|it| it.discrimination).fold(f64::NEG_INFINITY, f64::max);
        let wrong = self.choices.iter().filter(|it| it.key == Some(false));
        wrong
            .filter(|it| {
                let r = it.discrimination.unwrap_or_default();
                r > best_key && certainty(r / 100.0, n) > SURE
            })
            .max_by(|a, b| {
                a.discrimination
                    .unwrap_or_default()
                    .total_cmp(&b.discrimination.unwrap_or_default())
            })
    }

    /// Returns the distractors that hardly anybody takes, where enough learners answered.
    pub fn idle_distractors(&self) -> impl Iterator<Item = &Picks> {
        let enough = self.n >= LEAST;
        self.choices.iter().filter(move |it| enough && it.key == Some(false) && it.share < WORKING)
    }
}

/// Makes the report of a pool whose ids are those of the bank.
pub fn report(pool: &Pool, bank: &Bank, logs: usize, unreadable: usize) -> Report {
    let mut questions = Vec::new();
    for question in &bank.questions {
        let range =
            (question.id.clone(), String::new())..=(question.id.clone(), "\u{10ffff}".to_owned());
        let today = question.revision.to_string();
        let mut own: Vec<Item> = pool
            .firsts
            .range(range)
            .map(|((_, revision), firsts)| item(question, revision, *revision == today, firsts))
            .collect();
        own.sort_by_key(|it| !it.current);
        questions.append(&mut own);
    }
    Report {
        version: VERSION,
        logs,
        learners: pool.learners,
        attempts: questions.iter().map(|it| it.n + it.revealed).sum(),
        left_out: LeftOut {
            duplicates: pool.duplicates,
            later: pool.later,
            unknown: pool.unknown,
            unreadable,
        },
        confusions: confusions(&questions),
        questions,
    }
}

fn item(question: &Question, revision: &str, current: bool, firsts: &[First]) -> Item {
    let answered: Vec<&First> =
        firsts.iter().filter(|it| it.attempt.verdict != Verdict::Revealed).collect();
    let n = answered.len();
    let enough = n >= LEAST;
    let scores: Vec<f64> = answered.iter().map(|it| it.attempt.score).collect();
    let facility = mean(&scores).filter(|_| enough).map(|value| {
        let (low, high) = wilson(value, n, TWO_SIDED);
        Facility { value, low, high }
    });
    let compared = compared(&answered);
    let against = |mark: &dyn Fn(&First) -> f64| {
        let (_, rows) = compared.as_ref()?;
        let pairs: Vec<(f64, f64)> = rows.iter().map(|(it, rest)| (mark(it), *rest)).collect();
        correlation(&pairs).map(|it| it * 100.0)
    };
    let discrimination = against(&|it| it.attempt.score)
        .zip(compared.as_ref())
        .map(|(value, (basis, rows))| Discrimination { value, n: rows.len(), basis: *basis });
    let choices = ids(question, current, &answered)
        .into_iter()
        .map(|(choice, key)| {
            let took = |it: &First| it.attempt.chosen.contains(&choice);
            let picks = answered.iter().filter(|it| took(it)).count();
            Picks {
                key,
                picks,
                share: share(picks, n),
                discrimination: against(&|it| f64::from(u8::from(took(it)))),
                choice,
            }
        })
        .collect();
    let mut res = Item {
        question: question.id.clone(),
        revision: revision.to_owned(),
        current,
        n,
        revealed: firsts.len() - n,
        difficulty: question
            .difficulty
            .zip(facility.as_ref())
            .filter(|_| current)
            .map(|(declared, it)| observed(question, declared, it)),
        facility,
        discrimination,
        median_seconds: median(answered.iter().map(|it| it.attempt.seconds).collect())
            .filter(|_| enough),
        choices,
        flags: Vec::new(),
    };
    if current {
        res.flags = flags(&res, question);
    }
    res
}

/// Returns the answers with what each is compared by, from mock exams if these are enough.
fn compared<'f>(answered: &[&'f First]) -> Option<(Basis, Vec<(&'f First, f64)>)> {
    let by = |rest: fn(&First) -> Option<f64>| -> Vec<(&'f First, f64)> {
        answered.iter().filter_map(|it| Some((*it, rest(it)?))).collect()
    };
    [(Basis::Mock, by(|it| it.in_sitting)), (Basis::OtherAttempts, by(|it| it.of_learner))]
        .into_iter()
        .find(|(_, rows)| rows.len() >= LEAST)
}

/// Returns the ids of the choices, each with whether it is the key, as far as that is known.
fn ids(question: &Question, current: bool, answered: &[&First]) -> Vec<(String, Option<bool>)> {
    if current {
        let choices = question.response.choices().iter();
        return choices.map(|it| (it.id.clone(), Some(it.key))).collect();
    }
    let chosen = answered.iter().flat_map(|it| &it.attempt.chosen);
    let ids: BTreeMap<&String, ()> = chosen.map(|it| (it, ())).collect();
    ids.into_keys().map(|it| (it.clone(), None)).collect()
}

fn share(part: usize, whole: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "numbers of attempts are small")]
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Returns what guessing gives.
fn guess_of(question: &Question) -> f64 {
    let choices: &[Choice] = question.response.choices();
    guess(choices.len(), choices.iter().filter(|it| it.key).count())
}

fn band(knowledge: f64) -> Difficulty {
    match knowledge {
        it if it >= EASY => Difficulty::Easy,
        it if it < HARD => Difficulty::Hard,
        _ => Difficulty::Medium,
    }
}

fn observed(question: &Question, declared: Difficulty, facility: &Facility) -> DifficultyFound {
    let knowledge = beyond_guessing(facility.value, guess_of(question));
    DifficultyFound {
        declared: declared.name().to_owned(),
        observed: band(knowledge).name().to_owned(),
    }
}

fn flags(item: &Item, question: &Question) -> Vec<Flag> {
    let mut res = Vec::new();
    if item.preferred_distractor().is_some() {
        res.push(Flag::PossibleMiskey);
    }
    if item.discrimination.as_ref().is_some_and(|it| it.value < 0.0) {
        res.push(Flag::NegativeDiscrimination);
    }
    if item.idle_distractors().next().is_some() {
        res.push(Flag::NonFunctioningDistractor);
    }
    if let (Some(declared), Some(facility)) = (question.difficulty, &item.facility) {
        // Only where the whole interval lies in another band.
        let bands = [facility.low, facility.high]
            .map(|it| rank(band(beyond_guessing(it, guess_of(question)))));
        if bands.iter().all(|it| *it < rank(declared)) {
            res.push(Flag::EasierThanDeclared);
        } else if bands.iter().all(|it| *it > rank(declared)) {
            res.push(Flag::HarderThanDeclared);
        }
    }
    res
}

fn rank(difficulty: Difficulty) -> usize {
    Difficulty::ALL.iter().position(|it| *it == difficulty).unwrap_or_default()
}

/// Returns the wrong choices of which enough is known, the most taken first.
fn confusions(items: &[Item]) -> Vec<Confusion> {
    let known = items.iter().filter(|it| it.current && it.n >= LEAST);
    let mut res: Vec<Confusion> = known
        .flat_map(|item| {
            let with = |key| item.choices.iter().filter(move |it| it.key == Some(key));
            let key: Vec<String> = with(true).map(|it| it.choice.clone()).collect();
            with(false).filter(|it| it.share >= WORKING).map(move |it| Confusion {
                question: item.question.clone(),
                key: key.clone(),
                choice: it.choice.clone(),
                picks: it.picks,
                share: it.share,
            })
        })
        .collect();
    res.sort_by(|a, b| b.share.total_cmp(&a.share).then_with(|| a.question.cmp(&b.question)));
    res
}
