//! The preview's server on a real socket: what it answers, to whom, and for how long.

mod client;
mod limits;
mod tabs;

use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::thread::JoinHandle;

use studyhall::cmd::bank::Options;
use studyhall::cmd::watch::change::Change;
use studyhall::cmd::watch::memory::Memory;
use studyhall::cmd::watch::server::editor::Editor;
use studyhall::cmd::watch::server::stage::Stage;
use studyhall::cmd::watch::server::{self, Limits};
use tokio::sync::oneshot;

use client::{Answer, get};

/// Base path of the bank that these tests serve.
const BASE: &str = "/some/where/";

/// A page of that bank with a question.
const QUESTION: &str = "/some/where/demo/first/blocks/";

/// A server that runs, and the bank that it serves.
struct Running {
    bank: tempfile::TempDir,
    memory: Memory,
    stage: Arc<Stage>,
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// Serves a copy of the mixed bank.
    fn mixed(limits: Limits) -> Self {
        let bank = tempfile::tempdir().unwrap();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/site/mixed"), bank.path());
        Self::new(bank, limits)
    }

    fn new(bank: tempfile::TempDir, limits: Limits) -> Self {
        let mut memory = Memory::new(bank.path().to_owned(), Options::default());
        let snapshot = memory.look(&Change::All);
        let stage = Arc::new(Stage::new(bank.path(), Some(Editor::default()), snapshot));
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let on_stage = Arc::clone(&stage);
        let thread = std::thread::spawn(move || {
            let mut runtime = tokio::runtime::Builder::new_multi_thread();
            let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                let stop = async { drop(stopped.await) };
                server::serve(listener, on_stage, None, limits, stop).await.unwrap();
            });
        });
        Self { bank, memory, stage, address, stop: Some(stop), thread: Some(thread) }
    }

    /// Writes a file of the bank; nobody looks yet.
    fn put(&self, name: &str, text: &str) {
        let path = self.bank.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.bank.path().join(name)).unwrap()
    }

    /// Looks at the bank again and shows what is there.
    fn look(&mut self) {
        let snapshot = self.memory.look(&Change::All);
        self.stage.show(snapshot);
    }

    fn get(&self, path: &str) -> Answer {
        get(self.address, "GET", path, &[])
    }

    /// Stops the server and waits for its end.
    fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.unwrap();
        let to = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(to).unwrap();
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// Returns what `build` writes, by name.
fn built(bank: &Path) -> BTreeMap<String, Vec<u8>> {
    let output = tempfile::tempdir().unwrap();
    let folder = output.path().join("site");
    let mut command = Command::new(env!("CARGO_BIN_EXE_studyhall"));
    command.arg("--root").arg(bank).arg("build").arg("--output").arg(&folder);
    assert!(command.output().unwrap().status.success());
    let mut res = BTreeMap::new();
    for entry in walkdir::WalkDir::new(&folder) {
        let entry = entry.unwrap();
        let name = entry.path().strip_prefix(&folder).unwrap().to_str().unwrap();
        if entry.file_type().is_file() && !name.starts_with('.') {
            res.insert(name.to_owned(), fs::read(entry.path()).unwrap());
        }
    }
    res
}

/// Returns a page without the one script that the preview adds.
fn without_script(html: &[u8]) -> String {
    let html = std::str::from_utf8(html).unwrap();
    let lead = "<script type=\"module\" src=\"/.studyhall/watch.js?shown=";
    let (before, rest) = html.split_once(lead).unwrap();
    let (_, after) = rest.split_once("\"></script>").unwrap();
    format!("{before}{after}")
}

fn encoded(name: &str) -> String {
    percent_encoding::utf8_percent_encode(name, percent_encoding::CONTROLS)
        .to_string()
        .replace(' ', "%20")
}

#[test]
fn every_file_is_what_build_writes_but_for_one_script() {
    let running = Running::mixed(Limits::default());
    let built = built(running.bank.path());
    assert!(built.len() > 20, "{:?}", built.keys());
    for (name, bytes) in &built {
        let answer = running.get(&format!("{BASE}{}", encoded(name)));
        assert_eq!(answer.status, 200, "{name}");
        if name.ends_with(".html") {
            let found = without_script(&answer.body);
            assert!(found.as_bytes() == *bytes, "{name} differs");
        } else {
            assert!(answer.body == *bytes, "{name} differs");
        }
        let kind = match name.rsplit('.').next().unwrap() {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "svg" => "image/svg+xml",
            "json" => "application/json",
            _ => "text/plain; charset=utf-8",
        };
        assert_eq!(answer.header("content-type"), kind, "{name}");
        let caching = if name.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        assert_eq!(answer.header("cache-control"), caching, "{name}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{name}");
        let policy = answer.header("content-security-policy");
        let headers = String::from_utf8_lossy(&built["_headers"]).into_owned();
        assert!(
            headers.contains(&format!("Content-Security-Policy: {policy}\n")),
            "{name}: {policy}"
        );
    }
    let folder = running.get(QUESTION);
    assert!(without_script(&folder.body).as_bytes() == built["demo/first/blocks/index.html"]);
    assert!(!running.bank.path().join("public").exists());
}

