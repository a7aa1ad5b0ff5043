//! The body of a question: stem, choices, rationales, sections (FORMAT 3).

use std::ops::Range;

use unicode_normalization::UnicodeNormalization as _;

use crate::bank::fragment::{Fragment, Mark, Marks};
use crate::bank::lost_marker;
use crate::bank::rationale;
use crate::bank::response::choice::Choice;
use crate::bank::task_list::{self, Marker};
use crate::diagnostic::{Diagnostic, Edit, nearest};
use crate::i18n::{Language, ParserWords};
use crate::parse::Document;
use crate::parse::tree::{Kind, NodeId, Tree};
use crate::raw_html;
use crate::source::Span;

/// What a question's body says, letters not yet bound.
#[derive(Debug, Default)]
pub struct Body {
    /// The leading `# Title`, if there is one.
    pub title: Option<NodeId>,
    /// What is asked.
    pub stem: Fragment,
    /// The choices in written order, without ids.
    pub choices: Vec<Choice>,
    /// Bytes of the choice list; absent if there is none.
    pub list: Option<Span>,
    /// Text after the choices, the sections `Explanation`, and unknown sections.
    pub explanation: Fragment,
    /// The sections `Trap`.
    pub trap: Fragment,
    /// The sections `Hint`.
    pub hints: Vec<Fragment>,
    /// The sections `References`.
    pub references: Fragment,
    /// What is hidden.
    pub marks: Marks,
}

/// A recognised level-2 heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Explanation,
    Trap,
    Hint,
    References,
    Unknown,
}

/// Reads the body of a question.
pub fn read(document: &Document, language: &Language, out: &mut Vec<Diagnostic>) -> Body {
    let tree = &document.body;
    let mut body = Body::default();
    let roots: Vec<NodeId> = tree.roots().collect();
    let mut rest = roots.as_slice();
    // Comments, such as a linter's settings, may stand before the title.
    let comments = rest.iter().take_while(|id| tree.is_comment(**id)).count();
    if let Some(first) = rest.get(comments)
        && tree.node(*first).kind == Kind::Heading(1)
    {
        body.title = Some(*first);
        rest = &rest[comments + 1..];
    }
    let sections = rest
        .iter()
        .position(|id| {
            !matches!(section(tree, *id, &language.parser), None | Some(Section::Unknown))
        })
        .unwrap_or(rest.len());
    lost_marker::report(document, &rest[..sections], out);
    let lists: Vec<usize> =
        (0..sections).filter(|at| task_list::is_task_list(tree, rest[*at])).collect();
    let Some((first, last)) = lists.first().zip(lists.last()) else {
        missing_choices(document, rest, out);
        body.stem = whole(tree, &rest[..sections]);
        read_sections(document, &rest[sections..], language, &mut body, out);
        return body;
    };
    if first != last {
        task_list::report_split(document, &rest[*first..=*last], out);
    }
    body.stem = whole(tree, &rest[..*first]);
    body.list = Some(tree.node(rest[*first]).span);
    for at in &lists {
        read_choices(document, rest[*at], language, &mut body, out);
    }
    let after = &rest[last + 1..];
    let stray = after.iter().take_while(|id| tree.node(**id).kind == Kind::Quote).count();
    report_stray(document, rest[*last], &after[..stray], out);
    read_sections(document, &after[stray..], language, &mut body, out);
    body
}

fn whole(tree: &Tree, roots: &[NodeId]) -> Fragment {
    let mut res = Fragment::default();
    for id in roots {
        res.push(tree.subtree(*id));
    }
    res
}

/// Returns which section a top-level node begins; `None` if it is no level-2 heading.
fn section(tree: &Tree, id: NodeId, words: &ParserWords) -> Option<Section> {
    if tree.node(id).kind != Kind::Heading(2) {
        return None;
    }
    let text: String = tree.plain_text(id + 1..tree.node(id).end).nfc().collect();
    let text = text.to_lowercase();
    let text = text.trim().trim_end_matches(':').trim_end();
    let names = [
        ("explanation", &words.explanation, Section::Explanation),
        ("trap", &words.trap, Section::Trap),
        ("hint", &words.hint, Section::Hint),
        ("references", &words.references, Section::References),
    ];
    let written = tree.heading_id(id);
    let found = names
        .iter()
        .find(|(name, ..)| written == Some(*name))
        .or_else(|| names.iter().find(|(_, words, _)| words.iter().any(|it| it == text)));
    Some(found.map_or(Section::Unknown, |(.., section)| *section))
}

