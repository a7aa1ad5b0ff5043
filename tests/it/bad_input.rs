//! FORMAT.md 5, row by row, and what section 1 says of reading: each sentence a test.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use studyhall::bank::model::Bank;
use studyhall::check;
use studyhall::cmd::bank as command;
use studyhall::diagnostic::{Diagnostic, Level};
use studyhall::report::Look;
use tempfile::TempDir;

use crate::reading::{EXAM, PATH, bank, context, findings, question, response};

const SOUND: &str = "Which?\n\n- [x] One\n- [ ] Two\n";

fn rules(text: &str) -> Vec<String> {
    findings(&question(text).1, text).lines().map(|it| it[2..].to_owned()).collect()
}

/// Returns the findings of a bank's files as `PATH: RULE LEVEL`.
fn told(files: &[(&str, &str)]) -> Vec<String> {
    bank(files).diagnostics.iter().map(line).collect()
}

fn line(it: &Diagnostic) -> String {
    format!("{}: {} {}", it.place.path.trim_start_matches("content/"), it.rule, it.level.name())
}

/// Writes a bank to disk.
fn disk(files: &[(&str, &[u8])]) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for (path, bytes) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    root
}

/// Reads a bank from disk as the commands do.
fn read(root: &Path) -> (Bank, Vec<String>) {
    let loaded =
        command::load(root, &command::Options::default(), Look { colour: false, width: 80 })
            .unwrap();
    let (bank, found) = command::read(&loaded, false);
    (bank, found.iter().map(line).collect())
}

#[test]
fn no_front_matter_means_defaults() {
    let question = question(SOUND).0.unwrap().written;
    assert_eq!((question.id.as_str(), question.slug.as_str()), ("mle/q", "q"));
    assert_eq!(question.lang, "en");
    assert!(response(&question).shuffle);
}

#[test]
fn front_matter_that_does_not_parse_is_an_error_and_all_other_files_are_still_checked() {
    let files = [
        ("content/mle/_index.md", EXAM),
        ("content/mle/scaling/a.md", "---\ntitle: a: b\n---\nText."),
        ("content/mle/scaling/b.md", "---\ntitle: x\n"),
        ("content/mle/scaling/c.md", "Text."),
        ("content/mle/scaling/d.md", SOUND),
    ];
    assert_eq!(
        told(&files),
        [
            "mle/scaling/a.md: front-matter-syntax deny",
            "mle/scaling/b.md: unclosed-front-matter deny",
            "mle/scaling/c.md: missing-choices deny",
        ]
    );
    let bank = bank(&files).bank;
    assert_eq!(bank.questions.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["mle/d"]);
}

#[test]
fn a_question_with_an_error_is_never_published_half_read() {
    for text in
        ["- [x] One\n- Two\n- [ ] Three\n", "- [x] One\n\n> q\n\n- [ ] Two\n", "- [x] One\n- [ ]\n"]
    {
        assert!(bank(&[("content/mle/_index.md", EXAM), (PATH, text)]).bank.questions.is_empty());
    }
}

#[test]
fn a_task_list_mixed_with_plain_items_and_text_after_the_rationale_are_errors_at_the_item_and_the_text()
 {
    let text = "- [x] One\n- Two\n- [ ] Three\n\n  > q\n\n  text\n";
    assert_eq!(rules(text), ["mixed-choice-list 2:1", "content-after-rationale 7:3"]);
}

#[test]
fn no_choices_no_key_several_keys_one_choice_too_many_an_empty_one_two_equal_ones_each_have_a_rule()
{
    let many = |n: usize| {
        (0..n)
            .map(|it| format!("- [{}] c{it}\n", if it == 0 { "x" } else { " " }))
            .collect::<String>()
    };
    for (text, rule) in [
        ("Which?\n".to_owned(), "missing-choices 1:1"),
        ("- [ ] a\n- [ ] b\n".to_owned(), "missing-key 1:1"),
        ("---\ntype: single\n---\n- [x] a\n- [x] b\n".to_owned(), "several-keys-in-single 5:1"),
        ("- [x] a\n".to_owned(), "too-few-choices 1:1"),
        (many(27), "too-many-choices 1:1"),
        ("- [x] a\n- [ ] \n".to_owned(), "empty-choice 2:1"),
        ("- [x] a\n- [ ] a\n".to_owned(), "duplicate-choice 2:1"),
    ] {
        assert_eq!(rules(&text), [rule]);
    }
    assert_eq!(rules(&many(26)), Vec::<String>::new());
}

