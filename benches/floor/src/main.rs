//! The least that a generator with links between its pages must do: read every Markdown file of a
//! folder, parse them all, and then write a page of as many bytes as a real one has.
//!
//! No page can be written before the last document is parsed, for any of them may be linked to,
//! listed or related; so the parsed documents are held, and each becomes HTML when its page is made.
//! What a generator takes beyond this is its own.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use pulldown_cmark::{Event, Options, Parser, html};
use rayon::prelude::*;
use walkdir::WalkDir;

/// As in Study Hall.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_MATH)
    .union(Options::ENABLE_YAML_STYLE_METADATA_BLOCKS);

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [content, output, len] = &*args else { bail!("usage: floor CONTENT OUTPUT BYTES_PER_PAGE") };
    let (content, output) = (Path::new(content), Path::new(output));
    let len: usize = len.parse().context("BYTES_PER_PAGE is no number")?;

    let mut paths = Vec::new();
    for entry in WalkDir::new(content) {
        let entry = entry?;
        if entry.path().extension().is_some_and(|it| it == "md") {
            paths.push(entry.into_path());
        }
    }
    let texts: Vec<String> = paths.par_iter().map(fs::read_to_string).collect::<Result<_, _>>()?;
    let documents: Vec<Vec<Event<'_>>> =
        texts.par_iter().map(|it| Parser::new_ext(it, OPTIONS).collect()).collect();
    let n_events: usize = documents.iter().map(Vec::len).sum();
    paths
        .par_iter()
        .zip(documents)
        .try_for_each(|(path, events)| write(path, events, content, output, len))?;
    println!("{} pages, {n_events} events", paths.len());
    Ok(())
}

/// Writes the page of one document, filled up to a length.
fn write(
    path: &Path,
    events: Vec<Event<'_>>,
    content: &Path,
    output: &Path,
    len: usize,
) -> anyhow::Result<()> {
    let mut page = String::with_capacity(len);
    html::push_html(&mut page, events.into_iter());
    let mut page = page.into_bytes();
    page.resize(len, b'.');

    let mut folder: PathBuf = output.join(path.strip_prefix(content)?);
    folder.set_extension("");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("index.html"), page)?;
    Ok(())
}
