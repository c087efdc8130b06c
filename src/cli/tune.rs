//! `hippogriff tune`: finding the weights of an evaluation.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::error::Error;
use super::perft::MOST_THREADS;
use super::setup::game_parser;
use super::{input, progress};
use crate::evaluation::{Group, Weight, WinRates};
use crate::game::{Game, GameInfo, Options};
use crate::games::{self, Visitor};
use crate::tuning::{self, FitError, Fitted, Losses, Plan, Played, Rows, Settings, source};

/// Find the weights of a game's evaluation: play games, and fit the weights to them
#[derive(Debug, Args)]
pub(super) struct Tune {
    #[command(subcommand)]
    command: TuneCommand,
}

#[derive(Debug, Subcommand)]
enum TuneCommand {
    Generate(Generate),
    Fit(Fit),
}

impl Tune {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        match &self.command {
            TuneCommand::Generate(command) => command.run(out)?,
            TuneCommand::Fit(command) => command.run(out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Which game is tuned, and with how many threads.
#[derive(Debug, Args)]
struct Subject {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: &'static GameInfo,
    /// A variation of the game's rules (repeat the flag, or separate by commas; `hippogriff
    /// variants` lists them)
    #[arg(long = "option", value_name = "NAME", value_delimiter = ',')]
    options: Vec<String>,
    /// Threads that share the work; the result is the same
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_THREADS))]
    threads: usize,
}

impl Subject {
    fn options(&self) -> Result<Options, Error> {
        Ok(Options::named(self.game, self.options.iter().map(|name| name.trim()))?)
    }

    /// Does what `visitor` does, with the game's type in hand.
    fn visit<V: Visitor<Output = Result<(), Error>>>(&self, visitor: V) -> Result<(), Error> {
        let unknown = || Error::UnknownVariant(self.game.name.to_owned());
        games::visit(self.game.name, visitor).ok_or_else(unknown)?
    }
}

/// Play games against itself and write down quiet positions
///
/// Each line is `FEN;score;result`: the search's score in cp and what White got from the game (1, 0.5
/// or 0), both from White's point of view. Games begin with some random moves; where a game has
/// numbered arrays, every other one with random arrays. The games depend on the seed alone.
#[derive(Debug, Args)]
struct Generate {
    #[command(flatten)]
    subject: Subject,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// The file to write; there must be none of this name
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write behind what the file has. The games of a seed are always the same: name another one
    #[arg(long, requires = "seed")]
    append: bool,
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value = "3000")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Random plies at first, from 2 fewer to 4 more than this
    #[arg(long, value_name = "N", default_value = "8")]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,
    /// What chance depends on [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Generate {
    fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let plan = Plan {
            options: self.subject.options()?,
            games: self.games,
            nodes: self.nodes,
            random_plies: self.random_plies,
            seed: self.seed.unwrap_or(1),
        };
        self.subject.visit(Generation { command: self, plan, out })
    }

    /// The file, new or at its end.
    fn open(&self) -> Result<File, Error> {
        let mut options = OpenOptions::new();
        let options = options.append(true).create(self.append).create_new(!self.append);
        options.open(&self.out).map_err(|error| input::unreadable(&self.out, error))
    }
}

/// The games of one kind.
struct Generation<'a> {
    command: &'a Generate,
    plan: Plan,
    out: &'a mut dyn Write,
}

impl Visitor for Generation<'_> {
    type Output = Result<(), Error>;

    fn visit<G: Game>(self) -> Result<(), Error> {
        let mut file = self.command.open()?;
        let bar = progress::bar(self.plan.games as usize);
        let mut positions = 0;
        // A game is written at once, so that a file that is left unfinished ends with a whole one.
        let mut take = |game: Option<&Played>| {
            let samples = game.map_or(&[][..], |game| &game.samples);
            positions += samples.len();
            bar.inc(1);
            bar.set_message(format!("{positions} positions"));
            let lines = samples.iter().map(|sample| format!("{sample}\n"));
            file.write_all(lines.collect::<String>().as_bytes())
        };
        let results = tuning::generate::<G>(&self.plan, self.command.subject.threads, &mut take)?;
        bar.finish_and_clear();
        let missing = self.plan.games - results.games();
        if missing > 0 {
            writeln!(self.out, "{missing} games were not played: all their openings are decided")?;
        }
        writeln!(
            self.out,
            "{} games: White won {}, Black won {}, drawn {}; {positions} positions",
            results.games(),
            results.wins,
            results.losses,
            results.draws
        )?;
        Ok(())
    }
}

