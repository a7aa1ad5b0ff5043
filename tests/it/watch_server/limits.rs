//! Clients that are many, slow, or gone; and the end of the server.

use std::io::{BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use studyhall::cmd::watch::server::Limits;

use super::client::{connect, get, receive, send};
use super::tabs::Tab;
use super::{QUESTION, Running};

/// Limits that a test can wait for.
const SHORT: Limits = Limits {
    connections: 8,
    tabs: 12,
    head: Duration::from_millis(300),
    stall: Duration::from_millis(300),
    silence: Duration::from_millis(600),
};

/// Asserts that the server ends a connection, whatever it says before.
fn assert_ended(mut stream: &TcpStream, what: &str) {
    // Err is a connection that was reset, which is an end too, unless it is the deadline.
    match stream.read_to_end(&mut Vec::new()) {
        Ok(_) => {}
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "{what}"),
    }
}

#[test]
fn ten_thousand_requests_are_answered() {
    let running = Running::mixed(Limits::default());
    let body = running.get(QUESTION).body;
    let address = running.address;
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..25 {
                    let mut stream = BufReader::new(connect(address));
                    for _ in 0..50 {
                        send(&mut stream, address, "GET", QUESTION, &[]);
                        let answer = receive(&mut stream, "GET");
                        assert_eq!(answer.status, 200);
                        assert!(answer.body == body);
                    }
                }
            });
        }
    });
    assert_eq!(running.get(QUESTION).status, 200);
}

#[test]
fn slow_and_silent_clients_are_let_go_and_hold_up_nobody() {
    let running = Running::mixed(SHORT);
    // One that says nothing, one that stops within a head, one that sends a head without an end.
    let silent = connect(running.address);
    let mut half = connect(running.address);
    half.write_all(b"GET / HTTP/1.1\r\nHost: local").unwrap();
    let mut trickle = connect(running.address);
    let started = Instant::now();
    trickle.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    while trickle.write_all(b"X: y\r\n").is_ok() {
        assert!(started.elapsed() < super::client::DEADLINE, "a head without an end");
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(running.get(QUESTION).status, 200);
    }
    assert_ended(&silent, "a client that says nothing");
    assert_ended(&half, "a client that stops");
    // One that keeps its connection and asks no more.
    let mut kept = BufReader::new(connect(running.address));
    send(&mut kept, running.address, "GET", QUESTION, &[]);
    assert_eq!(receive(&mut kept, "GET").status, 200);
    assert_ended(kept.get_ref(), "a connection that idles");
}

#[test]
fn a_client_that_takes_nothing_is_let_go() {
    let mut running = Running::mixed(SHORT);
    // More than the buffers of both ends hold.
    let large = "x".repeat(64 << 20);
    running.put("content/demo/first/large.pdf", &large);
    running.put("content/about.md", "# About\n\n[large](demo/first/large.pdf)\n");
    running.look();
    let path = "/some/where/demo/first/large.pdf";
    assert_eq!(running.get(path).body.len(), large.len());
    // A busy machine may notice late: then the client takes even longer.
    let started = Instant::now();
    let mut pause = SHORT.stall * 2;
    loop {
        let mut lazy = BufReader::new(connect(running.address));
        send(&mut lazy, running.address, "GET", path, &[]);
        std::thread::sleep(pause);
        let mut taken = Vec::new();
        // The error, if any, is the connection that was reset.
        let ended = lazy.read_to_end(&mut taken);
        if taken.len() < large.len() {
            break;
        }
        assert!(started.elapsed() < super::client::DEADLINE, "{ended:?}: all of it was sent");
        pause *= 2;
    }
}

#[test]
fn more_connections_than_allowed_wait_until_one_ends() {
    let running = Running::mixed(SHORT);
    let held: Vec<TcpStream> = (0..SHORT.connections).map(|_| connect(running.address)).collect();
    assert_eq!(running.get(QUESTION).status, 200, "as soon as those have been let go");
    drop(held);
}

#[test]
fn large_heads_are_refused() {
    let running = Running::mixed(Limits::default());
    let long = "x".repeat(100_000);
    let status =
        |headers: &[(&str, &str)], path: &str| get(running.address, "GET", path, headers).status;
    assert_eq!(status(&[("X", &long)], "/"), 431);
    let many: Vec<(&str, &str)> = (0..200).map(|_| ("X", "y")).collect();
    assert_eq!(status(&many, "/"), 431);
    let path = format!("/{}", "x".repeat(20_000));
    assert!(matches!(status(&[], &path), 404 | 414));
    assert_eq!(running.get(QUESTION).status, 200);
}

#[test]
fn what_is_no_http_is_let_go() {
    let running = Running::mixed(SHORT);
    for text in [
        "\0\0\0\0",
        "\x16\x03\x01\x02\0",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let mut stream = connect(running.address);
        stream.write_all(text.as_bytes()).unwrap();
        assert_ended(&stream, text);
    }
    assert_eq!(running.get(QUESTION).status, 200);
}

#[test]
fn it_stops_at_once_with_tabs_and_requests_open() {
    let mut running = Running::mixed(Limits::default());
    let mut tabs: Vec<Tab> = (0..10).map(|_| Tab::open(&running, QUESTION)).collect();
    for tab in &mut tabs {
        tab.news();
    }
    let mut half = connect(running.address);
    half.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    let started = Instant::now();
    running.stop();
    let took = started.elapsed();
    assert!(took < Duration::from_secs(2), "{took:?}");
    for tab in &mut tabs {
        tab.assert_ended();
    }
    assert!(TcpStream::connect(running.address).is_err(), "the port is free");
}

#[test]
fn a_tab_that_is_gone_without_a_word_is_let_go() {
    let running = Running::mixed(SHORT);
    let mut gone: Vec<Tab> = (0..SHORT.tabs).map(|_| Tab::open(&running, QUESTION)).collect();
    for tab in &mut gone {
        tab.news();
    }
    // It reads nothing and answers no ping, as one whose machine sleeps.
    let started = Instant::now();
    while Tab::try_open(&running, QUESTION, &running.address.to_string()).is_err() {
        assert!(started.elapsed() < super::client::DEADLINE, "a place of the silent becomes free");
        std::thread::sleep(Duration::from_millis(50));
    }
}
