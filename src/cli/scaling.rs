//! `hippogriff scaling`: what more threads are worth.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::error::Error;
use super::progress;
use super::setup::{HashArgs, game_parser};
use crate::arena::openings::OpeningPlan;
use crate::game::{GameInfo, Options};
use crate::scaling::{self, Pair, Plan, Ratio};

/// Compare several threads with one
///
/// Searches random positions to a depth, each by one thread and then by several, with nothing in the
/// table. Prints how many times sooner several threads are done, and how many times as many nodes
/// they search in the same time: geometric means with intervals of 95 %. Times are only worth
/// something on a machine that does nothing else, and if the searches take seconds, not milliseconds.
#[derive(Debug, Args)]
pub(super) struct Scaling {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: &'static GameInfo,
    /// Depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Threads to compare with one
    #[arg(long, value_name = "N", default_value = "2")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(2..=256))]
    threads: usize,
    /// Positions to search
    #[arg(long, value_name = "N", default_value = "40")]
    #[arg(value_parser = clap::value_parser!(u64).range(20..=10_000))]
    positions: u64,
    /// Random moves before each position
    #[arg(long, value_name = "PLIES", default_value = "8")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    random_plies: u32,
    /// Only positions in which a short search finds neither side better by more
    #[arg(long, value_name = "CP", default_value = "60")]
    balanced: u32,
    /// What chance depends on
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    #[command(flatten)]
    hash: HashArgs,
}

impl Scaling {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let plan = Plan {
            variant: (self.game, Options::NONE),
            openings: OpeningPlan {
                random_plies: self.random_plies,
                balanced: Some(self.balanced),
                seed: self.seed,
                ..OpeningPlan::default()
            },
            positions: self.positions,
            threads: self.threads,
            depth: self.depth,
            hash_mib: self.hash.mib,
        };
        let bar = progress::bar(self.positions as usize);
        let pairs = scaling::measure(&plan, &mut |pair| {
            bar.inc(1);
            bar.set_message(format!("{:.2} times sooner", pair.speedup()));
        })?;
        bar.finish_and_clear();
        let seconds = |time: fn(&Pair) -> f64| pairs.iter().map(time).sum::<f64>();
        let Scaling { game, depth, threads, positions, .. } = self;
        writeln!(out, "{}, depth {depth}, {positions} positions", game.title)?;
        writeln!(out, "1 thread         {:.1} s", seconds(|pair| pair.alone.time.as_secs_f64()))?;
        let together = seconds(|pair| pair.together.time.as_secs_f64());
        writeln!(out, "{threads:<3} threads      {together:.1} s")?;
        writeln!(out, "time to depth    {}", shown(&Ratio::of(pairs.iter().map(Pair::speedup))))?;
        writeln!(out, "nodes per second {}", shown(&Ratio::of(pairs.iter().map(Pair::node_rate))))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// `1.50 times (1.30 to 1.73)`.
fn shown(ratio: &Ratio) -> String {
    let interval = ratio
        .interval()
        .map_or(String::new(), |(least, most)| format!(" ({least:.2} to {most:.2})"));
    format!("{:.2} times{interval}", ratio.mean)
}
