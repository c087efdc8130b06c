//! The regression: the weights by which evaluations foretell scores and results best.

use thiserror::Error;

use super::minimise::minimise;
use super::parts::{Sums, sums};
use super::rows::{Count, Row, Rows, flat};
use super::{logistic, softplus};
use crate::evaluation::{Weight, WinRates};

/// Into how many blocks the rows are cut …
const BLOCKS: usize = 100;
/// … of which one in so many is held out.
const HELD_OUT: usize = 10;

/// How weights are fitted.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How much the result of the game counts, 0 to 1; the rest is the score of the search.
    pub result_share: f64,
    /// The most iterations.
    pub iterations: usize,
    /// How strongly weights are held to what they are at first: as if so many positions, in which
    /// the term counts 1 and the chances are even, spoke for that.
    pub regularisation: f64,
}

/// What came of a fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The weights, rounded to whole cp, in the order of the old ones.
    pub weights: Vec<Weight>,
    /// Whether each weight's term occurred at all. A weight without data is what it was.
    pub occurs: Vec<bool>,
    /// Iterations that were made.
    pub iterations: usize,
    /// Of the rows that the weights were fitted to.
    pub training: Losses,
    /// Of the rows that were held out.
    pub held_out: Losses,
}

/// How badly the evaluations foretell what is to be foretold: the mean logistic loss.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Losses {
    /// How many positions there are.
    pub positions: usize,
    /// With the old weights.
    pub before: f64,
    /// With the new weights, as they are rounded.
    pub after: f64,
}

/// Why nothing can be fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FitError {
    /// A tenth of the positions could not be held out.
    #[error("{0} positions are too few: there must be at least {BLOCKS}")]
    TooFew(usize),
    /// The game has no weights.
    #[error("{0} has no weights to tune: its evaluation is not a sum of terms")]
    NoWeights(&'static str),
}

/// Fits weights to `rows`, beginning with `weights`, shared by the threads of the present pool. A
/// tenth of the rows, in blocks of neighbours since those are of the same games, is held out.
/// `report` is told the number of each iteration and what was minimised. The result depends on the
/// arguments alone.
///
/// # Errors
/// If there are too few rows.
pub fn fit(
    rows: &Rows,
    weights: &[Weight],
    settings: &Settings,
    report: &mut dyn FnMut(usize, f64),
) -> Result<Fitted, FitError> {
    if rows.len() < BLOCKS {
        return Err(FitError::TooFew(rows.len()));
    }
    let (training, held_out) = Examples::split(rows, settings.result_share);
    let old = flat(weights);
    let scaled = Scaled::new(&training, &old, settings.regularisation);
    let objective = |point: &[f64]| scaled.loss(point);
    let minimum = minimise(objective, vec![0.0; old.len()], settings.iterations, report);
    let new = rounded(&scaled.weights(&minimum.point));
    let losses = |examples: &Examples| Losses {
        positions: examples.list.len(),
        before: examples.loss(&old).0,
        after: examples.loss(&flat(&new)).0,
    };
    Ok(Fitted {
        occurs: occurring(&training, weights.len()),
        iterations: minimum.iterations,
        training: losses(&training),
        held_out: losses(&held_out),
        weights: new,
    })
}

/// The weights in whole cp.
fn rounded(weights: &[f64]) -> Vec<Weight> {
    let whole = |x: f64| x.round() as i32;
    weights.as_chunks().0.iter().map(|&[opening, ending]| (whole(opening), whole(ending))).collect()
}

/// Whether each term occurs in the rows that weights are fitted to.
fn occurring(examples: &Examples, terms: usize) -> Vec<bool> {
    let mut occurs = vec![false; terms];
    for count in examples.list.iter().flat_map(|example| examples.rows.counts(example.row)) {
        occurs[usize::from(count.term)] = true;
    }
    occurs
}

/// A row, and White's expected points that are to be foretold.
struct Example<'a> {
    row: &'a Row,
    target: f64,
}

/// Some of the rows.
struct Examples<'a> {
    rows: &'a Rows,
    list: Vec<Example<'a>>,
}

