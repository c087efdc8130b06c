//! The signals that end a match.

use std::ffi::c_int;
use std::sync::Arc;

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::INTERRUPTED;
use crate::arena::halt::Halt;

/// The signals that interrupt a match.
#[cfg(unix)]
const SIGNALS: &[c_int] = &[SIGINT, SIGTERM, SIGHUP];
#[cfg(not(unix))]
const SIGNALS: &[c_int] = &[SIGINT, SIGTERM];

/// What Ctrl-C and a termination signal set; the second time they end the program, and the guardian
/// its engines.
pub(super) fn halt_on_signals() -> Arc<Halt> {
    let halt = Arc::new(Halt::default());
    for signal in signals() {
        let flag = halt.interruption();
        // The order matters: the first signal finds the flag down, and raises it.
        let code = i32::from(INTERRUPTED);
        let registered = flag::register_conditional_shutdown(signal, code, flag.clone())
            .and_then(|_| flag::register(signal, flag));
        if let Err(error) = registered {
            log::warn!("signal {signal} will not end the match cleanly: {error}");
        }
    }
    halt
}

/// The signals that end a match: those that the runner was not started to ignore, as by `nohup`.
fn signals() -> impl Iterator<Item = c_int> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let is_ignored = move |signal: &c_int| ignored >> (signal - 1) & 1 != 0;
    SIGNALS.iter().copied().filter(move |signal| !is_ignored(signal))
}
