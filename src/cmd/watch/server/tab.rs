//! Open tabs: each has a WebSocket by which it is told of every new scene.
//!
//! Server-sent events would do but for one thing: a browser opens at most six to one host.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRequestParts as _;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::cmd::watch::server::stage::{Scene, Stage};
use crate::cmd::watch::server::{Shared, address, message};
use crate::cmd::watch::snapshot::Preview;

/// Bytes of the longest thing that a tab may say: an address.
const MAX_MESSAGE: usize = 16 * 1024;

/// How long a tab may take to say which page it shows.
const GREETING: Duration = Duration::from_secs(10);

/// Opens the WebSocket of a tab.
pub(super) async fn open(mut request: Parts, shared: &Arc<Shared>) -> Response {
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut request, &()).await {
        Ok(upgrade) => upgrade,
        Err(refused) => return refused.into_response(),
    };
    let Ok(permit) = Arc::clone(&shared.tabs).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many open tabs\n").into_response();
    };
    let shared = Arc::clone(shared);
    upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(|socket| follow(socket, shared, permit))
}

/// Where a tab stands: the output name of its page, and the last site that had it.
struct Place {
    path: String,
    name: Option<String>,
    site: Option<Arc<Preview>>,
}

async fn follow(mut socket: WebSocket, shared: Arc<Shared>, permit: OwnedSemaphorePermit) {
    let mut running = shared.running.clone();
    let mut scenes = shared.stage.follow();
    // Three pings without an answer end the connection by its read timeout.
    let mut ping = interval((shared.limits.silence / 4).max(Duration::from_millis(50)));
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let greeting = tokio::select! {
        _ = running.changed() => return,
        it = timeout(GREETING, socket.recv()) => it,
    };
    // The path that the tab shows, as the browser writes it.
    let Ok(Some(Ok(Message::Text(path)))) = greeting else { return };
    let mut place = Place { path: path.as_str().to_owned(), name: None, site: None };
    scenes.mark_changed();
    loop {
        let said = tokio::select! {
            _ = running.changed() => break,
            changed = scenes.changed() => {
                if changed.is_err() { break }
                let scene = Arc::clone(&scenes.borrow_and_update());
                let stage = Arc::clone(&shared.stage);
                let told = tokio::task::spawn_blocking(move || {
                    let text = place.look(&stage, &scene);
                    (place, text)
                });
                let Ok((moved, text)) = told.await else { break };
                place = moved;
                socket.send(Message::Text(text.into())).await
            }
            _ = ping.tick() => socket.send(Message::Ping(Vec::new().into())).await,
            heard = socket.recv() => match heard {
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                // Answers to pings, and what only tabs of another version say.
                Some(Ok(_)) => Ok(()),
            },
        };
        if said.is_err() {
            break;
        }
    }
    drop(permit);
}

impl Place {
    /// Finds where the page stands now and returns what the tab is to be told.
    fn look(&mut self, stage: &Stage, scene: &Scene) -> String {
        let Some(site) = &scene.snapshot.site else { return message::scene(stage, scene, None) };
        let name = match (&self.name, &self.site) {
            (Some(name), Some(earlier)) => {
                Some(site.successor(earlier, name).unwrap_or_else(|| name.clone()))
            }
            _ => asked_for(site, &self.path),
        };
        let text = message::scene(stage, scene, name.as_deref());
        // A page that is gone may turn out to have moved: the last site that had it is kept.
        if name.as_ref().is_some_and(|it| site.has(it)) {
            self.site = Some(Arc::clone(site));
            self.name = name;
        }
        text
    }
}

/// Returns the output name of the page that a path shows.
fn asked_for(site: &Preview, path: &str) -> Option<String> {
    let name = address::output_name(path, site.base_path())?;
    let folder = format!("{name}/index.html");
    Some(if site.has(&folder) { folder } else { name })
}
