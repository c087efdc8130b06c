//! What is known of a node without searching it: how the game has ended there, what the table says, who
//! wins a solved ending.

use crate::board::GOLDEN_RATIO;
use crate::features::Features;
use crate::game::{self, Endings, Game};

use super::Searcher;
use crate::search::pruning;
use crate::search::score::{self, DRAW, KNOWN_WIN};
use crate::search::table::{Bound, Entry};

/// A node's value takes the move counter into account only if the draw is no further than its depth
/// and these plies, for what quiescence search plays before the next capture.
const COUNTER_MARGIN: u32 = 4;

impl<G: Game> Searcher<'_, G> {
    /// The value of a position in which the game has ended, except by the lack of legal moves
    /// alone. [`Game::outcome`] sets the precedence: that lack comes before the draws.
    #[inline(always)]
    pub(super) fn ending(&self, position: &G, ply: usize) -> Option<i32> {
        if let Some(outcome) = position.own_ending() {
            return Some(score::of_outcome(outcome, position.side(), ply));
        }
        // A position that was played on from before has legal moves.
        if self.is_repetition(position, ply) {
            return Some(DRAW);
        }
        if !position.is_bare() && !Self::counter_reaches(position, 0) {
            return None;
        }
        if game::count_moves(position) == 0 {
            return Some(score::of_outcome(position.no_moves_ending(), position.side(), ply));
        }
        Some(DRAW)
    }

    /// Whether the position has occurred once since the root or twice since the game began. One
    /// recurrence in the tree is enough: who could avoid the third could avoid the second.
    #[inline(always)]
    fn is_repetition(&self, position: &G, ply: usize) -> bool {
        let now = self.path.len() - 1;
        let reach = (now - self.after_null).min(position.clock() as usize);
        let recurs = |&distance: &usize| self.path[now - distance] == position.key();
        let mut earlier = (2..=reach).step_by(2).filter(recurs);
        earlier.next().is_some_and(|distance| distance < ply || earlier.next().is_some())
    }

    /// Whether the game is drawn by the move counter after `plies` more without an irreversible
    /// move.
    #[inline(always)]
    pub(super) fn counter_reaches(position: &G, plies: u32) -> bool {
        const { G::INFO.move_limit }
            .is_some_and(|limit| position.clock().saturating_add(plies) >= limit)
    }

    /// The key of a node of this depth in the table. Where the draw by the move counter is within
    /// reach, the value depends on the counter, and the counter becomes part of the key. (Extensions
    /// may reach further, so that a draw by the counter can still get into the value of a node that
    /// was thought too far from it.)
    #[inline(always)]
    pub(super) fn table_key(&self, position: &G, depth: i32) -> u64 {
        let key = if Self::counter_reaches(position, depth as u32 + COUNTER_MARGIN) {
            let counter = u64::from(position.clock()) + 1;
            position.key() ^ counter.wrapping_mul(GOLDEN_RATIO)
        } else {
            position.key()
        };
        // What a search with reductions and pruning has found proves nothing.
        if self.proves { !key } else { key }
    }

    /// The value that the table's entry gives a node with a null window below `beta`, if it
    /// suffices.
    ///
    /// An entry without the counter in its key may come from a deeper search with the counter
    /// further from its limit. It does not count if that search or the win it found goes beyond
    /// the limit.
    #[inline(always)]
    pub(super) fn cut(entry: Entry, position: &G, depth: i32, beta: i32) -> Option<i32> {
        let (depth, value) = (depth as u32, entry.value);
        if entry.depth < depth {
            return None;
        }
        let counted = Self::counter_reaches(position, depth + COUNTER_MARGIN);
        let plies = entry.depth.max(score::distance(value).unwrap_or(0));
        if !counted && Self::counter_reaches(position, plies + COUNTER_MARGIN) {
            return None;
        }
        let sufficient = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value < beta,
        };
        sufficient.then_some(value)
    }

    /// Whether the side to move wins, if this is an ending that can be solved.
    #[inline(always)]
    pub(super) fn winner_is_known(&mut self, position: &G) -> Option<bool> {
        let most = const { G::TRAITS.solved_men };
        if most == 0 || position.men_left() > most || !self.has(Features::EXACT_ENDING) {
            return None;
        }
        let endings = self.endings.get_or_insert_with(Endings::new);
        let solved = endings.solve(position, pruning::ENDING_NODES, &mut || false)?;
        Some(solved.wins)
    }

    /// Narrows the window of a node in a solved ending. Gives the node's value if nothing of the window
    /// is left.
    #[inline(always)]
    pub(super) fn narrow_by_winner(
        &mut self,
        position: &G,
        alpha: &mut i32,
        beta: &mut i32,
    ) -> Option<i32> {
        // The winner bounds the value: how soon the win comes is another matter.
        let bound = if self.winner_is_known(position)? {
            *alpha = KNOWN_WIN.max(*alpha);
            *alpha
        } else {
            *beta = (-KNOWN_WIN).min(*beta);
            *beta
        };
        (*alpha >= *beta).then_some(bound)
    }

    /// A winning move at the root, if it is an ending that can be solved in time and is won.
    pub(in crate::search) fn solve_root(&mut self) -> Option<G::Move> {
        let men = self.root.men_left();
        // With fewer men the search knows the winner everywhere, and the length of the win besides.
        let solvable = const { G::TRAITS.solved_men + 1..=G::TRAITS.solved_men_at_root };
        if !self.has(Features::EXACT_ENDING) || !solvable.contains(&men) {
            return None;
        }
        let Searcher { endings, budget, root, .. } = self;
        let endings = endings.get_or_insert_with(Endings::new);
        endings.solve(root, u64::MAX, &mut || budget.is_past_share(pruning::ENDING_SHARE))?.best
    }
}
