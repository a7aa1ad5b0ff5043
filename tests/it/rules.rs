//! The rules: every example of every manual, and the registry.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use studyhall::check::rules::ALL;
use studyhall::check::{self, Fixes, Rule, Stage};
use studyhall::diagnostic::{Diagnostic, Edit, Fix, Level, sort};
use studyhall::load;
use studyhall::parse;
use studyhall::report::{self, Look};
use studyhall::source::{Source, Span, split_fixture};

use crate::demo::{DEMO, Example, LONE, examples, find_all, versions};

/// Rules whose examples are files that no manual can hold, and have tests of their own.
const ON_DISK: [&str; 4] = ["file-too-large", "not-utf8", "stale-baseline", "symlink-loop"];

/// Rules that ask for more than a short example says; on only in their own examples, as are those
/// at `note`.
const NEEDS_MORE: [&str; 3] = ["missing-explanation", "missing-rationale", "missing-reference"];

/// Returns what is found in the demo bank with these files laid over it; of the rules that no
/// short example can keep to, `of` alone is on.
fn find(files: &[Source], of: Option<&Rule>) -> Vec<Diagnostic> {
    let off = |it: &Diagnostic| it.level == Level::Note || NEEDS_MORE.contains(&it.rule);
    let mut out = find_all(files);
    out.retain(|it| of.is_some_and(|rule| rule.name == it.rule) || !off(it));
    out
}

fn shown(found: &[Diagnostic], files: &[Source]) -> String {
    report::full(found, &report::texts(files.iter()), Look { colour: false, width: 100 })
}

/// Returns what is wrong with the examples of a rule.
fn faults(rule: &Rule) -> Vec<String> {
    let mut res = Vec::new();
    let mut before: Option<&Example> = None;
    let examples = examples(rule.manual);
    for it in &examples {
        let found = find(&it.files, Some(rule));
        let mut fault = |what: &str| {
            res.push(format!(
                "{}.md:{}: {what}\n\n{}",
                rule.name,
                it.line,
                shown(&found, &it.files)
            ));
        };
        let own: Vec<&Diagnostic> = found.iter().filter(|it| it.rule == rule.name).collect();
        match it.kind.as_str() {
            "bad" => {
                // A rule that is off is turned on by its examples.
                let level = rule.level.max(Level::Note);
                if !own.iter().any(|it| it.level == level) {
                    fault("the bad example does not raise the rule at its level");
                }
                let other = |found: &Diagnostic| {
                    found.rule != rule.name && !it.also.iter().any(|it| it == found.rule)
                };
                if found.iter().any(other) {
                    fault("the bad example raises other rules");
                }
                for also in &it.also {
                    if !found.iter().any(|it| it.rule == also) {
                        fault(&format!("the bad example does not raise `{also}`"));
                    }
                }
                for fix in own.iter().filter_map(|it| it.fix.as_ref()) {
                    if rule.fix == Fixes::None || fix.safe && rule.fix == Fixes::Unsafe {
                        fault("the registry knows of no such fix");
                    }
                }
            }
            "good" if !own.is_empty() => fault("the good example raises the rule"),
            "good" => {}
            "fixed" => {
                if !own.is_empty() {
                    fault("the fixed example raises the rule");
                }
                match before.filter(|it| it.kind == "bad") {
                    None => fault("a fixed example follows a bad one"),
                    Some(bad) => {
                        for (mended, wanted) in fixed(rule, bad).iter().zip(&it.files) {
                            if mended != wanted {
                                fault(&format!("the fix gives\n\n{}", mended.text));
                            }
                        }
                    }
                }
            }
            other => fault(&format!("`{other}` is no kind of example")),
        }
        before = Some(it);
    }
    res
}

/// Returns the files of an example with the rule's fixes made.
fn fixed(rule: &Rule, example: &Example) -> Vec<Source> {
    let found = find(&example.files, Some(rule));
    let mend = |source: &Source| {
        let own = found.iter().filter(|it| it.rule == rule.name && it.place.path == source.path);
        let mut edits: Vec<Edit> =
            own.filter_map(|it| it.fix.as_ref()).flat_map(|it| it.edits.clone()).collect();
        edits.sort_by_key(|it| it.span);
        let fix = Fix { safe: true, message: String::new(), edits };
        Source::new(&source.path, &fix.apply(&source.text))
    };
    versions(&example.files).1.iter().map(mend).collect()
}

#[test]
fn the_demo_bank_is_sound() {
    let found = find(&[], None);
    assert!(found.is_empty(), "{}", shown(&found, &split_fixture(LONE, DEMO)));
}