/// Fit the weights to positions
///
/// Prints how well the evaluation foretells the search's scores and the results of the games before
/// and after, in the positions that the weights are fitted to and in a tenth that is held out; the
/// lists of weights as they stand in the game's source; and the model of wins, draws and losses.
#[derive(Debug, Args)]
struct Fit {
    #[command(flatten)]
    subject: Subject,
    /// Files of positions, as `tune generate` writes them
    #[arg(value_name = "DATA", required = true)]
    data: Vec<PathBuf>,
    /// Write the lists to this file instead of printing them
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    out: Option<PathBuf>,
    /// Replace the weights in this source, the game's weights.rs, instead of printing the lists
    #[arg(long, value_name = "SOURCE")]
    write: Option<PathBuf>,
    /// How much the result of a game counts, from 0 to 1; the rest is the search's score
    #[arg(long, value_name = "SHARE", default_value = "0.7", value_parser = share)]
    result_share: f64,
    /// The most iterations; it ends sooner when nothing is gained any more
    #[arg(long, value_name = "N", default_value = "300")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000))]
    epochs: usize,
    /// How strongly the present weights are held to: as if so many positions spoke for each
    #[arg(long, value_name = "N", default_value = "100", value_parser = strength)]
    regularisation: f64,
}

impl Fit {
    fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let options = self.subject.options()?;
        let pool = ThreadPoolBuilder::new().num_threads(self.subject.threads).build()?;
        self.subject.visit(Fitting { command: self, options, pool, out })
    }

    fn settings(&self) -> Settings {
        Settings {
            result_share: self.result_share,
            iterations: self.epochs,
            regularisation: self.regularisation,
        }
    }
}

/// A fit of one game's weights.
struct Fitting<'a> {
    command: &'a Fit,
    options: Options,
    pool: ThreadPool,
    out: &'a mut dyn Write,
}

impl Visitor for Fitting<'_> {
    type Output = Result<(), Error>;

    fn visit<G: Game>(self) -> Result<(), Error> {
        let rows = self.read::<G>()?;
        let old: Vec<_> = G::WEIGHTS.iter().flat_map(|group| group.weights).copied().collect();
        if old.is_empty() {
            return Err(FitError::NoWeights(G::INFO.name).into());
        }
        let fitted = self.fit(&rows, &old)?;
        let rates = self.pool.install(|| tuning::fit_rates(&rows, &fitted.weights));
        self.write::<G>(&fitted, rates)
    }
}

impl Fitting<'_> {
    fn read<G: Game>(&self) -> Result<Rows, Error> {
        let mut rows = Rows::default();
        for path in &self.command.data {
            let spinner = progress::spinner(format!("reading {}", path.display()));
            let lines = input::open_lines(path)?.collect::<Result<Vec<_>, _>>()?;
            let options = self.options;
            let read = self.pool.install(|| Rows::read::<G>(&lines, options));
            let file = || path.display().to_string();
            rows.append(read.map_err(|error| Error::Row { file: file(), error })?);
            spinner.finish_and_clear();
        }
        Ok(rows)
    }

    fn fit(&self, rows: &Rows, old: &[Weight]) -> Result<Fitted, Error> {
        let bar = progress::bar(self.command.epochs);
        let settings = self.command.settings();
        let fitted = self.pool.install(|| {
            tuning::fit(rows, old, &settings, &mut |iteration, loss| {
                bar.set_position(iteration as u64);
                bar.set_message(format!("loss {loss:.6}"));
            })
        });
        bar.finish_and_clear();
        Ok(fitted?)
    }

    fn write<G: Game>(self, fitted: &Fitted, rates: WinRates) -> Result<(), Error> {
        let Fitting { command, out, .. } = self;
        let lists = || source::lists(G::WEIGHTS, &fitted.weights);
        write_losses(out, "fitted to", &fitted.training)?;
        write_losses(out, "held out", &fitted.held_out)?;
        let idle = fitted.occurs.iter().filter(|&&occurs| !occurs).count();
        let weights = fitted.weights.len();
        writeln!(out, "{weights} weights, {} iterations", fitted.iterations)?;
        if idle > 0 {
            writeln!(out, "{idle} weights are what they were: their terms never occur")?;
        }
        match (&command.write, &command.out) {
            (Some(path), _) => rewrite(path, G::WEIGHTS, &fitted.weights)?,
            (None, Some(path)) => write_file(path, &lists())?,
            (None, None) => write!(out, "\n{}\n", lists())?,
        }
        let WinRates { scale, margin } = rates;
        writeln!(out, "WinRates {{ scale: {scale:.1}, margin: {margin:.1} }}")?;
        Ok(())
    }
}

fn write_losses(out: &mut dyn Write, words: &str, losses: &Losses) -> io::Result<()> {
    let Losses { positions, before, after } = losses;
    writeln!(out, "{words} {positions} positions: loss {before:.6} before, {after:.6} after")
}

/// Puts `weights` in the place of those in a source.
fn rewrite(path: &Path, groups: &'static [Group], weights: &[Weight]) -> Result<(), Error> {
    let text = fs::read_to_string(path).map_err(|error| input::unreadable(path, error))?;
    let text = source::rewritten(&text, groups, weights);
    let file = || path.display().to_string();
    write_file(path, &text.map_err(|error| Error::Source { file: file(), error })?)
}

fn write_file(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|error| input::unreadable(path, error))
}

/// Reads a share.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "not a number from 0 to 1".to_owned())
}

/// Reads how strong something is.
fn strength(text: &str) -> Result<f64, String> {
    let strength = text.parse().ok().filter(|strength| (0.0..=1e12).contains(strength));
    strength.ok_or_else(|| "not a number from 0 on".to_owned())
}
