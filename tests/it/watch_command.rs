//! `watch` as authors run it: the program, its terminal, a browser that asks.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longest wait for anything.
const DEADLINE: Duration = Duration::from_secs(120);

const EXAM: &str = "---\ntitle: Demo\ncode: DM-1\ntopics:\n  - {id: first, title: First}\n---\n";
/// The file that the tests edit, and where its page stands.
const FILE: &str = "content/demo/first/q.md";
const PAGE: &str = "/demo/first/q/";

/// Returns a question with a stem.
fn question(stem: &str) -> String {
    format!(
        "---\ndifficulty: easy\n---\n\n{stem}\n\n- [x] `git switch -c topic`\n\n  > It creates the branch.\n\n\
         - [ ] `git branch topic`\n\n  > It stays where it is.\n\n## Explanation\n\nOnly one does both.\n"
    )
}

/// Returns a bank of one question.
fn bank() -> tempfile::TempDir {
    let res = tempfile::tempdir().unwrap();
    put(res.path(), "site.toml", "title = \"Watched\"\nsite_id = \"watched\"\n");
    put(res.path(), "content/demo/_index.md", EXAM);
    put(res.path(), FILE, &question("Which command makes a branch and goes there?"));
    res
}

fn put(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// `watch` that runs.
struct Watch {
    child: Child,
    lines: Receiver<String>,
    said: String,
}

impl Watch {
    fn start(root: &Path, args: &[&str]) -> Self {
        Self::run(command(root, args))
    }

    fn run(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let stream = child.stderr.take().unwrap();
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, lines, said: String::new() }
    }

    /// Waits until the program says a line that holds `text`, and returns it.
    #[track_caller]
    fn hear(&mut self, text: &str) -> String {
        let end = Instant::now() + DEADLINE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    self.said.push_str(&line);
                    self.said.push('\n');
                    if line.contains(text) {
                        return line;
                    }
                }
                Err(_) => panic!("nothing like `{text}` in\n{}", self.said),
            }
        }
    }

    /// Waits for the address and returns it without the path.
    #[track_caller]
    fn address(&mut self) -> String {
        let line = self.hear("serving http://");
        host(&line).to_owned()
    }

    /// Waits until a page holds a text, and returns it.
    #[track_caller]
    fn see(&self, address: &str, path: &str, text: &str) -> String {
        let end = Instant::now() + DEADLINE;
        loop {
            let page = get(address, path);
            if page.contains(text) {
                return page;
            }
            assert!(Instant::now() < end, "nothing like `{text}` in {path}\n{page}\n{}", self.said);
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }

    /// Waits for the end and returns the exit code.
    #[track_caller]
    fn end(&mut self) -> Option<i32> {
        let end = Instant::now() + DEADLINE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(Instant::now() < end, "it does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _killed = self.child.kill();
        let _waited = self.child.wait();
    }
}

fn command(root: &Path, args: &[&str]) -> Command {
    let mut res = Command::new(env!("CARGO_BIN_EXE_studyhall"));
    res.arg("--root").arg(root).arg("watch").args(args);
    if !args.contains(&"--port") {
        res.args(["--port", "0"]);
    }
    res
}

/// Returns host and port of the first address in a line.
fn host(line: &str) -> &str {
    let (_, rest) = line.split_once("http://").unwrap();
    rest.split('/').next().unwrap()
}

/// Returns the whole answer to a request.
fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(DEADLINE)).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut res = Vec::new();
    stream.read_to_end(&mut res).unwrap();
    String::from_utf8_lossy(&res).into_owned()
}

