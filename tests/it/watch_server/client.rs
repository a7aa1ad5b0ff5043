//! A client that sends exactly what a test says.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// How long a test waits for what must come.
pub(super) const DEADLINE: Duration = Duration::from_secs(30);

/// An answer of the server.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    headers: BTreeMap<String, String>,
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// Returns a header field; empty if there is none.
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

pub(super) fn connect(address: SocketAddr) -> TcpStream {
    let res = TcpStream::connect(address).unwrap();
    res.set_read_timeout(Some(DEADLINE)).unwrap();
    res.set_write_timeout(Some(DEADLINE)).unwrap();
    res
}

/// Asks once; `Host` is the server's own address unless it is among the headers.
pub(super) fn get(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
) -> Answer {
    let mut stream = BufReader::new(connect(address));
    send(&mut stream, address, method, path, headers);
    receive(&mut stream, method)
}

/// Returns the first line of the answer to a text.
pub(super) fn first_line(address: SocketAddr, text: &str) -> String {
    let mut stream = BufReader::new(connect(address));
    stream.get_mut().write_all(text.as_bytes()).unwrap();
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    line.trim_end().to_owned()
}

pub(super) fn send(
    stream: &mut BufReader<TcpStream>,
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
) {
    let mut head = format!("{method} {path} HTTP/1.1\r\n");
    if headers.iter().all(|(name, _)| *name != "Host") {
        head.push_str(&format!("Host: {address}\r\n"));
    }
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    stream.get_mut().write_all(head.as_bytes()).unwrap();
}

pub(super) fn receive(stream: &mut BufReader<TcpStream>, method: &str) -> Answer {
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).unwrap_or_else(|| panic!("no answer: {line:?}"));
    let status = status.parse().unwrap();
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(name.to_ascii_lowercase(), value.to_owned());
    }
    let mut res = Answer { status, headers, body: Vec::new() };
    if method != "HEAD" && status != 304 {
        let len: usize = res.header("content-length").parse().unwrap_or(0);
        res.body = vec![0; len];
        stream.read_exact(&mut res.body).unwrap();
    }
    res
}
