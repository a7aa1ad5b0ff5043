//! A bare letter that names a choice while the choices shuffle.

use crate::bank::fragment::letter;
use crate::check::Report;
use crate::check::item::{Item, Part};
use crate::check::letters::{Letters, Mention};
use crate::check::text::Text;
use crate::diagnostic::Edit;
use crate::words::Phrases;

/// Reports bare letters, each with the reference to write instead.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    if !item.question.response.shuffles() {
        return;
    }
    let Some(verdicts) = item.phrases("letter_verdicts") else { return };
    // Where programs or keys of music are spoken of, only a verdict makes a letter a choice.
    let topics = item.phrases("letter_topics");
    let strict = topics
        .is_some_and(|it| item.texts().any(|(_, text)| it.find(text.words()).next().is_some()));
    let letters = item.letters();
    let told = |it: &(Part, &Text)| !matches!(it.0, Part::Stem | Part::Choice(_));
    for (_, text) in item.texts().filter(told) {
        let bare: Vec<Mention> = letters.all(text).into_iter().filter(|it| !it.bound).collect();
        // One that can be nothing else tells what the others are.
        if !bare.iter().any(|it| {
            Context { item, text, letters: &letters, verdicts, strict, all: &bare }.is_certain(it)
        }) {
            continue;
        }
        for it in &bare {
            let Some(span) = text.exact(it.range.clone()) else { continue };
            let name = letter(u8::try_from(it.choice).unwrap_or(u8::MAX));
            let message = format!("`{name}` names a choice, but the choices are shuffled");
            let edit = Edit { span, text: format!("{{@{name}}}") };
            let help = format!("write `{{@{name}}}`, which follows the choice");
            let finding = report.finding(item.place(span), message).help(help);
            report.push(finding.safe_fix("write a reference", vec![edit]));
        }
    }
}

/// What a letter stands in.
struct Context<'c> {
    item: &'c Item<'c>,
    text: &'c Text,
    letters: &'c Letters<'c>,
    /// "is wrong".
    verdicts: &'c Phrases,
    /// Whether the question speaks of things that letters name.
    strict: bool,
    /// The bare letters of the text.
    all: &'c [Mention],
}

impl Context<'_> {
    /// Returns whether a letter can hardly name anything but a choice: by its emphasis, its
    /// brackets, its verb, its company.
    fn is_certain(&self, it: &Mention) -> bool {
        let words = self.text.words();
        let whole = self.text.as_str();
        let place = |at: &usize| words.get(*at).is_some_and(|word| word.range == it.range);
        let Some(at) = (0..words.len()).find(place) else { return false };
        if self.is_emphasised(it) || self.verdicts.at(words, at + 1).is_some() {
            return true;
        }
        if self.strict {
            return false;
        }
        let bracketed =
            whole[..it.range.start].ends_with('(') && whole[it.range.end..].starts_with(')');
        let led = words.is_joined(at);
        if !words.is_joined(at + 1) {
            // "so B.", "Ruled out: B, C.", "(D) is wrong", but not "B, the older one".
            let listed = self.all.iter().any(|other| {
                other.range.start > it.range.end
                    && whole[it.range.end..other.range.start].trim() == ","
            });
            let rest = whole[it.range.end..].trim_start_matches(')');
            let closes = rest.is_empty() || rest.starts_with(['.', ':', '?', '\n']);
            return led || listed || bracketed || closes;
        }
        let Some(after) = words.get(at + 1) else { return true };
        if self.letters.is_connective(&after) {
            let next = words.get(at + 2).map(|it| it.range);
            return led || self.all.iter().any(|it| Some(&it.range) == next.as_ref());
        }
        // "C is a language" may speak of something else; "C fails" does not.
        led || self.letters.is_verb(&after) && !is_copula(after.lower)
    }

    fn is_emphasised(&self, it: &Mention) -> bool {
        let span = self.text.span(it.range.clone());
        let source = self.item.tree.text.as_bytes();
        let marked = |at: usize| matches!(source.get(at), Some(b'*' | b'_'));
        marked(span.end as usize) && (span.start as usize).checked_sub(1).is_some_and(marked)
    }
}

fn is_copula(word: &str) -> bool {
    matches!(word, "is" | "are" | "was" | "were" | "has" | "have")
}
