//! Writing sites to disk: what is written, kept, removed and refused.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use studyhall::write::{Summary, Writer, Wrote};
use tempfile::TempDir;

/// A bank with nothing in it.
fn bank() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("content")).unwrap();
    root
}

fn open(root: &Path) -> anyhow::Result<Writer> {
    Writer::open(root, Path::new("public"))
}

/// Builds a site of these files.
fn build(root: &Path, files: &[(&str, &str)]) -> anyhow::Result<Summary> {
    let mut writer = open(root)?;
    writer.begin(files.iter().map(|(name, _)| (*name).to_owned()).collect())?;
    for (name, text) in files {
        writer.put(name, text.as_bytes())?;
    }
    writer.finish("key")
}

/// Returns the names of all files and links below the output folder but the manifest's.
fn listed(root: &Path) -> Vec<String> {
    fn visit(folder: &Path, top: &Path, res: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(top).unwrap().to_str().unwrap().to_owned();
            if name == ".studyhall" {
                continue;
            }
            if path.is_dir() && !path.is_symlink() {
                let before = res.len();
                visit(&path, top, res);
                if res.len() == before {
                    res.push(format!("{name}/"));
                }
            } else {
                res.push(name);
            }
        }
    }
    let top = root.join("public");
    let mut res = Vec::new();
    visit(&top, &top, &mut res);
    res.sort();
    res
}

#[track_caller]
fn check_refused<T>(res: anyhow::Result<T>, reason: &str) {
    let message = format!("{:#}", res.err().expect("it is refused"));
    assert!(message.contains(reason), "{message}");
}

fn age(path: &Path) -> SystemTime {
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    fs::File::options().write(true).open(path).unwrap().set_modified(old).unwrap();
    old
}

#[test]
fn only_what_changed_is_written() {
    let root = bank();
    let first = build(root.path(), &[("index.html", "a"), ("b/c/index.html", "b")]).unwrap();
    assert_eq!(first, Summary { written: 2, unchanged: 0, removed: 0, bytes: 2, total: 2 });
    assert_eq!(listed(root.path()), [".nojekyll", "b/c/index.html", "index.html"]);

    let same = root.path().join("public/index.html");
    let changed = root.path().join("public/b/c/index.html");
    let old = age(&same);
    age(&changed);
    let second = build(root.path(), &[("index.html", "a"), ("b/c/index.html", "c")]).unwrap();
    assert_eq!(second, Summary { written: 1, unchanged: 1, removed: 0, bytes: 1, total: 2 });
    assert_eq!(same.metadata().unwrap().modified().unwrap(), old);
    assert_ne!(changed.metadata().unwrap().modified().unwrap(), old);
    assert_eq!(fs::read_to_string(changed).unwrap(), "c");
}

#[test]
fn the_writer_says_what_became_of_a_file() {
    let root = bank();
    build(root.path(), &[("same", "a"), ("changed", "a"), ("gone", "a"), ("kept", "a")]).unwrap();
    fs::remove_file(root.path().join("public/gone")).unwrap();
    let mut writer = open(root.path()).unwrap();
    let names = ["same", "changed", "gone", "kept", "new"].map(str::to_owned);
    writer.begin(names.to_vec()).unwrap();
    assert_eq!(writer.put("same", b"a").unwrap(), Wrote::Same);
    assert_eq!(writer.put("changed", b"b").unwrap(), Wrote::Changed);
    assert_eq!(writer.put("gone", b"a").unwrap(), Wrote::New);
    assert_eq!(writer.keep("kept").unwrap(), Wrote::Same);
    check_refused(writer.keep("new"), "`new` is not as the last build wrote it");
    check_refused(writer.put("other", b""), "`other` was not announced");
    check_refused(writer.put("same", b"a"), "`same` was written twice");
    check_refused(writer.finish("key"), "`new` and 0 others were announced and not written");
    assert_eq!(writer.put("new", b"a").unwrap(), Wrote::New);
    assert_eq!(
        writer.finish("key").unwrap(),
        Summary { written: 3, unchanged: 2, removed: 0, bytes: 3, total: 5 }
    );
}

