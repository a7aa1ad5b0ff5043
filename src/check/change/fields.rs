//! The values of a question that are no texts, in words.

use crate::bank::model::{Bank, QuestionId};
use crate::bank::response::choice::Choice;
use crate::bank::title::first_sentence;
use crate::check::change::FieldChange;

/// Returns the values that are others.
pub(super) fn fields(old: (&Bank, QuestionId), new: (&Bank, QuestionId)) -> Vec<FieldChange> {
    let mut res: Vec<FieldChange> = (values(old).into_iter().zip(values(new)))
        .filter(|((_, old), (_, new))| old != new)
        .map(|((name, old), (_, new))| FieldChange { name, old, new })
        .collect();
    if let Some((old, new)) = order(old, new) {
        res.push(FieldChange { name: "order of choices", old, new });
    }
    res
}

/// Returns all values by name; an empty one is not given.
fn values((bank, id): (&Bank, QuestionId)) -> Vec<(&'static str, String)> {
    let it = &bank.questions[id];
    let exam = &bank.exams[it.exam];
    let topic = &exam.topics[it.topic];
    let author = |id: Option<usize>| id.map_or_else(String::new, |id| bank.authors[id].id.clone());
    let text = |it: &Option<String>| it.clone().unwrap_or_default();
    let named = |id: usize| bank.questions[id].id.clone();
    let objective = it.objective.map_or_else(String::new, |at| topic.objectives[at].id.clone());
    // A title that the stem gives changes with it.
    let stem = it.stem.plain_text(&it.document.body, &it.marks);
    let title = if it.title == first_sentence(&stem) { String::new() } else { it.title.clone() };
    let choices = it.response.choices();
    let shown = |choice: &Choice| choice.content.plain_text(&it.document.body, &it.marks);
    let pinned = choices.iter().filter(|it| it.pinned).map(shown);
    let references = it.references.iter().map(|it| {
        if it.url == it.title { it.url.clone() } else { format!("{} ({})", it.title, it.url) }
    });
    let cue = if it.select_all { "all that apply" } else { "" };
    vec![
        ("title", title),
        ("type", it.response.type_name().to_owned()),
        ("exam", exam.id.clone()),
        ("topic", topic.id.clone()),
        ("objective", objective),
        ("difficulty", it.difficulty.map_or("", |it| it.name()).to_owned()),
        ("status", it.status.name().to_owned()),
        ("lang", it.lang.clone()),
        ("scoring", it.scoring.name().to_owned()),
        ("cue", cue.to_owned()),
        ("shuffle", it.response.shuffles().to_string()),
        ("pin", sorted(pinned)),
        ("tags", sorted(it.tags.iter().map(|at| bank.tags[*at].slug.clone()))),
        ("author", author(it.author)),
        ("reviewer", author(it.reviewer)),
        ("reviewed", text(&it.reviewed)),
        ("expires", text(&it.expires)),
        ("blueprint", text(&it.blueprint)),
        ("see", sorted(it.see.iter().map(|at| bank.lessons[*at].id.clone()))),
        ("references", listed(references)),
        ("variant_of", it.variant_of.map_or_else(String::new, named)),
        ("enemies", sorted(it.enemies.iter().map(|at| named(*at)))),
        ("slug", it.slug.clone()),
        ("aliases", sorted(it.aliases.iter().cloned())),
        ("former_ids", sorted(it.former_ids.iter().cloned())),
    ]
}

/// Returns the orders of the choices' letters, where the order is fixed and another.
fn order(old: (&Bank, QuestionId), new: (&Bank, QuestionId)) -> Option<(String, String)> {
    let response = |(bank, id): (&'_ Bank, QuestionId)| {
        let it = &bank.questions[id].response;
        let ids: Vec<String> = it.choices().iter().map(|it| it.id.clone()).collect();
        (it.shuffles(), ids)
    };
    let ((shuffled, before), (shuffled_now, after)) = (response(old), response(new));
    if shuffled && shuffled_now {
        return None;
    }
    let kept = |of: &[String], other: &[String]| -> Vec<String> {
        of.iter().filter(|it| other.contains(it)).cloned().collect()
    };
    let (kept_before, kept_after) = (kept(&before, &after), kept(&after, &before));
    let letters = |kept: &[String]| {
        let letter = |it: &String| {
            let at = before.iter().position(|old| old == it).unwrap_or_default();
            super::named(at).to_string()
        };
        listed(kept.iter().map(letter))
    };
    (kept_before != kept_after).then(|| (letters(&kept_before), letters(&kept_after)))
}

fn sorted(texts: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = texts.collect();
    all.sort();
    all.join(", ")
}

fn listed(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join(", ")
}
