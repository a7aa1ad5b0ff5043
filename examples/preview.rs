//! Serves a bank as `watch` does and looks at it again at each line of the standard input: the
//! browser's tests say themselves when something changed.

#![expect(clippy::print_stdout, reason = "the address is what the caller waits for")]

use std::io::BufRead as _;
use std::path::PathBuf;
use std::sync::Arc;

use studyhall::cmd::bank::Options;
use studyhall::cmd::watch::change::Change;
use studyhall::cmd::watch::memory::Memory;
use studyhall::cmd::watch::server::editor::Editor;
use studyhall::cmd::watch::server::stage::Stage;
use studyhall::cmd::watch::server::{self, Limits};
use tokio::sync::oneshot;

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args_os().skip(1);
    let root = PathBuf::from(args.next().unwrap_or_default());
    let port = args.next().and_then(|it| it.to_str()?.parse().ok()).unwrap_or(0);
    let mut memory = Memory::new(root.clone(), Options::default());
    let first = memory.look(&Change::All);
    let stage = Arc::new(Stage::new(&root, Some(Editor::default()), first));
    let on_stage = Arc::clone(&stage);
    let (stop, stopped) = oneshot::channel::<()>();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let listener = runtime.block_on(tokio::net::TcpListener::bind(("127.0.0.1", port)))?;
    println!("http://{}/", listener.local_addr()?);
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            if line.is_err() {
                break;
            }
            stage.show(memory.look(&Change::All));
        }
        drop(stop);
    });
    let stop = async { drop(stopped.await) };
    runtime.block_on(server::serve(listener, on_stage, None, Limits::default(), stop))?;
    Ok(())
}
