//! Whether a sentence means what a part of it says.

use crate::check::verdict::grammar::Reading;
use crate::check::verdict::sentence::Token;

impl Reading<'_> {
    /// Returns whether what begins at a token is supposed, reported or limited only: a condition, a
    /// hedge or a quotation mark stands before it.
    pub(super) fn is_hedged(&self, start: usize) -> bool {
        let words = self.lexicon;
        let mut hedged = false;
        // A condition at the beginning governs all of a clause, conclusions too.
        let mut governed = false;
        let mut opening = true;
        let mut at = 0;
        while at < start {
            let mut next = at + 1;
            let begins = opening;
            opening = false;
            if self.sentence.is_mark(at, ";–") {
                (hedged, governed, opening) = (false, false, true);
            } else if let Some(after) = self.at(words.free_limits, at) {
                next = after;
            } else if let Some(after) = self.at(words.conditions, at) {
                next = after;
                hedged = true;
                governed |= begins;
            } else if let Some(after) = self.at(words.contrasts, at) {
                next = after;
                governed |= begins;
                hedged = governed;
                opening = !governed;
            } else if let Some(after) = self.at(words.conclusions, at) {
                next = after;
                hedged = governed;
                opening = begins;
            } else if let Some(after) = self.at(words.hedges, at) {
                next = after;
                hedged = true;
            } else if begins && self.at(words.limits, at).is_some() {
                hedged = true;
            } else {
                opening = begins && self.at(words.openers, at).is_some();
            }
            at = next;
        }
        hedged || governed || self.is_quoted(start)
    }

    /// Returns whether a quotation is open at a token.
    fn is_quoted(&self, start: usize) -> bool {
        let (Some(first), Some(here)) =
            (self.sentence.tokens.first(), self.sentence.tokens.get(start))
        else {
            return false;
        };
        let all = self.text.as_str();
        // The mark before the first word belongs to the sentence.
        let from = all[..first.1.start].trim_end_matches(['"', '“', '„', '«', '(']).len();
        let before = &all[from..here.1.start];
        let count = |marks: &[char]| before.matches(marks).count();
        count(&['"']) % 2 == 1 || count(&['“', '«', '„']) > count(&['”', '»'])
    }

    /// Returns whether a verdict that ends before a token is whole: nothing after it limits it.
    ///
    /// One that grants a truth is not, if the sentence goes on with "but".
    pub(super) fn is_whole(&self, after: usize, grants: bool) -> bool {
        let words = self.lexicon;
        let at = self.skip(words.asides, after);
        let taken = |at: usize| {
            [words.conditions, words.concessions, words.only]
                .iter()
                .any(|it| self.at(it, at).is_some())
        };
        let goes_on =
            |at: usize| self.at(words.reasons, at).is_some() && self.at(words.limits, at).is_none();
        let whole = match self.sentence.get(at) {
            None | Some(Token::Mark(')')) => true,
            // "A is right, you may think."
            Some(Token::Mark(',')) => !taken(at + 1) && self.at(words.hedges, at + 1).is_none(),
            Some(Token::Mark(_)) => !taken(at + 1),
            Some(Token::Word(_)) => goes_on(at) && !taken(at),
            Some(Token::Sign(_) | Token::Choices { .. }) => false,
        };
        whole && !(grants && self.is_taken_back(at))
    }

    /// Returns whether a word such as "but" comes, and not to speak of other choices.
    fn is_taken_back(&self, from: usize) -> bool {
        (from..self.sentence.tokens.len())
            .filter_map(|at| self.at(self.lexicon.concessions, at))
            .any(|after| self.sentence.choices(self.to_choices(after)).is_none())
    }

    /// Returns whether a clause may begin at a token.
    pub(super) fn may_begin(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return true };
        if !matches!(self.sentence.get(before), Some(Token::Word(_))) {
            return matches!(self.sentence.get(before), Some(Token::Mark(_) | Token::Sign(_)));
        }
        let words = self.lexicon;
        let lists = [words.openers, words.conclusions, words.contrasts, words.reasons];
        // The word may be the last one of a phrase.
        (at.saturating_sub(3)..at).any(|from| lists.iter().any(|it| self.at(it, from) == Some(at)))
    }
}
