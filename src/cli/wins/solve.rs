//! `hippogriff wins solve`: what the search makes of positions with a forced win.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use super::SetArgs;
use crate::cli::error::Error;
use crate::cli::setup::HashArgs;
use crate::cli::{CHECK_FAILED, progress};
use crate::features::{Features, UnknownFeature};
use crate::game::Game;
use crate::games::{self, Visitor};
use crate::search::{Limits, Table};
use crate::wins::Problem;
use crate::wins::solve::{self, Attempt, Effort};

/// What the proof of a move that was found may take.
const PROOF_NODES: u64 = 100_000_000;

/// Let the search solve positions with a forced win
///
/// A position is solved if the search says that the side to move wins, and if its move does: that is
/// proven by exhaustive search. Prints each position that is not solved, and a table of how many are,
/// of how many the shortest win was found, and how long it took. Exit code 1 if one is not solved or
/// a file has none, 2 if a file or a line cannot be read.
#[derive(Debug, Args)]
pub(super) struct Solve {
    #[command(flatten)]
    sets: SetArgs,
    #[command(flatten)]
    hash: HashArgs,
    /// Time for each position [default: 1000, unless there is another limit]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search each position as deep as its win, in plies
    #[arg(long)]
    to_distance: bool,
    /// Search without these parts, separated by commas; `all` for a plain alpha-beta search
    #[arg(long, value_name = "PARTS", default_value = "", value_parser = parts)]
    without: Features,
}

fn parts(text: &str) -> Result<Features, UnknownFeature> {
    Features::listed(text)
}

impl Solve {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let sets = self.sets.read()?;
        let table = Table::new(self.hash.mib)?;
        let bar = progress::bar(super::count(&sets));
        let mut sums = Vec::new();
        for problem in sets.iter().flat_map(|set| &set.problems) {
            bar.set_message(format!("{} dm {}", problem.game.name, problem.moves));
            let attempt = self.attempt(problem, &table)?;
            if !attempt.is_solved() {
                bar.suspend(|| write_failure(out, problem, &attempt))?;
            }
            Sum::of(&mut sums, problem).tally.add(&Tally::of(&attempt));
            bar.inc(1);
        }
        bar.finish_and_clear();
        let all_solved = write_sums(out, &sums)?;
        let good = super::name_empty(out, &sets)? && all_solved;
        Ok(if good { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) })
    }

    fn attempt(&self, problem: &Problem, table: &Table) -> Result<Attempt, Error> {
        let timed = self.nodes.is_none() && !self.to_distance;
        let millis = self.movetime.or(timed.then_some(1000));
        let limits = Limits {
            movetime: millis.map(Duration::from_millis),
            nodes: self.nodes,
            depth: self.to_distance.then(|| problem.plies()),
            without: self.without,
            ..Limits::default()
        };
        super::visit(problem, Solving { problem, limits: &limits, table })
    }
}

/// The search of one position.
struct Solving<'a> {
    problem: &'a Problem,
    limits: &'a Limits,
    table: &'a Table,
}

impl Visitor for Solving<'_> {
    type Output = Result<Attempt, Error>;

    fn visit<G: Game>(self) -> Self::Output {
        let Solving { problem, limits, table } = self;
        let position = super::position::<G>(problem)?;
        Ok(solve::attempt(&position, problem.plies(), limits, table, PROOF_NODES))
    }
}

fn write_failure(out: &mut dyn Write, problem: &Problem, attempt: &Attempt) -> io::Result<()> {
    let Attempt { score, best, announced, proof, .. } = attempt;
    let why = match (announced, proof) {
        (None, _) => "no win found".to_owned(),
        (Some(_), Ok(_)) => "not won so soon".to_owned(),
        (Some(_), Err(error)) => error.to_string(),
    };
    writeln!(out, "FAIL  {score}  {best}  {why}  {problem}")?;
    out.flush()
}

/// What came of the positions of one game and distance.
struct Sum {
    game: &'static str,
    moves: u32,
    tally: Tally,
}

impl Sum {
    /// The sum to which a position belongs.
    fn of<'a>(sums: &'a mut Vec<Sum>, problem: &Problem) -> &'a mut Sum {
        let (game, moves) = (problem.game.name, problem.moves);
        let at = sums.iter().position(|sum| (sum.game, sum.moves) == (game, moves));
        let at = at.unwrap_or_else(|| {
            sums.push(Sum { game, moves, tally: Tally::default() });
            sums.len() - 1
        });
        &mut sums[at]
    }
}

/// What came of some positions.
#[derive(Default)]
struct Tally {
    positions: usize,
    solved: usize,
    shortest: usize,
    /// Spent on those that are solved, until the win was announced.
    effort: Effort,
}

impl Tally {
    /// That of one position.
    fn of(attempt: &Attempt) -> Self {
        let announced = attempt.announced.filter(|_| attempt.is_solved());
        Tally {
            positions: 1,
            solved: announced.is_some() as usize,
            shortest: attempt.shortest as usize,
            effort: announced.unwrap_or_default(),
        }
    }

    fn add(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.solved += other.solved;
        self.shortest += other.shortest;
        self.effort.time += other.effort.time;
        self.effort.nodes += other.effort.nodes;
    }

    fn write(&self, out: &mut dyn Write, game: &str, label: &str) -> io::Result<()> {
        let Tally { positions, solved, shortest, effort } = self;
        let count = (*solved).max(1);
        let millis = effort.time.as_secs_f64() * 1e3 / count as f64;
        let nodes = effort.nodes / count as u64;
        writeln!(
            out,
            "{game:<14} {label:<6} {positions:>9} {solved:>7} {shortest:>9} {millis:>9.1} {nodes:>11}"
        )
    }
}

/// Writes the table: every game and distance, and every game. Says whether all is solved.
fn write_sums(out: &mut dyn Write, sums: &[Sum]) -> io::Result<bool> {
    writeln!(
        out,
        "{:<14} {:<6} {:>9} {:>7} {:>9} {:>9} {:>11}",
        "game", "win", "positions", "solved", "shortest", "mean ms", "mean nodes"
    )?;
    for game in games::ALL {
        let mut whole = Tally::default();
        for Sum { game, moves, tally } in sums.iter().filter(|sum| sum.game == game.name) {
            tally.write(out, game, &format!("dm {moves}"))?;
            whole.add(tally);
        }
        if whole.positions > 0 {
            whole.write(out, game.name, "all")?;
        }
    }
    Ok(sums.iter().all(|sum| sum.tally.solved == sum.tally.positions))
}
