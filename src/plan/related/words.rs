//! A text's words as numbers.

#[expect(clippy::disallowed_types, reason = "looked up only, never iterated")]
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Numbers of the words of one exam. Words are told apart by a hash of 64 bits.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    #[expect(clippy::disallowed_types, reason = "looked up only, never iterated")]
    numbers: HashMap<u64, u32, BuildHasherDefault<Hashed>>,
    found: Vec<u32>,
}

impl Vocabulary {
    /// Returns the numbers of the words of a text, ascending, each once.
    ///
    /// A word is a run of letters and digits, case-folded, of at least three, not digits alone.
    pub(super) fn words(&mut self, text: &str) -> &[u32] {
        let Self { numbers, found } = self;
        found.clear();
        hashes(text, |hash| {
            let next = numbers.len() as u32;
            found.push(*numbers.entry(hash).or_insert(next));
        });
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// FNV-1a's first state.
const START: u64 = 0xcbf2_9ce4_8422_2325;

fn add(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

/// Hands out the hash of each word of a text.
fn hashes(text: &str, mut take: impl FnMut(u64)) {
    let (mut hash, mut length, mut letters) = (START, 0_u32, false);
    for c in text.chars().chain([' ']) {
        if c.is_ascii_alphanumeric() {
            hash = add(hash, c.to_ascii_lowercase() as u8);
            length += 1;
            letters |= !c.is_ascii_digit();
        } else if !c.is_ascii() && (c.is_alphanumeric() || is_mark(c)) {
            for lower in c.to_lowercase() {
                let mut buffer = [0; 4];
                hash = lower.encode_utf8(&mut buffer).bytes().fold(hash, add);
            }
            length += 1;
            letters |= !c.is_numeric();
        } else {
            if length >= 3 && letters {
                take(hash);
            }
            (hash, length, letters) = (START, 0, false);
        }
    }
}

/// Marks belong to the letter before them (vowels of Devanagari, say).
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

/// The keys are hashes already.
#[derive(Debug, Default)]
pub(super) struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, it| add(hash, *it));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_runs_of_three_or_more_that_are_not_digits() {
        let mut vocabulary = Vocabulary::default();
        for (text, count) in [
            ("An IP of 2026", 0),
            ("GPU gpu Gpu", 1),
            ("re-use the cache", 3),
            ("ÄRGER ärger", 1),
            ("p95 h264", 2),
            ("हिन्दी", 1),
        ] {
            assert_eq!(vocabulary.words(text).len(), count, "{text}");
        }
    }
}
