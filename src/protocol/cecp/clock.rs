//! How long the engine may think, as CECP tells it.

use std::time::Duration;

use crate::search::{self, Limits, NodeRate};

/// What holds while nothing was said: XBoard's own default.
const DEFAULT: Level =
    Level { moves: 40, base: Duration::from_secs(300), increment: Duration::ZERO };

/// No clock is set to more: some 30 years.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// A time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Level {
    /// Moves in a session; 0 if the time is for the whole game.
    moves: u32,
    /// Time for a session.
    base: Duration,
    /// Added after each move.
    increment: Duration,
}

/// The limits in force, and the engine's own clock.
#[derive(Debug, Clone, Default)]
pub(super) struct Clock {
    /// Set by `level`.
    level: Option<Level>,
    /// Set by `st`; it and `level` replace each other.
    per_move: Option<Duration>,
    /// Set by `sd`.
    depth: Option<u32>,
    /// Set by `nps`: nodes tell the time.
    node_rate: Option<NodeRate>,
    /// What is left to the engine, as far as known.
    remaining: Option<Duration>,
}

impl Clock {
    /// `level MOVES BASE INCREMENT`; says whether it was understood.
    #[must_use]
    pub(super) fn set_level(&mut self, arguments: &str) -> bool {
        let Some(level) = read_level(arguments) else { return false };
        self.level = Some(level);
        self.per_move = None;
        self.remaining = Some(level.base);
        true
    }

    /// `st SECONDS`; says whether it was understood.
    #[must_use]
    pub(super) fn set_per_move(&mut self, seconds: &str) -> bool {
        let Some(time) = read_seconds(seconds) else { return false };
        self.per_move = Some(time);
        self.level = None;
        self.remaining = None;
        true
    }

    /// `sd PLIES`; says whether it was understood.
    #[must_use]
    pub(super) fn set_depth(&mut self, plies: &str) -> bool {
        match plies.parse() {
            Ok(depth) if depth > 0 => self.depth = Some(depth),
            _ => return false,
        }
        true
    }

    /// `nps NODES`; says whether it was understood. With 0 the processor's time is to count, which for
    /// one thread is the watch's, and less ends the telling of time by nodes.
    #[must_use]
    pub(super) fn set_node_rate(&mut self, nodes: &str) -> bool {
        let Ok(nodes) = nodes.parse::<i64>() else { return false };
        self.node_rate = NodeRate::new(nodes.try_into().unwrap_or(0));
        true
    }

    /// `time CENTISECONDS`; says whether it was understood. A clock that has run out stands at 0.
    #[must_use]
    pub(super) fn set_remaining(&mut self, centiseconds: &str) -> bool {
        let Some(time) = read_centiseconds(centiseconds) else { return false };
        self.remaining = Some(time);
        true
    }

    /// A new game: the clock is wound up, and the limit of depth falls.
    pub(super) fn new_game(&mut self) {
        self.depth = None;
        self.remaining = self.level.map(|level| level.base);
    }

    /// The engine's move, its `number`th, took `time` and `nodes`.
    pub(super) fn spend(&mut self, time: Duration, nodes: u64, number: usize) {
        let (Some(level), Some(remaining)) = (self.level, self.remaining) else { return };
        let time = self.node_rate.map_or(time, |rate| rate.time_of(nodes));
        let mut remaining = remaining.saturating_sub(time).saturating_add(level.increment);
        if level.moves > 0 && number.is_multiple_of(level.moves as usize) {
            remaining = remaining.saturating_add(level.base);
        }
        self.remaining = Some(remaining);
    }