#[test]
fn malformed_markers_and_task_residue_are_errors_with_a_safe_fix() {
    for marker in ["[ x ]", "[]", "[✓]", "[x]T", "[ ]T"] {
        let text = format!("- [x] One\n- {marker} Two\n");
        let found = question(&text).1;
        assert_eq!(found[0].rule, "malformed-choice-marker", "{marker}");
        assert!(found[0].fix.as_ref().unwrap().safe);
    }
    let found = question("- [x] One ✅ 2026-11-02\n- [ ] Two\n").1;
    assert_eq!(found[0].rule, "task-marker-residue");
    assert!(found[0].fix.as_ref().unwrap().safe);
}

#[test]
fn crlf_tabs_trailing_white_space_and_a_byte_order_mark_are_as_if_absent() {
    let plain = "---\ndifficulty: easy\n---\nWhich one?\n\n- [x] One\n  > Because.\n- [ ] Two\n\n## Hint\n\nLook.\n";
    let told = |text: &str| {
        let (draft, found) = question(text);
        assert!(found.is_empty(), "{text:?}: {found:?}");
        let question = draft.unwrap().written;
        (crate::reading::told(&question), crate::reading::identity(&question))
    };
    for other in [
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "  \n"),
        plain.replace("\n\n", " \t\n\t\n"),
        plain.replace("] ", "]\t"),
        format!("\u{feff}{plain}"),
        plain.trim_end().to_owned(),
    ] {
        // Two spaces at a line's end within a paragraph are a hard break, but here are none.
        assert_eq!(told(&other), told(plain), "{other:?}");
    }
}

#[test]
fn text_that_is_not_utf_8_or_holds_nul_is_an_error_with_the_byte_offset() {
    let root = disk(&[
        ("content/mle/_index.md", EXAM.as_bytes()),
        ("content/mle/scaling/a.md", b"abc\xe9"),
        ("content/mle/scaling/b.md", b"ab\0c"),
        ("content/mle/scaling/c.md", SOUND.as_bytes()),
    ]);
    let loaded =
        command::load(root.path(), &command::Options::default(), Look { colour: false, width: 80 })
            .unwrap();
    let (bank, found) = command::read(&loaded, false);
    let messages: Vec<&str> = found.iter().map(|it| it.message.as_str()).collect();
    assert!(messages[0].contains("byte 3") && messages[1].contains("byte 2"), "{messages:?}");
    assert_eq!(bank.questions.len(), 1);
}

#[test]
fn whatever_leaves_the_bank_is_an_error_and_nothing_outside_is_read_or_published() {
    for destination in [
        "../../../site.toml",
        "/../site.toml",
        "%2e%2e/%2e%2e/%2e%2e/x",
        "..%2f..%2f..%2fx",
        "..\\..\\x",
    ] {
        for text in
            [format!("[a]({destination})\n\n{SOUND}"), format!("![a]({destination})\n\n{SOUND}")]
        {
            let found = question(&text).1;
            assert!(
                found.iter().any(|it| matches!(it.rule, "path-outside-bank" | "unsafe-link")
                    && it.level == Level::Deny),
                "{text}: {found:?}"
            );
        }
    }
    for field in [
        "slug: ../x",
        "slug: /x",
        "aliases: [../x]",
        "aliases: [\"a/%2e%2e/x\"]",
        "see: [../../../x.md]",
    ] {
        assert_eq!(
            question(&format!("---\n{field}\n---\n{SOUND}")).1[0].rule,
            "path-outside-bank",
            "{field}"
        );
    }
    let root = disk(&[("content/mle/_index.md", EXAM.as_bytes())]);
    let outside = disk(&[("secret.md", SOUND.as_bytes())]);
    fs::create_dir_all(root.path().join("content/mle/scaling")).unwrap();
    symlink(outside.path().join("secret.md"), root.path().join("content/mle/scaling/a.md"))
        .unwrap();
    let (bank, found) = read(root.path());
    assert!(bank.questions.is_empty());
    assert!(found.iter().any(|it| it.ends_with("path-outside-bank deny")), "{found:?}");
}

