//! Words of a text, and lists of phrases to look for among them: whole words, never parts of them.

use std::ops::Range;

use serde::{Deserialize, Deserializer};
use unicode_normalization::char::is_combining_mark;

/// The words of a text, in order.
#[derive(Debug, Clone, Default)]
pub struct Words {
    /// All words in lower case, one after the other.
    lower: String,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone)]
struct Entry {
    lower: Range<usize>,
    place: Range<usize>,
    code: bool,
    joined: bool,
    /// Bit of a sieve of phrases.
    bit: u16,
}

/// A word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word<'w> {
    /// In lower case, with straight apostrophes.
    pub lower: &'w str,
    /// Its bytes in the text it is from.
    pub range: Range<usize>,
    /// Whether it stands in code or in a formula.
    pub code: bool,
}

impl Words {
    /// Returns the words of a text without code.
    pub fn of(text: &str) -> Self {
        let mut res = Self::default();
        res.read(text, 0..text.len(), false);
        res
    }

    /// Adds the words of a part of a text; parts are handed in in order.
    ///
    /// A word is a run of letters and digits; an apostrophe or an underscore within it belongs to
    /// it ("don't", `max_age`), and so does the point or comma of a number ("1.5").
    pub fn read(&mut self, text: &str, part: Range<usize>, code: bool) {
        let mut done = self.entries.last().map_or(0, |it| it.place.end);
        let mut at = part.start;
        while let Some(found) = text[at..part.end].find(is_letter) {
            let start = at + found;
            let end = start + length(&text[start..part.end]);
            let lower = self.lower.len();
            push_lower(&text[start..end], &mut self.lower);
            let joined = !self.entries.is_empty() && text[done..start].chars().all(joins);
            let lower = lower..self.lower.len();
            let bit = bit(&self.lower[lower.clone()]);
            self.entries.push(Entry { lower, place: start..end, code, joined, bit });
            done = end;
            at = end;
        }
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns a word by its position.
    pub fn get(&self, at: usize) -> Option<Word<'_>> {
        self.entries.get(at).map(|it| self.word(it))
    }

    /// Returns all words.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Word<'_>> + Clone {
        self.entries.iter().map(|it| self.word(it))
    }

    /// Returns the bytes of the text from the first to the last of a run of words.
    pub fn bytes(&self, words: &Range<usize>) -> Range<usize> {
        match self.entries.get(words.clone()) {
            Some([first, .., last]) => first.place.start..last.place.end,
            Some([one]) => one.place.clone(),
            _ => 0..0,
        }
    }

    /// Returns whether nothing but a space, a hyphen or a quotation mark stands before a word and
    /// after the one before it, so that both may belong to one phrase.
    pub fn is_joined(&self, at: usize) -> bool {
        self.entries.get(at).is_some_and(|it| it.joined)
    }

    fn word(&self, entry: &Entry) -> Word<'_> {
        Word {
            lower: &self.lower[entry.lower.clone()],
            range: entry.place.clone(),
            code: entry.code,
        }
    }

    /// Returns whether a phrase begins at a word, all of it outside code.
    fn has(&self, at: usize, phrase: &[String]) -> bool {
        phrase.iter().enumerate().all(|(n, wanted)| {
            self.entries.get(at + n).is_some_and(|it| {
                !it.code && (n == 0 || it.joined) && self.lower[it.lower.clone()] == **wanted
            })
        })
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric()
}

/// Returns the length of the word that a text begins with.
fn length(text: &str) -> usize {
    let mut end = 0;
    let mut chars = text.char_indices().peekable();
    let mut before = ' ';
    while let Some((at, c)) = chars.next() {
        let after = chars.peek().map_or(' ', |(_, it)| *it);
        let within = match c {
            '\'' | '’' => before.is_alphabetic() && after.is_alphabetic(),
            '_' => is_letter(after) || after == '_',
            '.' | ',' => before.is_ascii_digit() && after.is_ascii_digit(),
            _ => is_letter(c) || is_combining_mark(c),
        };
        if !within {
            break;
        }
        end = at + c.len_utf8();
        before = c;
    }
    end
}

fn push_lower(word: &str, res: &mut String) {
    for c in word.chars() {
        match c {
            '’' => res.push('\''),
            c if c.is_ascii() => res.push(c.to_ascii_lowercase()),
            c => res.extend(c.to_lowercase()),
        }
    }
}

fn joins(c: char) -> bool {
    c != '\n' && c.is_whitespace()
        || matches!(c, '-' | '‐' | '‑' | '"' | '\'' | '“' | '”' | '‘' | '’')
}

