//! Quiescence search: beyond the horizon only what changes the balance is looked at, so that no
//! position is evaluated amid an exchange.

use crate::game::Game;

use super::alphabeta::Searcher;
use super::node::Node;
use super::ordering::{self, Ranked};
use super::score::{self, INFINITY};

/// Plies beyond the horizon after which the evaluation must do: exchanges end by themselves, but
/// where one move may do several things they branch too much to be followed to the end.
pub(super) const MAX_QUIESCENCE_PLY: usize = 12;

impl<G: Game> Searcher<'_, G> {
    /// The value of `position`, `beyond` plies beyond the horizon, if only noisy moves are played.
    ///
    /// The side to move need not play one: it may stand pat on the evaluation. Where the game says
    /// that it may not, as in check, all moves are searched. That a side which may stand pat has no
    /// legal move at all goes unnoticed here.
    pub(super) fn quiescence<N: Node>(
        &mut self,
        position: &G,
        ply: usize,
        beyond: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if let Some(value) = self.enter::<N>(position, ply) {
            return value;
        }
        if beyond >= MAX_QUIESCENCE_PLY {
            return score::of_evaluation(position.evaluate());
        }
        let may_stand_pat = position.may_stand_pat();
        let mut best = -INFINITY;
        if may_stand_pat {
            best = score::of_evaluation(position.evaluate());
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let first = self.stack.len();
        let any = self.push_quiescence_moves(position, may_stand_pat);
        if !any && !may_stand_pat {
            return score::of_outcome(position.no_moves_ending(), position.side(), ply);
        }
        for at in 0..self.stack.len() - first {
            ordering::bring_best(&mut self.stack[first..], at);
            let mv = self.stack[first + at].mv;
            let child = position.after(mv);
            let value = -self.quiescence::<N::Child>(&child, ply + 1, beyond + 1, -beta, -alpha);
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

    /// Pushes the moves to search onto the stack, those that win most first; says whether there is
    /// any legal move.
    #[inline(always)]
    fn push_quiescence_moves(&mut self, position: &G, noisy_only: bool) -> bool {
        self.generated.clear();
        position.generate(&mut self.generated);
        let moves = self.generated.iter();
        let moves = moves.filter(|&&mv| !noisy_only || position.is_noisy(mv));
        self.stack.extend(moves.map(|&mv| Ranked { rank: position.gain(mv), mv }));
        !self.generated.is_empty()
    }
}
