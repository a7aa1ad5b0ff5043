//! A question's document → a question, names of other things not yet resolved.

use std::collections::BTreeMap;
use std::sync::Arc;

use unicode_normalization::UnicodeNormalization as _;

use crate::bank::body::{self, Body};
use crate::bank::choice_reference::{self, Reference};
use crate::bank::cue::{self, Count, Cue};
use crate::bank::fragment::{Fragment, Mark, Marks, letter};
use crate::bank::identity::{Revision, choice_id, choice_revision, identity_text};
use crate::bank::inline::{Joined, runs};
use crate::bank::model::{Citation, Difficulty, Scoring, Status, Written};
use crate::bank::names::Names;
use crate::bank::response::Response;
use crate::bank::response::choice::{self, ChoiceResponse};
use crate::bank::slug::slug;
use crate::bank::terms::Terms;
use crate::bank::{layout, title};
use crate::diagnostic::{Diagnostic, Level};
use crate::i18n::Language;
use crate::parse::Document;
use crate::parse::tree::{Kind, Tree};
use crate::source::Span;
use crate::value::{Data, Table, Value};

/// A question with the names that are to be resolved.
#[derive(Debug)]
pub struct Draft {
    /// What the file says.
    pub written: Arc<Written>,
    /// Names it gives.
    pub names: Names,
    /// Whether the linter can judge it: stem, choices and sections were read without a fault, and
    /// its id is its own.
    pub readable: bool,
}

/// What a question's reader needs to know of the bank.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// Settings.
    pub terms: &'c Terms,
    /// The exam's id, for the default id.
    pub exam_id: &'c str,
    /// The exam's language.
    pub exam_lang: &'c str,
    /// The topic by the folder.
    pub topic: Option<&'c str>,
}

/// Reads a question whose front matter has been checked.
pub fn read(
    document: &Arc<Document>,
    front: &Table,
    context: &Context<'_>,
    out: &mut Vec<Diagnostic>,
) -> Draft {
    let lang = front.text("lang").map_or(context.exam_lang, |(text, _)| text);
    let language = context.terms.languages.of(lang);
    let kind = stated_kind(document, front, out);
    let faults = out.len();
    let mut body = match kind {
        Kinds::Unsupported => Body::default(),
        Kinds::Stated(_) | Kinds::Inferred => body::read(document, language, out),
    };
    let answer = answer(document, front, kind, &body, out);
    if kind == Kinds::Stated(choice::ChoiceKind::TrueFalse) {
        without_list(answer.is_some(), faults, out);
    }
    let cue = cue::take(&document.body, &body.stem, language, &mut body.marks);
    let is_fault = |it: &Diagnostic| it.level == Level::Deny;
    let read_whole = !out[faults..].iter().any(is_fault) && kind != Kinds::Unsupported;
    if front.text("letters").is_none_or(|(text, _)| text != "literal") {
        bind(document, &mut body, language, out);
    }
    let mut response = respond(document, front, &mut body, kind, cue, answer, language);
    if read_whole {
        let asked = || asked(document, &body, &response, language);
        check_key(document, &body, &response, kind, cue.or_else(asked), out);
    }
    let revision = identify(document, &body, &mut response, out);
    pin(document, front, &body, &mut response, language, out);
    body.marks.shrink_to_fit();
    let slug = front
        .text("slug")
        .map_or_else(|| slug(layout::stem(&document.source.path)), |(text, _)| slug(text));
    let id = front
        .text("id")
        .map_or_else(|| format!("{}/{slug}", context.exam_id), |(text, _)| text.to_owned());
    let written = Written {
        former_ids: front.texts("former_ids").map(|(text, _)| text.to_owned()).collect(),
        aliases: aliases(front),
        title: question_title(document, front, &body, out),
        lang: lang.to_owned(),
        difficulty: front
            .text("difficulty")
            .and_then(|(text, _)| Difficulty::ALL.into_iter().find(|it| it.name() == text)),
        reviewed: text(front, "reviewed"),
        expires: text(front, "expires"),
        blueprint: text(front, "blueprint"),
        status: match front.text("status") {
            Some(("draft", _)) => Status::Draft,
            Some(("retired", _)) => Status::Retired,
            _ => Status::Published,
        },
        references: citations(front),
        scoring: front.text("scoring").map(|(text, _)| Scoring::of(text)),
        stem: body.stem,
        select_all: cue.is_some_and(|it| it.count == Count::All),
        response: Response::Choice(response),
        explanation: body.explanation,
        trap: body.trap,
        hints: body.hints,
        references_text: body.references,
        marks: body.marks,
        revision,
        document: Arc::clone(document),
        id,
        slug,
    };
    Draft {
        names: Names::of(front, context.topic),
        written: Arc::new(written),
        readable: read_whole,
    }
}

