//! `hippogriff moves`: the legal moves of positions, in a form that programs compare.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::error::Error;
use super::input;
use super::setup::SetupArgs;
use crate::fen;
use crate::session::{NO_SEARCH_HASH, Session, Start, StartError};

/// List the legal moves of positions, with the position after each
///
/// For each position: a line `position FEN`; a line `result R`, R being 1-0, 0-1, 1/2-1/2 or * as
/// the position alone, its move counter included, decides; a line for each legal move, its text and
/// the FEN after it separated by a tab, in bytewise order; an empty line.
///
/// A FEN in a file that is refused gets a line `error REASON` in place of the result, and the
/// next is read: that changes nothing in the exit code. One given by --fen ends with exit code 2.
#[derive(Debug, Args)]
pub(super) struct Moves {
    #[command(flatten)]
    setup: SetupArgs,
    /// Read positions from a file (`-`: stdin), a FEN or EPD a line; blank lines and `#` comments
    /// are skipped
    #[arg(long, conflicts_with_all = ["fen", "array"])]
    file: Option<PathBuf>,
}

impl Moves {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let mut session = self.setup.open(NO_SEARCH_HASH)?;
        let Some(path) = &self.file else {
            let given = self.setup.start.fen.as_deref().map(|fen| fen.trim().to_owned());
            write_position(out, &given.unwrap_or_else(|| session.fen()), Ok(&*session))?;
            return Ok(ExitCode::SUCCESS);
        };
        for line in input::open_lines(path)? {
            let line = line?;
            let Some(fen) = fen::on_line(&line) else { continue };
            let started = session.start(&Start::Fen(fen.to_owned()));
            write_position(out, fen, started.map(|()| &*session))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes what is to be said of one position, or why it is refused.
fn write_position(
    out: &mut dyn Write,
    fen: &str,
    session: Result<&dyn Session, StartError>,
) -> io::Result<()> {
    writeln!(out, "position {fen}")?;
    match session {
        Err(error) => writeln!(out, "error {error}")?,
        Ok(session) => {
            let result = session.outcome().map_or("*", |outcome| outcome.result());
            writeln!(out, "result {result}")?;
            for (text, after) in session.children() {
                writeln!(out, "{text}\t{after}")?;
            }
        }
    }
    writeln!(out)
}
