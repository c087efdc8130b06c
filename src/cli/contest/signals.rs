//! The signals that end a match.

use std::ffi::c_int;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
#[cfg(unix)]
use std::sync::atomic::Ordering;
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
#[cfg(not(unix))]
use signal_hook::flag;
#[cfg(unix)]
use signal_hook::iterator::Signals;

#[cfg(unix)]
use super::INTERRUPTED;
use crate::arena::halt::Halt;

/// Signals that come together are one wish: some programs send theirs to a process and its group.
#[cfg(unix)]
const ONE_WISH: Duration = Duration::from_millis(500);
/// The signals that interrupt a match.
#[cfg(unix)]
const SIGNALS: &[c_int] = &[SIGINT, SIGTERM, SIGHUP];
#[cfg(not(unix))]
const SIGNALS: &[c_int] = &[SIGINT, SIGTERM];

/// What Ctrl-C and a termination signal set; later ones end the program, and the guardian its
/// engines.
pub(super) fn halt_on_signals() -> Arc<Halt> {
    let halt = Arc::new(Halt::default());
    if let Err(error) = watch(halt.interruption()) {
        log::warn!("Ctrl-C will not end the match cleanly: {error}");
    }
    halt
}

/// Sets `interrupted` at the first signal.
#[cfg(unix)]
fn watch(interrupted: Arc<AtomicBool>) -> io::Result<()> {
    let mut signals = Signals::new(signals())?;
    let watch = move || {
        let mut first: Option<Instant> = None;
        for _ in signals.forever() {
            interrupted.store(true, Ordering::Relaxed);
            let time = *first.get_or_insert_with(Instant::now);
            if time.elapsed() > ONE_WISH {
                std::process::exit(i32::from(INTERRUPTED));
            }
        }
    };
    thread::Builder::new().spawn(watch).map(drop)
}

#[cfg(not(unix))]
fn watch(interrupted: Arc<AtomicBool>) -> io::Result<()> {
    signals().try_for_each(|signal| flag::register(signal, interrupted.clone()).map(drop))
}

/// The signals that end a match: those that the runner was not started to ignore, as by `nohup`.
fn signals() -> impl Iterator<Item = c_int> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let is_ignored = move |signal: &c_int| ignored >> (signal - 1) & 1 != 0;
    SIGNALS.iter().copied().filter(move |signal| !is_ignored(signal))
}