#[test]
fn addresses_lead_where_they_lead_on_a_host() {
    let running = Running::mixed(Limits::default());
    let table = [
        ("/", 307, "/some/where/"),
        ("/some/where", 307, "/some/where/"),
        ("/some/where/demo", 307, "/some/where/demo/"),
        ("/some/where/demo/first/blocks?seed=7", 307, "/some/where/demo/first/blocks/?seed=7"),
        ("/some/where/old/blocks/", 200, ""),
        ("/some/where/older.html", 200, ""),
        ("/some/where/nothing/", 404, ""),
        ("/some/where/demo/first/draft/", 404, ""),
        ("/elsewhere", 404, ""),
        ("/some/where/.studyhall/manifest.json", 404, ""),
        ("/some/where/site.toml", 404, ""),
        ("/.studyhall/nothing", 404, ""),
        ("/.studyhall/watch.js", 200, ""),
        ("/.studyhall/watch.css", 200, ""),
    ];
    for (path, status, location) in table {
        let answer = running.get(path);
        assert_eq!(answer.status, status, "{path}");
        assert_eq!(answer.header("location"), location, "{path}");
    }
    let missing = running.get("/some/where/nothing/");
    assert_eq!(without_script(&missing.body).as_bytes(), built(running.bank.path())["404.html"]);
    assert_eq!(missing.header("content-type"), "text/html; charset=utf-8");
    let redirect = String::from_utf8(running.get("/some/where/old/blocks/").body).unwrap();
    assert!(
        redirect.contains("http-equiv=\"refresh\""),
        "the page that a static host answers with"
    );
}

#[test]
fn a_page_that_did_not_change_is_not_sent_again() {
    let mut running = Running::mixed(Limits::default());
    let first = running.get(QUESTION);
    let tag = first.header("etag").to_owned();
    let again = |running: &Running, tag: &str| {
        get(running.address, "GET", QUESTION, &[("If-None-Match", tag)])
    };
    let same = again(&running, &tag);
    assert_eq!((same.status, same.body.len()), (304, 0));
    assert_eq!(again(&running, &format!("\"x\", W/{tag}")).status, 304);
    assert_eq!(again(&running, "\"x\"").status, 200);

    let name = "content/demo/first/blocks.md";
    let text = running.read(name).replace("Because of option C.", "Because of option C alone.");
    running.put(name, &text);
    running.look();
    let other = again(&running, &tag);
    assert_eq!(other.status, 200);
    assert!(String::from_utf8(other.body).unwrap().contains("alone."));

    let head = get(running.address, "HEAD", QUESTION, &[]);
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), running.get(QUESTION).body.len().to_string());
}

#[test]
fn a_part_of_a_file_is_sent_alone() {
    let running = Running::mixed(Limits::default());
    let path = "/some/where/demo/first/rising.svg";
    let whole = running.get(path).body;
    let part = get(running.address, "GET", path, &[("Range", "bytes=5-9")]);
    assert_eq!(part.status, 206);
    assert_eq!(part.body, whole[5..10]);
    assert_eq!(part.header("content-range"), format!("bytes 5-9/{}", whole.len()));
    let tag = part.header("etag").to_owned();
    let again =
        |running: &Running| get(running.address, "GET", path, &[("If-None-Match", &tag)]).status;
    assert_eq!(again(&running), 304);
    // The same length, and soon after: only the time tells.
    let other = String::from_utf8(whole.clone()).unwrap().replace("#", "%");
    running.put("content/demo/first/rising.svg", &other);
    assert_eq!(again(&running), 200);
    let beyond = get(running.address, "GET", path, &[("Range", "bytes=999999-")]);
    assert_eq!(beyond.status, 416);
}

