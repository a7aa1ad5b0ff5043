//! A stem that gives away the answer to another question of the same exam.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::bank::model::{Bank, Exam, QuestionId, Status};
use crate::check::text::{Kind, Text};
use crate::check::{Context, Report};
use crate::diagnostic::Diagnostic;
use crate::words::{Phrases, Words};

/// Reports stems with a sentence that names the key of another question together with what that
/// question is about.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    for exam in &context.bank.exams {
        let targets = Targets::new(context, exam);
        let found: Vec<Vec<Cue>> =
            exam.questions.clone().into_par_iter().map(|id| targets.cues(id)).collect();
        for cue in found.into_iter().flatten() {
            report.push(cue.finding(context.bank, report));
        }
    }
}

/// A sentence of one question that answers another.
struct Cue {
    by: QuestionId,
    of: QuestionId,
    text: Text,
}

impl Cue {
    fn finding(&self, bank: &Bank, report: &Report<'_>) -> Diagnostic {
        let (by, of) = (&bank.questions[self.by], &bank.questions[self.of]);
        let message = format!("this answers the question `{}`", of.id);
        let key = of.response.choices().iter().find(|it| it.key).map(|it| it.span);
        report
            .finding(by.document.place(self.text.whole()), message)
            .note("its key stands here", Some(of.document.first_line(key.unwrap_or_default())))
            .help(format!(
                "say it in another way, or write `enemies: [{}]`: they share no mock exam then",
                of.id
            ))
    }
}

/// A question whose answer may be given away.
struct Target {
    id: QuestionId,
    /// Words of the key, in order, from the first to the last that carries meaning.
    key: Vec<String>,
    /// Words of its distractors that carry meaning and that the key has not.
    distractors: BTreeSet<String>,
    /// Words of its stem that carry meaning.
    about: BTreeSet<String>,
}

/// The questions of an exam, found by one word of their key.
struct Targets<'t> {
    context: Context<'t>,
    by_word: BTreeMap<String, Vec<Target>>,
}

/// Words of another question's stem that a sentence must share at least, and which part of them.
const SHARED: usize = 2;
const PART: f64 = 0.4;

/// Letters of a key that is looked for: shorter ones stand everywhere.
const LETTERS: usize = 4;

impl<'t> Targets<'t> {
    fn new(context: Context<'t>, exam: &Exam) -> Self {
        let mut all: Vec<Target> =
            exam.questions.clone().into_par_iter().filter_map(|id| target(context, id)).collect();
        let mut frequent: BTreeMap<String, usize> = BTreeMap::new();
        for it in &all {
            for word in &it.key {
                match frequent.get_mut(word.as_str()) {
                    Some(n) => *n += 1,
                    None => {
                        frequent.insert(word.clone(), 1);
                    }
                }
            }
        }
        let mut by_word: BTreeMap<String, Vec<Target>> = BTreeMap::new();
        for it in all.drain(..) {
            // By the word that the fewest keys have, so that few are met in vain.
            let rarest = it.key.iter().min_by_key(|it| (frequent.get(*it), *it)).cloned();
            by_word.entry(rarest.unwrap_or_default()).or_default().push(it);
        }
        Self { context, by_word }
    }

    /// Returns what the stem of a question gives away.
    fn cues(&self, id: QuestionId) -> Vec<Cue> {
        let question = &self.context.bank.questions[id];
        if question.status != Status::Published || self.by_word.is_empty() {
            return Vec::new();
        }
        let stem = Text::of(&question.stem, &question.document.body, &question.marks);
        let mut res: Vec<Cue> = Vec::new();
        for sentence in stem.sentences() {
            let text = stem.slice(sentence);
            let words = text.words();
            let mut told = BTreeSet::new();
            for word in words.iter() {
                for target in self.by_word.get(word.lower).into_iter().flatten() {
                    if told.insert(target.id) && self.answers(id, words, target) {
                        res.push(Cue { by: id, of: target.id, text: text.clone() });
                    }
                }
            }
        }
        res
    }

    fn answers(&self, by: QuestionId, words: &Words, target: &Target) -> bool {
        let bank = self.context.bank;
        if by == target.id || apart(bank, by, target.id) || apart(bank, target.id, by) {
            return false;
        }
        let lower: Vec<&str> = words.iter().map(|it| it.lower).collect();
        let named = lower.windows(target.key.len()).any(|it| it == target.key.as_slice());
        let sentence: BTreeSet<&str> = lower.into_iter().collect();
        let shared = target.about.iter().filter(|it| sentence.contains(it.as_str())).count();
        let other = target.distractors.iter().any(|it| sentence.contains(it.as_str()));
        named && !other && shared >= SHARED && shared as f64 >= PART * target.about.len() as f64
    }
}

/// Returns whether two questions never stand in one form.
fn apart(bank: &Bank, a: QuestionId, b: QuestionId) -> bool {
    let question = &bank.questions[a];
    question.variant_of == Some(b) || question.enemies.contains(&b)
}

/// Returns what gives a question's answer away, if it has one key with a name of its own.
fn target(context: Context<'_>, id: QuestionId) -> Option<Target> {
    let question = &context.bank.questions[id];
    let known = context.languages.knows(&question.lang);
    let language = known.then(|| context.languages.of(&question.lang))?;
    let function_words = language.lint.get("plain_words")?;
    let choices = question.response.choices();
    let mut keys = choices.iter().filter(|it| it.key);
    let (Some(key), None, Status::Published) = (keys.next(), keys.next(), question.status) else {
        return None;
    };
    let (tree, marks) = (&question.document.body, &question.marks);
    let key = Text::of(&key.content, tree, marks);
    // A key of many words is a sentence, which no other stem repeats.
    const MOST: usize = 6;
    let carries = |at: &usize| function_words.at(key.words(), *at).is_none();
    let from = (0..key.words().len()).find(carries)?;
    let to = (0..key.words().len()).rfind(carries)?;
    let words = key.words().iter().skip(from).take(to + 1 - from);
    let words: Vec<String> = words.map(|it| it.lower.to_owned()).collect();
    let letters = words.iter().flat_map(|it| it.chars()).filter(|it| it.is_alphabetic()).count();
    if words.len() > MOST || letters < LETTERS {
        return None;
    }
    let fits = |it: &str| it == key.as_str().to_lowercase().trim_end_matches('.');
    if language.parser.true_words.iter().chain(&language.parser.false_words).any(|it| fits(it)) {
        return None;
    }
    let stem = Text::of(&question.stem, tree, marks);
    let about = content(&stem, function_words);
    let own = content(&key, function_words);
    // What the stem says itself gives nothing away.
    if own.is_subset(&about) {
        return None;
    }
    let others = choices.iter().filter(|it| !it.key);
    let distractors = others
        .flat_map(|it| content(&Text::of(&it.content, tree, marks), function_words))
        .filter(|it| !own.contains(it) && !about.contains(it))
        .collect();
    Some(Target { id, key: words, distractors, about })
}

/// Returns the words of a text that carry meaning: none of code, no numbers.
fn content(text: &Text, function_words: &Phrases) -> BTreeSet<String> {
    let words = text.words();
    let carries = |at: &usize| function_words.at(words, *at).is_none();
    let kept = (0..words.len()).filter(carries).filter_map(|at| words.get(at));
    let kept = kept.filter(|it| {
        text.kind(it.range.start) != Kind::Letter && it.lower.chars().any(char::is_alphabetic)
    });
    kept.map(|it| it.lower.to_owned()).collect()
}
