//! Choices that are numbers written in different ways.

use crate::check::item::{Choice, Item};
use crate::check::quantity::{self, Quantity};
use crate::check::{Report, catch_all};
use crate::source::Span;

/// Reports numbers with different units, decimals or thousands.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let choices: Vec<&Choice<'_>> =
        item.choices.iter().filter(|it| catch_all::of(item, it).is_none()).collect();
    let texts: Vec<&str> = choices.iter().map(|it| it.text.as_str()).collect();
    if texts.len() < 2 {
        return;
    }
    let Some(numbers) = quantity::column(&texts, item.language) else { return };
    let Some(how) = differ(&numbers) else { return };
    let (first, last) = (choices[0].text.whole(), choices[choices.len() - 1].text.whole());
    let place = item.place(Span::new(first.start as usize, last.end as usize));
    report.push(
        report
            .finding(place, format!("the numbers differ in {how}"))
            .help("write all of them in one way"),
    );
}

/// Returns in what the ways differ in which numbers are written.
fn differ(numbers: &[Quantity]) -> Option<&'static str> {
    let first = numbers.first()?;
    let stem = |it: &Quantity| it.unit.trim_end_matches('s').to_lowercase();
    let grouped: Vec<bool> = numbers.iter().filter_map(|it| it.grouped).collect();
    let decimals = |it: &Quantity| it.decimals > 0 && it.decimals != first.decimals;
    if numbers.iter().any(|it| stem(it) != stem(first)) {
        Some("their units")
    } else if grouped.windows(2).any(|it| it[0] != it[1]) {
        Some("how thousands are parted")
    } else if numbers.iter().any(|it| it.high.is_some() != first.high.is_some()) {
        Some("that some are ranges")
    } else if numbers.iter().all(|it| it.decimals > 0)
        && numbers.iter().any(decimals)
        && quantity::is_ordered_by_value(numbers.iter())
    {
        // 3.9 and 3.10 in this order are versions.
        Some("the number of their decimals")
    } else {
        None
    }
}
