//! Choices of which nothing says why they are right or wrong.

use crate::check::Report;
use crate::check::item::{Choice, Item};

/// Reports the choices without a rationale that the explanation does not name either.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    if item.question.response.type_name() == "true-false" {
        return;
    }
    let letters = item.letters();
    let named: Vec<usize> = [&item.explanation, &item.trap]
        .into_iter()
        .flat_map(|it| letters.all(it))
        .map(|it| it.choice)
        .collect();
    let silent = |it: &&Choice<'_>| {
        let parts = [&it.rationale, &it.tempting, &it.right_when];
        parts.iter().all(|it| it.is_empty())
            && !item
                .choices
                .iter()
                .position(|other| other.letter == it.letter)
                .is_some_and(|at| named.contains(&at))
    };
    let without: Vec<&Choice<'_>> = item.choices.iter().filter(silent).collect();
    let Some(first) = without.first() else { return };
    let names: Vec<String> = without.iter().map(|it| it.letter.to_string()).collect();
    let what = if names.len() == 1 { "choice" } else { "choices" };
    let message = format!("no rationale for {what} {}", names.join(", "));
    let place = item.document.first_line(first.of.span);
    report.push(report.finding(place, message).help("add a quote `> because …` below each"));
}
