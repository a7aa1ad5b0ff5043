//! The author's own HTML: written anew from what `raw_html` found harmless, so that it can
//! neither leave its block nor pass for the site's own markup.

use crate::plan::Href;
use crate::raw_html::{self, Part};

use super::escape::push_attribute;
use super::html::Writer;

/// Most of the author's elements that may be open at once; deeper ones are left out.
const MAX_OPEN: usize = 32;

/// Appends a piece of the author's HTML; returns the element whose content is to be left out up
/// to its end tag, where the piece opens one.
pub(super) fn push(writer: &mut Writer<'_, '_>, raw: &str) -> Option<String> {
    let read = raw_html::read(raw);
    for part in read.parts {
        match part {
            Part::Text(text) => writer.authors_text(&text),
            Part::Open { name, attributes } => open(writer, name, &attributes),
            Part::Close(name) => writer.close_author(name),
        }
    }
    read.skipping
}

fn open(writer: &mut Writer<'_, '_>, name: &'static str, attributes: &[(&'static str, String)]) {
    // A part of a table without its table would end a cell of ours.
    if !writer.may_open(name) || writer.authors_open() >= MAX_OPEN {
        return;
    }
    let mut tag = format!("<{name}");
    for (attribute, value) in attributes {
        if !matches!(*attribute, "href" | "src") {
            push_attribute(&mut tag, attribute, value);
            continue;
        }
        match (writer.field.links)(value) {
            Href::Url { url, size } => {
                push_attribute(&mut tag, attribute, &url);
                let sized = attributes.iter().any(|(it, _)| matches!(*it, "width" | "height"));
                if let (Some((width, height)), false, "src") = (size, sized, *attribute) {
                    tag.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
                }
            }
            Href::Nothing => {}
        }
    }
    if name == "img" {
        if !tag.contains(" src=") {
            return;
        }
        tag.push_str(" loading=\"lazy\" decoding=\"async\"");
    }
    tag.push('>');
    writer.out.push_str(&tag);
    if raw_html::is_void(name) {
        writer.trim &= name != "img";
    } else {
        writer.open_author(name);
    }
}
