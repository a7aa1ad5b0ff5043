//! Golden vectors of identity: permanent, since learners' stored progress hangs on them.
//!
//! `tests/identity.md` holds questions with their identity texts, written by hand;
//! `tests/identity.py` made `tests/identity.golden` of the texts alone.

use std::fs;
use std::path::Path;

use studyhall::bank::fragment::letter;
use studyhall::bank::identity::identity_text;
use studyhall::bank::model::Written;

use crate::reading::{cases, identity, question, response};

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)).unwrap()
}

/// Writes out the identity texts as the table has them, references as `{B}`.
fn texts(question: &Written) -> String {
    let tree = &question.document.body;
    let text = |fragment, reference: &dyn Fn(u8) -> String| {
        identity_text(tree, fragment, &question.marks, reference).replace('\n', "⏎")
    };
    let named = |index| format!("{{{}}}", letter(index));
    let mut res =
        format!("stem: {}\n", text(&question.stem, &named)).replace("stem: \n", "stem:\n");
    for choice in &response(question).choices {
        let key = if choice.key { "x" } else { " " };
        let content = match choice.id.as_str() {
            id @ ("true" | "false") => format!("={id}"),
            _ => text(&choice.content, &named),
        };
        res.push_str(&format!("[{key}] {content}\n"));
    }
    res
}

#[test]
fn ids_and_revisions_are_those_of_the_golden_vectors() {
    let golden = file("identity.golden");
    let table = cases(&file("identity.md"));
    assert_eq!(golden.lines().count(), table.len(), "run tests/identity.py --write");
    for ((name, input, expected), line) in table.into_iter().zip(golden.lines()) {
        let (draft, _) = question(&input);
        let question = draft.unwrap().written;
        let expected: String = expected
            .lines()
            .filter(|it| !it.starts_with("same"))
            .map(|it| format!("{it}\n"))
            .collect();
        let actual = texts(&question);
        // In a circle a reference is the empty text.
        if !name.contains("circle") {
            assert_eq!(actual, expected, "identity texts of `{name}`");
        }
        let (ids, revision) = identity(&question);
        assert_eq!(format!("{name}\t{}\t{revision}", ids.join(" ")), line);
    }
}
