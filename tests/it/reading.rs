//! Helpers: a bank from texts in memory, and what was read written out for comparison.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, LazyLock};

use studyhall::bank::fragment::{Fragment, Mark, Marks, Piece, letter};
use studyhall::bank::model::{Bank, Written};
use studyhall::bank::question::Draft;
use studyhall::bank::read::{Context, Entry};
use studyhall::bank::response::Response;
use studyhall::bank::response::choice::{Choice, ChoiceResponse};
use studyhall::bank::terms::{ExamFacts, Terms};
use studyhall::bank::{Input, layout, read};
use studyhall::check::{self, settings::Settings};
use studyhall::config::Config;
use studyhall::diagnostic::{Diagnostic, sort};
use studyhall::i18n::{Language, Languages};
use studyhall::parse;
use studyhall::parse::tree::{Kind, NodeId, Tree};
use studyhall::source::Source;

/// Adds a line to a text.
macro_rules! push_line {
    ($text:expr, $($format:tt)*) => {{
        $text.push_str(&format!($($format)*));
        $text.push('\n');
    }};
}
pub(crate) use push_line;

/// The exam that all questions of the tests belong to.
pub(crate) const EXAM: &str = "---\ntopics: [{id: scaling}, {id: serving}]\n---\n";
/// Where the question of a test stands.
pub(crate) const PATH: &str = "content/mle/scaling/q.md";

/// Words of the default theme.
pub(crate) static LANGUAGES: LazyLock<Arc<Languages>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("themes/default/i18n");
    let languages = ["ar", "de", "en", "es"].map(|tag| {
        let text = std::fs::read_to_string(folder.join(format!("{tag}.toml"))).unwrap();
        Language::read(tag, &text).unwrap()
    });
    Arc::new(Languages::new(languages.into(), "en").unwrap())
});

/// Settings of an empty `site.toml`.
pub(crate) static CONFIG: LazyLock<Config> = LazyLock::new(|| Config::read(None).unwrap());

static SETTINGS: LazyLock<Settings> = LazyLock::new(Settings::default);

/// Returns what rules of the linter see of a bank.
pub(crate) fn context(bank: &Bank) -> check::Context<'_> {
    check::Context {
        bank,
        config: &CONFIG,
        settings: &SETTINGS,
        languages: &LANGUAGES,
        today: "2026-06-15",
        stats: None,
    }
}

