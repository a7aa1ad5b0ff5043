//! Two questions that are nearly one.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

use rayon::prelude::*;

use crate::bank::model::{Bank, Question, QuestionId};
use crate::check::item::Item;
use crate::check::paper::images;
use crate::check::similar::{Set, features, hash, jaccard, join};
use crate::check::text::Text;
use crate::check::{Context, Report, alike};
use crate::diagnostic::Place;
use crate::fields::{Field, Kind};
use crate::parse::tree::Kind as Node;
use crate::words::Words;

const SHARE: Kind = Kind::Number { min: 0.1, max: 1.0 };

pub(crate) const SETTINGS: &[Field] = &[
    Field {
        name: "stem",
        kind: SHARE,
        default: "`0.6`",
        doc: "Least Jaccard index of two stems' words and pairs of words.",
    },
    Field {
        name: "choices",
        kind: SHARE,
        default: "`0.5`",
        doc: "Least Jaccard index of two questions' choices.",
    },
];

/// Reports questions whose stem and choices are nearly those of an earlier one.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    let limit = |name: &str, default| report.settings().number(name).unwrap_or(default);
    let (stem, choices) = (limit("stem", 0.6), limit("choices", 0.5));
    let mut best: BTreeMap<QuestionId, Pair> = BTreeMap::new();
    for pair in pairs(context.bank, stem, choices) {
        let pair = Pair { differs: differs(context, pair.ids), ..pair };
        let own = best.entry(pair.ids.1).or_insert_with(|| pair.clone());
        if pair.rank() > own.rank() {
            *own = pair;
        }
    }
    for pair in best.values() {
        let (earlier, own) = (question(context, pair.ids.0), question(context, pair.ids.1));
        let message = format!("`{}` is nearly the question `{}`", own.id, earlier.id);
        let place = place(own);
        let finding = match pair.differs {
            None => report.finding(place, message),
            Some(what) => report.note(place, format!("{message}; {what} differ")),
        };
        report.push(finding.note("it stands here", Some(self::place(earlier))).help(format!(
            "remove one of them, or write `variant_of: {}` if both are meant",
            earlier.id
        )));
    }
}

fn question(context: Context<'_>, id: QuestionId) -> &Question {
    &context.bank.questions[id]
}

/// Two questions, the earlier one first.
#[derive(Clone)]
struct Pair {
    ids: (QuestionId, QuestionId),
    /// How much they have in common.
    likeness: f64,
    /// What differs although nearly all else is the same.
    differs: Option<&'static str>,
}

impl Pair {
    /// Returns what makes one pair worth more to tell than another of the same question.
    fn rank(&self) -> (bool, u64) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share")]
        let likeness = (self.likeness * 1e9) as u64;
        (self.differs.is_none(), likeness)
    }
}

/// Choices of a question as sets: their words, and each as a whole.
struct Choices {
    words: Set,
    whole: Set,
}

impl Choices {
    fn of(question: &Question) -> Self {
        let choices = question.response.choices();
        let texts = choices
            .iter()
            .map(|it| it.content.plain_text(&question.document.body, &question.marks));
        let words: Vec<Words> = texts.map(|it| Words::of(&it)).collect();
        let mut whole: Set = choices.iter().map(|it| hash(&it.id)).collect();
        whole.sort_unstable();
        whole.dedup();
        Self { words: features(&words.iter().collect::<Vec<_>>()), whole }
    }

    fn likeness(&self, other: &Self) -> f64 {
        jaccard(&self.words, &other.words).max(jaccard(&self.whole, &other.whole))
    }
}

/// Questions in use with the sets they are compared by.
struct Sets<'s> {
    bank: &'s Bank,
    ids: Vec<QuestionId>,
    choices: Vec<OnceLock<Choices>>,
    least: f64,
}

impl Sets<'_> {
    /// Returns the choices of the question at a position of `ids`.
    fn choices(&self, at: usize) -> &Choices {
        self.choices[at].get_or_init(|| Choices::of(&self.bank.questions[self.ids[at]]))
    }

    fn compare(&self, a: usize, b: usize, stem: f64, out: &mut Vec<Pair>) {
        let likeness = self.choices(a).likeness(self.choices(b));
        let ids = (self.ids[a.min(b)], self.ids[a.max(b)]);
        if likeness >= self.least - 1e-9 && !are_related(self.bank, ids) {
            out.push(Pair { ids, likeness: stem + likeness, differs: None });
        }
    }
}

/// Products of the sizes of two groups up to which each pair of their members is compared.
const FEW: usize = 10_000;

/// Returns all pairs whose stems and choices are alike, those with the same texts left out.
fn pairs(bank: &Bank, stem: f64, choices: f64) -> Vec<Pair> {
    // Those with the very same texts are for other rules.
    let mut contents = BTreeSet::new();
    let ids: Vec<QuestionId> = alike::in_use(bank)
        .filter(|it| contents.insert(bank.questions[*it].revision.content.as_str()))
        .collect();
    let stems: Vec<Set> = ids
        .par_iter()
        .map(|id| {
            let question = &bank.questions[*id];
            let text = question.stem.plain_text(&question.document.body, &question.marks);
            features(&[&Words::of(&text)])
        })
        .collect();
    let choices_of = ids.iter().map(|_| OnceLock::new()).collect();
    let sets = Sets { bank, ids, choices: choices_of, least: choices };
    // Banks ask "Which statement is true?" often: stems that are the same are joined once.
    let mut order: Vec<usize> = (0..stems.len()).collect();
    order.sort_by(|a, b| stems[*a].cmp(&stems[*b]));
    let groups: Vec<&[usize]> = order.chunk_by(|a, b| stems[*a] == stems[*b]).collect();
    let kinds: Vec<&[u64]> = groups.iter().map(|it| stems[it[0]].as_slice()).collect();
    let mut out = Vec::new();
    for (kind, group) in kinds.iter().zip(&groups).filter(|(_, group)| group.len() > 1) {
        // Stems without a word (a picture) are not alike for that.
        if !kind.is_empty() {
            within(&sets, group, &mut out);
        }
    }
    for (a, b) in join(&kinds, stem) {
        between(&sets, groups[a], groups[b], jaccard(kinds[a], kinds[b]), &mut out);
    }
    out
}

