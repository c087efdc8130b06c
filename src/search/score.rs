//! Scores: as the search computes with them, as the table keeps them, and as they are told.
//!
//! Inside the search a score is an `i32` from the side to move's point of view. A win that ends the
//! game `n` plies from the root is [`MATE`] − n, a loss −[`MATE`] + n, so that quicker wins and
//! slower losses are better. This module alone knows of that.

use std::cmp::Ordering;
use std::fmt;

use crate::board::Side;
use crate::evaluation::{self, WinRates};
use crate::game::Outcome;

/// No line is searched further than this many plies from the root.
pub const MAX_PLY: usize = 128;

/// A win on the spot.
pub(super) const MATE: i32 = 32_000;
/// Above every score.
pub(super) const INFINITY: i32 = MATE + 1;
/// A draw.
pub(super) const DRAW: i32 = 0;
/// Scores from here to [`MATE`] are proven wins; evaluations stay well below.
const DECISIVE: i32 = MATE - 1_000;

/// A score from the side to move's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// An estimate in cp.
    Cp(i32),
    /// A proven win for the side to move that ends the game in this many plies.
    WinIn(u32),
    /// A proven loss for the side to move that ends the game in this many plies.
    LossIn(u32),
}

impl Score {
    /// What a value at the root means.
    pub(super) fn of(value: i32) -> Self {
        match distance(value) {
            None => Score::Cp(value),
            Some(plies) if value > 0 => Score::WinIn(plies),
            Some(plies) => Score::LossIn(plies),
        }
    }

    /// The number of moves, of whoever wins, in a proven win or loss: `mate 2` is a win in three
    /// plies, `mate -2` a loss in four. `None` for an estimate.
    pub fn mate_in(self) -> Option<i32> {
        match self {
            Score::Cp(_) => None,
            Score::WinIn(plies) => Some(plies.div_ceil(2) as i32),
            Score::LossIn(plies) => Some(-(plies.div_ceil(2) as i32)),
        }
    }

    /// What the score means for the result, by the `rates` of the game. A proven win or loss is
    /// certain.
    pub fn chances(self, rates: &WinRates) -> Chances {
        match self {
            Score::WinIn(_) => Chances::WON,
            Score::LossIn(_) => Chances::LOST,
            Score::Cp(cp) => {
                let (win, loss) = rates.chances(cp.into());
                let per_mille = |chance: f64| (chance * 1_000.0).round() as u32;
                let win = per_mille(win);
                // Both may have been rounded up.
                let loss = per_mille(loss).min(1_000 - win);
                Chances { win, draw: 1_000 - win - loss, loss }
            }
        }
    }
}

/// The chances of the side to move in per mille; they sum up to 1,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chances {
    /// That it wins.
    pub win: u32,
    /// That the game is drawn.
    pub draw: u32,
    /// That it loses.
    pub loss: u32,
}

impl Chances {
    /// The game is won.
    pub const WON: Chances = Chances { win: 1_000, draw: 0, loss: 0 };
    /// It is drawn.
    pub const DRAWN: Chances = Chances { win: 0, draw: 1_000, loss: 0 };
    /// It is lost.
    pub const LOST: Chances = Chances { win: 0, draw: 0, loss: 1_000 };
}

impl fmt::Display for Chances {
    /// As UCI writes them: the win, the draw, the loss.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

impl fmt::Display for Score {
    /// As UCI writes it: `cp 35`, `mate 2`, `mate -2`; `mate 0` for a game already lost.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(cp) => write!(f, "cp {cp}"),
            Score::WinIn(_) | Score::LossIn(_) => {
                write!(f, "mate {}", self.mate_in().unwrap_or_default())
            }
        }
    }
}

/// A win for the side to move that ends the game `ply` plies from the root.
#[inline(always)]
pub(super) const fn win_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// A loss for the side to move that ends the game `ply` plies from the root.
#[inline(always)]
pub(super) const fn loss_in(ply: usize) -> i32 {
    -win_in(ply)
}

