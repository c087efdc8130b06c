//! When a search ends by itself.

use std::num::NonZeroU64;
use std::time::Duration;

use super::level::Level;
use crate::features::Features;

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
    /// Nodes. With one thread, a cleared table and new memories a search limited by nodes alone
    /// always gives the same result.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// Tells the times by nodes instead of a watch. Nodes searched while pondering count, then.
    pub node_rate: Option<NodeRate>,
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
    /// Search without these parts.
    pub without: Features,
    /// How many threads search; 0 counts as 1.
    pub threads: usize,
    /// How many best lines to search and report; 0 counts as 1. There are never more than moves.
    pub multi_pv: usize,
    /// Play like a player of this level: with one thread, and reporting one line alone.
    pub level: Option<Level>,
    /// What the choices of a level are drawn from; different each time if there is none.
    pub seed: Option<u64>,
    /// The search is not for a move to be played: a position with one legal move is searched as long
    /// as any other.
    pub analysis: bool,
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

/// So many nodes take a second, by decree: a measure of time that is the same in every run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeRate(NonZeroU64);

impl NodeRate {
    /// A rate of `nodes` a second, which must be some.
    pub fn new(nodes: u64) -> Option<Self> {
        NonZeroU64::new(nodes).map(NodeRate)
    }

    /// How many nodes `time` has room for.
    pub fn nodes_in(self, time: Duration) -> u64 {
        // Seconds and nanoseconds apart: 64 bits each, so that no product overflows.
        let nodes = |units: u128| units * u128::from(self.0.get());
        let part = nodes(time.subsec_nanos().into()) / 1_000_000_000;
        u64::try_from(nodes(time.as_secs().into()) + part).unwrap_or(u64::MAX)
    }

    /// How long `nodes` take.
    pub fn time_of(self, nodes: u64) -> Duration {
        let (seconds, rest) = (nodes / self.0, u128::from(nodes % self.0));
        let nanos = rest * 1_000_000_000 / u128::from(self.0.get());
        Duration::new(seconds, nanos as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_and_time_are_exchanged_at_the_rate() {
        assert_eq!(NodeRate::new(0), None);
        for (rate, millis, nodes) in [
            (5_000, 1_000, 5_000),
            (5_000, 0, 0),
            (1, 999, 0),
            (1, 1_000, 1),
            (3, 1_000, 3),
            (1_000_000, 2_500, 2_500_000),
            (u64::MAX, 1_000, u64::MAX),
        ] {
            let rate = NodeRate::new(rate).unwrap();
            assert_eq!(rate.nodes_in(Duration::from_millis(millis)), nodes, "{rate:?}");
        }
        for (rate, nodes, nanos) in [
            (5_000, 5_000, 1_000_000_000),
            (5_000, 1, 200_000),
            (3, 1, 333_333_333),
            (u64::MAX, u64::MAX, 1_000_000_000),
        ] {
            let time = NodeRate::new(rate).unwrap().time_of(nodes);
            assert_eq!(time, Duration::from_nanos(nanos), "{rate} {nodes}");
        }
        let [slow, fast] = [1, u64::MAX].map(|rate| NodeRate::new(rate).unwrap());
        assert_eq!(fast.nodes_in(Duration::MAX), u64::MAX);
        assert_eq!(slow.time_of(u64::MAX), Duration::from_secs(u64::MAX));
    }
}
