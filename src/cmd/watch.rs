//! `watch`: the site served while it is written.

pub mod change;
pub mod events;
pub mod listen;
pub mod problem;
pub mod snapshot;
pub mod memory;
pub mod server;
pub mod lint;
pub mod log;
pub mod stop;

use std::net::TcpListener;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, anyhow};

use crate::cli::Watch;
use crate::cmd::bank::Options;
use crate::cmd::terminal::Terminal;
use change::Change;
use events::{Events, Method, Window};
use lint::Background;
use listen::Listening;
use log::Log;
use memory::Memory;
use server::Limits;
use server::editor::Editor;
use server::stage::Stage;

/// Serves the bank and follows its files until it is stopped.
///
/// # Errors
///
/// A folder that cannot be read, a port that cannot be had. Whatever is wrong with the bank is
/// shown in the preview, which goes on.
pub fn run(root: &Path, args: &Watch, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    stop::on_signal(terminal)?;
    let editor = match &args.editor {
        Some(it) => Editor::new(it).map_err(|it| anyhow!("`--editor` cannot be used: {it}"))?,
        None => Editor::default(),
    };
    let root = &root
        .canonicalize()
        .with_context(|| format!("cannot read the folder `{}`", root.display()))?;
    let mut log = Log::new(terminal);
    let method = if args.poll { Method::POLLED } else { Method::Notified };
    // Observed before it is read: nothing that happens in between is missed.
    let mut events = Events::start(root, method, Window::default())?;
    let listening = Listening::new(&args.host, args.port)?;

    let start = now();
    let options = Options { drafts: args.drafts, ..Options::default() };
    let mut memory = Memory::new(root.clone(), options);
    memory.set_today(&terminal.today()?);
    let mut background = Background::default();
    let mut snapshot = memory.look(&Change::All);
    let stage = Arc::new(Stage::new(root, Some(editor), Arc::clone(&snapshot)));
    serve(&listening, Arc::clone(&stage), &args.host, terminal)?;
    let mut base_path = base_path(&snapshot);
    greet(&log, &listening, &base_path, args, terminal);
    log.begin(&snapshot, start.elapsed());
    if args.open {
        let url = listening.url(&base_path);
        if let Err(error) = opener::open_browser(&url) {
            log.warn(&format!("no browser could be opened: {error}"));
        }
    }

    loop {
        if let Some(notice) = events.notice() {
            log.warn(&notice);
        }
        let Some(change) = events.next(Some(lint::PAUSE)) else {
            if background.pause(&snapshot) {
                stage.show(Arc::clone(&snapshot));
            }
            continue;
        };
        let start = now();
        snapshot = memory.look(&change);
        stage.show(Arc::clone(&snapshot));
        log.change(&change, root, &snapshot, start.elapsed());
        if base_path != self::base_path(&snapshot) {
            base_path = self::base_path(&snapshot);
            log.say(&format!("the site stands at {} now", listening.url(&base_path)));
        }
    }
}

/// Says where the site is, and what of it is the preview's alone.
fn greet(log: &Log<'_>, at: &Listening, base_path: &str, args: &Watch, terminal: &Terminal) {
    let port = at.address.port();
    if args.port != 0 && port != args.port {
        log.say(&format!("port {} is taken, {port} is free", args.port));
    }
    log.say(&format!("serving {} until Ctrl-C", terminal.bold(&at.url(base_path))));
    if at.is_open_to_others() {
        log.warn("other machines can connect and read the site, its faults and the names of files");
    }
    if args.drafts {
        log.warn("drafts are shown; `studyhall build` leaves them out");
    }
}

fn base_path(snapshot: &snapshot::Snapshot) -> String {
    snapshot.site.as_ref().map_or("/", |it| it.base_path()).to_owned()
}

/// Serves what is on stage, on threads of its own.
fn serve(at: &Listening, stage: Arc<Stage>, host: &str, terminal: &Terminal) -> anyhow::Result<()> {
    let listener = at.listener.try_clone().context("the port cannot be shared")?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("the server's threads cannot be started")?;
    let (host, terminal) = (host.to_owned(), terminal.clone());
    thread::Builder::new()
        .name("server".to_owned())
        .spawn(move || {
            if let Err(error) = runtime.block_on(served(listener, stage, &host)) {
                terminal.say(&format!("the server has ended: {error}"));
            }
        })
        .context("the server's thread cannot be started")?;
    Ok(())
}

async fn served(listener: TcpListener, stage: Arc<Stage>, host: &str) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    // The whole program ends at once when it is stopped.
    server::serve(listener, stage, Some(host), Limits::default(), std::future::pending()).await
}

#[expect(clippy::disallowed_methods, reason = "the time is for the log alone")]
fn now() -> Instant {
    Instant::now()
}
