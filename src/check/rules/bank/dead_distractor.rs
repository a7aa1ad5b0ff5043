//! A distractor that hardly anybody takes.

use crate::check::Report;
use crate::check::item::Item;

/// Reports distractors without work, where enough learners answered.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(known) = item.context.stats.and_then(|it| it.of(item.question)) else { return };
    for picks in known.idle_distractors() {
        let Some(choice) = item.choices.iter().find(|it| it.of.id == picks.choice) else {
            continue;
        };
        let message = format!("{} of {} learners took this choice", picks.picks, known.n);
        let finding = report.finding(item.place(choice.text.whole()), message);
        report.push(
            finding.help("write what learners do who misunderstand the matter, or leave it out"),
        );
    }
}
