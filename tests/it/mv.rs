//! `mv`: whole small banks, before and after.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use snapbox::{IntoData as _, str};
use studyhall::source::split_fixture;
use tempfile::TempDir;

/// A bank with two exams; tests add their questions.
const GROUND: &str = "\
//- content/e/_index.md
---
topics:
  - id: a
    objectives: [{ id: one }]
  - id: b
    objectives: [{ id: two }]
---
//- content/f/_index.md
---
topics: [{ id: c }]
---
//- content/e/lessons/l.md
See [the question](../a/q.md#hint) and [other](../a/other.md).
//- content/e/a/other.md
---
enemies: [e/q]
---
[Before](q.md) or [after][q]? ![p](shared.svg)

- [x] Yes
- [ ] No

[q]: ./q.md
//- content/e/a/shared.svg
<svg xmlns=\"http://www.w3.org/2000/svg\"/>
";

fn bank(fixture: &str) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for source in split_fixture("", &format!("{GROUND}{fixture}")) {
        let path = root.path().join(&*source.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &*source.text).unwrap();
    }
    root
}

fn files(root: &Path) -> BTreeMap<String, String> {
    let mut res = BTreeMap::new();
    let mut folders = vec![root.join("content")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                res.insert(name, fs::read_to_string(path).unwrap());
            }
        }
    }
    res
}

/// Moves, and tells what was said and which files are new, changed and gone.
fn told(root: &Path, old: &str, new: &str) -> String {
    let before = files(root);
    let output = Command::new(env!("CARGO_BIN_EXE_studyhall"))
        .args(["--color", "never", "mv", old, new])
        .current_dir(root)
        .output()
        .unwrap();
    let after = files(root);
    let mut res = String::from_utf8(output.stderr).unwrap();
    for (path, text) in &after {
        if before.get(path) != Some(text) {
            let text = text.replace('\r', "<CR>").replace('\u{feff}', "<BOM>");
            res.push_str(&format!("//- {path}\n{text}"));
        }
    }
    for path in before.keys().filter(|it| !after.contains_key(*it)) {
        res.push_str(&format!("//- {path} is gone\n"));
    }
    res
}

#[track_caller]
fn check(fixture: &str, old: &str, new: &str, expected: impl snapbox::IntoData) {
    let root = bank(fixture);
    snapbox::assert_data_eq!(told(root.path(), old, new), expected.raw());
}

const QUESTION: &str = "\
//- content/e/a/q.md
---
objective: one # of topic a
see: [l, ../lessons/l.md]
---
Stem with [other](other.md), ![own](own.svg) and ![shared](shared.svg).

- [x] Yes
- [ ] No
//- content/e/a/own.svg
<svg xmlns=\"http://www.w3.org/2000/svg\"/>
";

