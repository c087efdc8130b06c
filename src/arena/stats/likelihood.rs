//! The generalized log-likelihood ratio of two hypotheses about a multinomial distribution.
//!
//! A hypothesis names one number of the distribution (its mean, or its normalized mean). The ratio
//! compares the likelihoods of what was seen under the likeliest distributions that fit either.
//!
//! Sources, both by Michel Van den Bergh:
//!
//! - \[1\] "Comparing the approximations for the generalized log likelihood ratio of a multinomial
//!   distribution", <https://www.cantate.be/Fishtest/comparing_approximations.pdf>;
//! - \[2\] "Comments on normalized Elo", <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.

use std::array;

use super::moments::{moments, score_of};

/// What stands for a count of zero, so that every class has some likelihood (as in fastchess).
const NEVER: f64 = 1e-3;
/// Halvings after which an interval is as narrow as its ends can tell.
const HALVINGS: u32 = 64;
/// Probabilities that change by no more than this no longer change.
const CONVERGED: f64 = 1e-13;
/// Rounds after which the probabilities are taken as they are.
const ROUNDS: u32 = 200;

/// The log-likelihood ratio of the mean score being `means[1]` rather than `means[0]`, each of them
/// between 0 and 1, both excluded. Section 1 of \[1\].
pub(super) fn logistic<const N: usize>(counts: [u64; N], means: [f64; 2]) -> f64 {
    ratio(counts, means, |seen, mean| {
        tilted(seen, &array::from_fn(|class| score_of::<N>(class) - mean))
    })
}

/// The log-likelihood ratio of (mean score - 1/2) / (standard deviation) being `ts[1]` rather than
/// `ts[0]`. Section 4.1 of \[2\].
pub(super) fn normalized<const N: usize>(counts: [u64; N], ts: [f64; 2]) -> f64 {
    ratio(counts, ts, normalized_mle)
}

/// The log-likelihood ratio of two hypotheses; `mle` gives the likeliest distribution under one.
fn ratio<const N: usize>(
    counts: [u64; N],
    hypotheses: [f64; 2],
    mle: impl Fn(&[f64; N], f64) -> [f64; N],
) -> f64 {
    let counts = counts.map(|count| if count == 0 { NEVER } else { count as f64 });
    let total: f64 = counts.iter().sum();
    let seen = counts.map(|count| count / total);
    let [p0, p1] = hypotheses.map(|hypothesis| mle(&seen, hypothesis));
    (0..N).map(|class| counts[class] * (p1[class] / p0[class]).ln()).sum()
}

/// The likeliest distribution whose mean lies `t` standard deviations above 1/2.
///
/// The condition is not linear in the probabilities; each round solves the linear one that touches it
/// at the distribution of the round before.
fn normalized_mle<const N: usize>(seen: &[f64; N], t: f64) -> [f64; N] {
    let mut p = start(t);
    for _ in 0..ROUNDS {
        let (mean, variance) = moments(&p);
        let sigma = variance.sqrt();
        let constraint = array::from_fn(|class| {
            let score = score_of::<N>(class);
            let distance = (score - mean) / sigma;
            score - 0.5 - 0.5 * t * sigma * (1.0 + distance * distance)
        });
        let next = tilted(seen, &constraint);
        let change = (0..N).map(|class| (next[class] - p[class]).abs()).fold(0.0, f64::max);
        p = next;
        if change <= CONVERGED {
            break;
        }
    }
    p
}

/// A distribution that fulfils the condition for `t`: all classes alike, but for one at an end, which
/// is as much likelier as it takes. So the first round has a solution, however large `t` is.
fn start<const N: usize>(t: f64) -> [f64; N] {
    let end = if t < 0.0 { 0 } else { N - 1 };
    let with = |extra: f64| {
        let mut p = [(1.0 - extra) / N as f64; N];
        p[end] += extra;
        p
    };
    let extra = root(0.0, 1.0, |extra| {
        let (mean, variance) = moments(&with(extra));
        t.abs() * variance.sqrt() - (mean - 0.5).abs()
    });
    with(extra)
}

