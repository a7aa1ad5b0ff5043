//! The formulas.

/// Returns the mean; `None` of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "numbers of attempts are small")]
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Returns Pearson's correlation, cov(x, y) / √(var(x) var(y)), from -1 to 1; `None` of fewer than
/// two pairs, or where all values of one side are the same.
///
/// With x the marks of a question and y those of the rest of the test, a hundred times this is
/// Moodle's discrimination index.
pub fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (mean_x, mean_y) = (mean(&x)?, mean(&y)?);
    let (mut cov, mut var_x, mut var_y) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        let (x, y) = (x - mean_x, y - mean_y);
        cov += x * y;
        var_x += x * x;
        var_y += y * y;
    }
    // Rounding leaves a trace of variance where there is none.
    let varies = |it: f64| it > 1e-12;
    (varies(var_x) && varies(var_y)).then(|| (cov / (var_x * var_y).sqrt()).clamp(-1.0, 1.0))
}

/// Returns how many standard errors a correlation of `n` pairs is from none:
/// t = r √((n - 2) / (1 - r²)).
pub fn certainty(r: f64, n: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "numbers of attempts are small")]
    let freedom = n.saturating_sub(2) as f64;
    r * (freedom / (1.0 - r * r).max(1e-12)).sqrt()
}

/// Returns Wilson's interval of a share of `n`, with `z` standard errors to each side:
/// (p + z²/2n ± z √(p (1 - p) / n + z² / 4n²)) / (1 + z²/n).
pub fn wilson(p: f64, n: usize, z: f64) -> (f64, f64) {
    #[expect(clippy::cast_precision_loss, reason = "numbers of attempts are small")]
    let n = n as f64;
    let (square, below) = (z * z, 1.0 + z * z / n);
    let centre = (p + square / (2.0 * n)) / below;
    let half = z * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt() / below;
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// Returns the share of right answers by knowledge, where guessing gives `guess` of the rest:
/// (p - g) / (1 - g); below 0 where fewer are right than by guessing.
pub fn beyond_guessing(p: f64, guess: f64) -> f64 {
    (p - guess) / (1.0 - guess)
}

/// Returns the chance to hit by guessing which `keys` of `choices` are right: 1 / C(choices, keys).
pub fn guess(choices: usize, keys: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "at most 26 choices")]
    let ways = (0..keys).map(|it| (choices - it) as f64 / (it + 1) as f64).product::<f64>();
    1.0 / ways
}

/// Returns the value in the middle, the lower one of two; `None` of nothing.
pub fn median(mut values: Vec<u32>) -> Option<u32> {
    values.sort_unstable();
    values.get(values.len().checked_sub(1)? / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-4, "{found} is not {expected}");
    }

    /// By hand: means 0.6 and 0.54; 0.28 / √(1.2 × 0.172).
    #[test]
    fn correlations() {
        let pairs = [(1.0, 0.8), (0.0, 0.3), (1.0, 0.7), (1.0, 0.4), (0.0, 0.5)];
        near(correlation(&pairs).unwrap(), 0.616_3);
        assert_eq!(correlation(&[(1.0, 0.5), (1.0, 0.7)]), None);
        assert_eq!(correlation(&[]), None);
        assert_eq!(correlation(&[(1.0, 0.5)]), None);
    }

    /// 8 of 10, 80 of 100 and 0 of 5 with z 1.96: SEMANTICS.
    #[test]
    fn intervals() {
        for (p, n, low, high) in
            [(0.8, 10, 0.4902, 0.9433), (0.8, 100, 0.7112, 0.8666), (0.0, 5, 0.0, 0.4345)]
        {
            let (found_low, found_high) = wilson(p, n, 1.96);
            near(found_low, low);
            near(found_high, high);
        }
    }

    #[test]
    fn guesses() {
        near(guess(4, 1), 0.25);
        near(guess(5, 3), 0.1);
        near(beyond_guessing(0.25, 0.25), 0.0);
        near(beyond_guessing(1.0, 0.25), 1.0);
    }

    /// 0.5 × √(28 / 0.75).
    #[test]
    fn certainties() {
        near(certainty(0.5, 30), 3.0551);
    }

    #[test]
    fn medians() {
        assert_eq!(median(vec![5, 1, 9]), Some(5));
        assert_eq!(median(vec![4, 1, 9, 5]), Some(4));
        assert_eq!(median(vec![]), None);
    }
}
