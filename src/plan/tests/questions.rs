//! What a question's page shows.

use super::{EXAM, Fixture, question};

const URL: &str = "mle/scaling/q1/";

#[test]
fn claims_hold_of_each_question_or_say_of_how_many() {
    let one = question("mle/scaling/q1", "title: A", "One?");
    let two = question("mle/scaling/q2", "title: B", "Two?");
    let bare = question("mle/scaling/q3", "title: C", "Three?").replace("\n  > Because.\n", "");
    let retired = bare.replace("q3", "q4").replace("title: C", "title: D\nstatus: retired");
    for (files, expected) in [
        (
            one.clone(),
            "The only MLE question so far, with an explanation and a reason for every option.",
        ),
        (
            format!("{one}{two}"),
            "One of 2 original MLE questions, each with an explanation and a reason for every option.",
        ),
        (
            format!("{one}{two}{retired}"),
            "One of 2 original MLE questions, each with an explanation and a reason for every option.",
        ),
        (
            format!("{one}{two}{bare}"),
            "2 of 3 original MLE questions have an explanation and a reason for every option.",
        ),
        (one.replace("\n  > Why not.\n", ""), ""),
    ] {
        assert_eq!(Fixture::new(&format!("{EXAM}{files}")).get(URL, "about.0"), expected);
    }
    let site = Fixture::new(&format!("{EXAM}{one}{retired}"));
    assert_eq!(site.get("mle/scaling/q4/", "about.0"), "", "a retired question is not counted");
    assert_eq!(site.get("mle/scaling/q4/", "retired"), "true");
}

#[test]
fn the_blueprint_was_checked_only_if_it_is_the_exams() {
    for (front, expected) in [
        ("blueprint: '2026-09'", "Checked against the official blueprint 2026-09"),
        ("blueprint: '2025-01'", ""),
        ("title: A", ""),
    ] {
        let site = Fixture::new(&format!("{EXAM}{}", question("mle/scaling/q1", front, "One?")));
        assert_eq!(site.get(URL, "blueprint_checked"), expected, "{front}");
    }
}

#[test]
fn the_heading_follows_the_pattern() {
    let files = |pattern: &str| {
        format!(
            "{EXAM}{}{}\n//- site.toml\nquestion_title = \"{pattern}\"\n",
            question("mle/scaling/q1", "title: First {code}", "One?"),
            question("mle/serving/q2", "title: Second", "Two?"),
        )
    };
    for (pattern, expected) in [
        ("{title}", "First {code}"),
        ("{code} practice question: {title}", "MLE practice question: First {code}"),
        ("{exam} / {topic} / {number}", "Machine learning / Scaling / 1"),
    ] {
        assert_eq!(Fixture::new(&files(pattern)).get(URL, "heading"), expected);
    }
    assert_eq!(Fixture::new(&files("{number}")).get("mle/serving/q2/", "heading"), "2");
}

#[test]
fn cues_tell_how_many_unless_they_are_to_hide_it() {
    let two = |stem: &str| {
        question("mle/scaling/q1", "title: A", stem)
            .replace("- [ ] wrong", "- [x] also right\n\n  > So.\n\n- [ ] wrong")
    };
    for (site, files, expected) in [
        ("", question("mle/scaling/q1", "title: A", "One?"), ["", "1", "false"]),
        ("", question("mle/scaling/q1", "type: multiple", "One?"), ["Select one", "1", "true"]),
        ("", two("Two?"), ["Select two", "2", "true"]),
        ("", two("Two? (Select TWO)"), ["Select two", "2", "true"]),
        ("", two("Two? (Select all that apply)"), ["Select all that apply", "", "true"]),
        ("[study]\nshow_count = false\n", two("Two?"), ["Select all that apply", "", "true"]),
    ] {
        let site = Fixture::new(&format!("{EXAM}{files}\n//- site.toml\n{site}"));
        assert_eq!(["cue", "count", "multiple"].map(|it| site.get(URL, it)), expected);
    }
    let site = Fixture::new(&format!("{EXAM}{}", two("Two?")));
    let letters = site.get(URL, "key_letters");
    assert!(letters.starts_with("<span class=\"choice-ref\" data-choice=\""), "{letters}");
    assert!(letters.contains(">A</span> and <span"), "{letters}");
}