    /// The limits of a search for the engine's next move, when it has made `made` moves.
    pub(super) fn limits(&self, made: usize) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        match (self.per_move, self.node_rate) {
            // Just the same as a limit of nodes.
            (Some(time), Some(rate)) => limits.nodes = Some(rate.nodes_in(time)),
            (time, rate) => (limits.movetime, limits.node_rate) = (time, rate),
        }
        let level = match (self.level, self.remaining) {
            (Some(level), _) => level,
            _ if self.per_move.is_some() => return limits,
            (None, Some(remaining)) => Level { moves: 0, base: remaining, ..DEFAULT },
            (None, None) if self.depth.is_some() => return limits,
            (None, None) => DEFAULT,
        };
        let to_go = |moves: u32| moves - (made % moves as usize) as u32;
        limits.clock = Some(search::Clock {
            remaining: self.remaining.unwrap_or(level.base),
            increment: level.increment,
            moves_to_go: (level.moves > 0).then(|| to_go(level.moves)),
        });
        limits
    }
}

/// Whether a search with the limits that were `planned` may go on where those of `now` hold: the clock
/// may have a little less.
pub(super) fn still_serve(planned: &Limits, now: &Limits) -> bool {
    let without_time = |limits: &Limits| Limits {
        clock: limits.clock.map(|clock| search::Clock { remaining: Duration::ZERO, ..clock }),
        ..limits.clone()
    };
    let [before, after] =
        [planned, now].map(|limits| limits.clock.map_or(Duration::ZERO, |clock| clock.remaining));
    without_time(planned) == without_time(now) && after >= before / 10 * 9
}

/// Whether `text` is a clock's state as `time` and `otim` send it.
pub(super) fn read_centiseconds(text: &str) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    if number.is_nan() { None } else { duration(number.max(0.0) / 100.0) }
}

fn read_level(arguments: &str) -> Option<Level> {
    let mut words = arguments.split_ascii_whitespace();
    let moves = words.next()?.parse().ok()?;
    let base = read_base(words.next()?)?;
    let increment = read_seconds(words.next()?)?;
    words.next().is_none().then_some(Level { moves, base, increment })
}

/// Minutes, or minutes and seconds with a colon between.
fn read_base(text: &str) -> Option<Duration> {
    match text.split_once(':') {
        Some((minutes, seconds)) => {
            let minutes: u32 = minutes.parse().ok()?;
            let base = Duration::from_secs(u64::from(minutes) * 60) + read_seconds(seconds)?;
            (base <= LONGEST).then_some(base)
        }
        None => Some(read_seconds(text)? * 60).filter(|base| *base <= LONGEST),
    }
}

fn read_seconds(text: &str) -> Option<Duration> {
    if !text.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    duration(text.parse().ok()?)
}

