//! A text that calls right what the key calls wrong, or the other way round.

use crate::bank::fragment::letter;
use crate::check::Report;
use crate::check::item::{Item, Part};
use crate::check::text::Text;
use crate::check::verdict::lexicon::Lexicon;
use crate::check::verdict::{self, About, Basis, Claim, Source};

/// Reports claims of explanation, rationales and trap that the key contradicts.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(lexicon) = item.language.and_then(Lexicon::of) else { return };
    if item.choices.is_empty() || item.keys().next().is_none() {
        return;
    }
    let letters = item.letters();
    let judge = Judge::new(item, &lexicon);
    let others = [(Part::Explanation, &item.explanation), (Part::Trap, &item.trap)];
    let rationales =
        item.choices.iter().enumerate().map(|(at, it)| (Part::Rationale(at), &it.rationale));
    for (part, text) in others.into_iter().chain(rationales) {
        if text.is_empty() {
            continue;
        }
        let source = match part {
            Part::Explanation => Source::Explanation,
            Part::Rationale(_) => Source::Rationale,
            _ => Source::Other,
        };
        let named = letters.all(text).iter().fold(0, |res, it| res | 1 << it.choice);
        let mut done = 0;
        let claims = verdict::claims(text, source, judge.statement.is_some(), &letters, &lexicon);
        let sorts = judge.sorts(&claims);
        for mut claim in claims {
            // "A is true; B, C and D are false" tells the answer.
            if sorts && claim.basis == Basis::Truth {
                claim.basis = Basis::Answer;
            }
            if claim.range.start >= done
                && let Some(message) = judge.fault(&claim, part, named)
            {
                done = claim.range.end;
                push(item, report, text, &claim, message);
            }
        }
    }
}

fn push(item: &Item<'_>, report: &mut Report<'_>, text: &Text, claim: &Claim, message: String) {
    let place = item.place(text.span(claim.range.clone()));
    let key = item.keys().next().map(|it| item.document.first_line(it.of.span));
    let found = report.finding(place, message).help("mend the text, or mark another key");
    report.push(found.note("marked as key", key));
}

/// What a claim is held against.
struct Judge {
    /// A bit for each choice that is (part of) the key.
    keys: u32,
    /// A bit for each choice.
    all: u32,
    /// The truth of the statement of a true-false question.
    statement: Option<bool>,
    /// Whether the stem asks for what is wrong, so that only "the answer" means the key.
    inverted: bool,
    /// Whether the stem asks for what is true.
    of_truth: bool,
}

impl Judge {
    fn new(item: &Item<'_>, lexicon: &Lexicon<'_>) -> Self {
        let bits = |key: bool| {
            let all = item.choices.iter().enumerate().filter(|(_, it)| it.key || !key);
            all.fold(0, |res, (at, _)| res | 1 << at.min(31))
        };
        let statement = (item.question.response.type_name() == "true-false")
            .then(|| item.keys().any(|it| it.of.id == "true"));
        let words = item.lead_in.words();
        let asks_for = |list: &str| item.phrases(list).is_some_and(|it| it.find(words).count() > 0);
        Self {
            keys: bits(true),
            all: bits(false),
            statement,
            inverted: statement.is_none() && asks_for("inverted_stem"),
            of_truth: lexicon.yes.find(words).count() > 0,
        }
    }

    /// Returns whether claims call each choice either true or false, as many true as there are keys.
    fn sorts(&self, claims: &[Claim]) -> bool {
        let named = |right: bool| {
            let said = claims.iter().filter(|it| it.basis == Basis::Truth && it.right == right);
            said.fold(0, |res, it| match it.about {
                About::Choices(of) => res | of & self.all,
                _ => res,
            })
        };
        let (yes, no) = (named(true), named(false));
        !self.inverted
            && self.statement.is_none()
            && yes | no == self.all
            && yes & no == 0
            && yes.count_ones() == self.keys.count_ones()
    }

    /// Says how a claim contradicts the key, if it does; `named` are the choices that its text
    /// names.
    fn fault(&self, claim: &Claim, part: Part, named: u32) -> Option<String> {
        let of = match claim.about {
            About::Statement => {
                let truth = self.statement.filter(|it| *it != claim.right)?;
                let says = if claim.right { "true" } else { "false" };
                return Some(format!("the text says `{says}`, but the key is `{truth}`"));
            }
            About::Choices(of) => of & self.all,
            About::This => match part {
                Part::Rationale(at) => 1 << at.min(31),
                _ => return None,
            },
        };
        let speaks_of_key = match claim.basis {
            Basis::Answer => true,
            Basis::Adjective => !self.inverted,
            Basis::Truth => !self.inverted && self.of_truth,
            Basis::Deed => {
                let alike = of.count_ones() == self.keys.count_ones();
                let overlaps = of.count_ones() == 1 || of & self.keys != 0;
                !self.inverted && alike && overlaps && named & self.keys & !of == 0
            }
        };
        if !speaks_of_key {
            return None;
        }
        let against = if claim.right { of & !self.keys } else { of & self.keys };
        if against == 0 {
            return None;
        }
        let who = match claim.about {
            About::This => "the rationale of choice",
            _ => "the text calls choice",
        };
        let name = list(against);
        Some(match (claim.about, claim.right) {
            (About::This, true) => format!("{who} {name} calls it right, but it is no key"),
            (About::This, false) => format!("{who} {name} calls it wrong, but it is a key"),
            (_, true) => format!("{who} {name} right, but the key is {}", list(self.keys)),
            (_, false) => format!("{who} {name} wrong, but it is a key"),
        })
    }
}

/// Returns the letters of some choices.
fn list(of: u32) -> String {
    let letters = (0..26).filter(|at| of & 1 << at != 0).map(|at| letter(at).to_string());
    letters.collect::<Vec<_>>().join(", ")
}
