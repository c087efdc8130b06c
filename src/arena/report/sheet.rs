//! Counting the finished games of a match.

use std::collections::{BTreeMap, HashMap};

use thiserror::Error;

use crate::arena::ending::{Score, Termination};
use crate::arena::stats::{Estimate, Pentanomial, Points, Sprt, SprtRun, Wdl};
use crate::board::Side;

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scored {
    /// The number of its pair in the schedule of the match: 0, 1, 2, …. The other game of the pair has
    /// the same opening and the same players with colours reversed.
    pub pair: u64,
    /// The index of the player who had White.
    pub white: usize,
    /// The index of the player who had Black.
    pub black: usize,
    /// The game with its options, as [`crate::suite::owner`] writes it.
    pub game: String,
    /// A short name of the opening, if there was one.
    pub opening: Option<String>,
    /// Who scored.
    pub score: Score,
    /// In which way it ended.
    pub termination: Termination,
    /// Its length in plies.
    pub plies: usize,
}

/// Why a game was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ScoredError {
    /// The index belongs to no player.
    #[error("no player has the index {0}")]
    NoPlayer(usize),
    /// Both sides have the same index.
    #[error("player {0} has both colours")]
    BothColours(usize),
}

/// A player's place in a match.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// The player's index.
    pub player: usize,
    /// All games, from the player's view.
    pub games: Wdl,
    /// The player's strength against all whom it met.
    pub estimate: Estimate,
    /// The number of games that it lost by a failure.
    pub failures: u64,
}

/// What is counted for one player.
#[derive(Debug, Clone)]
pub(super) struct Player {
    pub(super) name: String,
    pub(super) as_white: Wdl,
    pub(super) as_black: Wdl,
    pub(super) pairs: Pentanomial,
    /// Against each player.
    pub(super) against: Vec<Wdl>,
    /// Games lost by each kind of failure.
    pub(super) failures: Terminations,
}

impl Player {
    fn new(name: String, players: usize) -> Self {
        Player {
            name,
            as_white: Wdl::default(),
            as_black: Wdl::default(),
            pairs: Pentanomial::default(),
            against: vec![Wdl::default(); players],
            failures: Terminations::default(),
        }
    }

    pub(super) fn games(&self) -> Wdl {
        self.as_white.plus(self.as_black)
    }
}

/// What is counted for one game (with its options).
#[derive(Debug, Clone)]
pub(super) struct Variant {
    pub(super) white: Wdl,
    pub(super) plies: u64,
    /// For each player.
    pub(super) players: Vec<Wdl>,
    /// White's results from each opening.
    pub(super) openings: HashMap<String, Wdl>,
}

impl Variant {
    fn new(players: usize) -> Self {
        Variant {
            white: Wdl::default(),
            plies: 0,
            players: vec![Wdl::default(); players],
            openings: HashMap::new(),
        }
    }
}

/// Games counted by the way they ended, in the order of [`Termination::ALL`].
#[derive(Debug, Clone, Default)]
pub(super) struct Terminations([u64; Termination::ALL.len()]);

impl Terminations {
    fn add(&mut self, termination: Termination) {
        for (way, count) in Termination::ALL.iter().zip(&mut self.0) {
            *count += u64::from(*way == termination);
        }
    }

    pub(super) fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The ways in which some game ended, with their counts.
    pub(super) fn seen(&self) -> impl Iterator<Item = (Termination, u64)> {
        Termination::ALL.into_iter().zip(self.0).filter(|&(_, count)| count > 0)
    }
}

/// A test of the first player against the second, which takes pairs in the order of their numbers.
///
/// Short games end first, and players may differ in those; so a test that took pairs as they come
/// would be misled, and its end would depend on the machine.
#[derive(Debug, Clone)]
struct OrderedRun {
    run: SprtRun,
    next: u64,
    /// Complete pairs that wait for an earlier one.
    waiting: BTreeMap<u64, [Points; 2]>,
}

impl OrderedRun {
    fn new(sprt: Sprt) -> Self {
        OrderedRun { run: SprtRun::new(sprt), next: 0, waiting: BTreeMap::new() }
    }

    fn add(&mut self, pair: u64, games: [Points; 2]) {
        self.waiting.insert(pair, games);
        while let Some(games) = self.waiting.remove(&self.next) {
            self.run.add(games);
            self.next += 1;
        }
    }
}