#[test]
fn every_example_does_what_its_manual_says() {
    let faults: Vec<String> = ALL.iter().flat_map(faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_manual_has_its_parts() {
    for rule in ALL {
        let manual = rule.manual;
        let title = format!("# {}\n\n", rule.name);
        assert!(manual.starts_with(&title), "{}: title", rule.name);
        let parts: Vec<&str> = manual.lines().filter(|it| it.starts_with("## ")).collect();
        let known = ["## Why", "## Examples", "## Settings"];
        let fits = matches!(parts.as_slice(), ["## Why", "## Examples"])
            || parts.starts_with(&known[..2]) && parts.last() == Some(&"## Settings");
        // Headings inside examples stand between the parts.
        let parts: Vec<&str> = parts.into_iter().filter(|it| known.contains(it)).collect();
        assert!(fits || parts == known[..2] || parts == known, "{}: {parts:?}", rule.name);
        let examples = examples(manual);
        let count = |kind: &str| examples.iter().filter(|it| it.kind == kind).count();
        if !ON_DISK.contains(&rule.name) {
            assert!(count("bad") > 0 && count("good") + count("fixed") > 0, "{}", rule.name);
        }
        assert_eq!(rule.fix != Fixes::None, count("fixed") > 0, "{}: shows its fix", rule.name);
    }
}

#[test]
fn files_that_no_manual_can_hold() {
    let root = tempfile::tempdir().unwrap();
    let content = root.path().join("content");
    fs::create_dir(&content).unwrap();
    fs::write(content.join("latin.md"), b"caf\xe9").unwrap();
    fs::write(content.join("mark.md"), b"\xef\xbb\xbfcaf\xc3\xa9").unwrap();
    fs::write(content.join("large.md"), vec![b'\n'; 9 * 1024 * 1024]).unwrap();
    fs::write(content.join("edge.md"), vec![b'\n'; 8 * 1024 * 1024]).unwrap();
    fs::write(content.join("line.md"), vec![b'x'; 2_000_000]).unwrap();
    std::os::unix::fs::symlink(".", content.join("again")).unwrap();
    let (sources, mut found) = load::sources(root.path(), "default", Path::new("public")).unwrap();
    found.extend(sources.documents.iter().flat_map(|it| parse::parse(it).1));
    sort(&mut found);
    let told: Vec<(&str, &str)> = found.iter().map(|it| (&*it.place.path, it.rule)).collect();
    assert_eq!(
        told,
        [
            ("content/again", "symlink-loop"),
            ("content/large.md", "file-too-large"),
            ("content/latin.md", "not-utf8"),
            ("content/line.md", "file-too-large"),
        ]
    );
}

#[test]
fn two_files_that_differ_in_case_collide() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("content")).unwrap();
    for name in ["q.md", "Q.md"] {
        fs::write(root.path().join("content").join(name), "").unwrap();
    }
    let (_, found) = load::sources(root.path(), "default", Path::new("public")).unwrap();
    assert_eq!(found.iter().map(|it| it.rule).collect::<Vec<_>>(), ["url-collision"]);
}