#[test]
fn files_are_copied_when_they_differ() {
    let root = bank();
    let large = root.path().join("content/large.mp4");
    let mut bytes = vec![1; 200_000];
    let copy = |bytes: &[u8]| {
        fs::write(&large, bytes).unwrap();
        let mut writer = open(root.path()).unwrap();
        writer.begin(vec!["a/large.mp4".into()]).unwrap();
        let res = writer.copy("a/large.mp4", &large).unwrap();
        writer.finish("key").unwrap();
        assert_eq!(fs::read(root.path().join("public/a/large.mp4")).unwrap(), bytes);
        res
    };
    assert_eq!(copy(&bytes), Wrote::New);
    assert_eq!(copy(&bytes), Wrote::Same);
    bytes[150_000] = 2;
    assert_eq!(copy(&bytes), Wrote::Changed);
    bytes.push(3);
    assert_eq!(copy(&bytes), Wrote::Changed);
}

#[test]
fn what_is_no_longer_made_is_removed() {
    let root = bank();
    build(root.path(), &[("a/b/c/x", ""), ("a/y", ""), ("d/z", ""), ("e", "")]).unwrap();
    let summary = build(root.path(), &[("a/y", ""), ("f", "")]).unwrap();
    assert_eq!(summary.removed, 3);
    assert_eq!(listed(root.path()), [".nojekyll", "a/y", "f"]);
}

#[test]
fn nothing_is_removed_before_the_end() {
    let root = bank();
    build(root.path(), &[("old", "a"), ("both", "a")]).unwrap();
    let mut writer = open(root.path()).unwrap();
    writer.begin(vec!["both".into(), "new".into()]).unwrap();
    writer.put("both", b"b").unwrap();
    drop(writer);
    assert_eq!(listed(root.path()), [".nojekyll", "both", "old"]);
    assert!(!open(root.path()).unwrap().is_current("key"));
    // The next build knows what the last finished one and the broken one were about.
    let summary = build(root.path(), &[("third", "")]).unwrap();
    assert_eq!(summary.removed, 2);
    assert_eq!(listed(root.path()), [".nojekyll", "third"]);
}

#[test]
fn a_file_makes_way_for_a_folder_and_a_folder_for_a_file() {
    let root = bank();
    build(root.path(), &[("a", "1"), ("b/c/d", "2"), ("E/x", "3")]).unwrap();
    build(root.path(), &[("a/index.html", "1"), ("b", "2"), ("e/X", "3")]).unwrap();
    assert_eq!(listed(root.path()), [".nojekyll", "a/index.html", "b", "e/X"]);
}

#[test]
fn the_last_three_folders_of_assets_are_kept() {
    let root = bank();
    for hash in ["h1", "h2", "h3", "h4", "h2"] {
        build(root.path(), &[("index.html", hash), (&format!("assets/{hash}/x/a.css"), hash)])
            .unwrap();
    }
    // An interrupted build does not count.
    let mut writer = open(root.path()).unwrap();
    writer.begin(vec!["assets/h5/a.css".into()]).unwrap();
    writer.put("assets/h5/a.css", b"h5").unwrap();
    drop(writer);
    let kept =
        [".nojekyll", "assets/h2/x/a.css", "assets/h3/x/a.css", "assets/h4/x/a.css", "index.html"];
    assert_eq!(
        listed(root.path()),
        [&kept[..2], &kept[2..4], &["assets/h5/a.css"], &kept[4..]].concat()
    );
    build(root.path(), &[("index.html", "h2"), ("assets/h2/x/a.css", "h2")]).unwrap();
    assert_eq!(listed(root.path()), kept);
    assert!(open(root.path()).unwrap().is_current("key"));

    // One that was lost is not waited for.
    fs::remove_file(root.path().join("public/assets/h3/x/a.css")).unwrap();
    assert!(!open(root.path()).unwrap().is_current("key"));
    build(root.path(), &[("index.html", "h2"), ("assets/h2/x/a.css", "h2")]).unwrap();
    assert!(open(root.path()).unwrap().is_current("key"));
    build(root.path(), &[("index.html", "h6"), ("assets/h6/x/a.css", "h6")]).unwrap();
    assert_eq!(
        listed(root.path()),
        [".nojekyll", "assets/h2/x/a.css", "assets/h4/x/a.css", "assets/h6/x/a.css", "index.html"]
    );
}

