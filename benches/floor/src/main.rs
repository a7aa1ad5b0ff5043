//! Reads every Markdown file of a folder, parses it, and writes a page of as many bytes as a real
//! one has. Nothing less makes a site; what a generator takes beyond it is its own.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use pulldown_cmark::{Options, Parser};
use rayon::prelude::*;
use walkdir::WalkDir;

/// As in Study Hall.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [content, output, len] = &*args else { bail!("usage: floor CONTENT OUTPUT BYTES_PER_PAGE") };
    let (content, output) = (Path::new(content), Path::new(output));
    let page = vec![b'.'; len.parse().context("BYTES_PER_PAGE is no number")?];

    let mut sources = Vec::new();
    for entry in WalkDir::new(content) {
        let entry = entry?;
        if entry.path().extension().is_some_and(|it| it == "md") {
            sources.push(entry.into_path());
        }
    }
    let n_events = sources.par_iter().map(|it| build(it, content, output, &page));
    let n_events: usize = n_events.sum::<anyhow::Result<usize>>()?;
    println!("{} pages, {n_events} events", sources.len());
    Ok(())
}

/// Makes the page of one source, and returns how many events its text has.
fn build(source: &Path, content: &Path, output: &Path, page: &[u8]) -> anyhow::Result<usize> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_MATH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let text = fs::read_to_string(source)?;
    let n_events = Parser::new_ext(&text, options).map(black_box).count();

    let mut folder: PathBuf = output.join(source.strip_prefix(content)?);
    folder.set_extension("");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("index.html"), page)?;
    Ok(n_events)
}
