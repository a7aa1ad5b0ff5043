//! Which requests are answered at all.
//!
//! A page of a foreign site that an author has open can make the browser ask this server, under a
//! name that leads to loopback (DNS rebinding) or across origins. Both show in `Host` and `Origin`.

use std::net::IpAddr;

use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

/// The names under which a server answers.
#[derive(Debug)]
pub struct Guard {
    /// The name that authors gave.
    host: Option<String>,
    /// Whether addresses other than loopback are answered to: no name can be rebound to them.
    any_address: bool,
}

/// Why a request is not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// A method that changes something.
    Method,
    /// A name that is not this server's.
    Host,
    /// A page of another origin asks.
    Origin,
}

impl Guard {
    /// Returns the guard of a server that is bound to an address, and may have been given a name.
    pub fn new(bound: IpAddr, host: Option<&str>) -> Self {
        Self { host: host.map(str::to_ascii_lowercase), any_address: !bound.is_loopback() }
    }

    /// Returns why a request is refused, if it is.
    ///
    /// # Errors
    ///
    /// The reason.
    pub fn admit(&self, request: &Parts) -> Result<(), Refusal> {
        if request.method != Method::GET && request.method != Method::HEAD {
            return Err(Refusal::Method);
        }
        let single = |name| {
            let mut all = request.headers.get_all(name).iter();
            let first = all.next().map(|it| it.to_str().unwrap_or_default());
            if all.next().is_some() { Some("") } else { first }
        };
        let host = single(header::HOST).ok_or(Refusal::Host)?;
        let asked = request.uri.authority().map(Authority::as_str);
        if !self.is_own(host) || !asked.is_none_or(|it| self.is_own(it)) {
            return Err(Refusal::Host);
        }
        let same = |origin: &str| {
            let rest = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
            rest.is_some_and(|it| it.eq_ignore_ascii_case(host))
        };
        if single(header::ORIGIN).is_none_or(same) { Ok(()) } else { Err(Refusal::Origin) }
    }

    fn is_own(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        if host.contains('@') {
            return false;
        }
        let name = authority.host().to_ascii_lowercase();
        let bare = name.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(&name);
        if let Ok(address) = bare.parse::<IpAddr>() {
            return self.any_address || address.is_loopback();
        }
        name == "localhost" || name.ends_with(".localhost") || self.host.as_ref() == Some(&name)
    }
}

impl Refusal {
    /// Returns the answer to who is refused.
    pub(super) fn response(self) -> Response {
        let text = match self {
            Self::Method => {
                let allow = [(header::ALLOW, "GET, HEAD")];
                return (StatusCode::METHOD_NOT_ALLOWED, allow, "only GET and HEAD\n")
                    .into_response();
            }
            Self::Host => {
                "this preview answers only to localhost, or to the name given by `--host`\n"
            }
            Self::Origin => "this preview does not answer pages of other sites\n",
        };
        (StatusCode::FORBIDDEN, text).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn admit(guard: &Guard, headers: &[(&str, &str)]) -> Result<(), Refusal> {
        let mut request = Request::builder().uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        guard.admit(&request.body(()).unwrap().into_parts().0)
    }

    #[test]
    fn on_loopback_only_names_of_loopback_are_answered() {
        let guard = Guard::new("127.0.0.1".parse().unwrap(), None);
        for host in [
            "localhost",
            "LOCALHOST:4000",
            "127.0.0.1:4000",
            "127.8.9.1",
            "[::1]:4000",
            "bank.localhost:1",
        ] {
            assert_eq!(admit(&guard, &[("host", host)]), Ok(()), "{host}");
        }
        let foreign = [
            "evil.example",
            "evil.example:4000",
            "localhost.evil.example",
            "evillocalhost",
            "192.168.1.4:4000",
            "0.0.0.0:4000",
            "[::]:4000",
            "",
            "a@localhost",
            "localhost@evil.example",
            "localhost, evil.example",
            "127.0.0.1.evil.example",
            "127.1",
            "localhost.",
            "[::ffff:1.2.3.4]",
        ];
        for host in foreign {
            assert_eq!(admit(&guard, &[("host", host)]), Err(Refusal::Host), "{host}");
        }
        assert_eq!(admit(&guard, &[]), Err(Refusal::Host));
        let two = [("host", "localhost"), ("host", "localhost")];
        assert_eq!(admit(&guard, &two), Err(Refusal::Host));
    }

    #[test]
    fn bound_elsewhere_addresses_and_the_given_name_are_answered() {
        let guard = Guard::new("0.0.0.0".parse().unwrap(), Some("Desk.example"));
        for host in ["192.168.1.4:4000", "[2001:db8::1]:4000", "desk.example:4000", "localhost"] {
            assert_eq!(admit(&guard, &[("host", host)]), Ok(()), "{host}");
        }
        for host in ["evil.example", "x.desk.example"] {
            assert_eq!(admit(&guard, &[("host", host)]), Err(Refusal::Host), "{host}");
        }
    }

    #[test]
    fn only_pages_of_the_same_origin_may_ask() {
        let guard = Guard::new("127.0.0.1".parse().unwrap(), None);
        let with = |origin| admit(&guard, &[("host", "localhost:4000"), ("origin", origin)]);
        assert_eq!(with("http://localhost:4000"), Ok(()));
        assert_eq!(with("https://localhost:4000"), Ok(()));
        for origin in
            ["http://evil.example", "http://localhost:4001", "http://localhost", "null", ""]
        {
            assert_eq!(with(origin), Err(Refusal::Origin), "{origin}");
        }
    }
}
