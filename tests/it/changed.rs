//! `lint --changed-since`, and the baseline.

use std::fs;

use crate::git::Repository;

/// Adds a question with a finding to a repository, before its tag `second`.
fn with_finding() -> Repository {
    let it = Repository::ground();
    it.write(
        "//- content/e/a/none.md
Which colour has coal?

- [x] Black
- [ ] White
- [ ] None of the above
",
    );
    it.commit("second");
    it
}

/// Rules whose findings the short questions here all have.
const LEFT_OUT: [&str; 2] = [" missing-reference", " two-choices"];

/// Returns the findings as lines without places.
#[track_caller]
fn lint(it: &Repository, args: &[&str]) -> Vec<String> {
    let all: Vec<&str> = ["lint", "--format", "concise"].iter().chain(args).copied().collect();
    let output = it.run(&all);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() < Some(2), "{error}");
    let line = |it: &str| {
        let (place, what) = it.split_once(": ").unwrap();
        let path = place.split(':').next().unwrap();
        format!("{path} {}", what.split_once(']').unwrap().0.split_once('[').unwrap().1)
    };
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(line).filter(|it| !LEFT_OUT.iter().any(|rule| it.ends_with(rule))).collect()
}

#[test]
fn only_what_a_change_touches_is_reported() {
    let it = with_finding();
    let old = "content/e/a/none.md none-of-the-above";
    assert!(lint(&it, &[]).contains(&old.to_owned()));
    assert_eq!(lint(&it, &["--changed-since", "second"]), Vec::<String>::new());
    it.replace("content/e/a/sky.md", "- [x] Blue\n- [ ] Green", "- [ ] Blue\n- [x] Green");
    assert_eq!(lint(&it, &["--changed-since", "second"]), ["content/e/a/sky.md key-changed"]);
    it.replace("content/e/a/none.md", "coal", "ash");
    let found = lint(&it, &["--changed-since", "second"]);
    assert!(found.contains(&old.to_owned()), "{found:?}");
    assert!(found.contains(&"content/e/a/none.md wording-changed".to_owned()), "{found:?}");
    // Without a revision nothing is known of changes.
    assert!(!lint(&it, &[]).iter().any(|it| it.ends_with("-changed")));
}

#[test]
fn what_keeps_a_question_from_being_published_is_never_left_out() {
    let it = Repository::ground();
    it.write(
        "//- content/authors/desk.md
---
name: Desk
---
//- content/e/a/by.md
---
author: desk
---
Who wrote it?

- [x] We
- [ ] You
",
    );
    it.commit("second");
    it.remove("content/authors/desk.md");
    let found = lint(&it, &["--changed-since", "second"]);
    assert!(found.contains(&"content/e/a/by.md unknown-author".to_owned()), "{found:?}");
}

#[test]
fn what_is_gone_is_reported_where_it_was() {
    let it = Repository::ground();
    it.remove("content/e/a/sky.md");
    it.rename("content/e/a/sum.md", "content/e/b/total.md");
    let found = lint(&it, &["--changed-since", "first"]);
    for expected in [
        "content/e/a/sky.md question-removed",
        "content/e/b/total.md id-changed",
        "content/e/b/total.md url-lost",
    ] {
        assert!(found.contains(&expected.to_owned()), "{found:?}");
    }
    it.run(&["lint", "--changed-since", "first", "--fix"]);
    let text = fs::read_to_string(it.root().join("content/e/b/total.md")).unwrap();
    assert!(text.starts_with("---\naliases: [/e/a/sum/]\n---\n"), "{text}");
}

#[test]
fn a_change_can_be_allowed_by_its_name() {
    let it = Repository::ground();
    it.replace("content/e/a/sky.md", "- [x] Blue\n- [ ] Green", "- [ ] Blue\n- [x] Green");
    it.replace(
        "content/e/a/sky.md",
        "difficulty: easy",
        "difficulty: easy\nlint: {allow: {key-changed: the photograph was mirrored}}",
    );
    assert_eq!(lint(&it, &["--changed-since", "first"]), Vec::<String>::new());
    assert!(!lint(&it, &[]).iter().any(|it| it.contains("unused-suppression")));
}

#[test]
fn a_baseline_takes_what_is_known_away_wherever_it_moves() {
    let it = with_finding();
    let warned = |it: &Repository| -> Vec<String> {
        let all = lint(it, &["--baseline", "known.json"]);
        all.into_iter().filter(|it| it.contains("none-of") || it.contains("stale")).collect()
    };
    let none: [&str; 0] = [];
    it.run(&["lint", "--write-baseline", "known.json"]);
    assert_eq!(warned(&it), none);
    // Edits elsewhere, other lines, another file with the same id.
    it.replace("content/e/a/none.md", "Which", "\n\n\nIn summer, which");
    assert_eq!(warned(&it), none);
    it.replace("content/e/a/none.md", "\n\n\nIn", "---\nid: e/none\n---\n\nIn");
    it.rename("content/e/a/none.md", "content/e/a/other.md");
    assert_eq!(warned(&it), none);
    it.replace("content/e/a/other.md", "id: e/none", "id: e/other\nformer_ids: [e/none]");
    assert_eq!(warned(&it), none);
    // The same words in another question are another finding, and so is a second one.
    it.write(
        "//- content/e/a/more.md
Which colour has snow?

- [x] White
- [ ] Black
- [ ] None of the above
",
    );
    assert_eq!(warned(&it), ["content/e/a/more.md none-of-the-above"]);
    it.remove("content/e/a/more.md");
    it.replace("content/e/a/other.md", "None of the above", "Blue");
    assert_eq!(warned(&it), ["known.json stale-baseline"]);
    it.run(&["lint", "--baseline", "known.json", "--prune-baseline"]);
    assert_eq!(warned(&it), none);
    it.replace("content/e/a/other.md", "Blue", "None of the above");
    assert_eq!(warned(&it), ["content/e/a/other.md none-of-the-above"]);
}

#[test]
fn a_baseline_hides_nothing_that_keeps_a_question_from_being_published() {
    let it = Repository::ground();
    it.replace("content/e/a/sky.md", "[x]", "[ ]");
    it.run(&["lint", "--write-baseline", "known.json"]);
    let found = lint(&it, &["--baseline", "known.json"]);
    assert!(found.contains(&"content/e/a/sky.md missing-key".to_owned()), "{found:?}");
}

#[test]
fn a_file_that_is_no_baseline_is_told_and_never_overwritten() {
    let it = Repository::ground();
    for (text, expected) in [
        (None, "there is no baseline `known.json`"),
        (Some("[]"), "its `version` is not 1"),
        (Some("{\"version\": 1}"), "it has no list `findings`"),
        (Some("{\"version\": 1, \"findings\": [{\"of\": \"x\"}]}"), "a finding lacks `"),
        (Some("x"), "it is no JSON"),
    ] {
        let path = it.root().join("known.json");
        if let Some(text) = text {
            fs::write(&path, text).unwrap();
        }
        let output = it.run(&["lint", "--baseline", "known.json"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(expected), "{error}");
        if let Some(text) = text {
            let output = it.run(&["lint", "--write-baseline", "known.json"]);
            assert_eq!(output.status.code(), Some(2));
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
