//! How another thread reaches into a running search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Limits;

/// How another thread reaches into a running search.
#[derive(Debug)]
pub struct Control {
    started: Instant,
    stop: AtomicBool,
    /// Microseconds from `started` to where the times of the limits count from;
    /// [`Control::PONDERING`] while they do not.
    counting_from: AtomicU64,
    /// What a search that has nothing left to do waits on; the state itself is in the atomics.
    lock: Mutex<()>,
    changed: Condvar,
}

impl Control {
    const PONDERING: u64 = u64::MAX;

    /// Control over a search that starts now.
    pub fn new(limits: &Limits) -> Self {
        Control {
            started: Instant::now(),
            stop: AtomicBool::new(false),
            counting_from: AtomicU64::new(if limits.ponder { Self::PONDERING } else { 0 }),
            lock: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    /// Ends the search as soon as may be.
    pub fn stop(&self) {
        self.change(|| self.stop.store(true, Ordering::Relaxed));
    }

    /// The expected move was played: from now on the limits count. Without effect on a search that
    /// does not ponder.
    pub fn ponder_hit(&self) {
        let now = self.elapsed().as_micros() as u64;
        self.change(|| {
            let pondering = Self::PONDERING;
            let order = Ordering::Relaxed;
            // An error says that the search was not pondering, and nothing is to be done.
            let _ = self.counting_from.compare_exchange(pondering, now, order, order);
        });
    }

    /// Whether the search was told to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time that counts against the limits; `None` while pondering.
    pub(super) fn thinking_time(&self) -> Option<Duration> {
        match self.counting_from.load(Ordering::Relaxed) {
            Self::PONDERING => None,
            from => Some(self.elapsed().saturating_sub(Duration::from_micros(from))),
        }
    }

    /// Sleeps until an answer is due: at once, or after [`Control::ponder_hit`] if the search
    /// ponders, or, and always if it is `infinite`, after [`Control::stop`].
    pub(super) fn wait_until_due(&self, infinite: bool) {
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.stopped() && (infinite || self.thinking_time().is_none()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Makes a change that a waiting search must notice. Holding the lock keeps it from falling
    /// between the search's look at the state and its going to sleep.
    fn change(&self, change: impl FnOnce()) {
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        self.changed.notify_all();
    }
}
