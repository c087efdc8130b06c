//! The model of wins, draws and losses.

use super::minimise::minimise;
use super::parts::{Sums, sums};
use super::rows::Rows;
use super::{logistic, softplus};
use crate::arena::stats::Points;
use crate::evaluation::{Weight, WinRates};

/// The most iterations; two variables need few.
const ITERATIONS: usize = 200;
/// The margin to begin with, in cp.
const FIRST_MARGIN: f64 = 50.0;
/// Smaller and larger numbers of cp mean that the data say nothing.
const SENSIBLE: std::ops::RangeInclusive<f64> = 0.1..=10_000.0;

/// The outcome model that makes the results of all positions likeliest, given their evaluations with
/// these weights, rounded to 0.1 cp. Shared by the threads of the present pool.
pub fn fit_rates(rows: &Rows, weights: &[Weight]) -> WinRates {
    let evaluations = rows.evaluations(weights);
    let results: Vec<_> = evaluations
        .into_iter()
        .zip(&rows.rows)
        .map(|(evaluation, row)| (evaluation / WinRates::SCALE, row.points))
        .collect();
    // The logarithms of what the evaluation is multiplied with and of the margin, so that neither
    // becomes negative.
    let start = vec![0.0, (FIRST_MARGIN / WinRates::SCALE).ln()];
    let found = minimise(|point| surprise(&results, point), start, ITERATIONS, &mut |_, _| ());
    let [slope, margin] = [found.point[0], found.point[1]].map(libm::exp);
    let sensible = |cp: f64| (cp.clamp(*SENSIBLE.start(), *SENSIBLE.end()) * 10.0).round() / 10.0;
    let scale = WinRates::SCALE / slope;
    WinRates { scale: sensible(scale), margin: sensible(margin * scale) }
}

/// The mean surprise (−ln of the likelihood) of the results at the logarithms of slope and margin,
/// and its gradient.
fn surprise(results: &[(f64, Points)], point: &[f64]) -> Sums {
    let [slope, margin] = [point[0], point[1]].map(libm::exp);
    let share = 1.0 / results.len().max(1) as f64;
    sums(results, 2, |&(evaluation, points), gradient| {
        let x = slope * evaluation;
        let (value, by_x, by_margin) = surprise_of(points, x, margin);
        gradient[0] += by_x * x * share;
        gradient[1] += by_margin * margin * share;
        value * share
    })
}

/// How surprising a result is where the evaluation is `x` in the unit of the scale, and its
/// derivatives by `x` and by the margin `m` in the same unit. The probabilities are, with the
/// logistic function `l`, of a win `l(x − m)`, of a loss `l(−x − m)`, and of a draw what is left,
/// which comes to `(1 − exp(−2m)) l(m − x) l(m + x)`.
fn surprise_of(points: Points, x: f64, m: f64) -> (f64, f64, f64) {
    let (no_win, no_loss) = (logistic(m - x), logistic(m + x));
    match points {
        Points::Win => (softplus(m - x), -no_win, no_win),
        Points::Loss => (softplus(m + x), no_loss, no_loss),
        Points::Draw => {
            let value = softplus(x - m) + softplus(-x - m) - libm::log(-libm::expm1(-2.0 * m));
            let (win, loss) = (1.0 - no_win, 1.0 - no_loss);
            (value, win - loss, -win - loss - 2.0 / libm::expm1(2.0 * m))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rng;
    use crate::tuning::rows::Count;

    #[test]
    fn probabilities_are_those_of_the_model() {
        let rates = WinRates { scale: WinRates::SCALE, margin: 80.0 };
        for cp in [-700.0, -80.0, 0.0, 33.0, 500.0] {
            let (win, loss) = rates.chances(cp);
            for (points, chance) in
                [(Points::Win, win), (Points::Loss, loss), (Points::Draw, 1.0 - win - loss)]
            {
                let [x, m] = [cp, rates.margin].map(|cp| cp / rates.scale);
                let found = libm::exp(-surprise_of(points, x, m).0);
                assert!((found - chance).abs() < 1e-12, "{cp} {points:?}: {found} {chance}");
            }
        }
    }

    #[test]
    fn derivatives_are_those_of_finite_differences() {
        let h = 1e-6;
        for points in [Points::Win, Points::Draw, Points::Loss] {
            for (x, m) in [(0.0, 0.3), (1.5, 0.7), (-2.0, 0.1), (0.4, 2.0)] {
                let (_, by_x, by_margin) = surprise_of(points, x, m);
                let value = |x, m| surprise_of(points, x, m).0;
                let slope_x = (value(x + h, m) - value(x - h, m)) / (2.0 * h);
                let slope_m = (value(x, m + h) - value(x, m - h)) / (2.0 * h);
                assert!((by_x - slope_x).abs() < 1e-7, "{points:?} {x} {m}");
                assert!((by_margin - slope_m).abs() < 1e-7, "{points:?} {x} {m}");
            }
        }
    }

    #[test]
    fn the_model_behind_the_results_is_found() {
        let truth = WinRates { scale: 210.0, margin: 75.0 };
        let mut rng = Rng::new(4);
        let mut rows = Rows::default();
        for _ in 0..40_000 {
            let count = rng.below(801) as i16 - 400;
            let (win, loss) = truth.chances(count.into());
            let chance = rng.below(1 << 30) as f64 / f64::from(1 << 30);
            let points = match chance {
                chance if chance < win => Points::Win,
                chance if chance < win + loss => Points::Loss,
                _ => Points::Draw,
            };
            rows.push([Count { term: 0, count }], 0.5, 0, points);
        }
        let found = fit_rates(&rows, &[(1, 1)]);
        assert!((found.scale - truth.scale).abs() < 6.0, "{found:?}");
        assert!((found.margin - truth.margin).abs() < 4.0, "{found:?}");
    }

    #[test]
    fn data_that_say_nothing_give_numbers() {
        let fitted = |points: &[Points]| {
            let mut rows = Rows::default();
            points.iter().for_each(|&points| rows.push([], 1.0, 0, points));
            fit_rates(&rows, &[(1, 1)])
        };
        for points in [&[][..], &[Points::Draw], &[Points::Win; 9], &[Points::Win, Points::Loss]] {
            let rates = fitted(points);
            assert!(SENSIBLE.contains(&rates.scale) && SENSIBLE.contains(&rates.margin));
        }
    }
}
