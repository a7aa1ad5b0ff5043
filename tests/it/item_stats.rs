//! `item-stats`: logs of forty learners, whose figures `tests/item_stats.py` works out apart.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use studyhall::item_stats::report::{self, Flag, Report};

use crate::git::studyhall;

const LEARNERS: usize = 40;
const QUESTIONS: usize = 24;

/// What a learner chose; `None`: looked at the answer.
fn answer(learner: usize, question: usize) -> Option<usize> {
    if (learner, question) == (5, 3) {
        return None;
    }
    let value = (learner * 37 + question * 101 + learner * question * 17) % 100;
    let knows = value < if question == 0 { 97 } else { 5 + 12 * learner / 5 };
    let wrong = 1 + (learner + question) % if question == 2 { 2 } else { 3 };
    Some(match (question, knows) {
        (1, true) => 1,
        (1, false) | (_, true) => 0,
        (_, false) => wrong,
    })
}

/// Writes a bank of 24 questions with four choices each; the first is the key.
fn bank() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let topic = folder.path().join("content/e/t");
    fs::create_dir_all(&topic).unwrap();
    fs::write(folder.path().join("site.toml"), "title = \"T\"\nsite_id = \"site\"\n").unwrap();
    fs::write(folder.path().join("content/e/_index.md"), "---\ntopics:\n  - id: t\n---\n").unwrap();
    for at in 0..QUESTIONS {
        let front = match at {
            0 => "---\ndifficulty: hard\n---\n\n",
            4 => "---\nformer_ids: [e/old]\n---\n\n",
            _ => "",
        };
        let text = format!(
            "{front}What is number {at}?\n\n- [x] key {at}\n- [ ] first {at}\n- [ ] second {at}\n- [ ] third {at}\n"
        );
        fs::write(topic.join(format!("q{at:02}.md")), text).unwrap();
    }
    folder
}

/// Returns revision and choice ids of the questions, as the built site has them.
fn identities(root: &Path) -> Vec<(String, Vec<String>)> {
    assert!(studyhall(root, &["build", "--quiet"]).status.success());
    let part = |html: &str, before: &str| -> Vec<String> {
        let parts = html.split(before).skip(1);
        parts.map(|it| it.split('"').next().unwrap().to_owned()).collect()
    };
    (0..QUESTIONS)
        .map(|at| {
            let html =
                fs::read_to_string(root.join(format!("public/e/t/q{at:02}/index.html"))).unwrap();
            let revision = part(&html, "data-revision=\"").remove(0);
            (revision, part(&html, "<li class=\"choice\" data-choice=\""))
        })
        .collect()
}

/// Returns a learner's log.
fn log(learner: usize, identities: &[(String, Vec<String>)]) -> Value {
    let attempts: Vec<Value> = (0..QUESTIONS)
        .map(|at| {
            let (revision, choices) = &identities[at];
            let chosen = answer(learner, at);
            json!({
                "id": format!("a{learner}-{at}"),
                "question": if at == 4 { "e/old".to_owned() } else { format!("e/q{at:02}") },
                "revision": revision,
                "chosen": chosen.iter().map(|it| &choices[*it]).collect::<Vec<_>>(),
                "verdict": match chosen { None => "revealed", Some(0) => "right", _ => "wrong" },
                "score": u8::from(chosen == Some(0)),
                "first": true,
                "day": "2026-11-30",
                "seconds": 10 + (learner * 7 + at) % 50,
                "confidence": null,
                "sitting": (at >= 12).then(|| format!("s{learner}")),
            })
        })
        .collect();
    json!({
        "format": "studyhall-answers",
        "version": 1,
        "site": "site",
        "learner": format!("learner-{learner}"),
        "attempts": attempts,
    })
}

fn write(root: &Path, name: &str, value: &Value) {
    let text = value.to_string();
    let file = fs::File::create(root.join(name)).unwrap();
    if name.ends_with(".gz") {
        let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        packed.write_all(text.as_bytes()).unwrap();
        packed.finish().unwrap();
    } else {
        (&file).write_all(text.as_bytes()).unwrap();
    }
}

/// Writes the logs of all learners, every second one gzipped, and returns their names.
fn logs(root: &Path) -> Vec<String> {
    let identities = identities(root);
    let name = |it: usize| format!("{it:02}.json{}", if it.is_multiple_of(2) { "" } else { ".gz" });
    let names: Vec<String> = (0..LEARNERS).map(name).collect();
    for (learner, name) in names.iter().enumerate() {
        write(root, name, &log(learner, &identities));
    }
    names
}

