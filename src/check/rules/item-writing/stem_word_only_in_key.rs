//! A word of the question that comes again in the key and in no distractor.

use crate::check::Report;
use crate::check::item::Item;
use crate::words::{Word, Words};

/// Fewest letters of a word that learners notice.
const LENGTH: usize = 4;

/// Words of a stem from which only the sentence that asks is looked at.
const STORY: usize = 25;

/// Reports the first word that the question and the key share.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(common) = item.phrases("common_words") else { return };
    let content = |words: &Words| -> Vec<String> {
        let is_content = |at: &usize| {
            words.get(*at).is_some_and(|it| {
                it.lower.chars().count() >= LENGTH
                    && !it.code
                    && it.lower.starts_with(char::is_alphabetic)
            }) && common.at(words, *at).is_none()
        };
        (0..words.len())
            .filter(is_content)
            .filter_map(|it| words.get(it))
            .map(|it| it.lower.to_owned())
            .collect()
    };
    // A long story holds words of every choice.
    let words = item.stem.words();
    let stem = content(if words.len() <= STORY { words } else { item.lead_in.words() });
    if stem.is_empty() || item.distractors().next().is_none() {
        return;
    }
    let mut keys = item.keys();
    let (Some(key), None) = (keys.next(), keys.next()) else { return };
    let own = content(key.text.words());
    let shared = |it: &String| stem.iter().any(|word| is_one_word(word, it));
    let in_distractor = |word: &String| {
        item.distractors().any(|it| {
            let mut words = it.text.words().iter();
            words.any(|it: Word<'_>| is_one_word(word, it.lower))
        })
    };
    let Some(word) = own.iter().find(|it| shared(it) && !in_distractor(it)) else { return };
    let Some(found) = key.text.words().iter().find(|it| it.lower == word) else { return };
    let message = format!("only the key repeats `{word}` of the question");
    report.push(
        report
            .finding(item.place(key.text.span(found.range)), message)
            .help("use another word in one of them, or the same word in a distractor too"),
    );
}

/// Returns whether two words are forms of one: "topographic" and "topography".
fn is_one_word(a: &str, b: &str) -> bool {
    let shared: usize =
        a.chars().zip(b.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (rest_a, rest_b) = (a.len() - shared, b.len() - shared);
    // Short words differ by an ending at most, long ones by a suffix.
    let most = if shared >= 7 {
        4
    } else if shared >= 5 {
        3
    } else if shared >= 4 {
        1
    } else {
        0
    };
    shared >= LENGTH && rest_a <= most && rest_b <= most
}
