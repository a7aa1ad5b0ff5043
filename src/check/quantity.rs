//! Choices that are numbers, alone or with a unit, and what they are worth.

use crate::i18n::Language;

/// A number as written, with what it is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The value, of a range the lower one, in the base unit of its kind.
    pub value: f64,
    /// The upper value of a range.
    pub high: Option<f64>,
    /// The value as a version: "3.10" comes after "3.9".
    pub version: (u64, u64),
    /// The unit as written, empty for none.
    pub unit: String,
    /// Number of decimals.
    pub decimals: usize,
    /// Whether thousands are parted from the rest; `None` below a thousand.
    pub grouped: Option<bool>,
}

/// Units that can be compared: names, parted by spaces, and what one is worth in the first of its
/// kind. Kinds are parted by lines.
const UNITS: &[&[(&str, f64)]] = &[
    &[
        ("s sec second seconds", 1.0),
        ("ns nanosecond nanoseconds", 1e-9),
        ("µs μs us microsecond microseconds", 1e-6),
        ("ms millisecond milliseconds", 1e-3),
        ("min minute minutes", 60.0),
        ("h hr hrs hour hours", 3600.0),
        ("d day days", 86_400.0),
        ("week weeks", 604_800.0),
        ("month months", 2_629_746.0),
        ("year years", 31_556_952.0),
    ],
    &[
        ("B byte bytes", 1.0),
        ("kB KB", 1e3),
        ("KiB", 1024.0),
        ("MB", 1e6),
        ("MiB", 1_048_576.0),
        ("GB", 1e9),
        ("GiB", 1_073_741_824.0),
        ("TB", 1e12),
        ("TiB", 1_099_511_627_776.0),
        ("PB", 1e15),
    ],
    &[("bit/s bps", 1.0), ("kbit/s kbps Kbps", 1e3), ("Mbit/s Mbps", 1e6), ("Gbit/s Gbps", 1e9)],
    &[
        ("m metre metres meter meters", 1.0),
        ("nm", 1e-9),
        ("µm μm", 1e-6),
        ("mm millimetre millimetres millimeters", 1e-3),
        ("cm centimetre centimetres centimeters", 1e-2),
        ("km kilometre kilometres kilometers", 1e3),
    ],
    &[("g gram grams", 1.0), ("µg μg mcg", 1e-6), ("mg", 1e-3), ("kg kilogram kilograms", 1e3)],
    &[("l L litre litres liter liters", 1.0), ("ml mL", 1e-3), ("cl cL", 1e-2), ("dl dL", 1e-1)],
    &[("Hz", 1.0), ("kHz", 1e3), ("MHz", 1e6), ("GHz", 1e9)],
    &[("W", 1.0), ("mW", 1e-3), ("kW", 1e3), ("MW", 1e6)],
    &[("% percent", 1.0)],
];

/// Words by which a number before them is multiplied.
const MULTIPLES: &[(&str, f64)] = &[
    ("thousand", 1e3),
    ("million", 1e6),
    ("billion", 1e9),
    ("trillion", 1e12),
    ("tausend", 1e3),
    ("millionen", 1e6),
    ("milliarden", 1e9),
    ("mil", 1e3),
    ("millones", 1e6),
];

/// Words and signs between the ends of a range.
const TO: &[&str] = &["to", "bis", "a", "-", "–", "—", "‑"];

/// Words before a range whose ends are parted by another word: "between 5 and 10".
const BETWEEN: &[&str] = &["between", "zwischen", "entre"];

/// Returns what each text is worth, if each is one number or range and all can be compared.
///
/// Words that all share at the beginning do not count. Versions, dates and numbers with leading
/// zeros are names rather than numbers, and make no column.
pub fn column(texts: &[&str], language: Option<&Language>) -> Option<Vec<Quantity>> {
    let words: Vec<Vec<&str>> = texts.iter().map(|it| it.split_whitespace().collect()).collect();
    let first = words.first()?;
    let plain = |it: &str| it.trim_end_matches([',', ':']).to_lowercase();
    let shared = (0..first.len())
        .take_while(|at| {
            !first[*at].contains(|c: char| c.is_ascii_digit())
                && words
                    .iter()
                    .all(|it| it.get(*at).is_some_and(|it| plain(it) == plain(first[*at])))
        })
        .count();
    let between = shared > 0 && BETWEEN.contains(&plain(first[shared - 1]).as_str());
    let parts = words.iter().map(|it| read(&it[shared..], between, language));
    let parts = parts.collect::<Option<Vec<Part>>>()?;
    let kind = parts.first()?;
    let like = |it: &Part| {
        it.currency == kind.currency
            && it.tail.len() == kind.tail.len()
            && it.tail.iter().zip(&kind.tail).all(|(a, b)| same_word(a, b))
            && (same_word(&it.unit, &kind.unit)
                || dimension(&it.unit).is_some()
                    && dimension(&it.unit).map(|it| it.0) == dimension(&kind.unit).map(|it| it.0))
    };
    if !parts.iter().all(like) {
        return None;
    }
    Some(parts.into_iter().map(Part::finish).collect())
}

