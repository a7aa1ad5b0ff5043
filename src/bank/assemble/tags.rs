//! Tags by their slugs: two that are written in different ways and have one address.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::bank::model::{Tag, TagId};
use crate::bank::names::{Name, Names};
use crate::bank::read::Item;
use crate::bank::slug::tag_slug;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Tags in the order in which they are first written.
#[derive(Default)]
pub(super) struct Tags<'i> {
    /// The tag of each name as written; none for a name without an address.
    by_name: BTreeMap<&'i str, Option<usize>>,
    by_slug: BTreeMap<String, usize>,
    all: Vec<(&'i Name, &'i Item)>,
}

impl<'i> Tags<'i> {
    /// Returns the position of a tag by one of its names.
    fn position(&mut self, name: &'i Name, item: &'i Item) -> Option<usize> {
        if let Some(at) = self.by_name.get(name.text.as_str()) {
            return *at;
        }
        let slug = tag_slug(&name.text);
        let at = (!slug.is_empty()).then(|| {
            *self.by_slug.entry(slug).or_insert_with(|| {
                self.all.push((name, item));
                self.all.len() - 1
            })
        });
        self.by_name.insert(&name.text, at);
        at
    }

    /// Returns the positions of the tags of a question or a lesson, each once.
    pub(super) fn positions(&mut self, item: &'i Item, names: &'i Names) -> Vec<TagId> {
        let mut res = Vec::with_capacity(names.tags.len());
        for name in &names.tags {
            if let Some(at) = self.position(name, item).filter(|it| !res.contains(it)) {
                res.push(at);
            }
        }
        res
    }

    /// Reports tags that have no address, or one that another way of writing has.
    pub(super) fn check(&mut self, item: &'i Item, names: &'i Names, out: &mut Vec<Diagnostic>) {
        for name in &names.tags {
            let Some(at) = self.position(name, item) else {
                let place = item.document.place(name.span);
                let message =
                    format!("`{}` has no letter or digit to make an address of", name.text);
                out.push(Diagnostic::deny("invalid-value", place, message));
                continue;
            };
            let (first, owner) = self.all[at];
            if first.text == name.text {
                continue;
            }
            let (first, slug) = (&first.text, tag_slug(&name.text));
            let message = format!(
                "the tags `{}` and `{first}` have the same address `/tags/{slug}/`",
                name.text
            );
            let first_place = owner.document.place(Span::default());
            out.push(
                Diagnostic::deny("tag-collision", item.document.place(name.span), message)
                    .note(
                        format!("`{first}` is first used in `{}`", owner.document.source.path),
                        Some(first_place),
                    )
                    .help("write the tag in one way everywhere"),
            );
        }
    }

    /// Returns the tags in order of their slugs, and where each now stands.
    pub(super) fn sorted(self) -> (Vec<Tag>, Vec<TagId>) {
        let mut new = vec![0; self.all.len()];
        let tag = |(at, (slug, old)): (usize, (String, usize))| {
            new[old] = at;
            let (name, item) = self.all[old];
            Tag {
                name: name.text.clone(),
                slug,
                place: (Arc::clone(&item.document.source.path), name.span),
                questions: Vec::new(),
                lessons: Vec::new(),
            }
        };
        let tags = self.by_slug.into_iter().enumerate().map(tag).collect();
        (tags, new)
    }
}
