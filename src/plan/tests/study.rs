//! What scripts get: the index of questions, their keys, and the pages that scripts fill.

use serde_json::{Value as Json, json};

use super::{EXAM, Fixture, question};
use crate::plan::Content;

impl Fixture {
    /// Returns the value of a file of data.
    fn data(&self, path: &str) -> Json {
        match self.page(path) {
            Content::Text(text) => serde_json::from_str(&text).unwrap(),
            Content::Template(_) => panic!("`{path}` has a template"),
        }
    }
}

/// Four questions: a usual one, one with much of its own, two that are alike through a retired one.
fn bank(site: &str) -> Fixture {
    Fixture::new(&format!(
        "{EXAM}{site}{}{}{}{}{}",
        question("mle/scaling/a1", "difficulty: medium\nobjective: split\ntags: [Z, A]", "One?"),
        question(
            "mle/scaling/a2",
            "id: other/way\nformer_ids: [mle/old]\nslug: second",
            "Two <b>?"
        ),
        question("mle/serving/b1", "variant_of: mle/b2\ntags: [A]", "Three?"),
        question("mle/serving/b2", "status: retired", "Four?"),
        question("mle/serving/b3", "enemies: [mle/b2]\nid: alone", "Five?"),
    ))
}

#[test]
fn the_index_has_a_column_for_each_fact() {
    let site = bank("\n//- site.toml\nbase_url = \"https://example.org/base/\"\n");
    let index = site.data("mle/bank.json");
    let revisions = index["revision"].as_array().unwrap();
    assert_eq!(revisions.len(), 4);
    let question = site.bank.questions.iter().find(|it| it.id == "mle/a1").unwrap();
    let revision = format!("{}.{}", question.revision.content, question.revision.key);
    assert_eq!(revisions[0], revision);
    let mut rest = index.clone();
    rest.as_object_mut().unwrap().remove("revision");
    assert_eq!(
        rest,
        json!({
            "version": 1,
            "exam": "mle",
            "title": "Machine learning",
            "code": "MLE",
            "url": "/base/mle/",
            "passMark": 70,
            "mock": { "questions": 4, "minutes": 6 },
            "scoring": "all-or-nothing",
            "topics": [
                {
                    "id": "scaling", "title": "Scaling", "weight": 600, "url": "/base/mle/scaling/",
                    "objectives": [{ "id": "split", "title": "Split work" }],
                },
                {
                    "id": "serving", "title": "Serving", "weight": 400, "url": "/base/mle/serving/",
                    "objectives": [],
                },
            ],
            "tags": ["A", "Z"],
            "types": ["single", "multiple", "true-false"],
            "n": 4,
            "slug": ["a1", "other/way", "b1", "/alone"],
            "topic": [0, 0, 1, 1],
            "objective": [0, -1, -1, -1],
            "difficulty": [1, -1, -1, -1],
            "tagged": [[1, 0], [], [0], []],
            "choices": [2, 2, 2, 2],
            "group": [-1, -1, 0, 0],
            "former": { "1": ["mle/old"] },
            "urls": { "1": "/base/mle/scaling/second/", "3": "/base/mle/serving/b3/" },
        })
    );
}

#[test]
fn the_keys_are_those_of_the_questions() {
    let site = bank("");
    let keys = site.data("mle/keys.json");
    assert_eq!(keys["version"], 1);
    let ids: Vec<&String> = keys["keys"].as_object().unwrap().keys().collect();
    assert_eq!(ids, ["alone", "mle/a1", "mle/b1", "other/way"]);
    let question = site.bank.questions.iter().find(|it| it.id == "mle/a1").unwrap();
    let [right, wrong] = question.response.choices() else { panic!("two choices") };
    let expected = json!({ "choices": [right.id, wrong.id], "key": [right.id] });
    assert_eq!(keys["keys"]["mle/a1"], expected);
}