#[test]
fn pages_bring_a_sentence_for_each_number_too_few_or_too_many() {
    let five = |front: &str| {
        let text = question("mle/scaling/q1", &format!("title: A\n{front}"), "Which?");
        text.replace("\n## Expl", "- [x] right too\n- [ ] second\n- [ ] third\n\n## Expl")
    };
    let site = Fixture::new(&format!("{EXAM}{}", five("")));
    assert_eq!(site.get(URL, "too_few"), "Not yet: select one more.\nNot yet: select 2 more.");
    let many = ["one", "2", "3"].map(|it| format!("Not yet: that is {it} too many."));
    assert_eq!(site.get(URL, "too_many"), many.join("\n"));
    // Arabic has a dual, and other words from three on.
    let arabic = five("lang: ar").replace("## Explanation", "## Explanation {#explanation}");
    let site = Fixture::new(&format!("{EXAM}{arabic}"));
    let many = site.get(URL, "too_many");
    let lines: Vec<&str> = many.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(!lines[0].contains('1') && !lines[1].contains('2') && lines[2].contains('3'), "{many}");
    let one = format!("{EXAM}{}", question("mle/scaling/q1", "type: multiple", "One?"));
    assert_eq!(Fixture::new(&one).get(URL, "too_few"), "");
}

#[test]
fn problems_are_reported_with_the_question_and_room_for_the_browsers_words() {
    let files = |site: &str| {
        format!("{EXAM}{}\n//- site.toml\n{site}\n", question("mle/scaling/q1", "id: a/b", "One?"))
    };
    let site = Fixture::new(&files(
        "report_url = \"https://a.org/new?title={id}&at={url}&body={report}\"\nedit_url = \"https://a.org/edit/{path}\"",
    ));
    assert_eq!(
        site.get(URL, "report_url"),
        "https://a.org/new?title=a%2Fb&at=https%3A%2F%2Fexample.org%2Fmle%2Fscaling%2Fq1%2F&body={report}"
    );
    assert_eq!(site.get(URL, "edit_url"), "https://a.org/edit/content/mle/scaling/q1.md");
    assert_eq!(site.get(URL, "anchor"), "q-a:b");
    let site = Fixture::new(&files("report_mail = \"desk+q@a.org\""));
    let mail = site.get(URL, "report_url");
    let revision = site.get(URL, "revision");
    assert_eq!(
        mail,
        format!(
            "mailto:desk+q@a.org?subject=Report%20a%20problem%3A%20a%2Fb%20{revision}&body=https%3A%2F%2Fexample.org%2Fmle%2Fscaling%2Fq1%2F%0A%0A{{report}}"
        )
    );
}

#[test]
fn neighbours_are_those_of_the_topic() {
    let files: String = ["scaling/q1", "scaling/q2", "scaling/q3", "serving/q4"]
        .map(|it| question(&format!("mle/{it}"), &format!("title: {it}"), "One?"))
        .concat();
    let site = Fixture::new(&format!("{EXAM}{files}"));
    assert_eq!(site.get(URL, "previous"), "");
    assert_eq!(site.get(URL, "next.url"), "/mle/scaling/q2/");
    assert_eq!(site.get("mle/scaling/q2/", "position"), "Question 2 of 3 in Scaling");
    assert_eq!(site.get("mle/scaling/q3/", "next"), "");
    assert_eq!(site.get("mle/serving/q4/", "previous"), "");
}

