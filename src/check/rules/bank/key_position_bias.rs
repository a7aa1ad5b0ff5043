//! An exam in which the key stands at some places more often than by chance.

use std::collections::BTreeMap;

use crate::bank::fragment::letter;
use crate::bank::model::{Exam, Status};
use crate::check::statistics::chi_square_tail;
use crate::check::{Context, Report};
use crate::fields::{Field, Kind};
use crate::source::Span;

pub(crate) const SETTINGS: &[Field] = &[Field {
    name: "questions",
    kind: Kind::Integer { min: 2, max: 1_000_000 },
    default: "`20`",
    doc: "Questions with a fixed order that an exam must have to be judged.",
}];

/// Probability by chance below which a bias is told.
const CHANCE: f64 = 0.01;

/// Reports exams in whose unshuffled questions with one key the key's place is biased.
pub(crate) fn check(context: Context<'_>, report: &mut Report<'_>) {
    let least = report.settings().number("questions").unwrap_or(20.0);
    for exam in &context.bank.exams {
        let counts = counts(context, exam);
        let n: u32 = counts.values().flatten().sum();
        if f64::from(n) < least {
            continue;
        }
        let (x, freedom) = chi_square(&counts);
        let chance = chi_square_tail(x, freedom);
        if chance < CHANCE {
            let message = format!(
                "the key of {n} questions that are not shuffled stands {}; by chance that happens once in {:.0} times",
                places(&counts),
                1.0 / chance.max(1e-9)
            );
            let finding = report.finding(exam.prose.document.place(Span::default()), message);
            let help = "shuffle them, or move keys to other places; where numbers stand in order, choose other distractors";
            report.push(finding.help(help));
        }
    }
}

/// Returns, by the number of choices, how many keys stand at each place.
fn counts(context: Context<'_>, exam: &Exam) -> BTreeMap<usize, Vec<u32>> {
    let mut res: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for question in &context.bank.questions[exam.questions.clone()] {
        let choices = question.response.choices();
        let mut keys = (0..choices.len()).filter(|it| choices[*it].key);
        let (Some(key), None) = (keys.next(), keys.next()) else { continue };
        if question.status != Status::Retired && !question.response.shuffles() && choices.len() > 1
        {
            res.entry(choices.len()).or_insert_with(|| vec![0; choices.len()])[key] += 1;
        }
    }
    res
}

/// Returns Pearson's statistic against equal shares, and its degrees of freedom, summed over the
/// numbers of choices: sums of independent chi-squared variables are one too (Abramowitz and
/// Stegun, *Handbook of Mathematical Functions*, 26.4.15).
fn chi_square(counts: &BTreeMap<usize, Vec<u32>>) -> (f64, f64) {
    let (mut x, mut freedom) = (0.0, 0.0);
    for places in counts.values() {
        let n: u32 = places.iter().sum();
        let expected = f64::from(n) / places.len() as f64;
        x += places.iter().map(|it| (f64::from(*it) - expected).powi(2) / expected).sum::<f64>();
        freedom += places.len() as f64 - 1.0;
    }
    (x, freedom)
}

/// Returns how often the key stands at each place: "at A 12 times, at B 5 times".
fn places(counts: &BTreeMap<usize, Vec<u32>>) -> String {
    let most = counts.keys().copied().max().unwrap_or_default();
    let at = |place: usize| counts.values().filter_map(|it| it.get(place)).sum::<u32>();
    let told: Vec<String> = (0..most)
        .map(|place| {
            format!("{} times at {}", at(place), letter(u8::try_from(place).unwrap_or(u8::MAX)))
        })
        .collect();
    told.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of a bank of 9,393 questions; the value is that of its author's own computation.
    #[test]
    fn pearsons_statistic() {
        let counts = BTreeMap::from([(4, vec![2608, 2591, 2184, 1868])]);
        let (x, freedom) = chi_square(&counts);
        assert!((x - 163.9).abs() < 0.05 && (freedom - 3.0).abs() < 1e-12, "{x} {freedom}");
        // One more question, of which nothing can be said, adds as much as it is expected to.
        let more = BTreeMap::from([(4, vec![2608, 2591, 2184, 1868]), (3, vec![0, 1, 0])]);
        let (more, freedom) = chi_square(&more);
        assert!((more - x - 2.0).abs() < 1e-9 && (freedom - 5.0).abs() < 1e-12, "{more} {freedom}");
        assert_eq!(
            places(&counts),
            "2608 times at A, 2591 times at B, 2184 times at C, 1868 times at D"
        );
    }
}
