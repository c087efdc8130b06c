//! Self-play: games from which positions are taken.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use thiserror::Error;

use super::data::Sample;
use crate::arena::stats::{Points, Wdl};
use crate::board::{Rng, Side};
use crate::game::{Game, Options};
use crate::record::Record;
use crate::search::{self, Best, Control, Limits, Memories, Score, Table, TableError};

/// Size of each thread's table in MiB; enough for searches of some thousand nodes.
const HASH_MIB: usize = 4;
/// How often an opening is drawn anew before a game is given up.
const TRIES: usize = 100;
/// Openings with a larger score than this, in cp, are decided and teach little.
const DECIDED: u32 = 600;
/// A game that lasts longer, in plies, is a draw.
const LONGEST: usize = 600;
/// So many plies fewer than said are random at least …
const FEWER: u32 = 2;
/// … and so many more at most, so that both sides come to move and games differ in length.
const MORE: u32 = 4;

/// Everything that decides which games are played.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The options of the game.
    pub options: Options,
    /// How many games.
    pub games: u64,
    /// Nodes for each move.
    pub nodes: u64,
    /// About so many random plies come first: from 2 fewer to 4 more.
    pub random_plies: u32,
    /// What chance depends on.
    pub seed: u64,
}

/// What came of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The quiet positions, in order.
    pub samples: Vec<Sample>,
    /// What White got.
    pub points: Points,
}

/// Why games could not be played.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// The search has no table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// What was to take the games failed.
    #[error(transparent)]
    Take(#[from] io::Error),
}

/// Plays the games of `plan` in `threads` threads (0 counts as 1). `take` gets each game in the
/// order of the numbers, or `None` if no opening was found for it; the games depend on nothing but
/// the plan. Gives the results of all games, from White's point of view.
///
/// # Errors
/// If there is no memory for the tables, or `take` fails.
pub fn generate<G: Game>(
    plan: &Plan,
    threads: usize,
    take: &mut dyn FnMut(Option<&Played>) -> io::Result<()>,
) -> Result<Wdl, GenerateError> {
    let tables = (0..threads.max(1)).map(|_| Table::new(HASH_MIB));
    let tables = tables.collect::<Result<Vec<_>, _>>()?;
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for table in &tables {
            let (player, next, sender) = (Player { plan, table }, &next, sender.clone());
            scope.spawn(move || player.play_games::<G>(next, &sender));
        }
        drop(sender);
        Ok(in_order(receiver, take)?)
    })
}

/// Hands the games to `take` in the order of their numbers. Should that fail, the receiver is gone
/// and the players end.
fn in_order(
    receiver: Receiver<(u64, Option<Played>)>,
    take: &mut dyn FnMut(Option<&Played>) -> io::Result<()>,
) -> io::Result<Wdl> {
    let mut results = Wdl::default();
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    for (number, game) in receiver {
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&due) {
            take(game.as_ref())?;
            game.iter().for_each(|game| results.add(game.points));
            due += 1;
        }
    }
    Ok(results)
}

/// Plays games with a table of its own.
struct Player<'a> {
    plan: &'a Plan,
    table: &'a Table,
}

