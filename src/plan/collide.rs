//! Two pages at one place, aliases that are taken, names that the site keeps for itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::bank::exam::RESERVED_IN_EXAM;
use crate::bank::model::Bank;
use crate::bank::title::cut;
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Edit, Place, nearest};
use crate::plan::pages::redirect::Redirect;
use crate::plan::{Page, url};
use crate::source::Span;

/// Names at the root that pages of authors may not have.
const AT_ROOT: [&str; 8] =
    ["assets", "authors", "embed", "offline", "search", "settings", "tags", "vendors"];
/// Names in a topic.
const IN_TOPIC: [&str; 1] = ["page"];

/// Returns everything that keeps the pages from standing beside each other, and for each page
/// whether it has to go.
pub(super) fn check(
    bank: &Bank,
    pages: &[Page],
    redirects: &[Redirect],
) -> (Vec<Diagnostic>, Vec<bool>) {
    let mut out: Vec<Diagnostic> = bank.assets.keys().filter_map(reserved_asset).collect();
    let mut taken = BTreeMap::new();
    for asset in bank.assets.keys() {
        taken.insert(url::asset(asset).to_lowercase(), Holder::Asset);
    }
    let mut left_out = Vec::with_capacity(pages.len());
    for page in pages {
        let name = page.output_name().to_lowercase();
        let found = match page.kind() {
            _ if !fits(&name) => Some(too_long(page)),
            "redirect" => {
                let redirect = &redirects[page.subject.item()];
                let collision = || Some(alias_collision(redirect, holder(&taken, &name)?));
                reserved_alias(redirect).or_else(collision)
            }
            _ => match taken.get(&name) {
                Some(Holder::Page(first)) => Some(url_collision(first, page)),
                _ => reserved(bank, page),
            },
        };
        left_out.push(found.is_some());
        match found {
            Some(found) => out.push(found),
            None => {
                taken.insert(name, Holder::of(page, redirects));
            }
        }
    }
    (out, left_out)
}

/// Bytes that a part of a path may have, and a path: what file systems and hosts take.
const MAX_PART: usize = 240;
const MAX_PATH: usize = 1000;

fn fits(name: &str) -> bool {
    name.len() <= MAX_PATH && name.split('/').all(|it| it.len() <= MAX_PART)
}

fn too_long(page: &Page) -> Diagnostic {
    let place = Place::new(page.source(), Span::default());
    let path = cut(page.path(), 40);
    Diagnostic::deny(
        "reserved-name",
        place,
        format!("the address `/{path}` is too long for a file"),
    )
    .help(format!("shorten the slug, alias, tag or vendor to at most {MAX_PART} bytes"))
}

/// Returns a finding for each link of `site.toml` to a page that is not there: it would stand on
/// every page.
pub(super) fn dead_links(bank: &Bank, config: &Config, pages: &[Page]) -> Vec<Diagnostic> {
    let paths: BTreeSet<&str> = pages.iter().map(|it| it.path().trim_end_matches('/')).collect();
    let is_there =
        |path: &str| paths.contains(path) || bank.assets.keys().any(|it| url::asset(it) == path);
    let links = config.menu.iter().flatten().chain(&config.about_links);
    let dead = links.filter(|it| {
        let path = it.url.split(['#', '?']).next().unwrap_or_default();
        path.starts_with('/') && !path.starts_with("//") && !is_there(path.trim_matches('/'))
    });
    dead.map(|it| {
        let place = Place::new(&config.source.path, it.span);
        let found =
            Diagnostic::deny("broken-link", place, format!("there is no page `{}`", it.url))
                .help("write the path of a page, such as `/about/`");
        let known = paths.iter().copied().filter(|it| !it.contains('/'));
        match nearest(it.url.trim_matches('/'), known) {
            Some(near) => {
                let edit = Edit::of_value(&config.source, it.span, &format!("/{near}/"));
                let found = found.help(format!("did you mean `/{near}/`?"));
                found.unsafe_fix(format!("write `/{near}/`"), vec![edit])
            }
            None => found,
        }
    })
    .collect()
}

