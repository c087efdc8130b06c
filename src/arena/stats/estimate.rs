//! How strong a player seems from its results.
//!
//! Formulas: fastchess, `elo_wdl.cpp` and `elo_pentanomial.cpp`. Normalized Elo measures the distance
//! from an even score in standard deviations of a single game; see Michel Van den Bergh, "Normalized
//! Elo", <https://www.cantate.be/Fishtest/normalized_elo.pdf>.
//!
//! # Where the formulas give nothing
//!
//! If all games (or all pairs) scored alike, there is no spread to tell an error from. Then the
//! numbers are those of a slightly different sample, the continuity correction:
//!
//! - if nothing but wins were seen, half of one game is taken for a loss (half of one pair for a
//!   level one), so that half a point is missing; with nothing but losses the other way round;
//! - otherwise half of one game or pair is taken for half a point more, and the other half for half
//!   a point less. The score stays what it was.
//!
//! If a confidence interval reaches beyond a score of 0 or 1, it is cut off half a point before that
//! end, and the error is the longer arm of what is left.

use std::f64::consts::LN_10;

use super::counts::{Pentanomial, Wdl};
use super::figure::{Figure, Kind};
use super::moments::moments;

/// The quantile of the normal distribution that leaves 2.5 % on each side.
pub const CI95: f64 = 1.959_963_984_540_054;

/// Elo that make one standard deviation of a game's score, in normalized Elo.
pub(super) const NELO_PER_SIGMA: f64 = 800.0 / LN_10;

/// What results say about a player's strength against whom it met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Points a game, from 0 to 1; 0.5 without games.
    pub score: f64,
    /// The difference in (logistic) Elo.
    pub elo: Figure,
    /// The difference in normalized Elo.
    pub nelo: Figure,
    /// Likelihood of superiority: how probable it is that the player is the stronger one, from 0 to 1.
    pub los: f64,
    /// The part of the pairs (without pairs, of the games) in which neither did better, from 0 to 1;
    /// nothing without games.
    pub draw_ratio: Option<f64>,
    /// Pairs won for each pair lost; nothing if no pair was lost.
    pub pairs_ratio: Option<f64>,
}

impl Estimate {
    /// From the pairs if there are any, and from the single games otherwise.
    pub fn new(games: &Wdl, pairs: &Pentanomial) -> Self {
        if pairs.pairs() > 0 { Self::from_pairs(pairs) } else { Self::from_games(games) }
    }

    /// From single games.
    pub fn from_games(games: &Wdl) -> Self {
        let counts = [games.losses, games.draws, games.wins];
        Estimate { draw_ratio: games.draw_ratio(), ..estimate(counts, 1.0) }
    }

    /// From pairs of games.
    pub fn from_pairs(pairs: &Pentanomial) -> Self {
        Estimate {
            draw_ratio: pairs.draw_ratio(),
            pairs_ratio: pairs.pairs_ratio(),
            ..estimate(pairs.0, 2.0)
        }
    }

    const UNKNOWN: Estimate = Estimate {
        score: 0.5,
        elo: Figure::UNKNOWN,
        nelo: Figure::UNKNOWN,
        los: 0.5,
        draw_ratio: None,
        pairs_ratio: None,
    };
}

/// The estimate from units of so many games each (1 for single games, 2 for pairs).
fn estimate<const N: usize>(counts: [u64; N], games_per_unit: f64) -> Estimate {
    let weights = counts.map(|count| count as f64);
    let mut seen = (0..N).filter(|&class| counts[class] > 0);
    match (seen.next(), seen.next()) {
        (None, _) => Estimate::UNKNOWN,
        (Some(only), None) => uniform(weights, only, games_per_unit),
        (Some(_), Some(_)) => {
            let sample = Sample::new(&weights, games_per_unit);
            sample.estimate(sample.elo(), sample.nelo())
        }
    }
}

/// The estimate if there is but one class with a count: the one that is to be corrected.
fn uniform<const N: usize>(weights: [f64; N], only: usize, games_per_unit: f64) -> Estimate {
    let (score, _) = moments(&weights);
    let sample = Sample::new(&corrected(weights, only), games_per_unit);
    let end = match only {
        0 => Kind::AtMost,
        _ if only == N - 1 => Kind::AtLeast,
        _ => Kind::RoughError,
    };
    let nelo_end = match end {
        Kind::RoughError if score < 0.5 => Kind::AtMost,
        Kind::RoughError if score > 0.5 => Kind::AtLeast,
        _ => end,
    };
    let elo = Figure { kind: end, ..sample.elo() };
    let nelo = Figure { kind: nelo_end, ..sample.nelo() };
    Estimate { score, ..sample.estimate(elo, nelo) }
}

