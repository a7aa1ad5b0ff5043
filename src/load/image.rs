//! The size at which a browser shows an image.

use std::io::{BufRead, Seek};

/// Returns the size of a raster image; `head` is its beginning.
pub(super) fn raster(reader: impl BufRead + Seek, head: &[u8]) -> Option<(u32, u32)> {
    let size = imagesize::reader_size(reader).ok()?;
    let (width, height) = (u32::try_from(size.width).ok()?, u32::try_from(size.height).ok()?);
    if width == 0 || height == 0 {
        return None;
    }
    Some(if is_on_its_side(head) { (height, width) } else { (width, height) })
}

/// Returns whether a JPEG's Exif data has it turned by a quarter, as browsers do.
fn is_on_its_side(bytes: &[u8]) -> bool {
    orientation(bytes).is_some_and(|it| (5..=8).contains(&it))
}

fn orientation(bytes: &[u8]) -> Option<u16> {
    let mut rest = bytes.strip_prefix(b"\xff\xd8")?;
    let exif = loop {
        let [0xff, marker, high, low, ..] = *rest else { return None };
        // The picture itself begins.
        if marker == 0xda {
            return None;
        }
        let len = usize::from(u16::from_be_bytes([high, low]));
        let segment = rest.get(4..2 + len)?;
        if let (0xe1, Some(exif)) = (marker, segment.strip_prefix(b"Exif\0\0")) {
            break exif;
        }
        rest = &rest[2 + len..];
    };
    let little = match exif.get(..2)? {
        b"II" => true,
        b"MM" => false,
        _ => return None,
    };
    let short = |at: usize| {
        let bytes: [u8; 2] = exif.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let (first, second) = (usize::from(short(4)?), usize::from(short(6)?));
    let directory = if little { first | second << 16 } else { first << 16 | second };
    let n_entries = usize::from(short(directory)?);
    (0..n_entries)
        .map(|entry| directory + 2 + entry * 12)
        .find(|at| short(*at) == Some(0x112))
        .and_then(|at| short(at + 8))
}

/// Returns the size of an SVG image, by its width and height and its view box.
pub(super) fn svg(text: &str) -> Option<(u32, u32)> {
    let mut width = None;
    let mut height = None;
    let mut view_box = None;
    for (name, value) in attributes(root_tag(text)?) {
        match name {
            "width" => width = length(value),
            "height" => height = length(value),
            "viewBox" => {
                let parts: Vec<f64> = value
                    .split([' ', ',', '\t', '\n', '\r'])
                    .filter(|it| !it.is_empty())
                    .map_while(|it| it.parse().ok())
                    .collect();
                if let [_, _, width, height] = parts[..] {
                    view_box = Some((width, height)).filter(|_| width > 0.0 && height > 0.0);
                }
            }
            _ => {}
        }
    }
    let (width, height) = match (width, height, view_box) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some((w, h))) => (width, width * h / w),
        (None, Some(height), Some((w, h))) => (height * w / h, height),
        (None, None, Some(size)) => size,
        _ => return None,
    };
    let pixels = |it: f64| {
        let it = it.round().max(1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range")]
        (it <= f64::from(u32::MAX)).then_some(it as u32)
    };
    Some((pixels(width)?, pixels(height)?))
}

/// Returns what stands in the tag of the root element, after its name.
fn root_tag(text: &str) -> Option<&str> {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        rest = if rest.starts_with("<?") {
            rest.split_once("?>")?.1
        } else if rest.starts_with("<!--") {
            rest.split_once("-->")?.1
        } else if rest.starts_with("<!") {
            let end = rest.find(['>', '['])?;
            match rest[end..].strip_prefix('[') {
                Some(subset) => subset.split_once(']')?.1.split_once('>')?.1,
                None => &rest[end + 1..],
            }
        } else {
            break;
        }
        .trim_start();
    }
    let (name, attributes) = rest.strip_prefix('<')?.split_once([' ', '\t', '\n', '\r'])?;
    (name == "svg" || name.ends_with(":svg")).then_some(attributes)
}

/// Returns the names and values of attributes, to the end of the tag.
fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = tag;
    std::iter::from_fn(move || {
        let (name, after) = rest.split_once('=')?;
        let name = name.trim();
        let after = after.trim_start();
        let quote = after.chars().next().filter(|it| matches!(it, '"' | '\''))?;
        let (value, after) = after[1..].split_once(quote)?;
        rest = after;
        (!name.contains(['>', '<'])).then_some((name, value))
    })
}

/// Returns a CSS length in pixels, if it is absolute and positive.
fn length(text: &str) -> Option<f64> {
    let text = text.trim();
    let unit_at =
        text.find(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'e' | 'E') || c == '%');
    let (number, unit) = text.split_at(unit_at.unwrap_or(text.len()));
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "px" => 1.0,
        "pt" => 4.0 / 3.0,
        "pc" => 16.0,
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 96.0 / 25.4,
        "q" => 96.0 / 101.6,
        _ => return None,
    };
    let number: f64 = number.trim().parse().ok()?;
    (number > 0.0).then_some(number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_svg_tells_its_size() {
        let check = |tag: &str, size| {
            let text = format!(
                "\u{feff}<?xml version='1.0'?>\n<!-- <svg width='1'> -->\n\
                 <!DOCTYPE svg [<!ENTITY a '>'>]>\n<svg xmlns='http://www.w3.org/2000/svg' {tag}>\
                 <rect width='7' height='7'/></svg>"
            );
            assert_eq!(svg(&text), size, "{tag}");
        };
        check(r#"width="320" height="200""#, Some((320, 200)));
        check(r#"width="1in" height = "72pt""#, Some((96, 96)));
        check(r#"width="1e2px" height="10.4mm""#, Some((100, 39)));
        check(r#"viewBox="0 0 640 480""#, Some((640, 480)));
        check(r#"width="100%" height="100%" viewBox="0,0,640,480""#, Some((640, 480)));
        check(r#"width="320" viewBox="0 0 640 480""#, Some((320, 240)));
        check(r#"height="10em" viewBox="-1 -1 0 480""#, None);
        check("", None);
        check(r#"width="-1" height="0""#, None);
        check(r#"width="1e99" height="1""#, None);
        assert_eq!(svg("<svg width='1' height='2'/>"), Some((1, 2)));
        assert_eq!(svg("<html width='1' height='2'/>"), None);
        assert_eq!(svg("<svg width='1"), None);
        assert_eq!(svg("<!DOCTYPE svg ["), None);
    }

    #[test]
    fn a_photograph_on_its_side_is_measured_upright() {
        let mut jpeg = b"\xff\xd8\xff\xe1\0\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
        jpeg.extend(b"\xff\xc0\0\x11\x08\0\x10\0\x20\x03\x01\x11\0\x02\x11\0\x03\x11\0\xff\xd9");
        let size = |bytes: &[u8]| raster(std::io::Cursor::new(bytes), bytes);
        assert_eq!(size(&jpeg), Some((16, 32)));
        jpeg[30] = 1;
        assert_eq!(size(&jpeg), Some((32, 16)));
        for end in 0..jpeg.len() {
            // No beginning of it makes the reader panic.
            size(&jpeg[..end]);
        }
    }
}
