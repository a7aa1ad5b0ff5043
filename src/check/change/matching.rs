//! Which question of a new version is which of the old one.

use std::collections::{BTreeMap, BTreeSet};

use crate::bank::model::{Bank, Question, QuestionId};
use crate::bank::response::Response;
use crate::bank::response::choice::ChoiceKind;
use crate::check::change::{identity, path};

/// Returns for each question of the old version the one of the new version that it is.
///
/// Ids decide; then former ids; then, for questions whose id is another, the same file with much of
/// the same content, and last the same content anywhere, if only one has it.
pub(super) fn pairs(old: &Bank, new: &Bank) -> Vec<Option<QuestionId>> {
    let mut res: Vec<Option<QuestionId>> = vec![None; old.questions.len()];
    let mut taken: BTreeSet<QuestionId> = BTreeSet::new();
    let mut find = |name: &dyn Fn(&Question) -> Option<QuestionId>| {
        for (id, question) in old.questions.iter().enumerate() {
            if res[id].is_none()
                && let Some(it) = name(question)
                && taken.insert(it)
            {
                res[id] = Some(it);
            }
        }
    };
    let ids = index(new, |it| vec![it.id.as_str()]);
    find(&|it| ids.get(it.id.as_str()).copied().flatten());
    let former = index(new, |it| it.former_ids.iter().map(String::as_str).collect());
    find(&|it| former.get(it.id.as_str()).copied().flatten());
    let paths = index(new, |it| vec![path(it)]);
    find(&|it| {
        let id = paths.get(path(it)).copied().flatten()?;
        is_alike(it, &new.questions[id]).then_some(id)
    });
    let content = |it: &Question| it.revision.content.clone();
    let before = index(old, |it| vec![content(it)]);
    let after = index(new, |it| vec![content(it)]);
    find(&|it| {
        let content = content(it);
        before.get(&content).copied().flatten()?;
        after.get(&content).copied().flatten()
    });
    res
}

/// Returns questions by names; a name that several bear means none.
fn index<'b, N: Ord>(
    bank: &'b Bank,
    names: impl Fn(&'b Question) -> Vec<N>,
) -> BTreeMap<N, Option<QuestionId>> {
    let mut res: BTreeMap<N, Option<QuestionId>> = BTreeMap::new();
    for (id, question) in bank.questions.iter().enumerate() {
        for name in names(question) {
            res.entry(name).and_modify(|it| *it = None).or_insert(Some(id));
        }
    }
    res
}

/// Returns whether two questions are versions of one: the same stem, or half of the choices.
fn is_alike(a: &Question, b: &Question) -> bool {
    if identity(a, &a.stem) == identity(b, &b.stem) {
        return true;
    }
    let is_statement = |it: &Question| matches!(&it.response, Response::Choice(it) if it.kind == ChoiceKind::TrueFalse);
    if is_statement(a) || is_statement(b) {
        return false;
    }
    let ids = |it: &'_ Question| -> BTreeSet<String> {
        it.response.choices().iter().map(|it| it.id.clone()).collect()
    };
    let (a, b) = (ids(a), ids(b));
    2 * a.intersection(&b).count() >= a.len().max(b.len())
}
