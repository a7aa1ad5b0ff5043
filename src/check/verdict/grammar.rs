//! The forms in which authors say which choices are right.

use crate::check::letters::Letters;
use crate::check::text::Text;
use crate::check::verdict::lexicon::Lexicon;
use crate::check::verdict::sentence::{Sentence, Token};
use crate::check::verdict::{About, Basis, Claim};
use crate::words::Phrases;

/// A sentence that is being read.
pub struct Reading<'r> {
    /// The sentence.
    pub sentence: &'r Sentence,
    /// The text it is from.
    pub text: &'r Text,
    /// The choices' letters.
    pub letters: &'r Letters<'r>,
    /// The words of its language.
    pub lexicon: &'r Lexicon<'r>,
}

/// "correct", "the wrong answer", "false".
#[derive(Debug, Clone, Copy)]
pub(super) struct Verdict {
    pub(super) right: bool,
    pub(super) basis: Basis,
}

impl Verdict {
    fn claim(self, about: About) -> Claim {
        Claim { range: 0..0, about, right: self.right, basis: self.basis }
    }

    /// Returns whether it may be granted and then taken back: "A is right, but …".
    fn is_granted(self) -> bool {
        self.right && self.basis != Basis::Answer
    }
}

const RIGHT: Verdict = Verdict { right: true, basis: Basis::Answer };
const WRONG: Verdict = Verdict { right: false, basis: Basis::Adjective };

fn answer(right: bool) -> Verdict {
    Verdict { right, basis: Basis::Answer }
}

