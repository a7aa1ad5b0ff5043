//! Seats by weight: the method of the largest remainder.

/// Shares `seats` out by weight, in integers.
///
/// Each gets the whole part of its exact share; what is left goes, one each, to the largest
/// remainders, of equal ones to the first. Without any weight nobody gets a seat.
pub fn apportion(weights: &[u64], seats: u32) -> Vec<u32> {
    let total: u128 = weights.iter().map(|it| u128::from(*it)).sum();
    if total == 0 {
        return vec![0; weights.len()];
    }
    let share = |weight: &u64| u128::from(*weight) * u128::from(seats);
    let mut res: Vec<u32> = weights.iter().map(|it| (share(it) / total) as u32).collect();
    let left = seats - res.iter().sum::<u32>();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    // A stable sort: of equal remainders the first stays first.
    order.sort_by_key(|it| std::cmp::Reverse(share(&weights[*it]) % total));
    for at in order.into_iter().take(left as usize) {
        res[at] += 1;
    }
    res
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn largest_remainders_get_what_is_left() {
        // Hamilton's method by hand: 10 seats for 47, 16, 15, 12, 10: 4.7, 1.6, 1.5, 1.2, 1.0.
        assert_eq!(apportion(&[47, 16, 15, 12, 10], 10), [5, 2, 1, 1, 1]);
        // Equal remainders: the first ones.
        assert_eq!(apportion(&[1, 1, 1], 1000), [334, 333, 333]);
        assert_eq!(apportion(&[250, 250, 250, 250], 6), [2, 2, 1, 1]);
        assert_eq!(apportion(&[0, 1000], 3), [0, 3]);
        assert_eq!(apportion(&[], 5), [] as [u32; 0]);
        assert_eq!(apportion(&[0, 0], 5), [0, 0]);
    }

    proptest! {
        #[test]
        fn everyone_gets_the_share_rounded_down_or_up(
            weights in proptest::collection::vec(0_u64..2000, 1..40),
            seats in 0_u32..500,
        ) {
            let total: u64 = weights.iter().sum();
            prop_assume!(total > 0);
            let res = apportion(&weights, seats);
            prop_assert_eq!(res.iter().sum::<u32>(), seats);
            for (weight, got) in weights.iter().zip(&res) {
                let exact = *weight as f64 * f64::from(seats) / total as f64;
                prop_assert!((f64::from(*got) - exact).abs() < 1.0);
            }
        }
    }
}