/// Returns whether quantities ascend or descend, as numbers or as versions.
pub fn is_ordered<'q>(quantities: impl Iterator<Item = &'q Quantity> + Clone) -> bool {
    let may_be_versions = quantities.clone().any(|it| it.decimals > 0)
        && quantities.clone().all(|it| it.value >= 0.0 && it.unit.is_empty());
    is_ordered_by_value(quantities.clone())
        || may_be_versions && ordered(quantities, |a, b| a.version <= b.version)
}

/// Returns whether quantities ascend or descend as numbers.
pub fn is_ordered_by_value<'q>(quantities: impl Iterator<Item = &'q Quantity>) -> bool {
    ordered(quantities, |a, b| (a.value, a.high) <= (b.value, b.high))
}

fn ordered<'q>(
    quantities: impl Iterator<Item = &'q Quantity>,
    before: fn(&Quantity, &Quantity) -> bool,
) -> bool {
    let all: Vec<&Quantity> = quantities.collect();
    all.windows(2).all(|pair| before(pair[0], pair[1]))
        || all.windows(2).all(|pair| before(pair[1], pair[0]))
}

struct Part {
    value: Number,
    high: Option<f64>,
    factor: f64,
    currency: String,
    unit: String,
    tail: Vec<String>,
}

impl Part {
    fn finish(self) -> Quantity {
        let scale = self.factor * dimension(&self.unit).map_or(1.0, |(_, factor)| factor);
        Quantity {
            value: self.value.value * scale,
            high: self.high.map(|it| it * scale),
            version: self.value.version,
            unit: self.unit,
            decimals: self.value.decimals,
            grouped: self.value.grouped,
        }
    }
}

/// Reads one number or range with what stands after it.
fn read(words: &[&str], between: bool, language: Option<&Language>) -> Option<Part> {
    let mut words: Vec<&str> = words.to_vec();
    let last = words.last_mut()?;
    *last = last.trim_end_matches(['.', ',', ';']);
    let first = words.first()?.trim_start_matches(['~', '≈', '≤', '≥', '<', '>', '±']);
    let lead = first.find(|c: char| c.is_ascii_digit()).map(|at| first.split_at(at));
    let Some((lead, rest)) = lead else {
        let lower = first.to_lowercase();
        let position = language?.numbers.iter().position(|it| it.to_lowercase() == lower)?;
        let value = Number::whole(position as u64 + 1);
        return Some(finish(value, None, String::new(), "", &words[1..]));
    };
    let (negative, currency) = match lead.strip_prefix(['-', '−']) {
        Some(currency) => (true, currency),
        None => (false, lead.strip_prefix('+').unwrap_or(lead)),
    };
    let is_currency = currency.chars().all(|c| "$€£¥₹".contains(c) || c.is_ascii_uppercase());
    if currency.chars().count() > 3
        || !is_currency
        || currency.len() == 1 && currency.is_ascii() && currency != "$"
    {
        return None;
    }
    let (digits, glued) = split_number(rest);
    let mut value = number(digits)?;
    if negative {
        value.value = -value.value;
    }
    let mut rest = &words[1..];
    let mut glued = glued;
    let mut high = None;
    if let Some((_, end)) = glued.strip_prefix('/').map(|it| ((), it)) {
        let (digits, after) = split_number(end);
        let divisor = number(digits).filter(|it| it.value > 0.0 && it.decimals == 0)?;
        if after.contains('/') {
            return None;
        }
        value.value /= divisor.value;
        glued = after;
    } else if let Some(end) = glued
        .strip_prefix(['-', '–', '—', '‑'])
        .filter(|it| it.starts_with(|c: char| c.is_ascii_digit()))
    {
        let (digits, after) = split_number(end);
        high = Some(number(digits)?.value);
        glued = after;
    } else if let [to, end, after @ ..] = rest
        && glued.is_empty()
        && (between || TO.contains(to))
        && let (digits, unit) = split_number(end.trim_start_matches(['$', '€', '£']))
        && !digits.is_empty()
    {
        high = Some(number(digits)?.value);
        glued = unit;
        rest = after;
    }
    Some(finish(value, high, currency.to_owned(), glued, rest)).filter(|it| {
        let digit = |it: &String| it.contains(|c: char| c.is_ascii_digit());
        !digit(&it.unit) && !it.tail.iter().any(digit)
    })
}