#[test]
fn a_link_with_another_scheme_is_an_error() {
    for destination in [
        "javascript:alert(1)",
        "JAVASCRIPT:x",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
        "//example.org/x",
        "java&#115;cript:x",
    ] {
        let text = format!("[a]({destination})\n\n{SOUND}");
        assert_eq!(rules(&text)[0].split(' ').next(), Some("unsafe-link"), "{destination}");
        let html = format!("<a href=\"{destination}\">a</a>\n\n{SOUND}");
        assert_eq!(rules(&html)[0].split(' ').next(), Some("unsafe-link"), "{destination}");
    }
    for destination in ["http://a.org", "https://a.org", "mailto:a@b.c", "tel:+1", "#part"] {
        assert_eq!(rules(&format!("[a]({destination})\n\n{SOUND}")), Vec::<String>::new());
    }
    assert_eq!(
        rules(&format!("<javascript:alert(1)>\n\n{SOUND}"))[0].split(' ').next(),
        Some("unsafe-link")
    );
}

#[test]
fn an_image_without_alternative_text_is_an_error_and_decorative_ones_say_so() {
    assert_eq!(rules(&format!("![](x.svg)\n\n{SOUND}"))[0], "missing-alt 1:1");
    let html = rules(&format!("<img src=\"x.svg\">\n\n{SOUND}"));
    assert!(html.contains(&"missing-alt 1:1".to_owned()), "{html:?}");
    let decorative = rules(&format!("![](x.svg \"decorative\")\n\n{SOUND}"));
    assert!(!decorative.iter().any(|it| it.starts_with("missing-alt")), "{decorative:?}");
}

#[test]
fn a_file_over_8_mb_nesting_over_64_and_a_line_of_1_mb_are_refused() {
    assert_eq!(rules(&"a\n".repeat(4 * 1024 * 1024 + 1)), ["file-too-large 1:1"]);
    assert_eq!(rules(&"a".repeat(1024 * 1024 + 1)), ["file-too-large 1:1"]);
    assert_eq!(rules(&format!("{}a\n", ">".repeat(65))), ["nesting-too-deep 1:1"]);
    assert_eq!(rules(&format!("{}a\n\n{SOUND}", ">".repeat(63))), Vec::<String>::new());
}

#[test]
fn a_task_list_with_a_key_in_a_file_that_is_no_question_is_an_error_inside_an_exam_a_note_elsewhere()
 {
    let files = [
        ("content/about.md", SOUND),
        ("content/mle/_index.md", EXAM),
        ("content/mle/lessons/l.md", SOUND),
        ("content/mle/scalling/q.md", SOUND),
        ("content/mle/scaling/_index.md", SOUND),
        ("content/mle/serving/page.md", "---\nkind: page\n---\n- [x] One\n"),
        ("content/todo.md", "- [ ] nothing keyed\n"),
    ];
    assert_eq!(
        told(&files),
        [
            "about.md: question-outside-topic note",
            "mle/lessons/l.md: question-outside-topic deny",
            "mle/scaling/_index.md: question-outside-topic deny",
            "mle/scalling/q.md: unknown-topic note",
            "mle/scalling/q.md: question-outside-topic deny",
            "mle/serving/page.md: question-outside-topic deny",
        ]
    );
}

#[test]
fn a_folder_that_is_no_topic_is_one_note_unless_its_files_say_what_they_are() {
    let files = [
        ("content/mle/_index.md", EXAM),
        ("content/mle/extra/e.md", "---\ntopic: serving\n---\n- [x] 1a\n- [ ] 2b\n"),
        ("content/mle/history/h.md", "---\nkind: page\n---\nLong ago.\n"),
        ("content/mle/lessons/_index.md", "All lessons.\n"),
        ("content/mle/notes.md", "A page of the exam.\n"),
        ("content/mle/scaling/a.md", SOUND),
        ("content/mle/scalling/deep/b.md", "Text.\n"),
        ("content/mle/scalling/c.md", "Text.\n"),
        ("content/other/d.md", "Text.\n"),
    ];
    let found = bank(&files).diagnostics;
    let told: Vec<String> = found.iter().map(line).collect();
    assert_eq!(told, ["mle/scalling/c.md: unknown-topic note"]);
    assert_eq!(found[0].help.as_deref(), Some("did you mean `scaling`?"));
}

