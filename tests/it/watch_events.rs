//! What authors and their programs do to the files of a bank, and what the preview takes it for.
//!
//! Time is never waited for: a change is awaited, and that something is no change is seen by the
//! next change, of a file made for that, having nothing else in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use studyhall::cmd::watch::change::Change;
use studyhall::cmd::watch::events::{Events, Method, Window};

/// Longest wait for a change.
const DEADLINE: Duration = Duration::from_secs(60);
/// A pause that no step of a test takes, on a busy machine either.
const LONG: Window = Window { quiet: Duration::from_millis(250), most: Duration::from_secs(30) };
/// Both ways of observing.
const METHODS: [Method; 2] =
    [Method::Notified, Method::Polled { interval: Duration::from_millis(40) }];

/// A bank that is observed.
struct Bank {
    _folder: tempfile::TempDir,
    root: PathBuf,
    events: Events,
    marks: usize,
}

impl Bank {
    /// Observes a bank with these files.
    fn new(method: Method, files: &[&str]) -> Self {
        Self::with(method, LONG, files, |_| {})
    }

    /// Observes a bank with these files, made ready by a function that is handed its folder.
    fn with(method: Method, window: Window, files: &[&str], ready: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap().join("bank");
        fs::create_dir(&root).unwrap();
        for file in files.iter().chain(&["content/mark.md"]) {
            write(&root.join(file), "first");
        }
        ready(&root);
        let events = Events::start(&root, method, window).unwrap();
        Self { _folder: folder, root, events, marks: 0 }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    fn write(&self, file: &str, text: &str) {
        write(&self.path(file), text);
    }

    fn rename(&self, from: &str, to: &str) {
        fs::rename(self.path(from), self.path(to)).unwrap();
    }

    fn remove(&self, file: &str) {
        fs::remove_file(self.path(file)).unwrap();
    }

    fn next(&mut self) -> Change {
        self.events.next(Some(DEADLINE)).expect("a change is told before the deadline")
    }

    /// Asserts that the next change is of these files alone, and that nothing follows it.
    #[track_caller]
    fn expect_files(&mut self, files: &[&str]) {
        let expected = Change::Files(files.iter().map(|it| self.path(it)).collect());
        assert_eq!(self.next(), expected);
        self.expect_nothing();
    }

    /// Asserts that the next change is of everything, and waits for what is told besides.
    #[track_caller]
    fn expect_all(&mut self) {
        assert_eq!(self.next(), Change::All);
        self.settle();
    }

    /// Waits until all that happened up to now was told.
    fn settle(&mut self) {
        loop {
            let mark = self.mark();
            if self.next() == mark {
                return;
            }
        }
    }

    /// Asserts that what happened up to now is no change.
    #[track_caller]
    fn expect_nothing(&mut self) {
        let mark = self.mark();
        assert_eq!(self.next(), mark);
    }

    /// Changes a file that nothing else changes; returns what is told of it.
    fn mark(&mut self) -> Change {
        self.marks += 1;
        let (file, text) = ("content/mark.md", format!("mark {}", self.marks));
        self.write(file, &text);
        Change::Files(BTreeSet::from([self.path(file)]))
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

const Q: &str = "content/rust/errors/q.md";

#[test]
fn a_file_that_is_written_is_one_change_of_it() {
    for method in METHODS {
        let mut bank = Bank::new(method, &[Q, "content/rust/errors/other.md", "site.toml"]);
        bank.write(Q, "second");
        bank.expect_files(&[Q]);
        bank.write(Q, "half");
        bank.write(Q, "half and half");
        bank.write("content/rust/errors/other.md", "second");
        bank.expect_files(&[Q, "content/rust/errors/other.md"]);
    }
}

#[test]
fn editors_that_save_by_renaming_change_one_file() {
    for method in METHODS {
        let mut bank = Bank::new(method, &[Q]);
        // Vim with `backupcopy=no`: it tries the folder, moves the file away, writes it anew.
        bank.write("content/rust/errors/.q.md.swp", "swap");
        bank.write("content/rust/errors/4913", "");
        bank.remove("content/rust/errors/4913");
        bank.rename(Q, "content/rust/errors/q.md~");
        bank.write(Q, "by vim");
        bank.remove("content/rust/errors/q.md~");
        bank.expect_files(&[Q]);
        // JetBrains' safe write.
        bank.write("content/rust/errors/q.md___jb_tmp___", "by an IDE");
        bank.rename(Q, "content/rust/errors/q.md___jb_old___");
        bank.rename("content/rust/errors/q.md___jb_tmp___", Q);
        bank.remove("content/rust/errors/q.md___jb_old___");
        bank.expect_files(&[Q]);
        // GNOME, Sublime Text's atomic save, `sed -i`: one rename over the file.
        for temporary in [".goutputstream-X7A9", "q.md.tmp", "sedA1b2C3"] {
            let temporary = format!("content/rust/errors/{temporary}");
            bank.write(&temporary, &format!("by way of {temporary}"));
            bank.rename(&temporary, Q);
            bank.expect_files(&[Q]);
        }
        // Emacs: a lock, a backup that stays, an automatic save.
        bank.write("content/rust/errors/#q.md#", "automatic");
        fs::copy(bank.path(Q), bank.path("content/rust/errors/q.md~")).unwrap();
        bank.write(Q, "by Emacs");
        bank.expect_files(&[Q]);
        bank.remove("content/rust/errors/#q.md#");
        bank.expect_nothing();
    }
}

/// Nothing stands in the file for a while: longer than a pause between two events may last.
#[test]
fn a_file_that_is_emptied_first_is_told_when_it_is_written() {
    let window = Window { quiet: Duration::from_millis(10), most: Duration::from_secs(30) };
    let mut bank = Bank::with(Method::Notified, window, &[Q], |_| {});
    let path = bank.path(Q);
    fs::write(&path, "").unwrap();
    let writer = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        fs::write(&path, "whole").unwrap();
    });
    assert_eq!(bank.next(), Change::Files(BTreeSet::from([bank.path(Q)])));
    assert_eq!(fs::read_to_string(bank.path(Q)).unwrap(), "whole");
    writer.join().unwrap();
}

/// It is told, as a change of the file at most: what it holds is for the reader to compare.
#[test]
fn a_touch_is_no_more_than_a_change_of_the_file() {
    for method in METHODS {
        let mut bank = Bank::new(method, &[Q]);
        let file = fs::File::options().append(true).open(bank.path(Q)).unwrap();
        file.set_modified(std::time::SystemTime::now() + Duration::from_secs(5)).unwrap();
        drop(file);
        let touched = Change::Files(BTreeSet::from([bank.path(Q)]));
        assert_eq!(bank.next(), touched, "{method:?}");
        bank.expect_nothing();
    }
}

#[test]
fn reading_a_bank_is_no_change() {
    let mut bank =
        Bank::new(Method::Notified, &[Q, "site.toml", "themes/default/templates/x.html"]);
    for file in [Q, "site.toml", "themes/default/templates/x.html"] {
        fs::read(bank.path(file)).unwrap();
    }
    assert!(fs::read_dir(bank.path("content/rust")).unwrap().next().is_some());
    bank.expect_nothing();
}

#[test]
fn files_that_come_go_or_move_change_everything() {
    for method in METHODS {
        let mut bank = Bank::new(method, &[Q]);
        bank.write("content/rust/errors/new.md", "new");
        bank.expect_all();
        bank.write("content/rust/errors/new.md", "known by now");
        bank.expect_files(&["content/rust/errors/new.md"]);
        bank.rename("content/rust/errors/new.md", "content/rust/errors/moved.md");
        bank.expect_all();
        bank.remove("content/rust/errors/moved.md");
        bank.expect_all();
        // A link to one can be explained, so it matters that it is there.
        bank.write("content/rust/errors/drawing.psd", "1");
        bank.expect_all();
        bank.write("content/rust/errors/drawing.psd", "2");
        bank.expect_nothing();
        // A file that becomes a folder.
        bank.remove(Q);
        bank.write(&format!("{Q}/index.md"), "within");
        bank.expect_all();
        bank.write(&format!("{Q}/index.md"), "watched");
        bank.expect_files(&[&format!("{Q}/index.md")]);
    }
}

#[test]
fn folders_that_appear_later_are_observed() {
    for method in METHODS {
        let mut bank = Bank::new(method, &[Q]);
        bank.write("content/rust/a/b/c/new.md", "new");
        bank.expect_all();
        bank.write("content/rust/a/b/c/new.md", "second");
        bank.expect_files(&["content/rust/a/b/c/new.md"]);
        // One that was filled elsewhere.
        write(&bank.root.with_file_name("filled/deep/one.md"), "one");
        fs::rename(bank.root.with_file_name("filled"), bank.path("content/filled")).unwrap();
        bank.expect_all();
        bank.write("content/filled/deep/one.md", "second");
        bank.expect_files(&["content/filled/deep/one.md"]);
        // One that moves, with what is in it.
        bank.rename("content/filled", "content/rust/filled");
        bank.expect_all();
        bank.write("content/rust/filled/deep/one.md", "third");
        bank.expect_files(&["content/rust/filled/deep/one.md"]);
        // Another one under the name that it had.
        bank.write("content/filled/deep/one.md", "another");
        bank.expect_all();
        bank.write("content/filled/deep/one.md", "second");
        bank.expect_files(&["content/filled/deep/one.md"]);
    }
}

/// Whether it was gone when somebody looked, or came back before.
#[test]
fn a_content_folder_may_go_and_come_back() {
    for method in METHODS {
        let mut bank = Bank::new(method, &[Q]);
        for round in 0..4 {
            fs::remove_dir_all(bank.path("content")).unwrap();
            if round % 2 == 0 {
                assert_eq!(bank.next(), Change::All);
            }
            bank.write(Q, "anew");
            bank.write("content/mark.md", "anew");
            let there = Change::Files([Q, "content/mark.md"].map(|it| bank.path(it)).into());
            let expected = if round % 2 == 0 { Change::All } else { there };
            assert_eq!(bank.next(), expected, "{method:?}, round {round}");
            bank.settle();
            bank.write(Q, &format!("round {round}"));
            bank.expect_files(&[Q]);
        }
    }
}

#[test]
fn a_bank_may_go_and_come_back() {
    for method in METHODS {
        let mut bank = Bank::new(method, &[Q]);
        let away = bank.root.with_file_name("away");
        fs::rename(&bank.root, &away).unwrap();
        assert_eq!(bank.next(), Change::All);
        fs::rename(&away, &bank.root).unwrap();
        bank.expect_all();
        bank.write(Q, "second");
        bank.expect_files(&[Q]);
        fs::remove_dir_all(&bank.root).unwrap();
        bank.write(Q, "anew");
        bank.write("content/mark.md", "anew");
        bank.next();
        bank.settle();
        bank.write(Q, "second");
        bank.expect_files(&[Q]);
    }
}

#[test]
fn what_is_missing_at_first_is_awaited() {
    for method in METHODS {
        let ready = |root: &Path| fs::remove_dir_all(root.join("content")).unwrap();
        let mut bank = Bank::with(method, LONG, &[], ready);
        bank.write("site.toml", "title = \"New\"\n");
        assert_eq!(bank.next(), Change::All);
        bank.write("content/mark.md", "anew");
        bank.expect_all();
        bank.write("themes/default/templates/base.html", "new");
        bank.expect_all();
        bank.write("themes/default/templates/base.html", "second");
        bank.expect_files(&["themes/default/templates/base.html"]);
        bank.write("site.toml", "title = \"Other\"\n");
        bank.expect_files(&["site.toml"]);
    }
}

#[test]
fn what_no_build_reads_is_no_change() {
    for method in METHODS {
        let ready = |root: &Path| {
            write(&root.join("site.toml"), "build = {output = \"content/out\"}\ntheme = \"own\"\n");
        };
        let files = [
            Q,
            "themes/own/templates/base.html",
            "themes/own/scripts/main.js",
            "themes/other/templates/base.html",
            "content/out/index.html",
            "content/rust/README.md",
        ];
        let mut bank = Bank::with(method, LONG, &files, ready);
        for file in [
            ".git/index",
            ".git/objects/aa/bb",
            "node_modules/left-pad/index.js",
            "public/index.html",
            "target/debug/x",
            "README.md",
            "content/.hidden/q.md",
            "content/rust/.q.md.swp",
            "content/rust/.#q.md",
            "content/rust/errors/q.md~",
            "content/rust/README.md",
            "content/out/index.html",
            "content/out/deep/index.html",
            "themes/own/scripts/main.js",
            "themes/own/scripts/other.js",
            "themes/other/templates/base.html",
        ] {
            bank.write(file, "written");
        }
        bank.expect_nothing();
        bank.write("themes/own/templates/base.html", "second");
        bank.expect_files(&["themes/own/templates/base.html"]);
    }
}

#[test]
fn another_theme_is_followed() {
    for method in METHODS {
        let (one, two) = ("themes/one/templates/base.html", "themes/two/templates/base.html");
        let ready = |root: &Path| write(&root.join("site.toml"), "theme = \"one\"\n");
        let mut bank = Bank::with(method, LONG, &[one, two], ready);
        bank.write("site.toml", "theme = \"two\"\n");
        bank.expect_all();
        bank.write(one, "second");
        bank.expect_nothing();
        bank.write(two, "second");
        bank.expect_files(&[two]);
        // While the settings are broken, the last theme counts.
        bank.write("site.toml", "theme = ");
        bank.expect_files(&["site.toml"]);
        bank.write(two, "third");
        bank.expect_files(&[two]);
    }
}

#[test]
fn names_with_spaces_and_accents_are_those_on_disk() {
    for method in METHODS {
        // `e` with a combining accent, as macOS writes it; Japanese; spaces.
        let names = ["content/the cafe\u{301}/la le\u{301}c\u{327}on.md", "content/試験/質問 1.md"];
        let mut bank = Bank::new(method, &names);
        for name in names {
            bank.write(name, "second");
            bank.expect_files(&[name]);
        }
        bank.write("content/試験/ new \u{e9}.md", "new");
        bank.expect_all();
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_as_the_build_follows_them() {
    use std::os::unix::fs::symlink;

    for method in METHODS {
        let ready = |root: &Path| {
            write(&root.with_file_name("outside/secret.md"), "first");
            symlink("../shared/real.md", root.join("content/link.md")).unwrap();
            symlink("../shared/folder", root.join("content/linked")).unwrap();
            symlink("../shared/later/late.md", root.join("content/late.md")).unwrap();
            symlink(root.with_file_name("outside"), root.join("content/outside")).unwrap();
            symlink("..", root.join("content/around")).unwrap();
        };
        let files = ["shared/real.md", "shared/folder/deep/a.md", "shared/unused.md", "two/b.md"];
        let mut bank = Bank::with(method, LONG, &files, ready);
        bank.write("shared/real.md", "second");
        bank.expect_files(&["shared/real.md"]);
        bank.write("shared/folder/deep/a.md", "second");
        bank.expect_files(&["shared/folder/deep/a.md"]);
        bank.write("shared/unused.md", "second");
        write(&bank.root.with_file_name("outside/secret.md"), "second");
        bank.expect_nothing();
        // Folders appear where a link leads; what a link names appears; a link leads elsewhere.
        bank.write("shared/folder/new/c.md", "new");
        bank.expect_all();
        bank.write("shared/folder/new/c.md", "second");
        bank.expect_files(&["shared/folder/new/c.md"]);
        bank.write("shared/later/late.md", "new");
        bank.expect_all();
        bank.write("shared/later/late.md", "second");
        bank.expect_files(&["shared/later/late.md"]);
        symlink("../two", bank.path("content/to-be-linked")).unwrap();
        bank.rename("content/to-be-linked", "content/linked");
        bank.expect_all();
        bank.write("two/b.md", "second");
        bank.expect_files(&["two/b.md"]);
        bank.write("shared/folder/deep/a.md", "third");
        bank.expect_nothing();
        // The folder that a link leads to goes, and the link itself.
        fs::rename(bank.path("two"), bank.path("three")).unwrap();
        bank.expect_all();
        bank.remove("content/link.md");
        bank.expect_all();
        bank.write("shared/real.md", "third");
        bank.expect_nothing();
    }
}

#[cfg(unix)]
#[test]
fn a_bank_is_reached_through_a_link() {
    use std::os::unix::fs::symlink;

    for method in METHODS {
        let mut bank = Bank::new(method, &[Q]);
        let link = bank.root.with_file_name("link");
        symlink(&bank.root, &link).unwrap();
        bank.events = Events::start(&link, method, LONG).unwrap();
        write(&link.join(Q), "second");
        bank.expect_files(&[Q]);
    }
}

/// What network file systems do: neither time nor length tells that a file is another.
#[test]
fn polling_compares_what_files_hold() {
    let method = Method::Polled { interval: Duration::from_millis(40) };
    let time = std::time::SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    let set = |path: &Path| {
        fs::File::options().append(true).open(path).unwrap().set_modified(time).unwrap();
    };
    let mut bank = Bank::with(method, LONG, &[Q], |root| set(&root.join(Q)));
    let temporary = bank.root.with_file_name("beside.md");
    write(&temporary, "FIRST");
    set(&temporary);
    fs::rename(&temporary, bank.path(Q)).unwrap();
    bank.expect_files(&[Q]);
}

fn git(root: &Path, args: &[&str]) {
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "gc.auto=0"];
    let done = Command::new("git").current_dir(root).args(identity).args(args).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// With the window that authors have.
#[test]
fn a_checkout_of_a_thousand_files_is_one_change_or_two() {
    let names: Vec<String> = (0..1000).map(|at| format!("content/t{}/q{at}.md", at % 40)).collect();
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    let ready = |root: &Path| {
        git(root, &["init", "--quiet"]);
        git(root, &["add", "."]);
        git(root, &["commit", "--quiet", "--message", "one"]);
        git(root, &["branch", "one"]);
        for name in &files[..900] {
            write(&root.join(name), "second");
        }
        // Some are in one of the two alone.
        for name in &files[900..] {
            fs::remove_file(root.join(name)).unwrap();
            write(&root.join(format!("{name}.md")), "new");
        }
        git(root, &["add", "."]);
        git(root, &["commit", "--quiet", "--message", "two"]);
    };
    let mut bank = Bank::with(Method::Notified, Window::default(), &files, ready);
    let root = bank.root.clone();
    let checkout = thread::spawn(move || git(&root, &["checkout", "--quiet", "one"]));
    let mut changes = vec![bank.next()];
    checkout.join().unwrap();
    // A change that a slow machine tells later than this is not counted.
    while let Some(change) = bank.events.next(Some(Duration::from_secs(2))) {
        changes.push(change);
    }
    assert!(changes.len() <= 2, "{} changes", changes.len());
    assert!(changes.contains(&Change::All));
}

/// Git holds a lock while it works, however long it pauses.
#[test]
fn what_git_does_slowly_is_one_change() {
    let names: Vec<String> = (0..50).map(|at| format!("content/t/q{at}.md")).collect();
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    let window = Window { quiet: Duration::from_millis(200), ..Window::default() };
    let lock = ".git/index.lock";
    let ready = |root: &Path| write(&root.join(lock), "");
    let mut bank = Bank::with(Method::Notified, window, &files, ready);
    let root = bank.root.clone();
    let paths: Vec<PathBuf> = files.iter().map(|it| bank.path(it)).collect();
    let expected = Change::Files(paths.iter().cloned().collect());
    let writer = thread::spawn(move || {
        for path in &paths[..40] {
            write(path, "second");
        }
        thread::sleep(Duration::from_millis(600));
        for path in &paths[40..] {
            write(path, "second");
        }
        fs::remove_file(root.join(lock)).unwrap();
    });
    assert_eq!(bank.next(), expected);
    writer.join().unwrap();
}

/// As the preview does: whatever happens while it reads is told afterwards.
#[test]
fn whoever_reads_after_each_change_has_read_all_in_the_end() {
    for method in METHODS {
        let mut bank = Bank::with(method, Window::default(), &[Q], |_| {});
        let root = bank.root.clone();
        let writer = thread::spawn(move || {
            for at in 0..40 {
                let folder = root.join(format!("content/new{at}/deep"));
                write(&folder.join("q.md"), "first");
                write(&folder.join("q.md"), "second");
                write(&folder.join("late.md"), "last");
            }
        });
        let whole: BTreeSet<PathBuf> = (0..40)
            .flat_map(|at| ["q.md", "late.md"].map(|it| format!("content/new{at}/deep/{it}")))
            .map(|it| bank.path(&it))
            .collect();
        let mut read = BTreeSet::new();
        while read != whole {
            bank.next();
            let is_last = |it: &&PathBuf| {
                fs::read_to_string(it).is_ok_and(|it| it == "second" || it == "last")
            };
            read = whole.iter().filter(is_last).cloned().collect();
        }
        writer.join().unwrap();
    }
}