fn missing_choices(document: &Document, rest: &[NodeId], out: &mut Vec<Diagnostic>) {
    let tree = &document.body;
    let later = rest.iter().find(|id| task_list::is_task_list(tree, **id));
    let place = match rest.first() {
        Some(id) => document.first_line(tree.node(*id).span),
        None => document.place(Span::at(document.source.text.len())),
    };
    let found = Diagnostic::deny("missing-choices", place, "this question has no choices");
    out.push(match later {
        Some(id) => found
            .note("this list stands after a section", Some(document.place(tree.node(*id).span)))
            .help("put the choices before the first section"),
        None => {
            let found = match likely(document, rest) {
                Some((node, what)) => {
                    found.note(what, Some(document.first_line(tree.node(node).span)))
                }
                None => found,
            };
            found.help("write them as a task list: `- [x] the key`, `- [ ] a distractor`")
        }
    });
}

/// Returns what was likely meant as the choices, and why it is none.
fn likely(document: &Document, roots: &[NodeId]) -> Option<(NodeId, &'static str)> {
    let tree = &document.body;
    let unclosed = |id: NodeId| {
        let node = tree.node(id);
        let Kind::CodeBlock { fenced: true, .. } = node.kind else { return false };
        let block = document.source.text[node.span.range()].trim_end();
        let last = block.lines().skip(1).last().unwrap_or_default().trim();
        !last.starts_with("```") && !last.starts_with("~~~")
    };
    let lettered = |id: NodeId| {
        let is_label = |it: &str| {
            let mut chars = it.trim_start().trim_start_matches('(').chars();
            let (first, second) = (chars.next(), chars.next());
            first.is_some_and(char::is_alphabetic) && matches!(second, Some(')' | '.'))
        };
        let lines = document.source.text[tree.node(id).span.range()].lines();
        tree.node(id).kind == Kind::Paragraph && lines.filter(|it| is_label(it)).count() > 1
    };
    let last = |is: &dyn Fn(NodeId) -> bool| roots.iter().rev().copied().find(|id| is(*id));
    let is_list = |id: NodeId| matches!(tree.node(id).kind, Kind::List(_));
    let unclosed = last(&unclosed)
        .map(|id| (id, "this code block is never closed, so all that follows is code"));
    unclosed
        .or_else(|| {
            last(&lettered).map(|id| (id, "these lines are no list; letters are added by the page"))
        })
        .or_else(|| last(&is_list).map(|id| (id, "the items of this list have no markers")))
}

fn report_stray(document: &Document, list: NodeId, quotes: &[NodeId], out: &mut Vec<Diagnostic>) {
    let tree = &document.body;
    let Some(first) = quotes.first() else { return };
    let place = document.first_line(tree.node(*first).span);
    let indent = task_list::content_indent(document, list);
    let edits = quotes
        .iter()
        .flat_map(|it| task_list::indent_edits(document, tree.node(*it).span, indent))
        .collect();
    out.push(
        Diagnostic::deny("stray-rationale", place, "this quote follows the choices but belongs to none")
            .help("indent it below the choice it explains; text about the whole question goes below `## Explanation`")
            .safe_fix("indent the quote below the last choice", edits),
    );
}

fn read_choices(
    document: &Document,
    list: NodeId,
    language: &Language,
    body: &mut Body,
    out: &mut Vec<Diagnostic>,
) {
    let tree = &document.body;
    for item in tree.children(list) {
        let Some((marker, first)) = task_list::marker(tree, item) else {
            let place = document.first_line(tree.node(item).span);
            out.push(
                Diagnostic::deny(
                    "mixed-choice-list",
                    place,
                    "this item has no marker, the others have",
                )
                .help("write `[x]` before a key, `[ ]` before a distractor"),
            );
            continue;
        };
        let choice = read_choice(document, item, first, &marker, language, &mut body.marks, out);
        body.choices.push(choice);
    }
    body.choices.shrink_to_fit();
}

fn read_choice(
    document: &Document,
    item: NodeId,
    text: NodeId,
    marker: &Marker,
    language: &Language,
    marks: &mut Marks,
    out: &mut Vec<Diagnostic>,
) -> Choice {
    let tree = &document.body;
    task_list::report_marker(document, item, text, marker, out);
    marks.add(marker.span, Mark::Hide);
    let mut content = Fragment::default();
    let mut quotes: Vec<NodeId> = Vec::new();
    let mut told = false;
    for child in tree.children(item) {
        let node = tree.node(child);
        if node.kind == Kind::Quote {
            quotes.push(child);
            told = false;
        } else if tree.is_comment(child) {
            // A suppression or a remark of the author's.
        } else if let Some(quote) = quotes.first() {
            // In a tight list a line is several nodes, but one finding.
            if std::mem::replace(&mut told, node.kind.is_inline()) {
                continue;
            }
            let place = document.first_line(node.span);
            out.push(
                Diagnostic::deny("content-after-rationale", place, "this stands after the choice's rationale")
                    .note("the rationale begins here", Some(document.first_line(tree.node(*quote).span)))
                    .help("put it before the quote if it belongs to the choice, else into the quote with `>`"),
            );
        } else if !only_marker(tree, child, marker) {
            content.push(tree.subtree(child));
        }
    }
    let parts = rationale::read(document, &quotes, &language.parser, marks);
    let choice = Choice {
        id: String::new(),
        key: marker.key,
        pinned: false,
        content,
        rationale: parts.rationale,
        tempting: parts.tempting,
        right_when: parts.right_when,
        span: tree.node(item).span,
    };
    if choice.content.nodes().all(|id| says_nothing(tree, id, marks)) {
        let place = document.first_line(tree.node(item).span);
        out.push(
            Diagnostic::deny("empty-choice", place, "this choice is empty")
                .help("write the choice after its marker, or remove it"),
        );
    }
    choice
}

