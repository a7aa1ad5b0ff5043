//! A distractor that stronger learners prefer to the key.

use crate::check::Report;
use crate::check::item::Item;

/// Reports the distractor that is perhaps the key.
pub(crate) fn check(item: &Item<'_>, report: &mut Report<'_>) {
    let Some(known) = item.context.stats.and_then(|it| it.of(item.question)) else { return };
    let Some(picks) = known.preferred_distractor() else { return };
    let Some(choice) = item.choices.iter().find(|it| it.of.id == picks.choice) else { return };
    let message = format!(
        "learners who do well elsewhere prefer this choice to the key: {} of {} took it",
        picks.picks, known.n
    );
    let finding = report.finding(item.place(choice.text.whole()), message);
    report.push(finding.help("is the key wrong, or is this choice right as well?"));
}