impl Player<'_> {
    /// Plays the games whose turn is `next`, until there are no more.
    fn play_games<G: Game>(&self, next: &AtomicU64, sender: &Sender<(u64, Option<Played>)>) {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.plan.games || sender.send((number, self.play::<G>(number))).is_err() {
                return;
            }
        }
    }

    /// The game with this number; `None` if all its openings are decided.
    fn play<G: Game>(&self, number: u64) -> Option<Played> {
        // The seed and the number are scrambled, so that no two sequences are parts of one another.
        let mut rng = Rng::new(Rng::new(self.plan.seed).next_u64() ^ Rng::new(!number).next_u64());
        for _ in 0..TRIES {
            let Some(record) = self.opening::<G>(number, &mut rng) else { continue };
            self.table.clear();
            let mut memories = Memories::default();
            let first = self.search(&record, &mut memories);
            if matches!(first.info.score, Score::Cp(cp) if cp.unsigned_abs() <= DECIDED) {
                return Some(self.play_out(record, first, memories));
            }
        }
        None
    }

    /// A start and random moves. In a game with numbered arrays every other start has random ones.
    /// `None` if the random moves end the game.
    fn opening<G: Game>(&self, number: u64, rng: &mut Rng) -> Option<Record<G>> {
        let mut record = Record::at_start(self.plan.options, number % 2 == 1, rng);
        let plies = self.plan.random_plies.saturating_sub(FEWER)
            + rng.below((FEWER + MORE + 1) as usize) as u32;
        record.play_randomly(plies, rng).then_some(record)
    }

    /// Plays on from a position that is not over, for which the search `found` something, to the
    /// end: that of the rules, or a proven win.
    fn play_out<G: Game>(
        &self,
        mut record: Record<G>,
        mut found: Best<G::Move>,
        mut memories: Memories<G>,
    ) -> Played {
        let mut quiet = Vec::new();
        let winner = loop {
            let position = record.position();
            let Some(mv) = found.best else { break None };
            match found.info.score {
                Score::WinIn(_) => break Some(position.side()),
                Score::LossIn(_) => break Some(!position.side()),
                Score::Cp(cp) if is_quiet(position, mv) => {
                    let score = if position.side() == Side::White { cp } else { -cp };
                    quiet.push((position.fen(), score));
                }
                Score::Cp(_) => (),
            }
            record.play(mv);
            if let Some(outcome) = record.outcome() {
                break outcome.winner;
            }
            if record.moves().len() >= LONGEST {
                break None;
            }
            found = self.search(&record, &mut memories);
        };
        let points = match winner {
            Some(Side::White) => Points::Win,
            None => Points::Draw,
            Some(Side::Black) => Points::Loss,
        };
        let sample = |(fen, score)| Sample { fen, score, points };
        Played { samples: quiet.into_iter().map(sample).collect(), points }
    }

    fn search<G: Game>(&self, record: &Record<G>, memories: &mut Memories<G>) -> Best<G::Move> {
        let limits = Limits { nodes: Some(self.plan.nodes), ..Limits::default() };
        search::search(record, &limits, &Control::new(&limits), self.table, memories, &mut |_| ())
    }
}

/// Whether the static evaluation should tell what a position is worth: nothing hangs, and the best
/// move `mv` changes no balance. Without quiescence search every position is evaluated as it is.
fn is_quiet<G: Game>(position: &G, mv: G::Move) -> bool {
    !G::TRAITS.quiescence || (!position.in_check() && !position.is_noisy(mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::knightfall::Knightfall;
    use crate::games::knightsroses::KnightsRoses;
    use crate::games::livonian::Livonian;

    fn plan(games: u64) -> Plan {
        Plan { options: Options::NONE, games, nodes: 100, random_plies: 6, seed: 7 }
    }

    fn games<G: Game>(plan: &Plan, threads: usize) -> Vec<Option<Played>> {
        let mut games = Vec::new();
        let mut take = |game: Option<&Played>| {
            games.push(game.cloned());
            Ok(())
        };
        let results = generate::<G>(plan, threads, &mut take).unwrap();
        assert_eq!(results.games(), games.iter().flatten().count() as u64);
        games
    }

    #[test]
    fn games_do_not_depend_on_the_threads() {
        let one = games::<Knightfall>(&plan(8), 1);
        assert_eq!(one, games::<Knightfall>(&plan(8), 3));
        assert_eq!(one[..5], games::<Knightfall>(&plan(5), 2));
        let other = Plan { seed: 8, ..plan(8) };
        assert_ne!(one, games::<Knightfall>(&other, 1));
        let livonian = games::<Livonian>(&plan(2), 1);
        assert_eq!(livonian, games::<Livonian>(&plan(2), 2));
    }

    #[test]
    fn samples_are_quiet_positions_of_the_game() {
        for game in games::<Knightfall>(&plan(6), 2).iter().flatten() {
            assert!(!game.samples.is_empty());
            for sample in &game.samples {
                let position = Knightfall::from_fen(&sample.fen, Options::NONE).unwrap();
                assert!(!position.in_check() && position.outcome(false).is_none());
                assert_eq!(sample.points, game.points);
            }
        }
    }

    #[test]
    fn without_quiescence_every_position_counts() {
        const { assert!(!KnightsRoses::TRAITS.quiescence) };
        let games = games::<KnightsRoses>(&plan(1), 1);
        let samples = &games[0].as_ref().unwrap().samples;
        let sides: Vec<_> = samples.iter().map(|s| s.fen.contains(" w ")).collect();
        assert!(sides.len() > 10 && sides.is_sorted_by(|a, b| a != b));
    }

    #[test]
    fn a_taker_that_fails_ends_the_games() {
        let mut taken = 0;
        let mut take = |_: Option<&Played>| {
            taken += 1;
            if taken == 2 { Err(io::Error::other("full")) } else { Ok(()) }
        };
        let error = generate::<Knightfall>(&plan(u64::MAX), 2, &mut take).unwrap_err();
        assert_eq!((error.to_string(), taken), ("full".to_owned(), 2));
    }
}
