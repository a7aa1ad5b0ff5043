//! The five nearest of every item, exactly, without comparing all with all.
//!
//! A pair can score through rare words, through attributes (objective, tags) that few items have,
//! and through attributes that many have. The first two come from short lists of items. The last
//! would be quadratic: a third of an exam may carry a tag. But what common attributes alone give
//! depends only on which of them an item has, its *signature*; and an item that shares nothing
//! rare can only be among the five if common attributes alone put it among the first five. So for
//! each signature the first six (one may be the item itself) are found once, by adding up rows of
//! bits 64 items at a time, and join what the short lists gave.

use std::collections::BTreeMap;

/// How many related items are kept.
pub(super) const SHOWN: usize = 5;
/// No item.
pub(super) const NONE: u32 = u32::MAX;
/// A word counts if at most so many items use it.
const RARE: u32 = 20;
/// What an objective gives; a tag gives half of it.
const OBJECTIVE: u32 = 4;
/// What a tag gives.
const TAG: u32 = 2;
/// Set in the number of an attribute that is an objective.
const IS_OBJECTIVE: u32 = 1 << 31;

fn weight(attribute: u32) -> u32 {
    if attribute & IS_OBJECTIVE == 0 { TAG } else { OBJECTIVE }
}

/// Lists of numbers, one after another.
#[derive(Debug)]
struct Lists {
    ends: Vec<u32>,
    values: Vec<u32>,
}

impl Default for Lists {
    fn default() -> Self {
        Self { ends: vec![0], values: Vec::new() }
    }
}

impl Lists {
    fn push(&mut self, values: impl IntoIterator<Item = u32>) {
        self.values.extend(values);
        self.ends.push(self.values.len() as u32);
    }

    fn get(&self, index: usize) -> &[u32] {
        &self.values[self.ends[index] as usize..self.ends[index + 1] as usize]
    }

    fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// Returns for each number below `bound` the lists that hold it, if `keep` says so.
    fn inverted(&self, bound: usize, keep: impl Fn(usize, u32) -> bool) -> Self {
        let mut ends = vec![0_u32; bound + 1];
        let all = || (0..self.len()).flat_map(|at| self.get(at).iter().map(move |it| (at, *it)));
        for (_, value) in all().filter(|(at, value)| keep(*at, *value)) {
            ends[value as usize + 1] += 1;
        }
        for at in 0..bound {
            ends[at + 1] += ends[at];
        }
        let mut next = ends.clone();
        let mut values = vec![0; ends[bound] as usize];
        for (at, value) in all().filter(|(at, value)| keep(*at, *value)) {
            values[next[value as usize] as usize] = at as u32;
            next[value as usize] += 1;
        }
        Self { ends, values }
    }
}

/// What is compared, in the order by which ties are broken.
#[derive(Debug, Default)]
pub(super) struct Items {
    attributes: Lists,
    words: Lists,
    offered: Vec<bool>,
}

impl Items {
    /// Adds an item; words ascend, and only an `offered` one is related to others.
    pub(super) fn push(
        &mut self,
        objective: Option<u32>,
        tags: impl IntoIterator<Item = u32>,
        words: &[u32],
        offered: bool,
    ) {
        let mut attributes: Vec<u32> = tags.into_iter().collect();
        attributes.extend(objective.map(|it| it | IS_OBJECTIVE));
        attributes.sort_unstable();
        attributes.dedup();
        self.attributes.push(attributes);
        self.words.push(words.iter().copied());
        self.offered.push(offered);
    }
}

/// Returns the nearest of each item.
pub(super) fn rows(items: &Items) -> Vec<[u32; SHOWN]> {
    // Long lists are rows of bits; their number times their length stays linear.
    let few = (items.offered.len() / 512).max(32) as u32;
    rows_with(items, few)
}

fn rows_with(items: &Items, few: u32) -> Vec<[u32; SHOWN]> {
    let count = items.offered.len();
    let words = rare_words(items);
    let attributes = Attributes::new(items, few);
    let mut first = BTreeMap::new();
    let mut scores = vec![0_u32; count];
    let mut touched: Vec<u32> = Vec::new();
    let mut res = Vec::with_capacity(count);
    for item in 0..count {
        let mut reach = |others: &[u32], score| {
            for other in others {
                if scores[*other as usize] == 0 {
                    touched.push(*other);
                }
                scores[*other as usize] += score;
            }
        };
        for word in items.words.get(item) {
            reach(words.get(*word as usize), 1);
        }
        for attribute in attributes.short_of.get(item) {
            reach(
                attributes.short.get(*attribute as usize),
                attributes.weights[*attribute as usize],
            );
        }
        let signature = attributes.long_of.get(item);
        let common = first.entry(signature).or_insert_with(|| attributes.first(signature));
        let mut best = Best::<SHOWN>::default();
        for other in common.iter().filter(|it| scores[**it as usize] == 0) {
            touched.push(*other);
        }
        for other in touched.drain(..) {
            let score = std::mem::take(&mut scores[other as usize]);
            if other as usize != item {
                best.add(score + attributes.common(item, other as usize), other);
            }
        }
        res.push(best.items());
    }
    res
}

