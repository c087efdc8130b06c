//! Running `hippogriff match` in a folder of its own, and reading what it wrote.
#![allow(dead_code, missing_docs)]

use std::fs::File;
use std::io::BufReader;
use std::process::Command;

use hippogriff::arena::pgn::{self, PgnGame};
use tempfile::TempDir;

/// The program with a command and flags, in `folder`.
pub fn command(folder: &TempDir, command: &str, flags: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_hippogriff"));
    program.arg(command).args(flags).current_dir(folder.path());
    program
}

/// `hippogriff match`.
pub fn arena(folder: &TempDir, flags: &[&str]) -> Command {
    command(folder, "match", flags)
}

/// Plays a match that comes to its end, and gives back the report.
pub fn run(folder: &TempDir, flags: &[&str]) -> String {
    let played = arena(folder, flags).output().unwrap();
    assert!(played.status.success(), "{flags:?}: {played:?}");
    String::from_utf8(played.stdout).unwrap()
}

/// A game, without what may differ from run to run.
#[derive(Debug, PartialEq, Eq)]
pub struct Game {
    pub round: String,
    pub white: String,
    pub black: String,
    pub fen: String,
    pub result: String,
    pub termination: String,
    pub moves: Vec<String>,
}

/// The games of a PGN file, which must replay by the rules.
pub fn games(folder: &TempDir, file: &str) -> Vec<Game> {
    read(folder, file).iter().map(game).collect()
}

/// The same with all their tags and comments.
pub fn read(folder: &TempDir, file: &str) -> Vec<PgnGame> {
    let input = BufReader::new(File::open(folder.path().join(file)).unwrap());
    let games: Vec<_> = pgn::read(input).map(Result::unwrap).collect();
    for game in &games {
        pgn::replay(game, None).unwrap_or_else(|fault| panic!("{file}: {fault}"));
    }
    games
}

fn game(pgn: &PgnGame) -> Game {
    let tag = |name: &str| pgn.tag(name).unwrap_or_default().to_owned();
    Game {
        round: tag("Round"),
        white: tag("White"),
        black: tag("Black"),
        fen: tag("FEN"),
        result: pgn.result.clone(),
        termination: tag("Termination"),
        moves: pgn.moves.iter().map(|mv| mv.text.clone()).collect(),
    }
}
