//! Any text as a question: parsing and reading the bank end, never panic, and every span fits.

#![no_main]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use studyhall::bank::{self, Input};
use studyhall::config::Config;
use studyhall::i18n::{Language, Languages};
use studyhall::parse;
use studyhall::source::Source;

const EXAM: &str = "---\ntopics: [{id: scaling}]\n---\n";
const PATH: &str = "content/mle/scaling/q.md";

static LANGUAGES: LazyLock<Arc<Languages>> = LazyLock::new(|| {
    let languages = [
        ("ar", include_str!("../../themes/default/i18n/ar.toml")),
        ("de", include_str!("../../themes/default/i18n/de.toml")),
        ("en", include_str!("../../themes/default/i18n/en.toml")),
        ("es", include_str!("../../themes/default/i18n/es.toml")),
    ];
    let read = |(tag, text)| Language::read(tag, text).expect("the theme's words are sound");
    Arc::new(Languages::new(languages.map(read).into(), "en").expect("there are English words"))
});
static CONFIG: LazyLock<Config> =
    LazyLock::new(|| Config::read(None).expect("the defaults are sound"));

fuzz_target!(|text: &str| {
    let sources = [Source::new("content/mle/_index.md", EXAM), Source::new(PATH, text)];
    let (document, _) = parse::parse(&sources[1]);
    let (read, found) = bank::read(Input {
        sources: &sources,
        assets: &BTreeMap::new(),
        unpublishable: &BTreeSet::new(),
        config: &CONFIG,
        languages: &LANGUAGES,
        drafts: true,
        for_linter: false,
    });
    for node in &document.body.nodes {
        assert!(text.get(node.span.range()).is_some(), "node {node:?}");
    }
    for it in found.iter().filter(|it| &*it.place.path == PATH) {
        assert!(text.get(it.place.span.range()).is_some(), "{it:?}");
        for edit in it.fix.iter().flat_map(|it| &it.edits) {
            assert!(text.get(edit.span.range()).is_some(), "{it:?}");
        }
        if let Some(fix) = &it.fix {
            assert_ne!(fix.apply(text), text, "a fix that changes nothing: {it:?}");
        }
    }
    for question in &read.questions {
        for (span, _) in question.marks.all() {
            assert!(text.get(span.range()).is_some(), "mark {span:?}");
        }
    }
});
