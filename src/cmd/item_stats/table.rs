//! Tables for people.

use crate::bank::model::{Bank, Question};
use crate::bank::title::cut;
use crate::check::text::Text;
use crate::cmd::columns::Table;
use crate::item_stats::report::{Basis, Confusion, Item, LEAST, LeftOut, Report};
use crate::report::{counted, visible};

/// Wrong choices that are shown; the other formats have all.
const MOST_CONFUSIONS: usize = 10;

/// Characters of a choice that are shown.
const CHOICE_WIDTH: usize = 40;

/// Returns the whole report.
pub(super) fn text(report: &Report, bank: &Bank) -> String {
    let mut res = summary(report);
    if report.questions.is_empty() {
        return res;
    }
    let head = ["question", "n", "facility", "95 %", "discr.", "seconds", "to look at"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(report.questions.iter().map(row));
    res.push('\n');
    res.push_str(&Table(rows).text());
    if !report.confusions.is_empty() {
        res.push_str("\ntaken for the key\n");
        for it in report.confusions.iter().take(MOST_CONFUSIONS) {
            res.push_str(&confusion(it, bank));
        }
        let more = report.confusions.len().saturating_sub(MOST_CONFUSIONS);
        if more > 0 {
            res.push_str(&format!("  and {more} more with `--format csv` or `json`\n"));
        }
    }
    res
}

fn summary(report: &Report) -> String {
    let LeftOut { duplicates, later, unknown, unreadable } = report.left_out;
    let left_out: Vec<String> = [
        (duplicates, "in two logs"),
        (later, "not the first"),
        (unknown, "at questions that are gone"),
        (unreadable, "unreadable"),
    ]
    .into_iter()
    .filter(|(n, _)| *n > 0)
    .map(|(n, what)| format!("{n} {what}"))
    .collect();
    let apart = if left_out.is_empty() {
        String::new()
    } else {
        format!("; not counted: {}", left_out.join(", "))
    };
    format!(
        "{} of {} in {}{apart}\n",
        counted(report.attempts, "first attempt"),
        counted(report.learners, "learner"),
        counted(report.logs, "log"),
    )
}

fn row(it: &Item) -> Vec<String> {
    const TOO_FEW: &str = "too few";
    let percent = |it: f64| format!("{:.0} %", it * 100.0);
    let facility = it.facility.as_ref();
    let name = if it.current {
        it.question.clone()
    } else {
        format!("{} (until {})", it.question, it.revision)
    };
    let mut look: Vec<&str> = it.flags.iter().map(|it| it.name()).collect();
    if look.is_empty() {
        look.push("-");
    }
    vec![
        visible(&name),
        it.n.to_string(),
        facility.map_or(TOO_FEW.to_owned(), |it| percent(it.value)),
        facility
            .map_or(String::new(), |it| format!("{:.0}–{:.0}", it.low * 100.0, it.high * 100.0)),
        match &it.discrimination {
            Some(it) => {
                let sign = if it.basis == Basis::Mock { "" } else { "*" };
                format!("{:.0}{sign}", it.value)
            }
            None if it.n < LEAST => String::new(),
            None => TOO_FEW.to_owned(),
        },
        it.median_seconds.map_or(String::new(), |it| it.to_string()),
        look.join(", "),
    ]
}

fn confusion(it: &Confusion, bank: &Bank) -> String {
    let question = bank.questions.iter().find(|one| one.id == it.question);
    let shown = |id: &str| question.map_or_else(|| id.to_owned(), |it| choice(it, id));
    let key: Vec<String> = it.key.iter().map(|it| shown(it)).collect();
    format!(
        "  {}: {} of its learners ({:.0} %) took “{}” for “{}”\n",
        it.question,
        it.picks,
        it.share * 100.0,
        shown(&it.choice),
        key.join("”, “")
    )
}

/// Returns the words of a choice, as many as there is room for.
fn choice(question: &Question, id: &str) -> String {
    let found = question.response.choices().iter().find(|it| it.id == id);
    let Some(found) = found.filter(|it| !it.content.is_empty()) else { return visible(id) };
    let text = Text::of(&found.content, &question.document.body, &question.marks);
    let line = text.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
    visible(&cut(&line, CHOICE_WIDTH))
}
