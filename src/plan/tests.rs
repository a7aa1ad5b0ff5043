//! Tests of whole plans, on small banks as authors write them.

mod heads;
mod places;
mod questions;
mod study;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::bank::{self, Input, model::Bank};
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::i18n::{Language, Languages};
use crate::load::Asset;
use crate::parse;
use crate::plan::{Content, Field, Filling, Markup, Plan};
use crate::source::{Source, split_fixture};

/// An exam with two topics, of which one has no text of its own.
const EXAM: &str = "
//- content/mle/_index.md
---
title: Machine learning
code: MLE
vendor: Example & Co
blueprint: {version: '2026-09'}
topics:
  - {id: scaling, title: Scaling, weight: 60, objectives: [{id: split, title: Split work}]}
  - {id: serving, title: Serving, weight: 40}
---

Introduction.
";

/// Returns a question's file.
fn question(path: &str, front: &str, stem: &str) -> String {
    format!(
        "//- content/{path}.md\n---\n{front}\n---\n\n{stem}\n\n- [x] right of {path}\n\n  > Because.\n\n- [ ] wrong of {path}\n\n  > Why not.\n\n## Explanation\n\nAs it is.\n"
    )
}

/// A bank and its plan.
struct Fixture {
    bank: Bank,
    config: Config,
    languages: Arc<Languages>,
    plan: Plan,
    found: Vec<Diagnostic>,
}

impl Fixture {
    /// Reads files as authors write them; all must be sound by themselves.
    fn new(files: &str) -> Self {
        let (documents, others): (Vec<Source>, Vec<Source>) =
            split_fixture("content/_index.md", files.trim_start())
                .into_iter()
                .partition(|it| it.path.ends_with(".md"));
        let site = others.iter().find(|it| &*it.path == "site.toml").cloned();
        let config = Config::read(site).unwrap();
        let languages = languages(&config.language);
        let assets: BTreeMap<Arc<str>, Asset> = others
            .iter()
            .filter(|it| &*it.path != "site.toml")
            .map(|it| (Arc::clone(&it.path), asset(it)))
            .collect();
        let (bank, found) = bank::read(Input {
            sources: &documents,
            assets: &assets,
            unpublishable: &BTreeSet::new(),
            config: &config,
            languages: &languages,
            drafts: false,
            for_linter: false,
        });
        assert_eq!(found, [], "the files are sound");
        let (plan, found) = Plan::new(&bank, &config, &languages);
        Self { bank, config, languages, plan, found }
    }

    /// Makes the page of a path.
    fn page(&self, path: &str) -> Content {
        let at = self.plan.pages().iter().position(|it| it.path() == path);
        let at = at.unwrap_or_else(|| panic!("no page `{path}` in {:?}", self.paths()));
        self.plan.page(at, &self.bank, &self.config, &self.languages, &Plain)
    }

    /// Makes the page of a path that has a template.
    fn filling(&self, path: &str) -> Filling {
        match self.page(path) {
            Content::Template(it) => *it,
            Content::Text(it) => panic!("`{path}` is the text {it}"),
        }
    }

    /// Returns the text under a path of keys of a page's view; nothing where there is none.
    fn get(&self, path: &str, keys: &str) -> String {
        let view = self.filling(path).view;
        let value = view.get_from_path(keys);
        value.filter(|it| !it.is_none()).map(ToString::to_string).unwrap_or_default()
    }

    fn paths(&self) -> Vec<&str> {
        self.plan.pages().iter().map(|it| it.path()).collect()
    }

    /// Returns what was found, as "RULE PATH".
    fn findings(&self) -> Vec<String> {
        self.found.iter().map(|it| format!("{} {}", it.rule, it.place.path)).collect()
    }
}

fn asset(source: &Source) -> Asset {
    Asset {
        path: Arc::clone(&source.path),
        disk: source.path.to_string().into(),
        len: source.text.len() as u64,
        size: Some((640, 480)),
        svg: None,
    }
}

fn languages(default: &str) -> Arc<Languages> {
    let files = [
        ("ar", include_str!("../../themes/default/i18n/ar.toml")),
        ("de", include_str!("../../themes/default/i18n/de.toml")),
        ("en", include_str!("../../themes/default/i18n/en.toml")),
    ];
    let languages = files.map(|(tag, text)| Language::read(tag, text).unwrap());
    Arc::new(Languages::new(languages.into(), default).unwrap())
}

/// The words of a field with its links, enough to see what was asked for.
struct Plain;

impl Markup for Plain {
    fn html(&self, field: &Field<'_>) -> String {
        let tree = &field.document.body;
        let mut res = field.fragment.plain_text(tree, field.marks);
        for id in field.fragment.nodes() {
            if let parse::tree::Kind::Link(at) | parse::tree::Kind::Image(at) = tree.node(id).kind {
                let to = (field.links)(&tree.links[at as usize].destination);
                res.push_str(&format!(" [{to:?}]"));
            }
        }
        res
    }
}