/// Phrases to look for; upper and lower case are one, and so are a space and a hyphen.
#[derive(Debug, Clone, Default)]
pub struct Phrases {
    /// Words of each phrase, by the first; of those with one beginning the longest first.
    list: Vec<Vec<String>>,
    /// The bits of first words: most words of a text begin no phrase, and are known by this.
    sieve: [u64; SIEVE / 64],
}

/// Bits of a sieve.
const SIEVE: usize = 1024;

/// Returns the bit of a word: a few bits of its FNV-1a hash.
fn bit(word: &str) -> u16 {
    let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let hash = word.bytes().fold(0x811c_9dc5, step);
    ((hash >> 16) as usize % SIEVE) as u16
}

impl Phrases {
    /// Returns the phrases of a list.
    pub fn new<T: AsRef<str>>(phrases: &[T]) -> Self {
        let words = |it: &T| -> Vec<String> {
            Words::of(it.as_ref()).iter().map(|it| it.lower.to_owned()).collect()
        };
        let mut list: Vec<Vec<String>> =
            phrases.iter().map(words).filter(|it| !it.is_empty()).collect();
        list.sort_by(|a, b| a[0].cmp(&b[0]).then(b.len().cmp(&a.len())).then(a.cmp(b)));
        list.dedup();
        let mut sieve = [0; SIEVE / 64];
        for bit in list.iter().map(|it| usize::from(bit(&it[0]))) {
            sieve[bit / 64] |= 1 << (bit % 64);
        }
        Self { list, sieve }
    }

    /// Returns how many words the longest phrase has that begins at a word.
    pub fn at(&self, words: &Words, at: usize) -> Option<usize> {
        let bit = usize::from(words.entries.get(at)?.bit);
        if self.sieve[bit / 64] & 1 << (bit % 64) == 0 {
            return None;
        }
        let first = words.get(at)?.lower;
        let from = self.list.partition_point(|it| it[0].as_str() < first);
        let mut alike = self.list[from..].iter().take_while(|it| it[0] == first);
        alike.find(|it| words.has(at, it)).map(Vec::len)
    }

    /// Returns each place where a phrase stands, as a range of positions of words; the longest at
    /// each place, none within another.
    pub fn find(&self, words: &Words) -> impl Iterator<Item = Range<usize>> {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < words.len() {
                let start = at;
                if let Some(length) = self.at(words, start) {
                    at += length;
                    return Some(start..at);
                }
                at += 1;
            }
            None
        })
    }

    /// Returns whether a text is one of the phrases and no more.
    pub fn is_all_of(&self, words: &Words) -> bool {
        self.at(words, 0) == Some(words.len())
    }
}

impl<'de> Deserialize<'de> for Phrases {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::new(&Vec::<String>::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        Words::of(text).iter().map(|it| it.lower.to_owned()).collect()
    }

    #[test]
    fn words_are_whole() {
        assert_eq!(words("It DOESN’T cost $1,000.50."), ["it", "doesn't", "cost", "1,000.50"]);
        assert_eq!(words("'all' of max_age; _x_"), ["all", "of", "max_age", "x"]);
        assert_eq!(words("Größe, ÉTÉ e\u{301}t"), ["größe", "été", "e\u{301}t"]);
        assert_eq!(words("lernt man’s so? l'été"), ["lernt", "man's", "so", "l'été"]);
        assert_eq!(words("2. Not 3,"), ["2", "not", "3"]);
    }

    #[test]
    fn words_know_their_place() {
        let text = "Ünï “x”";
        let words = Words::of(text);
        let places: Vec<&str> = words.iter().map(|it| &text[it.range]).collect();
        assert_eq!(places, ["Ünï", "x"]);
    }

    #[test]
    fn phrases_are_found_as_words() {
        let phrases = Phrases::new(&["none of the above", "none", "not"]);
        let found = |text: &str| -> Vec<String> {
            let words = Words::of(text);
            phrases.find(&words).map(|it| text[words.bytes(&it)].to_owned()).collect()
        };
        assert_eq!(found("None-of-the “above” is NOT it"), ["None-of-the “above", "NOT"]);
        assert_eq!(found("another annotation, nonetheless"), [""; 0]);
        assert_eq!(found("None. Of the above"), ["None"]);
        assert_eq!(found("none of the"), ["none"]);
    }

    #[test]
    fn phrases_are_not_found_in_code() {
        let mut words = Words::default();
        words.read("use not x", 0..4, false);
        words.read("use not x", 4..7, true);
        words.read("use not x", 7..9, false);
        assert_eq!(Phrases::new(&["not"]).find(&words).count(), 0);
        assert_eq!(words.iter().filter(|it| it.code).count(), 1);
        assert!(!Phrases::new(&["use"]).is_all_of(&words));
        assert!(Phrases::new(&["use it"]).is_all_of(&Words::of("Use it!")));
    }
}