#[test]
fn a_build_is_current_while_nothing_was_touched() {
    let root = bank();
    assert!(!open(root.path()).unwrap().is_current(""));
    build(root.path(), &[("a", "1"), ("b/c", "22")]).unwrap();
    let is_current = |key: &str| open(root.path()).unwrap().is_current(key);
    assert!(is_current("key"));
    assert!(!is_current("other"));
    let at = |name: &str| root.path().join("public").join(name);
    fs::write(at("a"), "12").unwrap();
    assert!(!is_current("key"));
    fs::write(at("a"), "1").unwrap();
    assert!(is_current("key"));
    fs::remove_file(at("b/c")).unwrap();
    assert!(!is_current("key"));
    symlink(at("a"), at("b/c")).unwrap();
    assert!(!is_current("key"));
    fs::remove_file(at("b/c")).unwrap();
    fs::write(at("b/c"), "22").unwrap();
    fs::remove_file(at(".nojekyll")).unwrap();
    assert!(!is_current("key"));
}

#[test]
fn a_folder_with_anything_foreign_is_refused() {
    let root = bank();
    let at = |name: &str| root.path().join("public").join(name);
    for name in ["1", "2", "3", "4", "5/x", "6", "7"] {
        fs::create_dir_all(at(name).parent().unwrap()).unwrap();
        fs::write(at(name), "mine").unwrap();
    }
    check_refused(
        build(root.path(), &[("1", "")]),
        "holds what Study Hall did not write: `1`, `2`, `3`, `4`, `5` and 2 more; choose another",
    );
    assert!(!at(".studyhall").exists(), "nothing is made in a folder that is refused");
    assert_eq!(fs::read_to_string(at("1")).unwrap(), "mine");

    let root = bank();
    let at = |name: &str| root.path().join("public").join(name);
    fs::create_dir_all(at(".git")).unwrap();
    fs::write(at(".git/config"), "").unwrap();
    fs::write(at("CNAME"), "example.org").unwrap();
    fs::write(at(".nojekyll"), "").unwrap();
    build(root.path(), &[("a/b", "")]).unwrap();
    build(root.path(), &[("a/b", "")]).unwrap();
    assert_eq!(listed(root.path()), [".git/config", ".nojekyll", "CNAME", "a/b"]);

    // Among our own files, too, at any depth; also when it has a name that is wanted now.
    fs::write(at("a/c"), "mine").unwrap();
    check_refused(build(root.path(), &[("a/b", ""), ("a/c", "")]), "did not write: `a/c`;");
    assert_eq!(fs::read_to_string(at("a/c")).unwrap(), "mine");
    fs::remove_file(at("a/c")).unwrap();
    fs::create_dir(at("mine\u{1b}[31m")).unwrap();
    check_refused(open(root.path()), r"`mine\u{1b}[31m`");
    fs::remove_dir(at("mine\u{1b}[31m")).unwrap();
    fs::remove_file(at("a/b")).unwrap();
    fs::create_dir_all(at("a/b")).unwrap();
    check_refused(build(root.path(), &[("a/b", "")]), "did not write: `a/b`;");
    fs::remove_dir_all(at(".studyhall")).unwrap();
    check_refused(open(root.path()), "did not write: `a`;");
}

