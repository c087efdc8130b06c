//! Alpha-beta search over any game.
//!
//! [`search`] deepens iteratively (`deepening.rs`) a principal variation search (`alphabeta.rs`, its
//! kinds of nodes in `node.rs`) that ends in a quiescence search (`quiescence.rs`). The moves are
//! tried in the order of `ordering.rs`, what was found is kept in a [`Table`], what was learnt
//! about moves in [`Memories`], and `time.rs` watches over the [`Limits`], which a [`Level`] (`level.rs`)
//! narrows. Several threads make a team (`team.rs`) and divide the work (`busy.rs`); [`Control`] lets
//! another thread reach in.

mod alphabeta;
mod busy;
mod control;
mod correction;
mod deepening;
mod evaluations;
mod level;
mod limits;
mod memory;
mod node;
mod ordering;
mod pruning;
mod quiescence;
mod score;
mod table;
mod team;
#[cfg(test)]
mod tests;
mod time;

use std::time::Duration;

pub use control::Control;
pub use deepening::{search, search_then};
pub use level::Level;
pub use limits::{Clock, Limits, NodeRate};
pub use memory::Memories;
pub use score::{Chances, MAX_PLY, Score};
pub use table::{MAX_HASH_MIB, Table, TableError};

/// Stack of a thread that searches, in bytes: four times what the deepest line takes in a build
/// without any optimisation.
pub const STACK_SIZE: usize = 8 << 20;

/// What a finished iteration found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info<M> {
    /// Plies searched throughout; 0 if the game is over.
    pub depth: u32,
    /// Plies of the longest line.
    pub seldepth: u32,
    /// The line's place among the best lines, from 1.
    pub multi_pv: usize,
    /// The worth of the line. Exact; only if the last iteration was broken off it may be more.
    pub score: Score,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// Per mille of the table in use.
    pub hashfull: u32,
    /// The line: never empty unless the game is over, and never beyond the game's end.
    pub pv: Vec<M>,
}

impl<M> Info<M> {
    /// Nodes per second; `None` where no time has passed.
    pub fn nps(&self) -> Option<u64> {
        let nodes = u128::from(self.nodes) * 1_000_000;
        nodes.checked_div(self.time.as_micros())?.try_into().ok()
    }
}

/// The end of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best<M> {
    /// The move to play; `None` if there is none.
    pub best: Option<M>,
    /// The reply expected.
    pub ponder: Option<M>,
    /// The best line of the last iteration.
    pub info: Info<M>,
}
