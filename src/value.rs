//! Structured data with a span on every key and value, whatever notation it was written in.

use crate::source::Span;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// What it is.
    pub data: Data,
    /// Its bytes in the source, quotes included.
    pub span: Span,
}

/// The kinds of value that YAML and TOML share.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// Nothing after the key (YAML).
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// A text; `plain` if it was written without quotes (YAML).
    String {
        /// The text, escapes resolved.
        text: String,
        /// Whether it was written without quotes.
        plain: bool,
    },
    /// A date `YYYY-MM-DD`, unquoted.
    Date(String),
    /// A list.
    List(Vec<Value>),
    /// Keys with values.
    Table(Table),
}

impl Data {
    /// Returns what kind of value this is, in an author's words.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool(_) => "true or false",
            Self::Integer(_) => "a whole number",
            Self::Float(_) => "a number",
            Self::String { .. } => "text",
            Self::Date(_) => "a date",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
        }
    }
}

/// A key, its place, and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The key's bytes in the source.
    pub key_span: Span,
    /// The value.
    pub value: Value,
}

/// Entries in the order written; keys are unique (the first of several wins).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The entries.
    pub entries: Vec<Entry>,
}

impl Table {
    /// Returns the entry of a key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|it| it.key == key)
    }

    /// Returns a copy of the entries of some keys.
    #[must_use]
    pub fn only(&self, keys: &[&str]) -> Self {
        let kept = self.entries.iter().filter(|it| keys.contains(&&*it.key));
        Self { entries: kept.cloned().collect() }
    }

    /// Returns the value of a key; a key with nothing after it counts as absent.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.entry(key).map(|it| &it.value).filter(|it| it.data != Data::Null)
    }

    /// Returns the text under a key, with its span.
    pub fn text(&self, key: &str) -> Option<(&str, Span)> {
        self.get(key).and_then(|it| it.text().map(|text| (text, it.span)))
    }

    /// Returns the truth value under a key.
    pub fn bool(&self, key: &str) -> Option<bool> {
        match self.get(key)?.data {
            Data::Bool(it) => Some(it),
            _ => None,
        }
    }

    /// Returns the number under a key.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.get(key).and_then(Value::number)
    }

    /// Returns the table under a key, empty if there is none.
    pub fn table(&self, key: &str) -> Option<&Self> {
        match &self.get(key)?.data {
            Data::Table(it) => Some(it),
            _ => None,
        }
    }

    /// Returns the values of a list under a key; a single value counts as a list of one.
    pub fn list(&self, key: &str) -> &[Value] {
        match self.get(key) {
            None => &[],
            Some(Value { data: Data::List(list), .. }) => list,
            Some(value) => std::slice::from_ref(value),
        }
    }

    /// Returns the texts of a list under a key, with their spans; other values are passed over.
    pub fn texts(&self, key: &str) -> impl DoubleEndedIterator<Item = (&str, Span)> {
        self.list(key).iter().filter_map(|it| it.text().map(|text| (text, it.span)))
    }
}

impl Value {
    /// Returns the text of a string or a date.
    pub fn text(&self) -> Option<&str> {
        match &self.data {
            Data::String { text, .. } | Data::Date(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the number.
    pub fn number(&self) -> Option<f64> {
        match self.data {
            #[expect(clippy::cast_precision_loss, reason = "whole numbers of authors are small")]
            Data::Integer(it) => Some(it as f64),
            Data::Float(it) => Some(it),
            _ => None,
        }
    }
}
