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
struct Verdict {
    right: bool,
    basis: Basis,
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
        let at = self.skip(self.lexicon.articles, at);
        if self.is_keyword(at) { at + 1 } else { at }
    }

    fn is_keyword(&self, at: usize) -> bool {
        let Some(Token::Word(word)) = self.sentence.get(at) else { return false };
        self.text.words().get(word).is_some_and(|it| self.letters.is_keyword(&it))
    }

    fn push(&self, res: &mut Vec<Claim>, mut claim: Claim, from: usize, to: usize) {
        claim.range = self.sentence.bytes(from, to);
        res.push(claim);
    }

    /// Reads a verdict: an adjective, or a noun that says "answer", with its adjectives.
    fn verdict(&self, at: usize) -> Option<(Verdict, usize)> {
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
        let basis = match noun {
            Some(_) => Basis::Answer,
            None if truth => Basis::Truth,
            None => Basis::Adjective,
        };
        Some((Verdict { right: right.unwrap_or(true), basis }, noun.unwrap_or(at)))
    }

    /// Reads a predicate: "is correct", "are not the answer", "can be ruled out".
    fn predicate(&self, at: usize) -> Option<(Verdict, usize)> {
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
        let mut start = at;
        if start > 0 && self.is_keyword(start - 1) {
            start -= 1;
        }
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
        if !self.may_begin(start) || self.is_hedged(start) {
            return;
        }
        if !self.is_whole(after, verdict.is_granted()) {
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

    /// "A: correct", "**B** – wrong", "C (right)".
    fn label(&self, at: usize, res: &mut Vec<Claim>) {
        let Some((of, false)) = self.sentence.choices(at) else { return };
        let start = if at > 0 && self.is_keyword(at - 1) { at - 1 } else { at };
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
        let next = if self.sentence.is_mark(end, ":–") {
            self.to_choices(end + 1)
        } else if let Some(after) =
            self.at(words.copulas, end).filter(|_| verdict.basis == Basis::Answer || at == 0)
        {
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
            if self.is_whole(next + 1, false) {
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
        if (first || concluded() || joined())
            && self.is_whole(next + 1, false)
            && !self.is_hedged(at)
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

/// Reads what an explanation says without a verdict: it begins with the answer ("C, as …"), ends a
/// sentence with it ("so it lists names: B"), or says that only some choices do what is asked.
pub fn read_deeds(
    sentences: &[Sentence],
    text: &Text,
    letters: &Letters<'_>,
    lexicon: &Lexicon<'_>,
    res: &mut Vec<Claim>,
) {
    let reading = |sentence| Reading { sentence, text, letters, lexicon };
    let mut found = Vec::new();
    if let Some((first, rest)) = sentences.split_first()
        && !rest.iter().any(|it| reading(it).opening().is_some())
        && rest.first().is_none_or(|it| reading(it).verdict(0).is_none())
        && let Some(claim) = reading(first).opening()
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
    /// "C. It reads names", "C, because it reads names", "C: it reads names".
    fn opening(&self) -> Option<Claim> {
        let at = self.to_choices(0);
        let (of, _) = self.sentence.choices(at)?;
        let comma = usize::from(self.sentence.is_mark(at + 1, ","));
        let alone = self.sentence.tokens.len() == at + 1;
        let reason = self.at(self.lexicon.reasons, at + 1 + comma).is_some()
            && self.is_whole(at + 1 + comma, false);
        let basis = if alone || reason { Basis::Answer } else { Basis::Deed };
        let range = self.sentence.bytes(0, at + 1);
        let claim = Claim { range, about: About::Choices(of), right: true, basis };
        let marked = self.sentence.is_mark(at + 1, ":–") && self.verdict(at + 2).is_none();
        (alone || reason || marked).then_some(claim)
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
