//! The preview's server: connections, their limits, and which part answers a request.

mod address;
pub mod editor;
mod faults_page;
pub mod guard;
mod message;
mod respond;
pub mod stage;
mod tab;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio_io_timeout::TimeoutStream;

use guard::Guard;
use stage::Stage;

/// What one client, or many, may take of the server.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Connections at a time; more wait until one ends.
    pub connections: usize,
    /// Open tabs at a time; more are refused.
    pub tabs: usize,
    /// How long a client may take to send the head of a request, and how long a connection may idle.
    pub head: Duration,
    /// How long a client may take nothing of an answer.
    pub stall: Duration,
    /// How long a tab may say nothing, not even answer a ping.
    pub silence: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 256,
            tabs: 256,
            head: Duration::from_secs(15),
            stall: Duration::from_secs(30),
            silence: Duration::from_secs(60),
        }
    }
}

/// Bytes that the head of a request may have.
const MAX_HEAD: usize = 32 * 1024;

/// Header fields that a request may have.
const MAX_HEADERS: usize = 100;

/// How long to wait when the system has no connection to give, until others have ended.
const RETRY: Duration = Duration::from_millis(100);

/// What all requests share.
struct Shared {
    stage: Arc<Stage>,
    guard: Guard,
    limits: Limits,
    tabs: Arc<Semaphore>,
    /// Ends the tabs when its sender is dropped.
    running: watch::Receiver<()>,
}

/// Serves what is on stage until `shutdown` comes; then all connections end at once, tabs too.
///
/// `host` is the name or address that authors gave by `--host`, if they did.
///
/// # Errors
///
/// A listener that does not know its own address.
pub async fn serve(
    listener: TcpListener,
    stage: Arc<Stage>,
    host: Option<&str>,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let guard = Guard::new(listener.local_addr()?.ip(), host);
    let (ending, running) = watch::channel(());
    let tabs = Arc::new(Semaphore::new(limits.tabs));
    let shared = Shared { stage, guard, limits, tabs: Arc::clone(&tabs), running };
    let router = Router::new().fallback(handle).with_state(Arc::new(shared));
    let free = Arc::new(Semaphore::new(limits.connections));
    let mut connections = JoinSet::new();
    tokio::pin!(shutdown);
    loop {
        let accept = async {
            let permit = Arc::clone(&free).acquire_owned().await;
            (permit, listener.accept().await)
        };
        let (permit, accepted) = tokio::select! {
            () = &mut shutdown => break,
            _ = connections.join_next(), if !connections.is_empty() => continue,
            it = accept => it,
        };
        match accepted {
            Ok((stream, _)) => {
                let router = router.clone();
                connections.spawn(async move {
                    connection(stream, router, limits).await;
                    drop(permit);
                });
            }
            // Too many open files, or a client that left while it waited.
            Err(_) => tokio::time::sleep(RETRY).await,
        }
    }
    drop(listener);
    drop(ending);
    connections.shutdown().await;
    // A tab ends when its task next runs, which may be busy with a page for a moment.
    let all = u32::try_from(limits.tabs).unwrap_or(u32::MAX);
    let ended = tokio::time::timeout(Duration::from_secs(1), tabs.acquire_many(all)).await;
    drop(ended);
    Ok(())
}

async fn connection(stream: TcpStream, router: Router, limits: Limits) {
    // Small answers must not wait for more to come; where that cannot be set they do.
    stream.set_nodelay(true).unwrap_or_default();
    let mut stream = TimeoutStream::new(stream);
    stream.set_read_timeout(Some(limits.silence));
    stream.set_write_timeout(Some(limits.stall));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(MAX_HEAD)
        .max_headers(MAX_HEADERS)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router))
        .with_upgrades()
        .await;
    // A client that left, or was too slow: nothing that an author could mend.
    drop(served);
}

async fn handle(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let mut response = match shared.guard.admit(&parts) {
        Err(refusal) => refusal.response(),
        Ok(()) => match address::reserved(parts.uri.path()) {
            Some("socket") => tab::open(parts, &shared).await,
            Some(name) => respond::own_file(name, &parts),
            None => respond::page_or_file(&shared.stage, parts).await,
        },
    };
    respond::secure(response.headers_mut());
    response
}
