//! Reading banks from disk.

use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::path::Path;

use snapbox::str;
use studyhall::diagnostic::Diagnostic;
use studyhall::load::{self, Sources};
use tempfile::TempDir;

/// Makes a bank of these files.
fn bank(files: &[(&str, &[u8])]) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("content")).unwrap();
    for (path, bytes) in files {
        put(root.path(), path, bytes);
    }
    root
}

fn put(root: &Path, path: &str, bytes: &[u8]) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn read(root: &Path) -> (Sources, Vec<Diagnostic>) {
    load::sources(root, "default", Path::new("public")).unwrap()
}

/// Returns what is there, and what is wrong with it, for comparison.
fn told(root: &Path) -> String {
    let (sources, found) = read(root);
    let mut res = String::new();
    for it in &sources.documents {
        res.push_str(&format!("document {}\n", it.path));
    }
    for it in sources.assets.values() {
        res.push_str(&format!("asset {} {} {:?}\n", it.path, it.len, it.size));
    }
    for it in &sources.unpublishable {
        res.push_str(&format!("other {it}\n"));
    }
    for it in &found {
        res.push_str(&format!("{}: {}: {}\n", it.rule, it.place.path, it.message));
    }
    res
}

fn error(root: &Path, theme: &str) -> String {
    let error = load::sources(root, theme, Path::new("public")).unwrap_err();
    format!("{error:#}").replace(root.canonicalize().unwrap().to_str().unwrap(), "ROOT")
}

#[track_caller]
fn check(root: &TempDir, expected: impl snapbox::IntoData) {
    snapbox::assert_data_eq!(told(root.path()), expected.raw());
}

