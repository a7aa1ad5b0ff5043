//! Texts that are shown as a whole: pages, introductions, biographies, lessons.

use std::sync::Arc;

use crate::bank::fragment::{Fragment, Marks};
use crate::bank::layout;
use crate::bank::link;
use crate::bank::model::{Author, Lesson, Prose};
use crate::bank::question::{aliases, citations, doubled_title, text};
use crate::bank::slug::slug;
use crate::diagnostic::Diagnostic;
use crate::parse::Document;
use crate::parse::tree::Kind;
use crate::value::Table;

/// Reads a text: its title and its body without the leading `# Title`.
pub fn read(
    document: &Arc<Document>,
    front: &Table,
    lang: &str,
    out: &mut Vec<Diagnostic>,
) -> Prose {
    let tree = &document.body;
    let heading = tree.roots().next().filter(|id| tree.node(*id).kind == Kind::Heading(1));
    if let (Some(id), Some(entry)) = (heading, front.entry("title")) {
        out.push(doubled_title(document, tree.node(id).span, entry.key_span));
    }
    let from_heading = heading
        .map(|id| Fragment::of(id + 1..tree.node(id).end).readable(tree, &Marks::default()))
        .filter(|it| !it.is_empty());
    let title = text(front, "title")
        .or(from_heading)
        .unwrap_or_else(|| title_of_stem(&document.source.path));
    Prose {
        document: Arc::clone(document),
        body: Fragment::of(heading.map_or(0, |id| tree.node(id).end)..tree.len()),
        title,
        description: text(front, "description"),
        lang: front.text("lang").map_or(lang, |(text, _)| text).to_owned(),
        slug: layout::page_slug(document),
        aliases: aliases(front),
    }
}

/// Returns a title made from a file's name: `how-we-write.md` is "How we write".
fn title_of_stem(path: &str) -> String {
    let words = layout::stem(path).replace(['-', '_'], " ");
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Reads an author; the picture's path is resolved against the file's.
pub fn author(
    document: &Arc<Document>,
    front: &Table,
    lang: &str,
    out: &mut Vec<Diagnostic>,
) -> Author {
    let mut prose = read(document, front, lang, out);
    let stem = layout::stem(&document.source.path);
    let id = slug(stem);
    prose.slug = format!("authors/{id}");
    let name = text(front, "name").unwrap_or_else(|| prose.title.clone());
    prose.title.clone_from(&name);
    let picture = front.text("picture").and_then(|(picture, _)| {
        match link::resolve(&document.source.path, picture) {
            Ok(link::Destination::File { path, .. }) => Some(Arc::from(path)),
            _ => None,
        }
    });
    Author {
        id,
        name,
        credentials: text(front, "credentials"),
        role: text(front, "role"),
        organisation: text(front, "organisation"),
        url: text(front, "url"),
        picture,
        prose,
    }
}

/// Reads a lesson; names are not resolved.
pub fn lesson(
    document: &Arc<Document>,
    front: &Table,
    exam_slug: &str,
    lang: &str,
    out: &mut Vec<Diagnostic>,
) -> Lesson {
    let mut prose = read(document, front, lang, out);
    let slug = front
        .text("slug")
        .map_or_else(|| slug(layout::stem(&document.source.path)), |(text, _)| slug(text));
    prose.slug = format!("{exam_slug}/lessons/{slug}");
    Lesson {
        id: format!("{exam_slug}/{}", layout::stem(&document.source.path)),
        exam: 0,
        topic: None,
        prose,
        author: None,
        reviewed: text(front, "reviewed"),
        references: citations(front),
        tags: Vec::new(),
        questions: Vec::new(),
    }
}
