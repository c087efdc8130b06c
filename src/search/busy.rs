//! Which moves the threads of one search are at, so that they divide the work: a thread puts off a
//! move that another is searching, and mostly finds it in the table afterwards (simplified ABDADA,
//! Kerrigan 2017, after Weill 1996).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::GOLDEN_RATIO;
use crate::game::{Game, GameMove};

/// Moves are put off in nodes of this depth and deeper: below, telling would cost more than it saves.
pub(super) const DEPTH: i32 = 4;

/// How many moves can be told of at once.
const SLOTS: usize = 1 << 12;

/// Stands for no move in a slot.
const NONE: u64 = 0;

/// The moves being searched. Where two fall into one slot one is forgotten, and may be searched twice.
#[derive(Debug)]
pub(super) struct Busy {
    slots: Box<[AtomicU64]>,
}

/// A move in a position, to be searched by some thread.
#[derive(Debug, Clone, Copy)]
pub(super) struct Errand<'a> {
    slot: &'a AtomicU64,
    key: u64,
}

impl Busy {
    /// No move is being searched.
    pub(super) fn new() -> Self {
        Busy { slots: (0..SLOTS).map(|_| AtomicU64::new(NONE)).collect() }
    }

    /// The errand of `mv` in `position`; another one for a search that only proves wins, whose results
    /// an ordinary search cannot use, nor the other way round.
    #[inline(always)]
    pub(super) fn errand<G: Game>(&self, position: &G, mv: G::Move, proves: bool) -> Errand<'_> {
        let mv = (u64::from(mv.bits()) + 1).wrapping_mul(GOLDEN_RATIO);
        let key = position.key() ^ mv;
        let key = if proves { !key } else { key }.max(NONE + 1);
        Errand { slot: &self.slots[key as usize % SLOTS], key }
    }
}

impl Errand<'_> {
    /// Whether a thread is at it.
    #[inline(always)]
    pub(super) fn is_taken(&self) -> bool {
        self.slot.load(Ordering::Relaxed) == self.key
    }

    /// A thread begins.
    #[inline(always)]
    pub(super) fn begin(&self) {
        self.slot.store(self.key, Ordering::Relaxed);
    }

    /// A thread is done.
    #[inline(always)]
    pub(super) fn end(&self) {
        if self.is_taken() {
            self.slot.store(NONE, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Options;
    use crate::games::knightfall::Knightfall;

    #[test]
    fn an_errand_is_taken_until_it_is_done() {
        let position = Knightfall::start(Options::NONE);
        let busy = Busy::new();
        let errands: Vec<_> = position
            .legal_moves()
            .into_iter()
            .map(|mv| busy.errand(&position, mv, false))
            .collect();
        for (number, errand) in errands.iter().enumerate() {
            errand.begin();
            let taken: Vec<_> = errands.iter().map(Errand::is_taken).collect();
            assert_eq!(taken.iter().filter(|taken| **taken).count(), 1, "{number}");
            assert!(taken[number]);
            errand.end();
            assert!(!errand.is_taken());
        }
    }

    #[test]
    fn the_same_move_elsewhere_is_another_errand() {
        let position = Knightfall::start(Options::NONE);
        let mv = position.legal_moves()[0];
        let busy = Busy::new();
        busy.errand(&position, mv, false).begin();
        assert!(!busy.errand(&position.after_null(), mv, false).is_taken());
        assert!(!busy.errand(&position, mv, true).is_taken());
    }
}
