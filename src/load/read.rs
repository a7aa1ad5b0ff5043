//! One file: its bytes, what it is, and its digest.

use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _};
use std::sync::Arc;

use anyhow::Context as _;
use sha2::{Digest as _, Sha256};

use super::digest::sha256;
use super::name::{Kind, kind};
use super::stamp::Stamp;
use super::walk::Found;
use super::{Asset, image};
use crate::diagnostic::{Diagnostic, Place};
use crate::parse::MAX_FILE;
use crate::source::{Source, Span};

/// Assets up to this length are read whole, and longer ones in pieces.
const WHOLE: u64 = 1024 * 1024;

/// What became of a file.
#[derive(Clone)]
pub(super) enum Content {
    Document(Source),
    Asset(Asset),
    Faulty(Diagnostic),
}

/// A file that was read.
#[derive(Clone)]
pub(super) struct Loaded {
    pub(super) content: Content,
    /// Number of bytes.
    pub(super) len: u64,
    /// Digest of the bytes; zeros if they were not read.
    pub(super) sha256: [u8; 32],
    /// By which it is known that the file is the same; absent where it may change unnoticed.
    pub(super) stamp: Option<Stamp>,
}

/// Reads a file of the content folder.
pub(super) fn content(found: &Found) -> anyhow::Result<Loaded> {
    match kind(&found.path) {
        Kind::Document => document(found),
        _ => asset(found),
    }
}

/// Reads a text file.
pub(super) fn document(found: &Found) -> anyhow::Result<Loaded> {
    let context = || format!("cannot read `{}`", found.disk.display());
    let mut file = File::open(&found.disk).with_context(context)?;
    let metadata = file.metadata().with_context(context)?;
    let stamp = Some(Stamp::of(&metadata)).filter(Stamp::is_settled);
    let len = metadata.len();
    if len > MAX_FILE as u64 {
        return Ok(Loaded { content: too_large(found, len), len, sha256: [0; 32], stamp });
    }
    let mut bytes = Vec::with_capacity(usize::try_from(len).unwrap_or_default() + 1);
    // The file may grow while it is read.
    file.by_ref().take(MAX_FILE as u64 + 1).read_to_end(&mut bytes).with_context(context)?;
    let len = bytes.len() as u64;
    if bytes.len() > MAX_FILE {
        return Ok(Loaded { content: too_large(found, len), len, sha256: [0; 32], stamp });
    }
    let sha256 = sha256(&bytes);
    Ok(Loaded { content: text(found, &bytes), len, sha256, stamp })
}

/// Takes the bytes of a text file.
pub(super) fn text(found: &Found, bytes: &[u8]) -> Content {
    let faulty = |message: String, help: &str| {
        let place = Place::new(&found.path, Span::default());
        Content::Faulty(Diagnostic::deny("not-utf8", place, message).help(help))
    };
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return faulty("byte 0 begins UTF-16 text".into(), "save the file as UTF-8");
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.valid_up_to();
            let message = format!("byte {at} (0x{:02x}) is not UTF-8", bytes[at]);
            return faulty(message, "save the file as UTF-8");
        }
    };
    // `contains` is fast, and nearly always the answer.
    if bytes.contains(&0) {
        let at = bytes.iter().position(|it| *it == 0).unwrap_or_default();
        return faulty(format!("byte {at} is NUL"), "remove it, or save the file as UTF-8");
    }
    Content::Document(Source { path: Arc::clone(&found.path), text: text.into() })
}

fn too_large(found: &Found, len: u64) -> Content {
    let place = Place::new(&found.path, Span::default());
    let message = format!("file of {len} bytes; at most 8 MB are read");
    Content::Faulty(Diagnostic::deny("file-too-large", place, message).help("split the file"))
}

/// Reads an asset; of a long one only what tells its size is kept.
fn asset(found: &Found) -> anyhow::Result<Loaded> {
    let context = || format!("cannot read `{}`", found.disk.display());
    let mut file = File::open(&found.disk).with_context(context)?;
    let stamp = Stamp::of(&file.metadata().with_context(context)?);
    let stamp = Some(stamp).filter(Stamp::is_settled);
    let mut head = Vec::new();
    file.by_ref().take(WHOLE + 1).read_to_end(&mut head).with_context(context)?;
    let mut hash = Sha256::new_with_prefix(&head);
    let mut len = head.len() as u64;
    let whole = len <= WHOLE;
    if !whole {
        let mut buffer = vec![0; 128 * 1024];
        loop {
            let n_read = file.read(&mut buffer).with_context(context)?;
            if n_read == 0 {
                break;
            }
            hash.update(&buffer[..n_read]);
            len += n_read as u64;
        }
    }
    let mut res = Asset {
        path: Arc::clone(&found.path),
        disk: found.disk.clone(),
        len,
        size: None,
        svg: None,
    };
    match kind(&found.path) {
        Kind::Svg if whole => {
            res.svg = std::str::from_utf8(&head).ok().map(Arc::from);
            res.size = res.svg.as_deref().and_then(image::svg);
        }
        Kind::Raster if whole => res.size = image::raster(std::io::Cursor::new(&head), &head),
        Kind::Raster => {
            file.rewind().with_context(context)?;
            res.size = image::raster(BufReader::new(file), &head);
        }
        _ => {}
    }
    let sha256 = hash.finalize().into();
    Ok(Loaded { content: Content::Asset(res), len, sha256, stamp })
}