/// The continuity correction: moves half of a unit, or both halves, away from the only class.
fn corrected<const N: usize>(mut weights: [f64; N], only: usize) -> [f64; N] {
    let (lower, upper) = match only {
        0 => (0, 2),
        _ if only == N - 1 => (N - 3, N - 1),
        _ => (only - 1, only + 1),
    };
    weights[only] -= 1.0;
    weights[lower] += 0.5;
    weights[upper] += 0.5;
    weights
}

/// Units (games or pairs) of which not all scored alike.
struct Sample {
    score: f64,
    /// Variance of a unit's score.
    variance: f64,
    units: f64,
    games_per_unit: f64,
}

impl Sample {
    fn new<const N: usize>(weights: &[f64; N], games_per_unit: f64) -> Self {
        let (score, variance) = moments(weights);
        Sample { score, variance, units: weights.iter().sum(), games_per_unit }
    }

    fn estimate(&self, elo: Figure, nelo: Figure) -> Estimate {
        Estimate { score: self.score, elo, nelo, los: self.los(), ..Estimate::UNKNOWN }
    }

    /// The standard deviation of the mean score.
    fn deviation(&self) -> f64 {
        (self.variance / self.units).sqrt()
    }

    fn elo(&self) -> Figure {
        let value = elo_of(self.score);
        let (lower, upper) =
            (self.score - CI95 * self.deviation(), self.score + CI95 * self.deviation());
        if lower > 0.0 && upper < 1.0 {
            let error = (elo_of(upper) - elo_of(lower)) / 2.0;
            return Figure { value, error, kind: Kind::Exact };
        }
        let half_point = 0.5 / (self.units * self.games_per_unit);
        let (lower, upper) = (lower.max(half_point), upper.min(1.0 - half_point));
        let error = (elo_of(upper) - value).max(value - elo_of(lower));
        Figure { value, error, kind: Kind::RoughError }
    }

    fn nelo(&self) -> Figure {
        let per_score = NELO_PER_SIGMA / (self.games_per_unit * self.variance).sqrt();
        Figure {
            value: (self.score - 0.5) * per_score,
            error: CI95 * self.deviation() * per_score,
            kind: Kind::Exact,
        }
    }

    fn los(&self) -> f64 {
        let distance = (self.score - 0.5) / self.deviation();
        f64::midpoint(1.0, libm::erf(distance / std::f64::consts::SQRT_2))
    }
}

