//! Choices that combine other choices, or numbered statements of the stem.

use crate::check::Report;
use crate::check::item::{Choice, Item};
use crate::check::text::Kind;
use crate::parse::tree::Kind as Node;

/// Reports the first choice such as "A and C only".
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(choice) = found(item) else { return };
    let place = item.place(choice.text.whole());
    let message = format!("choice {} combines other choices or statements", choice.letter);
    report.push(
        report
            .finding(place, message)
            .help("make each part a choice of its own and ask for all that apply"),
    );
}

/// Returns the first choice that combines others.
pub(super) fn found<'a, 'i>(item: &'a Item<'i>) -> Option<&'a Choice<'i>> {
    let labels: Vec<Option<Labels>> = item.choices.iter().map(|it| labels(item, it)).collect();
    let combination = |at: usize| -> bool {
        let Some(own) = &labels[at] else { return false };
        if own.whole {
            return true;
        }
        if own.names.len() < 2 && !own.negated {
            return false;
        }
        own.names.iter().all(|name| is_choice(name, &labels, item)) || {
            // Orders of the same steps are no combinations.
            let differs = |it: &Labels| {
                own.names.iter().any(|name| !it.names.contains(name))
                    || it.names.iter().any(|name| !own.names.contains(name))
            };
            labels.iter().flatten().any(differs)
                && own.names.iter().all(|it| is_statement(item, it))
        }
    };
    let position = (0..labels.len()).find(|at| combination(*at));
    let position = position.or_else(|| {
        // Nearly no choices are joined, and then no parts need be compared.
        let joining = item.phrases("joining_words")?;
        let joins = |it: &&Choice<'_>| joining.find(it.text.words()).next().is_some();
        let joined = item.choices.iter().filter(joins).count();
        let parts = (joined > 0).then(|| parts(item)).flatten();
        parts.or_else(|| (joined > 1).then(|| selections(item)).flatten())
    });
    position.map(|at| &item.choices[at])
}

/// What a choice that is made of names and connectives names.
struct Labels {
    /// Names in lower case: letters, Roman and other numbers, ordinals.
    names: Vec<String>,
    /// Whether it names all but these.
    negated: bool,
    /// Whether it names all others without a name: "both of the above".
    whole: bool,
}

/// Reads a choice that consists of names of choices or statements and what connects them.
fn labels(item: &Item<'_>, choice: &Choice<'_>) -> Option<Labels> {
    const MOST: usize = 14;
    let words = choice.text.words();
    if words.len() > MOST {
        return None;
    }
    let connecting = item.phrases("combining_words")?;
    let ordinals = item.phrases("ordinals")?;
    let lists = item.phrases("combining_phrases")?;
    let negating = item.phrases("combining_but")?;
    if lists.is_all_of(words) {
        return Some(Labels { names: Vec::new(), negated: false, whole: true });
    }
    let mut res = Labels { names: Vec::new(), negated: false, whole: false };
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let written = &choice.text.as_str()[word.range.clone()];
        let is_code = word.code || choice.text.kind(word.range.start) == Kind::Alternative;
        // "A.D." is an abbreviation.
        let mut after = choice.text.as_str()[word.range.end..].chars();
        let abbreviates =
            after.next() == Some('.') && after.next().is_some_and(char::is_alphanumeric);
        if is_code || abbreviates {
            return None;
        }
        if let Some(length) = negating.at(words, at) {
            res.negated = true;
            at += length;
        } else if ordinals.at(words, at).is_some() || is_label(written) {
            res.names.push(word.lower.to_owned());
            at += 1;
        } else {
            at += connecting.at(words, at)?;
        }
    }
    (!res.names.is_empty()).then_some(res)
}

/// Returns whether a word may be the name of a choice or a statement.
fn is_label(word: &str) -> bool {
    let roman = |it: &str| it.len() < 5 && it.chars().all(|c| "IVX".contains(c));
    let lower_roman = || word.chars().all(|c| "ivx".contains(c));
    let letter = || word.len() == 1 && word.as_bytes()[0].is_ascii_alphabetic();
    let digits = || word.len() < 3 && word.bytes().all(|it| it.is_ascii_digit());
    !word.is_empty() && (letter() || digits() || roman(word) || lower_roman())
}

/// Returns whether a name is that of a choice which says something of its own.
fn is_choice(name: &str, labels: &[Option<Labels>], item: &Item<'_>) -> bool {
    let at = match name.as_bytes() {
        // Some count the choices; where choices are numbers, a number is itself.
        [digit @ b'1'..=b'9'] => {
            let has_digit =
                |it: &Choice<'_>| it.text.as_str().contains(|c: char| c.is_ascii_digit());
            let itself =
                item.choices.iter().zip(labels).any(|(it, own)| own.is_none() && has_digit(it));
            let at = usize::from(digit - b'1');
            return !itself && labels.get(at).is_some_and(Option::is_none);
        }
        [letter @ b'a'..=b'z'] => usize::from(letter - b'a'),
        _ if name.chars().all(|c| c.is_alphabetic()) && name.len() > 2 => {
            // An ordinal names some choice; it is enough that one speaks for itself.
            return labels.iter().any(Option::is_none);
        }
        _ => return false,
    };
    labels.get(at).is_some_and(Option::is_none)
}

