//! What is told of a match when it has ended.

use std::io::Write;
use std::time::Instant;

use super::Match;
use crate::arena::ledger::Ledger;
use crate::arena::plan::Plan;
use crate::arena::report::ReportOptions;
use crate::cli::error::Error;

impl Match {
    /// Tells how the match stands, and how it goes on if it has not come to its end.
    pub(super) fn report(
        &self,
        out: &mut dyn Write,
        plan: &Plan,
        ledger: &Ledger,
    ) -> Result<(), Error> {
        write_report(out, plan, ledger, self.files.list_openings)?;
        let missing = ledger.missing();
        if missing > 0 {
            let how = match self.files.pgn {
                Some(_) if self.files.overwrite => {
                    "; the same command with --resume in place of --overwrite goes on"
                }
                Some(_) => "; the same command with --resume goes on",
                None => "",
            };
            writeln!(out, "\nInterrupted: {missing} games are still to be played{how}.")?;
        }
        Ok(())
    }
}

/// Logs how much processor time this program has taken, its engines apart.
#[cfg(unix)]
pub(super) fn log_own_time(began: Instant) {
    use nix::sys::resource::{UsageWho, getrusage};
    let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else { return };
    let used = [usage.user_time(), usage.system_time()];
    let used: f64 =
        used.map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6).iter().sum();
    let passed = began.elapsed().as_secs_f64();
    let share = 100.0 * used / passed.max(1e-9);
    log::info!("the runner took {used:.2} s of processor time in {passed:.1} s: {share:.2} %");
}

#[cfg(not(unix))]
pub(super) fn log_own_time(_began: Instant) {}

/// The report on the counted games of a match.
pub(super) fn write_report(
    out: &mut dyn Write,
    plan: &Plan,
    ledger: &Ledger,
    openings: usize,
) -> Result<(), Error> {
    let options = ReportOptions { openings, later: ledger.later() };
    write!(out, "{}", ledger.sheet().full(&options))?;
    if let (Some(_), Some(shard)) = (&plan.sprt, plan.shard) {
        writeln!(
            out,
            "This is share {shard}: the verdict is that of all, after hippogriff merge."
        )?;
    }
    Ok(())
}
