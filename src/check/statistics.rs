//! How likely a count is by chance.

/// Returns the probability that a chi-squared variable of `freedom` degrees is at least `x`.
///
/// It is the regularised incomplete gamma function Q(freedom / 2, x / 2): Abramowitz and Stegun,
/// *Handbook of Mathematical Functions*, 26.4.19, computed by the series 6.5.29 or, for large `x`,
/// by the continued fraction 6.5.31.
pub fn chi_square_tail(x: f64, freedom: f64) -> f64 {
    let (a, x) = (freedom / 2.0, x / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 { 1.0 - front * series(a, x) } else { front * fraction(a, x) }
}

const STEPS: usize = 10_000;
const PRECISION: f64 = 1e-15;

/// Returns the sum of x^n / (a (a + 1) … (a + n)), n from 0.
fn series(a: f64, x: f64) -> f64 {
    let mut term = 1.0 / a;
    let mut sum = term;
    let mut below = a;
    for _ in 0..STEPS {
        below += 1.0;
        term *= x / below;
        sum += term;
        if term < sum * PRECISION {
            break;
        }
    }
    sum
}

/// Returns 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / (x + 5 - a - …))), evaluated from
/// the front by Lentz's method.
fn fraction(a: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let nonzero = |it: f64| if it.abs() < TINY { TINY } else { it };
    let mut below = x + 1.0 - a;
    let mut c = 1.0 / TINY;
    let mut d = 1.0 / nonzero(below);
    let mut res = d;
    let mut n = 0.0;
    for _ in 0..STEPS {
        n += 1.0;
        let above = -n * (n - a);
        below += 2.0;
        d = 1.0 / nonzero(above * d + below);
        c = nonzero(below + above / c);
        res *= c * d;
        if (c * d - 1.0).abs() < PRECISION {
            break;
        }
    }
    res
}

/// Returns the probability of at least `k` successes in `n` trials of probability `p`: the sum of
/// the binomial distribution's upper tail (Abramowitz and Stegun, 26.1.20).
pub fn binomial_tail(k: u32, n: u32, p: f64) -> f64 {
    if k == 0 || p >= 1.0 {
        return 1.0;
    }
    if k > n || p <= 0.0 {
        return 0.0;
    }
    let (above, below) = (f64::from(k), f64::from(n - k));
    let ways = ln_gamma(f64::from(n) + 1.0) - ln_gamma(above + 1.0) - ln_gamma(below + 1.0);
    let mut term = (ways + above * p.ln() + below * (1.0 - p).ln()).exp();
    let mut sum = term;
    for it in k..n {
        term *= f64::from(n - it) / f64::from(it + 1) * p / (1.0 - p);
        sum += term;
    }
    sum.min(1.0)
}

/// Returns the logarithm of the gamma function for `x` > 0.
///
/// Lanczos, *A Precision Approximation of the Gamma Function* (SIAM J. Numer. Anal. 1, 1964), with
/// the nine coefficients of Godfrey for g = 7.
#[expect(clippy::excessive_precision, reason = "the coefficients as they are published")]
fn ln_gamma(x: f64) -> f64 {
    const G: f64 = 7.0;
    const FIRST: f64 = 0.999_999_999_999_809_93;
    const COEFFICIENTS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_13,
        -176.615_029_162_140_59,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_571_6e-6,
        1.505_632_735_149_311_6e-7,
    ];
    if x < 1.0 {
        return ln_gamma(x + 1.0) - x.ln();
    }
    let x = x - 1.0;
    let mut sum = FIRST;
    let mut at = x;
    for it in COEFFICIENTS {
        at += 1.0;
        sum += it / at;
    }
    let t = x + G + 0.5;
    0.5 * std::f64::consts::TAU.ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_near(found: f64, expected: f64) {
        let off = (found - expected).abs();
        assert!(off <= 1e-10 * expected.abs().max(f64::MIN_POSITIVE), "{found} for {expected}");
    }

    /// Values of Python's mpmath 1.3.0 with 30 digits:
    /// `gammainc(df / 2, x / 2, inf, regularized=True)`.
    #[test]
    fn the_tail_of_chi_squared() {
        for (x, freedom, expected) in [
            (0.0, 3.0, 1.0),
            (3.841_458_820_694_124, 1.0, 0.05),
            (11.344_866_730_144_373, 3.0, 0.01),
            (13.276_704_135_987_622, 4.0, 0.01),
            (163.9, 3.0, 2.638_898_369_281_03e-35),
            (0.5, 2.0, 0.778_800_783_071_405),
            (30.0, 60.0, 0.999_581_550_331_672),
            (90.0, 60.0, 0.007_337_199_297_796_5),
            (1000.0, 999.0, 0.485_131_489_274_901),
        ] {
            assert_near(chi_square_tail(x, freedom), expected);
        }
    }

    /// Values of Python's mpmath 1.3.0 with 30 digits:
    /// `fsum(binomial(n, i) * p**i * (1 - p)**(n - i) for i in range(k, n + 1))`.
    #[test]
    fn the_tail_of_the_binomial_distribution() {
        for (k, n, p, expected) in [
            (0, 10, 0.25, 1.0),
            (4, 4, 0.25, 0.003_906_25),
            (8, 20, 0.25, 0.101_811_856_922_723),
            (11, 20, 0.25, 0.003_942_141_664_083_47),
            (12, 20, 0.25, 0.000_935_391_579_332_645),
            (348, 1000, 0.25, 3.201_431_842_513_73e-12),
            (250, 1000, 0.25, 0.512_137_559_974_534),
            (10, 10, 0.5, 0.000_976_562_5),
            (5, 5, 1.0, 1.0),
            (6, 5, 0.5, 0.0),
        ] {
            assert_near(binomial_tail(k, n, p), expected);
        }
    }
}
