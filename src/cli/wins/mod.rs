//! `hippogriff wins`: positions with a forced win, found, proven and solved.

mod find;
mod prove;
mod solve;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::error::Error;
use super::setup::GameArgs;
use super::suite::read_set;
use crate::game::Game;
use crate::games::{self, Visitor};
use crate::wins::{self, Problem};

/// Find positions with a forced win, prove them, or let the search solve them
#[derive(Debug, Args)]
pub(super) struct Wins {
    #[command(subcommand)]
    command: WinsCommand,
}

#[derive(Debug, Subcommand)]
enum WinsCommand {
    Find(find::Find),
    Prove(prove::Prove),
    Solve(solve::Solve),
}

impl Wins {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        match &self.command {
            WinsCommand::Find(command) => command.run(out),
            WinsCommand::Prove(command) => command.run(out),
            WinsCommand::Solve(command) => command.run(out),
        }
    }
}

/// The flags that name sets of positions.
#[derive(Debug, Args)]
struct SetArgs {
    /// Files with lines such as `FEN ;dm 3`. The game is named on the line (`livonian: FEN …`), else
    /// by --variant, else by the beginning of the file's name. `#` begins a comment
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
}

impl SetArgs {
    /// Reads the sets throughout, so that a broken line is found before time is spent on searching.
    fn read(&self) -> Result<Vec<Set>, Error> {
        self.files.iter().map(|path| self.read_file(path)).collect()
    }

    fn read_file(&self, path: &Path) -> Result<Set, Error> {
        let problems = read_set(path, &self.game, wins::parse, |problem: &Problem| {
            visit(problem, Reading(problem)).map_err(|error| (problem.line, error.to_string()))
        })?;
        Ok(Set { path: path.display().to_string(), problems })
    }
}

/// The positions of one file.
struct Set {
    path: String,
    problems: Vec<Problem>,
}

/// How many positions there are.
fn count(sets: &[Set]) -> usize {
    sets.iter().map(|set| set.problems.len()).sum()
}

/// Names the files without positions; says whether there are none.
fn name_empty(out: &mut dyn Write, sets: &[Set]) -> Result<bool, Error> {
    let mut none = true;
    for set in sets.iter().filter(|set| set.problems.is_empty()) {
        writeln!(out, "FAIL  no positions in {}", set.path)?;
        none = false;
    }
    Ok(none)
}

/// Does what `visitor` does, with the type of the problem's game in hand.
fn visit<T, V>(problem: &Problem, visitor: V) -> Result<T, Error>
where
    V: Visitor<Output = Result<T, Error>>,
{
    let name = problem.game.name;
    games::visit(name, visitor).ok_or_else(|| Error::UnknownVariant(name.to_owned()))?
}

/// Whether a game accepts a position.
struct Reading<'a>(&'a Problem);

impl Visitor for Reading<'_> {
    type Output = Result<(), Error>;

    fn visit<G: Game>(self) -> Self::Output {
        position::<G>(self.0).map(|_| ())
    }
}

fn position<G: Game>(problem: &Problem) -> Result<G, Error> {
    let read = G::from_fen(&problem.fen, problem.options);
    read.map_err(|error| Error::Start(error.into()))
}
