//! `hippogriff match`: a match between engines; `hippogriff merge`: one match from its shares.

mod display;
mod merge;
mod planning;
mod players;
mod report;
mod signals;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};

use super::error::Error;
use super::setup;
use crate::arena::adjudication::{DrawRule, ResignRule};
use crate::arena::engine::Surroundings;
use crate::arena::guardian::Guardian;
use crate::arena::halt::Halt;
use crate::arena::plan::Plan;
use crate::arena::schedule::Shard;
use crate::arena::state::{FinishedGame, beside};
use crate::arena::stats::Sprt;
use crate::arena::tournament::{Existing, Files};
use display::Display;
pub(super) use merge::Merge;
use players::PlayerArgs;

/// The exit code of a match that was interrupted: that of a program that Ctrl-C ends.
const INTERRUPTED: u8 = 130;

/// Play a match between engines that speak CECP or UCI
///
/// Any number of engines, named in engines.ini or described by --engine, play pairs of games, each
/// with the same opening and both colours. Without any argument Hippogriff plays a short match
/// against itself in all five games.
#[derive(Debug, Args)]
pub(super) struct Match {
    #[command(flatten)]
    players: PlayerArgs,
    /// The games played: `horizons`, or with variations of the rules `horizons[no-shield,old-ox]`
    /// (repeat the flag, or separate by commas) [default: all five, less those that an engine's
    /// entry in engines.ini leaves out]
    #[arg(long = "variant", value_name = "GAME")]
    variants: Vec<String>,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = FormatName::RoundRobin)]
    format: FormatName,
    /// How many of the first players are the ones to meet the others in a gauntlet [default: 1]
    #[arg(long, value_name = "N")]
    leaders: Option<usize>,
    /// Pairs of games of each two players in each variant [default: 1; 2 without players; 100,000 with
    /// --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    rounds: Option<u64>,
    /// How many games are played at once [default: 1; without arguments, one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Whatever is left to chance depends on this number alone
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    conduct: ConductArgs,
    /// Stop when a test tells whether the first player is stronger than the second:
    /// `elo0=0,elo1=5[,alpha=0.05][,beta=0.05][,model=normalized|logistic]`
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    #[command(flatten)]
    files: FileArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatName {
    /// Everyone meets everyone
    RoundRobin,
    /// The first player, or the first --leaders, meet all the others
    Gauntlet,
}

