//! What a command refuses to do, and that it leaves all files as they are.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::git::studyhall;

/// Starts a bank beside a folder that is none of its own.
fn bank() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("outside")).unwrap();
    assert!(studyhall(root.path(), &["init", "bank"]).status.success());
    root
}

fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let all = walkdir::WalkDir::new(root).into_iter().map(Result::unwrap);
    let all = all.filter(|it| it.file_type().is_file());
    all.map(|it| (it.path().display().to_string(), fs::read(it.path()).unwrap())).collect()
}

/// Runs a command in the bank's folder; it must fail with code 2, say this, and change nothing.
#[track_caller]
fn refused(root: &Path, args: &[&str], told: &str) {
    let before = files(root);
    let output = studyhall(&root.join("bank"), args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}\n{error}");
    assert!(error.contains(told), "{args:?}\n{error}");
    assert_eq!(files(root), before, "{args:?}");
}

#[test]
fn a_report_replaces_no_file_of_the_bank_and_no_other_report() {
    let root = bank();
    for file in ["site.toml", "content/git/_index.md", "./content/../site.toml"] {
        let args = ["lint", "--format", "json", "--output", file];
        refused(root.path(), &args, "is a file of the bank");
    }
    let twice =
        ["lint", "--format", "json", "--output", "a", "--format", "sarif", "--output", "./a"];
    refused(root.path(), &twice, "two reports");
}

#[test]
fn what_would_be_ignored_is_refused() {
    let root = bank();
    for (option, value) in [("--format", "json"), ("--output", "a.json")] {
        refused(root.path(), &["lint", "--diff", option, value], "cannot be used with");
    }
}

#[test]
fn a_day_that_is_none_is_told() {
    let root = bank();
    for epoch in ["", "yesterday", "-1", "1.5"] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_studyhall"))
            .current_dir(root.path().join("bank"))
            .env("SOURCE_DATE_EPOCH", epoch)
            .arg("lint")
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{epoch}: {error}");
        let told =
            format!("`SOURCE_DATE_EPOCH` must be a number of seconds since 1970, found `{epoch}`");
        assert!(error.contains(&told), "{error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_without_an_end_is_not_read_to_it() {
    let root = bank();
    refused(root.path(), &["lint", "--baseline", "/dev/zero"], "more than 256 MB");
}

#[test]
fn an_override_says_where_and_what() {
    let root = bank();
    let site = root.path().join("bank/site.toml");
    let text = fs::read_to_string(&site).unwrap();
    for (table, told) in [
        ("rules = {near-duplicate = \"allow\"}", "this override has no `paths`"),
        ("paths = [\"content/**\"]", "this override has no `rules`"),
    ] {
        fs::write(&site, format!("{text}\n[[lint.overrides]]\n{table}\n")).unwrap();
        refused(root.path(), &["lint"], told);
    }
}

#[cfg(unix)]
#[test]
fn new_files_follow_no_link_out_of_the_bank() {
    use std::os::unix::fs::symlink;
    let root = bank();
    let (inner, outside) = (root.path().join("bank"), root.path().join("outside"));
    fs::rename(inner.join("content/git/branches"), inner.join("content/git/kept")).unwrap();
    symlink(&outside, inner.join("content/git/branches")).unwrap();
    refused(root.path(), &["new", "git/branches/a-question"], "leads out of the bank");
    fs::create_dir(inner.join("other")).unwrap();
    symlink(&outside, inner.join("other/content")).unwrap();
    refused(root.path(), &["init", "other"], "leads out of the bank");
}
