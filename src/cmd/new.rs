//! `new`: a question to fill in.

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;

use crate::bank::model::Bank;
use crate::check::skeleton;
use crate::cli::New;
use crate::cmd::bank::{self, Loaded, Options};
use crate::cmd::place::{self, Place};
use crate::cmd::terminal::Terminal;
use crate::diagnostic::Level;
use crate::fields::is_long_id;
use crate::i18n::ParserWords;
use crate::report::{self, visible};
use crate::source::Source;
use crate::write::author_file::{self, Change};

/// Writes a new question.
///
/// # Errors
///
/// See `cmd::run`; also a place that is none, or is taken.
pub fn run(root: &Path, args: &New, terminal: &Terminal) -> anyhow::Result<ExitCode> {
    let options = Options { drafts: true, ..Options::default() };
    let loaded = bank::load(root, &options, terminal.look)?;
    let (bank, _) = bank::read(&loaded, true);
    let place = place::find(&bank, root, &args.place)?;
    let path = if place.bundle {
        format!("{}/index.md", place.base)
    } else {
        format!("{}.md", place.base)
    };
    let id = free_id(&bank, &place)?;
    let text = text(&loaded, &bank, &place, id.as_deref(), &terminal.today()?);
    check(&loaded, &path, &text, terminal)?;
    let file = root.join(&path);
    author_file::check_inside(root, &file)?;
    author_file::apply(&[Change::Create { path: file, text }])?;
    terminal.say(&format!(
        "wrote {path}\n\nFill it in, and look at it with `studyhall build --drafts`.\n\
         Take `status: draft` out when it is ready."
    ));
    Ok(ExitCode::SUCCESS)
}

/// Returns an id that no question has or had; none if the name cannot be written as an id.
fn free_id(bank: &Bank, place: &Place) -> anyhow::Result<Option<String>> {
    let slug = place.slug();
    let exam = &bank.exams[place.exam];
    let topic = &exam.topics[place.topic];
    let neighbour = bank.questions[topic.questions.clone()].iter().find(|it| it.slug == slug);
    if let Some(it) = neighbour {
        bail!("`{}` has this address already", it.document.source.path);
    }
    let taken = |id: &str| {
        bank.questions.iter().any(|it| it.id == id || it.former_ids.iter().any(|it| it == id))
    };
    let first = format!("{}/{slug}", exam.id);
    let second = format!("{}/{}-{slug}", exam.id, topic.id);
    match [first, second].into_iter().find(|it| !taken(it)) {
        // What is no id can stand as a default only.
        Some(id) => Ok(Some(id).filter(|it| is_long_id(it))),
        None => bail!("the ids that go with this name are taken; choose another name"),
    }
}

fn text(loaded: &Loaded, bank: &Bank, place: &Place, id: Option<&str>, today: &str) -> String {
    let exam = &bank.exams[place.exam];
    let mut front = String::new();
    if let Some(id) = id {
        front.push_str(&format!("id: {id}\n"));
    }
    front.push_str("status: draft\ndifficulty: medium # easy, medium or hard\n");
    match exam.topics[place.topic].objectives.as_slice() {
        [] => {}
        [one] => front.push_str(&format!("objective: {}\n", one.id)),
        several => {
            front.push_str("# Objectives of this topic:\n");
            for it in several {
                front.push_str(&format!("#   {}: {}\n", it.id, visible(&it.title)));
            }
            front.push_str("objective:\n");
        }
    }
    match bank.authors.as_slice() {
        [] => {}
        [one] => front.push_str(&format!("author: {}\n", one.id)),
        several => {
            let ids: Vec<&str> = several.iter().map(|it| it.id.as_str()).collect();
            front.push_str(&format!("author: # {}\n", ids.join(", ")));
        }
    }
    front.push_str(&format!("reviewed: {today}\n"));
    if let Some(version) = &exam.blueprint_version {
        front.push_str(&format!("blueprint: {}\n", serde_json::Value::from(version.as_str())));
    }
    let written = ["id", "status", "difficulty", "objective", "author", "reviewed", "blueprint"];
    for field in loaded.settings.require.iter().filter(|it| !written.contains(&it.as_str())) {
        front.push_str(&format!("{field}:\n"));
    }
    let words = &loaded.languages.of(&exam.prose.lang).parser;
    format!("---\n{front}---\n\n{}", body(words))
}

/// Returns a body to fill in, with headings and labels in the language of the words.
fn body(words: &ParserWords) -> String {
    let [tempting, right_when] = [first(&words.tempting), first(&words.right_when)];
    let [first_one, others @ ..] = skeleton::DISTRACTORS;
    let mut res = format!(
        "{}\n\n- [x] {}\n\n  > {}\n\n- [ ] {first_one}\n\n  > {}\n  >\n",
        skeleton::STEM,
        skeleton::KEY,
        skeleton::RIGHT,
        skeleton::WRONG,
    );
    res.push_str(&format!("  > **{tempting}:** {}\n  >\n", skeleton::TEMPTING));
    res.push_str(&format!("  > **{right_when}:** {}\n\n", skeleton::RIGHT_WHEN));
    for it in others {
        res.push_str(&format!("- [ ] {it}\n\n  > {}\n\n", skeleton::WRONG));
    }
    for (heading, text) in [
        (&words.explanation, skeleton::EXPLANATION),
        (&words.trap, skeleton::TRAP),
        (&words.hint, skeleton::HINT),
    ] {
        res.push_str(&format!("## {}\n\n{text}\n\n", first(heading)));
    }
    res.pop();
    res
}

/// Returns the first of some words, with a capital letter: they are kept in lower case.
fn first(words: &[String]) -> String {
    let mut chars = words.first().map_or("", String::as_str).chars();
    chars.next().map_or_else(String::new, |it| it.to_uppercase().chain(chars).collect())
}

/// Reads the question as if it were there, so that nobody is handed a file with faults.
fn check(loaded: &Loaded, path: &str, text: &str, terminal: &Terminal) -> anyhow::Result<()> {
    let source = Source::new(path, text);
    let mut sources = loaded.sources.clone();
    sources.documents.push(source.clone());
    sources.documents.sort_by(|a, b| a.path.cmp(&b.path));
    let (_, mut found) = bank::read_as(loaded, &sources, true);
    found.retain(|it| it.level == Level::Deny && &*it.place.path == path);
    if found.is_empty() {
        return Ok(());
    }
    let texts = report::texts([source].iter());
    bail!("the new file would have faults\n\n{}", report::full(&found, &texts, terminal.look))
}
