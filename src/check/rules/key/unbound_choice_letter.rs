//! A bare letter that names a choice while the choices shuffle.

use crate::bank::fragment::letter;
use crate::check::Report;
use crate::check::item::{Item, Part};
use crate::check::letters::{Letters, Mention};
use crate::check::text::Text;
use crate::check::verdict::lexicon::Lexicon;
use crate::check::verdict::{self, Source};
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
    let lexicon = item.language.and_then(Lexicon::of);
    let told = |it: &(Part, &Text)| !matches!(it.0, Part::Stem | Part::Choice(_));
    for (_, text) in item.texts().filter(told) {
        let bare: Vec<Mention> = letters.all(text).into_iter().filter(|it| !it.bound).collect();
        if bare.is_empty() {
            continue;
        }
        let others = names_other_things(item, text, &letters);
        let context = Context {
            item,
            text,
            letters: &letters,
            verdicts,
            strict: strict || others,
            all: &bare,
        };
        let claims = lexicon
            .as_ref()
            .map_or_else(Vec::new, |it| verdict::claims(text, Source::Other, false, &letters, it));
        // One that can be nothing else tells what the others are.
        if !bare.iter().any(|it| context.is_certain(it)) {
            continue;
        }
        for it in bare.iter().filter(|it| !others || context.is_certain(it)) {
            let Some(span) = text.exact(it.range.clone()) else { continue };
            let name = letter(u8::try_from(it.choice).unwrap_or(u8::MAX));
            let message = format!("`{name}` names a choice, but the choices are shuffled");
            let edit = Edit { span, text: format!("{{@{name}}}") };
            let help = format!("write `{{@{name}}}`, which follows the choice");
            let finding = report.finding(item.place(span), message).help(help);
            let judged = claims.iter().any(|claim| {
                claim.range.start <= it.range.start && it.range.end <= claim.range.end
            });
            // Without a verdict a person should look whether a choice is meant.
            report.push(if judged || context.has_verdict(it) {
                finding.safe_fix("write a reference", vec![edit])
            } else {
                finding.unsafe_fix("write a reference, if a choice is meant", vec![edit])
            });
        }
    }
}

/// Returns whether a text uses letters for something of its own: "Table A and B", "let A be",
/// "P(A)", "A: How are you?".
fn names_other_things(item: &Item<'_>, text: &Text, letters: &Letters<'_>) -> bool {
    let list = |name: &str| item.phrases(name);
    let words = text.words();
    let all = text.as_str();
    list("letter_unlabelled").is_some_and(|it| letters.names_things(text, it))
        || list("letter_symbols").is_some_and(|it| it.find(words).next().is_some())
        || is_dialogue(all)
        || has_small_letters(text)
        || all.as_bytes().windows(3).any(|it| {
            // "P(A", "f(B".
            it[0].is_ascii_alphabetic() && it[1] == b'(' && it[2].is_ascii_uppercase()
        })
}

/// Returns whether small letters stand alone beside the capital ones: genes, sides and angles.
fn has_small_letters(text: &Text) -> bool {
    let all = text.as_str();
    text.words().iter().any(|it| {
        let small = matches!(all.as_bytes()[it.range.clone()], [b'b'..=b'z']);
        let bracketed =
            all[it.range.end..].starts_with(')') || all[..it.range.start].ends_with('(');
        let part = all[it.range.end..].starts_with(['.', '-', '\'', '’', '/'])
            || all[..it.range.start].ends_with(['.', '-', '\'', '’', '/', '@', '{']);
        small && !it.code && !bracketed && !part
    })
}

/// Returns whether a text is a dialogue: what follows a letter and a colon asks.
fn is_dialogue(text: &str) -> bool {
    text.match_indices(": ").any(|(at, _)| {
        let before = &text.as_bytes()[..at];
        let named = before.last().is_some_and(u8::is_ascii_uppercase)
            && before.len().checked_sub(2).is_none_or(|it| before[it].is_ascii_whitespace());
        let line = text[at..].split('\n').next().unwrap_or_default();
        named && line.find(['?', '.', '!']).is_some_and(|it| line[it..].starts_with('?'))
    })
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
        let Some(at) = self.position(it) else { return false };
        if self.is_emphasised(it) || self.has_verdict(it) {
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

    /// Returns the position of a letter among the words.
    fn position(&self, it: &Mention) -> Option<usize> {
        let words = self.text.words();
        (0..words.len()).find(|at| words.get(*at).is_some_and(|word| word.range == it.range))
    }

    /// Returns whether "is wrong" or the like follows a letter.
    fn has_verdict(&self, it: &Mention) -> bool {
        let words = self.text.words();
        self.position(it).is_some_and(|at| self.verdicts.at(words, at + 1).is_some())
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