/// Returns the offered items that use each word which few items use.
fn rare_words(items: &Items) -> Lists {
    let bound = items.words.values.iter().max().map_or(0, |it| *it as usize + 1);
    let mut uses = vec![0_u32; bound];
    for word in &items.words.values {
        uses[*word as usize] += 1;
    }
    items.words.inverted(bound, |item, word| {
        items.offered[item] && (2..=RARE).contains(&uses[word as usize])
    })
}

/// Attributes, renumbered, those that few items have apart from those that many have.
#[derive(Debug)]
struct Attributes {
    weights: Vec<u32>,
    /// Offered items by attribute, where they are few.
    short: Lists,
    short_of: Lists,
    long_of: Lists,
    /// Offered items by attribute as bits, where they are many; empty for others.
    bits: Vec<Vec<u64>>,
}

impl Attributes {
    fn new(items: &Items, few: u32) -> Self {
        let mut names: Vec<u32> = items.attributes.values.clone();
        names.sort_unstable();
        names.dedup();
        let mut all = Lists::default();
        for item in 0..items.offered.len() {
            let numbers = items.attributes.get(item).iter();
            all.push(numbers.filter_map(|it| names.binary_search(it).ok()).map(|it| it as u32));
        }
        let mut uses = vec![0_u32; names.len()];
        for attribute in &all.values {
            uses[*attribute as usize] += 1;
        }
        let is_short = |attribute: &u32| uses[*attribute as usize] <= few;
        let (mut short_of, mut long_of) = (Lists::default(), Lists::default());
        for item in 0..all.len() {
            short_of.push(all.get(item).iter().copied().filter(is_short));
            long_of.push(all.get(item).iter().copied().filter(|it| !is_short(it)));
        }
        let short = short_of.inverted(names.len(), |item, _| items.offered[item]);
        let mut bits = vec![Vec::new(); names.len()];
        for item in (0..all.len()).filter(|it| items.offered[*it]) {
            for attribute in long_of.get(item) {
                let row = &mut bits[*attribute as usize];
                row.resize(items.offered.len().div_ceil(64), 0);
                row[item / 64] |= 1 << (item % 64);
            }
        }
        let weights = names.into_iter().map(weight).collect();
        Self { weights, short, short_of, long_of, bits }
    }

    /// Returns what the common attributes of two items give.
    fn common(&self, a: usize, b: usize) -> u32 {
        let (mut a, mut b) = (self.long_of.get(a), self.long_of.get(b));
        let mut res = 0;
        while let ([first, rest_a @ ..], [second, rest_b @ ..]) = (a, b) {
            match first.cmp(second) {
                std::cmp::Ordering::Less => a = rest_a,
                std::cmp::Ordering::Greater => b = rest_b,
                std::cmp::Ordering::Equal => {
                    res += self.weights[*first as usize];
                    (a, b) = (rest_a, rest_b);
                }
            }
        }
        res
    }

    /// Returns the first items for a signature by common attributes alone, one more than shown.
    fn first(&self, signature: &[u32]) -> Vec<u32> {
        let mut best = Best::<{ SHOWN + 1 }>::default();
        let rows: Vec<(&[u64], u32)> = signature
            .iter()
            .map(|it| (&self.bits[*it as usize][..], self.weights[*it as usize] / TAG))
            .filter(|(row, _)| !row.is_empty())
            .collect();
        let most: u32 = rows.iter().map(|(_, units)| units).sum();
        for at in 0..rows.first().map_or(0, |(row, _)| row.len()) {
            if best.least() == most {
                break;
            }
            let sums = Sums::of(rows.iter().map(|(row, units)| (row[at], *units)));
            let mut better = sums.above(best.least());
            while better != 0 {
                let bit = better.trailing_zeros();
                better &= better - 1;
                best.add(sums.get(bit), (at * 64) as u32 + bit);
            }
        }
        best.items().into_iter().filter(|it| *it != NONE).collect()
    }
}