/// Returns whether a block holds nothing but a choice's marker.
fn only_marker(tree: &Tree, id: NodeId, marker: &Marker) -> bool {
    let node = tree.node(id);
    let text = match node.kind {
        Kind::Paragraph => tree.children(id).eq([id + 1]).then(|| tree.node(id + 1)),
        _ => Some(node),
    };
    text.is_some_and(|it| matches!(it.kind, Kind::Text(_)) && marker.span.contains(it.span))
}

fn says_nothing(tree: &Tree, id: NodeId, marks: &Marks) -> bool {
    let node = tree.node(id);
    match node.kind {
        Kind::Text(it) => {
            marks.hides(node.span)
                || {
                    let mut empty = true;
                    marks.split(node.span, tree.str(it), |piece| {
                empty &= matches!(piece, crate::bank::fragment::Piece::Text(text) if text.trim().is_empty());
            });
                    empty
                }
        }
        Kind::Html(it) => raw_html::is_comment(tree.str(it)),
        Kind::Code(_) | Kind::InlineMath(_) | Kind::DisplayMath(_) | Kind::Image(_) => false,
        _ => true,
    }
}

fn read_sections(
    document: &Document,
    roots: &[NodeId],
    language: &Language,
    body: &mut Body,
    out: &mut Vec<Diagnostic>,
) {
    let tree = &document.body;
    let mut current = Section::Explanation;
    let mut unknown = Fragment::default();
    for &id in roots {
        match section(tree, id, &language.parser) {
            Some(Section::Unknown) => {
                report_unknown_section(document, id, &language.parser, out);
                current = Section::Unknown;
                unknown.push(tree.subtree(id));
            }
            Some(found) => {
                if found == Section::Hint {
                    body.hints.push(Fragment::default());
                }
                current = found;
            }
            None => {
                let part = match current {
                    Section::Explanation => &mut body.explanation,
                    Section::Unknown => &mut unknown,
                    Section::Trap => &mut body.trap,
                    Section::References => &mut body.references,
                    Section::Hint => match body.hints.last_mut() {
                        Some(it) => it,
                        None => &mut body.explanation,
                    },
                };
                part.push(tree.subtree(id));
            }
        }
    }
    body.hints.retain(|it| !it.is_empty());
    // Unknown sections are shown after the explanation.
    for range in unknown.ranges {
        body.explanation.push(range);
    }
}

fn report_unknown_section(
    document: &Document,
    id: NodeId,
    words: &ParserWords,
    out: &mut Vec<Diagnostic>,
) {
    let tree = &document.body;
    let text = tree.plain_text(id + 1..tree.node(id).end);
    let text = text.trim();
    let known = [&words.explanation, &words.trap, &words.hint, &words.references];
    let own: Vec<String> = known.iter().filter_map(|it| it.first()).map(|it| capital(it)).collect();
    let message = format!("unknown section `{text}`");
    let found = Diagnostic::warn("unknown-section", document.first_line(tree.node(id).span), message)
        .help(format!(
            "it is shown after the explanation; sections in this language are {}; in any language `{{#explanation}}` after the heading names one",
            own.join(", ")
        ));
    let near = nearest(text, known.iter().flat_map(|it| it.iter().map(String::as_str)));
    out.push(match near {
        Some(name) => {
            let first = tree.node(id + 1).span.start;
            let last = tree.node(tree.node(id).end - 1).span.end;
            let edit = Edit { span: Span { start: first, end: last }, text: capital(name) };
            found
                .help(format!("did you mean `{}`?", capital(name)))
                .unsafe_fix("use the known heading", vec![edit])
        }
        None => found,
    });
}

/// Returns a word as a heading begins with it.
fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Returns the nodes of all texts in which letters may name choices: all but the stem.
pub fn bindable(body: &Body) -> Vec<Range<NodeId>> {
    let mut parts: Vec<&Fragment> = vec![&body.explanation, &body.trap, &body.references];
    parts.extend(&body.hints);
    for choice in &body.choices {
        parts.extend([&choice.content, &choice.rationale, &choice.tempting, &choice.right_when]);
    }
    parts.into_iter().flat_map(|it| it.ranges.iter().cloned()).collect()
}
