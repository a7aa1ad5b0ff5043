//! The anonymous log, docs/log-format.md: text → attempts, each of them checked.

use serde::Deserialize;

/// What every log says it is.
const FORMAT: &str = "studyhall-answers";

/// The one version there is.
const VERSION: u64 = 1;

/// Most characters of a name.
const LONGEST_NAME: usize = 200;

/// Most choices of a question.
const MOST_CHOICES: usize = 26;

/// A learner's answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Log {
    /// `site_id` of the site where they were given.
    pub site: String,
    /// Pseudonym of the learner.
    pub learner: String,
    /// The answers that could be read, in the file's order.
    pub attempts: Vec<Attempt>,
    /// Number of those that could not.
    pub unreadable: usize,
}

/// What came of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// All of the key and nothing else.
    Right,
    /// Some points.
    Partly,
    /// No points.
    Wrong,
    /// The learner looked at the answer and gave none.
    Revealed,
}

/// One answer to one question.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Attempt {
    /// Names the attempt in all logs.
    pub id: String,
    /// Id of the question.
    pub question: String,
    /// `CONTENT.KEY` of the question as it was answered.
    pub revision: String,
    /// Ids of the chosen choices.
    pub chosen: Vec<String>,
    /// What came of it then.
    pub verdict: Verdict,
    /// Points, 0 to 1.
    pub score: f64,
    /// Whether the learner had never attempted the question.
    pub first: bool,
    /// Seconds from showing to answering.
    pub seconds: u32,
    /// The mock exam it belongs to.
    #[serde(default)]
    pub sitting: Option<String>,
}

impl Attempt {
    fn is_sound(&self) -> bool {
        let named = |it: &str| !it.is_empty() && it.chars().count() <= LONGEST_NAME;
        named(&self.id)
            && named(&self.question)
            && named(&self.revision)
            && self.sitting.as_deref().is_none_or(named)
            && self.chosen.len() <= MOST_CHOICES
            && self.chosen.iter().all(|it| named(it))
            && (0.0..=1.0).contains(&self.score)
            && self.seconds <= 3600
    }
}

/// A log before its attempts are looked at, each by itself: one that is damaged loses no other.
#[derive(Deserialize)]
struct Envelope {
    format: Option<String>,
    version: Option<u64>,
    site: Option<String>,
    learner: Option<String>,
    attempts: Option<Vec<serde_json::Value>>,
}

/// Reads a log.
///
/// # Errors
///
/// Why it is none, in words that go on after "`FILE`:".
pub fn read(text: &str) -> Result<Log, String> {
    let envelope: Envelope =
        serde_json::from_str(text).map_err(|it| format!("no JSON of a log: {it}"))?;
    if envelope.format.as_deref() != Some(FORMAT) {
        return Err(format!("no log of answers: `format` is not `{FORMAT}`"));
    }
    if envelope.version != Some(VERSION) {
        let found = envelope.version.map_or("none".to_owned(), |it| it.to_string());
        return Err(format!("a log of version {found}, and only version {VERSION} is known"));
    }
    let plain = |it: &char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_');
    let is_pseudonym = |it: &String| (1..=64).contains(&it.len()) && it.chars().all(|c| plain(&c));
    let learner = envelope.learner.filter(is_pseudonym);
    let learner = learner.ok_or("`learner` must have 1 to 64 letters, digits, `-` or `_`")?;
    let site = envelope.site.ok_or("`site` is missing")?;
    let values = envelope.attempts.ok_or("`attempts` is missing")?;
    let count = values.len();
    let attempts: Vec<Attempt> = values
        .into_iter()
        .filter_map(|it| serde_json::from_value(it).ok())
        .filter(Attempt::is_sound)
        .collect();
    Ok(Log { site, learner, unreadable: count - attempts.len(), attempts })
}
