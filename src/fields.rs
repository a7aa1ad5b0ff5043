//! What may stand in a table: one description serves checking, the JSON Schema and the reference.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Edit, Place, did_you_mean, nearest};
use crate::source::{Source, Span};
use crate::value::{Data, Table, Value};

/// A key that may stand in a table.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The key.
    pub name: &'static str,
    /// What its value must be.
    pub kind: Kind,
    /// What holds when the key is absent, in an author's words.
    pub default: &'static str,
    /// What the value means: one or two sentences.
    pub doc: &'static str,
}

/// What a value must be.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Any text.
    Text,
    /// `true` or `false`.
    Bool,
    /// A whole number from `min` to `max`.
    Integer {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// Any number from `min` to `max`.
    Number {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
    },
    /// A date `YYYY-MM-DD`.
    Date,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A name of lower-case letters, digits, `.`, `_` and `-`, beginning with a letter or digit.
    Id,
    /// Names as in `Id` joined by `/`, at most 120 bytes.
    LongId,
    /// An address that begins with `http://`, `https://`; `mailto:` also where a page links.
    Url,
    /// A list; a single value counts as a list of one.
    List(&'static Self),
    /// A table of these fields.
    Table(&'static [Field]),
    /// A table with any keys.
    Map(&'static Self),
    /// A table whose keys are names that whoever uses the table knows, and reports others.
    Named {
        /// Returns the names.
        names: fn() -> Vec<&'static str>,
        /// What each value must be.
        of: &'static Self,
    },
    /// The first of these that fits.
    Either(&'static [Self]),
}

impl Kind {
    /// Returns what must be written, in an author's words.
    pub fn describe(&self) -> String {
        match self {
            Self::Text => "text".to_owned(),
            Self::Bool => "`true` or `false`".to_owned(),
            Self::Integer { min, max: i64::MAX } => format!("a whole number from {min}"),
            Self::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Self::Number { min, max } if max.is_finite() => format!("a number from {min} to {max}"),
            Self::Number { .. } => "a number".to_owned(),
            Self::Date => "a date `YYYY-MM-DD`".to_owned(),
            Self::OneOf(words) => {
                words.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")
            }
            Self::Id => "a name of lower-case letters, digits, `.`, `_`, `-`".to_owned(),
            Self::LongId => {
                "an id of lower-case letters, digits, `.`, `_`, `-`, joined by `/`".to_owned()
            }
            Self::Url => "an address that begins with `https://`".to_owned(),
            Self::List(kind) => format!("a list of {}", kind.describe()),
            Self::Table(_) | Self::Map(_) | Self::Named { .. } => "a table".to_owned(),
            Self::Either(kinds) => {
                kinds.iter().map(Self::describe).collect::<Vec<_>>().join(" or ")
            }
        }
    }
}

/// Checks a table against its fields, mends what is only written differently, and reports the rest.
///
/// Afterwards each value that was not reported has the shape its field asks for: numbers and truth
/// values where text is meant have become text. Values that were reported as wrong are removed, so
/// that the default holds.
pub fn check(table: &mut Table, fields: &[Field], source: &Source, out: &mut Vec<Diagnostic>) {
    check_within(table, fields, "", source, out);
}

/// As `check`, of a table within others: messages name its keys after `prefix`, such as `lint.`.
pub fn check_within(
    table: &mut Table,
    fields: &[Field],
    prefix: &str,
    source: &Source,
    out: &mut Vec<Diagnostic>,
) {
    Checker { source, out }.table(table, fields, prefix);
}

struct Checker<'a> {
    source: &'a Source,
    out: &'a mut Vec<Diagnostic>,
}

impl Checker<'_> {
    fn place(&self, span: Span) -> Place {
        Place { path: Arc::clone(&self.source.path), span }
    }

    fn table(&mut self, table: &mut Table, fields: &[Field], prefix: &str) {
        let taken: Vec<String> = table.entries.iter().map(|it| it.key.clone()).collect();
        table.entries.retain_mut(|entry| {
            let name = format!("{prefix}{}", entry.key);
            let Some(field) = fields.iter().find(|it| it.name == entry.key) else {
                self.unknown(&entry.key, entry.key_span, &name, fields, &taken);
                return false;
            };
            entry.value.data == Data::Null || self.value(&mut entry.value, &field.kind, &name)
        });
    }

    fn unknown(&mut self, key: &str, span: Span, name: &str, fields: &[Field], taken: &[String]) {
        // A field that is written already is not what was meant.
        let known: Vec<&str> = fields
            .iter()
            .map(|it| it.name)
            .filter(|it| taken.iter().all(|taken| taken != it))
            .collect();
        let place = self.place(span);
        let found = Diagnostic::warn("unknown-field", place, format!("unknown field `{name}`"))
            .help_if(did_you_mean(key, known.iter().copied()));
        self.out.push(match nearest(key, known) {
            Some(it) => {
                let edits = vec![Edit { span, text: it.to_owned() }];
                found.unsafe_fix(format!("write `{it}`"), edits)
            }
            None => found,
        });
    }

    /// Checks one value and returns whether it may stay.
    fn value(&mut self, value: &mut Value, kind: &Kind, name: &str) -> bool {
        match kind {
            Kind::Text | Kind::Id | Kind::LongId | Kind::Url | Kind::OneOf(_) => {
                self.become_text(value, kind, name);
            }
            _ => {}
        }
        match (kind, &mut value.data) {
            (Kind::Text, Data::String { .. }) | (Kind::Bool, Data::Bool(_)) => true,
            (Kind::Integer { min, max }, Data::Integer(it)) if *min <= *it && *it <= *max => true,
            (Kind::Number { min, max }, Data::Integer(_) | Data::Float(_)) => {
                let number = value.number().unwrap_or(f64::NAN);
                *min <= number && number <= *max || self.invalid(value, kind, name)
            }
            (Kind::Date, Data::Date(it) | Data::String { text: it, .. }) => {
                is_date(it) || self.invalid(value, kind, name)
            }
            (Kind::OneOf(words), Data::String { text, .. }) => {
                words.contains(&text.as_str()) || self.invalid_word(value, words, name)
            }
            (Kind::Id, Data::String { text, .. }) => {
                is_id(text) || self.invalid_id(value, kind, name)
            }
            (Kind::LongId, Data::String { text, .. }) => {
                is_long_id(text) || self.invalid_id(value, kind, name)
            }
            (Kind::Url, Data::String { text, .. }) => {
                is_url(text) || self.invalid(value, kind, name)
            }
            (Kind::List(kind), Data::List(list)) => {
                list.retain_mut(|it| self.value(it, kind, name));
                true
            }
            (Kind::List(kind), _) => self.value(value, kind, name),
            (Kind::Table(fields), Data::Table(table)) => {
                self.table(table, fields, &format!("{name}."));
                true
            }
            (Kind::Map(kind) | Kind::Named { of: kind, .. }, Data::Table(table)) => {
                table.entries.retain_mut(|entry| {
                    let name = format!("{name}.{}", entry.key);
                    self.value(&mut entry.value, kind, &name)
                });
                true
            }
            (Kind::Either(kinds), _) => self.either(value, kinds, name),
            (Kind::Integer { .. }, Data::Integer(_)) => self.invalid(value, kind, name),
            _ => self.wrong_type(value, kind, name),
        }
    }

    /// Takes the first alternative that fits; reports the one of the value's own shape otherwise.
    fn either(&mut self, value: &mut Value, kinds: &[Kind], name: &str) -> bool {
        for kind in kinds {
            let mut trial = value.clone();
            let mut found = Vec::new();
            let kept =
                Checker { source: self.source, out: &mut found }.value(&mut trial, kind, name);
            if kept && found.is_empty() {
                *value = trial;
                return true;
            }
            let same_shape = matches!(
                (kind, &value.data),
                (Kind::Table(_), Data::Table(_)) | (Kind::List(_), Data::List(_))
            );
            if same_shape {
                *value = trial;
                self.out.append(&mut found);
                return kept;
            }
        }
        let text = matches!(value.data, Data::String { .. })
            && kinds.iter().any(|it| {
                !matches!(it, Kind::Table(_) | Kind::Map(_) | Kind::Named { .. } | Kind::List(_))
            });
        let rule = if text { "invalid-value" } else { "wrong-type" };
        let shapes = kinds.iter().map(Kind::describe).collect::<Vec<_>>().join(" or ");
        let place = self.place(value.span);
        self.out.push(Diagnostic::deny(rule, place, format!("`{name}` must be {shapes}")));
        false
    }

    /// Turns a number, a truth value or a date that stands where text is meant into that text.
    fn become_text(&mut self, value: &mut Value, kind: &Kind, name: &str) {
        let word = matches!(&value.data, Data::String { text, plain: true } if is_yaml_word(text));
        let plain = word
            || matches!(
                value.data,
                Data::Bool(_) | Data::Integer(_) | Data::Float(_) | Data::Date(_)
            );
        let Some(raw) = self.source.text.get(value.span.range()) else { return };
        if !plain {
            return;
        }
        let raw = raw.to_owned();
        let ambiguous = matches!(kind, Kind::Text) && !matches!(value.data, Data::Date(_)) && {
            let canonical = match value.data {
                Data::Integer(it) => it.to_string(),
                Data::Float(it) => it.to_string(),
                _ => String::new(),
            };
            canonical != raw
        };
        if ambiguous {
            let message = if word {
                format!("some tools read `{raw}` as true or false, but `{name}` is text")
            } else {
                format!("`{raw}` is read as {}, but `{name}` is text", value.data.kind())
            };
            let edits = vec![Edit { span: value.span, text: format!("\"{raw}\"") }];
            let place = self.place(value.span);
            self.out.push(
                Diagnostic::warn("ambiguous-scalar", place, message)
                    .help("put it between quotes")
                    .safe_fix("put it between quotes", edits),
            );
        }
        value.data = Data::String { text: raw, plain: true };
    }

    fn wrong_type(&mut self, value: &Value, kind: &Kind, name: &str) -> bool {
        let message = format!("`{name}` must be {}, found {}", kind.describe(), value.data.kind());
        let yes_no =
            matches!(kind, Kind::Bool).then(|| value.text()).flatten().and_then(|text| match text
                .to_lowercase()
                .as_str()
            {
                "yes" | "on" | "y" => Some("write `true`".to_owned()),
                "no" | "off" | "n" => Some("write `false`".to_owned()),
                _ => None,
            });
        let place = self.place(value.span);
        self.out.push(Diagnostic::deny("wrong-type", place, message).help_if(yes_no));
        false
    }

    fn invalid(&mut self, value: &Value, kind: &Kind, name: &str) -> bool {
        let raw = self.source.text.get(value.span.range()).unwrap_or_default();
        let message = format!("`{name}` must be {}, found `{}`", kind.describe(), shorten(raw));
        let place = self.place(value.span);
        self.out.push(Diagnostic::deny("invalid-value", place, message));
        false
    }

    fn invalid_word(&mut self, value: &Value, words: &[&str], name: &str) -> bool {
        let text = value.text().unwrap_or_default();
        let message = format!("`{}` is no value of `{name}`", shorten(text));
        let place = self.place(value.span);
        let known = words.iter().copied();
        let listed = words.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
        let found = Diagnostic::deny("invalid-value", place, message)
            .help(format!("write one of {listed}"))
            .help_if(nearest(text, known.clone()).map(|it| format!("did you mean `{it}`?")));
        self.out.push(match nearest(text, known) {
            Some(it) => {
                let edits = vec![Edit::of_value(self.source, value.span, it)];
                found.unsafe_fix(format!("write `{it}`"), edits)
            }
            None => found,
        });
        false
    }

    fn invalid_id(&mut self, value: &Value, kind: &Kind, name: &str) -> bool {
        let text = value.text().unwrap_or_default();
        let message = format!("`{}` is no id", shorten(text));
        let help = format!("`{name}` is {}", kind.describe());
        let place = self.place(value.span);
        self.out.push(Diagnostic::deny("invalid-id", place, message).help(help));
        false
    }
}

/// Returns whether a plain word is a truth value in YAML 1.1, which many tools read.
fn is_yaml_word(text: &str) -> bool {
    ["yes", "no", "on", "off"].iter().any(|it| text.eq_ignore_ascii_case(it))
}

/// Returns the beginning of a text that may be long, for a message.
pub fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() <= 60 && line.len() == text.trim_end().len() {
        return line.to_owned();
    }
    let mut res: String = line.chars().take(57).collect();
    res.push('…');
    res
}

/// Returns whether a text is a day of the Gregorian calendar written `YYYY-MM-DD`.
pub fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return false;
    }
    let number = |range: std::ops::Range<usize>| {
        text.get(range)
            .filter(|it| it.bytes().all(|byte| byte.is_ascii_digit()))?
            .parse::<u32>()
            .ok()
    };
    let (Some(year), Some(month), Some(day)) = (number(0..4), number(5..7), number(8..10)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// Returns whether a text is a name as in `Kind::Id`.
pub fn is_id(text: &str) -> bool {
    text.len() <= 120
        && text.bytes().next().is_some_and(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
        && text
            .bytes()
            .all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || b"._-".contains(&it))
}

/// Returns whether a text is an id as in `Kind::LongId`.
pub fn is_long_id(text: &str) -> bool {
    text.len() <= 120 && text.split('/').all(is_id)
}

/// Returns whether a text is an address as in `Kind::Url`.
pub fn is_url(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|it| !it.is_empty() && !it.starts_with('/'))
        && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"`".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar() {
        for good in ["2026-01-31", "2024-02-29", "2000-02-29", "2026-12-01"] {
            assert!(is_date(good), "{good}");
        }
        for bad in [
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-04-31",
            "2026-1-01",
            "2026/01/01",
            "+026-01-01",
            "2026-00-10",
            "２026-01-0",
        ] {
            assert!(!is_date(bad), "{bad}");
        }
    }

    #[test]
    fn ids() {
        for good in ["a", "mle/multi-gpu", "0x", "a.b_c-d"] {
            assert!(is_long_id(good), "{good}");
        }
        for bad in ["", "/a", "a/", "a//b", "-a", "A", "a b", "é", "..", "a/../b"] {
            assert!(!is_long_id(bad), "{bad}");
        }
        assert!(is_long_id(&"a".repeat(120)) && !is_long_id(&"a".repeat(121)));
    }
}
