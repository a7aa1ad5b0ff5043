//! One question as the rules see it: its texts and words, prepared once for all of them.

use std::sync::OnceLock;

use crate::bank::fragment::{Fragment, letter};
use crate::bank::model::{Exam, Question, QuestionId};
use crate::bank::response::choice;
use crate::check::Context;
use crate::check::letters::Letters;
use crate::check::text::Text;
use crate::diagnostic::Place;
use crate::i18n::Language;
use crate::parse::Document;
use crate::parse::tree::{Kind, Tree};
use crate::source::Span;
use crate::words::Phrases;

/// A question with its texts.
pub struct Item<'i> {
    /// What it stands in.
    pub context: Context<'i>,
    /// Its position in the bank.
    pub id: QuestionId,
    /// The question.
    pub question: &'i Question,
    /// Its file.
    pub document: &'i Document,
    /// The file's body.
    pub tree: &'i Tree,
    /// Its exam.
    pub exam: &'i Exam,
    /// The words of its language; absent if the theme has none, so that no rule for words of one
    /// language reads another.
    pub language: Option<&'i Language>,
    /// What is asked, without the cue.
    pub stem: Text,
    /// The sentence of the stem that asks.
    pub lead_in: Text,
    /// The choices in written order.
    pub choices: Vec<Choice<'i>>,
    /// Why the answer is right.
    pub explanation: Text,
    /// The common exam trap.
    pub trap: Text,
    /// Hints.
    pub hints: Vec<Text>,
    taken: OnceLock<u32>,
}

/// A choice with its texts.
pub struct Choice<'i> {
    /// The choice.
    pub of: &'i choice::Choice,
    /// Its letter in written order.
    pub letter: char,
    /// Whether it is (part of) the key.
    pub key: bool,
    /// The choice itself, without its marker.
    pub text: Text,
    /// Why it is right or wrong.
    pub rationale: Text,
    /// Why learners pick it.
    pub tempting: Text,
    /// In which situation it would be the answer.
    pub right_when: Text,
}

/// What a text of a question is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// What is asked.
    Stem,
    /// The choice at this position.
    Choice(usize),
    /// The rationale of the choice at this position, all parts of it.
    Rationale(usize),
    /// The explanation.
    Explanation,
    /// The trap.
    Trap,
    /// A hint.
    Hint,
}

impl<'i> Item<'i> {
    /// Prepares the question at a position.
    pub fn new(context: Context<'i>, id: QuestionId) -> Self {
        let question = &context.bank.questions[id];
        let document: &Document = &question.document;
        let tree = &document.body;
        let text = |it: &Fragment| Text::of(it, tree, &question.marks);
        let choice = |(at, it): (usize, &'i choice::Choice)| Choice {
            of: it,
            letter: letter(u8::try_from(at).unwrap_or(u8::MAX)),
            key: it.key,
            text: text(&it.content),
            rationale: text(&it.rationale),
            tempting: text(&it.tempting),
            right_when: text(&it.right_when),
        };
        let known = context.languages.knows(&question.lang);
        Self {
            context,
            id,
            question,
            document,
            tree,
            exam: &context.bank.exams[question.exam],
            language: known.then(|| context.languages.of(&question.lang)),
            stem: text(&question.stem),
            lead_in: lead_in(question, tree),
            choices: question.response.choices().iter().enumerate().map(choice).collect(),
            explanation: text(&question.explanation),
            trap: text(&question.trap),
            hints: question.hints.iter().map(text).collect(),
            taken: OnceLock::new(),
        }
    }

    /// Returns the choices that are (part of) the key.
    pub fn keys(&self) -> impl Iterator<Item = &Choice<'i>> + Clone {
        self.choices.iter().filter(|it| it.key)
    }

    /// Returns the choices that are not.
    pub fn distractors(&self) -> impl Iterator<Item = &Choice<'i>> + Clone {
        self.choices.iter().filter(|it| !it.key)
    }

    /// Returns all texts that learners read, in no order that matters, none of them empty.
    pub fn texts(&self) -> impl Iterator<Item = (Part, &Text)> {
        let choices = self.choices.iter().enumerate().flat_map(|(at, it)| {
            [
                (Part::Choice(at), &it.text),
                (Part::Rationale(at), &it.rationale),
                (Part::Rationale(at), &it.tempting),
                (Part::Rationale(at), &it.right_when),
            ]
        });
        [(Part::Stem, &self.stem), (Part::Explanation, &self.explanation), (Part::Trap, &self.trap)]
            .into_iter()
            .chain(self.hints.iter().map(|it| (Part::Hint, it)))
            .chain(choices)
            .filter(|(_, it)| !it.is_empty())
    }

    /// Returns the phrases of a list of the question's language (`[lint]` of `i18n/TAG.toml`).
    pub fn phrases(&self, list: &str) -> Option<&'i Phrases> {
        self.language?.lint.get(list)
    }

    /// Returns how letters are used in the question's texts.
    pub fn letters(&self) -> Letters<'i> {
        Letters::of(self, |all| *self.taken.get_or_init(all))
    }

    /// Returns a place in the question's file.
    pub fn place(&self, span: Span) -> Place {
        self.document.place(span)
    }
}

/// Returns the sentence that asks: of the last paragraphs of the stem the last one with a question
/// mark, or else the last sentence.
fn lead_in(question: &Question, tree: &Tree) -> Text {
    // A remark may follow the paragraph that asks, a whole story does not.
    const LAST: usize = 2;
    let roots: Vec<_> = question.stem.roots(tree).collect();
    let paragraphs: Vec<Text> = roots
        .into_iter()
        .rev()
        .filter(|id| tree.node(*id).kind == Kind::Paragraph)
        .map(|id| Text::of(&Fragment::of(tree.subtree(id)), tree, &question.marks))
        .filter(|it| it.words().iter().any(|it| !it.code))
        .take(LAST)
        .collect();
    let asks = |text: &Text| {
        let mut sentences = text.sentences().into_iter().rev();
        let asking = sentences.find(|it| text.as_str()[it.clone()].ends_with(['?', '？', '؟']));
        asking.map(|it| text.slice(it))
    };
    let last = || {
        let text = paragraphs.first()?;
        text.sentences().pop().map(|it| text.slice(it))
    };
    paragraphs.iter().find_map(asks).or_else(last).unwrap_or_default()
}