impl<'a> Examples<'a> {
    /// The rows to learn from, and those that are held out.
    fn split(rows: &'a Rows, result_share: f64) -> (Self, Self) {
        let block = rows.len().div_ceil(BLOCKS);
        let is_held_out = |place: usize| place / block % HELD_OUT == HELD_OUT - 1;
        let examples = |held_out: bool| {
            let places = rows.rows.iter().enumerate();
            let chosen = places.filter(|&(place, _)| is_held_out(place) == held_out);
            let list = chosen.map(|(_, row)| Example { row, target: target(row, result_share) });
            Examples { rows, list: list.collect() }
        };
        (examples(false), examples(true))
    }

    /// The mean loss with these weights, and its gradient.
    fn loss(&self, weights: &[f64]) -> Sums {
        let weights = weights.as_chunks().0;
        let (loss, mut gradient) = sums(&self.list, weights.len() * 2, |example, gradient| {
            let x = self.rows.evaluation(example.row, weights) / WinRates::SCALE;
            let excess = (logistic(x) - example.target) / WinRates::SCALE;
            self.add(example.row, excess, gradient, |count| count);
            softplus(x) - x * example.target
        });
        let share = 1.0 / self.list.len().max(1) as f64;
        gradient.iter_mut().for_each(|g| *g *= share);
        (loss * share, gradient)
    }

    /// For each variable a bound of the mean loss's second derivative.
    fn curvature(&self, variables: usize) -> Vec<f64> {
        // The logistic function is nowhere steeper than 1/4.
        let steepest = 0.25 / (WinRates::SCALE * WinRates::SCALE * self.list.len().max(1) as f64);
        let (_, sums) = sums(&self.list, variables, |example, sums| {
            self.add(example.row, steepest, sums, |count| count * count);
            0.0
        });
        sums
    }

    /// Adds `factor` times `of` each count to the sums of the weights of its term.
    #[inline(always)]
    fn add(&self, row: &Row, factor: f64, sums: &mut [f64], of: impl Fn(f64) -> f64) {
        let opening = f64::from(row.phase);
        let parts = [of(opening), of(1.0 - opening)].map(|part| part * factor);
        let sums = sums.as_chunks_mut::<2>().0;
        for &Count { term, count } in self.rows.counts(row) {
            let count = of(count.into());
            let sum = &mut sums[usize::from(term)];
            sum[0] += parts[0] * count;
            sum[1] += parts[1] * count;
        }
    }
}

/// White's expected points, in the light of what came of the game and of what the search thought.
fn target(row: &Row, result_share: f64) -> f64 {
    let result = f64::from(row.points as u8) / 2.0;
    let score = logistic(f64::from(row.score) / WinRates::SCALE);
    result_share * result + (1.0 - result_share) * score
}

/// The function to be minimised, of variables that are all about equally sensitive: each is how far
/// a weight is from what it was, in a unit that depends on how often its term occurs.
struct Scaled<'a> {
    examples: &'a Examples<'a>,
    old: &'a [f64],
    /// Each variable's unit in cp.
    units: Vec<f64>,
    /// What it costs that a weight changes, in loss for each square cp; halved.
    pull: f64,
}

impl<'a> Scaled<'a> {
    fn new(examples: &'a Examples, old: &'a [f64], regularisation: f64) -> Self {
        let one = 0.25 / (WinRates::SCALE * WinRates::SCALE * examples.list.len().max(1) as f64);
        let pull = regularisation * one;
        let unit = |curvature: f64| match curvature + pull {
            some if some > 0.0 => 1.0 / some.sqrt(),
            _ => 1.0,
        };
        let units = examples.curvature(old.len()).into_iter().map(unit).collect();
        Scaled { examples, old, units, pull }
    }

    fn weights(&self, point: &[f64]) -> Vec<f64> {
        let moved = self.old.iter().zip(point).zip(&self.units);
        moved.map(|((old, x), unit)| old + x * unit).collect()
    }

