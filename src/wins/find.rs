//! Finding positions with a forced win, in games of the engine against itself.
//!
//! The games are played to their end, and from there looked at backwards. Whether a win was forced,
//! and in how many moves, is asked of the [`Prover`] alone: a win that the search would overlook is
//! as welcome as any other.

use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;

use super::{Problem, plies};
use crate::board::Rng;
use crate::game::{Game, Options};
use crate::games;
use crate::proof::Prover;
use crate::record::Record;
use crate::search::{self, Control, Limits, Memories, Table, TableError};

/// Size of the players' table in MiB; enough for searches of some thousand nodes.
const HASH_MIB: usize = 4;
/// A game that lasts longer, in plies, is broken off.
const LONGEST_GAME: usize = 600;
/// At most so many random plies begin a game.
const RANDOM_PLIES: usize = 12;

/// Everything that decides which positions are found.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The options of the game.
    pub options: Options,
    /// How many positions of each distance.
    pub each: usize,
    /// The distances, in moves of the winner.
    pub moves: RangeInclusive<u32>,
    /// After so many games it is given up.
    pub games: u64,
    /// The players' nodes for each move.
    pub nodes: u64,
    /// The prover's nodes for each position.
    pub proof_nodes: u64,
    /// What chance depends on.
    pub seed: u64,
}

/// Finds positions as `plan` wants them; no two are equal or from the same game. At most half of each
/// distance are won by a capture that has to be played first, unless every move is a capture. `found`
/// is told of each.
///
/// # Errors
/// If the players cannot have a table.
pub fn find<G: Game>(
    plan: &Plan,
    found: &mut dyn FnMut(&Problem),
) -> Result<Vec<Problem>, TableError> {
    let mut finder = Finder {
        plan,
        table: Table::new(HASH_MIB)?,
        rng: Rng::new(plan.seed),
        shelves: plan.moves.clone().map(|moves| (moves, Shelf::default())).collect(),
        known: HashSet::new(),
    };
    for number in 0..plan.games {
        if finder.is_done() {
            break;
        }
        if let Some(problem) = finder.try_game::<G>(number) {
            found(&problem);
        }
    }
    Ok(finder.shelves.into_values().flat_map(|shelf| shelf.problems).collect())
}

/// The positions of one distance.
#[derive(Default)]
struct Shelf {
    problems: Vec<Problem>,
    /// How many of them are won by captures alone.
    captures: usize,
}

impl Shelf {
    fn wants(&self, plan: &Plan, capture: bool) -> bool {
        self.problems.len() < plan.each && !(capture && self.captures >= plan.each.div_ceil(2))
    }
}

/// A position that may be taken.
struct Candidate<G> {
    position: G,
    moves: u32,
    capture: bool,
}

struct Finder<'a> {
    plan: &'a Plan,
    table: Table,
    rng: Rng,
    /// By distance.
    shelves: BTreeMap<u32, Shelf>,
    /// The keys of the positions taken.
    known: HashSet<u64>,
}

