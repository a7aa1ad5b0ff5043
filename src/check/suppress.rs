//! What authors allow, each with a reason: in front matter for a file, in a comment for a block.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::check::settings::Settings;
use crate::check::{Rule, Stage, rule, rules};
use crate::diagnostic::{Diagnostic, Level, did_you_mean};
use crate::edit;
use crate::fields::shorten;
use crate::parse::tree::{Kind, NodeId, Tree};
use crate::parse::{self, Document};
use crate::source::{Source, Span};

/// The rule that finds what is allowed in vain.
const UNUSED: &str = "unused-suppression";
/// Entries of one file's front matter that get a fix: each is tried out.
const ENTRIES: usize = 20;
/// How a directive begins, in a comment.
const DIRECTIVE: &str = "lint:";

/// Something that is allowed.
#[derive(Debug)]
struct Suppression {
    /// The rule as written.
    rule: String,
    /// Whether a reason is given.
    reason: bool,
    /// The block in which it is allowed; absent: the file.
    block: Option<Span>,
    /// The comment, or the key in front matter.
    span: Span,
    used: bool,
}

/// All suppressions of a file; those of blocks by where their blocks begin, outer ones first.
#[derive(Debug)]
struct File {
    document: Document,
    all: Vec<Suppression>,
    /// For each of `all` the one of the same rule in whose block its own lies.
    outer: Vec<Option<usize>>,
}

/// The suppressions of a bank.
#[derive(Debug)]
pub struct Suppressions {
    files: BTreeMap<Arc<str>, File>,
}

impl Suppressions {
    /// Reads those of Markdown files, with faults or not.
    pub fn of(sources: &[&Source]) -> Self {
        // Few files allow something, and only these are worth another look.
        let files = sources.par_iter().filter(|it| it.text.contains("lint")).filter_map(|it| {
            let file = File::read(parse::parse(it).0)?;
            Some((Arc::clone(&it.path), file))
        });
        Self { files: files.collect() }
    }

    /// Takes away the findings that are allowed.
    pub fn apply(&mut self, found: &mut Vec<Diagnostic>) {
        found.retain(|it| {
            let publish = rule(it.rule).is_none_or(|it| it.stage == Stage::Publish);
            publish || !self.files.get_mut(&*it.place.path).is_some_and(|file| file.allows(it))
        });
    }

    /// Reports what allows nothing, after `apply` has seen all findings.
    ///
    /// Whether a suppression is of use is judged only in files that all rules have looked at
    /// (`is_judged`), and only for rules that are on there.
    pub fn unused(&self, settings: &Settings, is_judged: impl Fn(&str) -> bool) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for (path, file) in &self.files {
            out.extend(file.faults(settings, is_judged(path)));
        }
        out
    }
}

impl File {
    fn read(document: Document) -> Option<Self> {
        let mut all = in_front_matter(&document);
        if document.source.text.contains(DIRECTIVE) {
            in_comments(&document.body, &mut all);
        }
        if all.is_empty() {
            return None;
        }
        let place = |it: &Suppression| it.block.map(|it| (it.start, Reverse(it.end)));
        all.sort_by(|a, b| (&a.rule, place(a), a.span).cmp(&(&b.rule, place(b), b.span)));
        // One that says again what another says is never used.
        let mut outer: Vec<Option<usize>> = Vec::with_capacity(all.len());
        for (at, it) in all.iter().enumerate() {
            let mut above = at.checked_sub(1).filter(|up| all[*up].rule == it.rule);
            while let Some(up) = above
                && !all[up].holds(it.block.unwrap_or(it.span))
            {
                above = outer[up];
            }
            outer.push(above);
        }
        Some(Self { document, all, outer })
    }

    /// Returns whether a finding is allowed; the innermost suppression is then in use.
    fn allows(&mut self, found: &Diagnostic) -> bool {
        let span = found.place.span;
        // A finding about the file as a whole stands in no block.
        let start = (span.end > 0).then_some(span.start);
        let below = self.all.partition_point(|it| {
            (it.rule.as_str(), it.block.map(|it| it.start)) <= (found.rule, start)
        });
        let mut at = below.checked_sub(1).filter(|at| self.all[*at].rule == found.rule);
        while let Some(inner) = at {
            let it = &mut self.all[inner];
            if it.reason && it.holds(Span::at(span.start as usize)) {
                it.used = true;
                return true;
            }
            at = self.outer[inner];
        }
        false
    }

