//! Whether an SVG image can be published: a picture, and nothing that acts or reaches out.

use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

/// Deepest nesting of elements that is read.
const MAX_DEPTH: usize = 256;

/// Elements that run code, hold other documents or answer to events.
const ACTIVE: &[&str] = &[
    "script",
    "foreignobject",
    "iframe",
    "embed",
    "object",
    "applet",
    "audio",
    "video",
    "source",
    "track",
    "canvas",
    "handler",
    "listener",
    "link",
    "meta",
    "base",
    "form",
    "input",
    "button",
];

/// Names of namespaces whose elements are more than a picture.
const FOREIGN: &[&str] = &[
    "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/1998/math/mathml",
    "http://www.w3.org/2001/xml-events",
];

/// Parts of a style sheet that fetch something.
const FETCHING: &[&str] = &["@import", "@font-face", "image-set(", "src(", "expression(", "//"];

/// Says why an SVG image cannot be published.
///
/// # Errors
///
/// An image that is no well-formed XML with the root `svg`, or that holds code, event handlers,
/// other documents, entities, or references to anything outside itself; the text is a line for
/// people.
pub fn check(text: &str) -> Result<(), String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_comments = true;
    let mut state = State::default();
    loop {
        let event = reader.read_event().map_err(|it| format!("no well-formed XML: {it}"))?;
        match event {
            Event::Start(tag) => {
                state.open(&tag)?;
                state.stack.push(name_of(&tag));
                if state.stack.len() > MAX_DEPTH {
                    return Err(format!("elements nested more than {MAX_DEPTH} deep"));
                }
            }
            Event::Empty(tag) => state.open(&tag)?,
            Event::End(_) => state.close()?,
            Event::Text(it) => state.text(&it)?,
            Event::CData(it) => state.text(&it)?,
            Event::GeneralRef(it) => {
                let entity: &[u8] = &it;
                state.text(resolve(entity)?.as_bytes())?;
            }
            Event::Decl(it) => {
                let encoding = it.encoding().transpose().map_err(|it| it.to_string())?;
                let known = |it: &[u8]| {
                    it.eq_ignore_ascii_case(b"utf-8") || it.eq_ignore_ascii_case(b"us-ascii")
                };
                // A browser would read other bytes than were read here.
                if !encoding.is_none_or(|it| known(&it)) {
                    return Err("declared in another encoding than UTF-8".to_owned());
                }
            }
            Event::PI(_) => return Err("a processing instruction `<?…?>`".to_owned()),
            Event::DocType(it) if it.contains(&b'[') => {
                return Err("a DOCTYPE with declarations of its own".to_owned());
            }
            Event::DocType(_) | Event::Comment(_) => {}
            Event::Eof => return state.end(),
        }
    }
}

#[derive(Default)]
struct State {
    /// Names of the open elements, in lower case.
    stack: Vec<String>,
    /// Whether the root has been seen.
    rooted: bool,
    /// The style sheet at hand: text of the open `style` element, comments taken out.
    style: String,
}

impl State {
    fn open(&mut self, tag: &BytesStart<'_>) -> Result<(), String> {
        let name = name_of(tag);
        if self.stack.is_empty() && std::mem::replace(&mut self.rooted, true) {
            return Err("several root elements".to_owned());
        }
        if self.stack.is_empty() && name != "svg" {
            return Err(format!("the root is `<{name}>`, not `<svg>`"));
        }
        if ACTIVE.contains(&name.as_str()) {
            return Err(format!("the element `<{name}>`"));
        }
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|it| format!("no well-formed XML: {it}"))?;
            let key = String::from_utf8_lossy(attribute.key.as_ref()).to_lowercase();
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|it| format!("`{key}`: {it}"))?;
            check_attribute(&name, &key, &value)?;
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), String> {
        let name = self.stack.pop();
        if name.as_deref() == Some("style") {
            check_style(&std::mem::take(&mut self.style))?;
        }
        Ok(())
    }

    fn text(&mut self, bytes: &[u8]) -> Result<(), String> {
        let text = std::str::from_utf8(bytes).map_err(|it| it.to_string())?;
        if self.stack.is_empty() && !text.trim().is_empty() {
            return Err("text outside the root element".to_owned());
        }
        if self.stack.iter().any(|it| it == "style") {
            self.style.push_str(text);
        }
        Ok(())
    }

    fn end(&self) -> Result<(), String> {
        match self.stack.last() {
            Some(open) => Err(format!("no well-formed XML: `<{open}>` is never closed")),
            None if !self.rooted => Err("no element `<svg>`".to_owned()),
            None => Ok(()),
        }
    }
}

