//! Ids of headings: what a link after `#` names.

use std::collections::{BTreeMap, BTreeSet};

use crate::bank::slug::slug;
use crate::parse::tree::{Kind, NodeId, Tree};

/// Returns the id of each heading of a body: the one written at it, else the slug of its words,
/// with a number where an earlier heading has it already.
pub fn ids(tree: &Tree) -> BTreeMap<NodeId, String> {
    let mut used = BTreeSet::new();
    let mut next: BTreeMap<String, usize> = BTreeMap::new();
    let mut res = BTreeMap::new();
    for id in 0..tree.len() {
        if !matches!(tree.node(id).kind, Kind::Heading(_)) {
            continue;
        }
        let base = match tree.heading_id(id) {
            Some(written) => written.split_whitespace().collect::<Vec<_>>().join("-"),
            None => slug(&tree.plain_text(id + 1..tree.node(id).end)),
        };
        let base = if base.is_empty() { "section".to_owned() } else { base };
        let mut own = base.clone();
        let number = next.entry(base.clone()).or_insert(1);
        while !used.insert(own.clone()) {
            *number += 1;
            own = format!("{base}-{number}");
        }
        res.insert(id, own);
    }
    res
}

/// Returns a heading's id as it stands in a page: after the prefix of its article.
///
/// Two hyphens, which neither a slug nor an id of the theme has, keep a heading `Form` apart from
/// the article's own form.
pub fn in_page(anchor: &str, id: &str) -> String {
    if anchor.is_empty() { id.to_owned() } else { format!("{anchor}--{id}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::markdown;
    use crate::source::Source;

    #[test]
    fn ids_are_written_or_made_and_never_the_same() {
        let text = "# A b\n\n## A *b*\n\n### A b {#x}\n\n# x\n\n# !!!\n\n# A b 2\n\n# A b\n";
        let tree = markdown::parse(&Source::new("a.md", text), 0, &mut Vec::new());
        let ids: Vec<String> = ids(&tree).into_values().collect();
        assert_eq!(ids, ["a-b", "a-b-2", "x", "x-2", "section", "a-b-2-2", "a-b-3"]);
        assert_eq!(in_page("q-a", "form"), "q-a--form");
        assert_eq!(in_page("", "form"), "form");
    }
}
