//! Answers to requests for pages and files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use sha2::{Digest as _, Sha256};
use tower_http::services::ServeFile;

use crate::cmd::watch::server::stage::{Found, Made, Scene, Stage, short};
use crate::cmd::watch::server::{address, faults_page};
use crate::cmd::watch::snapshot::Preview;
use crate::plan::CSP;
use crate::render::theme::ThemeError;

/// The script that every page gets.
pub(super) const SCRIPT: &[u8] =
    include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/themes/default/preview/watch.js"));

/// What the script looks like.
const STYLES: &[u8] =
    include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/themes/default/preview/watch.css"));

const HTML: &str = "text/html; charset=utf-8";

/// For what changes while an author writes: a browser asks each time whether it did.
const ASK: HeaderValue = HeaderValue::from_static("no-cache");

/// For what has its digest in its address.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Sets what holds for every answer: what `_headers` says, and that no other site may embed it.
pub(super) fn secure(headers: &mut HeaderMap) {
    let policy = format!("{CSP}; frame-ancestors 'self'");
    let policy = HeaderValue::from_str(&policy).expect("a policy is plain text");
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "strict-origin-when-cross-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Answers with a file of the preview itself.
pub(super) fn own_file(name: &str, request: &Parts) -> Response {
    let (bytes, kind) = match name {
        "watch.js" => (SCRIPT, "text/javascript; charset=utf-8"),
        "watch.css" => (STYLES, "text/css; charset=utf-8"),
        _ => return missing(),
    };
    let tag = short(Sha256::new().chain_update(bytes));
    tagged(request, StatusCode::OK, Bytes::from_static(bytes), kind, &tag)
}

/// Answers with what `build` would have written under the path of a request.
pub(super) async fn page_or_file(stage: &Stage, request: Parts) -> Response {
    let scene = stage.scene();
    let Some(site) = scene.snapshot.site.clone() else {
        return page(&request, StatusCode::SERVICE_UNAVAILABLE, &scene, scene.faults_page());
    };
    let base = site.base_path();
    let path = request.uri.path();
    if base.strip_suffix('/').is_some_and(|it| path == it || path == "/") && base != "/" {
        return redirect(&request, base);
    }
    let Some(name) = address::output_name(path, base) else {
        return not_found(&request, &scene).await;
    };
    match find(&scene, name.clone()).await {
        Err(error) => broken_template(&scene, &error),
        Ok(Some(Found::Page(made))) => page(&request, StatusCode::OK, &scene, made),
        Ok(Some(Found::Bytes(bytes))) => fixed(&request, &site, &name, bytes),
        Ok(Some(Found::File(disk))) => file(stage, request, &scene, disk).await,
        Ok(None) => {
            let folder = format!("{name}/index.html");
            if site.has(&folder) {
                return redirect(&request, &address::path(base, &folder));
            }
            not_found(&request, &scene).await
        }
    }
}

/// Looks a name up, and makes the page if it was not made yet, where that delays nobody else.
async fn find(scene: &Arc<Scene>, name: String) -> Result<Option<Found>, ThemeError> {
    let scene = Arc::clone(scene);
    let found = tokio::task::spawn_blocking(move || scene.find(&name)).await;
    found.unwrap_or(Ok(None))
}

async fn not_found(request: &Parts, scene: &Arc<Scene>) -> Response {
    match find(scene, "404.html".to_owned()).await {
        Err(error) => broken_template(scene, &error),
        Ok(Some(Found::Page(made))) => page(request, StatusCode::NOT_FOUND, scene, made),
        Ok(_) => missing(),
    }
}

fn page(request: &Parts, status: StatusCode, scene: &Scene, made: Made) -> Response {
    let tag = format!("{}.{}.{}", made.digest, scene.scripts, scene.styles);
    tagged(request, status, made.bytes, HTML, &tag)
}

fn broken_template(scene: &Scene, error: &ThemeError) -> Response {
    let made = scene.own_page(&faults_page::broken_template(&error.to_string()));
    let headers = [(header::CONTENT_TYPE, HTML), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::INTERNAL_SERVER_ERROR, headers, made.bytes).into_response()
}

/// Answers with bytes in memory: a static file, which never changes under its name, or a text file.
fn fixed(request: &Parts, site: &Preview, name: &str, bytes: Bytes) -> Response {
    let kind = content_type(name);
    if name.starts_with(site.assets_folder()) {
        let headers = [(header::CONTENT_TYPE, kind)];
        let mut response = (headers, bytes).into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, FOR_EVER);
        return response;
    }
    let tag = short(Sha256::new().chain_update(&bytes));
    tagged(request, StatusCode::OK, bytes, &kind, &tag)
}

/// Answers with a file of the bank: parts of it if asked, so that a video can be wound.
async fn file(stage: &Stage, request: Parts, scene: &Arc<Scene>, disk: PathBuf) -> Response {
    let root = stage.root.clone();
    let inside = tokio::task::spawn_blocking(move || inside(&root, &disk)).await;
    let Ok(Some(disk)) = inside else { return not_found(&request, scene).await };
    let request = Request::from_parts(request, Body::empty());
    match ServeFile::new(&disk).try_call(request).await {
        Ok(response) => {
            let mut response = response.map(Body::new);
            if let Ok(kind) = HeaderValue::from_str(&content_type(&disk.to_string_lossy())) {
                response.headers_mut().insert(header::CONTENT_TYPE, kind);
            }
            response.headers_mut().insert(header::CACHE_CONTROL, ASK);
            response
        }
        Err(_) => missing(),
    }
}

/// Returns where a file is now, if that is still in the bank and still a file: it may have become
/// a symbolic link since the bank was read.
#[expect(clippy::disallowed_methods, reason = "the last look before a file is sent")]
fn inside(root: &Path, disk: &Path) -> Option<PathBuf> {
    let real = disk.canonicalize().ok()?;
    (real.starts_with(root) && real.is_file()).then_some(real)
}

/// Answers with what has a tag, or says that the browser has it already.
fn tagged(request: &Parts, status: StatusCode, bytes: Bytes, kind: &str, tag: &str) -> Response {
    let tag = format!("\"{tag}\"");
    let asked = request.headers.get_all(header::IF_NONE_MATCH).iter();
    let mut asked = asked.filter_map(|it| it.to_str().ok()).flat_map(|it| it.split(','));
    let known =
        asked.any(|it| matches!(it.trim(), "*") || it.trim().trim_start_matches("W/") == tag);
    let headers = [
        (header::CACHE_CONTROL, "no-cache"),
        (header::ETAG, tag.as_str()),
        (header::CONTENT_TYPE, kind),
    ];
    if known && status == StatusCode::OK {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (status, headers, bytes).into_response()
}

/// Leads to the right address, for this time only: on the same port another bank may stand
/// tomorrow.
fn redirect(request: &Parts, path: &str) -> Response {
    let query = request.uri.query().map_or_else(String::new, |it| format!("?{it}"));
    let headers = [
        (header::LOCATION, format!("{path}{query}")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (StatusCode::TEMPORARY_REDIRECT, headers).into_response()
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")], "not found\n").into_response()
}

fn content_type(name: &str) -> String {
    match mime_guess::from_path(name).first_raw() {
        Some(kind) if kind.starts_with("text/") => format!("{kind}; charset=utf-8"),
        Some(kind) => kind.to_owned(),
        // `_headers` and `_redirects`, which only their hosts read.
        None => "text/plain; charset=utf-8".to_owned(),
    }
}
