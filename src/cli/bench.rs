//! `hippogriff bench`: searching fixed positions.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;

use super::error::Error;
use crate::bench;

/// Search fixed positions of all games
///
/// One thread, a fixed depth a game and for every position a cleared table of 16 MiB: the number of
/// nodes is the same on every machine. The last line is `N nodes M nps`.
#[derive(Debug, Args)]
pub(super) struct Bench {
    /// Depth in plies, in place of each game's own
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
}

impl Bench {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        writeln!(out, "{}", bench::run(self.depth)?)?;
        Ok(ExitCode::SUCCESS)
    }
}