/// The score of a game that ended so, `ply` plies from the root with `side` to move.
pub(super) fn of_outcome(outcome: Outcome, side: Side, ply: usize) -> i32 {
    match outcome.winner {
        None => DRAW,
        Some(winner) if winner == side => win_in(ply),
        Some(_) => loss_in(ply),
    }
}

/// The value of a static evaluation, corrected or not: within the bound of all evaluations.
#[inline(always)]
pub(super) fn of_evaluation(evaluation: i32) -> i32 {
    evaluation.clamp(-evaluation::LIMIT, evaluation::LIMIT)
}

/// Plies to the end that a proven win or loss is away; `None` for an estimate.
#[inline(always)]
pub(super) const fn distance(value: i32) -> Option<u32> {
    if value.abs() >= DECISIVE { Some((MATE - value.abs()).unsigned_abs()) } else { None }
}

/// What a position is worth whose winner is known, but not how soon he wins: less than any win with
/// a distance, more than any estimate.
pub(super) const KNOWN_WIN: i32 = DECISIVE - 1;

/// Whether `value` is no proven loss.
#[inline(always)]
pub(super) const fn is_not_lost(value: i32) -> bool {
    value > -DECISIVE
}

/// `value` found `ply` plies from the root, with wins and losses counted from the node instead:
/// a table entry may be met again at another ply.
pub(super) fn to_table(value: i32, ply: usize) -> i16 {
    let kept = match signum_if_decisive(value) {
        Ordering::Greater => value + ply as i32,
        Ordering::Less => value - ply as i32,
        Ordering::Equal => value,
    };
    kept.clamp(-MATE, MATE) as i16
}

/// The inverse of [`to_table`].
pub(super) fn from_table(kept: i16, ply: usize) -> i32 {
    let kept = i32::from(kept).clamp(-MATE, MATE);
    match signum_if_decisive(kept) {
        Ordering::Greater => kept - ply as i32,
        Ordering::Less => kept + ply as i32,
        Ordering::Equal => kept,
    }
}

fn signum_if_decisive(value: i32) -> Ordering {
    distance(value).map_or(Ordering::Equal, |_| value.cmp(&0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of games in which an even position is drawn more or less often.
    fn rates() -> impl Iterator<Item = WinRates> {
        [0.0, 50.0, 400.0].into_iter().map(|margin| WinRates { scale: WinRates::SCALE, margin })
    }

    #[test]
    fn chances_sum_up() {
        for rates in rates() {
            let mut before = Chances::LOST;
            for cp in -3_000..=3_000 {
                let chances = Score::Cp(cp).chances(&rates);
                let Chances { win, draw, loss } = chances;
                assert_eq!(win + draw + loss, 1_000, "{cp}");
                assert!(win >= before.win && loss <= before.loss, "{cp}");
                let other = Score::Cp(-cp).chances(&rates);
                assert!(win.abs_diff(other.loss) <= 1, "{cp}");
                before = chances;
            }
            let [worst, best] =
                [1 - DECISIVE, DECISIVE - 1].map(|cp| Score::Cp(cp).chances(&rates));
            assert_eq!((worst, best), (Chances::LOST, Chances::WON));
        }
    }

    #[test]
    fn chances_follow_the_rates() {
        let rates = WinRates { scale: WinRates::SCALE, margin: 0.0 };
        assert_eq!(Score::Cp(0).chances(&rates), Chances { win: 500, draw: 0, loss: 500 });
        assert_eq!(Score::Cp(400).chances(&rates), Chances { win: 909, draw: 0, loss: 91 });
        let rates = WinRates { margin: 400.0, ..rates };
        assert_eq!(Score::Cp(0).chances(&rates), Chances { win: 91, draw: 818, loss: 91 });
        assert_eq!(Score::Cp(400).chances(&rates), Chances { win: 500, draw: 490, loss: 10 });
    }

    #[test]
    fn what_is_proven_is_certain() {
        for rates in rates() {
            assert_eq!(Score::WinIn(9).chances(&rates), Chances::WON);
            assert_eq!(Score::LossIn(0).chances(&rates), Chances::LOST);
        }
        assert_eq!(Chances::DRAWN.to_string(), "0 1000 0");
    }
}