impl Finder<'_> {
    fn is_done(&self) -> bool {
        self.shelves.values().all(|shelf| shelf.problems.len() >= self.plan.each)
    }

    /// Plays a game and takes the position that is wanted most, if there is one.
    fn try_game<G: Game>(&mut self, number: u64) -> Option<Problem> {
        let record = self.play::<G>(number)?;
        let candidates = self.candidates(&record);
        let filled = |c: &Candidate<G>| self.shelves[&c.moves].problems.len();
        let chosen = candidates.into_iter().min_by_key(filled)?;
        let Candidate { position, moves, capture } = chosen;
        let (game, options) = (games::find(G::INFO.name)?, self.plan.options);
        let problem = Problem { line: 0, game, options, fen: position.fen(), moves };
        self.known.insert(position.key());
        let shelf = self.shelves.get_mut(&moves)?;
        shelf.captures += capture as usize;
        shelf.problems.push(problem.clone());
        Some(problem)
    }

    /// A game that was won; in a game with numbered arrays every other one from random ones.
    fn play<G: Game>(&mut self, number: u64) -> Option<Record<G>> {
        let mut record = Record::at_start(self.plan.options, number % 2 == 1, &mut self.rng);
        let plies = self.rng.below(RANDOM_PLIES + 1) as u32;
        record.play_randomly(plies, &mut self.rng);
        let limits = Limits { nodes: Some(self.plan.nodes), ..Limits::default() };
        self.table.clear();
        let memories = &mut Memories::default();
        while record.outcome().is_none() && record.moves().len() < LONGEST_GAME {
            let control = Control::new(&limits);
            let found =
                search::search(&record, &limits, &control, &self.table, memories, &mut |_| ());
            record.play(found.best?);
        }
        record.outcome()?.winner.map(|_| record)
    }

    /// The winner's last positions in a game, as far as a win is proven and wanted.
    fn candidates<G: Game>(&self, record: &Record<G>) -> Vec<Candidate<G>> {
        let wanted = |moves: &u32| self.shelves[moves].wants(self.plan, false);
        let mut prover = Prover::new();
        let mut candidates = Vec::new();
        for moves in self.plan.moves.clone().filter(wanted) {
            let distance = plies(moves);
            let Some(at) = record.moves().len().checked_sub(distance as usize) else { break };
            let position = record.positions()[at];
            if near_a_draw(&position, distance) || self.known.contains(&position.key()) {
                continue;
            }
            candidates.extend(self.candidate(&mut prover, position, distance));
        }
        candidates
    }

    fn candidate<G: Game>(
        &self,
        prover: &mut Prover<G>,
        position: G,
        longest: u32,
    ) -> Option<Candidate<G>> {
        let nodes = self.plan.proof_nodes;
        let distance = prover.shortest_win(&position, longest, nodes).ok()??;
        let moves = distance.div_ceil(2);
        let shelf = self.shelves.get(&moves)?;
        let every_move_captures = const { !G::TRAITS.quiescence };
        let takes = |mv: &G::Move| position.after(*mv).men_left() < position.men_left();
        let capture = !every_move_captures
            && !position
                .legal_moves()
                .iter()
                .filter(|mv| !takes(mv))
                .any(|&mv| prover.keeps_win(&position, mv, distance, nodes).unwrap_or(false));
        shelf.wants(self.plan, capture).then_some(Candidate { position, moves, capture })
    }
}

/// Whether a draw by the move counter is so near that it bears on a win in so many plies. Such a
/// position says little of the men on the board.
fn near_a_draw<G: Game>(position: &G, plies: u32) -> bool {
    G::INFO.move_limit.is_some_and(|limit| position.clock() + 2 * plies >= limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::knightfall::Knightfall;
    use crate::games::knightsroses::KnightsRoses;

    fn plan() -> Plan {
        Plan {
            options: Options::NONE,
            each: 2,
            moves: 2..=3,
            games: 200,
            nodes: 100,
            proof_nodes: 20_000,
            seed: 5,
        }
    }

    fn found<G: Game>(plan: &Plan) -> Vec<String> {
        let mut told = 0;
        let problems = find::<G>(plan, &mut |_| told += 1).unwrap();
        assert_eq!(told, problems.len());
        problems.iter().map(Problem::to_string).collect()
    }

    #[test]
    fn what_is_found_depends_on_the_plan_alone() {
        let one = found::<Knightfall>(&plan());
        assert_eq!(one.len(), 4);
        assert!(one.is_sorted_by_key(|line| line.ends_with("dm 3")));
        assert_eq!(one, found::<Knightfall>(&plan()));
        assert_ne!(one, found::<Knightfall>(&Plan { seed: 6, ..plan() }));
    }

    #[test]
    fn what_is_found_is_won_in_that_many_moves() {
        for line in found::<KnightsRoses>(&plan()) {
            let problem = &super::super::parse(&line, None).unwrap()[0];
            let position = KnightsRoses::from_fen(&problem.fen, problem.options).unwrap();
            let proven = Prover::new().shortest_win(&position, 9, 1_000_000).unwrap();
            assert_eq!(proven, Some(problem.plies()), "{line}");
        }
    }

    #[test]
    fn the_search_is_given_up_after_so_many_games() {
        assert!(found::<Knightfall>(&Plan { games: 0, ..plan() }).is_empty());
        assert!(found::<Knightfall>(&Plan { games: 1, ..plan() }).len() <= 1);
    }
}
