//! `hippogriff match`: a match between engines; `hippogriff merge`: one match from its shares.

mod display;
mod merge;
mod players;

use std::ffi::c_int;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::error::Error;
use super::setup;
use crate::arena::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::arena::engine::Surroundings;
use crate::arena::guardian::Guardian;
use crate::arena::halt::Halt;
use crate::arena::ledger::Ledger;
use crate::arena::openings::{Book, OpeningPlan, Order, Skipped};
use crate::arena::plan::{Plan, Player};
use crate::arena::referee::Conduct;
use crate::arena::report::ReportOptions;
use crate::arena::schedule::{Format, Shard};
use crate::arena::state::FinishedGame;
use crate::arena::stats::Sprt;
use crate::arena::tournament::{ArenaError, Existing, Files, Tournament};
use crate::game::{GameInfo, Options, Variant};
use crate::{games, suite};
use display::Display;
pub(super) use merge::Merge;
use players::PlayerArgs;

/// The exit code of a match that was interrupted: that of a program that Ctrl-C ends.
const INTERRUPTED: u8 = 130;
/// The signals that interrupt a match.
#[cfg(unix)]
const SIGNALS: &[c_int] = &[SIGINT, SIGTERM, SIGHUP];
#[cfg(not(unix))]
const SIGNALS: &[c_int] = &[SIGINT, SIGTERM];
/// Rounds of the match that is played if nobody is named.
const DEMONSTRATION_ROUNDS: u64 = 2;
/// Rounds of a match that a test ends.
const SPRT_ROUNDS: u64 = 100_000;
/// Random moves in the beginning of games, where nothing else makes them differ.
const RANDOM_PLIES: u32 = 8;

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
    /// (repeat the flag, or separate by commas) [default: all that
    /// every player may play]
    #[arg(long = "variant", value_name = "GAME")]
    variants: Vec<String>,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = FormatName::RoundRobin)]
    format: FormatName,
    /// How many of the first players are the ones to meet the others in a gauntlet [default: 1]
    #[arg(long, value_name = "N")]
    leaders: Option<usize>,
    /// Pairs of games of each two players in each variant
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
    /// The first opening of the file to be taken, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "openings")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    opening_start: usize,
    /// Plies of a PGN opening to be played [default: all]
    #[arg(long, value_name = "N", requires = "openings")]
    opening_plies: Option<u32>,
    /// Random start arrays in the games that have numbered ones
    #[arg(long, conflicts_with = "openings")]
    random_arrays: bool,
    /// Random moves in the beginning [default: 8 if no other openings are given]
    #[arg(long, value_name = "PLIES")]
    random_plies: Option<u32>,
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
        let halt = halt_on_signals();
        let mut around = self.surroundings(halt.clone());
        let checked = tournament.check_engines(&around);
        if halt.is_interrupted() {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        checked?;
        tournament.check_openings()?;
        let opened = self.files.open(&tournament.plan)?;
        let (files, done) = opened.map_or((None, Vec::new()), |(files, done)| (Some(files), done));
        around.stderr = self.files.stderr_folder();
        let ours = around.make_folder()?;
        let began = Instant::now();
        let mut display = Display::new(&tournament.plan, done.len());
        let ledger = tournament.run(files, done, &around, &mut |ledger, game| {
            display.show(ledger, game);
        });
        display.close();
        log_own_time(began);
        around.tidy(&tournament.plan.names(), ours);
        self.report(out, &tournament.plan, &ledger?)?;
        let interrupted = halt.is_interrupted();
        Ok(if interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }

    fn tournament(&self) -> Result<Tournament, Error> {
        let demonstration = self.players.is_empty();
        let players = self.players.players()?;
        let variants = self.variants(&players)?;
        let openings = self.openings.plan(&variants, self.seed)?;
        let plan = Plan {
            event: self.files.event.clone(),
            variants: variants.iter().map(|&(game, options)| suite::owner(game, options)).collect(),
            format: match (self.format, self.leaders) {
                (FormatName::RoundRobin, None) => Format::RoundRobin,
                (FormatName::Gauntlet, leaders) => Format::Gauntlet(leaders.unwrap_or(1)),
                (FormatName::RoundRobin, Some(_)) => {
                    let message = "--leaders is of a gauntlet: add --format gauntlet";
                    return Err(Error::Players(message.to_owned()));
                }
            },
            rounds: self.rounds.unwrap_or(match (self.sprt, demonstration) {
                (Some(_), _) => SPRT_ROUNDS,
                (None, true) => DEMONSTRATION_ROUNDS,
                (None, false) => 1,
            }),
            seed: self.seed,
            openings: openings.to_string(),
            conduct: self.conduct.conduct(),
            sprt: self.sprt,
            shard: self.files.shard,
            players,
        };
        check_players(&plan)?;
        let processors = || std::thread::available_parallelism().map_or(1, |n| n.get());
        let concurrency = self.concurrency.map(usize::from);
        let concurrency =
            concurrency.unwrap_or_else(|| if demonstration { processors() } else { 1 });
        Ok(Tournament { plan, variants, openings, concurrency })
    }

    /// The variants that are named, or else all that every player may play.
    fn variants(&self, players: &[Player]) -> Result<Vec<Variant>, Error> {
        if self.variants.is_empty() {
            let common =
                |game: &&&GameInfo| players.iter().all(|player| player.engine.may_play(game.name));
            let games: Vec<_> = games::ALL.iter().filter(common).collect();
            return match games[..] {
                [] => Err(Error::Players("there is no game that all players play".to_owned())),
                _ => Ok(games.into_iter().map(|&game| (game, Options::NONE)).collect()),
            };
        }
        let texts = self.variants.iter().flat_map(|list| split_variants(list));
        let mut variants: Vec<Variant> = Vec::new();
        for text in texts {
            let variant = suite::variant(Some(text), None, text)?;
            let name = suite::owner(variant.0, variant.1);
            if variants.iter().any(|&(game, options)| suite::owner(game, options) == name) {
                return Err(Error::Twice(format!("variant {name}")));
            }
            variants.push(variant);
        }
        if variants.is_empty() {
            return Err(Error::Players("--variant names no game".to_owned()));
        }
        Ok(variants)
    }

    /// Where engines are checked: what they write then is not kept.
    fn surroundings(&self, halt: Arc<Halt>) -> Surroundings {
        let guardian = Guardian::start()
            .map_err(|error| log::warn!("engines cannot be watched over: {error}"))
            .ok();
        Surroundings { guardian, stderr: None, patience: self.conduct.patience, halt }
    }

    fn report(&self, out: &mut dyn Write, plan: &Plan, ledger: &Ledger) -> Result<(), Error> {
        write_report(out, plan, ledger, self.files.list_openings)?;
        let missing = ledger.missing();
        if missing > 0 {
            let how = match self.files.pgn {
                Some(_) => "; the same command with --resume goes on",
                None => "",
            };
            writeln!(out, "\nInterrupted: {missing} games are still to be played{how}.")?;
        }
        Ok(())
    }
}

