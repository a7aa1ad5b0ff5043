//! The rules against labelled items: half of them clean, half with one planted flaw each, written
//! by people who had not read the rules.
//!
//! `cargo test --test it labelled -- --nocapture` prints the table and every item that went wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use studyhall::check;
use studyhall::diagnostic::{Diagnostic, Level};
use studyhall::source::{Source, split_fixture};

use crate::demo::find_all;

/// Rules that ask for more than an item needs to be without flaw.
const PRESENCE: [&str; 3] = ["missing-explanation", "missing-rationale", "missing-reference"];

/// An item as its author labelled it.
struct Item {
    /// Where it stands.
    place: String,
    /// The rule whose flaw is planted; nothing in a clean item.
    planted: Option<String>,
    /// Rules that may be raised besides.
    also: BTreeSet<String>,
    text: String,
}

/// Reads the blocks ````` ````question LABEL also=RULE ````` of all files.
fn items() -> Vec<Item> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/labelled");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    paths.sort();
    let mut res = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut lines = text.lines().enumerate();
        while let Some((at, line)) = lines.next() {
            let Some(info) = line.strip_prefix("````question ") else { continue };
            let mut words = info.split_whitespace();
            let label = words.next().expect("an item has a label");
            let also = words.filter_map(|it| it.strip_prefix("also=")).flat_map(|it| it.split(','));
            let also = also.map(str::to_owned).collect();
            let lines = lines.by_ref().map(|(_, it)| it).take_while(|it| *it != "````");
            res.push(Item {
                place: format!("{name}:{}", at + 1),
                planted: (label != "clean").then(|| label.to_owned()),
                also,
                text: lines.map(|it| format!("{it}\n")).collect(),
            });
        }
    }
    res
}

/// Returns a picture for each that an item shows, beside it.
fn pictures(text: &str) -> Vec<Source> {
    let names = text.split("](").skip(1).filter_map(|it| it.split(')').next());
    let names =
        names.filter(|it| [".svg", ".png", ".jpg", ".JPG"].iter().any(|end| it.ends_with(end)));
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>";
    names.map(|it| Source::new(&format!("content/demo/topic/{it}"), svg)).collect()
}

/// What was found of one rule.
#[derive(Default)]
struct Score {
    /// Items with its flaw.
    planted: usize,
    /// Those in which it was found.
    found: usize,
    /// Items without its flaw in which it was found all the same.
    false_alarms: usize,
}

impl Score {
    fn precision(&self) -> f64 {
        ratio(self.found, self.found + self.false_alarms)
    }
}

#[expect(clippy::cast_precision_loss, reason = "there are hundreds of items")]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

fn level(rule: &str) -> Level {
    check::rule(rule).map_or(Level::Allow, |it| it.level)
}

fn told(item: &Item, what: &str, rule: &str, found: &[Diagnostic]) -> String {
    let of_rule: Vec<&str> =
        found.iter().filter(|it| it.rule == rule).map(|it| &*it.message).collect();
    format!("{}: {what} {rule} {}", item.place, of_rule.join("; "))
}

#[test]
fn planted_flaws_are_found_and_clean_items_are_left_alone() {
    let items = items();
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    let mut wrong = Vec::new();
    for item in &items {
        let path = "content/demo/topic/q.md";
        let mut files = split_fixture(path, &item.text);
        files.extend(pictures(&item.text));
        let found = find_all(&files);
        let of_item = found.into_iter().filter(|it| &*it.place.path == path);
        let of_item: Vec<Diagnostic> = of_item.filter(|it| it.level > Level::Allow).collect();
        let rules: BTreeSet<&str> = of_item.iter().map(|it| it.rule).collect();
        if let Some(planted) = &item.planted {
            let score = scores.entry(planted.clone()).or_default();
            score.planted += 1;
            if rules.contains(planted.as_str()) {
                score.found += 1;
            } else {
                wrong.push(told(item, "misses", planted, &of_item));
            }
        }
        for rule in rules.into_iter().filter(|it| !PRESENCE.contains(it)) {
            if item.planted.as_deref() != Some(rule) && !item.also.contains(rule) {
                scores.entry(rule.to_owned()).or_default().false_alarms += 1;
                wrong.push(told(item, "false alarm", rule, &of_item));
            }
        }
    }
    println!("{}\n", wrong.join("\n"));
    println!(
        "{:<30} {:<5} {:>7} {:>6} {:>12}",
        "rule", "level", "planted", "found", "false alarms"
    );
    for (rule, it) in &scores {
        let Score { planted, found, false_alarms } = it;
        let level = level(rule).name();
        println!("{rule:<30} {level:<5} {planted:>7} {found:>6} {false_alarms:>12}");
    }
    let clean = items.iter().filter(|it| it.planted.is_none()).count();
    let total = |of: fn(&Score) -> usize| scores.values().map(of).sum::<usize>();
    let (planted, found) = (total(|it| it.planted), total(|it| it.found));
    println!("{} items, {clean} of them clean; {found} of {planted} flaws found", items.len());

    assert!(items.len() >= 300 && clean * 5 >= items.len() * 2, "the set is large and half clean");
    assert!(found * 10 >= planted * 9, "nine of ten flaws are found");
    for (rule, score) in &scores {
        let known = check::rule(rule).unwrap_or_else(|| panic!("{rule} is no rule"));
        let least = match known.level {
            Level::Deny => 1.0,
            Level::Warn => 0.8,
            _ => 0.0,
        };
        assert!(score.precision() >= least, "{rule}: precision {:.2}", score.precision());
    }
}
