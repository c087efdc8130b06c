//! The tree search: principal variation search with a transposition table.

use crate::board::GOLDEN_RATIO;
use crate::game::{self, Game, GameMove};

use super::node::{Node, NonPv, Root};
use super::ordering::{self, Memory, Ranked};
use super::quiescence::EFFORT;
use super::score::{self, DRAW, INFINITY, MAX_PLY};
use super::table::{Bound, Entry, Table};
use super::time::Budget;

/// A node's value takes the move counter into account only if the draw is no further than its depth
/// and these plies, for what quiescence search plays before the next capture.
const COUNTER_MARGIN: u32 = 4;

/// The state of one thread's search.
pub(super) struct Searcher<'a, G: Game> {
    table: &'a Table,
    budget: Budget<'a>,
    root: G,
    /// The moves considered at the root, in the order in which they are tried.
    pub root_moves: Vec<G::Move>,
    /// Whether these are all.
    unrestricted: bool,
    /// How many of the root moves to pass over, being best moves of earlier lines.
    passed_over: usize,
    /// The value of the best line found at the root so far; the line itself is `lines[0]`.
    root_value: i32,
    /// The keys of the game's positions, then those of the line being searched.
    path: Vec<u64>,
    /// Where in `path` the root is.
    root_at: usize,
    /// By ply: the best line from there on, within a principal variation.
    lines: Vec<Vec<G::Move>>,
    /// The moves of all nodes from the root to the present one, ranked.
    pub(super) stack: Vec<Ranked<G::Move>>,
    /// Where moves are generated before they are ranked.
    pub(super) generated: Vec<G::Move>,
    memory: Memory<G>,
    nodes: u64,
    seldepth: usize,
    /// Whether the budget ran out: all values on the way back to the root are void.
    aborted: bool,
}

/// What trying a node's moves came to.
struct Tried<M> {
    value: i32,
    bound: Bound,
    best: Option<M>,
}

impl<'a, G: Game> Searcher<'a, G> {
    /// A search of the last of `positions`, which are the game so far. `root_moves` are not empty.
    pub(super) fn new(
        positions: &[G],
        root_moves: Vec<G::Move>,
        unrestricted: bool,
        table: &'a Table,
        budget: Budget<'a>,
    ) -> Self {
        let root_at = positions.len() - 1;
        Searcher {
            table,
            budget,
            root: positions[root_at],
            root_moves,
            unrestricted,
            passed_over: 0,
            root_value: -INFINITY,
            path: positions.iter().map(G::key).collect(),
            root_at,
            lines: vec![Vec::new(); MAX_PLY + 1],
            stack: Vec::new(),
            generated: Vec::new(),
            memory: Memory::new(),
            nodes: 0,
            seldepth: 0,
            aborted: false,
        }
    }

    /// Searches the root to `depth` within a window, without the first `passed_over` root moves.
    /// Gives the value; `None` if the budget ran out before that was known.
    pub(super) fn search_root(
        &mut self,
        passed_over: usize,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        self.passed_over = passed_over;
        self.seldepth = 0;
        let root = self.root;
        let value = self.negamax::<Root>(&root, 0, depth as i32, alpha, beta);
        (!self.aborted).then_some(value)
    }

    /// The best line of the last [`Searcher::search_root`] and its value. After a search that was
    /// broken off it is the best of the root moves that were finished, and may be empty.
    pub(super) fn best_line(&self) -> (i32, &[G::Move]) {
        (self.root_value, &self.lines[0])
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Plies of the longest line of the last [`Searcher::search_root`].
    pub(super) fn seldepth(&self) -> u32 {
        self.seldepth as u32
    }

    pub(super) fn budget(&self) -> &Budget<'a> {
        &self.budget
    }

    pub(super) fn is_aborted(&self) -> bool {
        self.aborted
    }