#[test]
fn an_output_folder_among_the_banks_own_is_refused() {
    let root = bank();
    fs::create_dir_all(root.path().join("themes/mine")).unwrap();
    fs::create_dir_all(root.path().join("else/.git")).unwrap();
    symlink("content", root.path().join("link")).unwrap();
    let parent = root.path().parent().unwrap();
    let check =
        |output: &Path, reason: &str| check_refused(Writer::open(root.path(), output), reason);
    for output in [
        Path::new("."),
        Path::new(""),
        Path::new(".."),
        Path::new("content/.."),
        root.path(),
        parent,
        Path::new("/"),
    ] {
        check(output, "holds the bank itself");
    }
    check(Path::new("content"), "holds the bank's `content`");
    check(Path::new("link"), "holds the bank's `content`");
    check(Path::new("themes"), "holds the bank's `themes`");
    check(Path::new("content/a/b"), "lies in the bank's `content`");
    check(Path::new("link/a"), "lies in the bank's `content`");
    check(Path::new("else/../content/a"), "lies in the bank's `content`");
    check(Path::new("themes/mine"), "lies in the bank's `themes`");
    check(Path::new("else/.git/x"), "lies in a `.git`");
    check(Path::new("gone/../content"), "leads to nothing");
    fs::write(root.path().join("file"), "").unwrap();
    check(Path::new("file"), "is not a folder");
    check(Path::new("file/x"), "cannot follow");
    assert_eq!(fs::read_dir(root.path().join("content")).unwrap().count(), 0);

    // A content folder that is elsewhere is protected there.
    let other = tempfile::tempdir().unwrap();
    fs::create_dir_all(root.path().join("far/content")).unwrap();
    symlink(root.path().join("far/content"), other.path().join("content")).unwrap();
    check_refused(
        Writer::open(other.path(), &root.path().join("far")),
        "holds the bank's `content`",
    );
}

#[test]
fn an_output_folder_may_be_elsewhere() {
    let root = bank();
    let other = tempfile::tempdir().unwrap();
    symlink(other.path(), root.path().join("public")).unwrap();
    build(root.path(), &[("a/b", "x")]).unwrap();
    assert_eq!(fs::read_to_string(other.path().join("a/b")).unwrap(), "x");
    let deep = other.path().join("c/d");
    fs::remove_dir_all(other.path().join("a")).unwrap();
    Writer::open(root.path(), &deep).unwrap();
    assert!(deep.join(".studyhall").is_dir());
}

