//! Fixes: what they write can be read, and mends what they are for.

use std::fs;
use std::path::Path;

use studyhall::cmd::bank as command;
use studyhall::diagnostic::{Diagnostic, Edit, Fix, Level};
use studyhall::plan::Plan;
use studyhall::report::Look;

/// The bank into which each file of a test is put.
const BANK: [(&str, &str); 9] = [
    ("site.toml", "title = \"Demo\"\n"),
    ("content/about.md", "About.\n"),
    ("content/authors/desk.md", "---\nname: Desk\n---\n"),
    ("content/authors/face.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
    ("content/mle/_index.md", "---\ntopics: [{id: scaling, objectives: [{id: split}]}]\n---\n"),
    ("content/mle/lessons/data.md", "Text.\n"),
    ("content/mle/scaling/bundle/index.md", "Why?\n\n- [x] Yes\n- [ ] No\n"),
    ("content/mle/scaling/curve (1).svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
    ("content/mle/scaling/sound.md", "How?\n\n- [x] So\n- [ ] Thus\n"),
];
const QUESTION: &str = "content/mle/scaling/q.md";
const CHOICES: &str = "\n\n- [x] One\n- [ ] Two\n";

/// Returns what is found in one file of the bank.
fn find(path: &str, text: &str) -> Vec<Diagnostic> {
    let root = tempfile::tempdir().unwrap();
    for (path, text) in BANK.iter().chain(&[(path, text)]) {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let look = Look { colour: false, width: 80 };
    let loaded = command::load(root.path(), &command::Options::default(), look).unwrap();
    let (bank, mut found) = command::read(&loaded, false);
    found.extend(Plan::new(&bank, &loaded.config, &loaded.languages).1);
    found.retain(|it| Path::new(&*it.place.path) == Path::new(path));
    found
}

/// Makes the fix of everything that a rule finds in a file; returns nothing where there is none.
#[track_caller]
fn fixed(rule: &str, path: &str, text: &str) -> Option<String> {
    let found = find(path, text);
    assert!(!found.is_empty() && found.iter().all(|it| it.rule == rule), "{text}\n{found:#?}");
    let fixes = found.iter().filter_map(|it| it.fix.as_ref());
    assert!(fixes.clone().all(|it| !it.safe), "{text}");
    let mut edits: Vec<Edit> = fixes.flat_map(|it| it.edits.clone()).collect();
    edits.sort_by_key(|it| it.span);
    edits.dedup();
    let fix = Fix { safe: false, message: String::new(), edits };
    (!fix.edits.is_empty()).then(|| fix.apply(text))
}

#[test]
fn a_link_that_leads_nowhere_is_led_to_the_nearest_path() {
    for (rule, before, after) in [
        ("broken-link", "[a](../lessons/dta.md)", Some("[a](../lessons/data.md)")),
        ("broken-link", "[a](/mle/lessons/dta.md#part)", Some("[a](/mle/lessons/data.md#part)")),
        ("broken-link", "[dta.md](dta.md \"dta.md\")", None),
        (
            "broken-link",
            "[data.md](data.md \"data.md\")",
            Some("[data.md](../lessons/data.md \"data.md\")"),
        ),
        ("broken-link", "[a](<./sond.md>)", Some("[a](<./sound.md>)")),
        ("broken-link", "[a](bundel/)", Some("[a](bundle/)")),
        ("broken-link", "[a](bundel/index.md?x=1)", Some("[a](bundle/index.md?x=1)")),
        (
            "broken-link",
            "[a][r] [r]\n\n[r]: sond.md 'sond.md'",
            Some("[a][r] [r]\n\n[r]: sound.md 'sond.md'"),
        ),
        ("broken-link", "<a href='sond.md'>sond.md</a>", Some("<a href='sound.md'>sond.md</a>")),
        ("broken-link", "[a](index.md)", None),
        ("broken-link", "[a](nothing-like-it.md)", None),
        ("missing-asset", "![a](curve%20(2).svg)", Some("![a](curve%20%281%29.svg)")),
        ("missing-asset", "![sond.svg](face.svg)", Some("![sond.svg](../../authors/face.svg)")),
        (
            "missing-asset",
            "[a](/mle/curve%20(1).svg)",
            Some("[a](/mle/scaling/curve%20%281%29.svg)"),
        ),
        ("missing-asset", "<img src=\"fce.svg\" alt=\"fce.svg\">", None),
        ("missing-asset", "![a](sound.svg)", None),
        ("missing-asset", "![a](sound.md)", None),
    ] {
        let text = |it: &str| format!("Which? {it}{CHOICES}");
        let found = fixed(rule, QUESTION, &text(before));
        assert_eq!(found, after.map(text), "{before}");
        if let Some(text) = found {
            assert_eq!(find(QUESTION, &text), [], "{text}");
        }
    }
}

#[test]
fn names_in_front_matter_keep_their_quotes() {
    for (rule, field) in [
        ("invalid-value", "difficulty = Q"),
        ("unknown-author", "author = Q"),
        ("unknown-author", "reviewer = Q"),
        ("unknown-topic", "topic = Q"),
        ("unknown-objective", "objective = Q"),
        ("unknown-lesson", "see = [Q]"),
        ("unknown-question", "variant_of = Q"),
        ("unknown-question", "enemies = [Q]"),
    ] {
        let (wrong, right) = match field.split_once(' ').unwrap().0 {
            "difficulty" => ("esy", "easy"),
            "author" | "reviewer" => ("dsk", "desk"),
            "topic" => ("scalin", "scaling"),
            "objective" => ("splt", "split"),
            "see" => ("dta", "data"),
            _ => ("mle/sond", "mle/sound"),
        };
        for quote in ["\"", "'", ""] {
            let value = |it: &str| field.replace('Q', &format!("{quote}{it}{quote}"));
            let yaml =
                |it: &str| format!("---\n{}\n---\nWhich?{CHOICES}", value(it).replace(" =", ":"));
            assert_eq!(fixed(rule, QUESTION, &yaml(wrong)), Some(yaml(right)));
            let toml = |it: &str| format!("+++\n{}\n+++\nWhich?{CHOICES}", value(it));
            if !quote.is_empty() {
                assert_eq!(fixed(rule, QUESTION, &toml(wrong)), Some(toml(right)));
            }
        }
    }
    for (before, after) in [
        ("---\nname: A\npicture: fce.svg\n---\n", "---\nname: A\npicture: face.svg\n---\n"),
        (
            "+++\nname = 'A'\npicture = './fce.svg'\n+++\n",
            "+++\nname = 'A'\npicture = './face.svg'\n+++\n",
        ),
    ] {
        let found = fixed("missing-asset", "content/authors/other.md", before);
        assert_eq!(found.as_deref(), Some(after));
    }
}

#[test]
fn a_menu_is_led_to_the_nearest_page() {
    let menu = |url: &str| format!("[[menu]]\nlabel = \"About\"\nurl = {url}\n");
    let found = fixed("broken-link", "site.toml", &menu("'/abuot/'"));
    assert_eq!(found, Some(menu("'/about/'")));
    assert_eq!(fixed("broken-link", "site.toml", &menu("'/nowhere/at/all/'")), None);
}

/// What a beginner gets wrong is told as what it is, not as what the parser made of it.
#[test]
fn a_finding_says_what_was_likely_meant() {
    for (path, text, rule, told) in [
        (QUESTION, "How?\n\n- So\n- Thus\n", "missing-choices", "the items of this list"),
        (QUESTION, "How?\n\nA) So\nB) Thus\n", "missing-choices", "these lines are no list"),
        (
            QUESTION,
            "How?\n\n```sh\nls\n\n- [x] So\n- [ ] Thus\n",
            "missing-choices",
            "never closed",
        ),
        (QUESTION, "---\ntype: true-false\n---\nIt is.\n", "missing-choices", "`answer: true`"),
        (QUESTION, "---\ntitle: Q\n author: desk\n---\n", "front-matter-syntax", "is indented"),
        (QUESTION, "---\nauthor desk\nid: a\n---\n", "front-matter-syntax", "a colon is missing"),
        (QUESTION, "---\ntitle: \"Q\nid: a\n---\n", "front-matter-syntax", "is never closed"),
        (
            "content/mle/scalin/q.md",
            "---\ndifficulty: easy\n---\nHow?\n\n- [x] So\n- [ ] Thus\n",
            "question-outside-topic",
            "did you mean the folder `scaling`?",
        ),
        (
            "content/gcp/index.md",
            "---\ntopics: [{id: a}]\n---\n",
            "question-outside-topic",
            "`_index.md`",
        ),
    ] {
        let found = find(path, text);
        let worst: Vec<_> = found.iter().filter(|it| it.level >= Level::Warn).collect();
        assert_eq!(worst.len(), 1, "{text}\n{found:#?}");
        assert_eq!(worst[0].rule, rule, "{text}");
        let notes = worst[0].notes.iter().map(|it| &it.message).chain(&worst[0].help);
        let all: Vec<&String> = notes.chain([&worst[0].message]).collect();
        assert!(all.iter().any(|it| it.contains(told)), "{text}\n{all:?}");
    }
}

#[test]
fn an_address_for_mail_is_a_link() {
    let text = format!("Write to <team@example.org> or <https://example.org>.{CHOICES}");
    assert_eq!(find(QUESTION, &text), []);
}
