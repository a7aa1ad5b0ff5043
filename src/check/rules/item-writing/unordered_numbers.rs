//! Choices that are numbers and stand in no order.

use crate::bank::fragment::{Mark, letter};
use crate::check::item::Item;
use crate::check::quantity::{self, Quantity};
use crate::check::{Report, catch_all};
use crate::diagnostic::Edit;
use crate::source::Span;

/// Fewest numbers beside a choice in words.
const BESIDE_WORDS: usize = 3;

/// Reports numbers that neither ascend nor descend.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(numbers) = found(item) else { return };
    let spans = |at: usize| item.choices[at].text.whole();
    let (first, last) = (spans(numbers[0].0), spans(numbers[numbers.len() - 1].0));
    let place = item.place(Span::new(first.start as usize, last.end as usize));
    let finding = report
        .finding(place, "the numbers neither ascend nor descend")
        .help("put them in order, from the least to the greatest");
    report.push(match sorted(item, &numbers) {
        Some(edits) => finding.unsafe_fix("put the choices in order", edits),
        None => finding,
    });
}

/// Returns the choices that are numbers, with their positions, if they are in no order.
pub(super) fn found(item: &Item<'_>) -> Option<Vec<(usize, Quantity)>> {
    let is_open = |at: &usize| catch_all::of(item, &item.choices[*at]).is_none();
    let digit = |it: &usize| item.choices[*it].text.as_str().contains(|c: char| c.is_ascii_digit());
    let open: Vec<usize> = (0..item.choices.len()).filter(is_open).collect();
    let column = |positions: &[usize]| -> Option<Vec<(usize, Quantity)>> {
        let texts: Vec<&str> = positions.iter().map(|it| item.choices[*it].text.as_str()).collect();
        let found = quantity::column(&texts, item.language)?;
        Some(positions.iter().copied().zip(found).collect())
    };
    let numbers = column(&open).or_else(|| {
        // One choice may say that the number cannot be told.
        let numbers: Vec<usize> = open.iter().copied().filter(digit).collect();
        (numbers.len() + 1 == open.len() && numbers.len() >= BESIDE_WORDS)
            .then(|| column(&numbers))
            .flatten()
    })?;
    (!quantity::is_ordered(numbers.iter().map(|(_, it)| it))).then_some(numbers)
}

/// Returns the edits that sort the choices; the others keep their place.
///
/// Each moves with its marker and its rationale. References to choices and `pin` are rewritten. Where
/// a bare letter may mean a choice, or the items are not of one shape, nothing is moved.
fn sorted(item: &Item<'_>, numbers: &[(usize, Quantity)]) -> Option<Vec<Edit>> {
    let source: &str = &item.document.source.text;
    let body = |at: usize| -> Option<Span> {
        let span = item.choices[at].of.span;
        let text = &source[span.range()];
        let start = text.find('[')?;
        Some(Span::new(span.start as usize + start, span.start as usize + text.trim_end().len()))
    };
    let marker =
        |at: usize| -> Option<usize> { source[item.choices[at].of.span.range()].find('[') };
    let width = marker(numbers[0].0)?;
    if numbers.iter().any(|(at, _)| marker(*at) != Some(width)) || has_bare_letter(item) {
        return None;
    }
    let mut order: Vec<&(usize, Quantity)> = numbers.iter().collect();
    order.sort_by(|(_, a), (_, b)| {
        a.value
            .total_cmp(&b.value)
            .then(a.high.unwrap_or(a.value).total_cmp(&b.high.unwrap_or(b.value)))
    });
    // Which choice stands where afterwards, and the other way round.
    let mut new_place: Vec<usize> = (0..item.choices.len()).collect();
    for ((place, _), (from, _)) in numbers.iter().zip(&order) {
        new_place[*from] = *place;
    }
    let renamed = |span: Span| -> Vec<Edit> {
        let within = item.question.marks.all().iter();
        within
            .filter(|(it, _)| span.contains(*it))
            .filter_map(|(it, mark)| match mark {
                Mark::Choice(index) => {
                    let new = *new_place.get(usize::from(*index))?;
                    let letter = letter(u8::try_from(new).ok()?);
                    let written = &source[it.range()];
                    let text = if written.starts_with('{') {
                        format!("{{@{letter}}}")
                    } else {
                        letter.to_string()
                    };
                    (text != written).then_some(Edit { span: *it, text })
                }
                Mark::Hide => None,
            })
            .collect()
    };
    let mut edits = Vec::new();
    let mut covered = Vec::new();
    for ((place, _), (from, _)) in numbers.iter().zip(&order) {
        let (to, from) = (body(*place)?, body(*from)?);
        covered.push(to);
        let text = moved(source, from, &renamed(from));
        if text != source[to.range()] {
            edits.push(Edit { span: to, text });
        }
    }
    let whole = Span::new(0, source.len());
    let outside = |it: &Edit| !covered.iter().any(|span| span.contains(it.span));
    edits.extend(renamed(whole).into_iter().filter(outside));
    for (name, span) in item.document.front.texts("pin") {
        let index =
            name.bytes().next().map(|it| usize::from(it.to_ascii_uppercase().wrapping_sub(b'A')));
        let new = index.and_then(|it| new_place.get(it)).and_then(|it| u8::try_from(*it).ok());
        let new = new.map(|it| letter(it).to_string());
        if let Some(new) = new.filter(|it| !it.eq_ignore_ascii_case(name)) {
            edits.push(Edit::of_value(&item.document.source, span, &new));
        }
    }
    edits.sort_by_key(|it| it.span);
    Some(edits)
}

/// Returns a part of the source with edits made.
fn moved(source: &str, span: Span, edits: &[Edit]) -> String {
    let mut res = String::new();
    let mut done = span.start as usize;
    for edit in edits {
        res.push_str(&source[done..edit.span.start as usize]);
        res.push_str(&edit.text);
        done = edit.span.end as usize;
    }
    res.push_str(&source[done..span.end as usize]);
    res
}

/// Returns whether a capital letter that may be a choice's stands unbound in a text.
fn has_bare_letter(item: &Item<'_>) -> bool {
    let last = letter(u8::try_from(item.choices.len().saturating_sub(1)).unwrap_or(25));
    item.texts().any(|(_, text)| {
        text.words().iter().filter(|it| !it.code).any(|it| {
            let written = &text.as_str()[it.range.clone()];
            let is_letter =
                written.len() == 1 && ('A'..=last).contains(&char::from(written.as_bytes()[0]));
            let bound = text.kind(it.range.start) == crate::check::text::Kind::Letter;
            // "A worker" begins a sentence.
            let article = written == "A"
                && text.as_str()[it.range.end..].trim_start().starts_with(char::is_lowercase);
            is_letter && !bound && !article
        })
    })
}