/// Builds a site, and changes a text in its manifest.
fn doctored(from: &str, to: &str) -> TempDir {
    let root = bank();
    fs::create_dir(root.path().join("victim")).unwrap();
    fs::write(root.path().join("victim/file"), "precious").unwrap();
    build(root.path(), &[("a/b", "x")]).unwrap();
    let path = root.path().join("public/.studyhall/manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(&path, text.replace(from, to)).unwrap();
    root
}

#[test]
fn a_doctored_manifest_is_refused() {
    for name in [
        "../victim/file",
        "a/../../victim/file",
        "/etc/hostname",
        "",
        "a//b",
        "./a",
        "a/..",
        r"..\\victim\\file",
        r"C:\\x",
        "C:x",
        ".git/config",
        ".studyhall/lock",
        "CNAME",
    ] {
        let root = doctored("a/b", name);
        check_refused(open(root.path()), "refused the manifest");
        assert_eq!(fs::read_to_string(root.path().join("victim/file")).unwrap(), "precious");
    }
    check_refused(open(doctored("[]", r#"["../.."]"#).path()), "is no name of a folder");
    check_refused(open(doctored(r#""version":1"#, r#""version":9"#).path()), "has version 9");
    check_refused(open(doctored("true", "tru").path()), "it is damaged");
    check_refused(open(doctored("}", "").path()), "it is damaged");
}

#[test]
fn a_name_that_leaves_the_output_is_not_begun() {
    let root = bank();
    let check = |names: &[&str], reason: &str| {
        let mut writer = open(root.path()).unwrap();
        check_refused(writer.begin(names.iter().map(|it| (*it).to_owned()).collect()), reason);
    };
    check(&["../x"], "leads out of the output folder");
    check(&["a", "b", "a"], "`a` was announced twice");
    check(&["a", "a-b", "a/b"], "`a` is to be a file, and the folder of `a/b`");
    check(&["cname"], "is not Study Hall's to write");
}

#[test]
fn no_symbolic_link_is_followed() {
    // A link in place of a file is replaced, or removed; its target stays.
    let root = bank();
    let victim: PathBuf = root.path().join("victim");
    fs::write(&victim, "x").unwrap();
    let at = |name: &str| root.path().join("public").join(name);
    let plant = |name: &str, target: &Path| {
        fs::remove_file(at(name)).unwrap();
        symlink(target, at(name)).unwrap();
    };
    build(root.path(), &[("a/b", "x"), ("a/c", "x"), ("d/e", "x")]).unwrap();
    plant("a/b", &victim);
    plant("a/c", &victim);
    let summary = build(root.path(), &[("a/b", "x"), ("d/e", "x")]).unwrap();
    assert_eq!((summary.written, summary.removed), (1, 1));
    assert!(!at("a/b").is_symlink());
    assert_eq!(fs::read_to_string(&victim).unwrap(), "x");
    plant("a/b", &victim);
    build(root.path(), &[("a/b", "y"), ("d/e", "x")]).unwrap();
    assert_eq!(fs::read_to_string(&victim).unwrap(), "x");

    // A link in place of a folder is refused, wherever it leads.
    let outside = root.path().join("outside");
    fs::rename(at("d"), &outside).unwrap();
    for target in [&*outside, &*at("a"), Path::new("/nowhere")] {
        symlink(target, at("d")).unwrap();
        for files in [&[("d/e", "new")], &[("other", "new")]] {
            check_refused(build(root.path(), files), "`d` in the output folder is a symbolic link");
        }
        fs::remove_file(at("d")).unwrap();
    }
    assert_eq!(fs::read_to_string(outside.join("e")).unwrap(), "x");

    // So are links in place of our own folder and files.
    for name in [".studyhall", ".studyhall/tmp", ".studyhall/lock", ".studyhall/manifest.json"] {
        let moved = root.path().join("moved");
        fs::rename(at(name), &moved).unwrap();
        symlink(&moved, at(name)).unwrap();
        check_refused(open(root.path()), "; remove it");
        fs::remove_file(at(name)).unwrap();
        fs::rename(&moved, at(name)).unwrap();
    }
}

#[test]
fn one_build_at_a_time() {
    let root = bank();
    let writer = open(root.path()).unwrap();
    check_refused(open(root.path()), "another build is writing to `public`");
    drop(writer);
    open(root.path()).unwrap();
}

#[test]
fn one_writer_makes_many_builds() {
    let root = bank();
    let mut writer = open(root.path()).unwrap();
    for round in 0..3 {
        writer.begin(vec!["a".into(), format!("b/{round}")]).unwrap();
        writer.put("a", b"x").unwrap();
        writer.put(&format!("b/{round}"), b"x").unwrap();
        let summary = writer.finish("key").unwrap();
        assert_eq!(summary.removed, u64::from(round > 0));
        assert!(writer.is_current("key"));
    }
    assert_eq!(listed(root.path()), [".nojekyll", "a", "b/2"]);
}

#[test]
fn files_have_the_usual_permissions() {
    use std::os::unix::fs::PermissionsExt as _;
    let root = bank();
    let picture = root.path().join("content/x.png");
    fs::write(&picture, "x").unwrap();
    fs::set_permissions(&picture, fs::Permissions::from_mode(0o600)).unwrap();
    // What the umask makes of a new file.
    let usual = root.path().join("usual");
    fs::write(&usual, "").unwrap();
    let mut writer = open(root.path()).unwrap();
    writer.begin(vec!["a".into(), "x.png".into()]).unwrap();
    writer.put("a", b"").unwrap();
    writer.copy("x.png", &picture).unwrap();
    writer.finish("").unwrap();
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode();
    for name in ["public/a", "public/x.png"] {
        assert_eq!(mode(&root.path().join(name)), mode(&usual));
    }
}