#[test]
fn an_edit_is_seen() {
    for args in [&[][..], &["--poll"]] {
        let bank = bank();
        let mut watch = Watch::start(bank.path(), args);
        let address = watch.address();
        assert!(address.starts_with("127.0.0.1:"), "{address}");
        let page = watch.see(&address, PAGE, "makes a branch");
        assert!(page.starts_with("HTTP/1.1 200"), "{page}");
        put(bank.path(), FILE, &question("Which command is new here?"));
        watch.see(&address, PAGE, "Which command is new here?");
        let line = watch.hear("changed");
        assert!(line.contains(FILE) && line.contains(" ms"), "{line}");
        put(bank.path(), "content/demo/first/another.md", &question("Which one came later?"));
        watch.see(&address, "/demo/first/another/", "Which one came later?");
        assert!(!bank.path().join("public").exists(), "the output folder is left alone");
        // In a pipe nothing is coloured or drawn anew.
        assert!(!watch.said.contains(['\u{1b}', '\r']), "{}", watch.said);
    }
}

#[test]
fn a_fault_keeps_the_last_good_page_and_is_told_until_it_is_mended() {
    let bank = bank();
    let mut watch = Watch::start(bank.path(), &[]);
    let address = watch.address();
    watch.see(&address, PAGE, "makes a branch");
    let broken = question("Which command is broken?").replace("[x]", "[ ]");
    put(bank.path(), FILE, &broken);
    watch.hear("error[");
    watch.hear(&format!("--> {FILE}:"));
    let line = watch.hear("1 fault");
    assert!(line.contains("the last good site stays"), "{line}");
    assert!(get(&address, PAGE).contains("makes a branch"));
    put(bank.path(), FILE, &question("Which command is whole?"));
    watch.hear("mended");
    watch.see(&address, PAGE, "Which command is whole?");
    // A theme and settings that cannot be used are no end either.
    // It comes whole: an empty template is a good one.
    put(bank.path(), "themes/broken.html", "{% if %}");
    fs::create_dir_all(bank.path().join("themes/default/templates")).unwrap();
    let template = bank.path().join("themes/default/templates/question.html");
    fs::rename(bank.path().join("themes/broken.html"), &template).unwrap();
    watch.hear("fault");
    assert!(get(&address, PAGE).contains("Which command is whole?"));
    fs::remove_file(&template).unwrap();
    watch.hear("mended");
    put(bank.path(), "site.toml", "title = ");
    watch.hear("site.toml");
    watch.hear("fault");
    assert!(get(&address, PAGE).contains("Which command is whole?"));
    put(bank.path(), "site.toml", "title = \"Mended\"\n");
    watch.hear("mended");
    watch.see(&address, "/", "Mended");
}

#[test]
fn a_bank_that_is_broken_at_first_is_awaited() {
    let bank = bank();
    fs::rename(bank.path().join("content"), bank.path().join("away")).unwrap();
    let mut watch = Watch::start(bank.path(), &[]);
    let address = watch.address();
    watch.hear("no folder `content`");
    watch.hear("1 fault");
    watch.see(&address, "/", "no folder");
    fs::rename(bank.path().join("away"), bank.path().join("content")).unwrap();
    watch.see(&address, PAGE, "makes a branch");
    watch.hear("mended");
}

#[test]
fn settings_are_followed() {
    let bank = bank();
    let mut watch = Watch::start(bank.path(), &[]);
    let address = watch.address();
    watch.see(&address, PAGE, "makes a branch");
    put(bank.path(), "site.toml", "base_url = \"https://example.org/sub/\"\n");
    let line = watch.hear("stands at");
    assert!(line.contains(&format!("http://{address}/sub/")), "{line}");
    watch.see(&address, "/sub/demo/first/q/", "makes a branch");
}

#[test]
fn drafts_are_shown_when_asked_for() {
    let bank = bank();
    let draft = question("Which command is a draft?").replace("difficulty: easy", "status: draft");
    put(bank.path(), "content/demo/first/draft.md", &draft);
    let mut watch = Watch::start(bank.path(), &["--drafts"]);
    let address = watch.address();
    watch.hear("drafts are shown");
    watch.see(&address, "/demo/first/draft/", "Which command is a draft?");
}