fn finish(value: Number, high: Option<f64>, currency: String, glued: &str, rest: &[&str]) -> Part {
    let mut rest: Vec<&str> =
        std::iter::once(glued).filter(|it| !it.is_empty()).chain(rest.iter().copied()).collect();
    let multiple = rest.first().and_then(|word| {
        let lower = word.to_lowercase();
        MULTIPLES.iter().find(|(name, _)| *name == lower).map(|(_, factor)| *factor)
    });
    if multiple.is_some() {
        rest.remove(0);
    }
    // "19th" and "21st" are numbers of one kind.
    if rest.first().is_some_and(|it| matches!(*it, "st" | "nd" | "rd" | "th")) {
        rest[0] = "th";
    }
    let unit = rest.first().map_or(String::new(), |it| it.trim_end_matches(',').to_owned());
    let tail = rest.iter().skip(1).map(|it| (*it).to_owned()).collect();
    Part { value, high, factor: multiple.unwrap_or(1.0), currency, unit, tail }
}

struct Number {
    value: f64,
    version: (u64, u64),
    decimals: usize,
    grouped: Option<bool>,
}

impl Number {
    fn whole(value: u64) -> Self {
        Self { value: value as f64, version: (value, 0), decimals: 0, grouped: None }
    }
}

/// Splits a text that begins with digits after the number.
fn split_number(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',' | '\'' | '\u{202f}'))
        .unwrap_or(text.len());
    let number = text[..end].trim_end_matches(['.', ',', '\'']);
    (number, &text[number.len()..])
}

/// Reads a number; none with a leading zero, which is a name, and no version of three parts.
fn number(digits: &str) -> Option<Number> {
    let zero = digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit();
    if digits.is_empty() || zero || digits.matches('.').count() > 1 {
        return None;
    }
    // A comma before three digits parts thousands, any other the fraction.
    let comma = digits.rsplit_once(',').filter(|(_, it)| it.len() != 3 && !digits.contains('.'));
    let (whole, fraction) = comma.or_else(|| digits.split_once('.')).unwrap_or((digits, ""));
    let grouped = whole.contains([',', '\'', '\u{202f}']);
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    let value: f64 = format!("{whole}.{fraction}0").parse().ok()?;
    Some(Number {
        value,
        version: (whole.parse().ok()?, fraction.parse().unwrap_or(0)),
        decimals: fraction.len(),
        grouped: (value >= 1000.0).then_some(grouped),
    })
}

/// Returns the kind of a unit and what it is worth in the first of its kind.
fn dimension(unit: &str) -> Option<(usize, f64)> {
    let unit = unit.trim_end_matches(['.', ',']);
    UNITS.iter().enumerate().find_map(|(kind, units)| {
        units
            .iter()
            .find(|(names, _)| names.split(' ').any(|it| it == unit))
            .map(|(_, factor)| (kind, *factor))
    })
}

/// Returns whether two words are one, perhaps in singular and plural: "hour", "hours".
fn same_word(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let (short, long) = if a.len() < b.len() { (&a, &b) } else { (&b, &a) };
    let ending = long.strip_prefix(short.as_str());
    ending == Some("")
        || short.len() > 2 && ending.is_some_and(|it| matches!(it, "s" | "n" | "en" | "e" | "es"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_one_kind_are_compared() {
        for (texts, expected) in [
            (&["5", "1", "3"][..], Some(false)),
            (&["5", "3", "1"], Some(true)),
            (&["10 ms", "1 s", "2 s"], Some(true)),
            (&["1 s", "10 ms", "2 s"], Some(false)),
            (&["$20", "$5", "$1,000"], Some(false)),
            (&["5 %", "20 %", "10%"], Some(false)),
            (&["1/4", "1/2", "1/3"], Some(false)),
            (&["-5", "10", "-20"], Some(false)),
            (&["1 and 3", "2 and 4", "0 and 5"], None),
            (&["between 5 and 9", "between 1 and 4", "between 10 and 20"], Some(false)),
            (&["17th century", "21st century", "19th century"], Some(false)),
            (&["4 to 8 breaths", "12 to 20 breaths", "9 to 11 breaths"], Some(false)),
            (&["10–20", "20–30", "30–40"], Some(true)),
            (&["Port 587", "Port 25", "Port 993"], Some(false)),
            (&["2 million", "500 thousand", "1 billion"], Some(false)),
            (&["1 hour", "30 minutes", "2 hours"], Some(false)),
            (&["three", "one", "two"], None),
            (&["3.9", "3.10", "3.11"], Some(true)),
            (&["1.2.3", "1.2.1", "1.3.0"], None),
            (&["0644", "0600", "0755"], None),
            (&["14 July 1789", "4 July 1776", "1 May 1886"], None),
            (&["2026-01-31", "2025-01-31", "2027-01-31"], None),
            (&["10 ms", "3 bytes", "2 s"], None),
            (&["44 BCE", "79 CE", "27 BCE"], None),
            (&["/24", "/16", "/28"], None),
            (&["A4", "A3", "A5"], None),
            (&["v1", "v3", "v2"], None),
            (&["Two workers", "3 hosts", "1"], None),
        ] {
            let found = column(texts, None).map(|it| is_ordered(it.iter()));
            assert_eq!(found, expected, "{texts:?}");
        }
    }
}