    fn faults(&self, settings: &Settings, judged: bool) -> Vec<Diagnostic> {
        let faults: Vec<(&Suppression, Diagnostic, bool)> = (self.all.iter())
            .filter_map(|it| {
                let (fault, removable) = self.fault(it, settings, judged)?;
                Some((it, fault, removable))
            })
            .collect();
        let is_comment = |it: &&(&Suppression, _, bool)| it.2 && it.0.block.is_some();
        let comments: Vec<Span> = faults.iter().filter(is_comment).map(|it| it.0.span).collect();
        let mut removed = edit::remove_comments(&self.document, &comments).into_iter();
        let mut entries = 0;
        let with_fix = |(it, fault, removable): (&Suppression, Diagnostic, bool)| {
            let edit = match it.block {
                _ if !removable => None,
                Some(_) => removed.next().flatten(),
                None => {
                    entries += 1;
                    let keys = ["lint", "allow", &it.rule];
                    (entries <= ENTRIES)
                        .then(|| edit::remove_entry(&self.document, &keys))
                        .flatten()
                }
            };
            match edit {
                Some(edit) => fault.safe_fix("take it out", vec![edit]),
                None => fault,
            }
        };
        faults.into_iter().map(with_fix).collect()
    }

    /// Returns what is wrong with a suppression, and whether it had better go.
    fn fault(
        &self,
        it: &Suppression,
        settings: &Settings,
        judged: bool,
    ) -> Option<(Diagnostic, bool)> {
        let name = shorten(&it.rule);
        let fault =
            |message: String| Diagnostic::warn(UNUSED, self.document.place(it.span), message);
        if it.rule.starts_with(DIRECTIVE) {
            let found = fault(format!("`{name}` is no directive"));
            return Some((found.help("write `lint:allow`, a rule and the reason"), false));
        }
        let Some(rule) = rule(&it.rule) else {
            let known = rules::ALL.iter().map(|it| it.name);
            let found = fault(format!("there is no rule `{name}`"));
            return Some((found.help_if(did_you_mean(&it.rule, known)), false));
        };
        if rule.stage == Stage::Publish {
            let found = fault(format!("`{name}` cannot be allowed"));
            Some((found.help("its findings keep a question from being published"), true))
        } else if !it.reason {
            let found = fault(format!("no reason is given for allowing `{name}`"));
            Some((found.help("write why after the name"), false))
        } else {
            let vain = judged && !it.used && is_certain(rule, settings, &self.document.source.path);
            vain.then(|| (fault(format!("`{name}` finds nothing here")), true))
        }
    }
}

/// Returns whether a rule would have found something in a file if there were anything.
fn is_certain(rule: &Rule, settings: &Settings, path: &str) -> bool {
    rule.name != UNUSED && rule.group != "change" && settings.level(rule, path) > Level::Allow
}

impl Suppression {
    /// Returns whether a place is in its file or block.
    fn holds(&self, place: Span) -> bool {
        self.block.is_none_or(|it| it.contains(place))
    }
}

/// Reads `lint: {allow: {RULE: "reason"}}`.
fn in_front_matter(document: &Document) -> Vec<Suppression> {
    let allow = document.front.table("lint").and_then(|it| it.table("allow"));
    let read = |it: &crate::value::Entry| Suppression {
        rule: it.key.clone(),
        reason: it.value.text().is_some_and(|it| !it.trim().is_empty()),
        block: None,
        span: it.key_span,
        used: false,
    };
    allow.iter().flat_map(|it| &it.entries).map(read).collect()
}

/// A block whose children are being visited.
struct Frame {
    end: NodeId,
    span: Span,
    kind: Kind,
    /// Whether the rationale of a choice has begun.
    quoted: bool,
    /// Comments whose block is yet to come.
    waiting: Vec<(Span, String)>,
}

