//! Two versions of a bank → what changed in meaning, question by question.
//!
//! What formatters do to a file changes nothing here: texts are compared as identities are made.

pub mod choices;
mod fields;
mod matching;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::bank::fragment::{Fragment, letter};
use crate::bank::identity::identity_text;
use crate::bank::model::{Bank, Question, QuestionId, Status};
use crate::bank::response::choice::Choice;
use choices::Aligned;
use fields::fields;

/// A version of a bank, drafts among its questions.
#[derive(Clone, Copy)]
pub struct Version<'v> {
    /// The bank.
    pub bank: &'v Bank,
    /// Paths of all its documents, sound or not.
    pub files: &'v BTreeSet<&'v str>,
}

/// Two versions, and what lies between them.
pub struct Changes<'c> {
    /// The earlier version.
    pub old: Version<'c>,
    /// The present one.
    pub new: Version<'c>,
    /// Every question that is not the same in both, in order of the files' paths.
    pub questions: Vec<Change>,
    /// Pages of the old version at whose addresses there is nothing now; set by who knows them.
    pub lost: Vec<Lost>,
}

/// A page whose address leads nowhere any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// Its path below the base path: `mle/scaling/multi-gpu/`.
    pub path: String,
    /// The file it was made from.
    pub source: Arc<str>,
}

/// How a question changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It is new.
    Added(QuestionId),
    /// It can be read now: its file had faults.
    Mended(QuestionId),
    /// It can be read no longer: its file has faults.
    Broken(QuestionId),
    /// It is gone.
    Removed {
        /// The question, in the old version.
        old: QuestionId,
        /// The question that names it in `former_ids`, in the new one.
        heir: Option<QuestionId>,
    },
    /// It says something else, or stands elsewhere.
    Changed(Box<Pair>),
}

/// A question that is in both versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// In the old version.
    pub old: QuestionId,
    /// In the new version.
    pub new: QuestionId,
    /// Whether another answer is right.
    pub rekeyed: bool,
    /// Whether its id is another, or the path of its file.
    pub moved: bool,
    /// Texts that say something else.
    pub texts: Vec<TextChange>,
    /// Values that are others.
    pub fields: Vec<FieldChange>,
}

impl Pair {
    /// Returns whether stem or choices say something else.
    pub fn is_reworded(&self) -> bool {
        self.texts.iter().any(|it| matches!(it.part, Part::Stem | Part::Choice(_)))
    }

    fn is_empty(&self) -> bool {
        !self.rekeyed && !self.moved && self.texts.is_empty() && self.fields.is_empty()
    }
}

/// Which text of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// What is asked.
    Stem,
    /// The choice of this letter, where it is gone its old letter.
    Choice(char),
    /// What is said of the choice of this letter.
    Rationale(char),
    /// The explanation.
    Explanation,
    /// The trap.
    Trap,
    /// The hint of this number, from 1.
    Hint(usize),
    /// The section of references.
    References,
}

impl Part {
    /// Returns its name.
    pub fn name(self) -> String {
        match self {
            Self::Stem => "stem".into(),
            Self::Choice(letter) => format!("choice {letter}"),
            Self::Rationale(letter) => format!("rationale of {letter}"),
            Self::Explanation => "explanation".into(),
            Self::Trap => "trap".into(),
            Self::Hint(number) => format!("hint {number}"),
            Self::References => "references".into(),
        }
    }
}

/// A text that says something else; an empty one was not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextChange {
    /// Which.
    pub part: Part,
    /// What it said.
    pub old: String,
    /// What it says.
    pub new: String,
}

/// A value that is another; an empty one is not given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    /// The field's name.
    pub name: &'static str,
    /// What it was.
    pub old: String,
    /// What it is.
    pub new: String,
}

impl<'c> Changes<'c> {
    /// Compares two versions.
    pub fn between(old: Version<'c>, new: Version<'c>) -> Self {
        let matched = matching::pairs(old.bank, new.bank);
        let heirs: BTreeMap<&str, QuestionId> = (new.bank.questions.iter().enumerate())
            .flat_map(|(id, it)| it.former_ids.iter().map(move |old| (old.as_str(), id)))
            .collect();
        let (in_old, in_new) = (paths(old.bank), paths(new.bank));
        let mut is_new = vec![true; new.bank.questions.len()];
        let mut all: Vec<(&str, Change)> = Vec::new();
        for (id, question) in old.bank.questions.iter().enumerate() {
            let path = path(question);
            match matched[id] {
                Some(at) => {
                    is_new[at] = false;
                    let pair = compare((old.bank, id), (new.bank, at));
                    if !pair.is_empty() {
                        let path = self::path(&new.bank.questions[at]);
                        all.push((path, Change::Changed(Box::new(pair))));
                    }
                }
                None if new.files.contains(path) && !in_new.contains(path) => {
                    all.push((path, Change::Broken(id)));
                }
                None => {
                    let heir = heirs.get(question.id.as_str()).copied();
                    all.push((path, Change::Removed { old: id, heir }));
                }
            }
        }
        for id in (0..is_new.len()).filter(|id| is_new[*id]) {
            let path = path(&new.bank.questions[id]);
            let mended = old.files.contains(path) && !in_old.contains(path);
            all.push((path, if mended { Change::Mended(id) } else { Change::Added(id) }));
        }
        all.sort_by_key(|it| it.0);
        let questions = all.into_iter().map(|it| it.1).collect();
        Self { old, new, questions, lost: Vec::new() }
    }

