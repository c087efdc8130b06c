//! `hippogriff bench`: searching fixed positions.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::error::Error;
use crate::bench;
use crate::search::MAX_HASH_MIB;

/// Search fixed positions of all games
///
/// One thread, a fixed depth a game and a cleared table for every position: the number of nodes is
/// the same on every machine. The last line is `N nodes M nps`.
#[derive(Debug, Args)]
pub(super) struct Bench {
    /// Depth in plies, in place of each game's own
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Size of the transposition table in MiB; the number of nodes depends on it
    #[arg(long, value_name = "MIB", default_value_t = bench::HASH_MIB)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_HASH_MIB as u64))]
    hash: usize,
}

impl Bench {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        writeln!(out, "{}", bench::run(self.depth, self.hash)?)?;
        Ok(ExitCode::SUCCESS)
    }
}
