//! Templates, by Tera.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use tera::{Context, ErrorKind, Tera, Value};

use crate::plan::view::{HeadView, SiteView};
use crate::report::visible;

/// Bytes that are set aside for a page, so that it is not moved about while it grows.
const USUAL_PAGE: usize = 32 * 1024;

/// A template as it was loaded.
#[derive(Debug, Clone)]
pub struct TemplateSource {
    /// Name by which others include it: `partials/question.html`.
    pub name: String,
    /// Where it is, for people: `themes/mine/templates/question.html`.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The compiled templates of a theme.
pub struct Theme {
    tera: Tera,
    paths: BTreeMap<String, Arc<str>>,
}

/// What all pages of one language have in common; a clone of it is a few counts.
#[derive(Debug, Clone)]
pub struct Shared {
    site: Value,
    words: Value,
}

impl Shared {
    /// Returns what a page needs beside its own view.
    ///
    /// # Errors
    ///
    /// None that the types here can cause; Tera may refuse a value.
    pub fn new(site: &SiteView, words: Value) -> Result<Self, ThemeError> {
        let site = value(site).map_err(|it| ThemeError::new(&it, &BTreeMap::new()))?;
        Ok(Self { site, words })
    }
}

/// What is wrong with a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThemeError {
    /// What is wrong.
    pub message: String,
    /// Where the template is; absent where it concerns the theme as a whole.
    pub path: Option<Arc<str>>,
    /// Line from 1; 0 where unknown.
    pub line: usize,
    /// Column in characters from 1; 0 where unknown.
    pub column: usize,
    /// The line with the place drawn, and what includes it; empty where unknown.
    pub excerpt: String,
}

impl Theme {
    /// Compiles templates; of two with one name the later counts.
    ///
    /// # Errors
    ///
    /// A template that is no Tera, or that extends or includes one that is not there.
    pub fn new(templates: &[TemplateSource]) -> Result<Self, ThemeError> {
        let by_name: BTreeMap<&str, &TemplateSource> =
            templates.iter().map(|it| (it.name.as_str(), it)).collect();
        let paths = by_name
            .iter()
            .map(|(name, it)| ((*name).to_owned(), Arc::from(it.path.as_str())))
            .collect();
        let mut tera = Tera::new();
        let sources = by_name.iter().map(|(name, it)| (*name, it.text.as_str()));
        match tera.add_raw_templates(sources) {
            Ok(()) => Ok(Self { tera, paths }),
            Err(error) => Err(ThemeError::new(&error, &paths)),
        }
    }

    /// Fills a template in.
    ///
    /// # Errors
    ///
    /// A template that is not there or asks for what the page has not.
    pub fn render(
        &self,
        template: &str,
        shared: &Shared,
        head: &HeadView,
        view: Value,
    ) -> Result<String, ThemeError> {
        let error = |it: tera::Error| ThemeError::new(&it, &self.paths);
        let mut context = Context::new();
        context.insert_value("site", shared.site.clone());
        context.insert_value("words", shared.words.clone());
        context.insert_value("head", value(head).map_err(error)?);
        context.insert_value("view", view);
        let mut res = Vec::with_capacity(USUAL_PAGE);
        self.tera.render_to(template, &context, &mut res).map_err(error)?;
        Ok(String::from_utf8(res).expect("Tera writes UTF-8"))
    }
}

fn value(it: &impl Serialize) -> tera::TeraResult<Value> {
    Value::try_from_serializable(it)
}

impl ThemeError {
    fn new(error: &tera::Error, paths: &BTreeMap<String, Arc<str>>) -> Self {
        let whole = |message: String, name: Option<&String>| Self {
            message,
            path: name.and_then(|it| paths.get(it)).cloned(),
            line: 0,
            column: 0,
            excerpt: String::new(),
        };
        match error.kind() {
            ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
                // The first lines of Tera's report repeat message and place.
                let text = error.to_string();
                let excerpt = text.split_once("|\n").map_or("", |(_, rest)| rest);
                Self {
                    message: report.message().to_owned(),
                    path: paths.get(report.filename()).cloned(),
                    line: report.span().start_line,
                    column: report.span().start_col + 1,
                    excerpt: excerpt.to_owned(),
                }
            }
            ErrorKind::MissingParent { current, .. } => whole(error.to_string(), Some(current)),
            ErrorKind::CircularExtend { tpl, .. } | ErrorKind::CircularInclude { tpl, .. } => {
                whole(error.to_string(), Some(tpl))
            }
            _ => reported(&error.to_string(), paths)
                .unwrap_or_else(|| whole(error.to_string(), None)),
        }
    }
}

