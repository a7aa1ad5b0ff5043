//! Open tabs: what they are told after each look.

use std::net::TcpStream;

use serde_json::Value;
use studyhall::cmd::watch::server::Limits;
use tungstenite::{Message, WebSocket};

use super::client::connect;
use super::{BASE, QUESTION, Running};

/// A tab as the browser opens it.
pub(super) struct Tab(WebSocket<TcpStream>);

impl Tab {
    pub(super) fn open(running: &Running, path: &str) -> Self {
        Self::try_open(running, path, &running.address.to_string()).unwrap()
    }

    /// Opens a tab of a page at a host; the error is the status of the refusal.
    pub(super) fn try_open(running: &Running, path: &str, origin: &str) -> Result<Self, u16> {
        let request = tungstenite::http::Request::builder()
            .uri(format!("ws://{}/.studyhall/socket", running.address))
            .header("Host", running.address.to_string())
            .header("Origin", format!("http://{origin}"))
            .header("Connection", "Upgrade")
            .header("Upgrade", "websocket")
            .header("Sec-WebSocket-Version", "13")
            .header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
            .body(())
            .unwrap();
        match tungstenite::client(request, connect(running.address)) {
            Ok((mut socket, _)) => {
                socket.send(Message::text(path)).unwrap();
                Ok(Self(socket))
            }
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// Returns the next news.
    pub(super) fn news(&mut self) -> Value {
        loop {
            match self.0.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    pub(super) fn assert_ended(&mut self) {
        while let Ok(message) = self.0.read() {
            assert!(!message.is_text(), "{message:?}");
        }
    }
}

/// Returns the digest of a page as its script carries it.
fn shown(running: &Running, path: &str) -> String {
    let html = String::from_utf8(running.get(path).body).unwrap();
    let (_, rest) = html.split_once("watch.js?shown=").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

fn told(news: &Value) -> String {
    let part = |it: &Value| it.as_str().unwrap().to_owned();
    [part(&news["page"]["digest"]), part(&news["scripts"]), part(&news["styles"])].join(".")
}

#[test]
fn ten_tabs_are_told_of_each_look() {
    let mut running = Running::mixed(Limits::default());
    let mut tabs: Vec<Tab> = (0..10).map(|_| Tab::open(&running, QUESTION)).collect();
    let before = shown(&running, QUESTION);
    for tab in &mut tabs {
        let news = tab.news();
        assert_eq!(news["number"], 1);
        assert_eq!(news["page"]["url"], QUESTION);
        assert_eq!(told(&news), before, "what the page says of itself");
        assert_eq!(news["faults"]["count"], 0);
    }
    let name = "content/demo/first/blocks.md";
    let text = running.read(name).replace("Because of option C.", "Because of option C alone.");
    running.put(name, &text);
    running.look();
    let after = shown(&running, QUESTION);
    assert_ne!(after, before);
    for tab in &mut tabs {
        let news = tab.news();
        assert_eq!(news["number"], 2);
        assert_eq!(told(&news), after);
    }
}

#[test]
fn an_edit_elsewhere_and_a_new_style_sheet_leave_the_page_as_it_is() {
    let mut running = Running::mixed(Limits::default());
    let mut tab = Tab::open(&running, "/some/where/about/");
    let first = tab.news();
    let name = "content/demo/first/blocks.md";
    let text = running.read(name).replace("Because of option C.", "Because of option C alone.");
    running.put(name, &text);
    running.look();
    assert_eq!(told(&tab.news()), told(&first), "another page changed");

    let site = running.read("site.toml");
    running.put("themes/own/static/style.css", "body { color: red }");
    running.put("site.toml", &format!("theme = \"own\"\n{site}"));
    running.look();
    let styled = tab.news();
    assert_eq!(styled["faults"]["count"], 0, "{styled}");
    assert_eq!(styled["page"], first["page"], "only the folder of static files is another");
    assert_eq!(styled["scripts"], first["scripts"]);
    assert_ne!(styled["styles"], first["styles"]);

    running.put("themes/own/static/question.js", "// nothing");
    running.look();
    assert_ne!(tab.news()["scripts"], first["scripts"]);
}

#[test]
fn a_page_that_moves_is_followed_and_one_that_is_gone_may_come_back() {
    let mut running = Running::mixed(Limits::default());
    // Nothing else may name the file that comes and goes.
    let lesson = running.read("content/demo/lessons/short.md");
    let lesson = lesson.replace("[question](../first/blocks.md)", "question");
    running.put("content/demo/lessons/short.md", &lesson);
    running.look();
    let mut tab = Tab::open(&running, QUESTION);
    let first = tab.news();
    let id = first["about"]["question"].as_str().unwrap().to_owned();
    let text = running.read("content/demo/first/blocks.md");
    let with_id = text.replacen("---\n", &format!("---\nid: {id}\n"), 1);
    std::fs::remove_file(running.bank.path().join("content/demo/first/blocks.md")).unwrap();
    running.put(
        "content/demo/first/moved here.md",
        &with_id.replace("aliases: [/old/blocks/, /older.html]\n", ""),
    );
    running.look();
    let moved = tab.news();
    assert_eq!(moved["faults"]["count"], 0, "{moved}");
    let url = moved["page"]["url"].as_str().unwrap();
    assert_ne!(url, QUESTION);
    assert_eq!(running.get(url).status, 200, "{url}");
    assert_eq!(moved["about"]["path"], "content/demo/first/moved here.md");
    assert_eq!(told(&moved), shown(&running, url));

    let name = running.bank.path().join("content/demo/first/moved here.md");
    std::fs::remove_file(&name).unwrap();
    running.look();
    let gone = tab.news();
    assert_eq!(gone["about"], Value::Null);
    assert_eq!(gone["page"]["url"], url, "it stays where it was");
    assert_eq!(told(&gone), shown(&running, "/some/where/404.html"));
    running.put("content/demo/first/moved here.md", &with_id);
    running.look();
    assert_eq!(tab.news()["page"]["url"], url);
}

#[test]
fn the_site_may_move_as_a_whole() {
    let mut running = Running::mixed(Limits::default());
    let mut tab = Tab::open(&running, QUESTION);
    tab.news();
    let site = running.read("site.toml").replace("/some/where/", "/other/");
    running.put("site.toml", &site);
    running.look();
    assert_eq!(tab.news()["page"]["url"], "/other/demo/first/blocks/");
}

#[test]
fn faults_have_a_place_and_go_when_mended() {
    let mut running = Running::mixed(Limits::default());
    let mut tab = Tab::open(&running, QUESTION);
    let first = tab.news();
    let name = "content/demo/first/german.md";
    let good = running.read(name);
    running.put(name, &good.replacen("---\n", "---\nauthor: nobody-known\n", 1));
    running.look();
    let news = tab.news();
    assert!(news["faults"]["count"].as_u64().unwrap() > 0, "{news}");
    let fault = &news["faults"]["list"][0];
    assert_eq!(fault["path"], name);
    assert!(fault["line"].as_u64().unwrap() >= 1, "{fault}");
    let text = fault["text"].as_str().unwrap();
    assert!(text.contains(name) && text.contains('^'), "{text}");
    let disk = running.bank.path().canonicalize().unwrap().join(name);
    let link = format!("vscode://file{}:{}:{}", disk.display(), fault["line"], fault["column"]);
    assert_eq!(fault["editor"], link);
    assert_eq!(news["page"], first["page"], "the last good page stays");

    running.put(name, &good);
    running.look();
    let mended = tab.news();
    assert_eq!(mended["faults"]["count"], 0);
    assert_eq!(mended["page"], first["page"]);
}

#[test]
fn a_template_that_fails_for_one_page_is_a_fault_and_leaves_the_page() {
    let mut running = Running::mixed(Limits::default());
    let mut tab = Tab::open(&running, QUESTION);
    tab.news();
    let site = running.read("site.toml");
    running.put("site.toml", &format!("theme = \"own\"\n{site}"));
    running.put("themes/own/templates/question.html", "{{ view.nothing.at_all }}");
    running.look();
    let news = tab.news();
    assert_eq!(news["page"], Value::Null);
    assert_eq!(news["faults"]["count"], 1, "{news}");
    let text = news["faults"]["list"][0]["text"].as_str().unwrap();
    assert!(text.contains("themes/own/templates/question.html"), "{text}");
    assert_eq!(running.get(QUESTION).status, 500);
    assert_eq!(running.get(BASE).status, 200, "other pages are not concerned");
}

#[test]
fn tabs_of_other_sites_are_refused() {
    let running = Running::mixed(Limits::default());
    let port = running.address.port();
    for origin in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1:1", "127.0.0.1"] {
        assert_eq!(Tab::try_open(&running, QUESTION, origin).err(), Some(403), "{origin}");
    }
}

#[test]
fn a_tab_outside_the_site_is_told_that_nothing_is_there() {
    let running = Running::mixed(Limits::default());
    for path in ["/elsewhere/", "", "no path", "/some/where/%ff", "/some/where/../x"] {
        let news = Tab::open(&running, path).news();
        assert_eq!(news["page"]["url"], Value::Null, "{path}");
        assert_eq!(told(&news), shown(&running, "/elsewhere/"), "{path}");
    }
}