fn run(root: &Path, names: &[String], format: &str) -> (i32, String, String) {
    let mut args = vec!["item-stats", "--format", format];
    args.extend(names.iter().map(String::as_str));
    let output = studyhall(root, &args);
    let text = |it: Vec<u8>| String::from_utf8(it).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn read(root: &Path, names: &[String]) -> Report {
    let (code, out, error) = run(root, names, "json");
    assert_eq!((code, error.as_str()), (0, ""), "{out}");
    report::read(&out).unwrap()
}

#[test]
fn figures_are_those_of_the_definitions() {
    let root = bank();
    let names = logs(root.path());
    let found = read(root.path(), &names);
    assert_eq!((found.learners, found.attempts), (LEARNERS, LEARNERS * QUESTIONS));
    // Question, n, facility with its interval, discrimination, seconds, picks.
    for (at, n, facility, discrimination, seconds, picks) in [
        (0, 40, [0.975, 0.8712, 0.9956], -3.756, 33, [39, 1, 0, 0]),
        (1, 40, [0.5, 0.352, 0.648], -53.371, 32, [20, 20, 0, 0]),
        (2, 40, [0.525, 0.375, 0.6706], 58.072, 32, [21, 9, 10, 0]),
        (3, 39, [0.5641, 0.4098, 0.707], 45.685, 32, [22, 6, 6, 5]),
        (12, 40, [0.5, 0.352, 0.648], 59.282, 33, [20, 7, 7, 6]),
    ] {
        let item = found.questions.iter().find(|it| it.question == format!("e/q{at:02}")).unwrap();
        let near = |found: f64, wanted: f64| {
            assert!((found - wanted).abs() < 6e-4, "{at}: {found} {wanted}");
        };
        assert_eq!((item.n, item.median_seconds), (n, Some(seconds)), "{at}");
        let own = item.facility.as_ref().unwrap();
        near(own.value, facility[0]);
        near(own.low, facility[1]);
        near(own.high, facility[2]);
        near(item.discrimination.as_ref().unwrap().value, discrimination);
        let took: Vec<usize> = item.choices.iter().map(|it| it.picks).collect();
        assert_eq!(took, picks, "{at}");
    }
}

#[test]
fn flags_tell_what_to_look_at() {
    let root = bank();
    let names = logs(root.path());
    let found = read(root.path(), &names);
    let flags = |at: usize| &*found.questions[at].flags;
    // Nearly all know it, and one of the weak is the odd one out: -3.8.
    assert_eq!(
        flags(0),
        [Flag::NegativeDiscrimination, Flag::NonFunctioningDistractor, Flag::EasierThanDeclared]
    );
    assert_eq!(
        flags(1),
        [Flag::PossibleMiskey, Flag::NegativeDiscrimination, Flag::NonFunctioningDistractor]
    );
    assert_eq!(flags(2), [Flag::NonFunctioningDistractor]);
    assert_eq!(flags(3), []);
    assert_eq!(found.questions[3].revealed, 1);
    let first = &found.confusions[0];
    assert_eq!(
        (first.question.as_str(), first.picks),
        ("e/q01", found.questions[1].choices[1].picks)
    );

    // The linter reads the same file, and points at the choice.
    let json = run(root.path(), &names, "json").1;
    fs::write(root.path().join("stats.json"), json).unwrap();
    fs::write(
        root.path().join("site.toml"),
        "title = \"T\"\nsite_id = \"site\"\n[lint]\nstats = \"stats.json\"\n",
    )
    .unwrap();
    let output = studyhall(root.path(), &["lint", "--format", "concise", "--notes"]);
    let out = String::from_utf8(output.stdout).unwrap();
    let told = |rule: &str| -> Vec<&str> {
        let lines = out.lines().filter(|it| it.contains(&format!("[{rule}]")));
        lines.map(|it| it.split(": ").next().unwrap()).collect()
    };
    assert_eq!(told("possible-miskey"), ["content/e/t/q01.md:4:7"]);
    assert_eq!(told("difficulty-mismatch"), ["content/e/t/q00.md:2:13"]);
    assert!(told("dead-distractor").contains(&"content/e/t/q02.md:6:7"), "{out}");
}

#[test]
fn the_order_of_logs_and_the_same_log_twice_change_nothing() {
    let root = bank();
    let mut names = logs(root.path());
    let once = read(root.path(), &names);
    names.reverse();
    names.push(names[3].clone());
    let twice = read(root.path(), &names);
    assert_eq!(twice.left_out.duplicates, QUESTIONS);
    assert_eq!((twice.questions, twice.confusions), (once.questions, once.confusions));
}

#[test]
fn only_first_attempts_at_questions_that_are_there_count() {
    let root = bank();
    let names = logs(root.path());
    let before = read(root.path(), &names);
    let mut value = log(0, &identities(root.path()));
    let attempts = value["attempts"].as_array_mut().unwrap();
    let own = attempts[6].clone();
    let mut add = |changes: &[(&str, Value)]| {
        let mut it = own.clone();
        it["id"] = json!(format!("new-{}", attempts.len()));
        for (name, value) in changes {
            it[*name] = value.clone();
        }
        attempts.push(it);
    };
    add(&[("first", json!(false))]);
    // Two that claim to be the first: one of them is.
    add(&[]);
    add(&[("question", json!("e/gone"))]);
    for (name, damaged) in [
        ("score", json!(7)),
        ("score", json!("1")),
        ("verdict", json!("maybe")),
        ("seconds", json!(-1)),
        ("question", json!("")),
        ("chosen", json!(vec!["a"; 27])),
        ("sitting", json!("x".repeat(201))),
    ] {
        add(&[(name, damaged)]);
    }
    attempts.push(json!("nothing"));
    write(root.path(), &names[0], &value);
    let after = read(root.path(), &names);
    let left_out = &after.left_out;
    assert_eq!((left_out.later, left_out.unknown, left_out.unreadable), (2, 1, 8));
    assert_eq!(after.questions, before.questions);
}

#[test]
fn another_revision_is_told_apart_and_has_no_flags() {
    let root = bank();
    let names = logs(root.path());
    let file = root.path().join("content/e/t/q01.md");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("- [x] key", "- [ ] key").replace("- [ ] first", "- [x] first"))
        .unwrap();
    let found = read(root.path(), &names);
    let own: Vec<_> = found.questions.iter().filter(|it| it.question == "e/q01").collect();
    assert_eq!(own.len(), 1);
    assert!(!own[0].current && own[0].flags.is_empty() && own[0].n == LEARNERS);
    assert!(own[0].choices.iter().all(|it| it.key.is_none()));
}

