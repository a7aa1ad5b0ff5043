//! The address at which the preview is served.

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs as _};

use anyhow::{Context as _, bail};

/// Ports that are tried, from the one asked for on.
const TRIES: u16 = 100;

/// A port that is listened on.
#[derive(Debug)]
pub struct Listening {
    /// Who connects.
    pub listener: TcpListener,
    /// Where.
    pub address: SocketAddr,
}

impl Listening {
    /// Listens on a port of a host (an address or a name), or on the next free one; 0 is any.
    ///
    /// # Errors
    ///
    /// A host that is none of this machine's, a port that may not be used, no free port.
    pub fn new(host: &str, port: u16) -> anyhow::Result<Self> {
        let bare = host.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(host);
        let mut found = (bare, 0)
            .to_socket_addrs()
            .with_context(|| format!("`--host {host}` is no address of this machine"))?;
        let Some(host_address) = found.next().map(|it| it.ip()) else {
            bail!("`--host {host}` is no address of this machine")
        };
        let last = port.saturating_add(TRIES - 1);
        for port in port..=last {
            match TcpListener::bind((host_address, port)) {
                Ok(listener) => {
                    let address = listener.local_addr().context("the port has no address")?;
                    return Ok(Self { listener, address });
                }
                Err(error) if error.kind() == ErrorKind::AddrInUse => {}
                Err(error) if error.kind() == ErrorKind::AddrNotAvailable => {
                    bail!("`--host {host}` is no address of this machine")
                }
                Err(error) => {
                    return Err(error).with_context(|| format!("port {port} cannot be used"));
                }
            }
        }
        bail!("the ports from {port} to {last} are all taken; choose another one with `--port`")
    }

    /// Returns the address to open in a browser of this machine, for a site below a base path.
    pub fn url(&self, base_path: &str) -> String {
        let host = match self.address.ip() {
            it if it.is_unspecified() => "localhost".to_owned(),
            IpAddr::V6(it) => format!("[{it}]"),
            IpAddr::V4(it) => it.to_string(),
        };
        format!("http://{host}:{}{base_path}", self.address.port())
    }

    /// Returns whether other machines can connect.
    pub fn is_open_to_others(&self) -> bool {
        !self.address.ip().is_loopback()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_free_port_is_taken() {
        let first = Listening::new("127.0.0.1", 0).unwrap();
        let taken = first.address.port();
        let second = Listening::new("localhost", taken).unwrap();
        assert!(second.address.port() > taken);
        assert!(!second.is_open_to_others());
        let expected = format!("http://127.0.0.1:{taken}/bank/");
        assert_eq!(first.url("/bank/"), expected);
    }

    #[test]
    fn a_host_that_is_not_here_is_refused() {
        // An address for examples (RFC 5737), and a name that never is one (RFC 6761).
        for host in ["192.0.2.1", "nowhere.invalid", ""] {
            let error = Listening::new(host, 0).unwrap_err().to_string();
            assert!(error.contains("is no address of this machine"), "{host}: {error}");
        }
    }

    #[test]
    fn all_addresses_are_shown_as_one_that_opens() {
        let all = Listening::new("0.0.0.0", 0).unwrap();
        assert!(all.is_open_to_others());
        assert_eq!(all.url("/"), format!("http://localhost:{}/", all.address.port()));
    }
}