#[test]
fn a_topic_without_a_folder_an_exam_or_a_bank_without_questions_is_a_note() {
    let retired = format!("---\nstatus: retired\n---\n{SOUND}");
    for (files, expected) in [
        (vec![], vec!["site.toml: the site has no exam yet"]),
        (
            vec![("content/_index.md", "Hello.\n")],
            vec!["content/_index.md: the site has no exam yet"],
        ),
        (
            vec![("content/mle/_index.md", EXAM), ("content/mle/scaling/_index.md", "Hello.\n")],
            vec!["content/mle/_index.md: no question of the exam `mle` is in use yet"],
        ),
        (
            vec![("content/mle/_index.md", EXAM), ("content/mle/scaling/a.md", SOUND)],
            vec!["content/mle/_index.md: no question of the topic `serving` is in use yet"],
        ),
        (
            vec![
                ("content/mle/_index.md", EXAM),
                ("content/mle/scaling/a.md", SOUND),
                ("content/mle/serving/b.md", &*retired),
            ],
            vec!["content/mle/_index.md: no question of the topic `serving` is in use yet"],
        ),
    ] {
        let bank = bank(&files).bank;
        let found = check::run(context(&bank));
        let own = found.iter().filter(|it| it.rule == "thin-topic" && it.level == Level::Note);
        let told: Vec<_> = own.map(|it| format!("{}: {}", it.place.path, it.message)).collect();
        assert_eq!(told, expected, "{files:?}");
    }
}

#[test]
fn pages_without_questions_say_that_there_is_nothing_yet_and_a_build_hides_the_notes() {
    for (files, page, sentence) in [
        (vec![("content/x.md", "Hello.\n")], "index.html", "There are no exams here yet."),
        (
            vec![("content/mle/_index.md", EXAM)],
            "mle/index.html",
            "There are no questions here yet.",
        ),
        (
            vec![("content/mle/_index.md", EXAM)],
            "mle/serving/index.html",
            "There are no questions here yet.",
        ),
        (
            vec![("content/mle/_index.md", "---\ntopics: []\n---\n")],
            "mle/index.html",
            "This exam has no topics yet.",
        ),
    ] {
        let files: Vec<_> = files.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
        let root = disk(&files);
        let mut build = std::process::Command::new(env!("CARGO_BIN_EXE_studyhall"));
        let output = build.arg("--root").arg(root.path()).args(["build", "-q"]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "no note is shown");
        let text = fs::read_to_string(root.path().join("public").join(page)).unwrap();
        assert!(text.contains(sentence), "{page}");
        assert!(!text.contains("Mock exam"), "{page} offers a mock exam of nothing");
    }
}

#[test]
fn a_file_in_a_topics_folder_or_below_is_a_question_and_one_elsewhere_names_its_topic() {
    let files = [
        ("content/mle/_index.md", EXAM),
        ("content/mle/extra/e.md", "---\ntopic: serving\n---\n- [x] 1a\n- [ ] 2b\n"),
        ("content/mle/scaling/a.md", SOUND),
        ("content/mle/scaling/bundle/index.md", SOUND),
        ("content/mle/scaling/deep/er/c.md", SOUND),
        ("content/mle/top.md", "---\nkind: question\ntopic: scaling\n---\n- [x] 1a\n- [ ] 2b\n"),
    ];
    let reading = bank(&files);
    assert_eq!(findings(&reading.diagnostics, ""), "");
    let told: Vec<_> = reading.bank.questions.iter().map(|it| (it.id.as_str(), it.topic)).collect();
    assert_eq!(told, [("mle/a", 0), ("mle/bundle", 0), ("mle/c", 0), ("mle/top", 0), ("mle/e", 1)]);
}

#[test]
fn two_questions_with_one_id_are_an_error_and_the_help_offers_another() {
    let files = [
        ("content/mle/_index.md", EXAM),
        ("content/mle/scaling/q1.md", SOUND),
        ("content/mle/serving/q1.md", SOUND),
    ];
    let found = bank(&files).diagnostics;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].rule, "duplicate-id");
    assert!(found[0].help.as_ref().unwrap().contains("mle/serving-q1"), "{found:?}");
}

