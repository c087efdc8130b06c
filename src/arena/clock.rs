//! The referee's clocks.

use std::time::Duration;

use super::limits::TimeLimit;

/// The clock of one player.
#[derive(Debug, Clone)]
pub(super) struct Clock {
    limit: TimeLimit,
    /// How far a player may overstep his time without losing: the way of a move through pipes and
    /// schedulers is not his fault.
    margin: Duration,
    remaining: Duration,
    moves_to_go: Option<u32>,
}

impl Clock {
    /// A clock before the game.
    pub(super) fn new(limit: TimeLimit, margin: Duration) -> Self {
        let (remaining, moves_to_go) = match limit {
            TimeLimit::Clock(control) => (control.base, control.moves),
            TimeLimit::Unlimited | TimeLimit::PerMove(_) => (Duration::ZERO, None),
        };
        Clock { limit, margin, remaining, moves_to_go }
    }

    /// What it shows; `None` where nothing is counted down through the game.
    pub(super) fn remaining(&self) -> Option<Duration> {
        matches!(self.limit, TimeLimit::Clock(_)).then_some(self.remaining)
    }

    /// What is added after each move.
    pub(super) fn increment(&self) -> Duration {
        match self.limit {
            TimeLimit::Clock(control) => control.increment,
            TimeLimit::Unlimited | TimeLimit::PerMove(_) => Duration::ZERO,
        }
    }

    /// Moves to the next time control.
    pub(super) fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// Time from the beginning of a move to the fall of the flag, the margin included.
    pub(super) fn allowance(&self) -> Option<Duration> {
        let time = match self.limit {
            TimeLimit::Unlimited => return None,
            TimeLimit::PerMove(time) => time,
            TimeLimit::Clock(_) => self.remaining,
        };
        Some(time + self.margin)
    }

    /// A move took `time`; says whether it came before the flag fell. A clock is never below zero.
    #[must_use]
    pub(super) fn spend(&mut self, time: Duration) -> bool {
        if self.allowance().is_some_and(|allowance| time > allowance) {
            return false;
        }
        if let TimeLimit::Clock(control) = self.limit {
            self.remaining = self.remaining.saturating_sub(time) + control.increment;
            self.moves_to_go = self.moves_to_go.map(|moves| moves.saturating_sub(1));
            if self.moves_to_go == Some(0) {
                self.remaining += control.base;
                self.moves_to_go = control.moves;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARGIN: Duration = Duration::from_millis(50);

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_flag_falls_outside_the_margin_alone() {
        let control = TimeLimit::Clock("1+0.1".parse().unwrap());
        let mut clock = Clock::new(control, MARGIN);
        assert_eq!(clock.remaining(), Some(ms(1_000)));
        assert!(clock.spend(ms(400)));
        assert_eq!((clock.remaining(), clock.allowance()), (Some(ms(700)), Some(ms(750))));
        assert!(clock.spend(ms(750)));
        assert_eq!(clock.remaining(), Some(ms(100)));
        assert!(!clock.spend(ms(151)));
    }

    #[test]
    fn a_new_control_begins() {
        let mut clock = Clock::new(TimeLimit::Clock("2/1+0.5".parse().unwrap()), MARGIN);
        assert_eq!(clock.moves_to_go(), Some(2));
        assert!(clock.spend(ms(300)));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Some(ms(1_200)), Some(1)));
        assert!(clock.spend(ms(200)));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Some(ms(2_500)), Some(2)));
    }

    #[test]
    fn each_move_has_its_own_time() {
        let mut clock = Clock::new(TimeLimit::PerMove(ms(100)), MARGIN);
        assert_eq!((clock.remaining(), clock.allowance()), (None, Some(ms(150))));
        assert!(clock.spend(ms(150)) && clock.spend(ms(150)) && !clock.spend(ms(151)));
        let mut free = Clock::new(TimeLimit::Unlimited, MARGIN);
        assert!(free.allowance().is_none() && free.spend(Duration::MAX));
    }
}
