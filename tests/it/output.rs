//! Outputs of the linter: places, limits, escapes. Whether they keep to the published standards is
//! tested in `tests/formats.mjs`.

use std::collections::BTreeSet;

use serde_json::Value;
use studyhall::diagnostic::{Diagnostic, Edit, Level, Place};
use studyhall::output::{Findings, Run, concise, full, github, gitlab, json, junit, rdjson, sarif};
use studyhall::report::{self, Look};
use studyhall::source::{Source, Span};

use crate::reading::{EXAM, PATH, bank};

const QUESTION: &str = "Wörter \u{1f600} **hier**?\r\n\r\n- [x] ä\r\n- [ ] b\r\n";

/// Hands findings in the question to `look`.
fn with(found: &[Diagnostic], look: impl FnOnce(&Findings<'_>)) {
    let reading = bank(&[("content/mle/_index.md", EXAM), (PATH, QUESTION)]);
    let texts = report::texts([Source::new(PATH, QUESTION)].iter());
    let prefix = "my bank/".to_owned();
    let run = Run { files: 2, prefix, fail_on: Level::Deny, today: "2026-06-15" };
    look(&Findings::new(found, &reading.bank, &texts, run));
}

fn place(part: &str) -> Place {
    let at = QUESTION.find(part).unwrap();
    Place::new(&PATH.into(), Span::new(at, at + part.len()))
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn places_count_characters_or_bytes_as_each_format_asks() {
    let fix = vec![Edit { span: place("hier").span, text: "da".into() }];
    let found =
        [Diagnostic::deny("missing-key", place("\u{1f600} **hier**"), "x")
            .safe_fix("write it", fix)];
    with(&found, |it| {
        let one = &json_of(&json::text(it))["diagnostics"][0];
        let of = |name: &str| one[name].as_u64().unwrap();
        assert_eq!([of("line"), of("column"), of("end_line"), of("end_column")], [1, 8, 1, 18]);
        assert_eq!(one["question"], "mle/q");
        assert_eq!(one["path"], PATH);
        let edit = &one["fix"]["edits"][0];
        assert_eq!((edit["column"].as_u64(), edit["end_column"].as_u64()), (Some(12), Some(16)));
        let region = &json_of(&sarif::text(it))["runs"][0]["results"][0]["locations"][0];
        let region = &region["physicalLocation"]["region"];
        assert_eq!(
            (region["startColumn"].as_u64(), region["endColumn"].as_u64()),
            (Some(8), Some(18))
        );
        let one = &json_of(&rdjson::text(it))["diagnostics"][0];
        assert_eq!(one["location"]["range"]["start"]["column"], 9);
        assert_eq!(one["location"]["range"]["end"]["column"], 22);
        assert_eq!(one["suggestions"][0]["range"]["start"]["column"], 16);
        assert_eq!(one["suggestions"][0]["text"], "da");
        assert_eq!(
            concise::text(it),
            "my bank/content/mle/scaling/q.md:1:8: error[missing-key] x\n"
        );
        assert!(sarif::text(it).contains("\"my%20bank/content/mle/scaling/q.md\""));
    });
}

#[test]
fn a_place_of_several_lines_ends_at_the_end_of_a_line_and_has_no_columns_on_github() {
    let found = [Diagnostic::warn("unknown-section", place("- [x] ä\r\n- [ ] b\r\n"), "x")];
    with(&found, |it| {
        let one = &json_of(&json::text(it))["diagnostics"][0];
        assert_eq!((one["end_line"].as_u64(), one["end_column"].as_u64()), (Some(4), Some(8)));
        assert_eq!(
            github::text(it),
            "::warning file=my bank/content/mle/scaling/q.md,line=3,endLine=4,title=unknown-section::x\n"
        );
    });
}

#[test]
fn a_file_as_a_whole_has_no_place() {
    let found =
        [Diagnostic::warn("unknown-section", Place::new(&PATH.into(), Span::default()), "x")];
    with(&found, |it| {
        assert_eq!(json_of(&json::text(it))["diagnostics"][0]["line"], Value::Null);
        assert_eq!(json_of(&gitlab::text(it))[0]["location"]["lines"]["begin"], 1);
        assert!(!sarif::text(it).contains("startLine"));
        assert!(!rdjson::text(it).contains("range"));
        assert!(!github::text(it).contains("line="));
    });
}

#[test]
fn github_gets_the_worst_first_and_no_more_than_it_shows() {
    let mut found: Vec<Diagnostic> =
        (0..25).map(|it| Diagnostic::warn("unknown-field", place("b"), format!("w{it}"))).collect();
    found.extend((0..3).map(|it| Diagnostic::deny("missing-key", place("ä"), format!("d{it}"))));
    found.extend(
        (0..12).map(|it| Diagnostic::new("thin-topic", Level::Note, place("b"), format!("n{it}"))),
    );
    with(&found, |it| {
        let text = github::text(it);
        let count = |lead: &str| text.lines().filter(|it| it.starts_with(lead)).count();
        assert_eq!([count("::error "), count("::warning "), count("::notice ")], [3, 10, 10]);
        assert!(text.starts_with("::error "));
        assert!(text.contains("::group::17 more"), "{text}");
        for it in &found {
            assert!(text.contains(&it.message), "{}", it.message);
        }
        let summary = github::summary(it);
        assert!(summary.contains("3 errors, 25 warnings, 12 notes in 2 files."), "{summary}");
        assert!(summary.contains("| unknown-field | warn | 25 |"), "{summary}");
    });
}

/// The runner obeys `::command::` at the start of a line and `##[command]` anywhere in one, and a
/// terminal obeys its control characters.
#[test]
fn texts_of_a_bank_give_the_log_no_orders() {
    let evil = "##[stop-commands]x \u{1b}[31m \u{9b}31m \u{202e}a\n::error::b";
    let found: Vec<Diagnostic> =
        (0..12).map(|_| Diagnostic::warn("unknown-field", place("b"), evil).help(evil)).collect();
    with(&found, |it| {
        let text = github::text(it);
        assert!(!text.contains("##["), "{text}");
        assert!(!text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'), "{text}");
        assert_eq!(text.lines().filter(|it| it.starts_with("::error")).count(), 0, "{text}");
    });
}

#[test]
fn an_excerpt_gives_the_terminal_no_orders() {
    let text = "What \u{9b}31m is \u{2028} this \u{1b}[31m?\n";
    let texts = report::texts([Source::new(PATH, text)].iter());
    let found = Diagnostic::warn("unknown-field", Place::new(&PATH.into(), Span::new(0, 4)), "x");
    let look = Look { colour: false, width: 100 };
    let shown = report::one(&found, &texts, look, report::WithFix::No);
    let obeyed = |c: char| c.is_control() && c != '\n' || c == '\u{2028}';
    assert!(!shown.contains(obeyed), "{shown:?}");
    assert!(shown.contains("31m is"), "{shown:?}");
}

#[test]
fn fingerprints_are_unique_in_each_format() {
    let found: Vec<Diagnostic> =
        (0..40).map(|_| Diagnostic::warn("unknown-field", place("b"), "x")).collect();
    with(&found, |it| {
        let gitlab = json_of(&gitlab::text(it));
        let all: BTreeSet<&str> = gitlab
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["fingerprint"].as_str().unwrap())
            .collect();
        assert_eq!(all.len(), found.len());
    });
}

#[test]
fn json_keeps_to_its_schema() {
    let validator = jsonschema::validator_for(&json_of(json::SCHEMA)).unwrap();
    let fix = vec![Edit { span: Span::at(0), text: "\u{1b}".into() }];
    let found = [
        Diagnostic::deny("missing-key", place("ä"), "x")
            .help("y")
            .note("z", Some(place("b")))
            .note("z", None)
            .unsafe_fix("write it", fix),
        Diagnostic::new("thin-topic", Level::Note, Place::new(&"a".into(), Span::default()), ""),
    ];
    for found in [&found[..], &[]] {
        with(found, |it| {
            let value = json_of(&json::text(it));
            let faults: Vec<String> =
                validator.iter_errors(&value).map(|it| it.to_string()).collect();
            assert!(faults.is_empty(), "{faults:?}");
            assert_eq!(json::lines(it).lines().count(), found.len());
            for (line, one) in json::lines(it).lines().zip(value["diagnostics"].as_array().unwrap())
            {
                assert_eq!(&json_of(line), one);
            }
        });
    }
}

#[test]
fn junit_is_red_when_the_command_fails() {
    let found = [
        Diagnostic::deny("missing-key", place("ä"), "<&>\u{1b}\u{ffff}"),
        Diagnostic::warn("unknown-field", place("b"), "x"),
    ];
    with(&found, |it| {
        let text = junit::text(it);
        assert!(text.contains("tests=\"2\" failures=\"1\""), "{text}");
        assert!(text.contains("&lt;&amp;&gt;\\u{1b}\u{fffd}"), "{text}");
    });
    with(&[], |it| assert!(junit::text(it).contains("tests=\"1\" failures=\"0\"")));
}

#[test]
fn a_report_ends_with_the_worst_and_counts_notes() {
    let look = Look { colour: false, width: 80 };
    let other: Place = Place::new(&"content/z.md".into(), Span::default());
    let found = [
        Diagnostic::deny("missing-key", place("ä"), "no key"),
        Diagnostic::warn("unknown-field", place("b"), "a field"),
        Diagnostic::new("thin-topic", Level::Note, place("b"), "thin"),
        Diagnostic::warn("unknown-field", other, "another"),
    ];
    with(&found, |it| {
        let text = full::text(it, look, false);
        let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} in\n{text}"));
        assert!(at("another") < at("a field") && at("a field") < at("no key"));
        assert!(at("no key") < at("  1  thin-topic"));
        assert!(
            text.ends_with("1 error, 2 warnings, 1 note, 2 Markdown files checked\n"),
            "{text}"
        );
        let all = full::text(it, look, true);
        assert!(all.contains("note[thin-topic]: thin") && !all.contains("not shown"));
    });
    with(&[], |it| {
        assert_eq!(full::text(it, look, false), "no findings, 2 Markdown files checked\n");
    });
}

#[test]
fn a_report_keeps_to_narrow_terminals() {
    let help = "write a mistake that learners make, or leave it out: three choices are enough";
    let found =
        [Diagnostic::warn("unknown-field", place("b"), "a field of a name that nobody knows")
            .help(help)];
    with(&found, |it| {
        for width in [40, 60, 100] {
            let text = full::text(it, Look { colour: false, width }, false);
            for line in text.lines() {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
            assert!(!text.contains('\u{1b}'));
        }
        assert!(full::text(it, Look { colour: true, width: 60 }, false).contains("\u{1b}["));
    });
}

#[test]
fn a_long_line_of_a_fix_is_cut_around_the_change() {
    let text = format!("{}wrogn {}\n", "wide 幅 ".repeat(30), "more ".repeat(40));
    let at = text.find("wrogn").unwrap();
    let span = Span::new(at, at + 5);
    let path = "content/a.md".into();
    let found = Diagnostic::warn("unknown-field", Place::new(&path, span), "x")
        .unsafe_fix("write `wrong`", vec![Edit { span, text: "wrong".into() }]);
    let texts = report::texts([Source::new("content/a.md", &text)].iter());
    let look = Look { colour: false, width: 60 };
    let shown = report::one(&found, &texts, look, report::WithFix::Yes);
    let lines: Vec<&str> =
        shown.lines().filter(|it| it.contains("1 - ") || it.contains("1 + ")).collect();
    assert_eq!(lines.len(), 2, "{shown}");
    for (line, word) in lines.iter().zip(["wrogn", "wrong"]) {
        assert!(unicode_width::UnicodeWidthStr::width(*line) <= 60, "{line}");
        assert!(line.contains(word) && line.contains('…'), "{line}");
    }
}
