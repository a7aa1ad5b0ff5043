//! `keys.json` of an exam: the key of every question, for answers that were given to another one.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::plan::maker::Maker;
use crate::plan::pages::{Ground, PageKind, PageList, Subject};
use crate::plan::{Content, Page, url};

pub(super) const KIND: PageKind = PageKind { name: "keys", list, make };

/// What the file holds.
#[derive(Serialize)]
struct Keys<'a> {
    version: u32,
    keys: BTreeMap<&'a str, Key<'a>>,
}

/// The choices and the key of a question.
#[derive(Serialize)]
struct Key<'a> {
    /// Ids in written order.
    choices: Vec<&'a str>,
    /// Those of the key.
    key: Vec<&'a str>,
}

fn list(ground: &Ground<'_>, pages: &mut PageList) {
    for (id, exam) in ground.bank.exams.iter().enumerate() {
        if !ground.facts.exams[id].pool.is_empty() {
            let source = &exam.prose.document.source.path;
            pages.add(url::keys(ground.bank, id), Subject::of(id), source);
        }
    }
}

fn make(maker: &Maker<'_>, page: &Page) -> Content {
    let pool = &maker.plan.facts.exams[page.subject.item()].pool;
    let keys = pool.iter().map(|it| {
        let question = &maker.bank.questions[*it];
        let choices = question.response.choices();
        let ids = |only_key: bool| {
            choices.iter().filter(|it| it.key || !only_key).map(|it| it.id.as_str()).collect()
        };
        (question.id.as_str(), Key { choices: ids(false), key: ids(true) })
    });
    let keys = Keys { version: 1, keys: keys.collect() };
    Content::Text(serde_json::to_string(&keys).expect("plain data can be written"))
}
