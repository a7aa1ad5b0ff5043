//! Text as HTML.

/// Appends a text to HTML, to stand between tags or in a quoted attribute.
pub fn push_escaped(out: &mut String, text: &str) {
    push(out, text, |byte| match byte {
        b'"' => Some("&quot;"),
        b'\'' => Some("&#39;"),
        _ => of_text(byte),
    });
}

/// Appends a text to HTML, to stand between tags; quotes stay as they are.
pub fn push_text(out: &mut String, text: &str) {
    push(out, text, of_text);
}

/// Returns the entity of a byte that has a meaning between tags.
fn of_text(byte: u8) -> Option<&'static str> {
    match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        _ => None,
    }
}

/// Appends a text with the bytes replaced that have an entity, all of them ASCII.
fn push(out: &mut String, text: &str, entity: impl Fn(u8) -> Option<&'static str>) {
    let mut done = 0;
    for (at, byte) in text.bytes().enumerate() {
        if let Some(entity) = entity(byte) {
            out.push_str(&text[done..at]);
            out.push_str(entity);
            done = at + 1;
        }
    }
    out.push_str(&text[done..]);
}

/// Appends an attribute with a blank before it.
pub fn push_attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    push_escaped(out, value);
    out.push('"');
}

/// Returns a text as HTML, to stand between tags or in a quoted attribute.
pub fn escaped(text: &str) -> String {
    let mut res = String::with_capacity(text.len() + 8);
    push_escaped(&mut res, text);
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_end_a_text_or_an_attribute_is_escaped() {
        assert_eq!(escaped("a & <b> \"c\" 'd' é"), "a &amp; &lt;b&gt; &quot;c&quot; &#39;d&#39; é");
        let mut text = String::new();
        push_text(&mut text, "a & <b> \"c\"");
        assert_eq!(text, "a &amp; &lt;b&gt; \"c\"");
    }
}