/// The difference in Elo at which a player is expected to score so much.
fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: u64, draws: u64, losses: u64) -> Estimate {
        Estimate::from_games(&Wdl { wins, draws, losses })
    }

    fn pairs(counts: [u64; 5]) -> Estimate {
        Estimate::from_pairs(&Pentanomial(counts))
    }

    /// Value and error have these numbers, rounded to two places.
    #[track_caller]
    fn assert_figure(figure: Figure, value: f64, error: f64) {
        assert_eq!(figure.kind, Kind::Exact);
        assert!((figure.value - value).abs() < 0.005, "{figure:?}");
        assert!((figure.error - error).abs() < 0.005, "{figure:?}");
    }

    /// The values of fastchess's `elo_test.cpp`, `EloWDL` (whose order is wins, losses, draws).
    #[test]
    fn games_give_the_published_values() {
        let first = games(76, 123, 89);
        assert_figure(first.nelo, -20.76, 40.13);
        assert_eq!(format!("{:.4} {:.3}", first.los, first.score), "0.1553 0.477");

        let second = games(136, 111, 96);
        assert_figure(second.nelo, 49.77, 36.77);
        assert_figure(second.elo, 40.70, 30.43);
        assert_eq!(format!("{:.4} {:.3}", second.los, second.score), "0.9960 0.558");

        let third = games(34, 0, 356);
        assert_figure(third.nelo, -508.44, 34.48);
        assert_eq!(format!("{:.3}", third.score), "0.087");
    }

    /// The values of fastchess's `elo_test.cpp`, `EloPentanomial` (which counts `WL` and `DD` apart).
    #[test]
    fn pairs_give_the_published_values() {
        let first = pairs([34, 54, 31 + 32, 64, 75]);
        assert_figure(first.nelo, 57.94, 28.28);
        assert_figure(first.elo, 55.58, 27.65);
        assert_eq!(format!("{:.4} {:.3}", first.los, first.score), "1.0000 0.579");

        let second = pairs([332, 433, 457 + 41, 333, 334]);
        assert_figure(second.nelo, -9.17, 10.96);
        assert_figure(second.elo, -8.64, 10.33);
        assert_eq!(format!("{:.4} {:.3}", second.los, second.score), "0.0505 0.488");

        let third = pairs([7895, 8757, 5485 + 200, 568, 9999]);
        assert_figure(third.nelo, -19.01, 2.65);
        assert_figure(third.elo, -21.04, 2.95);
        assert_eq!(format!("{:.4} {:.3}", third.los, third.score), "0.0000 0.470");
    }

    /// 8-0 stands for 7.5 of 8, whose Elo is 400 log10(15).
    #[test]
    fn nothing_but_wins_or_losses_gives_a_bound() {
        let won = games(8, 0, 0);
        assert_eq!((won.score, won.elo.to_string()), (1.0, "> +470.4".to_owned()));
        assert!(won.nelo.is_bound() && won.los > 0.99);
        let lost = games(0, 0, 8);
        assert_eq!((lost.score, lost.elo.to_string()), (0.0, "< -470.4".to_owned()));
        assert!(lost.nelo.is_bound() && lost.los < 0.01);
        assert_eq!(pairs([0, 0, 0, 0, 4]).elo.value, won.elo.value);
        assert_eq!(pairs([4, 0, 0, 0, 0]).elo.value, lost.elo.value);
        assert_eq!(pairs([0, 0, 0, 0, 1]).elo.to_string(), "> +190.8");
        assert_eq!(games(1, 0, 0).elo.to_string(), "> +0.0");
    }

    #[test]
    fn results_all_alike_have_an_exact_value_and_a_rough_error() {
        let draws = games(0, 50, 0);
        assert_eq!((draws.elo.value, draws.elo.kind), (0.0, Kind::RoughError));
        assert_eq!((draws.nelo.value, draws.nelo.kind), (0.0, Kind::RoughError));
        assert_eq!((draws.score, draws.los), (0.5, 0.5));
        let better = pairs([0, 0, 0, 9, 0]);
        assert_eq!((better.score, better.elo.kind), (0.75, Kind::RoughError));
        assert!((better.elo.value - 400.0 * 3.0_f64.log10()).abs() < 1e-9);
        assert_eq!(better.nelo.kind, Kind::AtLeast);
        assert_eq!(pairs([0, 9, 0, 0, 0]).nelo.kind, Kind::AtMost);
    }

    #[test]
    fn an_interval_beyond_the_end_gives_a_rough_error() {
        let estimate = games(19, 0, 1);
        assert_eq!(estimate.elo.kind, Kind::RoughError);
        assert!((estimate.elo.value - 400.0 * 19.0_f64.log10()).abs() < 1e-9);
        assert!(estimate.elo.error > 200.0, "{estimate:?}");
        assert_eq!(estimate.nelo.kind, Kind::Exact);
    }

    #[test]
    fn without_games_nothing_is_known() {
        let nothing = Estimate::new(&Wdl::default(), &Pentanomial::default());
        assert_eq!(nothing, Estimate::UNKNOWN);
        assert_eq!((nothing.score, nothing.los, nothing.elo.to_string()), (0.5, 0.5, "?".into()));
    }

    #[test]
    fn every_small_sample_gives_finite_numbers() {
        let numbers = |estimate: Estimate| {
            let Estimate { score, elo, nelo, los, .. } = estimate;
            [score, elo.value, elo.error, nelo.value, nelo.error, los]
        };
        for code in 0..4_u64.pow(5) {
            let counts =
                [0, 1, 2, 3, 4].map(|class| [0, 1, 2, 20][(code >> (2 * class)) as usize % 4]);
            let [losses, draws, wins, ..] = counts;
            for estimate in [pairs(counts), games(wins, draws, losses)] {
                assert!(
                    numbers(estimate).into_iter().all(f64::is_finite),
                    "{counts:?} {estimate:?}"
                );
                assert!((0.0..=1.0).contains(&estimate.los) && estimate.elo.error >= 0.0);
            }
        }
    }

    #[test]
    fn pairs_are_preferred_to_games() {
        let (games, pairs) = (Wdl { wins: 3, draws: 1, losses: 0 }, Pentanomial([0, 0, 0, 1, 1]));
        assert_eq!(Estimate::new(&games, &pairs), Estimate::from_pairs(&pairs));
        assert_eq!(Estimate::new(&games, &Pentanomial::default()), Estimate::from_games(&games));
    }
}
