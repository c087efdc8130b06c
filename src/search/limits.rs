//! When a search ends by itself.

use std::time::Duration;

/// When a search ends by itself. Whatever is `None` does not limit it; whatever limit is reached
/// first ends it. However tight the limits are, a legal move comes of it.
///
/// Depth, nodes and mate bound the work, always. The times bound the wait for an answer: they do not
/// run while the search is `infinite` or pondering, and it is then not answered before
/// [`Control::stop`](super::Control::stop) or [`Control::ponder_hit`](super::Control::ponder_hit),
/// even when the work is done.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Limits {
    /// Plies; 0 counts as 1.
    pub depth: Option<u32>,
    /// Nodes. With one thread and a cleared table a search limited by nodes alone always gives the
    /// same result.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// Stop when a win in this many moves (of the mover) is proven.
    pub mate: Option<u32>,
    /// Go on until told to stop, even when there is nothing left to search.
    pub infinite: bool,
    /// As `infinite` until [`Control::ponder_hit`](super::Control::ponder_hit); the times count
    /// from then.
    pub ponder: bool,
    /// Consider these moves alone (texts). Texts that name no legal move are ignored; if none does,
    /// all legal moves are considered.
    pub moves: Vec<String>,
    /// How many best lines to search and report; 0 counts as 1. There are never more than moves.
    pub multi_pv: usize,
}

/// A player's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}
