//! What pages say of themselves.

use serde_json::Value as Json;

use super::{EXAM, Fixture, question};

#[test]
fn formulas_are_readable_where_only_plain_text_can_be() {
    let stem = "Why do $2^{20}$ floats, $x_i \\in \\mathbb{R}$ each, cost \\$5 and not `$2^{3}$`?";
    let text = question("mle/scaling/q1", "difficulty: easy", stem)
        .replace("- [x] right of mle/scaling/q1", "- [x] $\\frac{1}{2}$");
    let lesson = "# On $\\sqrt{2}$\n\n## $a^2$\n\n## B\n\n## C\n\n## D\n";
    let site = Fixture::new(&format!("{EXAM}{text}//- content/mle/lessons/l.md\n{lesson}"));
    let expected = "Why do 2²⁰ floats, xᵢ ∈ ℝ each, cost $5 and not $2^{3}$?";
    let head = site.filling("mle/scaling/q1/").head;
    assert_eq!(site.get("mle/scaling/q1/", "heading"), expected);
    assert_eq!((head.crumb.as_str(), head.description.as_str()), (expected, expected));
    let data = head.json_ld.unwrap();
    assert!(data.contains(&format!("\"text\":\"{expected}\"")), "{data}");
    assert!(data.contains("\"text\":\"1/2\""), "{data}");
    assert_eq!(site.get("mle/scaling/", "questions.0.title"), expected);
    assert_eq!(site.get("mle/lessons/l/", "title"), "On √2");
    assert_eq!(site.get("mle/lessons/l/", "contents.0.label"), "a²");
}

#[test]
fn a_question_describes_itself_without_its_answer() {
    let stem = "Workers </script> wait for data & starve; which change helps *first* when the reader is slow and the queue between both of them runs dry at every single step of the training run?";
    let site = Fixture::new(&format!(
        "{EXAM}{}\n//- content/authors/desk.md\n---\nname: The desk\n---\n",
        question(
            "mle/scaling/q1",
            "difficulty: hard\nauthor: desk\nreviewed: 2026-09-14\nobjective: split",
            &stem.replace("</script>", "`</script>`"),
        ),
    ));
    let head = site.filling("mle/scaling/q1/").head;
    assert!(
        head.description
            .starts_with("Workers </script> wait for data & starve; which change helps first")
    );
    assert!(head.description.ends_with('…') && head.description.chars().count() <= 160);
    assert_eq!(head.canonical.as_deref(), Some("https://example.org/mle/scaling/q1/"));
    let crumbs: Vec<&str> = head.breadcrumbs.iter().map(|it| it.label.as_str()).collect();
    assert_eq!(crumbs, ["Home", "Machine learning", "Scaling"]);
    let text = head.json_ld.unwrap();
    assert!(!text.contains(['<', '>', '&']), "{text}");
    let data: Json = serde_json::from_str(&text).unwrap();
    let steps = data["@graph"][0]["itemListElement"].as_array().unwrap();
    assert_eq!(steps.len(), 4);
    assert_eq!(steps[3]["item"], "https://example.org/mle/scaling/q1/");
    let quiz = &data["@graph"][1];
    assert_eq!(quiz["@type"], "Quiz");
    assert_eq!(quiz["educationalLevel"], "Hard");
    assert_eq!(quiz["about"][1]["name"], "Split work");
    assert_eq!(quiz["author"]["url"], "https://example.org/authors/desk/");
    assert_eq!(quiz["dateModified"], "2026-09-14");
    assert_eq!(quiz["inLanguage"], "en");
    let asked = &quiz["hasPart"][0];
    assert_eq!(asked["acceptedAnswer"]["text"], "right of mle/scaling/q1");
    assert_eq!(asked["suggestedAnswer"][0]["text"], "wrong of mle/scaling/q1");
    assert_eq!(asked["eduQuestionType"], "Multiple choice");
    assert_eq!(asked["text"], stem.replace("*first*", "first"));
}

#[test]
fn titles_name_the_site_once() {
    let site = Fixture::new(EXAM);
    assert_eq!(site.filling("").head.title, "Study Hall");
    assert_eq!(
        site.filling("mle/").head.title,
        "Machine learning: practice questions | Study Hall"
    );
    assert_eq!(site.filling("vendors/example-co/").head.title, "Example & Co: exams | Study Hall");
    assert_eq!(site.filling("").head.breadcrumbs, []);
    let lost = site.filling("404.html").head;
    assert!(lost.noindex && lost.canonical.is_none() && lost.json_ld.is_none());
}

#[test]
fn pages_of_an_exam_speak_its_language() {
    let site = Fixture::new(&format!(
        "{}{}{}",
        EXAM.replace("code: MLE", "code: MLE\nlang: ar"),
        question("mle/scaling/q1", "title: A\ndifficulty: easy", "سؤال؟")
            .replace("Explanation", "Explanation {#explanation}"),
        question("mle/scaling/q2", "title: B\nlang: de", "Frage?")
            .replace("Explanation", "Erklärung"),
    ));
    let topic = site.filling("mle/scaling/");
    assert_eq!(
        (topic.head.lang.as_str(), topic.head.dir, topic.language.as_str()),
        ("ar", "rtl", "ar")
    );
    assert_eq!(site.get("mle/scaling/", "questions.0.lang"), "");
    assert_eq!(site.get("mle/scaling/", "questions.1.lang"), "de");
    assert_eq!(site.get("mle/scaling/", "questions.1.dir"), "ltr");
    // The article is German inside an Arabic page.
    let german = "mle/scaling/q2/";
    assert_eq!(site.filling(german).head.lang, "ar");
    assert_eq!(site.get(german, "lang"), "de");
    assert_eq!(site.get(german, "dir"), "ltr");
    assert_eq!(site.get(german, "words.hard"), "Schwer");
    assert_eq!(site.get(german, "related.0.lang"), "ar");
    assert_eq!(site.get("", "vendors.0.exams.0.lang"), "ar");
}
