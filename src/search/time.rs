//! Time management: how long to think, and noticing that it is over.

use std::time::Duration;

use super::control::Control;
use super::limits::{Clock, Limits, NodeRate};

/// Kept back for what happens between our answer and the stopping of the clock, if a watch tells the
/// time.
const OVERHEAD: Duration = Duration::from_millis(25);
/// Moves that the rest of the game is thought to take, where no control and no rule says.
const EXPECTED_MOVES: u32 = 28;
/// Nodes between two looks at the clock: few, for in a game of thousands of moves a node is slow.
const CHECK_INTERVAL: u64 = 256;

/// How long to think about one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Deadline {
    /// No iteration is begun after this time.
    pub soft: Duration,
    /// The search is broken off after this time.
    pub hard: Duration,
}

impl Deadline {
    const NONE: Deadline = Deadline { soft: Duration::MAX, hard: Duration::MAX };

    /// What `limits` allow. `plies_left` is how much longer the game can last, if its rules bound
    /// that; `forced` says that there is but one legal move.
    pub(super) fn new(limits: &Limits, plies_left: Option<u32>, forced: bool) -> Self {
        let overhead = if limits.node_rate.is_some() { Duration::ZERO } else { OVERHEAD };
        let mut deadline = limits.clock.map_or(Self::NONE, |clock| {
            let deadline = Self::of_clock(clock, plies_left, overhead);
            if forced { Deadline { soft: Duration::ZERO, ..deadline } } else { deadline }
        });
        if let Some(movetime) = limits.movetime {
            let usable = movetime.saturating_sub(overhead.min(movetime / 8));
            deadline.hard = deadline.hard.min(usable);
        }
        deadline
    }

    /// An even share of what is left, and the chance to go well beyond it for one hard move.
    fn of_clock(clock: Clock, plies_left: Option<u32>, overhead: Duration) -> Self {
        let usable = clock.remaining.saturating_sub(overhead);
        let moves = match (clock.moves_to_go, plies_left) {
            (Some(moves), _) => moves.clamp(1, EXPECTED_MOVES),
            (None, Some(plies)) => plies.div_ceil(2).clamp(1, EXPECTED_MOVES),
            (None, None) => EXPECTED_MOVES,
        };
        let share = (usable / moves).saturating_add(clock.increment / 4 * 3);
        let most = if moves == 1 { usable } else { usable / 2 };
        // An iteration takes a few times as long as the one before it: one that begins after half
        // of the share will hardly end within it.
        Deadline { soft: (share / 2).min(most), hard: share.saturating_mul(4).min(most) }
    }
}

/// What is left of the limits while the search runs.
#[derive(Debug)]
pub(super) struct Budget<'a> {
    control: &'a Control,
    deadline: Deadline,
    infinite: bool,
    nodes: u64,
    node_rate: Option<NodeRate>,
    next_check: u64,
}

impl<'a> Budget<'a> {
    pub(super) fn new(limits: &Limits, deadline: Deadline, control: &'a Control) -> Self {
        Budget {
            control,
            deadline,
            infinite: limits.infinite,
            nodes: limits.nodes.unwrap_or(u64::MAX),
            node_rate: limits.node_rate,
            next_check: 0,
        }
    }

    /// Whether the search must break off, having searched `nodes` nodes. Asked at every node.
    #[inline(always)]
    pub(super) fn is_spent(&mut self, nodes: u64) -> bool {
        nodes >= self.next_check && self.check(nodes)
    }

    #[cold]
    fn check(&mut self, nodes: u64) -> bool {
        let hard = self.node_rate.map_or(u64::MAX, |rate| rate.nodes_in(self.deadline.hard));
        self.next_check = (nodes + CHECK_INTERVAL).min(self.nodes).min(hard);
        nodes >= self.nodes || self.control.stopped() || self.is_past(self.deadline.hard, nodes)
    }

    /// Whether it is too late to begin another iteration, after `nodes` nodes.
    pub(super) fn is_late(&self, nodes: u64) -> bool {
        self.is_past(self.deadline.soft, nodes)
    }

    fn is_past(&self, time: Duration, nodes: u64) -> bool {
        let past = |thought| match self.node_rate {
            Some(rate) => nodes >= rate.nodes_in(time),
            None => thought >= time,
        };
        !self.infinite && self.control.thinking_time().is_some_and(past)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let ms = Duration::from_millis;
        let clock = Clock { remaining: ms(remaining), increment: ms(increment), moves_to_go };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    #[test]
    fn no_deadline_is_beyond_the_clock() {
        for remaining in [0, 1, 24, 25, 26, 100, 1_000, 60_000, 7_200_000, u64::MAX] {
            for increment in [0, 10, 1_000, 100_000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for plies_left in [None, Some(0), Some(1), Some(63)] {
                        let limits = clock(remaining, increment, moves_to_go);
                        let deadline = Deadline::new(&limits, plies_left, false);
                        let usable = Duration::from_millis(remaining).saturating_sub(OVERHEAD);
                        assert!(deadline.soft <= deadline.hard, "{limits:?}");
                        assert!(deadline.hard <= usable, "{limits:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_move_time_is_nearly_used_up() {
        for ms in [0, 1, 20, 100, 5_000] {
            let movetime = Some(Duration::from_millis(ms));
            let limits = Limits { movetime, ..Limits::default() };
            let Deadline { soft, hard } = Deadline::new(&limits, None, true);
            assert_eq!(soft, Duration::MAX);
            assert!(hard * 8 >= Duration::from_millis(ms) * 7 && hard <= Duration::from_millis(ms));
        }
    }

    #[test]
    fn time_told_by_nodes_is_used_up_to_the_node() {
        let node_rate = NodeRate::new(1_000);
        let movetime = Some(Duration::from_millis(1_300));
        let moves = Limits { movetime, node_rate, ..Limits::default() };
        let clock = Limits { node_rate, ..clock(1_300, 0, Some(1)) };
        let infinite = Limits { infinite: true, ..moves.clone() };
        for (limits, last) in [(moves, 1_300), (clock, 1_300), (infinite, u64::MAX)] {
            let control = Control::new(&limits);
            let deadline = Deadline::new(&limits, None, false);
            let mut budget = Budget::new(&limits, deadline, &control);
            let spent = (0..3_000).find(|&nodes| budget.is_spent(nodes));
            assert_eq!(spent.unwrap_or(u64::MAX), last, "{limits:?}");
        }
    }

    #[test]
    fn no_limit_no_deadline() {
        assert_eq!(Deadline::new(&Limits::default(), Some(3), true), Deadline::NONE);
    }
}
