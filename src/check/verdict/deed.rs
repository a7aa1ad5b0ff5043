//! What an explanation says of the answer without a verdict.

use crate::check::letters::Letters;
use crate::check::text::Text;
use crate::check::verdict::grammar::Reading;
use crate::check::verdict::lexicon::Lexicon;
use crate::check::verdict::sentence::{Sentence, Token};
use crate::check::verdict::{About, Basis, Claim};
use crate::words::Phrases;

/// Reads what an explanation says without a verdict: it begins with the answer ("C, as …", or "C" alone), ends a
/// sentence with it ("so it lists names: B"), or says that only some choices do what is asked.
pub fn read_deeds(
    sentences: &[Sentence],
    text: &Text,
    letters: &Letters<'_>,
    lexicon: &Lexicon<'_>,
    res: &mut Vec<Claim>,
) {
    let reading = |sentence| Reading { sentence, text, letters, lexicon };
    let begins_with_choices = |it| {
        let reading = reading(it);
        reading.sentence.choices(reading.to_choices(0)).is_some()
    };
    let mut found = Vec::new();
    if let Some((first, rest)) = sentences.split_first()
        && !rest.iter().any(|it| it.opens_block && begins_with_choices(it))
        && rest.first().is_none_or(|it| reading(it).verdict(0).is_none())
        && let Some(claim) = reading(first).opening(rest.first().is_none_or(|it| it.opens_block))
    {
        found.push(claim);
    }
    let endings: Vec<Claim> = sentences.iter().filter_map(|it| reading(it).ending()).collect();
    if let [one] = endings.as_slice() {
        found.push(one.clone());
    }
    let doing = sentences.iter().enumerate().filter_map(|(at, it)| reading(it).deed(at == 0));
    found.extend(doing);
    let overlaps = |it: &Claim| {
        res.iter().any(|other| other.range.start < it.range.end && it.range.start < other.range.end)
    };
    found.retain(|it| !overlaps(it));
    res.extend(found);
}

impl Reading<'_> {
    /// "C" in a line of its own, "C, because it reads names"; never a letter with its clause, as a
    /// distractor may have one, too.
    fn opening(&self, alone: bool) -> Option<Claim> {
        let at = self.to_choices(0);
        let (of, _) = self.sentence.choices(at)?;
        let comma = usize::from(self.sentence.is_mark(at + 1, ","));
        let whole = self.sentence.tokens.len() == at + 1;
        let reason = self.at(self.lexicon.causes, at + 1 + comma).is_some()
            && self.is_whole(at + 1 + comma, false)
            && (at + 2 + comma..self.sentence.tokens.len()).all(|it| {
                !matches!(self.sentence.get(it), Some(Token::Mark(_)))
                    && self.at(self.lexicon.hedges, it).is_none()
            });
        let range = self.sentence.bytes(0, at + 1);
        let basis = Basis::Answer;
        let claim = Claim { range, about: About::Choices(of), right: true, basis };
        (whole && alone || reason).then_some(claim)
    }

    /// "so the folder is read: B".
    fn ending(&self) -> Option<Claim> {
        let last = self.sentence.tokens.len().checked_sub(1).filter(|it| *it > 2)?;
        let (of, alternative) = self.sentence.choices(last)?;
        let marked = self.sentence.is_mark(last - 1, ":") && !self.sentence.asks;
        let one = (0..last).any(|at| self.at(self.lexicon.only, at).is_some());
        if alternative || !marked || one || self.is_doubtful() || self.is_hedged(last) {
            return None;
        }
        let range = self.sentence.bytes(last, last + 1);
        Some(Claim { range, about: About::Choices(of), right: true, basis: Basis::Deed })
    }

    /// "Only B reads names"; at the beginning also "Options A and C read names".
    fn deed(&self, first: bool) -> Option<Claim> {
        let only = self.at(self.lexicon.only, 0);
        let at = self.to_choices(only.unwrap_or(0));
        let (of, alternative) = self.sentence.choices(at)?;
        let several = first && of.count_ones() > 1;
        let words = self.lexicon;
        let is = |list: &Phrases| self.at(list, at + 1).is_some();
        let does = matches!(self.sentence.get(at + 1), Some(Token::Word(_)))
            && !is(words.copulas)
            && !is(words.negated_copulas)
            && self.predicate(at + 1).is_none();
        if !(only.is_some() || several) || alternative || !does || self.is_doubtful() {
            return None;
        }
        let range = self.sentence.bytes(0, at + 1);
        Some(Claim { range, about: About::Choices(of), right: true, basis: Basis::Deed })
    }

    /// Returns whether a sentence says that something is not so, or not sure.
    fn is_doubtful(&self) -> bool {
        let words = self.lexicon;
        let lists =
            [words.wrong, words.no, words.eliminated, words.negations, words.hedges, words.lacks];
        let doubts = [words.conditions, words.concessions];
        (0..self.sentence.tokens.len())
            .any(|at| lists.iter().chain(&doubts).any(|list| self.at(list, at).is_some()))
    }
}
