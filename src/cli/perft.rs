//! `hippogriff perft`: counting move sequences.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::error::Error;
use super::setup::SetupArgs;
use super::{progress, suite};
use crate::perft::{DEEPEST, Method};
use crate::search::MAX_HASH_MIB;
use crate::session::{NO_SEARCH_HASH, Session};

/// More threads than this cannot be asked for.
pub(super) const MOST_THREADS: u64 = 1024;

/// Count the sequences of legal moves (perft), or check a suite of such counts
///
/// Prints a line for each depth from 1 on, with the time taken and the speed in million sequences a
/// second. With --suite it checks the counts in files instead: exit code 1 if one is wrong or a
/// file has none, 2 if a file or a line cannot be read.
#[derive(Debug, Args)]
pub(super) struct Perft {
    #[command(flatten)]
    setup: SetupArgs,
    /// Length of the sequences, in plies
    #[arg(long, value_name = "N", required_unless_present = "suite")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=DEEPEST as i64))]
    depth: Option<u32>,
    /// Count below each move apart, at the full depth only
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Threads that share the work
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_THREADS))]
    threads: usize,
    /// Size of a table of positions already counted, in MiB
    #[arg(long, value_name = "MIB", default_value = "0")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(0..=MAX_HASH_MIB as u64))]
    hash: usize,
    /// Check the counts in these files, with lines such as `FEN ;D1 10 ;D2 100`. The game is named
    /// on the line (`livonian: FEN …`, with options `livonian[all-lines]: FEN …`), else by
    /// --variant, else by the beginning of the file's name. `#` begins a comment
    #[arg(long, value_name = "FILE", num_args = 1..)]
    #[arg(conflicts_with_all = ["depth", "fen", "array"])]
    suite: Vec<PathBuf>,
    /// Skip counts of a suite above this
    #[arg(long, value_name = "N", conflicts_with = "depth")]
    max_nodes: Option<u64>,
}

impl Perft {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let method = Method { threads: self.threads, hash_mib: self.hash };
        if let Some(depth) = self.depth {
            let session = self.setup.open(NO_SEARCH_HASH)?;
            if self.divide {
                divide(out, &*session, depth, &method)?;
            } else {
                count(out, &*session, depth, &method)?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        let suites = suite::read(&self.suite, &self.setup.game)?;
        suite::check(out, &suites, self.max_nodes.unwrap_or(u64::MAX), &method)
    }
}

/// Counts to each depth up to `deepest`.
fn count(
    out: &mut dyn Write,
    session: &dyn Session,
    deepest: u32,
    method: &Method,
) -> Result<(), Error> {
    for depth in 1..=deepest {
        let counted = Counted::by(depth, || session.perft(depth, method));
        write_count(out, depth, deepest, &counted)?;
        out.flush()?;
    }
    Ok(())
}

/// Counts below each move.
fn divide(
    out: &mut dyn Write,
    session: &dyn Session,
    depth: u32,
    method: &Method,
) -> Result<(), Error> {
    let mut moves = Vec::new();
    let counted = Counted::by(depth, || {
        moves = session.divide(depth, method);
        moves.iter().map(|(_, nodes)| nodes).sum()
    });
    for (text, nodes) in &moves {
        writeln!(out, "{text}: {nodes}")?;
    }
    write_count(out, depth, depth, &counted)?;
    Ok(())
}

/// Writes a count, in line with those of the depths up to `deepest`.
fn write_count(
    out: &mut dyn Write,
    depth: u32,
    deepest: u32,
    counted: &Counted,
) -> Result<(), Error> {
    let width = format!("perft({deepest})").len();
    let label = format!("perft({depth})");
    writeln!(out, "{label:width$} = {:<15} {counted}", counted.nodes)?;
    Ok(())
}

/// Nodes, and how long it took to count them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counted {
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl Counted {
    /// Runs `count`, the work of counting to `depth`, on the clock.
    fn by(depth: u32, count: impl FnOnce() -> u64) -> Self {
        let spinner = progress::spinner(format!("counting to depth {depth}"));
        let counted = Counted::timed(count);
        spinner.finish_and_clear();
        counted
    }

    /// Runs `count` on the clock.
    pub(super) fn timed(count: impl FnOnce() -> u64) -> Self {
        let started = Instant::now();
        let nodes = count();
        Counted { nodes, time: started.elapsed() }
    }
}

impl fmt::Display for Counted {
    /// The time and the speed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.time.as_secs_f64();
        let speed = if seconds > 0.0 { self.nodes as f64 / 1e6 / seconds } else { 0.0 };
        write!(f, "{seconds:>9.3} s  {speed:>8.1} Mnps")
    }
}
