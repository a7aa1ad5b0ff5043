//! What every page knows about the site.

use crate::bank::model::Bank;
use crate::config::Config;
use crate::i18n::Language;
use crate::plan::view::{LinkView, SiteView};
use crate::plan::{Plan, url};

/// Content-Security-Policy of every page.
pub const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/// Addresses of the licences that content usually has.
const LICENCES: [(&str, &str); 9] = [
    ("CC-BY-4.0", "https://creativecommons.org/licenses/by/4.0/"),
    ("CC-BY-SA-4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
    ("CC-BY-NC-4.0", "https://creativecommons.org/licenses/by-nc/4.0/"),
    ("CC-BY-ND-4.0", "https://creativecommons.org/licenses/by-nd/4.0/"),
    ("CC-BY-NC-SA-4.0", "https://creativecommons.org/licenses/by-nc-sa/4.0/"),
    ("CC-BY-NC-ND-4.0", "https://creativecommons.org/licenses/by-nc-nd/4.0/"),
    ("CC0-1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
    ("MIT", "https://opensource.org/license/mit"),
    ("Apache-2.0", "https://www.apache.org/licenses/LICENSE-2.0"),
];

/// Makes the view of the site for pages of one language.
pub(super) fn view(
    plan: &Plan,
    bank: &Bank,
    config: &Config,
    words: &Language,
    assets_path: &str,
) -> SiteView {
    let license = config.license.as_deref();
    let known =
        LICENCES.iter().find(|(name, _)| license.is_some_and(|it| it.eq_ignore_ascii_case(name)));
    SiteView {
        title: config.title.clone(),
        description: config.description.clone(),
        home_url: url::address(&config.base_path, ""),
        base_path: config.base_path.clone(),
        assets_url: url::address(&config.base_path, assets_path),
        organisation: config.organisation.clone(),
        license: config.license.clone(),
        license_url: known.map(|(_, url)| (*url).to_owned()),
        disclaimer: config.disclaimer.clone(),
        menu: menu(plan, bank, config, words),
        csp: CSP.to_owned(),
        site_id: config.site_id.clone(),
        former_site_ids: serde_json::to_string(&config.former_site_ids)
            .expect("plain data can be written"),
        settings: plan.facts.exams.iter().any(|it| !it.pool.is_empty()).then(|| LinkView {
            url: url::address(&config.base_path, url::SETTINGS),
            label: words.word("settings").to_owned(),
        }),
    }
}

fn menu(plan: &Plan, bank: &Bank, config: &Config, words: &Language) -> Vec<LinkView> {
    if let Some(menu) = &config.menu {
        let link = |it: &crate::config::ConfigLink| LinkView {
            url: url::configured(&config.base_path, &it.url),
            label: it.label.clone(),
        };
        return menu.iter().map(link).collect();
    }
    [
        (url::TAGS, "tags", !bank.tags.is_empty()),
        (url::VENDORS, "vendors", !plan.facts.vendors.is_empty()),
        (url::AUTHORS, "authors", !bank.authors.is_empty()),
    ]
    .into_iter()
    .filter(|(_, _, exists)| *exists)
    .map(|(path, word, _)| LinkView {
        url: url::address(&config.base_path, path),
        label: words.word(word).to_owned(),
    })
    .collect()
}
