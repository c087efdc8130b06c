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
            Sum::of(&mut sums, problem).add(&attempt);
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
    positions: usize,
    solved: usize,
    shortest: usize,
    /// Spent on those that are solved, until the win was announced.
    effort: Effort,
}

impl Sum {
    /// The sum to which a position belongs.
    fn of<'a>(sums: &'a mut Vec<Sum>, problem: &Problem) -> &'a mut Sum {
        let (game, moves) = (problem.game.name, problem.moves);
        let at = sums.iter().position(|sum| (sum.game, sum.moves) == (game, moves));
        let at = at.unwrap_or_else(|| {
            let effort = Effort::default();
            sums.push(Sum { game, moves, positions: 0, solved: 0, shortest: 0, effort });
            sums.len() - 1
        });
        &mut sums[at]
    }

    fn add(&mut self, attempt: &Attempt) {
        self.positions += 1;
        self.shortest += attempt.shortest as usize;
        if let Some(effort) = attempt.announced.filter(|_| attempt.is_solved()) {
            self.solved += 1;
            self.effort.time += effort.time;
            self.effort.nodes += effort.nodes;
        }
    }

    fn write(&self, out: &mut dyn Write, label: &str) -> io::Result<()> {
        let Sum { game, positions, solved, shortest, effort, .. } = self;
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
        let mut whole: Option<Sum> = None;
        for sum in sums.iter().filter(|sum| sum.game == game.name) {
            sum.write(out, &format!("dm {}", sum.moves))?;
            let none =
                Sum { positions: 0, solved: 0, shortest: 0, effort: Effort::default(), ..*sum };
            let whole = whole.get_or_insert(none);
            whole.positions += sum.positions;
            whole.solved += sum.solved;
            whole.shortest += sum.shortest;
            whole.effort.time += sum.effort.time;
            whole.effort.nodes += sum.effort.nodes;
        }
        if let Some(whole) = whole {
            whole.write(out, "all")?;
        }
    }
    Ok(sums.iter().all(|sum| sum.solved == sum.positions))
}
