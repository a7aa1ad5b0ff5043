//! Forms by vectors of another program, and by properties.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::Value as Json;

use super::*;

fn number(value: &Json) -> Option<u32> {
    u32::try_from(value.as_i64().unwrap()).ok()
}

fn pool(case: &Json) -> Pool {
    let list = |key: &str| case[key].as_array().unwrap();
    let candidates = list("questions").iter().map(|it| Candidate {
        id: it[0].as_str().unwrap().to_owned(),
        topic: it[1].as_u64().unwrap() as usize,
        group: number(&it[2]),
        scenario: number(&it[3]),
    });
    Pool {
        candidates: candidates.collect(),
        weights: list("weights").iter().filter_map(number).collect(),
        size: number(&case["size"]).unwrap(),
    }
}

/// Returns a form in the shape of the vectors.
fn told(pool: &Pool, form: &Form) -> Json {
    let ids = form.questions.iter().map(|it| pool.candidates[*it].id.as_str());
    let short = form.short.iter().map(|it| serde_json::json!([it.topic, it.wanted, it.drawn]));
    serde_json::json!({
        "ids": ids.collect::<Vec<_>>(),
        "counts": form.counts,
        "repeated": form.repeated,
        "short": short.collect::<Vec<_>>(),
    })
}

#[test]
fn forms_are_those_that_another_program_drew() {
    let cases: Json = serde_json::from_str(include_str!("../../../tests/forms.json")).unwrap();
    let cases = cases.as_array().unwrap();
    assert!(cases.len() > 15);
    for case in cases {
        let (pool, name) = (pool(case), &case["name"]);
        let expected = case["forms"].as_array().unwrap();
        let forms = pool.numbered(case["exam"].as_str().unwrap(), expected.len());
        for (form, expected) in forms.iter().zip(expected) {
            assert_eq!(&told(&pool, form), expected, "{name}");
        }
        let seen: BTreeSet<&str> =
            case["seen"].as_array().unwrap().iter().filter_map(Json::as_str).collect();
        let is_seen = |at: usize| seen.contains(pool.candidates[at].id.as_str());
        for expected in case["fresh"].as_array().unwrap() {
            let seed = expected["seed"].as_str().unwrap();
            let mut form = pool.draw(seed, |it| u32::from(is_seen(it)));
            form.repeated = form.questions.iter().filter(|it| is_seen(**it)).count();
            let mut told = told(&pool, &form);
            told["seed"] = seed.into();
            assert_eq!(&told, expected, "{name}, seed {seed:?}");
        }
    }
}

fn pools() -> impl Strategy<Value = Pool> {
    let question =
        (0_usize..4, prop::option::weighted(0.4, 0_u32..6), prop::option::weighted(0.2, 0_u32..3));
    (prop::collection::vec(question, 0..60), prop::collection::vec(0_u32..500, 4), 0_u32..40)
        .prop_map(|(questions, weights, size)| Pool {
            candidates: (0..)
                .zip(questions)
                .map(|(at, (topic, group, scenario))| Candidate {
                    id: format!("exam/q{at}"),
                    topic,
                    group,
                    scenario,
                })
                .collect(),
            weights,
            size,
        })
}

proptest! {
    #[test]
    fn a_form_keeps_the_rules(pool in pools(), seed in "[a-z]{0,4}") {
        let form = pool.draw(&seed, |_| 0);
        let drawn: BTreeSet<usize> = form.questions.iter().copied().collect();
        prop_assert_eq!(drawn.len(), form.questions.len(), "a question stands once");
        prop_assert!(form.questions.len() <= pool.size as usize);
        prop_assert_eq!(form.counts.iter().sum::<u32>() as usize, form.questions.len());
        let groups: Vec<u32> =
            form.questions.iter().filter_map(|it| pool.candidates[*it].group).collect();
        let different: BTreeSet<u32> = groups.iter().copied().collect();
        prop_assert_eq!(different.len(), groups.len(), "of a group at most one is drawn");
        for scenario in 0..3 {
            let all: Vec<usize> = (0..pool.candidates.len())
                .filter(|it| pool.candidates[*it].scenario == Some(scenario))
                .collect();
            let places: Vec<usize> = all
                .iter()
                .filter_map(|it| form.questions.iter().position(|drawn| drawn == it))
                .collect();
            prop_assert!(places.is_empty() || places.len() == all.len());
            prop_assert!(places.windows(2).all(|it| it[1] == it[0] + 1), "a scenario is one block");
        }
    }

    #[test]
    fn a_form_is_full_by_the_blueprint_where_every_topic_has_enough(
        sizes in prop::collection::vec(15_usize..30, 4),
        size in 0_u32..15,
        seed in "[a-z]{0,4}",
    ) {
        let ids = sizes.iter().enumerate().flat_map(|(topic, n)| (0..*n).map(move |it| (topic, it)));
        let candidates = ids.map(|(topic, it)| Candidate {
            id: format!("{topic}/{it}"), topic, group: None, scenario: None,
        });
        let pool = Pool { candidates: candidates.collect(), weights: vec![400, 300, 200, 100], size };
        let form = pool.draw(&seed, |_| 0);
        prop_assert_eq!(form.short, []);
        prop_assert_eq!(form.counts, apportion(&[400, 300, 200, 100], size));
    }

    #[test]
    fn what_is_surely_enough_fills_every_form(pool in pools()) {
        let mut pool = pool;
        pool.size %= 8;
        if pool.has_enough() {
            for form in pool.numbered("exam", 4) {
                prop_assert_eq!(form.short, []);
            }
        }
    }

    #[test]
    fn the_order_of_the_bank_does_not_matter(pool in pools(), seed in "[a-z]{0,4}") {
        // Within a scenario it does: its questions keep the order of the bank.
        let mut pool = pool;
        for it in &mut pool.candidates {
            it.scenario = None;
        }
        let ids = |pool: &Pool| -> Vec<String> {
            let form = pool.draw(&seed, |_| 0);
            form.questions.iter().map(|it| pool.candidates[*it].id.clone()).collect()
        };
        let before = ids(&pool);
        pool.candidates.reverse();
        prop_assert_eq!(before, ids(&pool));
    }
}

#[test]
fn forms_are_disjoint_as_far_as_the_bank_allows() {
    // 30 questions make three forms of 10; the fourth has to repeat all of its own.
    let candidates = (0..30).map(|at| Candidate {
        id: format!("exam/q{at}"),
        topic: usize::from(at >= 18),
        group: None,
        scenario: None,
    });
    let pool = Pool { candidates: candidates.collect(), weights: vec![600, 400], size: 10 };
    let repeated: Vec<usize> = pool.numbered("exam", 4).iter().map(|it| it.repeated).collect();
    assert_eq!(repeated, [0, 0, 0, 10]);
}