/// So many seconds, if they make a sensible time: no sum of a few of them overflows.
fn duration(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(arguments: &str) -> Option<(u32, u128, u128)> {
        let level = read_level(arguments)?;
        Some((level.moves, level.base.as_millis(), level.increment.as_millis()))
    }

    #[test]
    fn levels_are_read() {
        assert_eq!(level("40 5 0"), Some((40, 300_000, 0)));
        assert_eq!(level("40 0:30 0"), Some((40, 30_000, 0)));
        assert_eq!(level("0 5 0.5"), Some((0, 300_000, 500)));
        assert_eq!(level("0 0:00 1"), Some((0, 0, 1_000)));
        assert_eq!(level("0 0.5 .25"), Some((0, 30_000, 250)));
    }

    #[test]
    fn bad_levels_change_nothing() {
        let mut clock = Clock::default();
        assert!(clock.set_level("40 1 0"));
        let twenty = "1 ".repeat(20);
        for bad in ["", "x y z", "40", "40 5", "-1 5 0", "40 -5 0", "40 5 -1", "0 1:x 0", &twenty] {
            assert!(!clock.set_level(bad), "{bad}");
        }
        for long in ["0 inf 0", "0 1e300 0", "0 5 1e19", "1 100000000000000000 0", "0 1e9 0"] {
            assert!(!clock.set_level(long), "{long}");
        }
        assert!(!clock.set_level("0 4294967295:18446744073709549568 0"));
        assert!(!clock.set_per_move("1e19") && !clock.set_remaining("1e21"));
        assert!(!clock.set_remaining("NaN") && !clock.set_per_move("NaN"));
        let limits = clock.limits(0).clock.unwrap();
        assert_eq!((limits.remaining.as_secs(), limits.moves_to_go), (60, Some(40)));
    }

    #[test]
    fn the_clock_runs_without_being_told() {
        let mut clock = Clock::default();
        assert!(clock.set_level("2 0:10 1"));
        clock.spend(Duration::from_secs(4), 9_000_000, 1);
        assert_eq!(clock.limits(1).clock.unwrap().remaining.as_secs(), 7);
        assert_eq!(clock.limits(1).clock.unwrap().moves_to_go, Some(1));
        clock.spend(Duration::from_secs(20), 9_000_000, 2);
        assert_eq!(clock.limits(2).clock.unwrap().remaining.as_secs(), 11);
        assert_eq!(clock.limits(2).clock.unwrap().moves_to_go, Some(2));
    }

    #[test]
    fn nodes_tell_the_time_on_demand() {
        let mut clock = Clock::default();
        assert!(clock.set_node_rate("5000") && clock.set_per_move("1.5"));
        assert_eq!(clock.limits(0), Limits { nodes: Some(7_500), ..Limits::default() });
        assert!(clock.set_level("0 0:10 1"));
        clock.spend(Duration::from_secs(99), 20_000, 1);
        let limits = clock.limits(1);
        assert_eq!(limits.clock.unwrap().remaining, Duration::from_secs(7));
        assert_eq!((limits.node_rate, limits.nodes), (NodeRate::new(5_000), None));
        assert!(
            !clock.set_node_rate("x") && !clock.set_node_rate("") && !clock.set_node_rate("0.5")
        );
        assert_eq!(clock.limits(1), limits);
        for end in ["0", "-1"] {
            assert!(clock.set_node_rate("5000") && clock.set_node_rate(end));
            assert_eq!(clock.limits(1), Limits { node_rate: None, ..limits.clone() });
        }
    }

    #[test]
    fn a_clock_that_ran_out_stands_at_nothing() {
        for bad in ["-50", "0", "-1e308"] {
            let mut clock = Clock::default();
            assert!(clock.set_level("0 1 0") && clock.set_remaining(bad));
            assert_eq!(clock.limits(0).clock.unwrap().remaining, Duration::ZERO);
        }
    }

    #[test]
    fn a_time_that_is_no_number_is_refused() {
        let mut clock = Clock::default();
        assert!(
            !clock.set_remaining("x") && !clock.set_remaining("") && !clock.set_remaining("inf")
        );
        assert!(!clock.set_per_move("-1") && !clock.set_depth("0") && !clock.set_depth("-3"));
    }

    #[test]
    fn a_time_before_any_level_is_a_clock() {
        let mut clock = Clock::default();
        assert!(clock.set_remaining("1000"));
        let limits = clock.limits(7).clock.unwrap();
        assert_eq!((limits.remaining.as_secs(), limits.moves_to_go), (10, None));
    }

    #[test]
    fn depth_alone_needs_no_clock() {
        let mut clock = Clock::default();
        assert!(clock.limits(0).clock.is_some());
        assert!(clock.set_depth("3"));
        assert_eq!(clock.limits(0), Limits { depth: Some(3), ..Limits::default() });
        clock.new_game();
        assert_eq!(clock.limits(0).depth, None);
    }

    #[test]
    fn time_for_each_move_and_level_replace_each_other() {
        let mut clock = Clock::default();
        assert!(clock.set_level("0 1 0") && clock.set_per_move("2.5"));
        assert!(clock.set_remaining("100"));
        let limits = clock.limits(0);
        assert_eq!((limits.movetime, limits.clock), (Some(Duration::from_millis(2_500)), None));
        assert!(clock.set_level("0 1 0"));
        assert_eq!(clock.limits(0).movetime, None);
    }
}
