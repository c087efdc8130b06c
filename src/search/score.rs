//! Scores: as the search computes with them, as the table keeps them, and as they are told.
//!
//! Inside the search a score is an `i32` from the side to move's point of view. A win that ends the
//! game `n` plies from the root is [`MATE`] − n, a loss −[`MATE`] + n, so that quicker wins and
//! slower losses are better. This module alone knows of that.

use std::cmp::Ordering;
use std::fmt;

use crate::board::Side;
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

/// An evaluation, kept below all proven wins: a FEN may set up more men than any game has.
#[inline(always)]
pub(super) fn of_evaluation(evaluation: i32) -> i32 {
    evaluation.clamp(1 - DECISIVE, DECISIVE - 1)
}

/// Plies to the end that a proven win or loss is away; `None` for an estimate.
#[inline(always)]
pub(super) const fn distance(value: i32) -> Option<u32> {
    if value.abs() >= DECISIVE { Some((MATE - value.abs()).unsigned_abs()) } else { None }
}

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