#[test]
fn renamed_in_its_folder() {
    check(
        QUESTION,
        "e/a/q",
        "e/a/r",
        str![[r#"
moved content/e/a/q.md to content/e/a/r.md
  the id is now `e/r`; `former_ids` keeps `e/q`
  the address is now /e/a/r/; /e/a/q/ leads there
  mended: content/e/a/other.md
  mended: content/e/lessons/l.md
//- content/e/a/other.md
---
enemies: [e/r]
---
[Before](r.md) or [after][q]? ![p](shared.svg)

- [x] Yes
- [ ] No

[q]: ./r.md
//- content/e/a/r.md
---
objective: one # of topic a
see: [l, ../lessons/l.md]
former_ids: [e/q]
aliases: [/e/a/q/]
---
Stem with [other](other.md), ![own](own.svg) and ![shared](shared.svg).

- [x] Yes
- [ ] No
//- content/e/lessons/l.md
See [the question](../a/r.md#hint) and [other](../a/other.md).
//- content/e/a/q.md is gone

"#]],
    );
}

#[test]
fn to_another_topic() {
    check(
        QUESTION,
        "e/q",
        "e/b",
        str![[r#"
moved content/e/a/q.md to content/e/b/q.md
  with it: content/e/a/own.svg
  the id is still `e/q`
  the address is now /e/b/q/; /e/a/q/ leads there
  mended: content/e/a/other.md
  mended: content/e/lessons/l.md
  taken out: the objective `one`, which the new topic does not have
  the address of a picture in the question has changed, so that learners will see it as a new revision
//- content/e/a/other.md
---
enemies: [e/q]
---
[Before](../b/q.md) or [after][q]? ![p](shared.svg)

- [x] Yes
- [ ] No

[q]: ../b/q.md
//- content/e/b/own.svg
<svg xmlns="http://www.w3.org/2000/svg"/>
//- content/e/b/q.md
---
see: [l, ../lessons/l.md]
aliases: [/e/a/q/]
---
Stem with [other](../a/other.md), ![own](own.svg) and ![shared](../a/shared.svg).

- [x] Yes
- [ ] No
//- content/e/lessons/l.md
See [the question](../b/q.md#hint) and [other](../a/other.md).
//- content/e/a/own.svg is gone
//- content/e/a/q.md is gone

"#]],
    );
}

#[test]
fn to_another_exam() {
    check(
        QUESTION,
        "content/e/a/q.md",
        "content/f/c/r.md",
        str![[r#"
moved content/e/a/q.md to content/f/c/r.md
  with it: content/e/a/own.svg
  the id is now `f/r`; `former_ids` keeps `e/q`
  the address is now /f/c/r/; /e/a/q/ leads there
  mended: content/e/a/other.md
  mended: content/e/lessons/l.md
  taken out: the objective `one`, which the new topic does not have
  the address of a picture in the question has changed, so that learners will see it as a new revision
//- content/e/a/other.md
---
enemies: [f/r]
---
[Before](../../f/c/r.md) or [after][q]? ![p](shared.svg)

- [x] Yes
- [ ] No

[q]: ../../f/c/r.md
//- content/e/lessons/l.md
See [the question](../../f/c/r.md#hint) and [other](../a/other.md).
//- content/f/c/own.svg
<svg xmlns="http://www.w3.org/2000/svg"/>
//- content/f/c/r.md
---
see: [e/l, "../../e/lessons/l.md"]
former_ids: [e/q]
aliases: [/e/a/q/]
---
Stem with [other](../../e/a/other.md), ![own](own.svg) and ![shared](../../e/a/shared.svg).

- [x] Yes
- [ ] No
//- content/e/a/own.svg is gone
//- content/e/a/q.md is gone

"#]],
    );
}

#[test]
fn names_of_any_script() {
    let question = "//- content/e/a/q.md\n- [x] Yes\n- [ ] No\n//- content/e/a/x.md\n[other](other.md)\n\n\
         - [x] 是\n- [ ] 否\n//- content/about.md\n試験 [質問](e/a/x.md) é\n";
    check(
        question,
        "e/a/x",
        "f/c/größe 問",
        str![[r#"
moved content/e/a/x.md to content/f/c/größe 問.md
  the id is now `f/größe-問`; `former_ids` keeps `e/x`
  the address is now /f/c/größe-問/; /e/a/x/ leads there
  mended: content/about.md
//- content/about.md
試験 [質問](f/c/größe%20問.md) é
//- content/f/c/größe 問.md
---
former_ids: [e/x]
aliases: [/e/a/x/]
---

[other](../../e/a/other.md)

- [x] 是
- [ ] 否
//- content/e/a/x.md is gone

"#]],
    );
}

#[test]
fn a_written_id_stays() {
    check(
        "//- content/e/a/q.md\n+++\nid = \"e/q\"\ntopic = 'a'\naliases = [\n  \"/old/\", # é\n]\n\n\
         [lint.allow]\nx = \"y\"\n+++\n- [x] Yes\n- [ ] No\n",
        "e/q",
        "e/b/r",
        str![[r#"
moved content/e/a/q.md to content/e/b/r.md
  the id is still `e/q`
  the address is now /e/b/r/; /e/a/q/ leads there
  mended: content/e/a/other.md
  mended: content/e/lessons/l.md
//- content/e/a/other.md
---
enemies: [e/q]
---
[Before](../b/r.md) or [after][q]? ![p](shared.svg)

- [x] Yes
- [ ] No

[q]: ../b/r.md
//- content/e/b/r.md
+++
id = "e/q"
topic = "b"
aliases = [
  "/old/", "/e/a/q/", # é
]

[lint.allow]
x = "y"
+++
- [x] Yes
- [ ] No
//- content/e/lessons/l.md
See [the question](../b/r.md#hint) and [other](../a/other.md).
//- content/e/a/q.md is gone

"#]],
    );
}

#[test]
fn line_ends_and_marks_stay() {
    check(
        "//- content/e/a/q.md\n\u{feff}---\r\n# é\r\nformer_ids:\r\n  - e/p\r\n---\r\n\r\n\
         Größe?\r\n\r\n- [x] Ja\r\n- [ ] Nein\r\n",
        "e/a/q",
        "e/a/r",
        str![[r#"
moved content/e/a/q.md to content/e/a/r.md
  the id is now `e/r`; `former_ids` keeps `e/q`
  the address is now /e/a/r/; /e/a/q/ leads there
  mended: content/e/a/other.md
  mended: content/e/lessons/l.md
//- content/e/a/other.md
---
enemies: [e/r]
---
[Before](r.md) or [after][q]? ![p](shared.svg)

- [x] Yes
- [ ] No

[q]: ./r.md
//- content/e/a/r.md
<BOM>---<CR>
# é<CR>
former_ids:<CR>
  - e/p<CR>
  - e/q<CR>
aliases: [/e/a/q/]<CR>
---<CR>
<CR>
Größe?<CR>
<CR>
- [x] Ja<CR>
- [ ] Nein<CR>
//- content/e/lessons/l.md
See [the question](../a/r.md#hint) and [other](../a/other.md).
//- content/e/a/q.md is gone

"#]],
    );
}

#[test]
fn without_front_matter() {
    check(
        "//- content/e/a/q.md\n- [x] Yes\n- [ ] No\n",
        "e/a/q",
        "e/a/r",
        str![[r#"
moved content/e/a/q.md to content/e/a/r.md
  the id is now `e/r`; `former_ids` keeps `e/q`
  the address is now /e/a/r/; /e/a/q/ leads there
  mended: content/e/a/other.md
  mended: content/e/lessons/l.md
//- content/e/a/other.md
---
enemies: [e/r]
---
[Before](r.md) or [after][q]? ![p](shared.svg)

- [x] Yes
- [ ] No

[q]: ./r.md
//- content/e/a/r.md
---
former_ids: [e/q]
aliases: [/e/a/q/]
---

- [x] Yes
- [ ] No
//- content/e/lessons/l.md
See [the question](../a/r.md#hint) and [other](../a/other.md).
//- content/e/a/q.md is gone

"#]],
    );
}

#[test]
fn a_folder_moves_whole() {
    check(
        "//- content/e/a/q.md\n- [x] Yes\n- [ ] No\n\
         //- content/e/a/bundle/index.md\n![p](img/p.svg) [q](../q.md)\n\n- [x] Yes\n- [ ] No\n\
         //- content/e/a/bundle/img/p.svg\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n\
         //- content/e/a/bundle/notes.xyz\nnever published\n\
         //- content/about.md\n[folder](e/a/bundle/) [page](/e/a/bundle/index.md)\n",
        "e/a/bundle",
        "f/c/box",
        str![[r#"
moved content/e/a/bundle/index.md to content/f/c/box/index.md
  with it: content/e/a/bundle/img/p.svg
  with it: content/e/a/bundle/notes.xyz
  the id is now `f/box`; `former_ids` keeps `e/bundle`
  the address is now /f/c/box/; /e/a/bundle/ leads there
  mended: content/about.md
//- content/about.md
[folder](f/c/box/) [page](/f/c/box/index.md)
//- content/f/c/box/img/p.svg
<svg xmlns="http://www.w3.org/2000/svg"/>
//- content/f/c/box/index.md
---
former_ids: [e/bundle]
aliases: [/e/a/bundle/]
---

![p](img/p.svg) [q](../../../e/a/q.md)

- [x] Yes
- [ ] No
//- content/f/c/box/notes.xyz
never published
//- content/e/a/bundle/img/p.svg is gone
//- content/e/a/bundle/index.md is gone
//- content/e/a/bundle/notes.xyz is gone

"#]],
    );
}

#[test]
fn there_and_back_again_leaves_no_trace_of_the_way() {
    let root = bank("//- content/e/a/q.md\n---\nlang: en\n---\n- [x] Yes\n- [ ] No\n");
    told(root.path(), "e/a/q", "e/b/r");
    snapbox::assert_data_eq!(
        told(root.path(), "e/b/r", "e/a/q"),
        str![[r#"
moved content/e/b/r.md to content/e/a/q.md
  the id is now `e/q`; `former_ids` keeps `e/r`
  the address is now /e/a/q/; /e/b/r/ leads there
  mended: content/e/a/other.md
  mended: content/e/lessons/l.md
//- content/e/a/other.md
---
enemies: [e/q]
---
[Before](q.md) or [after][q]? ![p](shared.svg)

- [x] Yes
- [ ] No

[q]: q.md
//- content/e/a/q.md
---
lang: en
former_ids: [e/r]
aliases: [/e/b/r/]
---
- [x] Yes
- [ ] No
//- content/e/lessons/l.md
See [the question](../a/q.md#hint) and [other](../a/other.md).
//- content/e/b/r.md is gone

"#]]
        .raw()
    );
}

#[test]
fn what_would_do_harm_is_refused() {
    let question = "//- content/e/a/q.md\n- [x] Yes\n- [ ] No\n";
    let again = "//- content/e/b/r.md\n- [x] Yes\n- [ ] No\n";
    let odd = "//- content/about.md\n[x](e/a/&#113;.md)\n";
    let flow = "//- content/e/a/q.md\n---\n{lang: en}\n---\n- [x] Yes\n- [ ] No\n";
    for (fixture, old, new, expected) in [
        (
            question.to_owned() + again,
            "e/a/q",
            "e/b/r",
            "`content/e/b/r.md` exists already; nothing was moved",
        ),
        (
            question.to_owned() + again,
            "e/a/q",
            "e/b/R",
            "`content/e/b/r.md` exists already; nothing was moved",
        ),
        (
            question.to_owned() + again,
            "e/a/q",
            "e/a/r",
            "nothing was moved, since the bank would then have faults",
        ),
        (question.to_owned(), "e/a/q", "e/a/q", "`content/e/a/q.md` is there already"),
        (
            question.to_owned(),
            "e/a/r",
            "e/b/r",
            "there is no question `e/a/r`; did you mean `e/a/q`?",
        ),
        (
            question.to_owned(),
            "e/b/q",
            "e/b/r",
            "there is no question `e/b/q`; did you mean `e/a/q`?",
        ),
        (
            question.to_owned(),
            "e/a/q",
            "g/a/q",
            "there is no exam `g`; write EXAM/TOPIC/NAME; did you mean",
        ),
        (question.to_owned(), "e/a/q", "e/ab/q", "`ab` is no topic of the exam `e`; did you mean"),
        (question.to_owned(), "e/a/q", "e/a/../../../q", "`..` begins with a full stop"),
        (question.to_owned(), "e/a/q", "e/a/nul", "`nul` cannot be the name of a file"),
        (
            question.to_owned() + odd,
            "e/a/q",
            "e/a/r",
            "content/about.md:1:1: this link is written in a way",
        ),
        (
            flow.to_owned(),
            "e/a/q",
            "e/a/r",
            "`former_ids` in `content/e/a/q.md` is written in a way",
        ),
    ] {
        let root = bank(&fixture);
        let before = files(root.path());
        let res = told(root.path(), old, new);
        assert!(res.starts_with(&format!("error: {expected}")), "{old} {new}: {res}");
        assert_eq!(files(root.path()), before);
    }
}
