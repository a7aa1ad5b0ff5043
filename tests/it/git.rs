//! Banks in real Git repositories: reading a revision, and what `diff` says of it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use snapbox::str;
use studyhall::source::split_fixture;
use tempfile::TempDir;

/// The sound bank that tests change.
pub(crate) const GROUND: &str = "\
//- site.toml
title = \"Demo\"
site_id = \"demo\"

[lint.rules]
missing-explanation = \"allow\"
missing-rationale = \"allow\"
//- content/e/_index.md
---
topics:
  - id: a
    title: A
  - id: b
    title: B
---
//- content/e/a/sum.md
What is 2 + 2?

- [ ] three
- [x] four
- [ ] five

## Explanation

Option B is two pairs.
//- content/e/a/sky.md
---
id: e/sky
difficulty: easy
tags: [air, light]
---

Which colour has the sky at noon?

- [x] Blue
- [ ] Green
";

/// A repository of a test, with a bank in it.
pub(crate) struct Repository {
    folder: TempDir,
    bank: &'static str,
}

impl Repository {
    /// Makes one whose bank stands in a folder of it, or is all of it if that is empty.
    pub(crate) fn new(bank: &'static str) -> Self {
        let res = Self { folder: tempfile::tempdir().unwrap(), bank };
        fs::create_dir_all(res.root()).unwrap();
        res.git(&["init", "--quiet", "--initial-branch=main"]);
        res
    }

    /// Returns a repository with the sound bank in its first commit, which has the tag `first`.
    pub(crate) fn ground() -> Self {
        let res = Self::new("");
        res.write(GROUND);
        res.commit("first");
        res
    }

    pub(crate) fn root(&self) -> std::path::PathBuf {
        self.folder.path().join(self.bank)
    }

