//! Quiescence search: beyond the horizon only what changes the balance is looked at, so that no
//! position is evaluated amid an exchange.

use crate::features::Features;
use crate::game::{self, Game};

use super::alphabeta::Searcher;
use super::node::Node;
use super::ordering::{self, Ranked};
use super::pruning;
use super::score::{self, INFINITY};

/// How much may be looked at beyond one node of the horizon. Each ply divides it by one more than
/// the number of moves searched there, and a node to which nothing is left is evaluated as it is.
///
/// Exchanges end by themselves, but where a man can be taken in a hundred ways they branch too much
/// to be followed to the end. A count of plies would be wrong for one game or the other: this allows
/// some sixteen plies of one capture each, six of six, and three of a hundred.
pub(super) const EFFORT: u32 = 1 << 16;

impl<G: Game> Searcher<'_, G> {
    /// The value of `position` if only noisy moves are played, as far as `effort` goes.
    ///
    /// The side to move need not play one: it may stand pat on the evaluation. In check, or what is
    /// like it in the game, it may not, and all moves are searched. That a side which may stand pat
    /// has no legal move at all goes unnoticed here.
    pub(super) fn quiescence<N: Node>(
        &mut self,
        position: &G,
        ply: usize,
        effort: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if let Some(value) = self.enter::<N>(position, ply) {
            return value;
        }
        if effort == 0 {
            return self.evaluate(position, ply);
        }
        let in_check = position.in_check();
        let mut best = -INFINITY;
        // What a capture needs to gain if it is to matter.
        let mut needed = -INFINITY;
        if !in_check {
            best = self.evaluate(position, ply);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
            if score::distance(alpha).is_none() {
                needed = alpha - best - pruning::QUIESCENCE_MARGIN;
            }
        }
        let first = self.moves.stack.len();
        self.push_quiescence_moves(position, in_check);
        let count = self.moves.stack.len() - first;
        if count == 0 && in_check {
            return score::of_outcome(position.no_moves_ending(), position.side(), ply);
        }
        let effort = effort_of_child(effort, count);
        for at in 0..count {
            ordering::bring_best(&mut self.moves.stack[first + at..], at);
            let Ranked { mv, rank } = self.moves.stack[first + at];
            if !in_check && self.has(Features::QUIESCENCE_PRUNING) {
                if rank < needed {
                    // Those that follow gain even less.
                    break;
                }
                if position.exchange(mv) < 0 {
                    continue;
                }
            }
            self.note(position, mv, ply);
            let child = position.after(mv);
            let value = -self.quiescence::<N::Child>(&child, ply + 1, effort, -beta, -alpha);
            if self.is_aborted() {
                break;
            }
            best = best.max(value);
            if value > alpha {
                self.lead_with::<N>(mv, ply, value);
                alpha = value;
            }
            if value >= beta {
                break;
            }
        }
        self.moves.stack.truncate(first);
        best
    }

    /// Pushes the moves to search onto the stack, ranked by what they win.
    #[inline(always)]
    fn push_quiescence_moves(&mut self, position: &G, all: bool) {
        let moves = &mut self.moves;
        moves.generated.clear();
        if all {
            game::generate(position, &mut moves.generated);
        } else {
            position.generate_noisy(&mut moves.generated);
        }
        let ranked = moves.generated.iter().map(|&mv| Ranked { rank: position.gain(mv), mv });
        moves.stack.extend(ranked);
    }
}

/// What is left of the effort for each of `count` moves.
pub(super) fn effort_of_child(effort: u32, count: usize) -> u32 {
    effort / (u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1))
}