/// Counts the finished games of a match. Their order makes no difference.
///
/// Two games are a pair if they have the same pair number and the same players with colours reversed;
/// statistics of pairs count them once both are in. A failure is counted against the loser; if the
/// game was drawn all the same, it counts among the endings only.
#[derive(Debug, Clone)]
pub struct ScoreSheet {
    pub(super) players: Vec<Player>,
    pub(super) variants: BTreeMap<String, Variant>,
    pub(super) endings: Terminations,
    /// Games whose pair is not complete, by pair, White and Black.
    halves: HashMap<(u64, usize, usize), Score>,
    test: Option<OrderedRun>,
}

impl ScoreSheet {
    /// A sheet for these players, without games. With exactly two players, it may carry a test of the
    /// first against the second; with more or fewer, the test is dropped.
    pub fn new(players: Vec<String>, sprt: Option<Sprt>) -> Self {
        let count = players.len();
        ScoreSheet {
            players: players.into_iter().map(|name| Player::new(name, count)).collect(),
            variants: BTreeMap::new(),
            endings: Terminations::default(),
            halves: HashMap::new(),
            test: sprt.filter(|_| count == 2).map(OrderedRun::new),
        }
    }

    /// Counts a game.
    ///
    /// # Errors
    /// Both players must be known, and not be the same. A refused game changes nothing.
    pub fn add(&mut self, game: &Scored) -> Result<(), ScoredError> {
        let &Scored { white, black, score, termination, .. } = game;
        let unknown = [white, black].into_iter().find(|&player| player >= self.players.len());
        if let Some(player) = unknown {
            return Err(ScoredError::NoPlayer(player));
        }
        if white == black {
            return Err(ScoredError::BothColours(white));
        }
        for (side, player, opponent) in [(Side::White, white, black), (Side::Black, black, white)] {
            self.add_to_player(side, player, opponent, game);
        }
        self.add_to_variant(game);
        self.endings.add(termination);
        match self.halves.remove(&(game.pair, black, white)) {
            Some(other) => self.add_pair(game, other),
            None => _ = self.halves.insert((game.pair, white, black), score),
        }
        Ok(())
    }

    fn add_to_player(&mut self, side: Side, player: usize, opponent: usize, game: &Scored) {
        let points = Points::of(game.score, side);
        let player = &mut self.players[player];
        match side {
            Side::White => player.as_white.add(points),
            Side::Black => player.as_black.add(points),
        }
        player.against[opponent].add(points);
        if points == Points::Loss && game.termination.is_failure() {
            player.failures.add(game.termination);
        }
    }

    fn add_to_variant(&mut self, game: &Scored) {
        let white = Points::of(game.score, Side::White);
        let count = self.players.len();
        let variant = self.variants.entry(game.game.clone()).or_insert_with(|| Variant::new(count));
        variant.white.add(white);
        variant.plies += game.plies as u64;
        variant.players[game.white].add(white);
        variant.players[game.black].add(white.reversed());
        if let Some(opening) = &game.opening {
            variant.openings.entry(opening.clone()).or_default().add(white);
        }
    }

    /// Counts the pair of a game and the one that was in before, whose score is `other`.
    fn add_pair(&mut self, game: &Scored, other: Score) {
        let white = [Points::of(game.score, Side::White), Points::of(other, Side::Black)];
        let black = white.map(Points::reversed);
        self.players[game.white].pairs.add(white);
        self.players[game.black].pairs.add(black);
        if let Some(test) = &mut self.test {
            test.add(game.pair, if game.white == 0 { white } else { black });
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.endings.total()
    }

    /// The test of the first player against the second, if there is one. It takes pairs in the order of
    /// their numbers, so complete pairs may wait for an earlier one.
    pub fn test(&self) -> Option<&SprtRun> {
        self.test.as_ref().map(|test| &test.run)
    }

    /// The players by their score, the best one first; who has no games comes last. It costs the same
    /// however many games there were.
    pub fn standings(&self) -> Vec<Standing> {
        let mut standings: Vec<_> = (0..self.players.len()).map(|p| self.standing(p)).collect();
        let score = |standing: &Standing| standing.games.score().unwrap_or(-1.0);
        standings.sort_by(|a, b| score(b).total_cmp(&score(a)));
        standings
    }

    fn standing(&self, index: usize) -> Standing {
        let player = &self.players[index];
        let games = player.games();
        Standing {
            player: index,
            games,
            estimate: Estimate::new(&games, &player.pairs),
            failures: player.failures.total(),
        }
    }
}