/// Returns an element's name without its prefix, in lower case: a prefix could hide any name.
fn name_of(tag: &BytesStart<'_>) -> String {
    String::from_utf8_lossy(tag.local_name().as_ref()).to_lowercase()
}

/// Returns the text of an entity: one of XML's five, or a character's number.
fn resolve(entity: &[u8]) -> Result<String, String> {
    let name = String::from_utf8_lossy(entity);
    let number = name.strip_prefix('#').map(|it| match it.strip_prefix('x') {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => it.parse(),
    });
    let text = match number {
        Some(number) => number.ok().and_then(char::from_u32).map(String::from),
        None => quick_xml::escape::resolve_predefined_entity(&name).map(str::to_owned),
    };
    text.ok_or_else(|| format!("the entity `&{name};`"))
}

fn check_attribute(element: &str, key: &str, value: &str) -> Result<(), String> {
    if key == "xmlns" || key.starts_with("xmlns:") {
        let lower = value.trim().to_lowercase();
        if FOREIGN.contains(&lower.as_str()) {
            return Err(format!("elements of the namespace `{}`", value.trim()));
        }
        return Ok(());
    }
    let local = key.rsplit(':').next().unwrap_or(key);
    if local.starts_with("on") {
        return Err(format!("the event handler `{key}`"));
    }
    if key == "xml:base" {
        return Err("the attribute `xml:base`".to_owned());
    }
    if matches!(local, "href" | "src" | "srcset" | "formaction") && !is_inside(element, value) {
        return Err(format!("`{key}` leads outside the image"));
    }
    if local == "attributename" {
        let target = value.trim().to_lowercase();
        let target = target.rsplit(':').next().unwrap_or_default();
        if target == "href" || target == "src" || target.starts_with("on") {
            return Err(format!("an animation of `{}`", value.trim()));
        }
    }
    if key == "style" {
        return check_style(value);
    }
    // A browser reads presentation attributes as CSS, escapes and all; those of editors it does not.
    if key.contains(':') {
        return Ok(());
    }
    if value.contains('\\') {
        return Err("a `\\` in an attribute".to_owned());
    }
    let lower = value.to_lowercase();
    if let Some(found) =
        ["image-set(", "src(", "expression("].iter().find(|it| lower.contains(**it))
    {
        return Err(format!("`{found}` in an attribute"));
    }
    check_urls(value)
}

/// Returns whether a reference stays within the image: a part of it, or a picture it carries.
fn is_inside(element: &str, value: &str) -> bool {
    let value = value.trim();
    value.is_empty() || value.starts_with('#') || (element == "image" && is_picture(value))
}

/// Returns whether an address is a bitmap written out.
fn is_picture(address: &str) -> bool {
    let lower = address.get(..32).unwrap_or(address).to_ascii_lowercase();
    ["png", "jpeg", "jpg", "gif", "webp", "avif"].iter().any(|it| {
        lower
            .strip_prefix("data:image/")
            .and_then(|rest| rest.strip_prefix(it))
            .is_some_and(|rest| rest.starts_with(';') || rest.starts_with(','))
    })
}

fn check_style(style: &str) -> Result<(), String> {
    if style.contains('\\') {
        // An escape could spell any word.
        return Err("an escape in a style".to_owned());
    }
    let plain = without_comments(&style.to_lowercase());
    if let Some(found) = FETCHING.iter().find(|it| plain.contains(**it)) {
        return Err(format!("`{found}` in a style"));
    }
    check_urls(&plain)
}

