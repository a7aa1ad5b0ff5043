//! What a piece of raw HTML says, as far as it is harmless: its tags with their harmless attributes.
//!
//! Pieces are read by the HTML standard's own tokeniser and never copied: whoever shows them
//! writes new tags, so no trick of spelling survives.

use std::cell::RefCell;

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// A part of raw HTML that may be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A start tag.
    Open {
        /// Name of the element, in lower case, one of a fixed list.
        name: &'static str,
        /// Harmless attributes with values decoded; `href` and `src` not yet judged.
        attributes: Vec<(&'static str, String)>,
    },
    /// An end tag.
    Close(&'static str),
    /// Text, entities resolved.
    Text(String),
}

/// A piece of raw HTML, read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RawHtml {
    /// What may be shown.
    pub parts: Vec<Part>,
    /// What is left out, each for people: "`<script>`", "`onclick` of `<a>`".
    pub removed: Vec<String>,
    /// Names in tags that are no HTML elements, in lower case.
    pub unknown: Vec<String>,
    /// Element that was opened and not closed and whose content is to be left out.
    pub skipping: Option<String>,
}

/// Reads a piece of raw HTML: a tag in a line, or a whole block.
pub fn read(raw: &str) -> RawHtml {
    let sink = Sink::default();
    // Most pieces are a comment or a lone tag, for which the tokeniser is cheap enough.
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(raw));
    // The tokeniser stops only where a sink asks it to run a script.
    while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
    tokenizer.end();
    let state = tokenizer.sink.state.into_inner();
    RawHtml { skipping: state.skipping.map(|(name, _)| name), ..state.read }
}

/// Returns whether a piece is nothing but comments and white space.
pub fn is_comment(raw: &str) -> bool {
    let mut rest = raw.trim();
    while let Some(comment) = rest.strip_prefix("<!--") {
        let Some(end) = comment.find("-->") else {
            return true;
        };
        rest = comment[end + 3..].trim_start();
    }
    rest.is_empty()
}

/// Returns whether an element has no content and no end tag.
pub fn is_void(name: &str) -> bool {
    matches!(name, "br" | "hr" | "img" | "wbr" | "col")
}

/// Elements that may be shown.
const ALLOWED: &[&str] = &[
    "a",
    "abbr",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "col",
    "colgroup",
    "data",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "u",
    "ul",
    "var",
    "wbr",
];

/// All other elements of HTML, obsolete ones included.
const REFUSED: &[&str] = &[
    "acronym",
    "address",
    "applet",
    "area",
    "article",
    "aside",
    "audio",
    "base",
    "basefont",
    "bgsound",
    "big",
    "blink",
    "body",
    "button",
    "canvas",
    "center",
    "datalist",
    "dialog",
    "dir",
    "embed",
    "fieldset",
    "font",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "head",
    "header",
    "hgroup",
    "html",
    "iframe",
    "image",
    "input",
    "isindex",
    "keygen",
    "label",
    "legend",
    "link",
    "listing",
    "main",
    "map",
    "marquee",
    "math",
    "menu",
    "menuitem",
    "meta",
    "meter",
    "multicol",
    "nav",
    "nextid",
    "nobr",
    "noembed",
    "noframes",
    "noscript",
    "object",
    "optgroup",
    "option",
    "output",
    "param",
    "picture",
    "plaintext",
    "portal",
    "progress",
    "rb",
    "rtc",
    "script",
    "search",
    "section",
    "select",
    "selectedcontent",
    "slot",
    "source",
    "spacer",
    "strike",
    "style",
    "svg",
    "template",
    "textarea",
    "title",
    "track",
    "tt",
    "video",
    "xmp",
];

/// Elements whose content goes with them.
const REMOVED_WHOLE: &[&str] = &[
    "applet", "audio", "canvas", "datalist", "embed", "iframe", "math", "noembed", "noframes",
    "noscript", "object", "script", "select", "style", "svg", "template", "textarea", "title",
    "video", "xmp",
];

/// Returns whether a name is one of an HTML element.
pub fn is_element(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ALLOWED.contains(&name.as_str()) || REFUSED.contains(&name.as_str())
}

/// Returns the attribute of an element as it may be shown.
fn attribute(element: &str, name: &str, value: &str) -> Option<&'static str> {
    let number =
        || !value.is_empty() && value.len() < 6 && value.bytes().all(|it| it.is_ascii_digit());
    let allowed = match name {
        "title" => "title",
        "lang" => "lang",
        "dir" if matches!(value, "ltr" | "rtl" | "auto") => "dir",
        "href" if element == "a" => "href",
        "src" if element == "img" => "src",
        "alt" if element == "img" => "alt",
        "width" if element == "img" && number() => "width",
        "height" if element == "img" && number() => "height",
        "start" if element == "ol" && number() => "start",
        "reversed" if element == "ol" => "reversed",
        "type" if element == "ol" && matches!(value, "1" | "a" | "A" | "i" | "I") => "type",
        "value" if element == "li" && number() => "value",
        "value" if element == "data" => "value",
        "colspan" if matches!(element, "td" | "th") && number() => "colspan",
        "rowspan" if matches!(element, "td" | "th") && number() => "rowspan",
        "scope" if element == "th" && matches!(value, "row" | "col" | "rowgroup" | "colgroup") => {
            "scope"
        }
        "span" if matches!(element, "col" | "colgroup") && number() => "span",
        "open" if element == "details" => "open",
        "datetime" if matches!(element, "time" | "del" | "ins") => "datetime",
        _ => return None,
    };
    Some(allowed)
}

