//! `site.toml`: what may stand in it, and its values.

use crate::diagnostic::{Diagnostic, Level, Place, did_you_mean};
use crate::fields::{self, Field, Kind};
use crate::parse::toml;
use crate::source::{Source, Span};
use crate::value::{Data, Table, Value};

const LINK: &[Field] = &[
    Field { name: "label", kind: Kind::Text, default: "", doc: "Text of the link." },
    Field {
        name: "url",
        kind: Kind::Text,
        default: "",
        doc: "Address: a path of this site such as `/about/`, or `https://…`.",
    },
];

const ABOUT: &[Field] = &[
    Field {
        name: "text",
        kind: Kind::Text,
        default: "nothing",
        doc: "Joins the computed sentences about the bank on each question page.",
    },
    Field {
        name: "links",
        kind: Kind::List(&Kind::Table(LINK)),
        default: "none",
        doc: "Links below that text.",
    },
];

const BUILD: &[Field] = &[
    Field {
        name: "output",
        kind: Kind::Text,
        default: "`public`",
        doc: "Folder for the site, from the bank's root.",
    },
    Field {
        name: "raw_html",
        kind: Kind::OneOf(&["sanitize", "escape"]),
        default: "`sanitize`",
        doc: "Whether raw HTML in Markdown is kept as far as it is harmless, or shown as text.",
    },
];

const STUDY: &[Field] = &[
    Field {
        name: "scoring",
        kind: Kind::OneOf(&["all-or-nothing", "net", "per-choice"]),
        default: "`all-or-nothing`",
        doc: "Scoring rule of questions that name none.",
    },
    Field {
        name: "show_count",
        kind: Kind::Bool,
        default: "`true`",
        doc: "Whether a question with several keys says how many to select.",
    },
    Field {
        name: "reveal",
        kind: Kind::OneOf(&["after-answer", "always"]),
        default: "`after-answer`",
        doc: "Whether the breakdown is closed until the learner has answered or asks for it.",
    },
    Field {
        name: "trap",
        kind: Kind::OneOf(&["after-answer", "before"]),
        default: "`after-answer`",
        doc: "Whether the common exam trap stands in the breakdown or above the choices.",
    },
];

/// The key of the linter's settings.
pub const LINT: &str = "lint";

/// Every key of `site.toml`. What may stand in `[lint]` is for the linter to say
/// (`check::settings`), which knows the rules.
pub const FIELDS: &[Field] = &[
    Field { name: "title", kind: Kind::Text, default: "`Study Hall`", doc: "The site's title." },
    Field {
        name: "base_url",
        kind: Kind::Url,
        default: "`https://example.org/`",
        doc: "Address at which the site will stand. It may carry a path; every link works under it.",
    },
    Field {
        name: "language",
        kind: Kind::Text,
        default: "`en`",
        doc: "Language tag of the site's words and of content that names no other.",
    },
    Field {
        name: "description",
        kind: Kind::Text,
        default: "nothing",
        doc: "One sentence about the site, for search engines.",
    },
    Field {
        name: "theme",
        kind: Kind::Text,
        default: "`default`",
        doc: "Folder below `themes/` whose files replace or add to those of the embedded theme.",
    },
    Field {
        name: "site_id",
        kind: Kind::Id,
        default: "made from the title",
        doc: "Namespace of learners' stored progress. Never change it once learners have come; sites that share an address need different ones.",
    },
    Field {
        name: "former_site_ids",
        kind: Kind::List(&Kind::Id),
        default: "none",
        doc: "Earlier values of `site_id`: learners' progress follows.",
    },
    Field {
        name: "organisation",
        kind: Kind::Text,
        default: "nothing",
        doc: "Who publishes the site.",
    },
    Field {
        name: "license",
        kind: Kind::Text,
        default: "nothing",
        doc: "Licence of the content, such as `CC-BY-4.0`.",
    },
    Field {
        name: "disclaimer",
        kind: Kind::Text,
        default: "nothing",
        doc: "A sentence at the foot of each page.",
    },
    Field {
        name: "question_title",
        kind: Kind::Text,
        default: "`{title}`",
        doc: "Pattern of a question's heading: `{title}`, `{code}`, `{exam}`, `{topic}`, `{number}` are filled in.",
    },
    Field {
        name: "edit_url",
        kind: Kind::Text,
        default: "no link",
        doc: "Address of \"suggest an edit\"; `{path}` is the file's path from the bank's root.",
    },
    Field {
        name: "report_url",
        kind: Kind::Text,
        default: "no link",
        doc: "Address of \"report a problem\"; `{id}`, `{revision}`, `{url}` and `{report}` are filled in.",
    },
    Field {
        name: "report_mail",
        kind: Kind::Text,
        default: "no link",
        doc: "Mail address of \"report a problem\", where there is no `report_url`.",
    },
    Field {
        name: "about",
        kind: Kind::Table(ABOUT),
        default: "",
        doc: "What the site says of itself on question pages.",
    },
    Field { name: "build", kind: Kind::Table(BUILD), default: "", doc: "How the site is built." },
    Field { name: "study", kind: Kind::Table(STUDY), default: "", doc: "How questions are asked." },
    Field { name: LINT, kind: Kind::Table(&[]), default: "", doc: "What the linter asks for." },
    Field {
        name: "menu",
        kind: Kind::List(&Kind::Table(LINK)),
        default: "the indexes that exist",
        doc: "Links at the head of each page.",
    },
];

