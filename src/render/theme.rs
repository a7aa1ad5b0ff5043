//! Templates, by Tera.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use tera::{Context, ErrorKind, Tera, Value};

use crate::plan::view::{HeadView, SiteView};

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
        let none = BTreeMap::new();
        Ok(Self { site: value(site).map_err(|it| ThemeError::new(&it, &none))?, words })
    }

    /// Returns the words as a value that views can hold without a copy.
    pub fn words(&self) -> &Value {
        &self.words
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
        self.tera.render(template, &context).map_err(error)
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
            _ => whole(error.to_string(), None),
        }
    }
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
        write!(f, "{}", self.message)?;
        if !self.excerpt.is_empty() {
            write!(f, "\n{}", self.excerpt)?;
        }
        Ok(())
    }
}

impl std::error::Error for ThemeError {}