    fn loss(&self, point: &[f64]) -> Sums {
        let (mut loss, mut gradient) = self.examples.loss(&self.weights(point));
        for ((slope, x), unit) in gradient.iter_mut().zip(point).zip(&self.units) {
            let change = x * unit;
            loss += 0.5 * self.pull * change * change;
            *slope = (*slope + self.pull * change) * unit;
        }
        (loss, gradient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::stats::Points;
    use crate::board::Rng;

    const TRUTH: [Weight; 4] = [(100, 130), (-40, 25), (310, 280), (7, 0)];
    const GUESS: [Weight; 4] = [(50, 50), (0, 0), (200, 200), (0, 0)];
    const SETTINGS: Settings = Settings { result_share: 0.5, iterations: 200, regularisation: 1.0 };

    /// Positions whose scores and results are those of the true weights; the last term never occurs.
    fn positions(count: usize) -> Rows {
        let mut rng = Rng::new(1);
        let mut rows = Rows::default();
        for _ in 0..count {
            let counts = (0..3).map(|term| Count { term, count: rng.below(5) as i16 - 2 });
            let counts: Vec<_> = counts.collect();
            let phase = rng.below(257) as f32 / 256.0;
            let mut one = Rows::default();
            one.push(counts.clone(), phase, 0, Points::Draw);
            let score = one.evaluations(&TRUTH)[0];
            let chance = rng.below(1 << 20) as f64 / f64::from(1 << 20);
            let won = chance < logistic(score / WinRates::SCALE);
            let points = if won { Points::Win } else { Points::Loss };
            rows.push(counts, phase, score.round() as i32, points);
        }
        rows
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let rows = positions(200);
        let (examples, _) = Examples::split(&rows, 0.7);
        let old = flat(&GUESS);
        let scaled = Scaled::new(&examples, &old, 30.0);
        let point: Vec<_> = (0..8).map(|place| 0.3 - 0.1 * f64::from(place)).collect();
        let (_, gradient) = scaled.loss(&point);
        for variable in 0..point.len() {
            let moved = |by: f64| {
                let mut point = point.clone();
                point[variable] += by;
                scaled.loss(&point).0
            };
            let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!((slope - gradient[variable]).abs() < 1e-8, "{variable}: {slope} {gradient:?}");
        }
    }

    #[test]
    fn the_weights_behind_the_scores_are_found() {
        let rows = positions(20_000);
        let settings = Settings { result_share: 0.0, ..SETTINGS };
        let fitted = fit(&rows, &GUESS, &settings, &mut |_, _| ()).unwrap();
        for ((found, truth), occurs) in fitted.weights.iter().zip(TRUTH).zip(&fitted.occurs).take(3)
        {
            let near = (found.0 - truth.0).abs() <= 1 && (found.1 - truth.1).abs() <= 1;
            assert!(near && *occurs, "{fitted:?}");
        }
        assert_eq!((fitted.weights[3], fitted.occurs[3]), (GUESS[3], false));
        assert!(fitted.training.after < fitted.training.before);
        assert!(fitted.held_out.after < fitted.held_out.before);
        assert_eq!((fitted.training.positions, fitted.held_out.positions), (18_000, 2_000));
    }

    #[test]
    fn the_weights_behind_the_results_are_found_nearly() {
        let rows = positions(40_000);
        let settings = Settings { result_share: 1.0, ..SETTINGS };
        let fitted = fit(&rows, &GUESS, &settings, &mut |_, _| ()).unwrap();
        for (found, truth) in fitted.weights.iter().zip(TRUTH).take(3) {
            let near = (found.0 - truth.0).abs() <= 15 && (found.1 - truth.1).abs() <= 15;
            assert!(near, "{fitted:?}");
        }
    }

    #[test]
    fn a_strong_pull_keeps_the_old_weights() {
        let settings = Settings { regularisation: 1e9, ..SETTINGS };
        let fitted = fit(&positions(500), &GUESS, &settings, &mut |_, _| ()).unwrap();
        assert_eq!(fitted.weights, GUESS);
    }

    #[test]
    fn a_fit_does_not_depend_on_the_threads() {
        let rows = positions(1_000);
        let fitted = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| fit(&rows, &GUESS, &SETTINGS, &mut |_, _| ()).unwrap())
        };
        assert_eq!(fitted(1), fitted(3));
    }

    #[test]
    fn too_few_positions_are_refused() {
        let refused = fit(&positions(99), &GUESS, &SETTINGS, &mut |_, _| ());
        assert_eq!(refused, Err(FitError::TooFew(99)));
        assert!(fit(&positions(100), &GUESS, &SETTINGS, &mut |_, _| ()).is_ok());
    }
}