/// Looks again at the findings from `faults` on of a statement without a list of choices: it needs
/// none where it has an answer.
fn without_list(is_answered: bool, faults: usize, out: &mut Vec<Diagnostic>) {
    let is_missing = |it: &Diagnostic| it.rule == "missing-choices";
    if is_answered {
        let found = out.split_off(faults);
        out.extend(found.into_iter().filter(|it| !is_missing(it)));
    } else if let Some(it) = out[faults..].iter_mut().find(|it| is_missing(it)) {
        it.help = Some("write `answer: true` or `answer: false`, or a list of the two".into());
    }
}

/// Returns a field's text.
pub fn text(front: &Table, key: &str) -> Option<String> {
    front.text(key).map(|(text, _)| text.to_owned())
}

/// Returns the old paths of a document, without slashes at the ends.
pub fn aliases(front: &Table) -> Vec<String> {
    front.texts("aliases").map(|(text, _)| text.trim_matches('/').to_owned()).collect()
}

/// Returns the sources a document cites.
pub fn citations(front: &Table) -> Vec<Citation> {
    let citation = |value: &Value| match &value.data {
        Data::Table(table) => {
            let (url, _) = table.text("url")?;
            let title = table.text("title").map_or(url, |(text, _)| text);
            Some(Citation { url: url.to_owned(), title: title.to_owned() })
        }
        _ => value.text().map(|url| Citation { url: url.to_owned(), title: url.to_owned() }),
    };
    front.list("references").iter().filter_map(citation).collect()
}

/// What the `type` field says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kinds {
    Stated(choice::ChoiceKind),
    Inferred,
    Unsupported,
}

fn stated_kind(document: &Document, front: &Table, out: &mut Vec<Diagnostic>) -> Kinds {
    if let Some(entry) = front.entry("scenario") {
        out.push(
            Diagnostic::deny(
                "invalid-value",
                document.place(entry.key_span),
                "scenarios are not supported by this version",
            )
            .help("put the scenario's text into the stem"),
        );
    }
    match front.text("type") {
        None => Kinds::Inferred,
        Some(("single", _)) => Kinds::Stated(choice::ChoiceKind::Single),
        Some(("multiple", _)) => Kinds::Stated(choice::ChoiceKind::Multiple),
        Some(("true-false", _)) => Kinds::Stated(choice::ChoiceKind::TrueFalse),
        Some((other, span)) => {
            let message = format!("questions of type `{other}` are not supported by this version");
            out.push(
                Diagnostic::deny("invalid-value", document.place(span), message)
                    .help("supported are `single`, `multiple` and `true-false`"),
            );
            Kinds::Unsupported
        }
    }
}

/// Returns the key of a `true-false` question without a list.
fn answer(
    document: &Document,
    front: &Table,
    kind: Kinds,
    body: &Body,
    out: &mut Vec<Diagnostic>,
) -> Option<bool> {
    let answer = front.bool("answer")?;
    let span = front.entry("answer").map_or(Span::default(), |it| it.key_span);
    let fault = if kind != Kinds::Stated(choice::ChoiceKind::TrueFalse) {
        "`answer` goes with `type: true-false` only"
    } else if body.list.is_some() {
        "`answer` stands beside a list of choices"
    } else {
        return Some(answer);
    };
    out.push(
        Diagnostic::deny("invalid-value", document.place(span), fault)
            .help("mark the key with `[x]` and remove `answer`"),
    );
    None
}