/// Reads `<!-- lint:allow RULE reason -->` before a block, or inside an item of a list.
fn in_comments(tree: &Tree, all: &mut Vec<Suppression>) {
    let mut frames: Vec<Frame> = Vec::new();
    let top = Frame {
        end: tree.len(),
        span: Span::default(),
        kind: Kind::Rule,
        quoted: false,
        waiting: Vec::new(),
    };
    frames.push(top);
    let mut next = 0;
    while next < tree.len() {
        let id = next;
        next += 1;
        while let Some(done) = frames.pop_if(|it| it.end <= id) {
            close(done, all);
        }
        let node = tree.node(id);
        let [outer @ .., frame] = frames.as_mut_slice() else { break };
        match node.kind {
            Kind::HtmlBlock => {
                next = node.end;
                let found = comments_of_block(tree, id);
                if !tree.is_comment(id) {
                    add(all, std::mem::take(&mut frame.waiting), node.span);
                    add(all, found, node.span);
                } else if frame.kind == Kind::Item && !frame.quoted {
                    add(all, found, frame.span);
                } else {
                    frame.waiting.extend(found);
                }
            }
            Kind::Html(it) => {
                // In a line: for the block that holds it, or the item whose first line it is.
                let item = outer.last().filter(|it| it.kind == Kind::Item);
                let block = item.map_or(frame.span, |it| it.span);
                let base = node.span.start as usize;
                let place = |it: Range<usize>| Span::new(base + it.start, base + it.end);
                let found = comments(tree.str(it)).into_iter();
                add(all, found.map(|(range, text)| (place(range), text)).collect(), block);
            }
            kind if kind.is_inline() => {}
            kind => {
                add(all, std::mem::take(&mut frame.waiting), node.span);
                frame.quoted |= kind == Kind::Quote;
                let (end, span) = (node.end, node.span);
                frames.push(Frame { end, span, kind, quoted: false, waiting: Vec::new() });
            }
        }
    }
    for it in frames {
        close(it, all);
    }
}

/// Adds comments after which no block came: they allow something at their own place.
fn close(frame: Frame, all: &mut Vec<Suppression>) {
    for (span, text) in frame.waiting {
        add(all, vec![(span, text)], span);
    }
}

fn add(all: &mut Vec<Suppression>, comments: Vec<(Span, String)>, block: Span) {
    for (span, text) in comments {
        let mut words = text.splitn(3, char::is_whitespace);
        let directive = words.next().unwrap_or_default();
        let name = words.next().unwrap_or_default();
        let reason = words.next().unwrap_or_default().trim();
        let rule = if directive == "lint:allow" { name } else { directive };
        all.push(Suppression {
            rule: rule.to_owned(),
            reason: !reason.is_empty(),
            block: Some(block),
            span,
            used: false,
        });
    }
}

/// Returns the directives in a block of HTML, each comment with its bytes.
fn comments_of_block(tree: &Tree, id: NodeId) -> Vec<(Span, String)> {
    let mut html = String::new();
    // In a quote the lines of a block are not side by side.
    let mut lines: Vec<(usize, usize)> = Vec::new();
    for it in (id + 1..tree.node(id).end).map(|it| tree.node(it)) {
        if let Kind::Html(text) | Kind::Text(text) = it.kind {
            lines.push((html.len(), it.span.start as usize));
            html.push_str(tree.str(text));
        }
    }
    let source = |at: usize| {
        let line = lines.partition_point(|(start, _)| *start <= at).saturating_sub(1);
        lines.get(line).map_or(0, |(start, source)| source + at - start)
    };
    let place = |range: Range<usize>| Span::new(source(range.start), source(range.end - 1) + 1);
    comments(&html).into_iter().map(|(range, text)| (place(range), text)).collect()
}

/// Returns the directives in a piece of HTML, each comment with its bytes.
fn comments(html: &str) -> Vec<(Range<usize>, String)> {
    let mut res = Vec::new();
    let mut at = 0;
    while let Some(start) = html[at..].find("<!--").map(|it| at + it) {
        let Some(length) = html[start..].find("-->") else { break };
        let inner = html[start + "<!--".len()..start + length].trim();
        at = start + length + "-->".len();
        if inner.starts_with(DIRECTIVE) {
            res.push((start..at, inner.to_owned()));
        }
    }
    res
}