    /// The value of `position`, searched `depth` plies deep: exact if it lies between `alpha` and
    /// `beta`, else a bound on that side of the window (fail-soft).
    pub(super) fn negamax<N: Node>(
        &mut self,
        position: &G,
        ply: usize,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        if depth <= 0 {
            return self.horizon::<N>(position, ply, alpha, beta);
        }
        if let Some(value) = self.enter::<N>(position, ply) {
            return value;
        }
        if !N::ROOT {
            // Mate distance pruning: no result from here on is better than a win by the next move
            // or worse than having lost already.
            alpha = alpha.max(score::loss_in(ply));
            beta = beta.min(score::win_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let key = Self::table_key(position, depth);
        let entry = self.table.probe(key, ply);
        if !N::PV
            && let Some(value) = entry.and_then(|e| Self::cut(e, position, depth, beta))
        {
            return value;
        }
        let first = self.stack.len();
        let table_move = entry.map(|entry| entry.mv);
        self.push_moves::<N>(position, ply, table_move);
        if self.stack.len() == first {
            return score::of_outcome(position.no_moves_ending(), position.side(), ply);
        }
        let tried = self.try_moves::<N>(position, ply, depth, alpha, beta, first);
        self.stack.truncate(first);
        if self.aborted {
            return 0;
        }
        if !N::ROOT || (self.unrestricted && self.passed_over == 0) {
            let mv = tried.best.map_or(Entry::NO_MOVE, GameMove::bits);
            let Tried { value, bound, .. } = tried;
            self.table.store(key, ply, Entry { mv, value, depth: depth as u32, bound });
        }
        tried.value
    }

    /// What every node begins with. Gives its value if that is known without searching on, or if
    /// the search is to break off.
    #[inline(always)]
    pub(super) fn enter<N: Node>(&mut self, position: &G, ply: usize) -> Option<i32> {
        self.lines[ply].clear();
        self.nodes += 1;
        if self.budget.is_spent(self.nodes) {
            self.aborted = true;
            return Some(0);
        }
        if N::ROOT {
            self.path.truncate(self.root_at + 1);
            return None;
        }
        self.seldepth = self.seldepth.max(ply);
        self.path.truncate(self.root_at + ply);
        self.path.push(position.key());
        self.ending(position, ply)
            .or_else(|| (ply >= MAX_PLY).then(|| score::of_evaluation(position.evaluate())))
    }

    /// The value of a position in which the game has ended, except by the lack of legal moves
    /// alone. [`Game::outcome`] sets the precedence: that lack comes before the draws.
    #[inline(always)]
    fn ending(&self, position: &G, ply: usize) -> Option<i32> {
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
        let reach = now.min(position.clock() as usize);
        let recurs = |&distance: &usize| self.path[now - distance] == position.key();
        let mut earlier = (2..=reach).step_by(2).filter(recurs);
        earlier.next().is_some_and(|distance| distance < ply || earlier.next().is_some())
    }

    /// Whether the game is drawn by the move counter after `plies` more without an irreversible
    /// move.
    #[inline(always)]
    fn counter_reaches(position: &G, plies: u32) -> bool {
        const { G::INFO.move_limit }
            .is_some_and(|limit| position.clock().saturating_add(plies) >= limit)
    }

    /// The key of a node of this depth in the table. Where the draw by the move counter is within
    /// reach, the value depends on the counter, and the counter becomes part of the key. Wherever
    /// that is so it is also so at the node's children, until an irreversible move.
    #[inline(always)]
    fn table_key(position: &G, depth: i32) -> u64 {
        if Self::counter_reaches(position, depth as u32 + COUNTER_MARGIN) {
            let counter = u64::from(position.clock()) + 1;
            position.key() ^ counter.wrapping_mul(GOLDEN_RATIO)
        } else {
            position.key()
        }
    }

    /// The value that the table's entry gives a node with a null window below `beta`, if it
    /// suffices.
    ///
    /// An entry without the counter in its key may come from a deeper search with the counter
    /// further from its limit. It does not count if that search or the win it found goes beyond
    /// the limit.
    #[inline(always)]
    fn cut(entry: Entry, position: &G, depth: i32, beta: i32) -> Option<i32> {
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

    /// Pushes the moves of a node, ranked, onto the stack.
    #[inline(always)]
    fn push_moves<N: Node>(&mut self, position: &G, ply: usize, table_move: Option<u32>) {
        if N::ROOT {
            let moves = self.root_moves[self.passed_over..].iter().zip((0..).map(|n: i32| -n));
            self.stack.extend(moves.map(|(&mv, rank)| Ranked { rank, mv }));
            return;
        }
        self.generated.clear();
        game::generate(position, &mut self.generated);
        let rank = |&mv| Ranked { rank: self.memory.rank(position, mv, ply, table_move), mv };
        self.stack.extend(self.generated.iter().map(rank));
    }

    /// Tries the moves on the stack from `first` on, best first, until one refutes the node.
    #[inline(always)]
    fn try_moves<N: Node>(
        &mut self,
        position: &G,
        ply: usize,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        first: usize,
    ) -> Tried<G::Move> {
        let mut tried = Tried { value: -INFINITY, bound: Bound::Upper, best: None };
        for at in 0..self.stack.len() - first {
            ordering::bring_best(&mut self.stack[first..], at);
            let mv = self.stack[first + at].mv;
            let value = self.try_move::<N>(&position.after(mv), ply, depth, alpha, beta, at == 0);
            if self.aborted {
                break;
            }
            tried.value = tried.value.max(value);
            if value <= alpha {
                continue;
            }
            tried.best = Some(mv);
            self.lead_with::<N>(mv, ply, value);
            if value >= beta {
                tried.bound = Bound::Lower;
                let failed = &self.stack[first..first + at];
                self.memory.learn(position, ply, depth, mv, failed);
                break;
            }
            tried.bound = Bound::Exact;
            alpha = value;
        }
        tried
    }

    /// The value of a move that leads to `child`. All but the first are expected to be no better
    /// than `alpha`, and a null window suffices to show that (Marsland and Campbell 1982).
    #[inline(always)]
    fn try_move<N: Node>(
        &mut self,
        child: &G,
        ply: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
        is_first: bool,
    ) -> i32 {
        if !is_first {
            let value = -self.negamax::<NonPv>(child, ply + 1, depth - 1, -alpha - 1, -alpha);
            if !N::PV || value <= alpha || self.aborted {
                return value;
            }
        }
        -self.negamax::<N::Child>(child, ply + 1, depth - 1, -beta, -alpha)
    }

    /// Makes `mv` and the best line after it the best line of a node.
    #[inline(always)]
    pub(super) fn lead_with<N: Node>(&mut self, mv: G::Move, ply: usize, value: i32) {
        if N::PV {
            let (upper, lower) = self.lines.split_at_mut(ply + 1);
            upper[ply].clear();
            upper[ply].push(mv);
            upper[ply].extend_from_slice(&lower[0]);
        }
        if N::ROOT {
            self.root_value = value;
        }
    }

    /// The value of a node with no depth left.
    #[inline(always)]
    fn horizon<N: Node>(&mut self, position: &G, ply: usize, alpha: i32, beta: i32) -> i32 {
        if const { G::TRAITS.quiescence } {
            return self.quiescence::<N>(position, ply, EFFORT, alpha, beta);
        }
        if let Some(value) = self.enter::<N>(position, ply) {
            value
        } else if game::count_moves(position) == 0 {
            score::of_outcome(position.no_moves_ending(), position.side(), ply)
        } else {
            score::of_evaluation(position.evaluate())
        }
    }
}
