//! How a match is brought to a halt.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often whoever waits looks whether the match goes on.
pub(super) const LOOK_UP: Duration = Duration::from_millis(100);
/// How often it is looked at when a halt is thought to be near.
const CLOSE_LOOK: Duration = Duration::from_millis(5);

/// Says to all threads of a match that it does not go on.
#[derive(Debug, Default)]
pub struct Halt {
    interrupted: Arc<AtomicBool>,
    over: AtomicBool,
}

impl Halt {
    /// What interrupts the match when it is set.
    pub fn interruption(&self) -> Arc<AtomicBool> {
        self.interrupted.clone()
    }

    /// Whether the match was interrupted.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// The match is over, whoever still plays.
    pub(super) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Whether the match does not go on.
    pub(super) fn is_set(&self) -> bool {
        self.is_interrupted() || self.over.load(Ordering::Relaxed)
    }

    /// Whether the match does not go on, now or in a moment: a signal that ends engines may have been
    /// sent to the runner too, and it notices the deaths first.
    pub(super) fn is_near(&self) -> bool {
        let began = Instant::now();
        while !self.is_set() && began.elapsed() < LOOK_UP {
            thread::sleep(CLOSE_LOOK);
        }
        self.is_set()
    }
}
