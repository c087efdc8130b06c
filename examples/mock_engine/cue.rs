//! When the engine misbehaves.

use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::fault::Fault;

/// The fault that is committed, and when.
#[derive(Debug, Args)]
pub struct Cue {
    /// How it misbehaves
    #[arg(long, value_enum, value_name = "NAME")]
    fault: Option<Fault>,
    /// At which of its own moves of a game, from 1; 0 is when it is greeted
    #[arg(long, value_name = "N", default_value_t = 1)]
    at: usize,
    /// Count in this file how often the fault was due, so that it is not always committed: the file
    /// outlives the engine
    #[arg(long, value_name = "FILE")]
    tally: Option<PathBuf>,
    /// Which of the times that --tally counts is the one
    #[arg(long, value_name = "N", default_value_t = 1, requires = "tally")]
    time: u64,
    /// What was decided for the present game.
    #[arg(skip)]
    decided: Option<bool>,
}

impl Cue {
    /// Whether the program ends as soon as it was started.
    pub fn at_program(&mut self) -> bool {
        self.fault == Some(Fault::WontStart) && self.strikes()
    }

    /// A game begins.
    pub fn begin_game(&mut self) {
        self.decided = None;
    }

    /// The fault that is due when the engine is greeted.
    pub fn at_greeting(&mut self) -> Option<Fault> {
        let fault = self.fault?;
        let due = match fault {
            Fault::SilentStart => true,
            Fault::WontStart | Fault::SilentReady | Fault::Reject => false,
            _ => self.at == 0,
        };
        (due && self.strikes()).then_some(fault)
    }

    /// The fault that is due when a game begins.
    pub fn at_new_game(&mut self) -> Option<Fault> {
        let fault = self.fault?;
        if !matches!(fault, Fault::SilentReady | Fault::Reject) {
            return None;
        }
        self.strikes().then_some(fault)
    }

    /// The fault that is due at the engine's own move with this number.
    pub fn at_move(&mut self, number: usize) -> Option<Fault> {
        let fault = self.fault?;
        let due = match fault {
            Fault::WontStart | Fault::SilentStart | Fault::SilentReady | Fault::Reject => false,
            Fault::OfferDraw => self.at > 0 && number >= self.at,
            _ => number == self.at,
        };
        (due && self.strikes()).then_some(fault)
    }

    /// Whether a fault that is due is committed.
    fn strikes(&mut self) -> bool {
        let Some(file) = &self.tally else { return true };
        if let Some(decided) = self.decided {
            return decided;
        }
        let before = fs::read_to_string(file).ok().and_then(|text| text.trim().parse::<u64>().ok());
        let count = before.unwrap_or(0) + 1;
        if let Err(error) = fs::write(file, count.to_string()) {
            eprintln!("mock engine: {}: {error}", file.display());
        }
        *self.decided.insert(count == self.time)
    }
}