/// A link as configured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigLink {
    /// Text.
    pub label: String,
    /// Address as written.
    pub url: String,
    /// Where the address stands in `site.toml`.
    pub span: Span,
}

/// Whether raw HTML is kept as far as it is harmless, or shown as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawHtml {
    /// Harmless elements stay.
    Sanitize,
    /// Shown as written.
    Escape,
}

/// The values of `site.toml`, defaults filled in.
#[derive(Debug, Clone)]
pub struct Config {
    /// The file, or an empty text under its name.
    pub source: Source,
    /// The site's title.
    pub title: String,
    /// Scheme and host, without a slash at the end.
    pub origin: String,
    /// Path below the origin, with slashes at both ends.
    pub base_path: String,
    /// Language tag.
    pub language: String,
    /// Description.
    pub description: String,
    /// Folder below `themes/`.
    pub theme: String,
    /// Namespace of learners' stored progress.
    pub site_id: String,
    /// Whether `site_id` was written.
    pub site_id_written: bool,
    /// Earlier namespaces.
    pub former_site_ids: Vec<String>,
    /// Who publishes.
    pub organisation: Option<String>,
    /// Licence of the content.
    pub license: Option<String>,
    /// A sentence at the foot of each page.
    pub disclaimer: Option<String>,
    /// Pattern of a question's heading.
    pub question_title: String,
    /// Pattern of "suggest an edit".
    pub edit_url: Option<String>,
    /// Pattern of "report a problem".
    pub report_url: Option<String>,
    /// Mail address of "report a problem".
    pub report_mail: Option<String>,
    /// Text about the bank.
    pub about_text: Option<String>,
    /// Links about the bank.
    pub about_links: Vec<ConfigLink>,
    /// Folder for the site.
    pub output: String,
    /// What happens to raw HTML.
    pub raw_html: RawHtml,
    /// Default scoring.
    pub scoring: String,
    /// Whether the number of keys is told.
    pub show_count: bool,
    /// Whether the breakdown is open from the start.
    pub reveal_always: bool,
    /// Whether the trap stands above the choices.
    pub trap_before: bool,
    /// `[lint]` as written.
    pub lint: Table,
    /// The site's menu; absent: the indexes that exist.
    pub menu: Option<Vec<ConfigLink>>,
}

impl Config {
    /// Reads `site.toml`; a bank without one has the defaults.
    ///
    /// # Errors
    ///
    /// Every fault of the file, of which any makes the configuration unusable.
    pub fn read(source: Option<Source>) -> Result<Self, Vec<Diagnostic>> {
        let source = source.unwrap_or_else(|| Source::new("site.toml", ""));
        let mut out = Vec::new();
        let mut table = toml::parse(&source, Span::new(0, source.text.len()), &mut out);
        let lint = take_lint(&mut table);
        fields::check(&mut table, FIELDS, &source, &mut out);
        check_patterns(&table, &source, &mut out);
        if out.is_empty() {
            return Ok(Self::of(&table, lint, source));
        }
        for it in &mut out {
            it.level = Level::Deny;
        }
        Err(out)
    }

    /// Returns the configuration with another base URL, as `--base-url` asks.
    #[must_use]
    pub fn with_base_url(mut self, base_url: &str) -> Self {
        (self.origin, self.base_path) = split_url(base_url);
        self
    }

