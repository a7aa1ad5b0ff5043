//! Structured data for search engines (JSON-LD), written straight into text.
//!
//! Every question page has some, so it is made without a tree of values in between.

/// An object of structured data, open at its end.
#[derive(Debug, Clone)]
pub(super) struct Node {
    text: String,
}

impl Node {
    /// Returns an object of a type of schema.org.
    pub(super) fn new(kind: &str) -> Self {
        let mut text = String::with_capacity(256);
        text.push_str("{\"@type\":");
        push_string(&mut text, kind);
        Self { text }
    }

    fn key(&mut self, key: &str) {
        self.text.push(',');
        push_string(&mut self.text, key);
        self.text.push(':');
    }

    /// Adds a text.
    pub(super) fn text(mut self, key: &str, value: &str) -> Self {
        self.key(key);
        push_string(&mut self.text, value);
        self
    }

    /// Adds a text, if there is one.
    pub(super) fn text_if(self, key: &str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.text(key, value),
            None => self,
        }
    }

    /// Adds a number.
    pub(super) fn number(mut self, key: &str, value: usize) -> Self {
        self.key(key);
        self.text.push_str(&value.to_string());
        self
    }

    /// Adds an object.
    pub(super) fn node(mut self, key: &str, value: Self) -> Self {
        self.key(key);
        self.push(value);
        self
    }

    /// Adds an object, if there is one.
    pub(super) fn node_if(self, key: &str, value: Option<Self>) -> Self {
        match value {
            Some(value) => self.node(key, value),
            None => self,
        }
    }

    /// Adds a list of objects.
    pub(super) fn list(mut self, key: &str, values: impl IntoIterator<Item = Self>) -> Self {
        self.key(key);
        self.text.push('[');
        for (at, value) in values.into_iter().enumerate() {
            if at > 0 {
                self.text.push(',');
            }
            self.push(value);
        }
        self.text.push(']');
        self
    }

    fn push(&mut self, mut value: Self) {
        value.text.push('}');
        self.text.push_str(&value.text);
    }
}

/// Returns several objects as one text that cannot end the script element it stands in.
pub(super) fn graph(nodes: impl IntoIterator<Item = Node>) -> String {
    let mut all = Node { text: "{\"@context\":\"https://schema.org\"".to_owned() };
    all = all.list("@graph", nodes);
    all.text.push('}');
    all.text
}

/// Returns a text of JSON in which nothing means anything to HTML.
///
/// What is replaced can stand within strings of JSON only.
pub(super) fn harmless(json: &str) -> String {
    let mut res = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                res.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            _ => res.push(c),
        }
    }
    res
}

/// Appends a string of JSON in which nothing means anything to HTML.
fn push_string(out: &mut String, text: &str) {
    out.push('"');
    let mut done = 0;
    for (at, byte) in text.bytes().enumerate() {
        // Line and paragraph separators begin with this byte, and end lines of scripts.
        let separator = || text[at..].starts_with(['\u{2028}', '\u{2029}']);
        let special = matches!(byte, b'"' | b'\\' | b'<' | b'>' | b'&' | ..b' ')
            || byte == 0xe2 && separator();
        if special {
            out.push_str(&text[done..at]);
            let c = text[at..].chars().next().expect("a character begins here");
            match c {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                _ => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            }
            done = at + c.len_utf8();
        }
    }
    out.push_str(&text[done..]);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value as Json;

    use super::*;

    #[test]
    fn structured_data_cannot_end_its_element() {
        let text = graph([Node::new("Thing").text("name", "</script><!--&\u{2028}\u{2029}")]);
        assert_eq!(
            text,
            "{\"@context\":\"https://schema.org\",\"@graph\":[{\"@type\":\"Thing\",\"name\":\"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\\u2029\"}]}"
        );
    }

    #[test]
    fn json_keeps_its_meaning_without_what_html_reads() {
        let json = "{\"a\":\"</script><!--&\u{2028}\u{2029}\"}";
        let safe = harmless(json);
        assert_eq!(safe, r#"{"a":"\u003c/script\u003e\u003c!--\u0026\u2028\u2029"}"#);
        let read = |it: &str| serde_json::from_str::<Json>(it).unwrap();
        assert_eq!(read(&safe), read(json));
    }

    proptest! {
        #[test]
        fn what_is_written_can_be_read(text in any::<String>(), number in 0_usize..1000) {
            let inner = Node::new("A").text("x", &text).number("n", number);
            let written = graph([inner.clone(), Node::new("B").list("many", [inner.clone(), inner])]);
            let special = ['<', '>', '&', '\u{2028}', '\u{2029}', '\n'];
            prop_assert!(!written.contains(special));
            let read: Json = serde_json::from_str(&written).unwrap();
            prop_assert_eq!(read["@graph"][0]["x"].as_str(), Some(text.as_str()));
            prop_assert_eq!(read["@graph"][1]["many"][1]["n"].as_u64(), Some(number as u64));
        }
    }
}
