//! Time management: how long to think, and noticing that it is over.

use std::time::Duration;

use super::busy::Busy;
use super::control::Control;
use super::limits::{Clock, Limits, NodeRate};
use super::team::{Team, are_crowded};

/// Kept back for what happens between our answer and the stopping of the clock, if a watch tells the
/// time.
const OVERHEAD: Duration = Duration::from_millis(25);
/// However long a game has lasted, this share of its usual length is thought to be left.
const LEFT_AT_LEAST: f64 = 0.3;
/// Nodes between two looks at the clock: few, for in a game of thousands of moves a node is slow, and
/// where there are more threads than processors each of them is.
const CHECK_INTERVAL: u64 = 64;

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

    /// What `limits` allow. `moves_left` is how many moves the mover is thought to have still to
    /// make; `forced` says that there is but one legal move.
    pub(super) fn new(limits: &Limits, moves_left: u32, forced: bool) -> Self {
        let overhead = if limits.node_rate.is_some() { Duration::ZERO } else { OVERHEAD };
        let mut deadline = limits.clock.map_or(Self::NONE, |clock| {
            let deadline = Self::of_clock(clock, moves_left, overhead);
            if forced { Deadline { soft: Duration::ZERO, ..deadline } } else { deadline }
        });
        if let Some(movetime) = limits.movetime {
            // Where threads wait for processors, time is up some while before it is noticed.
            let share = if are_crowded(limits.threads) { movetime / 4 } else { movetime / 8 };
            let usable = movetime.saturating_sub(overhead.min(share));
            deadline.hard = deadline.hard.min(usable);
        }
        deadline
    }

    /// An even share of what is left, and the chance to go well beyond it for one hard move.
    fn of_clock(clock: Clock, moves_left: u32, overhead: Duration) -> Self {
        let usable = clock.remaining.saturating_sub(overhead);
        let moves = clock.moves_to_go.unwrap_or(u32::MAX).min(moves_left).max(1);
        let share = (usable / moves).saturating_add(clock.increment / 4 * 3);
        let most = if moves == 1 { usable } else { usable / 2 };
        // The last iteration goes beyond the share; but the later moves of a game matter less, and
        // many are easy.
        Deadline { soft: share.min(most), hard: share.saturating_mul(4).min(most) }
    }
}

/// Moves that the mover is thought to have still to make after `played` plies of a game that usually
/// lasts `usual` plies and cannot last longer than `longest`.
pub(super) fn moves_left(played: u32, usual: u32, longest: Option<u32>) -> u32 {
    let left = usual.saturating_sub(played).max((f64::from(usual) * LEFT_AT_LEAST) as u32);
    let bounded = longest.map_or(left, |longest| left.min(longest.saturating_sub(played)));
    bounded.div_ceil(2).max(1)
}

/// What is left of the limits while the search runs.
#[derive(Debug)]
pub(super) struct Budget<'a> {
    control: &'a Control,
    team: &'a Team,
    /// The thread's number in the team. Only the first looks at the limits.
    member: usize,
    deadline: Deadline,
    infinite: bool,
    nodes: u64,
    node_rate: Option<NodeRate>,
    next_check: u64,
}

impl<'a> Budget<'a> {
    /// What the first thread of a team has.
    pub(super) fn new(
        limits: &Limits,
        deadline: Deadline,
        control: &'a Control,
        team: &'a Team,
    ) -> Self {
        Budget {
            control,
            team,
            member: 0,
            deadline,
            infinite: limits.infinite,
            nodes: limits.nodes.unwrap_or(u64::MAX),
            node_rate: limits.node_rate,
            next_check: 0,
        }
    }

    /// What another thread of the team has: it goes on until the first has finished.
    pub(super) fn of_helper(member: usize, control: &'a Control, team: &'a Team) -> Self {
        let limits = Limits { infinite: true, ..Limits::default() };
        Budget { member, ..Budget::new(&limits, Deadline::NONE, control, team) }
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
        self.team.tell(self.member, nodes);
        if self.member > 0 {
            self.team.give_way();
        }
        self.control.stopped()
            || self.team.is_finished()
            || self.total(nodes) >= self.nodes
            || self.is_past(self.deadline.hard, nodes)
    }

    /// Which moves the team's threads are at, if there are several.
    #[inline(always)]
    pub(super) fn busy(&self) -> Option<&'a Busy> {
        self.team.busy()
    }

    /// Nodes of the whole team when this thread has searched `nodes`.
    pub(super) fn total(&self, nodes: u64) -> u64 {
        nodes + self.team.nodes_of_others(self.member)
    }

    /// Whether it is too late to begin another iteration, after `nodes` nodes, if `ease` times the
    /// usual time may be taken.
    pub(super) fn is_late(&self, nodes: u64, ease: f64) -> bool {
        let soft = self.deadline.soft;
        let eased = Duration::try_from_secs_f64(soft.as_secs_f64() * ease).unwrap_or(soft);
        self.is_past(eased.min(self.deadline.hard), nodes)
    }

    /// Whether the search was stopped, or this share of the time for the move is over, before the first
    /// node.
    pub(super) fn is_past_share(&self, share: f64) -> bool {
        let time = self.deadline.soft.min(self.deadline.hard);
        self.control.stopped() || self.is_past(time.mul_f64(share), 0)
    }

    fn is_past(&self, time: Duration, nodes: u64) -> bool {
        let past = |thought| match self.node_rate {
            Some(rate) => self.total(nodes) >= rate.nodes_in(time),
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
                    for moves_left in [1, 2, 32, 100] {
                        let limits = clock(remaining, increment, moves_to_go);
                        let deadline = Deadline::new(&limits, moves_left, false);
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
            let Deadline { soft, hard } = Deadline::new(&limits, 30, true);
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
            let deadline = Deadline::new(&limits, 30, false);
            let team = Team::new(1);
            let mut budget = Budget::new(&limits, deadline, &control, &team);
            let spent = (0..3_000).find(|&nodes| budget.is_spent(nodes));
            assert_eq!(spent.unwrap_or(u64::MAX), last, "{limits:?}");
        }
    }

    #[test]
    fn a_game_is_as_long_as_usual_but_never_longer_than_it_can_be() {
        for (played, usual, longest, expected) in [
            (0, 60, None, 30),
            (20, 60, None, 20),
            (300, 60, None, 9),
            (60, 60, Some(63), 2),
            (63, 60, Some(63), 1),
        ] {
            assert_eq!(moves_left(played, usual, longest), expected);
        }
    }

    #[test]
    fn a_share_of_the_time_is_known_for_a_move_time_too() {
        let hour = Some(Duration::from_secs(3_600));
        let moves = Limits { movetime: hour, ..Limits::default() };
        for limits in [moves, clock(3_600_000, 0, Some(1))] {
            let control = Control::new(&limits);
            let deadline = Deadline::new(&limits, 30, false);
            let team = Team::new(1);
            let budget = Budget::new(&limits, deadline, &control, &team);
            assert!(budget.is_past_share(0.0) && !budget.is_past_share(0.5), "{limits:?}");
            control.stop();
            assert!(budget.is_past_share(0.5), "{limits:?}");
        }
    }

    #[test]
    fn no_limit_no_deadline() {
        assert_eq!(Deadline::new(&Limits::default(), 3, true), Deadline::NONE);
    }
}