    fn of(table: &Table, lint: Table, source: Source) -> Self {
        let text = |key: &str| table.text(key).map(|(text, _)| text.to_owned());
        let within = |group: &str, key: &str| {
            table.table(group).and_then(|it| it.text(key)).map(|(text, _)| text.to_owned())
        };
        let title = text("title").unwrap_or_else(|| "Study Hall".to_owned());
        let (origin, base_path) =
            split_url(table.text("base_url").map_or("https://example.org/", |(text, _)| text));
        let study = table.table("study");
        Self {
            site_id: text("site_id").unwrap_or_else(|| site_id(&title)),
            site_id_written: table.get("site_id").is_some(),
            title,
            origin,
            base_path,
            language: text("language").unwrap_or_else(|| "en".to_owned()),
            description: text("description").unwrap_or_default(),
            theme: text("theme").unwrap_or_else(|| "default".to_owned()),
            former_site_ids: table
                .texts("former_site_ids")
                .map(|(text, _)| text.to_owned())
                .collect(),
            organisation: text("organisation"),
            license: text("license"),
            disclaimer: text("disclaimer"),
            question_title: text("question_title").unwrap_or_else(|| "{title}".to_owned()),
            edit_url: text("edit_url"),
            report_url: text("report_url"),
            report_mail: text("report_mail"),
            about_text: within("about", "text"),
            about_links: table.table("about").map(|it| links(it.list("links"))).unwrap_or_default(),
            output: within("build", "output").unwrap_or_else(|| "public".to_owned()),
            raw_html: match within("build", "raw_html").as_deref() {
                Some("escape") => RawHtml::Escape,
                _ => RawHtml::Sanitize,
            },
            scoring: within("study", "scoring").unwrap_or_else(|| "all-or-nothing".to_owned()),
            show_count: study.and_then(|it| it.bool("show_count")).unwrap_or(true),
            reveal_always: within("study", "reveal").as_deref() == Some("always"),
            trap_before: within("study", "trap").as_deref() == Some("before"),
            lint,
            menu: table.get("menu").map(|_| links(table.list("menu"))),
            source,
        }
    }
}

/// Takes out the table of the linter, which its own reader checks; a value that is no table stays.
fn take_lint(table: &mut Table) -> Table {
    let found = table.entries.iter_mut().find(|it| it.key == LINT);
    match found.map(|it| &mut it.value.data) {
        Some(Data::Table(lint)) => std::mem::take(lint),
        _ => Table::default(),
    }
}

/// Places that a pattern may have.
const PATTERNS: [(&str, &[&str]); 3] = [
    ("question_title", &["title", "code", "exam", "topic", "number"]),
    ("edit_url", &["path"]),
    ("report_url", &["id", "revision", "url", "report"]),
];

/// Reports places of a pattern that nothing fills in: they would be published as written.
pub fn check_patterns(table: &Table, source: &Source, out: &mut Vec<Diagnostic>) {
    for (key, known) in PATTERNS {
        let Some((pattern, span)) = table.text(key) else { continue };
        for part in pattern.split('{').skip(1) {
            let name = part.split('}').next().unwrap_or_default();
            if part.contains('}') && !known.contains(&name) {
                let message = format!("`{{{}}}` is no place of `{key}`", fields::shorten(name));
                out.push(
                    Diagnostic::deny("invalid-value", Place::new(&source.path, span), message)
                        .help_if(did_you_mean(name, known.iter().copied())),
                );
            }
        }
    }
}

/// Splits an address into scheme with host, and a path with slashes at both ends.
fn split_url(url: &str) -> (String, String) {
    let host = url.find("://").map_or(0, |at| at + 3);
    let path = url[host..].find('/').map_or(url.len(), |at| host + at);
    let middle = url[path..].trim_matches('/');
    let base_path = if middle.is_empty() { "/".to_owned() } else { format!("/{middle}/") };
    (url[..path].to_owned(), base_path)
}

/// Makes a namespace from a title.
fn site_id(title: &str) -> String {
    let mut res = String::new();
    for c in title.to_lowercase().chars() {
        if c.is_ascii_alphanumeric() {
            res.push(c);
        } else if !res.is_empty() && !res.ends_with('-') {
            res.push('-');
        }
    }
    let res = res.trim_end_matches('-');
    if res.is_empty() { "study-hall".to_owned() } else { res.to_owned() }
}

fn links(list: &[Value]) -> Vec<ConfigLink> {
    list.iter()
        .filter_map(|it| match &it.data {
            Data::Table(table) => {
                let (url, span) = table.text("url")?;
                let label = table.text("label").map_or(url, |(text, _)| text);
                Some(ConfigLink { label: label.to_owned(), url: url.to_owned(), span })
            }
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_url_may_carry_a_path() {
        for (url, origin, path) in [
            ("https://a.org", "https://a.org", "/"),
            ("https://a.org/", "https://a.org", "/"),
            ("https://a.org/bank", "https://a.org", "/bank/"),
            ("https://a.org:8080/x/y/", "https://a.org:8080", "/x/y/"),
        ] {
            assert_eq!(split_url(url), (origin.to_owned(), path.to_owned()), "{url}");
        }
    }

    #[test]
    fn unknown_keys_are_faults_with_a_proposal() {
        let source = Source::new("site.toml", "titel = \"x\"\n[build]\noutput = 3\n");
        let found = Config::read(Some(source)).unwrap_err();
        assert_eq!(found[0].help.as_deref(), Some("did you mean `title`?"));
        assert_eq!(found.len(), 1, "{found:?}");
    }
}
