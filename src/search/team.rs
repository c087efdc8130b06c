//! The threads of one search. All search the same root ("lazy SMP", as in Stockfish since 2015), meet in the
//! transposition table, learn together (`memory.rs`) and leave moves to each other (`busy.rs`); only the
//! first one answers.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::busy::Busy;

/// What the threads of one search know of each other.
#[derive(Debug)]
pub(super) struct Team {
    /// Whether the first thread has its answer, so that the others are no longer needed.
    finished: AtomicBool,
    /// By thread: nodes searched, as far as it has told.
    nodes: Box<[Count]>,
    /// Which moves they are at, if there are several.
    busy: Option<Busy>,
    /// Whether there are more threads than processors.
    is_crowded: bool,
}

/// A count in a cache line of its own, so that threads do not hinder each other.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Count(AtomicU64);

/// Whether so many threads are more than there are processors.
pub(super) fn are_crowded(threads: usize) -> bool {
    thread::available_parallelism().is_ok_and(|processors| threads > processors.get())
}

impl Team {
    /// A team of so many threads; 0 counts as 1.
    pub(super) fn new(threads: usize) -> Self {
        Team {
            finished: AtomicBool::new(false),
            nodes: (0..threads.max(1)).map(|_| Count::default()).collect(),
            busy: (threads > 1).then(Busy::new),
            is_crowded: are_crowded(threads),
        }
    }

    /// Which moves the threads are at, if there are several.
    #[inline(always)]
    pub(super) fn busy(&self) -> Option<&Busy> {
        self.busy.as_ref()
    }

    /// Lets other threads run if there are more than processors, so that the first, which has to
    /// notice that time is up, does not wait for one. To be called now and then by all but the first.
    pub(super) fn give_way(&self) {
        if self.is_crowded {
            thread::yield_now();
        }
    }

    /// The numbers of the threads.
    pub(super) fn members(&self) -> std::ops::Range<usize> {
        0..self.nodes.len()
    }

    /// Tells how many nodes the thread `member` has searched.
    pub(super) fn tell(&self, member: usize, nodes: u64) {
        if let Some(Count(told)) = self.nodes.get(member) {
            told.store(nodes, Ordering::Relaxed);
        }
    }

    /// Nodes of all threads but `member`, as far as they have told.
    pub(super) fn nodes_of_others(&self, member: usize) -> u64 {
        let told = self.nodes.iter().enumerate().filter(|&(other, _)| other != member);
        told.map(|(_, Count(nodes))| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Ends the work of all.
    pub(super) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Whether the work is ended.
    pub(super) fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }
}
