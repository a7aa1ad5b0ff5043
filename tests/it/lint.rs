//! What rules of the linter are given: questions prepared for them, levels and settings.

use studyhall::check;
use studyhall::check::item::{Item, Part};
use studyhall::check::settings::Settings;
use studyhall::check::text::Text;
use studyhall::config::Config;
use studyhall::diagnostic::{Diagnostic, Level, Place, sort};
use studyhall::source::{Source, Span};

use crate::demo::Demo;
use crate::reading::{EXAM, PATH, bank, context};

/// Shows a question of the demo exam to `look` as rules see it.
fn item(question: &str, look: impl FnOnce(&Item<'_>)) {
    let reading = bank(&[("content/mle/_index.md", EXAM), (PATH, question)]);
    assert!(reading.diagnostics.is_empty(), "{:?}", reading.diagnostics);
    look(&Item::new(context(&reading.bank), 0));
}

#[test]
fn a_question_is_prepared_for_its_rules() {
    let question = "A team of 3 trains. Which **two** help? (Select TWO)\r\n\r\n\
        - [x] Größer\r\n\r\n  > Because it fits.\r\n  >\r\n  > **Tempting:** it is large.\r\n\r\n\
        - [ ] `ls -l`\r\n- [x] Third, as A\r\n\r\n## Explanation\r\n\r\nBoth fit.\r\n\r\n\
        ## Hint\r\n\r\nThink.\r\n";
    item(question, |item| {
        assert_eq!(item.stem.as_str(), "A team of 3 trains. Which two help?");
        assert_eq!(item.lead_in.as_str(), "Which two help?");
        let choices: Vec<_> =
            item.choices.iter().map(|it| (it.letter, it.key, it.text.as_str())).collect();
        assert_eq!(
            choices,
            [('A', true, "Größer"), ('B', false, "ls -l"), ('C', true, "Third, as A")]
        );
        let b = &item.choices[1].text;
        assert!(b.is_code(0..b.as_str().len()));
        let a = &item.choices[0];
        assert_eq!(
            (a.rationale.as_str(), a.tempting.as_str()),
            ("Because it fits.", "it is large.")
        );
        assert_eq!(&question[a.text.whole().range()], "Größer");
        assert_eq!(&question[a.tempting.whole().range()], "it is large.");
        assert_eq!(item.explanation.as_str(), "Both fit.");
        let parts: Vec<Part> = item.texts().map(|(part, _)| part).collect();
        assert!(parts.contains(&Part::Hint) && !parts.contains(&Part::Trap), "{parts:?}");
        assert_eq!(item.keys().count() + item.distractors().count(), 3);
    });
}

/// One fault that keeps a question from being published must not hide what else is wrong with it.
#[test]
fn a_fault_hides_no_other() {
    let question = |front: &str, explanation: &str| {
        format!(
            "---\n{front}\n---\n\nWhich lists files?\n\n- [x] ls\n- [ ] cd\n- [ ] None of the above\n\n## Explanation\n\n{explanation}\n"
        )
    };
    for (rule, front, explanation) in [
        ("unknown-author", "author: nobody", "Option B is correct."),
        ("broken-link", "title: Q", "Option B is correct. See [it](no.md)."),
        ("unknown-choice-reference", "title: Q", "Option B is correct. Option F is not."),
        ("invalid-value", "reviewed: soon", "Option B is correct."),
    ] {
        let demo = Demo::with(&[
            Source::new("content/e/_index.md", "---\ntopics:\n  - id: t\n---\n"),
            Source::new("content/e/t/q.md", &question(front, explanation)),
        ]);
        let found: Vec<&str> = demo.find(None).1.iter().map(|it| it.rule).collect();
        for rule in [rule, "none-of-the-above", "explanation-contradicts-key"] {
            assert!(found.contains(&rule), "{rule} {found:?}");
        }
    }
}

#[test]
fn the_sentence_that_asks() {
    for (stem, expected) in [
        ("A team trains. What next?", "What next?"),
        ("What does it print?\n\n```c\nputs(\"?\");\n```", "What does it print?"),
        ("What does it print?\n\nAssume that nothing fails.", "What does it print?"),
        ("Users ask why. Nobody knows. Choose the best reply.", "Choose the best reply."),
        ("Is it up? No.\n\nIt fails.\n\nThe cause is", "The cause is"),
        ("Which is **not** a planet? Look twice.", "Which is not a planet?"),
    ] {
        let question = format!("{stem}\n\n- [x] a\n- [ ] b\n");
        item(&question, |item| assert_eq!(item.lead_in.as_str(), expected, "{stem}"));
    }
}

#[test]
fn rules_for_words_keep_to_languages_with_words() {
    let of = |lang: &str| format!("---\nlang: {lang}\n---\n\nA?\n\n- [x] a\n- [ ] b\n");
    for (lang, tag) in [("en-GB", Some("en")), ("de", Some("de")), ("fr", None)] {
        item(&of(lang), |item| {
            assert_eq!(item.language.map(|it| it.tag.as_str()), tag, "{lang}");
            assert_eq!(item.phrases("none_of_the_above").is_some(), tag.is_some(), "{lang}");
            assert!(item.phrases("no such list").is_none());
        });
    }
}

fn settings(text: &str) -> Result<Settings, Vec<Diagnostic>> {
    Settings::read(&Config::read(Some(Source::new("site.toml", text))).unwrap())
}

#[test]
fn levels_come_from_the_nearest_setting() {
    let settings = settings(
        "[lint.rules]\nunknown-field = \"note\"\nitem-writing = \"deny\"\n\
         [[lint.overrides]]\npaths = [\"content/drafts/**\"]\nrules = { item-writing = \"allow\", unknown-field = \"warn\" }\n\
         [[lint.overrides]]\npaths = [\"content/drafts/new/**\"]\nrules = { none-of-the-above = \"note\", item-writing = \"warn\" }\n",
    )
    .unwrap();
    let level = |rule: &str, path: &str| settings.level(check::rule(rule).unwrap(), path);
    for (rule, path, expected) in [
        ("unknown-field", "content/a.md", Level::Note),
        ("unknown-field", "content/drafts/a.md", Level::Warn),
        ("none-of-the-above", "content/a.md", Level::Deny),
        ("none-of-the-above", "content/drafts/a.md", Level::Allow),
        ("none-of-the-above", "content/drafts/new/a.md", Level::Note),
        ("removed-html", "content/a.md", Level::Warn),
        ("missing-key", "content/drafts/a.md", Level::Deny),
    ] {
        assert_eq!(level(rule, path), expected, "{rule} {path}");
    }
    let found = |rule: &str, path: &str, level| {
        let place = Place::new(&path.into(), Span::default());
        Diagnostic::new(check::rule(rule).unwrap().name, level, place, "x")
    };
    let mut all = vec![
        found("none-of-the-above", "content/a.md", Level::Warn),
        found("none-of-the-above", "content/a.md", Level::Note),
        found("none-of-the-above", "content/drafts/a.md", Level::Warn),
        found("question-outside-topic", "content/a.md", Level::Note),
    ];
    settings.settle(&mut all);
    let levels: Vec<Level> = all.iter().map(|it| it.level).collect();
    assert_eq!(levels, [Level::Deny, Level::Note, Level::Note]);
}

#[test]
fn every_fault_of_the_settings_is_told_with_its_place() {
    for (text, place, message, help) in [
        (
            "[lint.rules]\nunknown-feild = \"note\"\n",
            "unknown-feild",
            "there is no rule `unknown-feild`",
            Some("did you mean `unknown-field`?"),
        ),
        (
            "[lint.rules]\nitem-writing = \"warning\"\n",
            "\"warning\"",
            "`warning` is no value of `lint.rules.item-writing`",
            Some("write one of `allow`, `note`, `warn`, `deny`"),
        ),
        (
            "[lint.rules]\nmissing-key = \"warn\"\n",
            "missing-key",
            "`missing-key` cannot be lowered",
            Some("its findings keep a question from being published"),
        ),
        (
            "[lint]\nrequired = [\"author\"]\n",
            "required",
            "unknown field `lint.required`",
            Some("did you mean `require`?"),
        ),
        (
            "[lint]\nrequire = [\"author\", \"dificulty\"]\n",
            "\"dificulty\"",
            "questions have no field `dificulty`",
            Some("did you mean `difficulty`?"),
        ),
        (
            "[[lint.overrides]]\npaths = [\"**\"]\nrules = { kye = \"allow\" }\n",
            "kye",
            "there is no rule `kye`",
            Some("did you mean `key`?"),
        ),
    ] {
        let found = settings(text).unwrap_err();
        assert_eq!(found.len(), 1, "{found:?}");
        let it = &found[0];
        assert_eq!(it.message, message);
        assert_eq!(it.help.as_deref(), help);
        assert_eq!(&text[it.place.span.range()], place);
    }
    assert!(settings("[lint.rules]\nmissing-key = \"deny\"\nkey = \"allow\"\n").is_ok());
}

#[test]
fn an_empty_text_has_no_place() {
    let text = Text::default();
    assert!(text.is_empty() && text.sentences().is_empty() && text.words().is_empty());
    assert_eq!(text.whole(), Span::default());
}

/// Returns what is found in a question of the demo exam, as `rule: the bytes in question`.
fn told(question: &str) -> Vec<String> {
    let reading = bank(&[("content/mle/_index.md", EXAM), (PATH, question)]);
    let context = context(&reading.bank);
    let mut found = reading.diagnostics;
    found.extend(check::run(context));
    check::settle(&[&Source::new(PATH, question)], context, &mut found);
    // Such short questions explain nothing.
    found.retain(|it| it.rule != "missing-explanation");
    found.retain(|it| &*it.place.path == PATH && it.level > Level::Note);
    sort(&mut found);
    found.iter().map(|it| format!("{}: {}", it.rule, &question[it.place.span.range()])).collect()
}

#[test]
fn a_comment_allows_in_the_block_it_stands_before() {
    let allow = "<!-- lint:allow unknown-section our house style -->";
    let of = |before: &str, second: &str| {
        format!(
            "A?\n\n- [x] a\n- [ ] b\n\n{before}\n## Notes\n\nText.\n\n{second}\n## More\n\nText.\n"
        )
    };
    let [notes, more] = ["unknown-section: ## Notes", "unknown-section: ## More"];
    let unused = format!("unused-suppression: {allow}");
    for (before, second, expected) in [
        ("", "", vec![notes, more]),
        (allow, "", vec![more]),
        ("", allow, vec![notes]),
        ("<!-- lint:allow unknown-section\n     our house style -->", "", vec![more]),
        (&*format!("{allow}\n\n<!-- a remark -->\n"), "", vec![more]),
        (&*format!("{allow}\n\nBetween.\n"), "", vec![&*unused, notes, more]),
        (
            "<!-- lint:allow unknown-section -->",
            "",
            vec!["unused-suppression: <!-- lint:allow unknown-section -->", notes, more],
        ),
        (
            "<!-- lint:alow unknown-section x -->",
            "",
            vec!["unused-suppression: <!-- lint:alow unknown-section x -->", notes, more],
        ),
    ] {
        assert_eq!(told(&of(before, second)), expected, "{before} {second}");
    }
}

#[test]
fn a_comment_in_a_choice_allows_in_all_of_it() {
    let found = "none-of-the-above: None of these";
    for (choice, expected) in [
        ("- [ ] None of these", vec![found]),
        ("- [ ] None of these\n\n  <!-- lint:allow none-of-the-above as in the exam -->", vec![]),
        ("- [ ] None of these\n  <!-- lint:allow none-of-the-above as in the exam -->", vec![]),
        ("- [ ] <!-- lint:allow none-of-the-above as in the exam --> None of these", vec![]),
        (
            "- [ ] None of these\n\n  > <!-- lint:allow none-of-the-above x -->\n  > Why.",
            vec![found, "unused-suppression: <!-- lint:allow none-of-the-above x -->"],
        ),
        (
            "- [ ] c\n\n  <!-- lint:allow none-of-the-above x -->\n\n- [ ] None of these",
            vec!["unused-suppression: <!-- lint:allow none-of-the-above x -->", found],
        ),
    ] {
        assert_eq!(told(&format!("A?\n\n- [x] a\n- [ ] b\n{choice}\n")), expected, "{choice}");
    }
}

#[test]
fn of_two_that_allow_one_finding_the_inner_is_in_use() {
    let question = "---\nlint:\n  allow:\n    none-of-the-above: x\n---\n\nA?\n\n- [x] a\n- [ ] b\n\
         - [ ] None of these\n\n  <!-- lint:allow none-of-the-above y -->\n";
    assert_eq!(told(question), ["unused-suppression: none-of-the-above"]);
    let twice = "A?\n\n- [x] a\n- [ ] b\n- [ ] None of these\n\n  \
         <!-- lint:allow none-of-the-above y -->\n  <!-- lint:allow none-of-the-above z -->\n";
    assert_eq!(told(twice), ["unused-suppression: <!-- lint:allow none-of-the-above y -->"]);
}

#[test]
fn what_allows_in_vain_is_not_judged_where_no_rule_looks() {
    let front = "---\nlint: {allow: {none-of-the-above: x}}\n---\n\nA?\n\n";
    assert_eq!(
        told(&format!("{front}- [x] a\n- [ ] b\n")),
        ["unused-suppression: none-of-the-above"]
    );
    // Without a key the question is in no bank.
    assert_eq!(told(&format!("{front}- [ ] a\n- [ ] b\n")), ["missing-key: - [ ] a"]);
}

#[test]
fn many_comments_take_no_more_time_than_few() {
    let block = "<!-- lint:allow none-of-the-above x -->\n\nText <b onclick=\"x\">y</b>\n\n";
    let question = format!("{}A?\n\n- [x] a\n- [ ] b\n", block.repeat(20_000));
    assert_eq!(told(&question).len(), 40_000);
}
