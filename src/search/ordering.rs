//! Move ordering: the sooner the best move is tried, the less there is to search.
//!
//! The order is: the table's move; moves that win material, the most first; the killers of the ply;
//! all others by their history, less the material that they lose.

use arrayvec::ArrayVec;

use crate::board::Side;
use crate::game::{Game, GameMove};

use super::score::MAX_PLY;

/// A move and how early it is to be tried. The order is total, so that it depends neither on the
/// generator nor on the sorting algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ranked<M> {
    /// The higher, the earlier.
    pub rank: i32,
    /// The move.
    pub mv: M,
}

const TABLE_MOVE: i32 = i32::MAX;
/// Added to the gain of a move that wins material.
const WINNING: i32 = 1 << 20;
const FIRST_KILLER: i32 = 1 << 19;
const SECOND_KILLER: i32 = FIRST_KILLER - 1;

/// So many moves are picked one by one before the rest is sorted: a cutoff mostly comes early, but
/// where it does not, picking from thousands of moves would take quadratic time.
const PICKED: usize = 10;

/// Brings to `moves[tried]` the best of the moves from there on, the ones before having been tried.
#[inline]
pub(super) fn bring_best<M: Ord>(moves: &mut [Ranked<M>], tried: usize) {
    let rest = &mut moves[tried..];
    if tried < PICKED {
        if let Some((best, _)) = rest.iter().enumerate().max_by_key(|&(_, ranked)| ranked) {
            rest.swap(0, best);
        }
    } else if tried == PICKED {
        rest.sort_unstable_by(|a, b| b.cmp(a));
    }
}

/// What the search has learnt about moves, apart from the positions they were played in.
#[derive(Debug)]
pub(super) struct Memory<G: Game> {
    /// By ply: the two moves that last refuted a line there without winning material
    /// (Akl and Newborn 1977).
    killers: Vec<ArrayVec<G::Move, 2>>,
    /// By side, origin and target: how well such moves did (Schaeffer 1983), from
    /// −[`Memory::MOST`] to [`Memory::MOST`].
    history: Vec<i16>,
}

impl<G: Game> Memory<G> {
    const MOST: i32 = 8192;

    pub(super) fn new() -> Self {
        Memory {
            killers: vec![ArrayVec::new(); MAX_PLY],
            history: vec![0; 2 * G::SQUARES * G::SQUARES],
        }
    }

    /// How early a move is to be tried; `table_move` are the bits of the table's.
    #[inline(always)]
    pub(super) fn rank(
        &self,
        position: &G,
        mv: G::Move,
        ply: usize,
        table_move: Option<u32>,
    ) -> i32 {
        if table_move == Some(mv.bits()) {
            return TABLE_MOVE;
        }
        let gain = position.gain(mv);
        if gain > 0 {
            return WINNING + gain;
        }
        match self.killers[ply].iter().position(|&killer| killer == mv) {
            Some(0) => FIRST_KILLER,
            Some(_) => SECOND_KILLER,
            None => i32::from(self.history[history_index::<G>(position.side(), mv)]) + gain,
        }
    }

    /// Learns that `mv` refuted `position` at `depth`, and that the moves tried before did not.
    pub(super) fn learn(
        &mut self,
        position: &G,
        ply: usize,
        depth: i32,
        mv: G::Move,
        tried: &[Ranked<G::Move>],
    ) {
        if position.gain(mv) > 0 {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers.first() != Some(&mv) {
            if killers.is_full() {
                killers.pop();
            }
            killers.insert(0, mv);
        }
        let bonus = (8 * depth * depth).min(Self::MOST / 2);
        self.nudge(position.side(), mv, bonus);
        for failed in tried.iter().filter(|ranked| position.gain(ranked.mv) <= 0) {
            self.nudge(position.side(), failed.mv, -bonus);
        }
    }

    /// Moves a history value towards its bound, the less the nearer it is.
    fn nudge(&mut self, side: Side, mv: G::Move, bonus: i32) {
        let value = &mut self.history[history_index::<G>(side, mv)];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / Self::MOST) as i16;
    }
}

#[inline(always)]
fn history_index<G: Game>(side: Side, mv: impl GameMove) -> usize {
    (side.index() * G::SQUARES + mv.origin()) * G::SQUARES + mv.target()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rng;

    #[test]
    fn moves_come_in_order() {
        let mut rng = Rng::new(1);
        for count in [0, 1, 2, 9, 10, 11, 12, 40, 1000] {
            let mut moves: Vec<_> =
                (0..count).map(|mv| Ranked { rank: rng.below(30) as i32, mv }).collect();
            let mut sorted = moves.clone();
            sorted.sort();
            sorted.reverse();
            for tried in 0..moves.len() {
                bring_best(&mut moves, tried);
            }
            assert_eq!(moves, sorted);
        }
    }
}
