//! What a bank's questions are to learners' progress, for tests that are not written in Rust.
//!
//! Does something only when asked by the environment, as `tests/formatters.mjs` does.

use std::env;
use std::fs;
use std::path::Path;

use serde_json::json;
use studyhall::cmd::bank as command;
use studyhall::diagnostic::Level;
use studyhall::report::Look;

use crate::reading::{EXAM, identity, question, response};

/// Writes the bodies of the tables that read without a finding as a bank into `STUDYHALL_BODIES`.
#[test]
fn bodies_as_a_bank() {
    let Ok(folder) = env::var("STUDYHALL_BODIES") else { return };
    let topic = Path::new(&folder).join("content/mle/scaling");
    fs::create_dir_all(&topic).unwrap();
    fs::write(Path::new(&folder).join("content/mle/_index.md"), EXAM).unwrap();
    let identity =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/identity.md"))
            .unwrap();
    let identity = crate::reading::cases(&identity).into_iter();
    for (at, (_, input, _)) in crate::bodies::all().into_iter().chain(identity).enumerate() {
        if question(&input).1.is_empty() {
            fs::write(topic.join(format!("q{at:03}.md")), input).unwrap();
        }
    }
}

/// Prints each question of the bank in `STUDYHALL_DUMP` as a line of JSON.
#[test]
fn a_bank_as_json() {
    let Ok(folder) = env::var("STUDYHALL_DUMP") else { return };
    let look = Look { colour: false, width: 80 };
    let loaded = command::load(Path::new(&folder), &command::Options::default(), look).unwrap();
    let (bank, found) = command::read(&loaded, true);
    for it in &bank.questions {
        let (ids, revision) = identity(it);
        let response = response(it);
        let choices: Vec<_> = response
            .choices
            .iter()
            .zip(&ids)
            .map(|(choice, id)| {
                let part = |fragment| crate::reading::shown(&it.document.body, fragment, &it.marks);
                json!({
                    "id": id,
                    "key": choice.key,
                    "pinned": choice.pinned,
                    "reasons": [!part(&choice.rationale).is_empty(), !part(&choice.tempting).is_empty(), !part(&choice.right_when).is_empty()],
                })
            })
            .collect();
        let line = json!({
            "path": &*it.document.source.path,
            "id": it.id,
            "revision": revision,
            "type": response.kind.name(),
            "shuffle": response.shuffle,
            "select_all": it.select_all,
            "choices": choices,
            "references": crate::reading::references(it),
            "hints": it.hints.len(),
            "trap": !it.trap.is_empty(),
            "explanation": !it.explanation.is_empty(),
        });
        println!("question {line}");
    }
    for it in found.iter().filter(|it| it.level == Level::Deny) {
        println!("finding {} {}: {}", it.place.path, it.rule, it.message);
    }
}
