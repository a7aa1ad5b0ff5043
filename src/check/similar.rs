//! Which sets are alike: all pairs whose Jaccard index reaches a threshold, exactly.
//!
//! Two sets with an index of at least `t` share one of the rarest few of their elements, so only
//! sets that do are compared (prefix filtering with the bounds of Xiao, Wang, Lin and Yu,
//! *Efficient Similarity Joins for Near Duplicate Detection*, WWW 2008). What occurs in one set
//! alone is only counted.

use crate::words::Words;

/// Elements of a set by their hashes, ascending, each once.
pub type Set = Vec<u64>;

/// Returns the words of a text and its pairs of neighbours as a set.
pub fn features(texts: &[&Words]) -> Set {
    let mut res = Set::new();
    for words in texts {
        let mut before = None;
        for word in words.iter() {
            let own = hash(word.lower);
            res.push(own);
            // Order counts: "from A to B" is not "from B to A".
            res.extend(before.map(|it: u64| it.rotate_left(23).wrapping_mul(PRIME) ^ own));
            before = Some(own);
        }
    }
    res.sort_unstable();
    res.dedup();
    res
}

const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Returns the hash of a text (FNV-1a with 64 bits).
pub fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// Returns the Jaccard index of two sets: what both have over what one has; 0 for empty ones.
pub fn jaccard(a: &[u64], b: &[u64]) -> f64 {
    let both = shared(a, b);
    let either = a.len() + b.len() - both;
    if either == 0 { 0.0 } else { both as f64 / either as f64 }
}

/// Returns how many elements two ascending lists have in common.
fn shared<T: Ord>(a: &[T], b: &[T]) -> usize {
    let (mut at, mut other, mut res) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(at), b.get(other)) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => at += 1,
            std::cmp::Ordering::Greater => other += 1,
            std::cmp::Ordering::Equal => {
                at += 1;
                other += 1;
                res += 1;
            }
        }
    }
    res
}

/// A set as it is joined.
#[derive(Clone, Default)]
struct Ranked {
    /// Number of its elements.
    len: usize,
    /// Those of them that other sets have too, the rarest first.
    ranks: Vec<u32>,
}

impl Ranked {
    /// Returns the first of the elements of which one is shared with any set that has at least
    /// `needed` in common.
    fn prefix(&self, needed: usize) -> &[u32] {
        let alone = self.len - self.ranks.len();
        let first = (self.len + 1).saturating_sub(needed).saturating_sub(alone);
        &self.ranks[..first.min(self.ranks.len())]
    }
}

/// Returns all pairs of positions of sets whose Jaccard index is at least `threshold` > 0, the
/// smaller position first, ascending.
pub fn join(sets: &[&[u64]], threshold: f64) -> Vec<(usize, usize)> {
    let sets = rank(sets);
    let mut order: Vec<usize> = (0..sets.len()).filter(|it| sets[*it].len > 0).collect();
    order.sort_by_key(|it| sets[*it].len);
    let kinds = sets.iter().filter_map(|it| it.ranks.iter().max()).max().map_or(0, |it| it + 1);
    // By element, the sets with it in their prefix, small ones first.
    let mut holders: Vec<Vec<u32>> = vec![Vec::new(); kinds as usize];
    let mut seen = vec![u32::MAX; sets.len()];
    let mut res = Vec::new();
    for (turn, &at) in order.iter().enumerate() {
        let set = &sets[at];
        let least = at_least(threshold * set.len as f64);
        for rank in set.prefix(least) {
            let list = &holders[*rank as usize];
            let from = list.partition_point(|it| sets[*it as usize].len < least);
            for &other in &list[from..] {
                let other = other as usize;
                if std::mem::replace(&mut seen[other], turn as u32) == turn as u32 {
                    continue;
                }
                let sum = (set.len + sets[other].len) as f64;
                let needed = at_least(threshold / (1.0 + threshold) * sum);
                if shared(&set.ranks, &sets[other].ranks) >= needed {
                    res.push((at.min(other), at.max(other)));
                }
            }
        }
        // Whoever comes later is at least as large, so both have more in common.
        let least = at_least(2.0 * threshold / (1.0 + threshold) * set.len as f64);
        for rank in set.prefix(least) {
            holders[*rank as usize].push(at as u32);
        }
    }
    res.sort_unstable();
    res
}

/// Returns the least whole number that reaches a bound, computed with rounding errors.
fn at_least(bound: f64) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size")]
    let res = (bound - 1e-9).ceil() as usize;
    res
}

/// Gives the elements that several sets have numbers, the rarest the lowest.
fn rank(sets: &[&[u64]]) -> Vec<Ranked> {
    let mut all: Vec<(u64, u32)> = Vec::with_capacity(sets.iter().map(|it| it.len()).sum());
    for (at, set) in sets.iter().enumerate() {
        all.extend(set.iter().map(|it| (*it, at as u32)));
    }
    all.sort_unstable();
    let mut runs: Vec<&[(u64, u32)]> =
        all.chunk_by(|a, b| a.0 == b.0).filter(|it| it.len() > 1).collect();
    runs.sort_by_key(|it| it.len());
    let mut res: Vec<Ranked> =
        sets.iter().map(|it| Ranked { len: it.len(), ranks: Vec::new() }).collect();
    for (rank, run) in runs.into_iter().enumerate() {
        for (_, at) in run {
            res[*at as usize].ranks.push(rank as u32);
        }
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_and_pairs_of_neighbours_are_features() {
        let set = |text: &str| features(&[&Words::of(text)]);
        assert_eq!(set("from A to B").len(), 4 + 3);
        assert_eq!(set("a a a").len(), 1 + 1);
        assert_ne!(set("from A to B"), set("from B to A"));
        assert_eq!(set("Which node?"), set("which  node"));
        assert_eq!(features(&[&Words::of("a"), &Words::of("b")]).len(), 2, "no pair over texts");
    }

    #[test]
    fn the_index_is_what_both_have_over_what_one_has() {
        assert!((jaccard(&[1, 2, 3], &[2, 3, 4]) - 0.5).abs() < 1e-12);
        assert!(jaccard(&[], &[]).abs() < 1e-12);
    }

    #[test]
    fn the_threshold_itself_is_reached() {
        // 3 of 5, 1 of 2, 6 of 10.
        for (a, b, threshold) in [
            (vec![1, 2, 3, 4], vec![2, 3, 4, 5], 0.6),
            (vec![1], vec![1, 2], 0.5),
            ((0..8).collect(), (2..10).collect(), 0.6),
        ] {
            let sets: [&[u64]; 2] = [&a, &b];
            assert_eq!(join(&sets, threshold), [(0, 1)], "{a:?} {b:?}");
        }
    }

    proptest! {
        #[test]
        fn no_pair_is_lost_and_none_is_made_up(
            sets in prop::collection::vec(prop::collection::btree_set(0_u64..25, 0..12), 0..25),
            tenths in 3_u32..=10,
        ) {
            let threshold = f64::from(tenths) / 10.0;
            let sets: Vec<Set> = sets.into_iter().map(|it| it.into_iter().collect()).collect();
            let mut expected = Vec::new();
            for a in 0..sets.len() {
                for b in a + 1..sets.len() {
                    if jaccard(&sets[a], &sets[b]) >= threshold - 1e-9 {
                        expected.push((a, b));
                    }
                }
            }
            let slices: Vec<&[u64]> = sets.iter().map(Vec::as_slice).collect();
            prop_assert_eq!(join(&slices, threshold), expected);
        }
    }
}