/// Sixty-four numbers, bit by bit: the first word holds the lowest bit of each.
#[derive(Debug, Default)]
struct Sums {
    planes: [u64; 16],
    used: usize,
}

impl Sums {
    /// Adds up rows of bits, each worth one unit or two.
    fn of(rows: impl Iterator<Item = (u64, u32)>) -> Self {
        let mut res = Self::default();
        for (mut carry, units) in rows {
            let mut plane = usize::from(units == OBJECTIVE / TAG);
            while carry != 0 && plane < res.planes.len() {
                let both = res.planes[plane] & carry;
                res.planes[plane] ^= carry;
                carry = both;
                plane += 1;
            }
            res.used = res.used.max(plane);
        }
        res
    }

    /// Returns which numbers are above a bound.
    fn above(&self, bound: u32) -> u64 {
        if bound >> self.used != 0 {
            return 0;
        }
        let (mut above, mut equal) = (0, u64::MAX);
        for plane in (0..self.used).rev() {
            let bits = self.planes[plane];
            if bound >> plane & 1 == 0 {
                above |= equal & bits;
                equal &= !bits;
            } else {
                equal &= bits;
            }
        }
        above
    }

    fn get(&self, bit: u32) -> u32 {
        (0..self.used).map(|plane| ((self.planes[plane] >> bit & 1) as u32) << plane).sum()
    }
}

/// The best few of what is added, ties to the smaller item.
#[derive(Debug)]
struct Best<const N: usize> {
    entries: [(u32, u32); N],
}

impl<const N: usize> Default for Best<N> {
    fn default() -> Self {
        Self { entries: [(0, NONE); N] }
    }
}

impl<const N: usize> Best<N> {
    fn add(&mut self, score: u32, item: u32) {
        let ahead = |it: &(u32, u32)| it.0 > score || (it.0 == score && it.1 < item);
        let at = self.entries.partition_point(ahead);
        if at < N && score > 0 {
            self.entries[at..].rotate_right(1);
            self.entries[at] = (score, item);
        }
    }

    /// Returns the score that must be passed to get in; items come in ascending order.
    fn least(&self) -> u32 {
        self.entries[N - 1].0
    }

    fn items(&self) -> [u32; N] {
        self.entries.map(|(_, item)| item)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The definition, word for word.
    fn naive(items: &Items) -> Vec<[u32; SHOWN]> {
        let count = items.offered.len();
        let uses = |word: &u32| (0..count).filter(|it| items.words.get(*it).contains(word)).count();
        let score = |a: usize, b: usize| {
            let attributes = items.attributes.get(a).iter();
            let shared = attributes.filter(|it| items.attributes.get(b).contains(it));
            let words = items.words.get(a).iter().filter(|it| items.words.get(b).contains(it));
            shared.map(|it| weight(*it)).sum::<u32>()
                + words.filter(|it| uses(it) <= RARE as usize).count() as u32
        };
        (0..count)
            .map(|a| {
                let others = (0..count).filter(|b| *b != a && items.offered[*b]);
                let mut scored: Vec<_> =
                    others.map(|b| (score(a, b), b as u32)).filter(|it| it.0 > 0).collect();
                scored.sort_by_key(|(score, b)| (std::cmp::Reverse(*score), *b));
                let mut row = [NONE; SHOWN];
                for (place, (_, b)) in row.iter_mut().zip(scored) {
                    *place = b;
                }
                row
            })
            .collect()
    }

    proptest! {
        #[test]
        fn the_same_as_comparing_all_with_all(
            raw in prop::collection::vec(
                (
                    prop::option::of(0_u32..3),
                    prop::collection::btree_set(0_u32..12, 0..6),
                    prop::collection::btree_set(0_u32..40, 0..6),
                    prop::bool::weighted(0.9),
                ),
                0..150,
            ),
            few in 0_u32..40,
        ) {
            let mut items = Items::default();
            for (objective, tags, words, offered) in raw {
                let words: Vec<u32> = words.into_iter().collect();
                items.push(objective, tags, &words, offered);
            }
            prop_assert_eq!(rows_with(&items, few), naive(&items));
        }
    }

    #[test]
    fn sums_of_bits() {
        let sums = Sums::of([(0b0110, 1), (0b0011, 1), (0b0010, 2)].into_iter());
        let numbers: Vec<u32> = (0..4).map(|it| sums.get(it)).collect();
        assert_eq!(numbers, [1, 4, 1, 0]);
        assert_eq!(sums.above(0), 0b0111);
        assert_eq!(sums.above(1), 0b0010);
        assert_eq!(sums.above(4), 0);
    }
}
