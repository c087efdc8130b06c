//! `hippogriff pgn`: files of games.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use indicatif::ProgressBar;

use super::error::Error;
use super::setup::GameArgs;
use super::{CHECK_FAILED, input, progress};
use crate::arena::pgn::{self, PgnError};
use crate::game::Variant;

/// Look through PGN files, whichever program wrote them
#[derive(Debug, Args)]
pub(super) struct Pgn {
    #[command(subcommand)]
    command: PgnCommand,
}

#[derive(Debug, Subcommand)]
enum PgnCommand {
    Check(Check),
}

impl Pgn {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        match &self.command {
            PgnCommand::Check(command) => command.run(out),
        }
    }
}

/// Play the games in PGN files by the rules
///
/// Looks whether every move is legal, no game goes on after its end, and every result fits the
/// rules. The tag `Variant` names the game, `RuleOptions` its options, separated by commas; where
/// there is no `Variant`, --variant and --option hold.
///
/// Prints a line for each file without a fault. The first fault of a file is named on stderr, as
/// `FILE:LINE: game N, ply M: ...` with the line on which the game begins, and the rest of that file
/// is left out: exit code 1. It is 2 if a file cannot be read.
#[derive(Debug, Args)]
struct Check {
    /// The files (`-`: stdin)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
    /// Print a line for each game: its number in the file, its result, the FEN of its last position,
    /// separated by tabs
    #[arg(long = "final")]
    show_final: bool,
}

/// What one file holds.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    plies: usize,
}

impl Check {
    fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let game = self.game.variant;
        let default = game.map(|game| Ok::<_, Error>((game, self.game.options(game)?)));
        let default = default.transpose()?;
        let mut good = true;
        for path in &self.files {
            let bar = progress::spinner("");
            let checked = self.check(path, default, &bar, out);
            bar.finish_and_clear();
            let name = path.display();
            match checked? {
                Ok(Tally { games, plies }) => {
                    writeln!(out, "{name}: {games} games, {plies} plies, all legal")?;
                }
                Err(fault) => {
                    good = false;
                    out.flush()?;
                    // Nobody is left to tell if stderr is closed.
                    let _ = writeln!(io::stderr(), "{name}:{fault}");
                }
            }
        }
        Ok(if good { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) })
    }

    /// Checks one file: what it holds, or its first fault as `LINE: what is wrong`.
    fn check(
        &self,
        path: &Path,
        default: Option<Variant>,
        bar: &ProgressBar,
        out: &mut dyn Write,
    ) -> Result<Result<Tally, String>, Error> {
        let mut tally = Tally::default();
        for game in pgn::read(input::open(path)?) {
            let game = match game {
                Ok(game) => game,
                Err(PgnError::File(error)) => return Err(input::unreadable(path, error)),
                Err(PgnError::Text { line, fault }) => return Ok(Err(format!("{line}: {fault}"))),
            };
            tally.games += 1;
            let number = tally.games;
            let replayed = match pgn::replay(&game, default) {
                Ok(replayed) => replayed,
                Err(fault) => return Ok(Err(format!("{}: game {number}, {fault}", fault.line))),
            };
            tally.plies += replayed.plies;
            if self.show_final {
                writeln!(out, "{number}\t{}\t{}", game.result, replayed.final_fen)?;
            }
            bar.set_message(format!("{}: game {number}", path.display()));
        }
        Ok(Ok(tally))
    }
}
