//! The command line.

use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Parser;

use crate::game::{GameInfo, Options};
use crate::games;
use crate::protocol::{self, Setup};
use crate::session::Start;

/// A game engine that speaks XBoard/CECP and UCI.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// The game to begin with.
    #[arg(long, value_parser = game)]
    variant: Option<&'static GameInfo>,
    /// An option of that game to switch on; may be repeated.
    #[arg(long, value_name = "NAME")]
    option: Vec<String>,
    /// Start arrays: numbers for White and Black, or "random".
    #[arg(long, value_name = "W,B", value_parser = start)]
    array: Option<Start>,
    /// Size of the transposition table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    hash: usize,
}

fn game(name: &str) -> Result<&'static GameInfo, String> {
    games::find(name).ok_or_else(|| {
        let known: Vec<_> = games::ALL.iter().map(|game| game.name).collect();
        format!("the games are {}", known.join(", "))
    })
}

fn start(text: &str) -> Result<Start, String> {
    if text == "random" {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        return Ok(Start::RandomArrays(now.as_nanos() as u64));
    }
    let numbers = text.split_once(',').and_then(|(white, black)| {
        Some(Start::Arrays(white.trim().parse().ok()?, black.trim().parse().ok()?))
    });
    numbers.ok_or_else(|| "two numbers with a comma between, or \"random\"".to_owned())
}

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let game = arguments.variant.unwrap_or(games::ALL[0]);
    let options = match Options::named(game, arguments.option.iter().map(String::as_str)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("hippogriff: {error}");
            return ExitCode::FAILURE;
        }
    };
    let start = arguments.array.unwrap_or(Start::Default);
    protocol::run(&Setup { game, options, hash_mib: arguments.hash, start })
}
