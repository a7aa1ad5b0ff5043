//! Two pages at one place, aliases that are taken, links of the settings that lead nowhere.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

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
    let mut out: Vec<Diagnostic> =
        bank.assets.keys().filter_map(|it| reserved::asset(bank, it)).collect();
    // Aliases come last: they give way to all pages.
    let (pages, aliases) = pages.split_at(pages.partition_point(|it| it.kind() != "redirect"));
    let name = |it: &Page| it.output_name().to_lowercase();
    let names: Vec<String> = pages.par_iter().map(name).collect();
    let mut found: Vec<Option<Diagnostic>> =
        pages.par_iter().map(|it| reserved::page(bank, it)).collect();
    let mut order: Vec<usize> = (0..pages.len()).collect();
    order.sort_by(|a, b| names[*a].cmp(&names[*b]));
    let assets = bank.assets.keys().map(|it| (url::asset(it).to_lowercase(), Holder::Asset));
    let mut taken: Vec<(String, Holder<'_>)> = assets.collect();
    for same in order.chunk_by(|a, b| names[*a] == names[*b]) {
        let Some(first) = same.iter().position(|it| found[*it].is_none()) else { continue };
        for later in &same[first + 1..] {
            found[*later] = Some(url_collision(&pages[same[first]], &pages[*later]));
        }
        taken.push((names[same[first]].clone(), Holder::Page(&pages[same[first]])));
    }
    let mut taken: BTreeMap<String, Holder<'_>> = taken.into_iter().collect();
    for page in aliases {
        let redirect = &redirects[page.subject.item()];
        let name = name(page);
        let collision = || Some(alias_collision(redirect, holder(&taken, &name)?));
        let fault = reserved::alias(bank, redirect).or_else(collision);
        if fault.is_none() {
            taken.insert(name, Holder::Alias(redirect));
        }
        found.push(fault);
    }
    let left_out = found.iter().map(Option::is_some).collect();
    out.extend(found.into_iter().flatten());
    (out, left_out)
}

/// Returns a finding for each link of `site.toml` to a page that is not there: it would stand on
/// every page.
pub(super) fn dead_links(bank: &Bank, config: &Config, pages: &[Page]) -> Vec<Diagnostic> {
    let mut links = config.menu.iter().flatten().chain(&config.about_links).peekable();
    if links.peek().is_none() {
        return Vec::new();
    }
    let paths: BTreeSet<&str> = pages.iter().map(|it| it.path().trim_end_matches('/')).collect();
    let is_there =
        |path: &str| paths.contains(path) || bank.assets.keys().any(|it| url::asset(it) == path);
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