/// Returns whether the stem numbers or letters its statements and has one of this name.
fn is_statement(item: &Item<'_>, name: &str) -> bool {
    if let Ok(number) = name.parse::<u32>()
        && item.question.stem.nodes().any(|id| match item.tree.node(id).kind {
            Node::List(Some(start)) => {
                let count = u32::try_from(item.tree.children(id).count()).unwrap_or(u32::MAX);
                (start..start.saturating_add(count)).contains(&number)
            }
            _ => false,
        })
    {
        return true;
    }
    let text = item.stem.as_str();
    item.stem.words().iter().filter(|it| it.lower == name && !it.code).any(|it| {
        let before = &text[..it.range.start];
        let after = text[it.range.end..].chars().next();
        let opens = before.is_empty() || before.ends_with(char::is_whitespace);
        let begins = before.is_empty() || before.ends_with('\n');
        let rest = text[it.range.end..].trim_start_matches(' ');
        let lone = begins && (rest.starts_with(['\n', '–', '—', '|']));
        before.ends_with('(') && after == Some(')')
            || opens && matches!(after, Some('.' | ')' | ':'))
            || lone
    })
}

/// Returns the position of a choice whose words are those of two or more others: "both X and Y".
fn parts(item: &Item<'_>) -> Option<usize> {
    const MOST: usize = 16;
    let joining = item.phrases("joining_words")?;
    let fillers = item.phrases("joining_fillers")?;
    let words = |at: usize| -> Vec<String> {
        let words = item.choices[at].text.words();
        (0..words.len())
            .filter(|it| joining.at(words, *it).is_none() && fillers.at(words, *it).is_none())
            .filter_map(|it| words.get(it))
            .map(|it| it.lower.to_owned())
            .collect()
    };
    if item.choices.len() > MOST {
        return None;
    }
    let all: Vec<Vec<String>> = (0..item.choices.len()).map(words).collect();
    (0..all.len()).find(|at| {
        let whole = &all[*at];
        let text = item.choices[*at].text.words();
        let joined = (0..text.len()).any(|it| joining.at(text, it).is_some());
        let parts = all.iter().enumerate().filter(|(other, _)| other != at).map(|(_, it)| it);
        joined && whole.len() > 1 && consists_of(whole, parts)
    })
}

/// Returns whether words are nothing but two or more of some runs of words.
fn consists_of<'p>(whole: &[String], parts: impl Iterator<Item = &'p Vec<String>>) -> bool {
    let mut covered = vec![false; whole.len()];
    let mut found = 0;
    for part in parts.filter(|it| !it.is_empty() && it.len() < whole.len()) {
        let free = |at: &usize| {
            whole[*at..*at + part.len()] == part[..]
                && !covered[*at..*at + part.len()].contains(&true)
        };
        if let Some(at) = (0..=whole.len() - part.len()).find(free) {
            covered[at..at + part.len()].fill(true);
            found += 1;
        }
    }
    found > 1 && !covered.contains(&false)
}

/// Returns the position of the first choice where every choice is a selection of the same parts:
/// "X and Y", "X and Z", "X, Y and Z".
fn selections(item: &Item<'_>) -> Option<usize> {
    const FEWEST: usize = 3;
    let joining = item.phrases("joining_words")?;
    let fillers = item.phrases("joining_fillers")?;
    let own = |choice: &Choice<'_>| -> Vec<String> {
        let words = choice.text.words();
        let mut res: Vec<String> = vec![String::new()];
        for at in 0..words.len() {
            let Some(word) = words.get(at) else { break };
            let joins = joining.at(words, at).is_some();
            if joins || at > 0 && !words.is_joined(at) {
                res.push(String::new());
            }
            if !joins
                && fillers.at(words, at).is_none()
                && let Some(last) = res.last_mut()
            {
                last.push_str(word.lower);
                last.push(' ');
            }
        }
        res.retain(|it| !it.is_empty());
        res.sort();
        res
    };
    // What a program prints is no selection, and numbers are values.
    let in_words = |it: &Choice<'_>| {
        let words = it.text.words();
        words.iter().all(|it| !it.code && it.lower.contains(char::is_alphabetic))
    };
    if !item.choices.iter().all(in_words) {
        return None;
    }
    let all: Vec<Vec<String>> = item.choices.iter().map(own).collect();
    let times = |part: &String| all.iter().filter(|it| it.contains(part)).count();
    let several = all.iter().filter(|it| it.len() > 1).count();
    let shared = all.iter().flatten().all(|it| times(it) > 1);
    let differ = all.windows(2).any(|it| it[0] != it[1]);
    let pool: std::collections::BTreeSet<&String> = all.iter().flatten().collect();
    (all.len() >= FEWEST && several >= FEWEST && shared && differ && pool.len() >= FEWEST)
        .then(|| all.iter().position(|it| it.len() > 1))
        .flatten()
}
