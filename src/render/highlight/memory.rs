//! Highlighted code, remembered by content.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest as _, Sha256};

/// Parts with a lock each, so that threads seldom wait for one another.
const PARTS: usize = 16;
/// Most bytes that a part holds; a full one is emptied, which costs time and changes nothing.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// HTML by language and code; `None` where the code stays plain.
#[derive(Default)]
pub(super) struct Memory {
    parts: [Mutex<Part>; PARTS],
}

#[derive(Default)]
struct Part {
    known: BTreeMap<[u8; 16], Option<Arc<str>>>,
    bytes: usize,
}

impl Memory {
    /// Returns what is remembered, or makes it. Two threads may make the same: it is the same.
    pub(super) fn get_or_make(
        &self,
        language: &str,
        code: &str,
        make: impl FnOnce() -> Option<Arc<str>>,
    ) -> Option<Arc<str>> {
        let digest = Sha256::new()
            .chain_update(language.as_bytes())
            .chain_update([0])
            .chain_update(code.as_bytes())
            .finalize();
        let mut key = [0; 16];
        key.copy_from_slice(&digest[..16]);
        let part = &self.parts[usize::from(key[0]) % PARTS];
        // A thread that panicked left whole entries only.
        let known = || part.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().known.get(&key) {
            return found.clone();
        }
        let made = make();
        let mut part = known();
        let bytes = made.as_ref().map_or(0, |it| it.len()) + 64;
        if part.bytes + bytes > MAX_BYTES {
            *part = Part::default();
        }
        part.bytes += bytes;
        part.known.insert(key, made.clone());
        made
    }
}
