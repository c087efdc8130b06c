//! `hippogriff wins find`: looking for positions with a forced win.

use std::fs::File;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use crate::cli::error::Error;
use crate::cli::setup::game_parser;
use crate::cli::{input, progress};
use crate::game::{Game, GameInfo, Options};
use crate::games::{self, Visitor};
use crate::wins::MOST_MOVES;
use crate::wins::find::{self, Plan};

/// Play games against itself and write down positions with a forced win
///
/// Each line is `FEN ;dm N`: the side to move wins in N moves at the soonest, whatever the other side
/// plays. That is proven by exhaustive search, which prunes nothing and has nothing to do with the
/// search that plays. There is one position a game at most; where a game has numbered arrays, every
/// other one begins with random arrays. The positions depend on the flags alone.
#[derive(Debug, Args)]
pub(super) struct Find {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: &'static GameInfo,
    /// A variation of the game's rules (repeat the flag, or separate by commas; `hippogriff
    /// variants` lists them)
    #[arg(long = "option", value_name = "NAME", value_delimiter = ',')]
    options: Vec<String>,
    /// How many positions of each distance
    #[arg(long, value_name = "N")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    each: usize,
    /// The distances, in moves of the winner
    #[arg(long, value_name = "MIN..MAX", value_parser = distances)]
    moves: RangeInclusive<u32>,
    /// The file to write, in place of one that is there
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Give up after so many games, with fewer positions than wanted
    #[arg(long, value_name = "N", default_value = "10000")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Nodes for each move of the games
    #[arg(long, value_name = "N", default_value = "300")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Nodes for the proof of each position
    #[arg(long, value_name = "N", default_value = "1000000")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    proof_nodes: u64,
    /// What chance depends on
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

/// Reads `2..5`.
fn distances(text: &str) -> Result<RangeInclusive<u32>, String> {
    let read = || {
        let (least, most) = text.split_once("..")?;
        let range = least.trim().parse().ok()?..=most.trim().parse().ok()?;
        (1 <= *range.start() && !range.is_empty() && *range.end() <= MOST_MOVES).then_some(range)
    };
    read().ok_or_else(|| format!("not a range of moves such as `2..5`, from 1 to {MOST_MOVES}"))
}

impl Find {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let unknown = || Error::UnknownVariant(self.game.name.to_owned());
        games::visit(self.game.name, Finding { command: self, out }).ok_or_else(unknown)??;
        Ok(ExitCode::SUCCESS)
    }

    fn plan(&self) -> Result<Plan, Error> {
        Ok(Plan {
            options: Options::named(self.game, self.options.iter().map(|name| name.trim()))?,
            each: self.each,
            moves: self.moves.clone(),
            games: self.games,
            nodes: self.nodes,
            proof_nodes: self.proof_nodes,
            seed: self.seed,
        })
    }

    /// What the file begins with: what it is, and how it is made again.
    fn header(&self) -> String {
        let Find { game, each, moves, games, nodes, proof_nodes, seed, .. } = self;
        let options: String = self.options.iter().map(|name| format!(" --option {name}")).collect();
        let (least, most) = (moves.start(), moves.end());
        format!(
            "# Forced wins: {}. A line is a FEN and a distance: \"dm N\" says that the side to move wins in\n\
             # N moves of its own at the soonest, whatever the other side plays.\n\
             # From games of the engine against itself; proven by exhaustive search, which prunes nothing.\n\
             # hippogriff wins find {}{options} --each {each} --moves {least}..{most} --games {games} \
             --nodes {nodes} --proof-nodes {proof_nodes} --seed {seed}\n\n",
            game.title, game.name
        )
    }
}

/// A search for positions of one game.
struct Finding<'a> {
    command: &'a Find,
    out: &'a mut dyn Write,
}

impl Visitor for Finding<'_> {
    type Output = Result<(), Error>;

    fn visit<G: Game>(self) -> Result<(), Error> {
        let Finding { command, out } = self;
        let plan = command.plan()?;
        let unwritable = |error| input::unreadable(&command.out, error);
        // First of all, lest it fail after the work.
        let mut file = File::create(&command.out).map_err(unwritable)?;
        let wanted = plan.moves.clone().count() * plan.each;
        let bar = progress::bar(wanted);
        let found = find::find::<G>(&plan, &mut |problem| {
            bar.inc(1);
            bar.set_message(format!("a win in {} moves", problem.moves));
        })?;
        bar.finish_and_clear();
        let lines = found.iter().map(|problem| format!("{problem}\n"));
        let text = command.header() + &lines.collect::<String>();
        file.write_all(text.as_bytes()).map_err(unwritable)?;
        for moves in plan.moves.clone() {
            let count = found.iter().filter(|problem| problem.moves == moves).count();
            writeln!(out, "dm {moves:<3} {count:>5} of {} positions", plan.each)?;
        }
        Ok(())
    }
}
