//! Which bare letters name choices, and which name something else: sentences of explanations, beside
//! the longer examples of the manual.

use studyhall::source::split_fixture;

use crate::demo::find_all;

const RULE: &str = "unbound-choice-letter";

/// Returns for each explanation the fixes of its bare letters: whether each is safe.
fn fixes(explanations: &[&str]) -> Vec<Vec<bool>> {
    let mut bank = String::new();
    let path = |at: usize| format!("content/demo/topic/s{at}.md");
    for (at, explanation) in explanations.iter().enumerate() {
        bank += &format!(
            "//- {}\nWhich layer routes packets?\n\n- [x] Network\n- [ ] Session\n- [ ] Physical\n- [ ] Link\n\n## Explanation\n\n{explanation}\n",
            path(at)
        );
    }
    let found = find_all(&split_fixture("content/demo/topic/q.md", &bank));
    let of = |at: usize| {
        let own = found.iter().filter(|it| it.rule == RULE && *it.place.path == *path(at));
        own.map(|it| it.fix.as_ref().is_some_and(|it| it.safe)).collect()
    };
    (0..explanations.len()).map(of).collect()
}

/// All letters of these name choices, and a verdict says so.
const JUDGED: &[&str] = &[
    "B is wrong because it keeps dialogues.",
    "A is the key.",
    "So A.",
    "A and C are wrong.",
    "B is off by one.",
    "Ruled out: B, C.",
    "Hepatitis A is a disease; B is wrong.",
];

/// These name choices, too.
const NAMED: &[&str] = &[
    "B and C do not route.",
    "Distractors B, C and D name other layers.",
    "If you said B, think again.",
    "Same reasoning as in B.",
    "The reason is given in D.",
    "If you chose C, think again.",
    "(D) takes hours.",
    "**D** takes hours.",
    "Why not D? It takes hours.",
    "- A: Routes.\n- B: Keeps dialogues.\n- C: Carries bits.",
    "Unlike B, it routes.",
];

/// Letters that name something else.
const OTHERS: &[&str] = &[
    "Haemophilia A is more frequent than B.",
    "Hepatitis A spreads by food; B and C by blood.",
    "Terminal A is the anode and B the cathode. A is positive.",
    "Table A has three rows and B has two. A LEFT JOIN keeps all rows of A. B is on the right side.",
    "The element C is carbon and B is boron.",
    "A grade of B or C passes; D does not.",
    "Let A be the even numbers and B the primes. A contains 4, B does not.",
    "Suppose S sells to B, and C carries the goods. B bears the burden, while C may rely on the bill.",
    "If A implies B and B implies C, then A implies C.",
    "If A and B are independent, then P(A and B) = P(A) P(B).",
    "P(A|B) is what we want. A is the event of disease, and B is a positive test.",
    "If A sells to B and B sells to C, then A has no claim against C.",
    "The output is 1 if A and B are 1. If A is 0, it is 0.",
    "A: How are you?\n\nB: Fine, thanks.",
    "A: Who ate it? B: It was eaten. B is passive.",
    "When A implies B, then not B implies not A.",
    "A = 3 and B = 4, so C = 5.",
    "A quarter has three months.",
    "A, a and B, b are genes.",
    "The answers are A, D, E and K.",
    "Soluble in fat are: A, D, E and K.",
];

#[test]
fn letters_that_name_choices_are_told_from_others() {
    let mut faults = Vec::new();
    for (name, list) in [("judged", JUDGED), ("named", NAMED), ("others", OTHERS)] {
        for (text, found) in list.iter().zip(fixes(list)) {
            let fits = match name {
                "judged" => !found.is_empty() && found.iter().all(|it| *it),
                "named" => !found.is_empty() && found.iter().all(|it| !*it),
                _ => found.is_empty(),
            };
            if !fits {
                faults.push(format!("{name}: {text}: {found:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