/// Finds the number of choices that the question itself asks for. Where several choices are the key,
/// and none of these is a pair, a number before any noun is one.
fn asked(
    document: &Document,
    body: &Body,
    response: &ChoiceResponse,
    language: &Language,
) -> Option<Cue> {
    let tree = &document.body;
    let found = cue::asked(tree, &body.stem, language);
    let keys = || response.choices.iter().filter(|it| it.key);
    let is_pair = |it: &choice::Choice| {
        let text = it.content.plain_text(tree, &body.marks);
        let joins = |word: &str| language.parser.connectives.contains(&word.to_lowercase());
        text.contains([',', '&', '/', ';']) || text.split_whitespace().any(joins)
    };
    if found.is_some() || keys().count() < 2 || keys().any(is_pair) {
        return found;
    }
    cue::asked_of_several(tree, &body.stem, language)
}

/// Binds references to choices, and reports those to choices that do not exist.
fn bind(document: &Document, body: &mut Body, language: &Language, out: &mut Vec<Diagnostic>) {
    let tree = &document.body;
    let count = body.choices.len();
    let everywhere = body::bindable(body).into_iter().map(|it| (it, true));
    let stem = body.stem.ranges.iter().cloned().map(|it| (it, false));
    let mut marks = Vec::new();
    for (range, keywords) in everywhere.chain(stem) {
        for run in runs(tree, range) {
            let joined = Joined::of(tree, run);
            let found =
                choice_reference::find(&joined, &tree.text, &language.parser, keywords, count);
            for reference in found {
                let explicit = reference.range.len() > 1;
                let Some(span) = joined.source(reference.range.clone()) else { continue };
                if usize::from(reference.index) < count {
                    if reference.bracketed {
                        continue;
                    }
                    marks.push((span, Mark::Choice(reference.index)));
                } else if count > 0
                    && (explicit || reference.certain && !is_of_question(tree, body, &reference))
                {
                    let message = format!("there is no choice {}", letter(reference.index));
                    let last = letter(u8::try_from(count - 1).unwrap_or(25));
                    out.push(
                        Diagnostic::deny("unknown-choice-reference", document.place(span), message)
                            .help(format!("the choices are A to {last}; if no choice is meant, write `letters: literal`")),
                    );
                }
            }
        }
    }
    body.marks.extend(marks);
}

/// Returns whether the stem or a choice has the letter of a reference as a word, so that it may be
/// something of the question: "Option D" of a form, "F. Scott Fitzgerald".
fn is_of_question(tree: &Tree, body: &Body, reference: &Reference) -> bool {
    let letter = letter(reference.index);
    let names = |it: &Fragment| {
        let text = it.plain_text(tree, &Marks::default());
        text.split(|it: char| !it.is_alphanumeric()).any(|it| it.chars().eq([letter]))
    };
    names(&body.stem) || body.choices.iter().any(|it| names(&it.content))
}

