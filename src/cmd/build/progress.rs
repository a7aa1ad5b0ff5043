//! A progress bar for long builds, on a terminal only.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cmd::terminal::Terminal;

/// Builds of fewer pages are over before a bar could be read.
const MIN_PAGES: usize = 2000;

/// Whether progress is shown in this run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Progress {
    shown: bool,
}

impl Progress {
    /// Progress is shown where somebody watches.
    pub(super) fn new(terminal: &Terminal, quiet: bool) -> Self {
        Self { shown: terminal.interactive && !quiet }
    }

    /// Begins a build of `pages` pages.
    pub(super) fn start(self, pages: usize) -> Bar {
        if !self.shown || pages < MIN_PAGES {
            return Bar { bar: ProgressBar::hidden() };
        }
        let bar = ProgressBar::with_draw_target(
            Some(pages as u64),
            ProgressDrawTarget::stderr_with_hz(10),
        );
        if let Ok(style) = ProgressStyle::with_template("writing pages [{bar:32}] {pos}/{len}") {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Bar { bar }
    }
}

/// The bar of one build.
#[derive(Debug)]
pub(super) struct Bar {
    bar: ProgressBar,
}

impl Bar {
    /// Counts one page.
    pub(super) fn step(&self) {
        self.bar.inc(1);
    }

    /// Removes the bar from the terminal.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