#[test]
fn a_retired_question_is_neither_counted_nor_offered() {
    let files: String = ["q1", "q2", "q3", "q4", "q5"]
        .map(|it| {
            let retired = if matches!(it, "q1" | "q3") { "\nstatus: retired" } else { "" };
            let front = format!("title: {it}\ndifficulty: easy\ntags: [t]{retired}");
            question(&format!("mle/scaling/{it}"), &front, "One?")
        })
        .concat();
    let exam = EXAM.replacen("code: MLE", "code: MLE\nmock: {minutes: 5}", 1);
    let site = Fixture::new(&format!("{exam}{files}"));
    let page = |name: &str, key: &str| site.get(&format!("mle/scaling/{name}/"), key);
    let neighbour =
        |it: &str| if it.is_empty() { it.into() } else { format!("/mle/scaling/{it}/") };
    for (name, position, previous, next) in [
        ("q1", "", "", "q2"),
        ("q2", "Question 1 of 3 in Scaling", "", "q4"),
        ("q3", "", "q2", "q4"),
        ("q4", "Question 2 of 3 in Scaling", "q2", "q5"),
        ("q5", "Question 3 of 3 in Scaling", "q4", ""),
    ] {
        assert_eq!(page(name, "position"), position);
        assert_eq!(page(name, "previous.url"), neighbour(previous), "{name}");
        assert_eq!(page(name, "next.url"), neighbour(next), "{name}");
    }
    let rows = [0, 1, 2, 3, 4].map(|it| site.get("mle/scaling/", &format!("questions.{it}.id")));
    assert_eq!(rows, ["mle/q2", "mle/q4", "mle/q5", "mle/q1", "mle/q3"], "retired ones come last");
    for (path, key, expected) in [
        ("", "summary", "3 questions in 1 exam"),
        ("mle/", "questions", "3 questions"),
        ("mle/", "topics.0.questions", "3"),
        ("mle/", "mock", "Mock exam: 3 questions in 5 minutes"),
        ("mle/", "difficulties.0.label", "Easy (3)"),
        ("mle/scaling/", "facts.0", "3 questions"),
        ("mle/difficulty/easy/", "summary", "3 questions"),
        ("tags/t/", "summary", "3 questions"),
        (
            "mle/scaling/q2/",
            "closing",
            "Part of “Machine learning”, a question bank of Study Hall: 3 questions in 2 topics.",
        ),
    ] {
        assert_eq!(site.get(path, key), expected, "{path} {key}");
    }
}

#[test]
fn a_heading_that_says_what_the_stem_says_need_not_be_seen() {
    for (front, stem, repeats) in [
        ("difficulty: easy", "Which is *first*?", "true"),
        ("title: Which is first?", "Which is first?", "true"),
        ("title: The first", "Which is first?", "false"),
        ("difficulty: easy", "Which is first? Think of both.", "false"),
        ("difficulty: easy", "Two stand there.\n\nWhich is first?", "false"),
    ] {
        let site = Fixture::new(&format!("{EXAM}{}", question("mle/scaling/q1", front, stem)));
        assert_eq!(site.get("mle/scaling/q1/", "heading_repeats"), repeats, "{front} {stem}");
    }
}

#[test]
fn reasons_are_listed_where_one_is_given() {
    for (choices, reasoned) in [
        ("- [x] Yes\n- [ ] No\n", "false"),
        ("- [x] Yes\n- [ ] No\n\n  > Since it is.\n", "true"),
        ("- [x] Yes\n- [ ] No\n\n  > **Tempting:** it is short.\n", "true"),
    ] {
        let files = format!("{EXAM}\n//- content/mle/scaling/q1.md\nIs it?\n\n{choices}");
        assert_eq!(Fixture::new(&files).get("mle/scaling/q1/", "reasoned"), reasoned, "{choices}");
    }
}

#[test]
fn an_exam_page_tells_what_the_exam_declares() {
    for (front, pass_mark, mock) in [
        ("code: MLE", "", ""),
        ("code: MLE\npass_mark: 72", "Pass mark 72%", ""),
        ("code: MLE\nmock: {questions: 2}", "", "Mock exam: 2 questions in 3 minutes"),
    ] {
        let exam = EXAM.replacen("code: MLE", front, 1);
        let site =
            Fixture::new(&format!("{exam}{}", question("mle/scaling/q1", "title: Q", "One?")));
        assert_eq!(site.get("mle/", "pass_mark"), pass_mark, "{front}");
        assert_eq!(site.get("mle/", "mock"), mock, "{front}");
    }
}

#[test]
fn related_questions_by_objective_tags_and_words() {
    let site = Fixture::new(&format!(
        "{EXAM}{}{}{}{}{}",
        question("mle/scaling/q1", "objective: split\ntags: [a, b]", "Gradient allreduce?"),
        question("mle/scaling/q2", "objective: split", "Else?"),
        question("mle/serving/q3", "tags: [a, b]", "Gradient allreduce?"),
        question("mle/serving/q4", "tags: [a]\nstatus: retired", "Gradient allreduce?"),
        question("mle/serving/q5", "tags: [b]", "What?"),
    ));
    let related: Vec<String> =
        (0..5).map(|it| site.get(URL, &format!("related.{it}.id"))).collect();
    // Every question shares the words `right`, `wrong` and `mle`; a retired one is never offered.
    assert_eq!(related, ["mle/q3", "mle/q2", "mle/q5", "", ""]);
    assert_eq!(site.get("mle/serving/q4/", "related.0.id"), "mle/q3", "but has related ones");
}
