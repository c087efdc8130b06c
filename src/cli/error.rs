//! Why a command could not do its work.

use std::io;

use rayon::ThreadPoolBuildError;
use thiserror::Error;

use crate::arena::merge::MergeError;
use crate::arena::roster::RosterError;
use crate::arena::tournament::ArenaError;
use crate::game::{MoveError, UnknownOption};
use crate::games;
use crate::hosts::HostError;
use crate::lines::LineFault;
use crate::protocol::ConversationError;
use crate::scaling::ScalingError;
use crate::search::TableError;
use crate::session::StartError;
use crate::tuning::source::SourceError;
use crate::tuning::{FitError, GenerateError, RowError};

/// Why a command could not do its work; each names the text that is at fault.
#[derive(Debug, Error)]
pub(super) enum Error {
    /// No game was named where one is needed.
    #[error("which game? Name it with --variant: {}", known_games())]
    NoVariant,
    /// There is no such game.
    #[error("no game is called {name:?}; there are {known}", name = .0, known = known_games())]
    UnknownVariant(String),
    /// The game has no such option.
    #[error(transparent)]
    Option(#[from] UnknownOption),
    /// The start position is refused.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A protocol could not be spoken.
    #[error(transparent)]
    Protocol(#[from] ConversationError),
    /// The transposition table cannot be had.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The speed of several threads cannot be measured.
    #[error(transparent)]
    Scaling(#[from] ScalingError),
    /// A move is refused.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The text names no square of the board.
    #[error("no square {text:?} on a board of {files}x{ranks}")]
    Square {
        /// The text.
        text: String,
        /// Files of the board.
        files: usize,
        /// Ranks of the board.
        ranks: usize,
    },
    /// A perft suite has a line that cannot be used.
    #[error("{place}: {fault}")]
    SuiteLine {
        /// The file and the line's number.
        place: String,
        /// What is wrong with it.
        fault: String,
    },
    /// The engine gave no move in a position that has some.
    #[error("the engine found no move in {0}")]
    NoBestMove(String),
    /// Engines cannot be read from engines.ini or the command line.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// A host cannot be told of the engines.
    #[error(transparent)]
    Host(#[from] HostError),
    /// A match cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The shares of a match cannot be joined.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// Games to tune with cannot be played.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// A line of positions to tune with cannot be used.
    #[error("{file}: {error}")]
    Row {
        /// The file as named on the command line.
        file: String,
        /// Which line, and what is wrong with it.
        error: RowError,
    },
    /// Weights cannot be fitted.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// The weights in a source cannot be replaced.
    #[error("{file}: {error}")]
    Source {
        /// The file as named on the command line.
        file: String,
        /// Why.
        error: SourceError,
    },
    /// There are no threads to work with.
    #[error("no threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// The flags ask for a match that cannot be played.
    #[error("{0}")]
    Match(String),
    /// A variant is named wrongly.
    #[error("{0}")]
    Variant(#[from] LineFault),
    /// The same thing is named twice.
    #[error("{0} is named twice")]
    Twice(String),
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file as named on the command line.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    /// Whether the reader of the output has gone away, which is no fault.
    pub(super) fn is_broken_pipe(&self) -> bool {
        matches!(self, Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

fn known_games() -> String {
    let names: Vec<_> = games::ALL.iter().map(|game| game.name).collect();
    names.join(", ")
}
