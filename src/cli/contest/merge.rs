//! `hippogriff merge`: one match from its shares.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::report::write_report;
use crate::arena::merge::merge;
use crate::arena::tournament::{Existing, Files};
use crate::cli::error::Error;

/// Join the shares of a match that was played with --shard
///
/// Reads the state beside each PGN file, and writes the PGN and the state of the whole match as if
/// it had been played in one piece: its games in their order, and one verdict.
#[derive(Debug, Args)]
pub(in crate::cli) struct Merge {
    /// The PGN file to write; its state goes beside it
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The PGN files of the shares
    #[arg(value_name = "SHARE", required = true)]
    shares: Vec<PathBuf>,
    /// Replace files that are there already
    #[arg(long)]
    overwrite: bool,
    /// How many openings the report lists
    #[arg(long, value_name = "N", default_value_t = 10)]
    list_openings: usize,
}

impl Merge {
    pub(in crate::cli) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let (plan, games) = merge(&self.out, &self.shares)?;
        let existing = if self.overwrite { Existing::Overwrite } else { Existing::Refuse };
        let (files, _) = Files::open(&self.out, &plan, existing)?;
        let ledger = files.fill(&plan, games)?;
        write_report(out, &plan, &ledger, self.list_openings)?;
        let missing = ledger.missing();
        if missing > 0 {
            writeln!(out, "\n{missing} games of the match are in none of these shares.")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