fn respond(
    document: &Document,
    front: &Table,
    body: &mut Body,
    kind: Kinds,
    cue: Option<Cue>,
    answer: Option<bool>,
    language: &Language,
) -> ChoiceResponse {
    let mut choices = std::mem::take(&mut body.choices);
    let keys = choices.iter().filter(|it| it.key).count();
    let kind = match kind {
        Kinds::Stated(kind) => kind,
        _ if keys > 1 || cue.is_some_and(|it| it.count == Count::All) => {
            choice::ChoiceKind::Multiple
        }
        _ => choice::ChoiceKind::Single,
    };
    if let (choice::ChoiceKind::TrueFalse, Some(answer)) = (kind, answer) {
        choices = choice::stated(answer);
    }
    let texts: Vec<String> =
        choices.iter().map(|it| it.content.plain_text(&document.body, &body.marks)).collect();
    if kind == choice::ChoiceKind::TrueFalse {
        choice::name_true_false(&mut choices, &texts, language);
    }
    let names_another = choices.iter().any(|it| {
        it.content.nodes().any(|id| {
            let span = document.body.node(id).span;
            body.marks.within(span).iter().any(|(_, mark)| matches!(mark, Mark::Choice(_)))
        })
    });
    // "None of the above" keeps its place anyway and does not disturb an order.
    let own: Vec<String> = texts.into_iter().filter(|it| !is_fixed(it, language)).collect();
    let default = kind != choice::ChoiceKind::TrueFalse
        && !names_another
        && !crate::bank::sequence::in_order(&own);
    ChoiceResponse { kind, choices, shuffle: front.bool("shuffle").unwrap_or(default) }
}

fn check_key(
    document: &Document,
    body: &Body,
    response: &ChoiceResponse,
    kind: Kinds,
    cue: Option<Cue>,
    out: &mut Vec<Diagnostic>,
) {
    let Some(list) = body.list else { return };
    let first_line = document.first_line(list);
    let choices = &response.choices;
    let keys: Vec<Span> = choices.iter().filter(|it| it.key).map(|it| it.span).collect();
    let two = response.kind == choice::ChoiceKind::TrueFalse && choices.len() != 2;
    if choices.len() < 2 {
        out.push(Diagnostic::deny(
            "too-few-choices",
            first_line,
            format!("a question needs at least two choices, this one has {}", choices.len()),
        ));
        return;
    } else if choices.len() > 26 || two {
        let most = if two {
            "a true-false question has two choices"
        } else {
            "there are letters for 26 choices"
        };
        out.push(Diagnostic::deny(
            "too-many-choices",
            first_line,
            format!("{most}, this one has {}", choices.len()),
        ));
        return;
    }
    if keys.is_empty() {
        out.push(
            Diagnostic::deny("missing-key", first_line, "no choice is marked as the key")
                .help("mark it with `[x]`"),
        );
        return;
    }
    let single = kind == Kinds::Stated(choice::ChoiceKind::Single)
        || response.kind == choice::ChoiceKind::TrueFalse;
    if let (true, [_, second, ..]) = (single, keys.as_slice()) {
        let place = document.first_line(*second);
        let message = format!(
            "a question of type `{}` has one key, this one has {}",
            response.kind.name(),
            keys.len()
        );
        out.push(
            Diagnostic::deny("several-keys-in-single", place, message)
                .help("unmark the others, or write `type: multiple`"),
        );
        return;
    }
    if let Some(Cue { count: Count::Exactly(count), span }) = cue
        && count != keys.len()
    {
        let marked = if keys.len() == 1 {
            "1 choice is".to_owned()
        } else {
            format!("{} choices are", keys.len())
        };
        let message = format!("the cue asks for {count}, but {marked} marked as key");
        out.push(
            Diagnostic::deny("selection-cue-mismatch", document.place(span), message)
                .help("mend the cue or the markers"),
        );
    }
}

/// Gives each choice its id and returns the question's revision.
fn identify(
    document: &Document,
    body: &Body,
    response: &mut ChoiceResponse,
    out: &mut Vec<Diagnostic>,
) -> Revision {
    let tree = &document.body;
    if response.kind != choice::ChoiceKind::TrueFalse {
        let contents: Vec<&Fragment> = response.choices.iter().map(|it| &it.content).collect();
        let ids = choice::ids(tree, &contents, &body.marks);
        for (choice, id) in response.choices.iter_mut().zip(ids) {
            choice.id = id;
        }
        report_duplicates(document, response, out);
    }
    let ids: Vec<&str> = response.choices.iter().map(|it| it.id.as_str()).collect();
    let stem = identity_text(tree, &body.stem, &body.marks, &|index| {
        ids.get(usize::from(index)).map_or_else(String::new, |it| (*it).to_owned())
    });
    let choices: Vec<(&str, bool)> =
        response.choices.iter().map(|it| (it.id.as_str(), it.key)).collect();
    choice_revision(&stem, &choices)
}

