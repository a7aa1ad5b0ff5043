//! Events of the system on their way to whoever waits for them.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use notify::event::{EventKind, ModifyKind};

/// Something that happened.
pub(super) enum Touch {
    /// To what stands at these paths.
    At {
        /// Absolute paths.
        paths: Vec<PathBuf>,
        /// Whether what stood there was moved or removed.
        is_gone: bool,
    },
    /// Anywhere: events were lost.
    Lost,
}

/// Where events arrive.
pub(super) struct Inbox {
    receiver: Receiver<Touch>,
}

/// Where events are handed in.
#[derive(Clone)]
pub(super) struct Sender(mpsc::Sender<Touch>);

impl Inbox {
    /// Returns an inbox and its other end.
    pub(super) fn new() -> (Self, Sender) {
        let (sender, receiver) = mpsc::channel();
        (Self { receiver }, Sender(sender))
    }

    /// Waits for something to happen, for ever or for a while.
    pub(super) fn wait(&self, time: Option<Duration>) -> Option<Touch> {
        match time {
            None => self.receiver.recv().ok(),
            Some(time) => self.receiver.recv_timeout(time).ok(),
        }
    }
}

impl notify::EventHandler for Sender {
    fn handle_event(&mut self, event: notify::Result<notify::Event>) {
        // A receiver that has gone away wants no events.
        let _gone = self.0.send(touch(event));
    }
}

fn touch(event: notify::Result<notify::Event>) -> Touch {
    match event {
        Ok(event) if event.need_rescan() => Touch::Lost,
        Ok(event) => {
            let is_gone = matches!(
                event.kind,
                EventKind::Remove(_)
                    | EventKind::Modify(ModifyKind::Name(_))
                    | EventKind::Any
                    | EventKind::Other
            );
            Touch::At { paths: event.paths, is_gone }
        }
        Err(error) if error.paths.is_empty() => Touch::Lost,
        // What kept it from being watched is found out by trying again.
        Err(error) => Touch::At { paths: error.paths, is_gone: true },
    }
}
