//! `item-stats`: how questions work with learners.

mod csv;
mod table;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;

use crate::bank::model::Bank;
use crate::cli::{ItemStats, ItemStatsFormat};
use crate::cmd::bank::{self, Loaded, Options};
use crate::cmd::terminal::Terminal;
use crate::item_stats::log::{self, Log};
use crate::item_stats::pool::pool;
use crate::item_stats::report::report;
use crate::load;
use crate::report::visible;

/// Prints the statistics.
///
/// # Errors
///
/// See `cmd::run`; and when no log could be read.
pub fn run(root: &Path, args: &ItemStats, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    let loaded = bank::load(root, &Options { drafts: true, ..Options::default() }, terminal.look)?;
    let (bank, _) = bank::read(&loaded, true);
    let mut logs: Vec<Log> = Vec::new();
    for path in &args.logs {
        match read(path, &loaded) {
            Ok(log) => logs.push(log),
            Err(why) => {
                let path = visible(&path.display().to_string());
                let what = terminal.colour(31, &terminal.bold("left out:"));
                terminal.say(&format!("{what} `{path}`: {why}"));
            }
        }
    }
    if logs.is_empty() {
        bail!("no log could be read");
    }
    let unreadable = logs.iter().map(|it| it.unreadable).sum();
    let ids = ids(&bank);
    let pool = pool(&logs, |id| ids.get(id).map(|it| (*it).to_owned()));
    let report = report(&pool, &bank, logs.len(), unreadable);
    terminal.print(&match args.format {
        ItemStatsFormat::Table => table::text(&report, &bank),
        ItemStatsFormat::Csv => csv::text(&report),
        ItemStatsFormat::Json => format!("{}\n", serde_json::to_string_pretty(&report)?),
    })?;
    Ok(ExitCode::from(u8::from(logs.len() < args.logs.len())))
}

/// Reads a log of this site, or says why it is none.
fn read(path: &Path, loaded: &Loaded) -> Result<Log, String> {
    let text = load::unpacked(path).map_err(|it| visible(&it.root_cause().to_string()))?;
    let log = log::read(&text).map_err(|it| visible(&it))?;
    let config = &loaded.config;
    if log.site != config.site_id && !config.former_site_ids.contains(&log.site) {
        return Err(format!(
            "a log of the site `{}`, and this one is `{}`",
            visible(&log.site),
            config.site_id
        ));
    }
    Ok(log)
}

/// Returns the ids that questions have and had, each with the one it has.
fn ids(bank: &Bank) -> BTreeMap<&str, &str> {
    let former =
        bank.questions.iter().flat_map(|it| it.former_ids.iter().map(|old| (&**old, &*it.id)));
    let own = bank.questions.iter().map(|it| (&*it.id, &*it.id));
    former.chain(own).collect()
}