/// Who has a file name below the output folder.
#[derive(Clone, Copy)]
enum Holder<'p> {
    Page(&'p Page),
    Alias(&'p Redirect),
    Asset,
}

impl<'p> Holder<'p> {
    fn of(page: &'p Page, redirects: &'p [Redirect]) -> Self {
        match page.kind() {
            "redirect" => Self::Alias(&redirects[page.subject.item()]),
            _ => Self::Page(page),
        }
    }
}

/// Returns who has a name, or a folder of that name, or a file where the name needs a folder.
fn holder<'p>(taken: &BTreeMap<String, Holder<'p>>, name: &str) -> Option<Holder<'p>> {
    let own = || taken.get(name);
    let as_folder = || {
        let prefix = format!("{name}/");
        taken
            .range(prefix.clone()..)
            .next()
            .filter(|(it, _)| it.starts_with(&prefix))
            .map(|it| it.1)
    };
    let above = || name.match_indices('/').find_map(|(at, _)| taken.get(&name[..at]));
    own().or_else(as_folder).or_else(above).copied()
}

fn url_collision(first: &Page, page: &Page) -> Diagnostic {
    let place = Place::new(page.source(), Span::default());
    let (path, one, other) = (page.path(), first.source(), page.source());
    Diagnostic::deny(
        "url-collision",
        place,
        format!("two pages have the URL `/{path}`: those of `{one}` and `{other}`"),
    )
    .note("the other one", Some(Place::new(one, Span::default())))
    .help("give one of them another `slug`, or move it")
}

fn alias_collision(redirect: &Redirect, other: Holder<'_>) -> Diagnostic {
    let from = &redirect.from;
    let (message, place) = match other {
        Holder::Page(page) => (
            format!("the alias `/{from}` is the URL of a page, that of `{}`", page.source()),
            Some(Place::new(page.source(), Span::default())),
        ),
        Holder::Alias(first) => (
            format!(
                "the alias `/{from}` is there twice: in `{}` and in `{}`",
                first.place.path, redirect.place.path
            ),
            Some(first.place.clone()),
        ),
        Holder::Asset => (format!("the alias `/{from}` is the place of an asset"), None),
    };
    let found = Diagnostic::deny("alias-collision", redirect.place.clone(), message);
    let found = found.help("remove the alias, or give it to one page only");
    if place.is_some() { found.note("the other one", place) } else { found }
}

fn reserved_alias(redirect: &Redirect) -> Option<Diagnostic> {
    let root = redirect.from.split('/').next().unwrap_or_default();
    let own = root.starts_with(['_', '.']) || root.eq_ignore_ascii_case("assets");
    own.then(|| {
        let message =
            format!("an alias cannot stand at `/{root}`, which the site keeps for itself");
        Diagnostic::deny("reserved-name", redirect.place.clone(), message).help("remove the alias")
    })
}

/// Returns whether an asset stands where the site has files of its own.
pub(super) fn is_reserved(asset: &str) -> bool {
    let root = url::asset(asset).split('/').next().unwrap_or_default();
    root.eq_ignore_ascii_case("assets")
}

fn reserved_asset(asset: &Arc<str>) -> Option<Diagnostic> {
    is_reserved(asset).then(|| {
        let message = "the site keeps `/assets/` for its own files";
        Diagnostic::deny("reserved-name", Place::new(asset, Span::default()), message)
            .help("put the file beside the text that shows it, or into a folder of another name")
    })
}

/// Returns the finding about a page whose name the site keeps for pages of its own; the bank's
/// reader has checked topics.
fn reserved(bank: &Bank, page: &Page) -> Option<Diagnostic> {
    let exam_of = |path: &str| {
        let exams = bank.exams.iter().map(|it| url::folder(&it.slug));
        exams.filter(|it| path.starts_with(it.as_str())).max_by_key(String::len)
    };
    let first = |path: &str| path.split('/').next().unwrap_or_default().to_lowercase();
    let path = page.path();
    let name = match page.kind() {
        "exam" => at_root(&first(path)),
        "question" => within(&IN_TOPIC, &bank.questions[page.subject.item()].slug),
        "page" => match exam_of(path) {
            Some(exam) => within(&RESERVED_IN_EXAM, &first(&path[exam.len()..])),
            None => at_root(&first(path)),
        },
        _ => None,
    }?;
    let place = Place::new(page.source(), Span::default());
    let message = format!("the name `{name}` is taken: the site has pages of its own at `/{path}`");
    Some(Diagnostic::deny("reserved-name", place, message).help("choose another name or `slug`"))
}

fn at_root(name: &str) -> Option<String> {
    within(&AT_ROOT, name).or_else(|| name.starts_with('_').then(|| name.to_owned()))
}

fn within(reserved: &[&str], name: &str) -> Option<String> {
    reserved.contains(&name).then(|| name.to_owned())
}