/// The likeliest distribution under which `constraint` has the mean 0, if `seen` was seen: equations
/// 1.2 and 1.3 of \[1\]. If none has, because all of `constraint` has one sign, `seen` itself.
fn tilted<const N: usize>(seen: &[f64; N], constraint: &[f64; N]) -> [f64; N] {
    let lowest = constraint.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = constraint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(lowest < 0.0 && highest > 0.0) {
        return *seen;
    }
    let theta = root(-1.0 / highest, -1.0 / lowest, |theta| {
        let terms = constraint.iter().zip(seen).map(|(c, p)| p * c / (1.0 + theta * c));
        terms.sum()
    });
    array::from_fn(|class| seen[class] / (1.0 + theta * constraint[class]))
}

/// Where a falling function crosses zero between two numbers. It is not asked at these themselves.
fn root(mut lower: f64, mut upper: f64, falling: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(lower, upper);
        if falling(middle) > 0.0 {
            lower = middle;
        } else {
            upper = middle;
        }
    }
    f64::midpoint(lower, upper)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::SQRT_2;

    use super::super::estimate::NELO_PER_SIGMA;
    use super::*;

    fn score_at(elo: f64) -> f64 {
        1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
    }

    /// The values of fastchess's `sprt_test.cpp` for single games, `[losses, draws, wins]`.
    #[test]
    fn games_give_the_published_values() {
        for (counts, elos, expected) in [
            ([36027, 68692, 36433], [0.0, 2.0], 0.92),
            ([10650, 20431, 10871], [-1.75, 0.25], 2.30),
            ([0, 0, 4250], [0.0, 10.0], 120.56),
        ] {
            let llr = normalized(counts, elos.map(|elo| elo / NELO_PER_SIGMA));
            assert!(
                (llr - expected).abs() < if expected > 100.0 { 0.05 } else { 0.005 },
                "{counts:?} {llr}"
            );
        }
        for (counts, elos, expected) in [
            ([21184, 40708, 21404], [0.5, 2.5], -1.57_f64),
            ([57030, 106593, 57433], [0.0, 2.0], -2.59),
        ] {
            let llr = logistic(counts, elos.map(score_at));
            assert!((llr - expected).abs() < 0.005, "{counts:?} {llr}");
        }
    }

    /// Of a win and a loss, the likeliest distribution with a mean of 0.6 wins 6 of 10 games.
    #[test]
    fn two_results_leave_no_choice() {
        let p = tilted(&[0.5, 0.5], &[-0.6, 0.4]);
        assert!((p[0] - 0.4).abs() < 1e-12 && (p[1] - 0.6).abs() < 1e-12, "{p:?}");
        let llr = logistic([1, 1], [0.5, 0.6]);
        assert!((llr - (0.8_f64.ln() + 1.2_f64.ln())).abs() < 1e-12, "{llr}");
        assert_eq!(tilted(&[0.5, 0.5], &[0.1, 0.2]), [0.5, 0.5]);
    }

    /// To the hypothesis that was asked for, and far more exactly than a report shows.
    #[test]
    fn what_is_found_is_a_distribution_that_fits_the_hypothesis() {
        for code in 0..4_usize.pow(5) {
            let counts: [f64; 5] =
                array::from_fn(|class| [NEVER, 1.0, 30.0, 5000.0][(code >> (2 * class)) % 4]);
            let total: f64 = counts.iter().sum();
            for elo in [-50.0, -5.0, 0.0, 1.0, 20.0, 200.0, 1000.0] {
                let t = SQRT_2 * elo / NELO_PER_SIGMA;
                let p = normalized_mle(&counts.map(|count| count / total), t);
                let (mean, variance) = moments(&p);
                assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-8, "{counts:?} {elo}");
                assert!(((mean - 0.5) / variance.sqrt() - t).abs() < 1e-8, "{counts:?} {elo}");
            }
        }
    }
}
