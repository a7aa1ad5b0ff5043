//! `lint --fix`: what holds for the fixes of all rules, and what the command does with files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use snapbox::str;
use studyhall::check::fix;
use studyhall::check::rules::ALL;
use studyhall::diagnostic::Diagnostic;
use studyhall::report;
use studyhall::source::{Source, split_fixture};

use crate::demo::{Demo, examples, versions};
use crate::git::studyhall;

/// Rounds after which fixes must have come to an end.
const ROUNDS: usize = 20;

/// Makes the fixes of a demo bank until none is left; returns what is found then.
///
/// Fails where a round spoils a question.
fn mend(demo: &mut Demo, before: Option<&Demo>, unsafe_too: bool, name: &str) -> Vec<Diagnostic> {
    let (mut bank, mut found) = demo.find(before);
    for _ in 0..ROUNDS {
        let texts = report::texts(demo.documents.iter());
        let round = fix::round(&found, &texts, unsafe_too, &BTreeSet::new());
        if round.texts.is_empty() {
            return found;
        }
        for it in &mut demo.documents {
            if let Some(text) = round.texts.get(&it.path) {
                it.text = text.as_str().into();
            }
        }
        let (new_bank, new_found) = demo.find(before);
        let spoiled = fix::spoiled((&bank, &found), &new_bank, &round, !unsafe_too);
        assert!(spoiled.is_empty(), "{name}: {spoiled:?} are spoiled\n{round:#?}");
        (bank, found) = (new_bank, new_found);
    }
    panic!("{name}: fixes go on for ever\n{found:#?}");
}

fn by_rule(found: &[Diagnostic], has_fix: bool) -> BTreeMap<(&'static str, String), usize> {
    let mut res = BTreeMap::new();
    for it in found.iter().filter(|it| !has_fix || it.fix.is_some()) {
        *res.entry((it.rule, it.place.path.to_string())).or_default() += 1;
    }
    res
}

/// Every example of every manual: fixes end, spoil no question, and mend what they are for.
#[test]
fn fixes_of_all_examples_mend_and_spoil_nothing() {
    let mut fixed = BTreeSet::new();
    for rule in ALL {
        for example in examples(rule.manual) {
            let name = format!("{}.md:{}", rule.name, example.line);
            let (before, files) = versions(&example.files);
            let before = (!before.is_empty()).then(|| Demo::with(&before));
            for unsafe_too in [false, true] {
                let mut demo = Demo::with(&files);
                let first = demo.find(before.as_ref()).1;
                let of_documents: Vec<Diagnostic> = (first.into_iter())
                    .filter(|it| it.place.path.ends_with(".md"))
                    .filter(|it| it.fix.as_ref().is_some_and(|it| it.safe || unsafe_too))
                    .collect();
                let last = mend(&mut demo, before.as_ref(), unsafe_too, &name);
                // Another round would find nothing to do: twice is once.
                let texts: Vec<_> = demo.documents.iter().map(|it| it.text.clone()).collect();
                mend(&mut demo, before.as_ref(), unsafe_too, &name);
                assert!(demo.documents.iter().map(|it| &it.text).eq(&texts), "{name}");
                let last: Vec<Diagnostic> = (last.into_iter())
                    .filter(|it| it.fix.as_ref().is_some_and(|it| it.safe || unsafe_too))
                    .collect();
                let (had, has) = (by_rule(&of_documents, true), by_rule(&last, true));
                for (rule, count) in had {
                    let left = has.get(&rule).copied().unwrap_or_default();
                    assert!(left < count, "{name}: {rule:?} is found as often as before");
                    fixed.insert(rule.0);
                }
            }
        }
    }
    assert!(fixed.len() >= 12, "{fixed:?}");
}

/// The order in which files are handed over decides nothing.
#[test]
fn fixes_do_not_depend_on_the_order_of_files() {
    for rule in ALL.iter().filter(|it| it.fix != studyhall::check::Fixes::None) {
        for example in examples(rule.manual) {
            let (before, files) = versions(&example.files);
            let before = (!before.is_empty()).then(|| Demo::with(&before));
            let run = |reverse: bool| {
                let mut demo = Demo::with(&files);
                if reverse {
                    demo.documents.reverse();
                }
                let found = mend(&mut demo, before.as_ref(), true, rule.name);
                let texts: BTreeMap<_, _> =
                    demo.documents.into_iter().map(|it| (it.path, it.text)).collect();
                (found, texts)
            };
            assert_eq!(run(false), run(true), "{}.md:{}", rule.name, example.line);
        }
    }
}

