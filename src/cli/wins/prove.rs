//! `hippogriff wins prove`: whether wins are forced, and in so many moves.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;

use super::SetArgs;
use crate::cli::error::Error;
use crate::cli::{CHECK_FAILED, progress};
use crate::game::Game;
use crate::games::Visitor;
use crate::proof::{OutOfNodes, Prover};
use crate::wins::Problem;

/// Prove the distances of forced wins by exhaustive search
///
/// Prints a line for each position. Exit code 1 if a distance is wrong or a file has none, 2 if a file
/// or a line cannot be read.
#[derive(Debug, Args)]
pub(super) struct Prove {
    #[command(flatten)]
    sets: SetArgs,
    /// Skip a position whose proof takes more nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: Option<u64>,
}

impl Prove {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let sets = self.sets.read()?;
        let max_nodes = self.max_nodes.unwrap_or(u64::MAX);
        let (mut passed, mut failed, mut skipped) = (0, 0, 0);
        let bar = progress::bar(super::count(&sets));
        for problem in sets.iter().flat_map(|set| &set.problems) {
            bar.set_message(format!("{} dm {}", problem.game.name, problem.moves));
            let proof = super::visit(problem, Proving { problem, max_nodes })?;
            let word = match proof.distance {
                Err(_) => (&mut skipped, "skip"),
                Ok(distance) if distance == Some(problem.plies()) => (&mut passed, "pass"),
                Ok(_) => (&mut failed, "FAIL"),
            };
            *word.0 += 1;
            bar.suspend(|| {
                let (nodes, seconds) = (proof.nodes, proof.time.as_secs_f64());
                writeln!(out, "{}  {nodes:>10} nodes {seconds:>8.3} s  {problem}", word.1)?;
                out.flush()
            })?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        let positions = super::count(&sets);
        writeln!(
            out,
            "{positions} positions: {passed} passed, {failed} failed, {skipped} skipped"
        )?;
        let good = super::name_empty(out, &sets)? && failed == 0;
        Ok(if good { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) })
    }
}

/// What came of a proof.
struct Proof {
    distance: Result<Option<u32>, OutOfNodes>,
    nodes: u64,
    time: Duration,
}

/// The proof of one position.
struct Proving<'a> {
    problem: &'a Problem,
    max_nodes: u64,
}

impl Visitor for Proving<'_> {
    type Output = Result<Proof, Error>;

    fn visit<G: Game>(self) -> Self::Output {
        let Proving { problem, max_nodes } = self;
        let position = super::position::<G>(problem)?;
        let started = Instant::now();
        let mut prover = Prover::new();
        let distance = prover.shortest_win(&position, problem.plies(), max_nodes);
        Ok(Proof { distance, nodes: prover.nodes(), time: started.elapsed() })
    }
}