#[derive(Default)]
struct Sink {
    // The tokeniser hands out tokens by shared reference.
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    read: RawHtml,
    /// Element whose content is left out, and how many of its name are open.
    skipping: Option<(String, usize)>,
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.state.borrow_mut();
        match token {
            Token::TagToken(tag) => return state.tag(&tag),
            Token::CharacterTokens(text) if state.skipping.is_none() => {
                match state.read.parts.last_mut() {
                    Some(Part::Text(last)) => last.push_str(&text),
                    _ => state.read.parts.push(Part::Text(text.to_string())),
                }
            }
            Token::DoctypeToken(_) => state.read.removed.push("`<!DOCTYPE>`".to_owned()),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl State {
    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        let opens = tag.kind == TagKind::StartTag;
        if let Some((skipped, depth)) = &mut self.skipping {
            if name == skipped {
                *depth = if opens { *depth + 1 } else { *depth - 1 };
                if *depth == 0 {
                    self.skipping = None;
                }
            }
            return TokenSinkResult::Continue;
        }
        let Some(name) = ALLOWED.iter().find(|it| **it == name) else {
            return self.refuse(name, opens, tag.self_closing);
        };
        if !opens {
            self.read.parts.push(Part::Close(name));
            return TokenSinkResult::Continue;
        }
        let mut attributes: Vec<(&'static str, String)> = Vec::new();
        for it in &tag.attrs {
            match attribute(name, &it.name.local, &it.value) {
                Some(known) => attributes.push((known, it.value.to_string())),
                None => self.read.removed.push(format!("`{}` of `<{name}>`", it.name.local)),
            }
        }
        self.read.parts.push(Part::Open { name, attributes });
        TokenSinkResult::Continue
    }

    fn refuse(&mut self, name: &str, opens: bool, closed: bool) -> TokenSinkResult<()> {
        if !REFUSED.contains(&name) {
            if opens {
                self.read.unknown.push(name.to_owned());
            }
            return TokenSinkResult::Continue;
        }
        if opens {
            self.read.removed.push(format!("`<{name}>`"));
        }
        let foreign = matches!(name, "svg" | "math");
        if opens && REMOVED_WHOLE.contains(&name) && name != "embed" && !(foreign && closed) {
            self.skipping = Some((name.to_owned(), 1));
        }
        match name {
            "script" if opens => TokenSinkResult::RawData(RawKind::ScriptData),
            "style" | "xmp" | "iframe" | "noembed" | "noframes" if opens => {
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            "textarea" | "title" if opens => TokenSinkResult::RawData(RawKind::Rcdata),
            _ => TokenSinkResult::Continue,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(raw: &str) -> (Vec<String>, Vec<String>) {
        let read = read(raw);
        (read.removed, read.unknown)
    }

    #[test]
    fn what_is_left_out_is_told() {
        for (raw, removed, unknown) in [
            ("<b>", &[] as &[&str], &[] as &[&str]),
            ("</b>", &[], &[]),
            ("<!-- a -->", &[], &[]),
            ("<script>a</script>", &["`<script>`"], &[]),
            (
                "<B onClick=a Style='b' ID=c>",
                &["`onclick` of `<b>`", "`style` of `<b>`", "`id` of `<b>`"],
                &[],
            ),
            (
                "<div><script><T></script><p class=a></div>",
                &["`<script>`", "`class` of `<p>`"],
                &[],
            ),
            ("<img width=100% src=a>", &["`width` of `<img>`"], &[]),
            ("<T>", &[], &["t"]),
            ("<my-tag a=b>", &[], &["my-tag"]),
            ("</T>", &[], &[]),
            ("<!DOCTYPE html>", &["`<!DOCTYPE>`"], &[]),
        ] {
            let (found_removed, found_unknown) = told(raw);
            assert_eq!(found_removed, removed, "{raw}");
            assert_eq!(found_unknown, unknown, "{raw}");
        }
    }

    #[test]
    fn content_goes_with_its_element() {
        let parts = |raw: &str| read(raw).parts;
        assert_eq!(parts("<script>a<b></script>c"), [Part::Text("c".to_owned())]);
        assert_eq!(parts("<svg><svg></svg><b></svg>c"), [Part::Text("c".to_owned())]);
        assert_eq!(parts("<math/>c"), [Part::Text("c".to_owned())]);
        assert_eq!(read("<style>a").skipping.as_deref(), Some("style"));
        assert_eq!(read("<b>a").skipping, None);
    }

    #[test]
    fn comments_are_known() {
        for (raw, expected) in [
            ("<!-- a -->", true),
            (" <!-- a -->\n<!-- b -->\n", true),
            ("<!-- a", true),
            ("<!-- a --> b", false),
            ("<b>", false),
        ] {
            assert_eq!(is_comment(raw), expected, "{raw}");
        }
    }

    #[test]
    fn elements_are_known() {
        assert!(is_element("B") && is_element("script"));
        assert!(!is_element("t") && !is_element("my-tag"));
        assert!(ALLOWED.iter().all(|it| !REFUSED.contains(it)));
        assert!(REMOVED_WHOLE.iter().all(|it| REFUSED.contains(it)));
    }
}