/// Compares the members of a group whose stems are the same.
fn within(sets: &Sets<'_>, group: &[usize], out: &mut Vec<Pair>) {
    if group.len() * group.len() <= FEW {
        for (at, a) in group.iter().enumerate() {
            for b in &group[at + 1..] {
                sets.compare(*a, *b, 1.0, out);
            }
        }
        return;
    }
    for (a, b) in candidates(sets, group) {
        sets.compare(group[a], group[b], 1.0, out);
    }
}

/// Compares the members of two groups whose stems are alike.
fn between(sets: &Sets<'_>, a: &[usize], b: &[usize], stem: f64, out: &mut Vec<Pair>) {
    if a.len() * b.len() <= FEW {
        for one in a {
            for other in b {
                sets.compare(*one, *other, stem, out);
            }
        }
        return;
    }
    let both: Vec<usize> = a.iter().chain(b).copied().collect();
    let crossing = |(one, other): &(usize, usize)| (*one < a.len()) != (*other < a.len());
    for (one, other) in candidates(sets, &both).into_iter().filter(crossing) {
        sets.compare(both[one], both[other], stem, out);
    }
}

/// Returns positions of members whose choices are alike.
fn candidates(sets: &Sets<'_>, members: &[usize]) -> Vec<(usize, usize)> {
    let choices: Vec<&Choices> = members.iter().map(|it| sets.choices(*it)).collect();
    let words: Vec<&[u64]> = choices.iter().map(|it| it.words.as_slice()).collect();
    let whole: Vec<&[u64]> = choices.iter().map(|it| it.whole.as_slice()).collect();
    let mut res = join(&words, sets.least);
    res.extend(join(&whole, sets.least));
    res.sort_unstable();
    res.dedup();
    res
}

/// Returns whether two questions are said to be variants of one.
fn are_related(bank: &Bank, (a, b): (QuestionId, QuestionId)) -> bool {
    let (one, other) = (&bank.questions[a], &bank.questions[b]);
    let root = |id, it: &Question| it.variant_of.unwrap_or(id);
    root(a, one) == root(b, other) || root(a, one) == b || root(b, other) == a
}

/// Returns what differs between two questions that are alike, if it is what is asked for.
fn differs(context: Context<'_>, (a, b): (QuestionId, QuestionId)) -> Option<&'static str> {
    let (one, other) = (Item::new(context, a), Item::new(context, b));
    let scenario =
        |it: &Item<'_>| it.document.front.text("scenario").map(|(text, _)| text.to_owned());
    if numbers(&one) != numbers(&other) {
        Some("the numbers")
    } else if negations(&one) != negations(&other) {
        Some("the negations")
    } else if keys(&one, &other) || keys(&other, &one) {
        Some("the keys")
    } else if shows(&one, &other) || shows(&other, &one) {
        Some("code or pictures")
    } else if scenario(&one) != scenario(&other) {
        Some("the scenarios")
    } else {
        None
    }
}

/// Returns whether a key of one question is a distractor of the other.
fn keys(one: &Item<'_>, other: &Item<'_>) -> bool {
    one.keys().any(|key| other.distractors().any(|it| it.of.id == key.of.id))
}

/// Returns the numbers of a stem, in digits or words, in order.
fn numbers(item: &Item<'_>) -> Vec<String> {
    let words = item.language.map_or(&[][..], |it| it.numbers.as_slice());
    let number = |it: &str| {
        // "Which one" counts nothing.
        let at = words.iter().skip(1).position(|word| word.eq_ignore_ascii_case(it));
        at.map(|at| (at + 2).to_string())
            .or_else(|| it.contains(|c: char| c.is_numeric()).then(|| it.to_owned()))
    };
    item.stem.words().iter().filter_map(|it| number(it.lower)).collect()
}

/// Returns the negations of a stem, in order.
fn negations(item: &Item<'_>) -> Vec<String> {
    let Some(phrases) = item.phrases("negations") else { return Vec::new() };
    let words = item.stem.words();
    let text = |range: Range<usize>| item.stem.as_str()[words.bytes(&range)].to_lowercase();
    phrases.find(words).map(text).collect()
}

/// Returns whether a stem shows code, a formula or a picture that the other does not hold.
fn shows(one: &Item<'_>, other: &Item<'_>) -> bool {
    let tree = one.tree;
    let pictures = |it: &Item<'_>| -> Vec<String> {
        let found = images(it.tree, it.question.stem.nodes());
        found.into_iter().map(|it| it.destination).collect()
    };
    let mut code = one.question.stem.nodes().filter(|id| {
        matches!(
            tree.node(*id).kind,
            Node::Code(_) | Node::InlineMath(_) | Node::DisplayMath(_) | Node::CodeBlock { .. }
        )
    });
    code.any(|id| !other.stem.as_str().contains(tree.verbatim(id).trim()))
        || pictures(one) != pictures(other)
}

/// Returns the place of a question's stem.
fn place(question: &Question) -> Place {
    let text = Text::of(&question.stem, &question.document.body, &question.marks);
    question.document.first_line(text.whole())
}