    /// Returns the questions that are in both versions and not the same.
    pub fn pairs(&self) -> impl Iterator<Item = (&Pair, &'c Question, &'c Question)> {
        self.questions.iter().filter_map(|it| match it {
            Change::Changed(pair) => {
                let (old, new) = (self.old.bank, self.new.bank);
                Some((&**pair, &old.questions[pair.old], &new.questions[pair.new]))
            }
            _ => None,
        })
    }
}

/// Returns the path of a question's file.
pub fn path(question: &Question) -> &str {
    &question.document.source.path
}

/// Returns whether learners can have met a question.
pub fn is_public(question: &Question) -> bool {
    question.status != Status::Draft
}

fn paths(bank: &Bank) -> BTreeSet<&str> {
    bank.questions.iter().map(path).collect()
}

fn compare(old: (&Bank, QuestionId), new: (&Bank, QuestionId)) -> Pair {
    let (a, b) = (&old.0.questions[old.1], &new.0.questions[new.1]);
    let aligned = choices::align(a, b);
    let mut texts = Vec::new();
    let mut add = |part, old: &Fragment, new: &Fragment| {
        texts.extend(text_change(part, (a, old), (b, new)));
    };
    add(Part::Stem, &a.stem, &b.stem);
    let none = Fragment::default();
    let (before, after) = (a.response.choices(), b.response.choices());
    for it in &side_by_side(&aligned) {
        let old = it.old.map(|at| &before[at]);
        let new = it.new.map(|at| &after[at]);
        let name = named(it.new.or(it.old).unwrap_or_default());
        let both =
            |part: fn(&Choice) -> &Fragment| (old.map_or(&none, part), new.map_or(&none, part));
        for (part, (old, new)) in [
            (Part::Choice(name), both(|it| &it.content)),
            (Part::Rationale(name), both(|it| &it.rationale)),
            (Part::Rationale(name), both(|it| &it.tempting)),
            (Part::Rationale(name), both(|it| &it.right_when)),
        ] {
            add(part, old, new);
        }
    }
    add(Part::Explanation, &a.explanation, &b.explanation);
    add(Part::Trap, &a.trap, &b.trap);
    for at in 0..a.hints.len().max(b.hints.len()) {
        let hint = |it: &[Fragment]| it.get(at).cloned().unwrap_or_default();
        add(Part::Hint(at + 1), &hint(&a.hints), &hint(&b.hints));
    }
    add(Part::References, &a.references_text, &b.references_text);
    let key = |it: Option<usize>, all: &[Choice]| it.is_some_and(|at| all[at].key);
    Pair {
        old: old.1,
        new: new.1,
        rekeyed: aligned.iter().any(|it| key(it.old, before) != key(it.new, after)),
        moved: a.id != b.id || path(a) != path(b),
        texts,
        fields: fields(old, new),
    }
}

/// Puts a choice that is gone beside the new one in its place: two texts of one letter are one
/// change to whoever reads them.
fn side_by_side(aligned: &[Aligned]) -> Vec<Aligned> {
    let gone = |at: usize| aligned.contains(&Aligned { old: Some(at), new: None });
    let came = |at: usize| aligned.contains(&Aligned { old: None, new: Some(at) });
    let beside = |it: &Aligned| match (it.old, it.new) {
        (None, Some(at)) if gone(at) => Some(Aligned { old: Some(at), new: Some(at) }),
        (Some(at), None) if came(at) => None,
        _ => Some(*it),
    };
    aligned.iter().filter_map(beside).collect()
}

fn named(at: usize) -> char {
    letter(u8::try_from(at).unwrap_or(u8::MAX))
}

fn text_change(
    part: Part,
    (old_question, old_fragment): (&Question, &Fragment),
    (new_question, new_fragment): (&Question, &Fragment),
) -> Option<TextChange> {
    if identity(old_question, old_fragment) == identity(new_question, new_fragment) {
        return None;
    }
    let shown = |question: &Question, it: &Fragment| {
        it.plain_text(&question.document.body, &question.marks)
    };
    let (old, new) = (shown(old_question, old_fragment), shown(new_question, new_fragment));
    // Where only what readers do not see differs, such as the file of a picture, it is shown.
    let (old, new) = if old == new {
        let told = |question: &Question, it| {
            with_choices(question, it, &|at| format!("{{@{}}}", named(at)))
        };
        (told(old_question, old_fragment), told(new_question, new_fragment))
    } else {
        (old, new)
    };
    Some(TextChange { part, old, new })
}

/// Returns what makes a text of a question the same as another; choices are named by their ids, so
/// that their order does not matter.
fn identity(question: &Question, fragment: &Fragment) -> String {
    let choices = question.response.choices();
    let name = |at: usize| choices.get(at).map_or_else(String::new, |it| it.id.clone());
    with_choices(question, fragment, &name)
}

/// Returns a text as its identity is made, with names for the choices it refers to.
fn with_choices(
    question: &Question,
    fragment: &Fragment,
    name: &dyn Fn(usize) -> String,
) -> String {
    let name = |at: u8| name(usize::from(at));
    identity_text(&question.document.body, fragment, &question.marks, &name)
}

/// Returns the key in words: each choice with its letter.
pub fn key_in_words(question: &Question) -> String {
    let choices = question.response.choices().iter().enumerate().filter(|(_, it)| it.key);
    let words = choices.map(|(at, it)| {
        let text = it.content.plain_text(&question.document.body, &question.marks);
        // A statement without a list has choices without texts.
        if text.is_empty() { it.id.clone() } else { format!("{}: {text}", named(at)) }
    });
    words.collect::<Vec<_>>().join("; ")
}