#[test]
fn only_this_machine_and_this_origin_are_answered() {
    let running = Running::mixed(Limits::default());
    let own = running.address.to_string();
    let origin = format!("http://{own}");
    let foreign = "http://evil.example";
    let status = |method: &str, path: &str, headers: &[(&str, &str)]| {
        get(running.address, method, path, headers).status
    };
    for path in [
        QUESTION,
        "/.studyhall/watch.js",
        "/.studyhall/socket",
        "/some/where/demo/first/rising.svg",
    ] {
        let port = running.address.port();
        for host in [
            "evil.example",
            &format!("evil.example:{port}"),
            "192.168.0.1",
            "localhost@evil.example",
            "",
        ] {
            assert_eq!(status("GET", path, &[("Host", host)]), 403, "{path} of {host}");
        }
        assert_eq!(status("GET", path, &[("Origin", foreign)]), 403, "{path}");
        assert_eq!(status("GET", path, &[("Origin", "null")]), 403, "{path}");
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"] {
            assert_eq!(status(method, path, &[]), 405, "{method} {path}");
        }
    }
    // A request that names its host in the first line, one that names none, and one for a tunnel.
    assert_eq!(status("GET", &format!("http://evil.example{QUESTION}"), &[]), 403);
    assert_eq!(status("GET", &format!("http://localhost{QUESTION}"), &[]), 200);
    assert_eq!(status("GET", QUESTION, &[("Host", "localhost"), ("Host", "evil.example")]), 403);
    assert_eq!(status("CONNECT", "evil.example:443", &[]), 405);
    assert_eq!(
        client::first_line(running.address, &format!("GET {QUESTION} HTTP/1.0\r\n\r\n")),
        "HTTP/1.0 403 Forbidden"
    );
    assert_eq!(status("GET", QUESTION, &[("Host", "localhost")]), 200);
    assert_eq!(status("GET", QUESTION, &[("Origin", &origin)]), 200);
    let answer = running.get(QUESTION);
    assert_eq!(
        answer.header("cross-origin-resource-policy"),
        "same-origin",
        "no part of another page"
    );
    assert_eq!(answer.header("access-control-allow-origin"), "");
    assert!(answer.header("content-security-policy").ends_with("; frame-ancestors 'self'"));
    let refused = get(running.address, "GET", QUESTION, &[("Host", "evil.example")]);
    assert!(String::from_utf8(refused.body).unwrap().contains("--host"), "says what to do");
}

#[test]
fn nothing_outside_the_site_is_sent() {
    let running = Running::mixed(Limits::default());
    let bank = running.bank.path().file_name().unwrap().to_str().unwrap();
    let ways = [
        "../site.toml",
        "%2e%2e/site.toml",
        "%2e%2e%2fsite.toml",
        "%252e%252e/site.toml",
        "..%5csite.toml",
        "..\\site.toml",
        "demo/../../site.toml",
        "demo/%2e%2e/index.html",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "//etc/passwd",
        "content/about.md",
        "demo/first/blocks.md",
        "../../../../../../../../etc/passwd",
        "%00",
        "index.html%00.svg",
        "demo/first/rising.svg%00",
        "demo//first/",
        "./index.html",
        "..;/site.toml",
        "%c0%ae%c0%ae/site.toml",
        "file:///etc/passwd",
        &format!(".%2e/{bank}/site.toml"),
        &format!("../{bank}/content/about.md"),
        "demo/first/rising.svg/",
        "demo/first/rising.svg/..",
    ];
    for way in ways {
        for path in [format!("{BASE}{way}"), format!("/{way}"), format!("/.studyhall/{way}")] {
            let answer = running.get(&path);
            assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
            let body = String::from_utf8_lossy(&answer.body).into_owned();
            assert!(
                !body.contains("root:") && !body.contains("base_url") && !body.contains("---\n"),
                "{path}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_became_a_link_out_of_the_bank_is_not_sent() {
    let running = Running::mixed(Limits::default());
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret.svg");
    fs::write(&secret, "<svg>secret</svg>").unwrap();
    let asset = running.bank.path().join("content/demo/first/rising.svg");
    let path = "/some/where/demo/first/rising.svg";
    assert_eq!(running.get(path).status, 200);

    fs::remove_file(&asset).unwrap();
    std::os::unix::fs::symlink(&secret, &asset).unwrap();
    let answer = running.get(path);
    assert_eq!(answer.status, 404);
    assert!(!String::from_utf8_lossy(&answer.body).contains("secret"));

    fs::remove_file(&asset).unwrap();
    fs::create_dir(&asset).unwrap();
    assert_eq!(running.get(path).status, 404);
    fs::remove_dir(&asset).unwrap();
    assert_eq!(running.get(path).status, 404);
}

#[test]
fn without_a_site_the_faults_are_the_page() {
    let bank = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/site/mixed"), bank.path());
    let name = "content/demo/first/german.md";
    let good = fs::read_to_string(bank.path().join(name)).unwrap();
    fs::write(bank.path().join(name), "---\nauthor: <b>&nobody\n---\n\nNo choices here.\n")
        .unwrap();
    let mut running = Running::new(bank, Limits::default());
    for path in ["/", QUESTION] {
        let answer = running.get(path);
        assert_eq!(answer.status, 503, "{path}");
        let html = String::from_utf8(answer.body).unwrap();
        assert!(html.contains("content/demo/first/german.md"), "{html}");
        assert!(!html.contains("<b>"), "what authors write is text");
        without_script(html.as_bytes());
    }
    running.put(name, &good);
    running.look();
    assert_eq!(running.get("/").header("location"), BASE);
    assert_eq!(running.get(QUESTION).status, 200);
    running.put("site.toml", "nonsense = [");
    running.look();
    assert_eq!(running.get(QUESTION).status, 200, "the last good site stays");
}