fn report_duplicates(document: &Document, response: &ChoiceResponse, out: &mut Vec<Diagnostic>) {
    // Too many choices are a fault of their own; comparing them all says no more.
    if response.choices.len() > 26 {
        return;
    }
    let empty = choice_id("");
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for choice in response.choices.iter().filter(|it| it.id != empty) {
        if let Some(first) = seen.get(choice.id.as_str()) {
            let place = document.first_line(choice.span);
            let first = document.first_line(*first);
            out.push(
                Diagnostic::deny("duplicate-choice", place, "two choices have the same text")
                    .note("the first stands here", Some(first))
                    .help("change or remove one of them"),
            );
        } else {
            seen.insert(&choice.id, choice.span);
        }
    }
}

/// Pins the choices that `pin` names, and those such as "none of the above".
fn pin(
    document: &Document,
    front: &Table,
    body: &Body,
    response: &mut ChoiceResponse,
    language: &Language,
    out: &mut Vec<Diagnostic>,
) {
    for choice in &mut response.choices {
        let text = choice.content.plain_text(&document.body, &body.marks);
        choice.pinned = is_fixed(&text, language);
    }
    let count = response.choices.len();
    for (name, span) in front.texts("pin") {
        let index = match name.as_bytes() {
            [byte] => usize::from(byte.to_ascii_uppercase().wrapping_sub(b'A')),
            _ => usize::MAX,
        };
        match response.choices.get_mut(index) {
            Some(choice) => choice.pinned = true,
            None if count > 0 => {
                let message =
                    format!("`{}` is the letter of no choice", crate::fields::shorten(name));
                out.push(Diagnostic::deny("invalid-value", document.place(span), message));
            }
            None => {}
        }
    }
}

/// Returns whether a choice's text is one such as "all of the above".
///
/// "All of these." and "None of these: it fails" are, "All of these workers" is not.
fn is_fixed(text: &str, language: &Language) -> bool {
    let text = if text.is_ascii() {
        text.to_ascii_lowercase()
    } else {
        text.nfc().collect::<String>().to_lowercase().replace('’', "'")
    };
    language.parser.fixed.iter().any(|it| {
        text.strip_prefix(it.as_str()).is_some_and(|rest| {
            rest.trim_start().chars().next().is_none_or(|c| !c.is_alphanumeric())
        })
    })
}

fn question_title(
    document: &Document,
    front: &Table,
    body: &Body,
    out: &mut Vec<Diagnostic>,
) -> String {
    let tree = &document.body;
    let heading =
        body.title.map(|id| Fragment::of(id + 1..tree.node(id).end).readable(tree, &body.marks));
    if let (Some(id), Some(entry)) = (body.title, front.entry("title")) {
        out.push(doubled_title(document, tree.node(id).span, entry.key_span));
    }
    if let Some((text, _)) = front.text("title") {
        return text.trim().to_owned();
    }
    if let Some(text) = heading.filter(|it| !it.is_empty()) {
        return text;
    }
    let mut prose = Fragment::default();
    for id in body.stem.roots(tree).filter(|id| tree.node(*id).kind == Kind::Paragraph) {
        prose.push(tree.subtree(id));
        prose.ranges.push(0..0);
    }
    let sentence = title::first_sentence(&prose.readable(tree, &body.marks));
    if sentence.is_empty() { layout::stem(&document.source.path).to_owned() } else { sentence }
}

/// Returns the finding that a file has two titles.
pub fn doubled_title(document: &Document, heading: Span, field: Span) -> Diagnostic {
    let place = document.first_line(heading);
    Diagnostic::deny("doubled-title", place, "the title is written twice")
        .note("it is also the field `title`", Some(document.place(field)))
        .help("keep one of them")
}