#[test]
fn files_are_sorted_by_what_they_are() {
    let root = bank(&[
        ("site.toml", b"title = 'x'"),
        ("content/b/index.md", b"b"),
        ("content/b/x.SVG", b"<svg width='3' height='4'/>"),
        ("content/b.md", b"\xef\xbb\xbfb\r\n"),
        ("content/a.md", b""),
        ("content/README.md", b"no"),
        ("content/b/README.md", b"no"),
        ("content/.hidden/a.md", b"no"),
        ("content/.a.md", b"no"),
        ("content/b/page.html", b"no"),
        ("content/b/talk.mp3", b"mp3"),
        ("content/README.md.d/a.md", b"yes"),
        ("public/content/a.md", b"no"),
    ]);
    check(
        &root,
        str![[r#"
document content/README.md.d/a.md
document content/a.md
document content/b.md
document content/b/index.md
asset content/b/talk.mp3 3 None
asset content/b/x.SVG 27 Some((3, 4))
other content/b/page.html

"#]],
    );
    let (sources, _) = read(root.path());
    assert_eq!(&*sources.site.unwrap().text, "title = 'x'");
    assert_eq!(&*sources.documents[2].text, "\u{feff}b\r\n");
    assert_eq!(
        sources.assets["content/b/x.SVG"].svg.as_deref(),
        Some("<svg width='3' height='4'/>")
    );
}

#[test]
fn text_that_is_not_utf_8_is_told_by_its_byte() {
    let root = bank(&[
        ("content/latin.md", b"caf\xe9 au lait"),
        ("content/null.md", b"ab\0c"),
        ("content/utf16.md", b"\xff\xfea\0"),
        ("content/good.md", b"a"),
    ]);
    check(
        &root,
        str![[r#"
document content/good.md
not-utf8: content/latin.md: byte 3 (0xe9) is not UTF-8
not-utf8: content/null.md: byte 2 is NUL
not-utf8: content/utf16.md: byte 0 begins UTF-16 text

"#]],
    );
}

#[test]
fn a_large_file_is_not_read() {
    let root = bank(&[("content/edge.md", &vec![b'\n'; 8 * 1024 * 1024])]);
    // A file without any bytes on disk, so that reading it would be seen.
    let huge = fs::File::create(root.path().join("content/huge.md")).unwrap();
    huge.set_len(1 << 40).unwrap();
    check(
        &root,
        str![[r#"
document content/edge.md
file-too-large: content/huge.md: file of 1099511627776 bytes; at most 8 MB are read

"#]],
    );
}

#[test]
fn links_are_followed_inside_the_bank_only() {
    let outside = tempfile::tempdir().unwrap();
    put(outside.path(), "secret.md", b"secret");
    let root = bank(&[
        ("content/a/one.md", b"1"),
        ("shared/two.md", b"2"),
        (".env", b"secret"),
        ("public/index.txt", b"x"),
    ]);
    let at = |path: &str| root.path().join("content").join(path);
    symlink("../shared", at("shared")).unwrap();
    symlink("a/one.md", at("uno.md")).unwrap();
    symlink(root.path().join("shared/two.md"), at("absolute.md")).unwrap();
    symlink(outside.path(), at("folder")).unwrap();
    symlink(outside.path().join("secret.md"), at("secret.md")).unwrap();
    symlink("/etc/passwd", at("passwd.txt")).unwrap();
    symlink("../.env", at("env.txt")).unwrap();
    symlink("../public", at("public")).unwrap();
    symlink("nowhere.md", at("nothing.md")).unwrap();
    check(
        &root,
        str![[r#"
document content/a/one.md
document content/absolute.md
document content/shared/two.md
document content/uno.md
path-outside-bank: content/env.txt: symbolic link leads to a hidden file or folder
path-outside-bank: content/folder: symbolic link leads out of the bank
path-outside-bank: content/nothing.md: symbolic link leads to nothing
path-outside-bank: content/passwd.txt: symbolic link leads out of the bank
path-outside-bank: content/public: symbolic link leads into the output folder
path-outside-bank: content/secret.md: symbolic link leads out of the bank

"#]],
    );
    let (sources, _) = read(root.path());
    let real = root.path().canonicalize().unwrap();
    assert_eq!(sources.disk(&real, "content/uno.md"), real.join("content/a/one.md"));
    assert_eq!(sources.disk(&real, "content/a/one.md"), real.join("content/a/one.md"));
}

#[test]
fn a_content_folder_that_is_elsewhere_is_not_read() {
    let outside = bank(&[("content/a.md", b"a")]);
    let root = tempfile::tempdir().unwrap();
    symlink(outside.path().join("content"), root.path().join("content")).unwrap();
    check(
        &root,
        str![[r#"
path-outside-bank: content: symbolic link leads out of the bank

"#]],
    );
}

#[test]
fn links_in_a_circle_end() {
    let root = bank(&[("content/a/one.md", b"1"), ("content/b/two.md", b"2")]);
    let at = |path: &str| root.path().join("content").join(path);
    symlink("self.md", at("self.md")).unwrap();
    symlink(".", at("a/here")).unwrap();
    symlink("../..", at("a/root")).unwrap();
    symlink("../b", at("a/b")).unwrap();
    symlink("../a", at("b/a")).unwrap();
    check(
        &root,
        str![[r#"
document content/a/b/two.md
document content/a/one.md
document content/b/a/one.md
document content/b/two.md
symlink-loop: content/a/b/a: symbolic link leads to a folder that it is in
symlink-loop: content/a/here: symbolic link leads to a folder that it is in
symlink-loop: content/a/root: symbolic link leads to a folder that it is in
symlink-loop: content/b/a/b: symbolic link leads to a folder that it is in
symlink-loop: content/b/a/here: symbolic link leads to a folder that it is in
symlink-loop: content/b/a/root: symbolic link leads to a folder that it is in
symlink-loop: content/self.md: symbolic link leads to itself

"#]],
    );
}

#[test]
fn names_that_some_system_cannot_hold_are_told() {
    let root = bank(&[
        ("content/con.md", b""),
        ("content/Aux/a.md", b""),
        ("content/a:b.png", b""),
        ("content/a:b.psd", b""),
        ("content/dot./a.md", b""),
        ("content/q.md", b""),
        ("content/Q.md", b""),
        ("content/x/fig.png", b""),
        ("content/X/fig.png", b""),
        ("content/e\u{301}.md", b"decomposed"),
        ("content/u\u{308}.md", b"decomposed"),
        ("content/\u{fc}.md", b"composed"),
    ]);
    let odd = std::ffi::OsStr::from_bytes(b"caf\xe9.md");
    fs::write(root.path().join("content").join(odd), "").unwrap();
    check(
        &root,
        str![[r#"
document content/Q.md
document content/é.md
document content/ü.md
asset content/X/fig.png 0 None
other content/a:b.psd
reserved-name: content/Aux: name `Aux` is reserved on Windows
reserved-name: content/a:b.png: name holds `:`, which Windows forbids
reserved-name: content/caf�.md: file name is not valid UTF-8
reserved-name: content/con.md: name `con.md` is reserved on Windows
reserved-name: content/dot.: name ends in a full stop, which Windows drops
url-collision: content/q.md: `content/Q.md` and `content/q.md` differ in case alone
url-collision: content/x/fig.png: `content/X/fig.png` and `content/x/fig.png` differ in case alone
url-collision: content/ü.md: `content/ü.md` and `content/ü.md` differ in its Unicode form alone

"#]],
    );
    let (sources, _) = read(root.path());
    let disk = sources.disk(root.path(), "content/\u{e9}.md");
    assert!(disk.ends_with("content/e\u{301}.md"), "the name on disk is kept");
    assert_eq!(fs::read_to_string(disk).unwrap(), "decomposed");
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let root = tempfile::tempdir().unwrap();
    snapbox::assert_data_eq!(
        error(root.path(), "default"),
        str!["no folder `content` in `ROOT`; `studyhall init` starts a bank"]
    );
    fs::create_dir(root.path().join("content")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(root.path().join("content/a.md")).status();
    assert!(made.unwrap().success());
    snapbox::assert_data_eq!(
        error(root.path(), "default"),
        str!["`content/a.md` is neither a file nor a folder"]
    );
    let gone = load::sources(&root.path().join("gone"), "default", Path::new("public"));
    assert!(format!("{:#}", gone.unwrap_err()).contains("cannot read the folder"));
}

#[test]
fn a_site_toml_must_be_text_of_the_bank() {
    let root = bank(&[]);
    assert_eq!(load::site(root.path()).unwrap(), None);
    put(root.path(), "site.toml", b"title = '\xff'");
    assert_eq!(
        load::site(root.path()).unwrap_err().to_string(),
        "`site.toml`: byte 9 (0xff) is not UTF-8"
    );
    fs::remove_file(root.path().join("site.toml")).unwrap();
    symlink("/etc/hostname", root.path().join("site.toml")).unwrap();
    let error = load::site(root.path()).unwrap_err().to_string();
    assert!(error.contains("leads out of the bank"), "{error}");
}

#[test]
fn folders_of_links_to_one_another_stop_at_a_place() {
    let root = bank(&[("content/q.md", b"Text."), ("content/z/bottom/b.md", b"Text.")]);
    let z = root.path().join("content/z");
    let next = |rung: usize| match rung {
        29 => "../bottom".to_owned(),
        _ => format!("../r{:02}", rung + 1),
    };
    for rung in 0..30 {
        let folder = z.join(format!("r{rung:02}"));
        fs::create_dir(&folder).unwrap();
        for name in ["one", "two", "three"] {
            symlink(next(rung), folder.join(name)).unwrap();
        }
    }
    let start = std::time::Instant::now();
    let (sources, found) = load::sources(root.path(), "default", Path::new("public")).unwrap();
    assert!(start.elapsed().as_secs() < 20, "it took {:?}", start.elapsed());
    let told: Vec<&str> = found.iter().map(|it| it.rule).collect();
    assert_eq!(told, ["symlink-loop"]);
    assert!(found[0].place.path.starts_with("content/z/r"), "{}", found[0].place.path);
    assert!(sources.documents.iter().any(|it| &*it.path == "content/q.md"), "the others are read");
}

#[test]
fn a_folder_that_many_share_may_hold_a_link() {
    let root = bank(&[("content/pictures/a.txt", b"a"), ("content/shared/b.txt", b"b")]);
    symlink("../pictures", root.path().join("content/shared/pictures")).unwrap();
    for at in 0..100 {
        symlink("shared", root.path().join(format!("content/s{at}"))).unwrap();
    }
    let (sources, found) = load::sources(root.path(), "default", Path::new("public")).unwrap();
    assert_eq!(found, []);
    assert!(sources.assets.contains_key("content/s99/pictures/a.txt"));
}

#[test]
fn the_banks_theme_lies_over_the_embedded_one() {
    let root = bank(&[
        ("themes/mine/templates/base.html", b"mine"),
        ("themes/mine/scripts/x.js", b"no"),
        ("themes/mine/styles/x.css", b"no"),
        ("themes/mine/static/.hidden", b"no"),
        ("themes/default/templates/zzz.html", b"default"),
    ]);
    let theme = |name: &str| load::sources(root.path(), name, Path::new("public")).unwrap().0.theme;
    let mine = theme("mine");
    let base = mine.iter().find(|it| it.name == "templates/base.html").unwrap();
    assert_eq!(&*base.bytes, b"mine");
    assert_eq!(base.path.as_deref(), Some("themes/mine/templates/base.html"));
    assert_eq!(mine.iter().filter(|it| it.path.is_some()).count(), 1);
    let is_source = |it: &str| it.starts_with("scripts/") || it.starts_with("styles/");
    assert!(mine.iter().all(|it| !is_source(&it.name)));
    assert!(mine.is_sorted_by(|a, b| a.name < b.name));
    assert!(theme("default").iter().any(|it| it.name == "templates/zzz.html"));
    assert_eq!(
        error(root.path(), "mnie"),
        "no theme `mnie`: there is no folder `themes/mnie`; did you mean `mine`?"
    );
    for name in ["", "..", "../..", "a/b", "a\\b", "/", ".git"] {
        assert!(error(root.path(), name).contains("is no name of a folder"), "{name}");
    }
}

#[test]
fn the_digest_follows_every_byte_that_is_read_and_nothing_else() {
    let large = vec![7; 3 * 1024 * 1024];
    let files: &[(&str, &[u8])] = &[
        ("site.toml", b"a"),
        ("content/a.md", b"a"),
        ("content/b/a.md", b"b"),
        ("content/large.mp4", &large),
        ("themes/default/static/x.css", b"x"),
        ("content/other.psd", b"x"),
    ];
    let digest = |root: &TempDir| read(root.path()).0.digest;
    let first = bank(files);
    let before = digest(&first);
    let reversed: Vec<_> = files.iter().rev().copied().collect();
    assert_eq!(before, digest(&bank(&reversed)), "the order of making does not count");
    put(first.path(), "content/other.psd", b"changed");
    put(first.path(), "content/README.md", b"new");
    put(first.path(), "public/index.html", b"new");
    assert_eq!(before, digest(&first), "what is not read does not count");

    let mut seen = std::collections::BTreeSet::from([before]);
    let mut changed = large.clone();
    changed[2 * 1024 * 1024] = 8;
    let mut change = |path: &str, bytes: &[u8]| {
        let root = bank(files);
        put(root.path(), path, bytes);
        assert!(seen.insert(digest(&root)), "{path}");
    };
    change("site.toml", b"b");
    change("content/a.md", b"b");
    change("content/c.md", b"");
    change("content/c.psd", b"");
    change("content/bad.md", b"\xff");
    change("content/large.mp4", &changed);
    change("themes/default/static/x.css", b"y");
}
