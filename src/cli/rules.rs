//! `hippogriff rules`: the rules of a game.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;

use super::error::Error;
use super::setup::game_parser;
use crate::game::GameInfo;

/// Print the rules of a game
#[derive(Debug, Args)]
pub(super) struct Rules {
    /// The game
    #[arg(value_parser = game_parser())]
    variant: &'static GameInfo,
}

impl Rules {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        writeln!(out, "{}", self.variant.rules.trim_end())?;
        Ok(ExitCode::SUCCESS)
    }
}
