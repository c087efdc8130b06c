//! The command line: what can be asked for, and the dispatch to the commands, one file each.
//!
//! Results go to stdout, through a handle whose errors are looked at: a reader that closes the pipe
//! ends the program quietly. Errors go to stderr and end it with exit code 2.

mod bench;
mod board;
mod completions;
mod contest;
mod error;
mod hosts;
mod input;
mod man;
mod moves;
mod perft;
mod pgn;
mod play;
mod progress;
mod rules;
mod scaling;
mod setup;
mod show;
mod suite;
mod tune;
mod variants;
mod wins;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgAction, Args, CommandFactory, FromArgMatches, Id, Parser, Subcommand};
use log::LevelFilter;

use crate::arena::guardian;
use crate::games;
use crate::protocol::{self, Setup};
use error::Error;
use setup::{HashArgs, SetupArgs};

/// The exit code of a command that ran and found what it checked to be wrong.
const CHECK_FAILED: u8 = 1;
/// The exit code of a command that could not do its work, as of a wrong command line.
const CANNOT_RUN: u8 = 2;

/// A game engine for five unlike board games.
///
/// Without a command it speaks XBoard's protocol (CECP) or UCI on stdin and stdout, which is how
/// graphical boards start it. The commands below are for people, scripts and tests.
#[derive(Debug, Parser)]
#[command(name = "hippogriff", version, max_term_width = 100)]
struct Cli {
    /// Say more on stderr: -v what is done, -vv details (RUST_LOG does the same, more finely)
    #[arg(short, long, global = true, action = ArgAction::Count)]
    verbose: u8,
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    protocol: ProtocolArgs,
}

/// What a protocol begins with; the protocol can change all of it.
#[derive(Debug, Args)]
struct ProtocolArgs {
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    hash: HashArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    Variants(variants::Variants),
    Rules(rules::Rules),
    Show(show::Show),
    Play(play::Play),
    Moves(moves::Moves),
    Perft(perft::Perft),
    Pgn(pgn::Pgn),
    Bench(bench::Bench),
    Scaling(scaling::Scaling),
    Match(Box<contest::Match>),
    Merge(contest::Merge),
    Hosts(hosts::Hosts),
    Man(man::Manual),
    Completions(completions::Completions),
    Tune(tune::Tune),
    Wins(wins::Wins),
    /// What a match starts beside itself, to end its engines should it be killed
    #[command(name = guardian::COMMAND, hide = true)]
    GuardEngines {
        /// The mark of the match's engines
        mark: String,
    },
}

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let cli = read_arguments().unwrap_or_else(|error| error.exit());
    start_logging(cli.verbose);
    let ended = match &cli.command {
        None => speak_protocol(&cli.protocol),
        Some(command) => command.run(),
    };
    ended.unwrap_or_else(|error| {
        if error.is_broken_pipe() {
            return ExitCode::SUCCESS;
        }
        // Nobody is left to tell if stderr is closed, too.
        let _ = writeln!(io::stderr(), "error: {error}");
        ExitCode::from(CANNOT_RUN)
    })
}

/// Reads the command line. The flags that stand before a command's name would be a protocol's, so
/// all but `--verbose` are refused there instead of being overlooked.
fn read_arguments() -> Result<Cli, clap::Error> {
    let mut definition = Cli::command();
    let matches = definition.try_get_matches_from_mut(std::env::args_os())?;
    let given = |id: &Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    let misplaced = matches.ids().any(|id| id != "verbose" && given(id));
    match matches.subcommand_name() {
        Some(command) if misplaced => {
            let message = format!("put the flags behind the command: hippogriff {command} ...");
            Err(definition.error(ErrorKind::ArgumentConflict, message))
        }
        _ => Cli::from_arg_matches(&matches),
    }
}

/// The command line without the commands that nobody is to type. What describes it to other programs
/// would show those, too.
fn visible_definition() -> clap::Command {
    let all = Cli::command();
    let shown = all.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let bare = clap::Command::new("hippogriff")
        .args(all.get_arguments().cloned())
        .groups(all.get_groups().cloned())
        .subcommands(shown.collect::<Vec<_>>())
        .version(env!("CARGO_PKG_VERSION"));
    let texts = (all.get_about().cloned(), all.get_long_about().cloned());
    let bare = texts.0.into_iter().fold(bare, clap::Command::about);
    texts.1.into_iter().fold(bare, clap::Command::long_about)
}

impl Command {
    fn run(&self) -> Result<ExitCode, Error> {
        let mut out = BufWriter::new(io::stdout().lock());
        let code = match self {
            Command::Variants(command) => command.run(&mut out),
            Command::Rules(command) => command.run(&mut out),
            Command::Show(command) => command.run(&mut out),
            Command::Play(command) => command.run(&mut out),
            Command::Moves(command) => command.run(&mut out),
            Command::Perft(command) => command.run(&mut out),
            Command::Pgn(command) => command.run(&mut out),
            Command::Bench(command) => command.run(&mut out),
            Command::Scaling(command) => command.run(&mut out),
            Command::Match(command) => command.run(&mut out),
            Command::Merge(command) => command.run(&mut out),
            Command::Hosts(command) => command.run(&mut out),
            Command::Man(command) => command.run(&mut out),
            Command::Completions(command) => command.run(&mut out),
            Command::Tune(command) => command.run(&mut out),
            Command::Wins(command) => command.run(&mut out),
            Command::GuardEngines { mark } => guard_engines(mark),
        };
        out.flush()?;
        code
    }
}

/// Watches over the engines of a match, which names them on stdin.
fn guard_engines(mark: &str) -> Result<ExitCode, Error> {
    guardian::guard(io::stdin().lock(), mark)?;
    Ok(ExitCode::SUCCESS)
}

/// Speaks a protocol on stdin and stdout until its end.
fn speak_protocol(args: &ProtocolArgs) -> Result<ExitCode, Error> {
    let game = args.setup.game.variant.unwrap_or(games::ALL[0]);
    let options = args.setup.game.options(game)?;
    let (start, hash_mib) = (args.setup.start.start(), args.hash.mib);
    protocol::run(&Setup { game, options, hash_mib, start })?;
    Ok(ExitCode::SUCCESS)
}

/// Logs to stderr; nothing, unless `verbose` or `RUST_LOG` asks for it.
fn start_logging(verbose: u8) {
    let level = match verbose {
        0 => LevelFilter::Warn,
        1 => LevelFilter::Info,
        2 => LevelFilter::Debug,
        _ => LevelFilter::Trace,
    };
    // A second initialisation is refused; the first then goes on serving.
    let _ = env_logger::Builder::new().filter_level(level).parse_default_env().try_init();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }
}
