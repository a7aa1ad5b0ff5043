//! The table of bodies: what stands in `tests/bodies/*.md` is read as it says there.
//!
//! What is expected was written by hand from the format and from `CommonMark`. A title is compared only
//! where the case names one.

use std::fs;
use std::path::Path;

use studyhall::diagnostic::{Diagnostic, Level};

use crate::reading::{cases, findings, identity, question, told};

/// Returns all cases with the file's name.
pub(crate) fn all() -> Vec<(String, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bodies");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    let mut res = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        for (case, input, expected) in cases(&fs::read_to_string(&file).unwrap()) {
            res.push((format!("{name}: {case}"), input, expected));
        }
    }
    res
}

fn read(input: &str, expected: &str) -> String {
    let (draft, diagnostics) = question(input);
    let mut res = draft.map_or_else(String::new, |it| told(&it.written));
    if !expected.lines().any(|it| it.starts_with("title: ")) {
        res = res
            .lines()
            .filter(|it| !it.starts_with("title: "))
            .map(|it| format!("{it}\n"))
            .collect();
    }
    // A reading is given only where it is worth comparing.
    if expected.lines().all(|it| it.starts_with('!')) && !expected.is_empty() {
        res.clear();
    }
    res + &findings(&diagnostics, input)
}

/// Returns the lines that only one of two texts has.
fn difference(expected: &str, actual: &str) -> String {
    let only = |sign: &str, a: &str, b: &str| -> String {
        let lines = a.lines().filter(|it| !b.lines().any(|other| other == *it));
        lines.map(|it| format!("{sign} {it}\n")).collect()
    };
    let res = only("-", expected, actual) + &only("+", actual, expected);
    if res.is_empty() { format!("- {expected}+ {actual}") } else { res }
}

#[test]
fn every_body_is_read_as_the_table_says() {
    let all = all();
    let mut failed = Vec::new();
    for (name, input, expected) in &all {
        let actual = read(input, expected);
        if actual != *expected {
            failed.push(format!("## {name}\n{}", difference(expected, &actual)));
        }
    }
    assert!(failed.is_empty(), "{} of {} cases\n\n{}", failed.len(), all.len(), failed.join("\n"));
    assert!(all.len() >= 120, "{} cases", all.len());
}

/// Applies the first fix of a rule, if it offers one.
fn fixed(input: &str, diagnostics: &[Diagnostic], rule: &str) -> Option<(String, bool)> {
    let it = diagnostics.iter().find(|it| it.rule == rule && it.fix.is_some())?;
    let fix = it.fix.as_ref()?;
    Some((fix.apply(input), fix.safe))
}

#[test]
fn a_fix_removes_its_finding_and_fixing_again_changes_nothing() {
    let mut offered = 0;
    let mut failed = Vec::new();
    for (name, input, _) in all() {
        let (before, diagnostics) = question(&input);
        let mut rules: Vec<&str> = diagnostics.iter().map(|it| it.rule).collect();
        rules.dedup();
        for rule in rules {
            let mut text = input.clone();
            let mut found = diagnostics.clone();
            let mut safe = true;
            let count = |found: &[Diagnostic]| {
                found.iter().filter(|it| it.rule == rule && it.fix.is_some()).count()
            };
            let first = count(&found);
            for _ in 0..first {
                let Some((next, is_safe)) = fixed(&text, &found, rule) else { break };
                offered += 1;
                safe &= is_safe;
                let old = count(&found);
                text = next;
                found = question(&text).1;
                if count(&found) >= old {
                    failed.push(format!("{name}: {rule} is still found after its fix:\n{text}"));
                    break;
                }
            }
            let denied = |it: &[Diagnostic]| it.iter().filter(|it| it.level == Level::Deny).count();
            if first > 0 && denied(&found) > denied(&diagnostics) {
                failed.push(format!("{name}: the fix of {rule} makes new faults:\n{text}"));
            }
            if first == 0 || !safe {
                continue;
            }
            let after = question(&text).0;
            let (Some(before), Some(after)) = (&before, after) else { continue };
            let (old, _) = identity(&before.written);
            let (new, _) = identity(&after.written);
            let touched = match rule {
                "task-marker-residue" | "fence-on-marker-line" | "wiki-embed" => first,
                _ => 0,
            };
            let lost = old.iter().filter(|it| !new.contains(it)).count();
            if lost > touched || old.len() != new.len() {
                failed.push(format!(
                    "{name}: the safe fix of {rule} changed ids {old:?} to {new:?}:\n{text}"
                ));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
    assert!(offered > 15, "only {offered} fixes are offered");
}
