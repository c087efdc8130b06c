//! `hippogriff show`: a position as text and as a picture.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::error::Error;
use super::setup::SetupArgs;
use super::{board, input};
use crate::picture;
use crate::session::{NO_SEARCH_HASH, Session};

/// Show a position: the board, the FEN, who is to move, how the game stands
///
/// In the text board the last move stands in [brackets]; with --mark, squares that the man can
/// reach in (round) ones, men it can take in {curly} ones and men that its moves destroy from afar
/// in <angle> ones.
#[derive(Debug, Args)]
pub(super) struct Show {
    #[command(flatten)]
    setup: SetupArgs,
    /// Write the board as an SVG picture to this file (`-`: to stdout, and nothing else)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Mark what the man on this square can do
    #[arg(long, value_name = "SQUARE")]
    mark: Option<String>,
    /// Show the board from Black's side
    #[arg(long)]
    flip: bool,
    /// A line of text below the board
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
    /// Use chess figures where there are some
    #[arg(long)]
    unicode: bool,
    /// Moves to play from the start position
    moves: Vec<String>,
}

impl Show {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let mut session = self.setup.open(NO_SEARCH_HASH)?;
        for text in &self.moves {
            session.play(text)?;
        }
        let mut board = board::board(&*session, self.flip);
        board.caption = self.caption.clone();
        if let Some(text) = &self.mark {
            let square = board::square(session.info(), text)?;
            board::mark_moves(&mut board, &*session, square);
        }
        match &self.svg {
            Some(path) if path.as_os_str() == input::STANDARD_STREAM => {
                out.write_all(picture::svg(&board).as_bytes())?;
                return Ok(ExitCode::SUCCESS);
            }
            Some(path) => write_file(path, &picture::svg(&board))?,
            None => {}
        }
        writeln!(out, "{}", picture::text(&board, self.unicode))?;
        write_state(out, &*session)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn write_file(path: &Path, text: &str) -> Result<(), Error> {
    let failed = |error| Error::File { path: path.display().to_string(), error };
    fs::write(path, text).map_err(failed)
}

/// Writes what the board does not show.
fn write_state(out: &mut dyn Write, session: &dyn Session) -> Result<(), Error> {
    let fen = session.fen();
    writeln!(out, "FEN: {fen}")?;
    let arrays = session.info().arrays.as_ref();
    if let Some((white, black)) = arrays.and_then(|a| (a.numbers)(&fen, session.options())) {
        writeln!(out, "Arrays: White {white}, Black {black}")?;
    }
    let count = session.legal_moves(crate::game::Style::Plain).len();
    writeln!(out, "{} to move, legal moves: {count}", session.side())?;
    if let Some(outcome) = session.outcome() {
        writeln!(out, "{} {{{outcome}}}", outcome.result())?;
    }
    Ok(())
}