#[test]
fn a_slug_is_the_stem_in_lower_case_with_hyphens() {
    for (path, field, slug) in [
        ("Multi GPU!.md", "", "multi-gpu"),
        ("Größe_2.md", "", "größe-2"),
        ("Gro\u{308}ße.md", "", "größe"),
        ("سؤال.md", "", "سؤال"),
        ("x.md", "---\nslug: C++ & Rust\n---\n", "c-rust"),
    ] {
        let path = format!("content/mle/scaling/{path}");
        let text = format!("{field}{SOUND}");
        let reading = bank(&[("content/mle/_index.md", EXAM), (&path, &text)]);
        assert_eq!(reading.bank.questions[0].slug, slug);
    }
}

#[test]
fn two_tags_with_one_slug_are_an_error() {
    let tags = |tags: &str| format!("---\ntags: [{tags}]\n---\n{SOUND}");
    let (a, b) = (tags("\"C++\", \"C#\", .NET"), tags("cplusplus"));
    let files = [
        ("content/mle/_index.md", EXAM),
        ("content/mle/scaling/a.md", &*a),
        ("content/mle/scaling/b.md", &*b),
    ];
    assert_eq!(told(&files), ["mle/scaling/b.md: tag-collision deny"]);
    let slugs: Vec<_> = bank(&files[..2]).bank.tags.into_iter().map(|it| it.slug).collect();
    assert_eq!(slugs, ["cplusplus", "csharp", "dotnet"]);
}

#[test]
fn files_whose_name_begins_with_a_dot_and_readmes_are_skipped() {
    let root = disk(&[
        ("content/mle/_index.md", EXAM.as_bytes()),
        ("content/mle/scaling/README.md", b"- [x] nothing"),
        ("content/mle/scaling/.draft.md", b"- [x] nothing"),
        ("content/.obsidian/x.md", b"\xff"),
        ("content/mle/scaling/a.md", SOUND.as_bytes()),
    ]);
    let (bank, found) = read(root.path());
    assert_eq!((bank.questions.len(), bank.pages.len(), found), (1, 0, Vec::new()));
}

#[test]
fn a_link_to_a_draft_or_a_missing_page_is_an_error_and_paths_are_relative_or_from_content() {
    let page = |link: &str| format!("[a]({link})\n");
    let draft = format!("---\nstatus: draft\n---\n{SOUND}");
    for (link, rules) in [
        ("mle/scaling/a.md", vec![]),
        ("/mle/scaling/a.md#part", vec![]),
        ("mle/scaling/", vec![]),
        ("mle/scaling/b.md", vec!["broken-link deny"]),
        ("mle/scaling/c.md", vec!["broken-link deny"]),
        ("MLE/scaling/a.md", vec!["path-case-mismatch deny"]),
    ] {
        let root = disk(&[
            ("content/about.md", page(link).as_bytes()),
            ("content/mle/_index.md", EXAM.as_bytes()),
            ("content/mle/scaling/_index.md", b"Hello.\n"),
            ("content/mle/scaling/a.md", SOUND.as_bytes()),
            ("content/mle/scaling/b.md", draft.as_bytes()),
        ]);
        let found: Vec<_> =
            read(root.path()).1.iter().map(|it| it.replace("about.md: ", "")).collect();
        assert_eq!(found, rules, "{link}");
    }
}

#[test]
fn raw_html_is_kept_as_far_as_it_is_harmless_and_what_is_removed_is_a_warning() {
    for (html, removed) in [
        ("<kbd>x</kbd>", false),
        ("<span class=\"x\">x</span>", true),
        ("<b id=\"x\">x</b>", true),
        ("<b style=\"x\">x</b>", true),
        ("<b onclick=\"x\">x</b>", true),
        ("<input>", true),
        ("<iframe src=\"https://example.org\"></iframe>", true),
    ] {
        let found = question(&format!("Text {html}\n\n{SOUND}")).1;
        let told: Vec<_> = found.iter().map(|it| (it.rule, it.level)).collect();
        let expected = if removed { vec![("removed-html", Level::Warn)] } else { vec![] };
        assert_eq!(told, expected, "{html}");
    }
}