#[cfg(unix)]
#[test]
fn it_ends_at_once_when_it_is_told_to() {
    for signal in ["INT", "TERM", "HUP"] {
        let bank = bank();
        let mut watch = Watch::start(bank.path(), &[]);
        let address = watch.address();
        watch.see(&address, PAGE, "makes a branch");
        // A client that says nothing, one that stays, one that is half done.
        let silent = TcpStream::connect(&address).unwrap();
        let mut stays = TcpStream::connect(&address).unwrap();
        write!(stays, "GET / HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
        let mut half = TcpStream::connect(&address).unwrap();
        write!(half, "GET / HTTP/1.1\r\nHo").unwrap();
        let start = Instant::now();
        watch.signal(signal);
        assert_eq!(watch.end(), Some(0), "{signal}");
        assert!(start.elapsed() < Duration::from_secs(10), "{signal}: {:?}", start.elapsed());
        drop((silent, stays, half));
    }
}

#[test]
fn the_next_free_port_is_used() {
    let bank = bank();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let mut watch = Watch::start(bank.path(), &["--port", &port]);
    let line = watch.hear("is taken");
    assert!(line.contains(&port), "{line}");
    let address = watch.address();
    assert!(!address.ends_with(&format!(":{port}")), "{address}");
    watch.see(&address, PAGE, "makes a branch");
}

#[test]
fn others_can_connect_only_when_asked_for() {
    let bank = bank();
    let mut watch = Watch::start(bank.path(), &["--host", "0.0.0.0"]);
    watch.hear("serving http://localhost:");
    watch.hear("other machines can connect");
}

#[cfg(unix)]
#[test]
fn the_browser_is_opened_when_asked_for() {
    use std::os::unix::fs::PermissionsExt as _;

    let bank = bank();
    let (script, opened) = (bank.path().join("browser"), bank.path().join("opened"));
    let text =
        format!("#!/bin/sh\necho \"$1\" > '{0}.tmp'\nmv '{0}.tmp' '{0}'\n", opened.display());
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = command(bank.path(), &["--open"]);
    command.env("BROWSER", &script);
    let mut watch = Watch::run(command);
    let address = watch.address();
    let url = wait_for(&opened);
    assert_eq!(url.trim(), format!("http://{address}/"));
}

/// Waits for a file and returns what it holds.
fn wait_for(path: &PathBuf) -> String {
    let end = Instant::now() + DEADLINE;
    loop {
        if let Ok(text) = fs::read_to_string(path) {
            return text;
        }
        assert!(Instant::now() < end, "no {}", path.display());
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn what_cannot_be_done_ends_with_a_reason() {
    let bank = bank();
    for (args, reason) in [
        (&["--host", "nowhere.invalid"][..], "`--host nowhere.invalid` is no address"),
        (&["--editor", "javascript:{path}"], "`--editor` cannot be used"),
    ] {
        let output = command(bank.path(), args).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(reason), "{said}");
    }
    let output = command(&bank.path().join("nowhere"), &[]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cannot read the folder"), "{said}");
}

/// The system's limit is one of a namespace, so that one can be set for this test alone.
#[cfg(target_os = "linux")]
#[test]
fn without_notifications_files_are_read_again() {
    for limit in ["max_inotify_instances", "max_inotify_watches"] {
        let bank = bank();
        let plain = command(bank.path(), &[]);
        let set = format!("echo 0 > /proc/sys/user/{limit} && exec \"$@\"");
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "sh", "-c", &set, "sh"]);
        command.arg(plain.get_program()).args(plain.get_args());
        let may = Command::new("unshare").args(["--user", "--map-root-user", "true"]).output();
        if !may.is_ok_and(|it| it.status.success()) {
            // Some systems allow no namespaces.
            return;
        }
        let mut watch = Watch::run(command);
        let address = watch.address();
        watch.hear("does not tell of changes");
        watch.hear("sysctl fs.inotify");
        watch.see(&address, PAGE, "makes a branch");
        put(bank.path(), FILE, &question("Which command is new here?"));
        watch.see(&address, PAGE, "Which command is new here?");
    }
}
