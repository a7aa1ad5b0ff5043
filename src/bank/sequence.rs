//! Choices that are numbers, quantities, dates or versions in order: they are not shuffled.

use crate::fields::is_date;

/// Returns whether texts (at least two) are values of one kind in strictly ascending or
/// descending order.
///
/// Words that all share at the beginning or the end ("About", "ms") do not count; what remains
/// must be one value each, with the same unit glued to it, if any.
pub fn in_order(texts: &[String]) -> bool {
    let words: Vec<Vec<&str>> = texts.iter().map(|it| it.split_whitespace().collect()).collect();
    if words.len() < 2 || words.iter().any(Vec::is_empty) {
        return false;
    }
    let shared = |pick: &dyn Fn(&[&'_ str], usize) -> Option<String>| {
        (0..)
            .take_while(|at| {
                let first = pick(&words[0], *at).filter(|it| parse(it).is_none());
                first.is_some() && words.iter().all(|it| pick(it, *at) == first)
            })
            .count()
    };
    let before =
        shared(&|words, at| words.get(at).map(|it| it.trim_end_matches(['.', ',']).to_lowercase()));
    let after = shared(&|words, at| {
        words
            .len()
            .checked_sub(at + 1)
            .map(|it| words[it].trim_end_matches(['.', ',']).to_lowercase())
    });
    let values: Option<Vec<Measure>> = words
        .iter()
        .map(|it| {
            let middle = it.get(before..it.len().checked_sub(after)?)?;
            parse(&middle.concat())
        })
        .collect();
    values.is_some_and(|values| {
        let same_unit = values.windows(2).all(|pair| same_unit(&pair[0].unit, &pair[1].unit));
        let ascending = values.windows(2).all(|pair| pair[0].value < pair[1].value);
        let descending = values.windows(2).all(|pair| pair[0].value > pair[1].value);
        same_unit && (ascending || descending)
    })
}

/// Returns whether two units are one, perhaps in singular and plural: "hour", "hours".
fn same_unit(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let ending = long.strip_prefix(short);
    ending == Some("")
        || short.len() > 3 && ending.is_some_and(|it| matches!(it, "s" | "n" | "en" | "e" | "es"))
}

/// A value with what is glued to it.
struct Measure {
    value: Vec<f64>,
    unit: String,
}

/// Reads a number, a quantity, a date or a version.
fn parse(text: &str) -> Option<Measure> {
    let text = text.trim_end_matches(['.', ',', ';']).trim_matches('`');
    if is_date(text) {
        let value = text.split('-').filter_map(|it| it.parse().ok()).collect();
        return Some(Measure { value, unit: "date".to_owned() });
    }
    let text = text.trim_start_matches(['~', '≈', '≤', '≥', '<', '>']);
    let at = text.find(|c: char| c.is_ascii_digit())?;
    let (lead, rest) = text.split_at(at);
    let (sign, currency) = match lead.strip_prefix(['-', '−', '+']) {
        Some(currency) => (if lead.starts_with('+') { 1.0 } else { -1.0 }, currency),
        None => (1.0, lead),
    };
    // Before a number only a sign, a currency or the `v` of a version.
    if currency.chars().count() > 3
        || currency.contains(|c: char| c.is_ascii_punctuation() && c != '$')
    {
        return None;
    }
    let end = rest
        .find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',' | '\'' | '\u{202f}'))
        .unwrap_or(rest.len());
    let (digits, unit) = rest.split_at(end);
    let digits = digits.trim_end_matches(['.', ',']);
    if unit.chars().count() > 12 || unit.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let unit = format!("{currency}|{}", unit.to_lowercase());
    if digits.matches('.').count() > 1 || currency == "v" {
        let value = digits.split('.').map(|it| it.parse().ok()).collect::<Option<Vec<f64>>>()?;
        return Some(Measure { value, unit: format!("version{unit}") });
    }
    // A comma before three digits parts thousands, any other the fraction.
    let fraction = digits.rsplit_once(',').filter(|(_, it)| it.len() != 3 && !digits.contains('.'));
    let plain: String = match fraction {
        Some((whole, it)) => format!("{}.{it}", whole.replace(|c: char| !c.is_ascii_digit(), "")),
        None => digits.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect(),
    };
    Some(Measure { value: vec![sign * plain.parse::<f64>().ok()?], unit })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_values_of_one_kind_in_order_count() {
        for (choices, expected) in [
            (vec!["1", "2", "3"], true),
            (vec!["3", "2", "1"], true),
            (vec!["1", "3", "2"], false),
            (vec!["10 ms", "20 ms", "100 ms"], true),
            (vec!["10ms", "20ms"], true),
            (vec!["10 ms", "1 s"], false),
            (vec!["About 5", "About 7", "About 12"], true),
            (vec!["0.05", "0.1", "0.40"], true),
            (vec!["5 %", "10 %"], true),
            (vec!["-2", "2"], true),
            (vec!["1.9.0", "1.10.0"], true),
            (vec!["2026-01-31", "2026-02-01"], true),
            (vec!["$5", "$10", "$1,000"], true),
            (vec!["Two workers", "Three workers"], false),
            (vec!["Use 2 replicas", "Drop 3 replicas"], false),
            (vec!["HTTP/1.1", "HTTP/2"], false),
            (vec!["4"], false),
            (vec!["1 hour", "2 hours"], true),
            (vec!["v1.9", "v1.10"], true),
            (vec!["0,5", "1", "1,5"], true),
            (vec!["1 mm", "2 m"], false),
        ] {
            let texts: Vec<String> = choices.iter().map(|it| (*it).to_owned()).collect();
            assert_eq!(in_order(&texts), expected, "{choices:?}");
        }
    }
}