/// Authors write these names into their files: one that changes breaks suppressions.
#[test]
#[expect(clippy::too_many_lines, reason = "a line for each rule")]
fn names_are_kept() {
    let names: Vec<String> = ALL.iter().map(|it| format!("{}/{}\n", it.group, it.name)).collect();
    snapbox::assert_data_eq!(
        names.concat(),
        snapbox::str![[r#"
source/file-too-large
source/nesting-too-deep
source/not-utf8
source/symlink-loop
front-matter/ambiguous-scalar
front-matter/doubled-title
front-matter/duplicate-key
front-matter/front-matter-syntax
front-matter/invalid-id
front-matter/invalid-value
front-matter/missing-field
front-matter/unclosed-front-matter
front-matter/unknown-field
front-matter/wrong-type
reference/alias-collision
reference/broken-anchor
reference/broken-link
reference/missing-asset
reference/missing-site-id
reference/path-case-mismatch
reference/path-outside-bank
reference/question-outside-topic
reference/remote-image
reference/reserved-name
reference/tag-collision
reference/unknown-author
reference/unknown-lesson
reference/unknown-objective
reference/unknown-question
reference/unknown-topic
reference/unsafe-link
reference/unsafe-svg
reference/unused-asset
reference/url-collision
key/confusable-choices
key/content-after-rationale
key/duplicate-choice
key/empty-choice
key/every-choice-keyed
key/explanation-contradicts-key
key/fence-on-marker-line
key/invalid-math
key/letter-in-choice
key/malformed-choice-marker
key/missing-choices
key/missing-explanation
key/missing-key
key/missing-rationale
key/mixed-choice-list
key/removed-html
key/selection-cue-mismatch
key/selection-cue-missing
key/several-keys-in-single
key/split-choice-list
key/stray-rationale
key/suspicious-math
key/task-marker-residue
key/too-few-choices
key/too-many-choices
key/unbound-choice-letter
key/unknown-choice-reference
key/unknown-html-tag
key/unknown-section
key/unreferable-position
key/wiki-embed
item-writing/absolute-term-in-distractor
item-writing/all-of-the-above
item-writing/article-cue
item-writing/blank-inside-stem
item-writing/combined-choices
item-writing/conspicuous-key
item-writing/double-negative
item-writing/filler-choice
item-writing/longest-key
item-writing/negative-stem
item-writing/none-of-the-above
item-writing/several-flaws
item-writing/stem-word-only-in-key
item-writing/true-false-choices
item-writing/two-choices
item-writing/unemphasised-negative
item-writing/unfocused-stem
item-writing/unordered-numbers
item-writing/vague-frequency
language/doubled-word
language/duplicate-title
language/inconsistent-numbers
language/long-stem
language/placeholder-text
language/uneven-choice-punctuation
accessibility/alt-reveals-key
accessibility/missing-alt
accessibility/sensory-reference
accessibility/skipped-heading-level
accessibility/table-without-header
accessibility/uninformative-alt
freshness/expired
freshness/missing-reference
freshness/outdated-blueprint
freshness/relative-time
freshness/review-overdue
bank/blueprint-coverage
bank/conflicting-keys
bank/difficulty-balance
bank/duplicate-id
bank/duplicate-question
bank/inter-question-cue
bank/key-position-bias
bank/longest-key-rate
bank/mock-exam-unsatisfiable
bank/near-duplicate
bank/thin-topic
bank/topic-weights
change/id-changed
change/key-changed
change/question-removed
change/url-lost
change/wording-changed
config/stale-baseline
config/unused-suppression

"#]]
    );
}

#[test]
fn the_registry_is_in_order() {
    let groups = [
        "source",
        "front-matter",
        "reference",
        "key",
        "item-writing",
        "language",
        "accessibility",
        "freshness",
        "bank",
        "change",
        "config",
    ];
    let place = |it: &Rule| (groups.iter().position(|group| *group == it.group), it.name);
    assert!(ALL.iter().all(|it| place(it).0.is_some()), "a group without a place");
    assert!(ALL.is_sorted_by(|a, b| place(a) < place(b)), "by group, then by name");
    for it in ALL {
        let kebab = it.name.bytes().all(|it| it.is_ascii_lowercase() || it == b'-' || it == b'8');
        assert!(kebab, "{}", it.name);
        assert!(check::rule(it.name).is_some_and(|found| std::ptr::eq(found, it)), "{}", it.name);
        assert!(it.stage == Stage::Lint || it.level == Level::Deny, "{}", it.name);
    }
}

#[test]
fn the_files_of_rules_are_those_of_the_registry() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/check/rules");
    let mut files = BTreeSet::new();
    for entry in walkdir::WalkDir::new(&folder) {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            let path = entry.path().strip_prefix(&folder).unwrap();
            files.insert(path.to_str().unwrap().to_owned());
        }
    }
    let mut wanted = BTreeSet::new();
    for it in ALL {
        wanted.insert(format!("{}/{}.md", it.group, it.name));
        if it.run.is_linter() {
            wanted.insert(format!("{}/{}.rs", it.group, it.name.replace('-', "_")));
        }
    }
    assert_eq!(files, wanted);
}

/// Calls whose first argument is the name of a rule, and the level it is reported at.
const CALLS: [(&str, Option<Level>); 6] = [
    ("Diagnostic::deny(", Some(Level::Deny)),
    ("Diagnostic::warn(", Some(Level::Warn)),
    ("Diagnostic::new(", None),
    ("self.unknown(", None),
    ("self.report(", None),
    ("refused(", None),
];

#[test]
fn every_finding_bears_the_name_and_level_of_a_rule() {
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    for (path, text) in super::tidy::sources("src") {
        let text = super::tidy::without_tests(&text);
        // The linter's own rules report through `Report`, which knows the name.
        if path.starts_with("src/check/rules") {
            continue;
        }
        // A name may reach its finding through a variable.
        seen.extend(
            ALL.iter().filter(|it| text.contains(&format!("\"{}\"", it.name))).map(|it| it.name),
        );
        for (call, level) in CALLS {
            for (at, _) in text.match_indices(call) {
                let rest = text[at + call.len()..].trim_start();
                let Some(name) = rest.strip_prefix('"').and_then(|it| it.split('"').next()) else {
                    continue;
                };
                if name.contains(' ') {
                    continue;
                }
                match check::rule(name) {
                    None => faults.push(format!("{path}: `{name}` is no rule")),
                    Some(rule) if level.is_some_and(|it| it != rule.level) => {
                        faults.push(format!("{path}: `{name}` at another level"));
                    }
                    Some(_) => {}
                }
            }
        }
    }
    let unseen = ALL.iter().filter(|it| !it.run.is_linter() && !seen.contains(it.name));
    faults.extend(unseen.map(|it| format!("`{}` is never found", it.name)));
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_byte_order_mark_stays_first() {
    let site = [Source::new("site.toml", "\u{feff}title = \"x\"\n")];
    let found = find(&site, None);
    let fix = found.iter().find_map(|it| it.fix.as_ref()).unwrap();
    assert_eq!(fix.edits[0].span, Span::at(3));
}
