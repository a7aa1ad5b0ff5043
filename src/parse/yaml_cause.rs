//! Why YAML cannot be read, in the words of who wrote it.
//!
//! A parser stops where nothing more makes sense, often a line after the slip, and names its own
//! states. The usual slips can be told from the lines before that place.

use std::ops::Range;

/// A slip that explains why a text is no YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cause {
    /// The bytes in question, within the text.
    pub(super) range: Range<usize>,
    /// What is wrong.
    pub(super) message: String,
    /// What to do.
    pub(super) help: String,
}

/// Looks for a slip in the lines up to the byte where a parser gave up.
pub(super) fn find(text: &str, stopped: usize) -> Option<Cause> {
    let mut start = 0;
    let mut before: Option<&str> = None;
    let mut last = None;
    // What stands deeper than a line that opens a text goes on with that text.
    let mut text_at: Option<usize> = None;
    for line in text.split_inclusive('\n') {
        let (at, line_end) = (start, start + line.len());
        let line = line.trim_end();
        start = line_end;
        if line.trim().is_empty() || line.trim_start().starts_with('#') && text_at.is_none() {
            continue;
        }
        let goes_on = text_at.is_some_and(|it| indent(line) > it);
        if !goes_on {
            let (found, certain) = slip(line, before, next(&text[line_end..]), at).unzip();
            // What is certain explains all that follows.
            if certain == Some(true) {
                return found;
            }
            last = found.or(last);
            before = Some(line);
            text_at = opens_text(line).then(|| indent(line));
        }
        if line_end > stopped {
            break;
        }
    }
    last
}

/// Returns the next line that is not empty.
fn next(rest: &str) -> Option<&str> {
    rest.lines().find(|it| !it.trim().is_empty())
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns whether a line opens a text that goes on below it: a block, or between quotes.
fn opens_text(line: &str) -> bool {
    let inner = line.trim_start();
    let from = key(inner).map_or(usize::from(inner.starts_with("- ")), |it| it.len() + 1);
    inner[from..].trim_start().starts_with(['|', '>']) || open_quote(inner).is_some()
}

/// Returns what is wrong with a line, and whether that is certain.
fn slip(line: &str, before: Option<&str>, next: Option<&str>, at: usize) -> Option<(Cause, bool)> {
    let inner = line.trim_start();
    let indent = indent(line);
    let cause = |range: Range<usize>, message: String, help: &str| Cause {
        range: at + range.start..at + range.end,
        message,
        help: help.to_owned(),
    };
    if let Some(tab) = line[..indent].find('\t') {
        let found = cause(tab..tab + 1, "a tab indents this line".into(), "indent with spaces");
        return Some((found, true));
    }
    // A text between quotes may go on below, deeper.
    let is_over = next.is_none_or(|it| self::indent(it) <= indent);
    if let Some((quote, from)) = open_quote(inner).filter(|_| is_over) {
        let message = format!("this {quote} is never closed on its line");
        let help = "close it at the end of the value";
        return Some((cause(indent + from..line.len(), message, help), false));
    }
    if indent > 0 && before.is_some_and(is_complete) && key(inner).is_some() {
        let message = format!("`{}` is indented", key(inner).unwrap_or_default());
        let help = "take the spaces before it away: it stands below no other field";
        return Some((cause(0..indent, message, help), false));
    }
    let word = inner.len() - inner.trim_start_matches(is_name).len();
    let is_item = inner == "-" || inner.starts_with("- ");
    if indent == 0 && word > 0 && key(inner).is_none() && !is_item {
        let name = &inner[..word];
        let missing = if inner[word..].starts_with(':') { "a space" } else { "a colon" };
        let message = format!("{missing} is missing after `{name}`");
        let found = cause(0..word, message, &format!("write `{name}: ` and then the value"));
        return Some((found, false));
    }
    None
}

/// Returns the field that a line begins with.
fn key(line: &str) -> Option<&str> {
    let end = line.find(|c: char| !is_name(c))?;
    let rest = &line[end..];
    (end > 0 && (rest == ":" || rest.starts_with(": "))).then(|| &line[..end])
}

/// Returns whether a line is a field at the margin with its value, below which nothing is indented.
fn is_complete(line: &str) -> bool {
    let value = key(line).map(|it| line[it.len() + 1..].trim());
    value.is_some_and(|it| !it.is_empty() && !it.starts_with(['|', '>', '&', '"', '\'', '[', '{']))
}

/// Returns the quotation mark that a value begins with and its line does not close, and where.
fn open_quote(line: &str) -> Option<(char, usize)> {
    let from = match key(line) {
        Some(key) => key.len() + 1,
        None => line.starts_with("- ").then_some(1)?,
    };
    let value = line[from..].trim_start();
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let closed = value[1..].replace("\\\"", "").contains(quote);
    (!closed).then_some((quote, line.len() - value.len()))
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_slips_are_told() {
        for (text, marked, message) in [
            ("title: Q\n author: jane\n", " ", "`author` is indented"),
            ("title: Q\nauthor jane\nid: a\n", "author", "a colon is missing after `author`"),
            ("title: Q\nauthor:jane\nid: a\n", "author", "a space is missing after `author`"),
            ("tags:\n\t- a\n", "\t", "a tab indents this line"),
            ("title: \"TCP\nid: a\n", "\"TCP", "this \" is never closed on its line"),
            ("text: |\n  \"a\n  b\nauthor jane\n", "author", "a colon is missing after `author`"),
            ("tags:\n  - 'a\nid: b\n", "'a", "this ' is never closed on its line"),
        ] {
            let found = find(text, text.len()).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((&text[found.range], found.message.as_str()), (marked, message));
        }
    }

    #[test]
    fn sound_lines_are_no_slips() {
        let text = "text: >-\n  \"a\n  b c\n\n  'd\nlong: \"a\n  b\"\n# note\ntitle: \"a\\\"b\"\ntext: |\n  a b\ntags:\n  - a\n  - 'b'\nat: {a: b}\nlist:\n- x\n";
        assert_eq!(find(text, text.len()), None);
    }
}