/// What the games begin with.
#[derive(Debug, Args)]
struct OpeningArgs {
    /// Openings from a file, EPD or PGN; it can hold those of several games
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The order in which the file's openings are taken
    #[arg(long, value_enum, default_value_t = OrderName::Random, requires = "openings")]
    opening_order: OrderName,
    /// The first opening to be taken, from 1, in the order in which they are taken
    #[arg(long, value_name = "N", default_value_t = 1, requires = "openings")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    opening_start: usize,
    /// Plies of a PGN opening to be played [default: all]
    #[arg(long, value_name = "N", requires = "openings")]
    opening_plies: Option<u32>,
    /// Random start arrays in the games that have numbered ones
    #[arg(long, conflicts_with = "openings")]
    random_arrays: bool,
    /// Random moves in the beginning [default: 8, but none if there are --openings]
    #[arg(long, value_name = "PLIES")]
    random_plies: Option<u32>,
    /// Draw the random moves anew until a short search finds neither side better by more than so
    /// many cp; so that not the opening decides
    #[arg(long, value_name = "CP")]
    balanced: Option<u32>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum OrderName {
    /// As they stand
    Sequential,
    /// At random, each once before any comes again
    Random,
}

/// What the referee goes by.
#[derive(Debug, Args)]
struct ConductArgs {
    /// How far an engine may overstep its time without losing, in ms
    #[arg(long, value_name = "MS", default_value_t = 50)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=3_600_000))]
    margin: u64,
    /// How long an engine without a clock may think about a move, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = setup::seconds)]
    hang_after: Duration,
    /// How long an engine may take to start, and to answer isready or ping, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = setup::seconds)]
    patience: Duration,
    /// How long an engine that is told to move at once may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = setup::seconds)]
    grace: Duration,
    /// Draw games in which both players see nothing: from ply `from` on, if both players' last
    /// `count` scores were within `score` cp: `from=80,count=8,score=10`
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,
    /// End games that are lost: if a player's last `count` scores were `score` cp or more below
    /// zero, and with `twosided` the opponent's as much above: `count=3,score=600[,twosided]`
    #[arg(long, value_name = "RULE")]
    resign: Option<ResignRule>,
    /// Draw games after so many plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
}

/// Where the games go.
#[derive(Debug, Args)]
struct FileArgs {
    /// Write the games to this file, and the state of the match to a file beside it
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Go on with a match that was interrupted (the other arguments as before), or begin it
    #[arg(long, requires = "pgn", conflicts_with = "overwrite")]
    resume: bool,
    /// Replace the files of another match
    #[arg(long, requires = "pgn")]
    overwrite: bool,
    /// Play one of several shares of the match, as on several machines; `hippogriff merge` joins
    /// them
    #[arg(long, value_name = "I/N", requires = "pgn")]
    shard: Option<Shard>,
    /// The folder that keeps what engines write to stderr, a file for each engine [default: beside
    /// the PGN file; nothing is kept without one]
    #[arg(long, value_name = "DIR")]
    stderr: Option<PathBuf>,
    /// What the match is called
    #[arg(long, value_name = "NAME", default_value = "Hippogriff match")]
    event: String,
    /// How many openings the report lists
    #[arg(long, value_name = "N", default_value_t = 10)]
    list_openings: usize,
}

impl Match {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let tournament = self.tournament()?;
        let halt = signals::halt_on_signals();
        let mut around = self.surroundings(halt.clone());
        let checked = tournament.check_engines(&around);
        if halt.is_interrupted() {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        checked?;
        tournament.check_openings()?;
        around.stderr = self.files.stderr_folder();
        let ours = around.make_folder().map_err(|error| Error::File {
            path: around.stderr.clone().unwrap_or_default().display().to_string(),
            error,
        })?;
        let names = tournament.plan.names();
        let opened =
            self.files.open(&tournament.plan).inspect_err(|_| around.tidy(&names, ours))?;
        let (files, done) = opened.map_or((None, Vec::new()), |(files, done)| (Some(files), done));
        let began = Instant::now();
        let mut display = Display::new(&tournament.plan, done.len());
        let ledger = tournament.run(files, done, &around, &mut |ledger, game| {
            display.show(ledger, game);
        });
        display.close();
        report::log_own_time(began);
        around.tidy(&names, ours);
        self.report(out, &tournament.plan, &ledger?)?;
        let interrupted = halt.is_interrupted();
        Ok(if interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }

    /// Where engines are checked: what they write then is not kept.
    fn surroundings(&self, halt: Arc<Halt>) -> Surroundings {
        let guardian = Guardian::start()
            .map_err(|error| log::warn!("engines cannot be watched over: {error}"))
            .ok();
        Surroundings { guardian, stderr: None, patience: self.conduct.patience, halt }
    }
}

impl FileArgs {
    /// The folder that keeps what engines write to stderr.
    fn stderr_folder(&self) -> Option<PathBuf> {
        let beside = || self.pgn.as_ref().map(|pgn| beside(pgn, ".stderr"));
        self.stderr.clone().or_else(beside)
    }

    fn open(&self, plan: &Plan) -> Result<Option<(Files, Vec<FinishedGame>)>, Error> {
        let existing = match (self.resume, self.overwrite) {
            (true, _) => Existing::Resume,
            (_, true) => Existing::Overwrite,
            _ => Existing::Refuse,
        };
        let opened = self.pgn.as_ref().map(|pgn| Files::open(pgn, plan, existing));
        Ok(opened.transpose()?)
    }
}