#[test]
fn a_bank_without_questions_to_draw_has_no_page_to_study() {
    let retired = question("mle/scaling/a1", "status: retired", "One?");
    let site = Fixture::new(&format!("{EXAM}{retired}"));
    let study = ["practice", "mock/", "review", "progress", "settings", ".json"];
    let found: Vec<&str> =
        site.paths().into_iter().filter(|path| study.iter().any(|it| path.contains(it))).collect();
    assert_eq!(found, [] as [&str; 0]);
    assert_eq!(site.filling("mle/").head.study, []);
    assert_eq!(site.get("mle/scaling/", "practice"), "");
    assert_eq!(site.get("", "study"), "");
}

#[test]
fn a_page_to_study_names_its_data_and_is_not_indexed() {
    let site = bank("\n//- site.toml\nbase_url = \"https://example.org/base/\"\n");
    for (path, title) in [
        ("mle/practice/", "Practice"),
        ("mle/mock/", "Mock exam"),
        ("mle/review/", "Today"),
        ("mle/progress/", "Progress"),
    ] {
        assert_eq!(site.get(path, "title"), title);
        assert_eq!(site.get(path, "bank_url"), "/base/mle/bank.json");
        assert_eq!(site.get(path, "keys_url"), "/base/mle/keys.json");
        let head = site.filling(path).head;
        assert!(head.noindex, "{path}");
        let crumbs: Vec<&str> = head.breadcrumbs.iter().map(|it| it.label.as_str()).collect();
        assert_eq!((crumbs, head.crumb.as_str()), (vec!["Home", "Machine learning"], title));
        let words: Json = serde_json::from_str(&site.get(path, "words")).unwrap();
        assert_eq!(words["hard"], "Hard");
    }
    let exams: Json = serde_json::from_str(&site.get("settings/", "exams")).unwrap();
    assert_eq!(exams[0]["review"], "/base/mle/review/");
    assert!(site.filling("settings/").head.noindex);
}

#[test]
fn links_to_study_stand_where_learners_look() {
    let site = bank("");
    let urls = |path: &str| -> Vec<String> {
        site.filling(path).head.study.into_iter().map(|it| it.url).collect()
    };
    let all = ["/mle/practice/", "/mle/mock/", "/mle/review/", "/mle/progress/"];
    // The only exam is meant where a page is about none.
    for path in ["", "mle/", "mle/scaling/", "mle/scaling/a1/", "mle/difficulty/medium/", "tags/"] {
        assert_eq!(urls(path), all, "{path}");
    }
    assert_eq!(site.get("mle/scaling/", "practice.url"), "/mle/practice/?topic=scaling");
    let card = site.get("", "vendors");
    assert!(card.contains("/mle/practice/") && card.contains("/mle/review/"), "{card}");
}

#[test]
fn nothing_of_authors_stands_where_the_data_stands() {
    let files = format!(
        "{EXAM}{}\n//- content/mle/keys.json\n{{}}\n",
        question("mle/scaling/a1", "", "See [it](../keys.json)?")
    );
    let site = Fixture::new(&files);
    assert_eq!(site.findings(), ["reserved-name content/mle/keys.json"]);
}

#[test]
fn an_exam_of_more_than_five_thousand_questions_is_split() {
    let files: String = (0..5001)
        .map(|at| question(&format!("mle/scaling/q{at:04}"), "", &format!("Question {at}?")))
        .collect();
    let site = Fixture::new(&format!("{EXAM}{files}"));
    let index = site.data("mle/bank.json");
    assert_eq!(index["n"], 5001);
    assert_eq!(index["parts"], json!(["/mle/bank-1.json", "/mle/bank-2.json"]));
    assert_eq!(index["slug"], Json::Null);
    let (first, second) = (site.data("mle/bank-1.json"), site.data("mle/bank-2.json"));
    assert_eq!((&first["from"], &first["n"]), (&json!(0), &json!(5000)));
    assert_eq!((&second["from"], &second["n"]), (&json!(5000), &json!(1)));
    assert_eq!(second["slug"], json!(["q5000"]));
    assert_eq!(second["choices"], json!([2]));
}