fn without_comments(style: &str) -> String {
    let mut res = String::with_capacity(style.len());
    let mut rest = style;
    while let Some((before, after)) = rest.split_once("/*") {
        res.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    res.push_str(rest);
    res
}

/// Refuses `url(…)` of anything but a part of the image.
fn check_urls(value: &str) -> Result<(), String> {
    let lower = value.to_lowercase();
    for (at, _) in lower.match_indices("url(") {
        let target = lower[at + 4..].trim_start().trim_start_matches(['"', '\'']).trim_start();
        if !target.starts_with('#') {
            return Err("`url(…)` leads outside the image".to_owned());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(inner: &str) -> Result<(), String> {
        check(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">{inner}</svg>"
        ))
    }

    #[test]
    fn pictures_are_safe() {
        for inner in [
            "",
            "<!-- made by hand --><title>a &amp; b &#xe9;</title><path d='M0 0L1 1' fill='url(#a)'/>",
            "<defs><linearGradient id='a'><stop offset='0'/></linearGradient></defs>",
            "<use href='#a'/><use xlink:href=' #a'/>",
            "<style>.a { fill: url( '#b' ) } /* x */ @media print { .a { fill: red } }</style>",
            "<image href='data:image/png;base64,AAAA'/>",
            "<metadata><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><a rdf:about=''/></rdf:RDF></metadata>",
            "<g inkscape:export-filename='/home/a' xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape'/>",
            "<animate attributeName='fill' values='red;blue'/>",
            "<text font-family='a'>javascript: http://a.org</text>",
        ] {
            assert_eq!(of(inner), Ok(()), "{inner}");
        }
        let head = "\u{feff}<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE svg PUBLIC \
                    \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n";
        assert_eq!(check(&format!("{head}<svg xmlns='http://www.w3.org/2000/svg'/>\n")), Ok(()));
    }

    #[test]
    fn attributes_are_read_as_css() {
        for inner in [
            "<rect cursor='\\75rl(http://a.test/c), auto'/>",
            "<rect filter='u\\72l(http://a.test/f#a)'/>",
            "<rect mask=\"image-set('http://a.test/m.png' 1x)\"/>",
            "<set attributeName='mask' to='\\75rl(http://a.test/s)'/>",
        ] {
            assert!(of(inner).is_err(), "{inner}");
        }
    }

    #[test]
    fn what_acts_or_reaches_out_is_not() {
        for inner in [
            "<script>alert(1)</script>",
            "<s:script xmlns:s='http://www.w3.org/2000/svg'>alert(1)</s:script>",
            "<SCRIPT/>",
            "<foreignObject><p>a</p></foreignObject>",
            "<h:img xmlns:h='http://www.w3.org/1999/xhtm&#108;' src='#'/>",
            "<g onclick='alert(1)'/>",
            "<g a:onload='alert(1)' xmlns:a='a'/>",
            "<a href='javascript:alert(1)'><text>a</text></a>",
            "<a href='java&#10;script:alert(1)'/>",
            "<a href='https://a.org'/>",
            "<use href='other.svg#a'/>",
            "<use xlink:href='data:image/svg+xml;base64,AAAA#a'/>",
            "<use href='data:image/png;base64,AAAA'/>",
            "<image href='//a.org/a.png'/>",
            "<image href='data:image/svg+xml;base64,AAAA'/>",
            "<image href='data:image/pngx/../svg+xml,a'/>",
            "<feImage href='http://a.org/a.png'/>",
            "<animate attributeName='href' to='javascript:alert(1)'/>",
            "<set attributeName=' xlink:href ' to='a'/>",
            "<set attributeName='onclick' to='a'/>",
            "<style>@import 'a.css';</style>",
            "<style>@imp<!-- -->ort 'a.css';</style>",
            "<style>@im/**/port 'a.css';</style>",
            "<style><![CDATA[a { fill: url(http://a.org) }]]></style>",
            "<style>a { fill: u&#114;l(a.svg) }</style>",
            "<style>a { fill: \\75rl(a.svg) }</style>",
            "<style>a { background: image-set('a.png' 1x) }</style>",
            "<g style='fill: URL(\"a.svg\")'/>",
            "<g fill='url(http://a.org#a)'/>",
            "<g xml:base='http://a.org/'/>",
            "<text>&nbsp;</text>",
            "<text>&a;</text>",
            "<g a='&a;'/>",
            "<?xml-stylesheet href='a.css'?>",
            "<g a='1' a='2'/>",
            "<g>",
            "</g>",
        ] {
            assert!(of(inner).is_err(), "{inner}");
        }
        for text in [
            "",
            "a",
            "<html/>",
            "<svg/><svg/>",
            "<svg/>a",
            "<svg",
            "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg>&a;</svg>",
            "<!DOCTYPE svg SYSTEM 'a.dtd' [<!ENTITY % a SYSTEM 'http://a.org'>%a;]><svg/>",
            "<?xml version='1.0' encoding='UTF-7'?><svg/>",
            "<?xml-stylesheet href='a.css'?><svg/>",
        ] {
            assert!(check(text).is_err(), "{text}");
        }
    }

    #[test]
    fn deep_images_are_refused_and_long_ones_read() {
        assert!(of(&"<g>".repeat(100_000)).is_err());
        assert_eq!(of(&"<g/>".repeat(100_000)), Ok(()));
    }
}