/// A bank that was read, with everything that was found.
pub(crate) struct Reading {
    pub(crate) bank: Bank,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Reads files given as path and text.
pub(crate) fn bank(files: &[(&str, &str)]) -> Reading {
    let sources: Vec<Source> = files.iter().map(|(path, text)| Source::new(path, text)).collect();
    let (bank, mut diagnostics) = read(Input {
        sources: &sources,
        assets: &BTreeMap::new(),
        unpublishable: &BTreeSet::new(),
        config: &CONFIG,
        languages: &LANGUAGES,
        drafts: true,
        for_linter: true,
    });
    sort(&mut diagnostics);
    Reading { bank, diagnostics }
}

/// Reads one question of the exam `EXAM`, sound or not.
pub(crate) fn question(text: &str) -> (Option<Draft>, Vec<Diagnostic>) {
    let reading = bank(&[("content/mle/_index.md", EXAM), (PATH, text)]);
    let exam = parse::parse(&Source::new("content/mle/_index.md", EXAM));
    let folders = layout::exam_folders(std::iter::once(&exam.0));
    let terms = Terms::new(&CONFIG, &LANGUAGES, true);
    let context = Context { terms: &terms, folders: &folders, exams: &[] };
    let exams = match &read::read(exam, context).entry {
        Entry::Exam(exam) => [Some(ExamFacts::of(exam))],
        _ => [None],
    };
    let context = Context { exams: &exams, ..context };
    let draft = match read::read(parse::parse(&Source::new(PATH, text)), context).entry {
        Entry::Question(draft) => Some(*draft),
        _ => None,
    };
    (draft, reading.diagnostics)
}

/// Returns the choices of a question.
pub(crate) fn response(question: &Written) -> &ChoiceResponse {
    match &question.response {
        Response::Choice(it) => it,
    }
}

/// Writes out a question as the table of bodies does.
pub(crate) fn told(question: &Written) -> String {
    let tree = &question.document.body;
    let response = response(question);
    let mut res = String::new();
    let shuffle = if response.shuffle { "shuffled" } else { "in order" };
    let all = if question.select_all { ", all that apply" } else { "" };
    push_line!(res, "{}, {shuffle}{all}", response.kind.name());
    push_line!(res, "title: {}", question.title);
    let part = |res: &mut String, name: &str, fragment: &Fragment| {
        let text = shown(tree, fragment, &question.marks);
        if !text.is_empty() {
            push_line!(res, "{name}: {text}");
        }
    };
    part(&mut res, "stem", &question.stem);
    for choice in &response.choices {
        tell_choice(&mut res, tree, choice, &question.marks);
    }
    part(&mut res, "explanation", &question.explanation);
    part(&mut res, "trap", &question.trap);
    for hint in &question.hints {
        part(&mut res, "hint", hint);
    }
    part(&mut res, "references", &question.references_text);
    res
}

fn tell_choice(res: &mut String, tree: &Tree, choice: &Choice, marks: &Marks) {
    let key = if choice.key { "x" } else { " " };
    let pinned = if choice.pinned { " pinned" } else { "" };
    let content = shown(tree, &choice.content, marks);
    push_line!(res, "{}", format!("[{key}]{pinned} {content}").trim_end());
    for (sign, part) in
        [(">", &choice.rationale), ("~", &choice.tempting), ("?", &choice.right_when)]
    {
        let text = shown(tree, part, marks);
        if !text.is_empty() {
            push_line!(res, "  {sign} {text}");
        }
    }
}

/// Writes out a part in one line: blocks parted by ` ¶ `, references to choices as `‹A›`,
/// formulas as `«x»`.
pub(crate) fn shown(tree: &Tree, fragment: &Fragment, marks: &Marks) -> String {
    let mut blocks: Vec<String> = Vec::new();
    let mut line = String::new();
    for id in fragment.roots(tree) {
        if tree.node(id).kind.is_inline() {
            inline(tree, id, marks, &mut line);
        } else {
            blocks.push(tidy(&std::mem::take(&mut line)));
            blocks.push(block(tree, id, marks));
        }
    }
    blocks.push(tidy(&line));
    blocks.retain(|it| !it.is_empty());
    blocks.join(" ¶ ")
}

fn tidy(line: &str) -> String {
    line.trim_matches(' ').to_owned()
}

fn contents(tree: &Tree, id: NodeId, marks: &Marks) -> String {
    let mut fragment = Fragment::default();
    for child in tree.children(id) {
        fragment.push(tree.subtree(child));
    }
    shown(tree, &fragment, marks)
}

fn block(tree: &Tree, id: NodeId, marks: &Marks) -> String {
    let inner = || contents(tree, id, marks);
    match tree.node(id).kind {
        Kind::Heading(level) => format!("{} {}", "#".repeat(level.into()), inner()),
        Kind::Quote => format!("❝{}❞", inner()),
        Kind::CodeBlock { info, .. } => {
            format!("```{}⏎{}```", tree.str(info), tree.verbatim(id).replace('\n', "⏎"))
        }
        Kind::HtmlBlock if tree.is_comment(id) => String::new(),
        Kind::HtmlBlock => format!("html:{}", tree.verbatim(id).trim_end().replace('\n', "⏎")),
        Kind::List(start) => {
            let items: Vec<String> = tree
                .children(id)
                .enumerate()
                .map(|(at, it)| {
                    let sign = start.map_or("•".to_owned(), |n| format!("{}.", n as usize + at));
                    format!("{sign} {}", contents(tree, it, marks))
                })
                .collect();
            format!("({})", items.join(" "))
        }
        Kind::Table(_) => {
            let rows: Vec<String> =
                tree.children(id).map(|row| row_text(tree, row, marks)).collect();
            format!("[{}]", rows.join(" / "))
        }
        Kind::Rule => "---".to_owned(),
        _ => inner(),
    }
}

fn row_text(tree: &Tree, row: NodeId, marks: &Marks) -> String {
    tree.children(row).map(|cell| contents(tree, cell, marks)).collect::<Vec<_>>().join("|")
}

fn inline(tree: &Tree, id: NodeId, marks: &Marks, res: &mut String) {
    let node = tree.node(id);
    let inner = |res: &mut String| {
        for child in tree.children(id) {
            inline(tree, child, marks, res);
        }
    };
    // Emphasis of which everything is hidden is not seen.
    let around = |sign: &str, res: &mut String| {
        let mut text = String::new();
        inner(&mut text);
        if !text.is_empty() {
            res.push_str(&format!("{sign}{text}{sign}"));
        }
    };
    match node.kind {
        Kind::Text(it) => marks.split(node.span, tree.str(it), |piece| match piece {
            Piece::Text(text) => res.push_str(text),
            Piece::Choice(index) => res.push_str(&format!("‹{}›", letter(index))),
        }),
        _ if marks.hides(node.span) => {}
        Kind::Code(_) => res.push_str(&format!("`{}`", tree.verbatim(id))),
        Kind::InlineMath(_) => res.push_str(&format!("«{}»", tree.verbatim(id).replace('\n', "⏎"))),
        Kind::DisplayMath(_) => {
            res.push_str(&format!("««{}»»", tree.verbatim(id).replace('\n', "⏎")));
        }
        Kind::Html(it) if tree.str(it).starts_with("<!--") => {}
        Kind::Html(it) => res.push_str(tree.str(it)),
        Kind::SoftBreak => res.push(' '),
        Kind::HardBreak => res.push('⏎'),
        Kind::Emphasis => around("*", res),
        Kind::Strong => around("**", res),
        Kind::Strikethrough => around("~~", res),
        Kind::Link(at) => {
            res.push('[');
            inner(res);
            res.push_str(&format!("]({})", tree.links[at as usize].destination));
        }
        Kind::Image(at) => {
            res.push_str("![");
            inner(res);
            res.push_str(&format!("]({})", tree.links[at as usize].destination));
        }
        _ => inner(res),
    }
}

/// Writes out findings as `! RULE LINE:COLUMN`, or `! RULE` for a file as a whole.
pub(crate) fn findings(diagnostics: &[Diagnostic], text: &str) -> String {
    let source = Source::new("", text);
    let mut res = String::new();
    for it in diagnostics {
        let (line, column) = source.line_column(it.place.span.start);
        push_line!(res, "! {} {line}:{column}", it.rule);
    }
    res
}

/// Returns the ids of a question's choices and its revision.
pub(crate) fn identity(question: &Written) -> (Vec<String>, String) {
    let ids = response(question).choices.iter().map(|it| it.id.clone()).collect();
    (ids, format!("{}.{}", question.revision.content, question.revision.key))
}

/// Returns the references to choices that a question's marks hold.
pub(crate) fn references(question: &Written) -> usize {
    question.marks.all().iter().filter(|(_, it)| matches!(it, Mark::Choice(_))).count()
}

/// Reads a table of cases: `//# NAME`, the input, `//=`, what is expected.
///
/// `‹U+00A0›` in the input stands for that character, so that what cannot be seen is seen.
pub(crate) fn cases(table: &str) -> Vec<(String, String, String)> {
    let mut res: Vec<(String, String, String)> = Vec::new();
    let mut expected = false;
    for line in table.split_inclusive('\n') {
        if let Some(name) = line.strip_prefix("//# ") {
            res.push((name.trim().to_owned(), String::new(), String::new()));
            expected = false;
        } else if line.trim_end() == "//=" {
            expected = true;
        } else if let Some((_, input, told)) = res.last_mut() {
            if expected {
                if !line.trim().is_empty() {
                    told.push_str(line);
                }
            } else {
                input.push_str(line);
            }
        }
    }
    for (_, input, told) in &mut res {
        *input = visible(input);
        *told = visible(told);
    }
    res
}

/// Puts characters where `‹U+…›` stands.
fn visible(text: &str) -> String {
    let mut res = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("‹U+") {
        let (code, after) = after.split_once('›').unwrap();
        res.push_str(before);
        res.push(char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap());
        rest = after;
    }
    res.push_str(rest);
    res
}
