//! Exact endings: who wins, found by searching to the end.
//!
//! Every capture takes a man away, so an ending is a small tree of which only win or loss is asked:
//! a boolean negamax with a table. It lives on the order of the moves: first those that leave the
//! other side the fewest captures. That finds a winning move at the first attempt in more than nine
//! of ten won positions.

mod men;
mod table;
#[cfg(test)]
mod tests;

use self::men::{Child, Men};
use self::table::Table;
use super::{KnightsRoses, Move};
use crate::board::multiversion;
use crate::game::{Endings, Solved};

/// The most men in a position that a [`Solver`] looks at.
pub const MOST_MEN: usize = 40;

/// The answer of a [`Solver`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solution {
    /// Whether the side to move wins.
    pub wins: bool,
    /// A winning move, if it does.
    pub best: Option<Move>,
    /// The nodes that were searched for the answer.
    pub nodes: u64,
}

/// Solves positions exactly, and keeps in a table what it has found.
#[derive(Debug)]
pub struct Solver {
    table: Table,
    /// The moves still to be searched, of all nodes on the way to the present one.
    children: Vec<Ranked>,
}

impl Solver {
    /// A solver with a table of about so many bytes.
    pub fn new(bytes: usize) -> Self {
        Solver { table: Table::new(bytes), children: Vec::new() }
    }

    /// Whether the side to move wins, and how. `None` if that takes more than `max_nodes` nodes, if
    /// there are more than [`MOST_MEN`] men, or if `stop`, which is asked every 1024 nodes, says so.
    pub fn solve(
        &mut self,
        position: &KnightsRoses,
        max_nodes: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Solution> {
        if position.occupied().len() > MOST_MEN {
            return None;
        }
        let men = Men::of(position);
        let most = men.count();
        self.children.clear();
        let mut search = Search { solver: self, most, nodes: 0, max_nodes, stop };
        let best = search.winning_move(men)?;
        Some(Solution { wins: best.is_some(), best, nodes: search.nodes })
    }
}

/// Bytes of the table of a solver that works for a search. A larger one is slower: it falls out of
/// the processor's caches.
const SEARCH_TABLE: usize = 4 << 20;

impl Endings<KnightsRoses> for Solver {
    fn new() -> Self {
        Solver::new(SEARCH_TABLE)
    }

    fn solve(
        &mut self,
        position: &KnightsRoses,
        nodes: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Solved<Move>> {
        let Solution { wins, best, .. } = Solver::solve(self, position, nodes, stop)?;
        Some(Solved { wins, best })
    }
}

/// A move in the order of search.
#[derive(Debug, Clone, Copy)]
struct Ranked {
    /// The smaller, the earlier.
    rank: i32,
    /// The key of the position after the move.
    key: u64,
    child: Child,
}

/// What there is to say about a node before any of its moves is searched.
enum First {
    /// This move wins.
    Wins(Move),
    /// The moves from this index in [`Solver::children`] on may win.
    Open(usize),
}

/// One call of [`Solver::solve`].
struct Search<'a> {
    solver: &'a mut Solver,
    /// The men that matter at the root.
    most: usize,
    nodes: u64,
    max_nodes: u64,
    stop: &'a mut dyn FnMut() -> bool,
}

multiversion! {
    /// Whether the side to move wins; `None` if the search is broken off.
    fn wins(search: &mut Search<'_>, men: Men, key: u64) -> Option<bool> {
        search.wins(men, key)
    }
}

impl Search<'_> {
    /// After how many nodes the caller is asked again whether to stop.
    const PERIOD: u64 = 1024;

    /// A move that wins, if there is one. `None` if the search is broken off.
    fn winning_move(&mut self, men: Men) -> Option<Option<Move>> {
        let from = match self.look(men) {
            First::Wins(mv) => return Some(Some(mv)),
            First::Open(from) => from,
        };
        while let Some(next) = self.next(from) {
            if !wins(self, next.child.men, next.key)? {
                return Some(Some(next.child.mv));
            }
        }
        Some(None)
    }

    #[inline(always)]
    fn wins(&mut self, men: Men, key: u64) -> Option<bool> {
        if let Some(known) = self.solver.table.wins(key) {
            return Some(known);
        }
        let before = self.nodes;
        self.nodes += 1;
        if before >= self.max_nodes || before.is_multiple_of(Self::PERIOD) && (self.stop)() {
            return None;
        }
        let won = match self.look(men) {
            First::Wins(_) => true,
            First::Open(from) => self.any_wins(from)?,
        };
        self.solver.table.put(key, won, men.count(), self.nodes - before, self.most);
        Some(won)
    }

    #[inline(always)]
    fn any_wins(&mut self, from: usize) -> Option<bool> {
        while let Some(next) = self.next(from) {
            if !wins(self, next.child.men, next.key)? {
                self.solver.children.truncate(from);
                return Some(true);
            }
        }
        Some(false)
    }

    /// Lists the moves, unless one wins at once or by what the table knows. Moves known to lose are
    /// left out.
    #[inline(always)]
    fn look(&mut self, men: Men) -> First {
        let Solver { table, children } = &mut *self.solver;
        let from = children.len();
        let mut winner = None;
        men.children(|child| {
            let key = child.men.key();
            match if child.replies == 0 { Some(false) } else { table.wins(key) } {
                Some(true) => {}
                Some(false) => winner = Some(child.mv),
                None => children.push(Ranked { rank: rank(&child), key, child }),
            }
            winner.is_none()
        });
        match winner {
            Some(mv) => {
                children.truncate(from);
                First::Wins(mv)
            }
            None => First::Open(from),
        }
    }

    /// Takes the most promising move off the list that begins at `from`.
    #[inline(always)]
    fn next(&mut self, from: usize) -> Option<Ranked> {
        let children = &mut self.solver.children;
        let (best, _) =
            children[from..].iter().enumerate().min_by_key(|(_, ranked)| ranked.rank)?;
        Some(children.swap_remove(from + best))
    }
}

/// How late a move is searched: the other side's replies count four times as much as the mover's
/// own captures.
#[inline(always)]
fn rank(child: &Child) -> i32 {
    4 * child.replies - child.captures
}