    /// Runs `git` with no settings but those given here.
    pub(crate) fn git(&self, args: &[&str]) -> String {
        let output = git(self.folder.path(), args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Writes files of the bank.
    pub(crate) fn write(&self, fixture: &str) {
        for source in split_fixture("", fixture) {
            let path = self.root().join(&*source.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, &*source.text).unwrap();
        }
    }

    /// Replaces words of a file.
    #[track_caller]
    pub(crate) fn replace(&self, path: &str, old: &str, new: &str) {
        let path = self.root().join(path);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{text}");
        fs::write(path, text.replace(old, new)).unwrap();
    }

    pub(crate) fn rename(&self, old: &str, new: &str) {
        let new = self.root().join(new);
        fs::create_dir_all(new.parent().unwrap()).unwrap();
        fs::rename(self.root().join(old), new).unwrap();
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.root().join(path)).unwrap();
    }

    /// Commits everything, and gives the commit a name.
    pub(crate) fn commit(&self, tag: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", tag]);
        self.git(&["tag", tag]);
    }

    /// Runs the program in the bank.
    pub(crate) fn run(&self, args: &[&str]) -> Output {
        studyhall(&self.root(), args)
    }

    /// Returns what a command prints, which must succeed.
    #[track_caller]
    pub(crate) fn printed(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{error}");
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn diff(&self, since: &str) -> String {
        self.printed(&["diff", since])
    }
}

/// Runs `git` in a folder, without anybody's settings.
pub(crate) fn git(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new("git");
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    for who in ["AUTHOR", "COMMITTER"] {
        command
            .env(format!("GIT_{who}_NAME"), "Ada")
            .env(format!("GIT_{who}_EMAIL"), "ada@example.org")
            .env(format!("GIT_{who}_DATE"), "2026-01-01T00:00:00Z");
    }
    command
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .current_dir(folder)
        .args(args)
        .output()
        .unwrap()
}

pub(crate) fn studyhall(root: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_studyhall"))
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .env("SOURCE_DATE_EPOCH", "1790000000")
        .env_remove("GITHUB_STEP_SUMMARY")
        .current_dir(root)
        .args(args)
        .output()
        .unwrap()
}

#[track_caller]
fn fails(output: &Output, expected: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(expected), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

const SAME: &str = "no question has changed in meaning since `first`\n";

#[test]
fn what_formatters_do_is_no_change() {
    let it = Repository::ground();
    assert_eq!(it.diff("first"), SAME);
    it.write(
        "//- content/e/a/sum.md
What is
2 + 2?

* [ ]   three
* [X]   four
* [ ]   five

Explanation
-----------

Option B is _two_ pairs.
//- content/e/a/sky.md
---
tags:
  - light
  - air
difficulty: \"easy\"
id: 'e/sky'
---

Which colour has the sky at noon?\r

1. [x] Blue\r
2. [ ] Green\r
",
    );
    assert_eq!(it.diff("first"), SAME);
}

#[test]
fn another_order_of_choices_is_no_change() {
    let it = Repository::ground();
    it.replace("content/e/a/sum.md", "- [ ] three\n- [x] four", "- [x] four\n- [ ] three");
    it.replace("content/e/a/sum.md", "Option B", "Option A");
    assert_eq!(it.diff("first"), SAME);
}

#[test]
fn a_key_that_is_another_is_shown_before_and_now() {
    let it = Repository::ground();
    it.replace("content/e/a/sum.md", "- [x] four\n- [ ] five", "- [ ] four\n- [x] five");
    snapbox::assert_data_eq!(
        it.diff("first"),
        str![[r#"
Re-keyed: another answer is right
  e/sum  content/e/a/sum.md
    key was         B: four
    key is          C: five

1 re-keyed since `first`

"#]]
    );
}

#[test]
fn every_kind_of_change_is_told_once_worst_first() {
    let it = Repository::ground();
    it.write(
        "//- content/e/a/gone.md
Why?

- [x] So
- [ ] Thus
//- content/e/a/old.md
Who moved it?

- [x] Ada
- [ ] Bob
//- content/e/a/heir.md
How is it done?

- [x] Well
- [ ] Badly
//- content/e/a/key.md
Is the *new* key right?

- [x] Yes, it is
- [ ] No, it is not
",
    );
    it.commit("second");
    it.remove("content/e/a/gone.md");
    it.rename("content/e/a/old.md", "content/e/b/new.md");
    it.write(
        "//- content/e/a/heir.md
---
former_ids: [e/gone]
---
How is it done?

- [x] Very well
- [ ] Badly
//- content/e/a/more.md
Which is more?

- [x] Two
- [ ] One
",
    );
    it.replace("content/e/a/sky.md", "difficulty: easy", "difficulty: hard");
    it.replace("content/e/a/sum.md", "2 + 2?", "2 + 3?");
    it.replace("content/e/a/sum.md", "- [x] four\n- [ ] five", "- [ ] four\n- [x] five");
    it.replace("content/e/a/sum.md", "Option B is two pairs.", "Option C is two and three.");
    it.replace("content/e/a/key.md", "[x]", "[ ]");
    snapbox::assert_data_eq!(
        it.diff("second"),
        str![[r#"
Re-keyed: another answer is right
  e/sum  content/e/a/sum.md
    key was         B: four
    key is          C: five
    stem            What is 2 + [-2?-]{+3?+}
    explanation     Option [-B-]{+C+} is two [-pairs.-]{+and three.+}

Removed
  e/gone  content/e/a/gone.md
    title           Why?
    goes on in      e/heir

Broken: the file has faults now
  e/key  content/e/a/key.md
    title           Is the new key right?

Moved
  e/new  content/e/b/new.md
    id              [-e/old-] {+e/new+}
    file            [-content/e/a/old.md-] {+content/e/b/new.md+}
    topic           [-a-] {+b+}
    slug            [-old-] {+new+}

Reworded
  e/heir  content/e/a/heir.md
    choice A        [-Well-] {+Very well+}
    former_ids      {+e/gone+}

Other values
  e/sky  content/e/a/sky.md
    difficulty      [-easy-] {+hard+}

Added
  e/more  content/e/a/more.md
    title           Which is more?
    key             A: Two

1 re-keyed, 1 removed, 1 broken, 1 moved, 1 reworded, 1 changed, 1 added since `second`

"#]]
    );
}

/// What was broken and is whole again was never another question.
#[test]
fn a_file_with_faults_is_still_there() {
    let it = Repository::ground();
    it.replace("content/e/a/sky.md", "[x]", "[ ]");
    assert!(it.diff("first").starts_with("Broken: the file has faults now\n  e/sky  "));
    it.commit("second");
    it.replace("content/e/a/sky.md", "- [ ] Blue", "- [x] Blue");
    let json: serde_json::Value =
        serde_json::from_str(&it.printed(&["diff", "second", "--format", "json"])).unwrap();
    assert_eq!(json["summary"]["mended"], 1);
    assert_eq!(json["questions"][0]["id"], "e/sky");
    assert_eq!(json["questions"].as_array().unwrap().len(), 1);
}

#[test]
fn a_choice_in_other_words_is_the_same_choice_unless_a_number_differs() {
    for (old, new, rekeyed) in [
        ("[x] four", "[x] **Four** exactly", false),
        ("[x] four", "[x] seventeen", true),
        ("[ ] three", "[ ] twelve", false),
        ("- [ ] five\n", "- [x] five\n", true),
        ("- [ ] five\n", "", false),
        ("- [ ] five\n", "- [ ] five\n- [ ] six\n", false),
    ] {
        let it = Repository::ground();
        it.replace("content/e/a/sum.md", old, new);
        it.replace("content/e/a/sum.md", "Option B is", "It is");
        let json: serde_json::Value =
            serde_json::from_str(&it.printed(&["diff", "first", "--format", "json"])).unwrap();
        assert_eq!(json["questions"][0]["id"], "e/sum", "{old} {new}");
        assert_eq!(json["questions"][0].get("key").is_some(), rekeyed, "{old} {new}");
    }
    let it = Repository::ground();
    it.replace("content/e/a/sum.md", "[x] four", "[x] a set of 4 items");
    it.commit("second");
    it.replace("content/e/a/sum.md", "a set of 4 items", "a set of 6 items");
    assert!(it.diff("second").starts_with("Re-keyed"), "{}", it.diff("second"));
}

/// Learners see letters, never the ids that stand for choices.
#[test]
fn a_reference_that_becomes_bound_is_told_by_its_letter() {
    let it = Repository::ground();
    it.replace("content/e/a/sum.md", "Option B is two pairs.", "Yes (B) has two pairs.");
    it.commit("second");
    it.replace("content/e/a/sum.md", "Yes (B)", "Yes ({@B})");
    let diff = it.diff("second");
    assert!(diff.contains("Yes [-(B)-]{+({@B})+} has"), "{diff}");
}

/// A choice in other words that share too little is another choice, in the same place.
#[test]
fn a_choice_that_is_replaced_is_one_change() {
    let it = Repository::ground();
    it.replace("content/e/a/sum.md", "[ ] three", "[ ] twelve");
    let diff = it.diff("first");
    assert_eq!(diff.matches("choice A").count(), 1, "{diff}");
}

#[test]
fn markdown_is_read_as_it_is_meant() {
    let it = Repository::ground();
    it.replace("content/e/a/sum.md", "What is 2 + 2?", "What is | `<b>` *2* + 2, @ada?");
    it.replace("content/e/a/sum.md", "- [x] four\n- [ ] five", "- [ ] four\n- [x] five");
    assert_eq!(
        it.printed(&["diff", "first", "--format", "markdown"]),
        r"## Questions changed since `first`

**1 re-keyed**

### Re-keyed: another answer is right

`e/sum` (`content/e/a/sum.md`)

| | before | now |
| --- | --- | --- |
| **key** | <del>B&#58; four</del> | <ins>C&#58; five</ins> |
| stem | What is 2 + <del>2?</del> | What is <ins>\| &lt;b&gt;</ins> 2 + <ins>2, &#64;ada?</ins> |
"
    );
}

#[test]
fn a_bank_in_a_folder_of_the_repository_is_compared_with_itself() {
    let it = Repository::new("docs/a bank/ü");
    it.write(GROUND);
    it.commit("first");
    assert_eq!(it.diff("first"), SAME);
    it.replace("content/e/a/sky.md", "easy", "hard");
    assert!(it.diff("HEAD").ends_with("1 changed since `HEAD`\n"));
    // From elsewhere, as a hook is run.
    let output = Command::new(env!("CARGO_BIN_EXE_studyhall"))
        .args(["--root", "docs/a bank/ü", "diff", "first"])
        .env("GIT_DIR", ".git")
        .env("GIT_INDEX_FILE", ".git/index")
        .current_dir(it.folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_work_tree_is_not_touched() {
    let it = Repository::ground();
    it.replace("content/e/a/sky.md", "easy", "hard");
    it.commit("second");
    it.write("//- content/e/a/new.md\nWhy?\n\n- [x] So\n- [ ] Thus\n");
    it.git(&["add", "--all"]);
    let before = (it.git(&["status", "--porcelain"]), it.git(&["for-each-ref"]));
    it.diff("first");
    assert_eq!((it.git(&["status", "--porcelain"]), it.git(&["for-each-ref"])), before);
}

#[test]
fn everything_of_a_bank_is_as_it_was() {
    let it = Repository::new("");
    it.write(GROUND);
    it.write(
        "//- content/e/a/figure.svg
<svg xmlns=\"http://www.w3.org/2000/svg\"><circle r=\"3\"/></svg>
//- content/e/a/sum.md
What is ![a dot](figure.svg)?

- [ ] three
- [x] four

[the rest](data.csv)
//- content/e/a/data.csv
1,2
//- content/e/a/.hidden.md
nothing
//- content/e/a/README.md
nothing
",
    );
    std::os::unix::fs::symlink("../a/sum.md", it.root().join("content/e/linked.md")).unwrap();
    it.commit("first");
    assert_eq!(it.diff("first"), SAME);
    // Settings are those of their time: scoring is a question's value.
    it.replace("site.toml", "\"demo\"\n", "\"demo\"\n[study]\nscoring = \"net\"\n");
    assert!(it.diff("first").contains("scoring"), "{}", it.diff("first"));
    it.replace("site.toml", "\"net\"", "\"nett\"");
    it.commit("second");
    it.replace("site.toml", "\"nett\"", "\"net\"");
    assert_eq!(it.diff("second"), SAME.replace("first", "second"), "faulty settings of old");
}

#[test]
fn a_bank_that_was_not_there_is_all_new() {
    let it = Repository::new("bank");
    it.commit("first");
    it.write(GROUND);
    assert!(it.diff("first").ends_with("2 added since `first`\n"));
}

#[test]
fn what_cannot_be_compared_is_told_in_a_line() {
    let it = Repository::ground();
    for name in ["no-such-branch", "--help-me", "", "first:site.toml"] {
        let args = ["diff", "--", name];
        fails(&it.run(&args), &format!("there is no revision `{name}`"));
    }
    let alone = tempfile::tempdir().unwrap();
    fs::create_dir(alone.path().join("content")).unwrap();
    fails(&studyhall(alone.path(), &["diff", "HEAD"]), "is in no Git repository");

    it.commit("second");
    let clone = tempfile::tempdir().unwrap();
    let from = format!("file://{}", it.root().display());
    let to = clone.path().to_str().unwrap();
    let made = git(it.folder.path(), &["clone", "--quiet", "--depth=1", &from, to]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    fails(&studyhall(clone.path(), &["diff", "HEAD~1"]), "in this shallow clone");

    let output = Command::new(env!("CARGO_BIN_EXE_studyhall"))
        .args(["diff", "HEAD"])
        .env("PATH", clone.path())
        .current_dir(it.root())
        .output()
        .unwrap();
    fails(&output, "`git` is not installed");
}
