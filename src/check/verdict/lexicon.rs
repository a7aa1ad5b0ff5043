//! The words by which verdicts are known, of one language.

use std::sync::LazyLock;

use crate::i18n::Language;
use crate::words::Phrases;

static NONE: LazyLock<Phrases> = LazyLock::new(Phrases::default);

macro_rules! lexicon {
    ($($(#[$doc:meta])* $field:ident = $list:literal,)*) => {
        /// Lists of words, each by what it does in a sentence.
        pub struct Lexicon<'l> {
            $($(#[$doc])* pub $field: &'l Phrases,)*
        }

        impl<'l> Lexicon<'l> {
            /// Returns the words of a language; `None` if it has none for verdicts.
            pub fn of(language: &'l Language) -> Option<Self> {
                let list = |name: &str| language.lint.get(name);
                list("verdict_right").zip(list("verdict_wrong"))?;
                Some(Self { $($field: list($list).unwrap_or(&NONE),)* })
            }
        }
    };
}

lexicon! {
    /// "correct".
    right = "verdict_right",
    /// "incorrect".
    wrong = "verdict_wrong",
    /// "true".
    yes = "verdict_true",
    /// "false".
    no = "verdict_false",
    /// "answer", "choice": nouns that a verdict goes with.
    answers = "verdict_answers",
    /// "answer", "key": those that name the answer without an adjective, too.
    lone_answers = "verdict_lone_answers",
    /// "the answer": a verdict by itself.
    the_answer = "verdict_the_answer",
    /// "best": adjectives that make a noun the answer.
    best = "verdict_best",
    /// "required": verdicts where several choices are sought.
    needed = "verdict_needed",
    /// "the".
    articles = "verdict_articles",
    /// "is".
    copulas = "verdict_copulas",
    /// "isn't".
    negated_copulas = "verdict_negated_copulas",
    /// "not".
    negations = "verdict_negations",
    /// "therefore", "clearly": words within a verdict that leave it as it is.
    adverbs = "verdict_adverbs",
    /// "here", "as well": words after a verdict that do.
    asides = "verdict_asides",
    /// "because": words with which a sentence goes on after a full verdict.
    reasons = "verdict_reasons",
    /// "because": words with which the answer is given and explained in one sentence.
    causes = "verdict_causes",
    /// "action": nouns that a verdict may have without being the answer.
    things = "verdict_things",
    /// "alone": what is wrong alone may be right with others.
    alone = "verdict_alone",
    /// "that meets all requirements": what only the answer does.
    meets = "verdict_meets",
    /// "why": with it a heading says that something is right.
    why = "verdict_why",
    /// "you should": advice to choose.
    advice = "verdict_advice",
    /// "so": what was supposed before is over.
    conclusions = "verdict_conclusions",
    /// "while", "but": of two clauses side by side.
    contrasts = "verdict_contrasts",
    /// "that", "and": words before which a clause may begin.
    openers = "verdict_openers",
    /// "if": what follows need not hold.
    conditions = "verdict_conditions",
    /// "for", "in": at the beginning of a clause they limit it.
    limits = "verdict_limits",
    /// "in this case": limits that are none.
    free_limits = "verdict_free_limits",
    /// "would", "many", "tempting": what is said need not be meant.
    hedges = "verdict_hedges",
    /// "but": takes back what was granted.
    concessions = "verdict_concessions",
    /// "rule out".
    eliminate = "verdict_eliminate",
    /// "can be", "must be".
    passives = "verdict_passives",
    /// "ruled out".
    eliminated = "verdict_eliminated",
    /// "selected".
    selected = "verdict_selected",
    /// "drops out": whole verdicts.
    drops = "verdict_drops",
    /// "choose": an order.
    choose = "verdict_choose",
    /// "ignore": other orders, with which a sentence may begin.
    orders = "verdict_orders",
    /// "making".
    makes = "verdict_makes",
    /// "that leaves".
    leaves = "verdict_leaves",
    /// "leaves".
    remains = "verdict_remains",
    /// "fail": what a choice does that is no answer.
    lacks = "verdict_lacks",
    /// "both".
    both = "verdict_both",
    /// "neither".
    neither = "verdict_neither",
    /// "or": of which of several something is said is open.
    alternatives = "verdict_alternatives",
    /// "only".
    only = "verdict_only",
    /// "all but".
    except = "verdict_except",
    /// "the rest".
    rest = "verdict_rest",
    /// "this".
    this = "verdict_this",
    /// "the statement".
    statement = "verdict_statement",
}
