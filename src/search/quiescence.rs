//! Quiescence search: beyond the horizon only what changes the balance is looked at, so that no
//! position is evaluated amid an exchange.

use crate::game::{self, Game};

use super::alphabeta::Searcher;
use super::node::Node;
use super::ordering::{self, Ranked};
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
    /// The side to move need not play one: it may stand pat on the evaluation. Where the game says
    /// that it may not, as in check, all moves are searched. That a side which may stand pat has no
    /// legal move at all goes unnoticed here.
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
            return score::of_evaluation(position.evaluate());
        }
        let may_stand_pat = !position.in_check();
        let mut best = -INFINITY;
        if may_stand_pat {
            best = score::of_evaluation(position.evaluate());
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let first = self.stack.len();
        self.push_quiescence_moves(position, may_stand_pat);
        let count = self.stack.len() - first;
        if count == 0 && !may_stand_pat {
            return score::of_outcome(position.no_moves_ending(), position.side(), ply);
        }
        let effort = effort_of_child(effort, count);
        for at in 0..count {
            ordering::bring_best(&mut self.stack[first..], at);
            let mv = self.stack[first + at].mv;
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
        self.stack.truncate(first);
        best
    }

    /// Pushes the moves to search onto the stack, ranked by what they win.
    #[inline(always)]
    fn push_quiescence_moves(&mut self, position: &G, noisy_only: bool) {
        self.generated.clear();
        game::generate(position, &mut self.generated);
        let moves = self.generated.iter();
        let moves = moves.filter(|&&mv| !noisy_only || position.is_noisy(mv));
        self.stack.extend(moves.map(|&mv| Ranked { rank: position.gain(mv), mv }));
    }
}

/// What is left of the effort for each of `count` moves.
pub(super) fn effort_of_child(effort: u32, count: usize) -> u32 {
    effort / (u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1))
}
