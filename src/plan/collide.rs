//! Two pages at one place, aliases that are taken, links of the settings that lead nowhere.

use std::collections::{BTreeMap, BTreeSet};

use crate::bank::model::Bank;
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Edit, Place, nearest};
use crate::plan::pages::redirect::Redirect;
use crate::plan::{Page, reserved, url};
use crate::source::Span;

/// Returns everything that keeps the pages from standing beside each other, and for each page
/// whether it has to go.
pub(super) fn check(
    bank: &Bank,
    pages: &[Page],
    redirects: &[Redirect],
) -> (Vec<Diagnostic>, Vec<bool>) {
    let mut out: Vec<Diagnostic> = bank.assets.keys().filter_map(reserved::asset).collect();
    let mut taken = BTreeMap::new();
    for asset in bank.assets.keys() {
        taken.insert(url::asset(asset).to_lowercase(), Holder::Asset);
    }
    let mut left_out = Vec::with_capacity(pages.len());
    for page in pages {
        let name = page.output_name().to_lowercase();
        let found = match page.kind() {
            "redirect" => {
                let redirect = &redirects[page.subject.item()];
                let collision = || Some(alias_collision(redirect, holder(&taken, &name)?));
                reserved::alias(bank, redirect).or_else(collision)
            }
            _ => match taken.get(&name) {
                Some(Holder::Page(first)) => Some(url_collision(first, page)),
                _ => reserved::page(bank, page),
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