impl Reading<'_> {
    /// Reads what the sentence claims of choices and of the statement.
    pub fn read(&self, res: &mut Vec<Claim>) {
        for at in 0..self.sentence.tokens.len() {
            if self.sentence.choices(at).is_some() {
                self.subject(at, res);
                self.label(at, res);
            }
            self.identification(at, res);
            self.conclusion(at, res);
            self.making(at, res);
            self.elimination(at, res);
            self.order(at, res);
            self.rest(at, res);
            self.statement(at, res);
        }
        self.denial(res);
        self.second_predicate(res);
    }

    /// Reads what the sentence claims of the choice in whose rationale it stands.
    pub fn read_of_this(&self, first: bool, res: &mut Vec<Claim>) {
        let words = self.lexicon;
        if first && let Some((verdict, after)) = self.verdict(0) {
            if self.is_whole(after, verdict.right) {
                self.push(res, verdict.claim(About::This), 0, after);
            }
            return;
        }
        let Some(at) = self.at(words.this, 0) else { return };
        let noun = self.at(words.answers, at);
        if !first && noun.is_none() {
            return;
        }
        if let Some((verdict, after)) = self.predicate(noun.unwrap_or(at))
            && self.is_whole(after, verdict.right)
        {
            self.push(res, verdict.claim(About::This), 0, after);
        }
    }

    /// Returns the place after a phrase of a list.
    pub(super) fn at(&self, list: &Phrases, at: usize) -> Option<usize> {
        self.sentence.phrase(list, self.text.words(), at)
    }

    /// Returns the place after all phrases of a list that stand there, perhaps none.
    pub(super) fn skip(&self, list: &Phrases, mut at: usize) -> usize {
        while let Some(after) = self.at(list, at) {
            at = after;
        }
        at
    }

    /// Returns the place after articles and a keyword: where the choices of "the option B" stand.
    pub(super) fn to_choices(&self, at: usize) -> usize {
        let mut at = self.skip(self.lexicon.articles, at);
        // "Answer choice B" has two.
        while self.is_keyword(at) {
            at += 1;
        }
        at
    }

    pub(super) fn is_keyword(&self, at: usize) -> bool {
        let Some(Token::Word(word)) = self.sentence.get(at) else { return false };
        self.text.words().get(word).is_some_and(|it| self.letters.is_keyword(&it))
    }

    /// Returns where the keywords before choices begin.
    fn before_keywords(&self, at: usize) -> usize {
        (0..at).rev().take_while(|it| self.is_keyword(*it)).last().unwrap_or(at)
    }

    fn push(&self, res: &mut Vec<Claim>, mut claim: Claim, from: usize, to: usize) {
        claim.range = self.sentence.bytes(from, to);
        res.push(claim);
    }

    /// Reads a verdict: an adjective, or a noun that says "answer", with its adjectives.
    pub(super) fn verdict(&self, at: usize) -> Option<(Verdict, usize)> {
        let words = self.lexicon;
        if let Some(Token::Sign(right)) = self.sentence.get(at) {
            return Some((Verdict { right, basis: Basis::Adjective }, at + 1));
        }
        if let Some(after) = self.at(words.the_answer, at) {
            // In some languages the adjective stands after the noun.
            let wrong = self.at(words.wrong, after).map(|it| (answer(false), it));
            let end = self.at(words.right, after).unwrap_or(after);
            return Some(wrong.unwrap_or((RIGHT, end)));
        }
        let first = at;
        let start = self.skip(words.articles, first);
        let mut at = start;
        let mut right = None;
        let mut best = false;
        let mut truth = false;
        loop {
            let found = [
                (words.right, true, false),
                (words.wrong, false, false),
                (words.yes, true, true),
                (words.no, false, true),
            ];
            let adjective = found
                .into_iter()
                .find_map(|(list, is, true_)| Some((self.at(list, at)?, is, true_)));
            if let (Some((after, is, of_truth)), None) = (adjective, right) {
                (at, right, truth) = (after, Some(is), of_truth);
            } else if let Some(after) = self.at(words.best, at) {
                (at, best) = (after, true);
            } else {
                break;
            }
        }
        let mut noun = (at > start).then(|| self.at(words.answers, at)).flatten();
        if let (true, Some(after)) = (at == start, self.at(words.answers, start)) {
            let found = [(words.right, true), (words.wrong, false)];
            let adjective =
                found.into_iter().find_map(|(list, is)| Some((self.at(list, after)?, is)));
            let (end, is) = adjective?;
            (noun, right) = (Some(end), Some(is));
        }
        // "And only one" has no article: it counts, where "the only one" points.
        let counts = right.is_none() && start == first && first > 0;
        if best && noun.is_none() || right.is_none() && !best || counts {
            return None;
        }
        // "The correct action" is no more than "correct".
        if let (None, Some(_), Some(after)) = (noun, right, self.at(words.things, at)) {
            at = after;
        }
        let basis = match noun {
            Some(_) => Basis::Answer,
            None if truth => Basis::Truth,
            None => Basis::Adjective,
        };
        Some((Verdict { right: right.unwrap_or(true), basis }, noun.unwrap_or(at)))
    }

    /// Reads a predicate: "is correct", "are not the answer", "can be ruled out".
    pub(super) fn predicate(&self, at: usize) -> Option<(Verdict, usize)> {
        let words = self.lexicon;
        let at = self.skip(words.adverbs, at);
        if let Some(after) = self.at(words.drops, at) {
            return Some((WRONG, after));
        }
        if let Some(after) = self.at(words.passives, at) {
            let after = self.skip(words.adverbs, after);
            let out = self.at(words.eliminated, after).map(|it| (WRONG, it));
            let chosen = || self.at(words.selected, after).map(|it| (RIGHT, it));
            if let Some(found) = out.or_else(chosen) {
                return Some(found);
            }
        }
        let negated = self.at(words.negated_copulas, at);
        let after = negated.or_else(|| self.at(words.copulas, at))?;
        let after = self.skip(words.adverbs, after);
        let not = self.at(words.negations, after);
        let after = self.skip(words.adverbs, not.unwrap_or(after));
        if let Some(end) = self.at(words.needed, after) {
            let needed = Verdict { right: true, basis: Basis::Adjective };
            return (negated.is_none() && not.is_none()).then_some((needed, end));
        }
        let (verdict, end) = self.verdict(after)?;
        if negated.is_none() && not.is_none() {
            return Some((verdict, end));
        }
        // "Not wrong" is not "right", and "not the only answer" is not "wrong".
        let only = (after..end).any(|it| self.at(words.only, it).is_some());
        (verdict.right && !only).then_some((Verdict { right: false, ..verdict }, end))
    }

    /// "Option B is correct", "neither A nor C is right", "all but D are wrong".
    fn subject(&self, at: usize, res: &mut Vec<Claim>) {
        let words = self.lexicon;
        let Some((of, alternative)) = self.sentence.choices(at) else { return };
        let mut start = self.before_keywords(at);
        let before = |list: &Phrases, start: usize| {
            (start.saturating_sub(4)..start).find(|from| self.at(list, *from) == Some(start))
        };
        start = before(words.articles, start).unwrap_or(start);
        let except = before(words.except, start);
        let neither = before(words.neither, start);
        start = except.or(neither).or_else(|| before(words.both, start)).unwrap_or(start);
        // "Daher ist C richtig."
        let turned = || {
            let copula = before(words.copulas, start)?;
            before(words.conclusions, copula)?;
            Some((copula, self.verdict(at + 1)?))
        };
        let (verdict, after) = if let Some(found) = self.predicate(at + 1) {
            found
        } else if let Some((copula, found)) = turned() {
            start = copula;
            found
        } else {
            return;
        };
        let verdict = if neither.is_some() && verdict.right {
            Verdict { right: false, ..verdict }
        } else if neither.is_some() || alternative {
            return;
        } else {
            verdict
        };
        // "Why B is right:" says so, too.
        let told = self.at(words.why, 0) == Some(start)
            && matches!(self.sentence.get(after), None | Some(Token::Mark(':')));
        if !told && (!self.may_begin(start) || self.is_hedged(start)) {
            return;
        }
        let alone = || (at + 1..after).any(|it| self.at(words.alone, it).is_some());
        if !verdict.right && alone() {
            return;
        }
        let meets = || {
            let end = self.at(words.meets, after)?;
            Some(verdict.basis == Basis::Answer && self.is_certain_to_end(end))
        };
        if !self.is_whole(after, verdict.is_granted()) && meets() != Some(true) {
            return;
        }
        let about = if except.is_some() { of ^ u32::MAX } else { of };
        self.push(res, verdict.claim(About::Choices(about)), start, after);
        if except.is_some() && !verdict.right {
            let other = Verdict { right: true, ..verdict };
            self.push(res, other.claim(About::Choices(of)), start, after);
        }
        if verdict.right {
            self.contrast(after, res);
        }
    }

    /// Returns whether nothing from a token to the end limits what was said.
    fn is_certain_to_end(&self, from: usize) -> bool {
        let words = self.lexicon;
        let lists = [words.conditions, words.concessions, words.hedges, words.negations];
        (from..self.sentence.tokens.len())
            .all(|at| lists.iter().all(|list| self.at(list, at).is_none()))
    }

    /// "Option C is quick and therefore correct."
    fn second_predicate(&self, res: &mut Vec<Claim>) {
        let words = self.lexicon;
        let subject = self.to_choices(0);
        let Some((of, false)) = self.sentence.choices(subject) else { return };
        for at in subject + 2..self.sentence.tokens.len() {
            if self.sentence.choices(at).is_some() {
                return;
            }
            let Some(next) = self.at(words.openers, at) else { continue };
            let concludes = |at: usize| self.at(words.conclusions, at);
            let told = if let Some(after) = concludes(next) {
                self.verdict(after).or_else(|| self.predicate(after))
            } else {
                self.predicate(next).filter(|it| (next..it.1).any(|at| concludes(at).is_some()))
            };
            if let Some((verdict, after)) = told
                && !self.is_hedged(at)
                && self.is_whole(after, verdict.is_granted())
            {
                self.push(res, verdict.claim(About::Choices(of)), at, after);
                return;
            }
        }
    }

    /// "A: correct", "**B** – wrong", "C (right)".
    fn label(&self, at: usize, res: &mut Vec<Claim>) {
        let Some((of, false)) = self.sentence.choices(at) else { return };
        let start = self.before_keywords(at);
        let marked = self.sentence.is_mark(at + 1, ":–(");
        if !marked && start > 0 || !self.may_begin(start) || self.is_hedged(start) {
            return;
        }
        if let Some((verdict, after)) = self.verdict(at + 1 + usize::from(marked))
            && self.is_whole(after, verdict.is_granted())
        {
            self.push(res, verdict.claim(About::Choices(of)), start, after);
        }
    }

    /// "The correct answer is B", "Answer: C", "Wrong: A and D".
    fn identification(&self, at: usize, res: &mut Vec<Claim>) {
        let words = self.lexicon;
        if !self.may_begin(at) {
            return;
        }
        let lone = || {
            let noun = self.skip(words.articles, at);
            let article = noun > at || at == 0;
            let after = self.at(words.lone_answers, noun).filter(|_| article)?;
            Some((RIGHT, after))
        };
        let out = || self.at(words.eliminated, at).map(|it| (WRONG, it));
        let Some((verdict, end)) = self.verdict(at).or_else(lone).or_else(out) else { return };
        let end = self.skip(words.asides, end);
        let marked = self.sentence.is_mark(end, ":–");
        let mut denied = false;
        let next = if marked {
            self.to_choices(end + 1)
        } else if let Some(after) =
            self.at(words.copulas, end).filter(|_| verdict.basis == Basis::Answer || at == 0)
        {
            let after = self.skip(words.adverbs, after);
            let not = self.at(words.negations, after).filter(|_| verdict.basis == Basis::Answer);
            denied = not.is_some();
            self.to_choices(not.unwrap_or(after))
        } else if let Some(after) =
            self.at(words.negated_copulas, end).filter(|_| verdict.basis == Basis::Answer)
        {
            denied = true;
            self.to_choices(self.skip(words.adverbs, after))
        } else if self.sentence.is_mark(end, ",") && verdict.basis == Basis::Answer {
            let next = self.to_choices(end + 1);
            if !self.sentence.is_mark(next + 1, ",") {
                return;
            }
            next
        } else {
            return;
        };
        if self.is_hedged(at) {
            return;
        }
        if let Some((of, false)) = self.sentence.choices(next) {
            // "Correct answer: (c) be" repeats the choice.
            let repeats = marked && self.is_bracketed(next) && self.is_certain_to_end(next + 1);
            if denied {
                let wrong = Verdict { right: false, ..verdict };
                if verdict.right && self.is_whole(next + 1, false) {
                    self.push(res, wrong.claim(About::Choices(of)), at, next + 1);
                }
            } else if repeats || self.is_whole(next + 1, false) {
                self.push(res, verdict.claim(About::Choices(of)), at, next + 1);
                if verdict.right {
                    self.contrast(next + 1, res);
                }
            }
        } else if let Some((truth, after)) =
            self.verdict(next).filter(|it| it.0.basis == Basis::Truth)
            && verdict.right
            && self.is_whole(after, false)
        {
            self.push(res, truth.claim(About::Statement), at, after);
        }
    }

    /// Returns whether brackets are around the letter at a place, and a word follows.
    fn is_bracketed(&self, at: usize) -> bool {
        let Some((_, range)) = self.sentence.tokens.get(at) else { return false };
        let all = self.text.as_str();
        let letter = &all[range.clone()];
        letter.len() == 1
            && all[..range.start].ends_with('(')
            && all[range.end..].starts_with(')')
            && matches!(self.sentence.get(at + 1), Some(Token::Word(_)))
    }

    /// "So B.", "hence D", "that leaves C".
    fn conclusion(&self, at: usize, res: &mut Vec<Claim>) {
        let words = self.lexicon;
        // "Ruling out A and C leaves D."
        let rest = || self.at(words.remains, at).filter(|_| self.at(words.eliminate, 0).is_some());
        let left = self.at(words.leaves, at).or_else(rest);
        let Some(after) = left.or_else(|| self.at(words.conclusions, at)) else { return };
        let mut next = self.skip(words.adverbs, after);
        while self.sentence.is_mark(next, ",:") {
            next = self.skip(words.adverbs, next + 1);
        }
        let next = self.to_choices(next);
        let Some((of, false)) = self.sentence.choices(next) else { return };
        let from = if left.is_some() { at } else { next };
        if self.is_whole(next + 1, false) && !self.is_hedged(from) {
            self.push(res, RIGHT.claim(About::Choices(of)), from, next + 1);
            self.contrast(next + 1, res);
        }
    }

    /// ", not A" and "and not A" after what is right.
    fn contrast(&self, at: usize, res: &mut Vec<Claim>) {
        let words = self.lexicon;
        let mut next = at;
        if self.sentence.is_mark(next, ",") {
            next += 1;
        }
        next = self.at(words.openers, next).unwrap_or(next);
        let Some(after) = self.at(words.negations, next) else { return };
        let end = self.to_choices(after);
        if let Some((of, _)) = self.sentence.choices(end)
            && self.is_whole(end + 1, false)
        {
            let wrong = answer(false);
            self.push(res, wrong.claim(About::Choices(of)), next, end + 1);
        }
    }

    /// "Not A, since it prints."
    fn denial(&self, res: &mut Vec<Claim>) {
        let Some(after) = self.at(self.lexicon.negations, 0) else { return };
        let end = self.to_choices(after);
        if let Some((of, _)) = self.sentence.choices(end)
            && self.is_whole(end + 1, false)
        {
            let wrong = answer(false);
            self.push(res, wrong.claim(About::Choices(of)), 0, end + 1);
        }
    }

    /// "making option D correct and options C and E incorrect".
    fn making(&self, at: usize, res: &mut Vec<Claim>) {
        let words = self.lexicon;
        let Some(mut next) = self.at(words.makes, at) else { return };
        if self.is_denied(at) || self.is_hedged(at) {
            return;
        }
        loop {
            let start = self.to_choices(next);
            let Some((of, false)) = self.sentence.choices(start) else { return };
            let Some((verdict, after)) = self.verdict(self.skip(words.adverbs, start + 1)) else {
                return;
            };
            if !self.is_whole(after, verdict.is_granted()) {
                return;
            }
            self.push(res, verdict.claim(About::Choices(of)), start, after);
            let Some(further) = self.at(words.openers, after) else { return };
            next = further;
        }
    }

    /// "We can rule out A and B".
    fn elimination(&self, at: usize, res: &mut Vec<Claim>) {
        let words = self.lexicon;
        let Some(after) = self.at(words.eliminate, at) else { return };
        let next = self.to_choices(self.at(words.both, after).unwrap_or(after));
        let Some((of, false)) = self.sentence.choices(next) else { return };
        // "Eliminating B is a mistake."
        let judged = [words.conditions, words.copulas, words.negated_copulas, words.hedges];
        let limited = judged.iter().any(|it| self.at(it, next + 1).is_some());
        if !self.is_denied(at) && !limited && !self.is_hedged(at) {
            self.push(res, WRONG.claim(About::Choices(of)), at, next + 1);
        }
    }

    /// Returns whether a verb stands after "not" or "to".
    fn is_denied(&self, at: usize) -> bool {
        let lists = [self.lexicon.negations, self.lexicon.limits];
        at.checked_sub(1).is_some_and(|it| lists.iter().any(|list| self.at(list, it).is_some()))
    }

    /// "Choose B."
    fn order(&self, at: usize, res: &mut Vec<Claim>) {
        let words = self.lexicon;
        let Some(after) = self.at(words.choose, at) else { return };
        let first = at == 0 || matches!(self.sentence.get(at - 1), Some(Token::Mark(_)));
        let concluded =
            || at.checked_sub(1).is_some_and(|it| self.at(words.conclusions, it).is_some());
        let joined =
            || self.at(words.openers, at - 1).is_some() && self.at(words.orders, 0).is_some();
        let next = self.to_choices(after);
        let Some((of, false)) = self.sentence.choices(next) else { return };
        // "You should choose B."
        let advice = (at.saturating_sub(3)..at)
            .find(|it| self.at(words.advice, *it) == Some(at) && self.may_begin(*it));
        if (first || advice.is_some() || concluded() || joined())
            && self.is_whole(next + 1, false)
            && !self.is_hedged(advice.unwrap_or(at))
        {
            self.push(res, RIGHT.claim(About::Choices(of)), at, next + 1);
        }
    }

    /// "The rest are wrong: B is slow, C is dear."
    fn rest(&self, at: usize, res: &mut Vec<Claim>) {
        let Some(after) = self.at(self.lexicon.rest, at) else { return };
        let Some((verdict, end)) = self.predicate(after).filter(|it| !it.0.right) else { return };
        if !self.sentence.is_mark(end, ":") || self.is_hedged(at) {
            return;
        }
        for next in end + 1..self.sentence.tokens.len() {
            if let Some((of, false)) = self.sentence.choices(next)
                && self.may_begin(next)
                && matches!(self.sentence.get(next + 1), Some(Token::Word(_)))
            {
                self.push(res, verdict.claim(About::Choices(of)), next, next + 1);
            }
        }
    }

    /// "The statement is false", "False: it fails".
    fn statement(&self, at: usize, res: &mut Vec<Claim>) {
        let words = self.lexicon;
        let found = match self.at(words.statement, at) {
            Some(after) if self.may_begin(at) => self.predicate(after),
            None if at == 0 && self.sentence.opens_block => {
                self.verdict(0).filter(|it| it.0.basis == Basis::Truth)
            }
            _ => None,
        };
        if let Some((verdict, after)) = found
            && self.is_whole(after, verdict.right)
            && !self.is_hedged(at)
        {
            self.push(res, verdict.claim(About::Statement), at, after);
        }
    }
}

/// Reads a verdict in the sentence after one that only names choices: "B" and "Correct." in the
/// cells of a table, "A. Wrong, since …".
pub fn read_labelled(
    name: &Sentence,
    next: &Sentence,
    before: Option<&Sentence>,
    text: &Text,
    letters: &Letters<'_>,
    lexicon: &Lexicon<'_>,
    res: &mut Vec<Claim>,
) {
    let names = |it: &Sentence| {
        let at = Reading { sentence: it, text, letters, lexicon }.to_choices(0);
        it.choices(at).filter(|_| at + 1 == it.tokens.len())
    };
    let Some((of, false)) = names(name) else { return };
    // A row of letters has its verdicts in the row below.
    if before.is_some_and(|it| names(it).is_some()) {
        return;
    }
    let reading = Reading { sentence: next, text, letters, lexicon };
    if let Some((verdict, after)) = reading.verdict(0)
        && reading.is_whole(after, verdict.is_granted())
    {
        reading.push(res, verdict.claim(About::Choices(of)), 0, after);
    }
}