/// Reads the first of the reports that Tera joins to one text when several templates are at fault:
/// a line `error: MESSAGE`, a line `--> NAME:LINE:COLUMN`, and the excerpt.
fn reported(text: &str, paths: &BTreeMap<String, Arc<str>>) -> Option<ThemeError> {
    let (message, rest) = text.strip_prefix("error: ")?.split_once('\n')?;
    let (place, rest) = rest.trim_start().strip_prefix("--> ")?.split_once('\n')?;
    let mut parts = place.rsplitn(3, ':');
    let (column, line, name) = (parts.next()?, parts.next()?, parts.next()?);
    let (_, excerpt) = rest.split_once("|\n")?;
    Some(ThemeError {
        message: message.to_owned(),
        path: paths.get(name).cloned(),
        line: line.parse().ok()?,
        column: column.parse().ok()?,
        excerpt: excerpt.to_owned(),
    })
}

impl fmt::Display for ThemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{path}:")?;
        }
        if self.line > 0 {
            write!(f, "{}:{}:", self.line, self.column)?;
        }
        if self.path.is_some() {
            write!(f, " ")?;
        }
        write!(f, "{}", visible(&self.message))?;
        if !self.excerpt.is_empty() {
            for line in self.excerpt.lines() {
                write!(f, "\n{}", visible(line))?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for ThemeError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme(templates: &[(&str, &str)]) -> Result<Theme, ThemeError> {
        let sources = templates.iter().map(|(name, text)| TemplateSource {
            name: (*name).to_owned(),
            path: format!("themes/mine/templates/{name}"),
            text: (*text).to_owned(),
        });
        Theme::new(&sources.collect::<Vec<_>>())
    }

    fn render(
        theme: &Theme,
        template: &str,
        view: BTreeMap<&'static str, &'static str>,
    ) -> Result<String, ThemeError> {
        let words = BTreeMap::from([("check".to_owned(), "Check <answer>".to_owned())]);
        let shared = Shared { site: Value::from("site"), words: Value::from(words) };
        let head = HeadView {
            kind: "page",
            title: "A & B".to_owned(),
            description: String::new(),
            lang: "en".to_owned(),
            dir: "ltr",
            canonical: None,
            og_type: "website",
            og_locale: "en".to_owned(),
            json_ld: None,
            noindex: false,
            highlight: false,
            breadcrumbs: Vec::new(),
            crumb: String::new(),
            study: Vec::new(),
        };
        theme.render(template, &shared, &head, Value::from(view))
    }

    #[test]
    fn text_is_escaped_and_html_is_not() {
        let text = "{{ head.title }} {{ words.check }} {{ view.body | safe }} {{ view.body }}";
        let theme = theme(&[("a.html", text)]).unwrap();
        let html = render(&theme, "a.html", BTreeMap::from([("body", "<p>")])).unwrap();
        assert_eq!(html, "A &amp; B Check &lt;answer&gt; <p> &lt;p&gt;");
    }

    #[test]
    fn faults_have_a_place_in_a_file_of_the_bank() {
        let error =
            theme(&[("a.html", "ok"), ("b/c.html", "é\n é{% if %}")]).map(drop).unwrap_err();
        assert_eq!(error.path.as_deref(), Some("themes/mine/templates/b/c.html"));
        assert_eq!((error.line, error.column), (2, 9), "{error}");
        assert!(error.to_string().starts_with("themes/mine/templates/b/c.html:2:9: "), "{error}");

        let missing = theme(&[("a.html", "a\n{% include \"no.html\" %}")]).map(drop).unwrap_err();
        assert_eq!(missing.path.as_deref(), Some("themes/mine/templates/a.html"), "{missing}");
        let parent = theme(&[("a.html", "{% extends \"no.html\" %}")]).map(drop).unwrap_err();
        assert_eq!(parent.path.as_deref(), Some("themes/mine/templates/a.html"), "{parent}");

        let part =
            theme(&[("a.html", "{% include \"p.html\" %}"), ("p.html", "x\n{{ view.no.title }}")]);
        let error = render(&part.unwrap(), "a.html", BTreeMap::new()).unwrap_err();
        assert_eq!(error.path.as_deref(), Some("themes/mine/templates/p.html"), "{error}");
        assert_eq!(error.line, 2, "{error}");
        assert!(!error.to_string().contains("--> "), "{error}");
    }
}
