//! The `git` program: asked about a repository, never to change it.

use std::io::{ErrorKind, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};

use super::name::shown;

/// What Git sets for the commands it runs; inside a hook these would lead to another place than
/// the bank's folder.
const SET_BY_GIT: [&str; 6] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_OBJECT_DIRECTORY",
    "GIT_COMMON_DIR",
];

/// What came of a question to `git`.
pub(super) struct Answer {
    pub(super) done: bool,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: String,
}

impl Answer {
    /// Returns the first line of what was printed.
    pub(super) fn line(&self) -> String {
        let text = String::from_utf8_lossy(&self.stdout);
        text.lines().next().unwrap_or_default().to_owned()
    }

    /// Returns what Git says is wrong, on one line.
    pub(super) fn fault(&self) -> String {
        let first = self.stderr.lines().find(|it| !it.trim().is_empty()).unwrap_or_default();
        let first = first.trim().trim_start_matches("fatal: ").trim_start_matches("error: ");
        shown(first.trim_end_matches('.'))
    }
}

/// Runs `git` in a folder.
pub(super) fn ask(folder: &Path, args: &[&str]) -> anyhow::Result<Answer> {
    let output = command(folder, args).stdin(Stdio::null()).output().map_err(no_program)?;
    Ok(Answer {
        done: output.status.success(),
        stdout: output.stdout,
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

/// Returns the contents of blobs, in the order of their ids.
pub(super) fn blobs(folder: &Path, ids: &[&str]) -> anyhow::Result<Vec<Vec<u8>>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut child = command(folder, &["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(no_program)?;
    let (Some(mut asks), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
        bail!("`git cat-file` has no streams");
    };
    let list: String = ids.iter().map(|it| format!("{it}\n")).collect();
    // Git answers while it is asked: with one thread both pipes would fill up.
    let asking = std::thread::spawn(move || asks.write_all(list.as_bytes()));
    let mut answers = std::io::BufReader::new(answers);
    let read: anyhow::Result<Vec<_>> = ids.iter().map(|id| blob(&mut answers, id)).collect();
    drop(answers);
    let asked = asking.join();
    let status = child.wait().context("`git cat-file` does not end")?;
    let read = read?;
    if !status.success() || !matches!(asked, Ok(Ok(()))) {
        bail!("`git cat-file` failed");
    }
    Ok(read)
}

/// Reads one answer: `ID blob LENGTH`, a line feed, the bytes, a line feed.
fn blob(answers: &mut impl std::io::BufRead, id: &str) -> anyhow::Result<Vec<u8>> {
    let mut head = String::new();
    answers.read_line(&mut head).context("`git cat-file` cannot be read")?;
    let length = match head.split_whitespace().collect::<Vec<_>>().as_slice() {
        [_, "blob", length] => length.parse::<usize>().ok(),
        _ => None,
    };
    let Some(length) = length else { bail!("the object {id} is missing from the repository") };
    let mut bytes = Vec::with_capacity(length.min(1 << 24));
    answers.take(length as u64).read_to_end(&mut bytes).context("`git cat-file` broke off")?;
    let mut end = [0];
    answers.read_exact(&mut end).context("`git cat-file` broke off")?;
    Ok(bytes)
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut res = Command::new("git");
    for name in SET_BY_GIT {
        res.env_remove(name);
    }
    res.env("GIT_OPTIONAL_LOCKS", "0").env("GIT_TERMINAL_PROMPT", "0").env("LC_ALL", "C");
    // What a partial clone lacks would be fetched by a program that its configuration names.
    res.env("GIT_NO_LAZY_FETCH", "1");
    res.arg("-C").arg(folder).args(args);
    res
}

fn no_program(error: std::io::Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::NotFound => anyhow::anyhow!("`git` is not installed, or not on the `PATH`"),
        _ => anyhow::Error::from(error).context("`git` cannot be run"),
    }
}