/// Logs how much processor time this program has taken, its engines apart.
#[cfg(unix)]
fn log_own_time(began: Instant) {
    use nix::sys::resource::{UsageWho, getrusage};
    let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else { return };
    let used = [usage.user_time(), usage.system_time()];
    let used: f64 =
        used.map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6).iter().sum();
    let passed = began.elapsed().as_secs_f64();
    let share = 100.0 * used / passed.max(1e-9);
    log::info!("the runner took {used:.2} s of processor time in {passed:.1} s: {share:.2} %");
}

#[cfg(not(unix))]
fn log_own_time(_began: Instant) {}

/// The report on the counted games of a match.
fn write_report(
    out: &mut dyn Write,
    plan: &Plan,
    ledger: &Ledger,
    openings: usize,
) -> Result<(), Error> {
    let options = ReportOptions { openings, later: ledger.later() };
    write!(out, "{}", ledger.sheet().full(&options))?;
    if let (Some(_), Some(shard)) = (&plan.sprt, plan.shard) {
        writeln!(
            out,
            "This is share {shard}: the verdict is that of all, after hippogriff merge."
        )?;
    }
    Ok(())
}

/// Cuts `a,b[c,d],e` at the commas outside of brackets.
fn split_variants(list: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = list.split(|c| {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Whether a text would disturb tables and files.
fn has_control(text: &str) -> bool {
    text.chars().any(char::is_control)
}

/// Whether these players can play a match.
fn check_players(plan: &Plan) -> Result<(), Error> {
    let names = plan.names();
    if let Some(name) = names.iter().find(|name| name.trim().is_empty() || has_control(name)) {
        let message = format!("{name:?} is no name that a player can have");
        return Err(Error::Players(message));
    }
    if names.len() < 2 {
        return Err(Error::Players("a match needs two players".to_owned()));
    }
    if let Some(name) =
        names.iter().enumerate().find_map(|(n, name)| names[..n].contains(name).then_some(name))
    {
        return Err(Error::Twice(format!("player {name:?} (give one another name=)")));
    }
    if plan.sprt.is_some() && names.len() != 2 {
        let message = format!("--sprt compares two players, and there are {}", names.len());
        return Err(Error::Players(message));
    }
    if let Format::Gauntlet(leaders) = plan.format
        && !(1..names.len()).contains(&leaders)
    {
        let message =
            format!("--leaders {leaders} leaves nobody to meet of {} players", names.len());
        return Err(Error::Players(message));
    }
    Ok(())
}

/// What Ctrl-C and a termination signal set; the second time they end the program, and the guardian
/// its engines.
fn halt_on_signals() -> Arc<Halt> {
    let halt = Arc::new(Halt::default());
    for signal in signals() {
        let flag = halt.interruption();
        // The order matters: the first signal finds the flag down, and raises it.
        let code = i32::from(INTERRUPTED);
        let registered = flag::register_conditional_shutdown(signal, code, flag.clone())
            .and_then(|_| flag::register(signal, flag));
        if let Err(error) = registered {
            log::warn!("signal {signal} will not end the match cleanly: {error}");
        }
    }
    halt
}

/// The signals that end a match: those that the runner was not started to ignore, as by `nohup`.
fn signals() -> impl Iterator<Item = c_int> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let is_ignored = move |signal: &c_int| ignored >> (signal - 1) & 1 != 0;
    SIGNALS.iter().copied().filter(move |signal| !is_ignored(signal))
}

impl OpeningArgs {
    fn plan(&self, variants: &[Variant], seed: u64) -> Result<OpeningPlan, Error> {
        let book = self.openings.as_ref();
        let book = book.map(|path| Book::open(path, variants, self.opening_plies)).transpose();
        let book = book.map_err(ArenaError::from)?;
        if let Some(skipped) = book.as_ref().map(Book::skipped)
            && skipped != Skipped::default()
        {
            // Apart from the report, whose reader may be a program.
            log::warn!("openings: {skipped}");
        }
        let other = book.is_some() || self.random_arrays;
        Ok(OpeningPlan {
            book,
            order: match self.opening_order {
                OrderName::Sequential => Order::Sequential,
                OrderName::Random => Order::Random,
            },
            first: self.opening_start.saturating_sub(1),
            random_arrays: self.random_arrays,
            random_plies: self.random_plies.unwrap_or(if other { 0 } else { RANDOM_PLIES }),
            seed,
        })
    }
}

impl ConductArgs {
    fn conduct(&self) -> Conduct {
        Conduct {
            margin: Duration::from_millis(self.margin),
            hang_after: self.hang_after,
            grace: self.grace,
            adjudication: Adjudication {
                draw: self.draw,
                resign: self.resign,
                max_plies: self.max_plies,
            },
        }
    }
}

impl FileArgs {
    /// The folder that keeps what engines write to stderr.
    fn stderr_folder(&self) -> Option<PathBuf> {
        let beside = || self.pgn.as_ref().map(|pgn| pgn.with_extension("stderr"));
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
