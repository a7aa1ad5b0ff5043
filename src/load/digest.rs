//! One digest over everything that was read.

use sha2::{Digest as _, Sha256};

use super::Sources;
use crate::diagnostic::Diagnostic;

/// The digest as it grows; what is added must come in an order of its own, not of the disk.
#[derive(Default)]
pub(super) struct Digest(Sha256);

impl Digest {
    /// Adds a file by its path, its length and the digest of its bytes.
    pub(super) fn file(&mut self, group: &str, path: &str, len: u64, sha256: &[u8; 32]) {
        self.text(group);
        self.text(path);
        self.0.update(len.to_le_bytes());
        self.0.update(sha256);
    }

    /// Adds all that is not content, and returns the digest.
    pub(super) fn finish(mut self, sources: &Sources, found: &[Diagnostic]) -> String {
        if let Some(site) = &sources.site {
            let bytes = site.text.as_bytes();
            self.file("site", &site.path, bytes.len() as u64, &sha256(bytes));
        }
        for file in &sources.theme {
            self.file("theme", &file.name, file.bytes.len() as u64, &sha256(&file.bytes));
            // Messages name it, so where it comes from counts.
            self.text(file.path.as_deref().unwrap_or_default());
        }
        for path in &sources.unpublishable {
            self.text("unpublishable");
            self.text(path);
        }
        for it in found {
            self.text(it.rule);
            self.text(&it.place.path);
            self.text(&it.message);
        }
        data_encoding::HEXLOWER.encode(&self.0.finalize())
    }

    /// Adds a text with its length, so that no two rows of texts read the same.
    fn text(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
    }
}

/// Returns the digest of some bytes.
pub(super) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}