#[test]
fn too_few_is_said_in_every_format() {
    let root = bank();
    let names = logs(root.path())[..29].to_vec();
    let found = read(root.path(), &names);
    assert!(found.confusions.is_empty());
    for it in &found.questions {
        assert_eq!((&it.facility, &it.discrimination, it.median_seconds), (&None, &None, None));
        assert!(it.flags.is_empty());
    }
    let csv = run(root.path(), &names, "csv").1;
    let row = csv.lines().nth(1).unwrap();
    assert!(
        row.starts_with("e/q00,") && row.contains(",true,29,0,too few,too few,too few,too few,"),
        "{row}"
    );
    let table = run(root.path(), &names, "table").1;
    assert_eq!(table.matches("too few").count(), QUESTIONS, "{table}");
}

#[test]
fn csv_has_a_row_for_each_question_and_no_formula() {
    let root = bank();
    let identities = identities(root.path());
    let mut value = log(0, &identities);
    let own = &mut value["attempts"][0];
    own["revision"] = json!("=cmd|' /C calc'!A0,\"x\"");
    own["chosen"] = json!(["@SUM(1)"]);
    write(root.path(), "a.json", &value);
    let (code, csv, _) = run(root.path(), &["a.json".to_owned()], "csv");
    assert_eq!(code, 0);
    let rows: Vec<&str> = csv.split("\r\n").filter(|it| !it.is_empty()).collect();
    assert_eq!(rows.len(), 1 + QUESTIONS);
    assert!(rows[1].starts_with("e/q00,\"'=cmd|' /C calc'!A0,\"\"x\"\"\",false,1,"), "{}", rows[1]);
    assert!(rows[1].ends_with(",'@SUM(1)=1.0000"), "{}", rows[1]);
}

#[test]
fn what_is_no_log_is_left_out_by_name_and_the_rest_is_read() {
    let root = bank();
    let mut names = logs(root.path())[..2].to_vec();
    let good = log(0, &identities(root.path()));
    let mut faults = Vec::new();
    for (name, field, value, told) in [
        ("format.json", "format", json!("other"), "no log of answers"),
        ("version.json", "version", json!(2), "a log of version 2"),
        ("site.json", "site", json!("elsewhere\u{1b}[31m"), "a log of the site `elsewhere"),
        ("learner.json", "learner", json!("Jane Doe"), "`learner` must have"),
        ("attempts.json", "attempts", Value::Null, "`attempts` is missing"),
    ] {
        let mut damaged = good.clone();
        damaged[field] = value;
        write(root.path(), name, &damaged);
        faults.push((name, told));
    }
    fs::write(root.path().join("text.json"), "hello").unwrap();
    fs::write(root.path().join("bytes.json"), [0xff, 0xfe, 0x00]).unwrap();
    fs::write(root.path().join("cut.json.gz"), [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 3, 0]).unwrap();
    faults.extend([
        ("text.json", "no JSON of a log"),
        ("bytes.json", "UTF-8"),
        ("cut.json.gz", ""),
        ("absent.json", "No such file"),
    ]);
    names.extend(faults.iter().map(|(name, _)| (*name).to_owned()));
    let (code, out, error) = run(root.path(), &names, "json");
    assert_eq!(code, 1, "{error}");
    assert_eq!(report::read(&out).unwrap().logs, 2);
    assert_eq!(error.lines().count(), faults.len(), "{error}");
    assert!(!error.contains('\u{1b}'), "{error}");
    for ((name, told), line) in faults.iter().zip(error.lines()) {
        assert!(line.contains(&format!("left out: `{name}`: ")) && line.contains(told), "{line}");
    }
    let (code, _, error) = run(root.path(), &["text.json".to_owned()], "table");
    assert_eq!(code, 2);
    assert!(error.contains("no log could be read"), "{error}");
}