/// A bank with faults whose fixes are of each kind.
const FAULTY: &str = "\
//- site.toml
title = \"Demo\"
site_id = \"demo\"
[lint.rules]
missing-reference = \"allow\"
missing-explanation = \"allow\"
missing-rationale = \"allow\"
two-choices = \"allow\"
//- content/e/_index.md
---
topics: [{id: a, title: A}]
---
//- content/e/a/one.md
---
dificulty: easy   # é
lint: {allow: {thin-topic: \"we are new\"}}
---

Which colour has the sky?

- [x] Blue
- [ ] Green
//- content/e/a/two.md
Which colour has grass?

- [x] Green
> Look at it.
- [ ] Blue
";

fn bank(fixture: &str) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for source in split_fixture("", fixture) {
        let path = root.path().join(&*source.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &*source.text).unwrap();
    }
    root
}

fn files(root: &Path) -> Vec<(String, String)> {
    let mut res = Vec::new();
    for entry in walkdir::WalkDir::new(root).sort_by_file_name() {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            let path = entry.path().strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            res.push((path, fs::read_to_string(entry.path()).unwrap()));
        }
    }
    res
}

fn lint(root: &Path, args: &[&str]) -> (i32, String, String) {
    let format: &[&str] = if args.contains(&"--diff") { &[] } else { &["--format", "concise"] };
    let all = [&["lint"], format, args].concat();
    let output = studyhall(root, &all);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn safe_fixes_are_made_and_the_rest_is_reported() {
    let root = bank(FAULTY);
    let path = root.path().join("content/e/a/two.md");
    let text = fs::read_to_string(&path).unwrap().replace('\n', "\r\n");
    fs::write(&path, format!("\u{feff}{text}")).unwrap();
    let (code, out, error) = lint(root.path(), &["--fix", "--fail-on", "warn"]);
    snapbox::assert_data_eq!(
        error,
        str![[r#"
fixed content/e/a/one.md: unused-suppression
fixed content/e/a/two.md: split-choice-list
2 findings fixed

"#]]
    );
    assert_eq!(code, 1, "{out}");
    assert_eq!(out, "content/e/a/one.md:2:1: warning[unknown-field] unknown field `dificulty`\n");
    let after: BTreeMap<String, String> = files(root.path()).into_iter().collect();
    assert!(after["content/e/a/one.md"].starts_with("---\ndificulty: easy   # é\n---\n\nWhich"));
    assert_eq!(
        after["content/e/a/two.md"],
        format!("\u{feff}{}", text.replace("> Look at it.", "  > Look at it."))
    );
    let again = lint(root.path(), &["--fix"]);
    assert_eq!(again.2, "nothing fixed\n");
    assert_eq!(files(root.path()).into_iter().collect::<BTreeMap<_, _>>(), after);
}

#[test]
fn unsafe_fixes_are_made_only_when_asked_for() {
    let root = bank(FAULTY);
    let (code, out, _) = lint(root.path(), &["--unsafe-fixes", "--fail-on", "warn"]);
    assert_eq!((code, out.as_str()), (0, ""));
    let text = fs::read_to_string(root.path().join("content/e/a/one.md")).unwrap();
    assert!(text.starts_with("---\ndifficulty: easy   # é\n---\n"), "{text}");
}

/// Old Macs ended lines with a carriage return alone, and so does Markdown. Nothing else does, so
/// such a file is left to its author.
#[test]
fn line_ends_are_kept_or_the_file_is_left_alone() {
    let lone = "---\ntitle: R\n---\n\nWhat is it?\n\n- [x] one\r\r> r\n- [ ] two\n- [ ] three\n";
    let mac = "---\rtitle: Q\r---\r\rWhat?\r\r- [x] one\r\r> r\r\r- [ ] two\r";
    let crlf =
        "---\r\ntitle: Q\r\n---\r\n\r\nWhat?\r\n\r\n- [x] ```rust\r\n  a\r\n  ```\r\n- [ ] two\r\n";
    for (text, is_fixed) in [(lone, false), (mac, false), (crlf, true)] {
        let folder = bank("//- content/e/_index.md\n---\ntopics:\n  - id: t\n---\n");
        let file = folder.path().join("content/e/t/q.md");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        lint(folder.path(), &["--fix"]);
        let now = fs::read_to_string(&file).unwrap();
        assert_eq!(now != text, is_fixed, "{now:?}");
        assert_eq!(
            now.matches('\n').count() - now.matches("\r\n").count(),
            text.replace("\r\n", "").matches('\n').count(),
            "{now:?}"
        );
    }
}

#[test]
fn a_diff_shows_what_fixes_would_do_and_writes_nothing() {
    let root = bank(FAULTY);
    let before = files(root.path());
    let (code, out, _) = lint(root.path(), &["--diff"]);
    assert_eq!(code, 1);
    snapbox::assert_data_eq!(
        out,
        str![[r#"
--- a/content/e/a/one.md
+++ b/content/e/a/one.md
@@ -1,6 +1,5 @@
 ---
 dificulty: easy   # é
-lint: {allow: {thin-topic: "we are new"}}
 ---
 
 Which colour has the sky?
--- a/content/e/a/two.md
+++ b/content/e/a/two.md
@@ -1,5 +1,5 @@
 Which colour has grass?
 
 - [x] Green
-> Look at it.
+  > Look at it.
 - [ ] Blue

"#]]
    );
    assert_eq!(files(root.path()), before);
    assert_eq!(
        lint(root.path(), &["--diff", "content/e/_index.md"]),
        (0, String::new(), String::new())
    );
}

#[test]
fn only_files_that_are_asked_for_are_fixed() {
    let root = bank(FAULTY);
    let before = files(root.path());
    lint(root.path(), &["--fix", "content/e/a/two.md"]);
    let changed: Vec<String> = (before.into_iter().zip(files(root.path())))
        .filter(|(a, b)| a != b)
        .map(|(a, _)| a.0)
        .collect();
    assert_eq!(changed, ["content/e/a/two.md"]);
}

#[test]
fn settings_are_fixed_too() {
    let root = bank(&FAULTY.replace("site_id = \"demo\"\n", ""));
    let (_, _, error) = lint(root.path(), &["--fix"]);
    assert!(error.contains("fixed site.toml: missing-site-id\n"), "{error}");
    let text = fs::read_to_string(root.path().join("site.toml")).unwrap();
    assert!(text.starts_with("site_id = \"demo\"\ntitle = \"Demo\"\n[lint"), "{text}");
}

/// The sample bank has nothing to fix, safe or not.
#[test]
fn the_sample_bank_needs_no_fix() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (code, out, error) = lint(root, &["--diff", "--unsafe-fixes"]);
    assert_eq!((code, out.as_str()), (0, ""), "{error}");
}

/// Faults planted into every question of the sample bank are mended, and nothing else changes.
#[test]
fn faults_planted_into_the_sample_bank_are_taken_out_again() {
    let root = tempfile::tempdir().unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut whole = BTreeMap::new();
    let mut planted = 0;
    for (path, text) in sources(sample) {
        let to = root.path().join(&path);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        let allowed = "\n<!-- lint:allow none-of-the-above it is meant -->\n\n- [";
        let faulty = match path.ends_with(".md").then(|| text.find("\n\n- [")).flatten() {
            Some(at) => {
                planted += 1;
                format!("{}\n{}{}", &text[..at], allowed, &text[at + "\n\n- [".len()..])
            }
            None => text.clone(),
        };
        fs::write(to, faulty).unwrap();
        whole.insert(path, text);
    }
    assert!(planted > 20, "{planted}");
    let (_, _, error) = lint(root.path(), &["--fix"]);
    assert!(error.ends_with(" findings fixed\n"), "{error}");
    for (path, text) in whole {
        assert_eq!(fs::read_to_string(root.path().join(&path)).unwrap(), text, "{path}");
    }
}

/// Returns the text files of the sample bank.
fn sources(sample: &Path) -> Vec<(String, String)> {
    let content = files_of(&sample.join("content"));
    let site = fs::read_to_string(sample.join("site.toml")).unwrap();
    let content =
        content.into_iter().map(|it| (format!("content/{}", it.path), it.text.to_string()));
    content.chain([("site.toml".to_owned(), site)]).collect()
}

fn files_of(folder: &Path) -> Vec<Source> {
    let all = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(Result::unwrap);
    all.filter(|it| it.file_type().is_file())
        .filter_map(|it| {
            let path = it.path().strip_prefix(folder).unwrap().to_str().unwrap();
            Some(Source::new(path, &fs::read_to_string(it.path()).ok()?))
        })
        .collect()
}
