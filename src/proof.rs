//! Forced wins, proven by exhaustive search: what the playing search is measured by.
//!
//! Nothing of `search/` is used here, and no evaluation. A position is won within some plies if one
//! move of the winner leads to a position that is lost within one ply less, whatever the loser plays:
//! all of these moves are tried, and nothing is left out but what that "one" and that "all" leave
//! out. Distances are tried from the least on, so that the first that suffices is the shortest.
//!
//! # Repetition
//!
//! Repetition is not looked at, and need not be in a position without a past. The winner, by playing
//! for the shortest win, comes nearer to it with every ply, whatever is replied; so no position
//! recurs, not even with a higher move counter, with which no win is quicker. And a win that gets
//! along with draws by repetition is one without them, too. All other draws count: that by the move
//! counter, where it is within reach, makes the counter part of what a position is known by.
//!
//! # Ply by ply
//!
//! In all games the game is won by the winner's own move, and distances are odd. (That it is so is
//! tested with the other properties.) A loser's move that would end the game is no reason to think
//! the winner wins sooner: it counts as what it is.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use thiserror::Error;

use crate::board::Side;
use crate::game::{self, Game};

/// The longest distance that can be asked for, in plies.
pub const LONGEST: u32 = 99;

/// A proof took more nodes than allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("no proof within {0} nodes")]
pub struct OutOfNodes(pub u64);

/// Proves forced wins in one game, and remembers what it has proven.
#[derive(Debug)]
pub struct Prover<G: Game> {
    facts: HashMap<Place, Fact>,
    /// By plies left: the winner's and the loser's move that last decided a node.
    deciders: Vec<Option<G::Move>>,
    nodes: u64,
    max_nodes: u64,
}

/// What tells positions apart. Two that share a 64-bit key are taken for one another; among a
/// hundred million positions a pair like that has a chance of one in three thousand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    key: u64,
    /// Who is to win.
    winner: Side,
    /// The move counter, where the draw that it brings is within reach.
    counter: Option<u32>,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
struct Fact {
    /// It is won within so many plies.
    won_within: u32,
    /// It is not won within so many.
    not_within: u32,
}

impl Fact {
    const NOTHING: Fact = Fact { won_within: u32::MAX, not_within: 0 };

    /// Whether it is won within `plies`, if that is known.
    fn tells(self, plies: u32) -> Option<bool> {
        if self.won_within <= plies {
            Some(true)
        } else if self.not_within >= plies {
            Some(false)
        } else {
            None
        }
    }
}

impl<G: Game> Default for Prover<G> {
    fn default() -> Self {
        Prover::new()
    }
}

impl<G: Game> Prover<G> {
    /// A prover that knows nothing yet.
    pub fn new() -> Self {
        Prover { facts: HashMap::new(), deciders: Vec::new(), nodes: 0, max_nodes: u64::MAX }
    }

    /// In how many plies the side to move wins at the soonest, whatever the other side plays; `None`
    /// if not within `longest` plies. Draws that stand already are draws.
    ///
    /// # Errors
    /// If that takes more than `max_nodes` nodes.
    pub fn shortest_win(
        &mut self,
        position: &G,
        longest: u32,
        max_nodes: u64,
    ) -> Result<Option<u32>, OutOfNodes> {
        self.begin(longest, max_nodes);
        if position.outcome(false).is_some() {
            return Ok(None);
        }
        for plies in (1..=longest.min(LONGEST)).step_by(2) {
            if self.wins(position, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// Whether the legal move `mv` wins within `plies`, that move included.
    ///
    /// # Errors
    /// If that takes more than `max_nodes` nodes.
    pub fn keeps_win(
        &mut self,
        position: &G,
        mv: G::Move,
        plies: u32,
        max_nodes: u64,
    ) -> Result<bool, OutOfNodes> {
        self.begin(plies, max_nodes);
        if position.outcome(false).is_some() {
            return Ok(false);
        }
        let child = position.after(mv);
        match child.outcome(false) {
            Some(outcome) => Ok(plies > 0 && outcome.winner == Some(position.side())),
            None => self.loses(&child, plies.min(LONGEST).saturating_sub(1)),
        }
    }

    /// The positions looked at for the last answer.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn begin(&mut self, longest: u32, max_nodes: u64) {
        let plies = longest.min(LONGEST) as usize + 1;
        self.deciders.resize(self.deciders.len().max(plies), None);
        (self.nodes, self.max_nodes) = (0, max_nodes);
    }

    /// Whether the side to move can win within `plies`. The game is not over.
    fn wins(&mut self, position: &G, plies: u32) -> Result<bool, OutOfNodes> {
        self.known_or(position, position.side(), plies, Self::search_win)
    }

    /// Whether the side to move loses within `plies`, whatever it plays. The game is not over.
    fn loses(&mut self, position: &G, plies: u32) -> Result<bool, OutOfNodes> {
        // The loser moves, then the winner.
        if plies < 2 {
            return Ok(false);
        }
        self.known_or(position, !position.side(), plies, Self::search_loss)
    }

    /// What is known, or else what `search` finds, which is then known.
    fn known_or(
        &mut self,
        position: &G,
        winner: Side,
        plies: u32,
        search: impl FnOnce(&mut Self, &G, u32) -> Result<bool, OutOfNodes>,
    ) -> Result<bool, OutOfNodes> {
        let limit = G::INFO.move_limit.unwrap_or(u32::MAX);
        let counts = position.clock().saturating_add(plies) >= limit;
        let counter = counts.then(|| position.clock());
        let place = Place { key: position.key(), winner, counter };
        if let Some(known) = self.facts.get(&place).and_then(|fact| fact.tells(plies)) {
            return Ok(known);
        }
        let won = search(self, position, plies)?;
        let fact = match self.facts.entry(place) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(Fact::NOTHING),
        };
        if won {
            fact.won_within = fact.won_within.min(plies);
        } else {
            fact.not_within = fact.not_within.max(plies);
        }
        Ok(won)
    }

    fn search_win(&mut self, position: &G, plies: u32) -> Result<bool, OutOfNodes> {
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let child = self.visit(position, mv)?;
            match child.outcome(false) {
                Some(outcome) if outcome.winner == Some(position.side()) => return Ok(true),
                Some(_) => (),
                None if plies < 3 => (),
                // The fewer replies, the sooner all of them are answered.
                None => moves.push((game::count_moves(&child), mv)),
            }
        }
        self.order(&mut moves, plies);
        for (_, mv) in moves {
            if self.loses(&position.after(mv), plies - 1)? {
                self.deciders[plies as usize] = Some(mv);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn search_loss(&mut self, position: &G, plies: u32) -> Result<bool, OutOfNodes> {
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let child = self.visit(position, mv)?;
            match child.outcome(false) {
                Some(outcome) if outcome.winner == Some(child.side()) => (),
                Some(_) => return Ok(false),
                // What takes the attackers away mostly refutes them.
                None => moves.push((child.men_left(), mv)),
            }
        }
        self.order(&mut moves, plies);
        for (_, mv) in moves {
            if !self.wins(&position.after(mv), plies - 1)? {
                self.deciders[plies as usize] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays a move that is to be looked at.
    fn visit(&mut self, position: &G, mv: G::Move) -> Result<G, OutOfNodes> {
        if self.nodes >= self.max_nodes {
            return Err(OutOfNodes(self.max_nodes));
        }
        self.nodes += 1;
        Ok(position.after(mv))
    }

    /// Sorts the moves, and puts the one that decided the last node with so many plies left first, if
    /// it is there.
    fn order(&self, moves: &mut [(usize, G::Move)], plies: u32) {
        moves.sort_unstable();
        let decider = self.deciders[plies as usize];
        if let Some(at) = moves.iter().position(|&(_, mv)| Some(mv) == decider) {
            moves[..=at].rotate_right(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rng;
    use crate::game::{Options, Style};
    use crate::games::crittermate::CritterMate;
    use crate::games::knightfall::Knightfall;
    use crate::games::knightsroses::KnightsRoses;
    use crate::games::{self, Visitor};

    const PLENTY: u64 = 1_000_000;

    fn shortest<G: Game>(fen: &str, longest: u32) -> Option<u32> {
        let position = G::from_fen(fen, Options::NONE).unwrap();
        Prover::new().shortest_win(&position, longest, PLENTY).unwrap()
    }

    /// Whether the side to move wins within `plies`: the definition, and nothing else.
    fn wins_by_definition<G: Game>(position: &G, plies: u32) -> bool {
        let ends = |child: &G| child.outcome(false);
        plies > 0
            && position.legal_moves().into_iter().any(|mv| {
                let child = position.after(mv);
                match ends(&child) {
                    Some(outcome) => outcome.winner == Some(position.side()),
                    None => plies > 2 && loses_by_definition(&child, plies - 1),
                }
            })
    }

    fn loses_by_definition<G: Game>(position: &G, plies: u32) -> bool {
        position.legal_moves().into_iter().all(|mv| {
            let child = position.after(mv);
            match child.outcome(false) {
                Some(outcome) => outcome.winner == Some(child.side()),
                None => wins_by_definition(&child, plies - 1),
            }
        })
    }

    /// Calls `check` with positions of games, from the end of each backwards. The moves are random,
    /// but whoever can win at once does.
    fn for_positions<G: Game>(seed: u64, games: usize, back: usize, mut check: impl FnMut(&G)) {
        let mut rng = Rng::new(seed);
        for _ in 0..games {
            let mut line = vec![G::start(Options::NONE)];
            while let Some(last) = line.last()
                && last.outcome(false).is_none()
                && line.len() < 400
            {
                let children: Vec<_> =
                    last.legal_moves().into_iter().map(|mv| last.after(mv)).collect();
                let is_won = |child: &&G| child.outcome(false).is_some_and(|o| o.winner.is_some());
                let any = &children[rng.below(children.len())];
                line.push(*children.iter().find(is_won).unwrap_or(any));
            }
            line.iter().rev().skip(1).take(back).for_each(&mut check);
        }
    }

    #[test]
    fn distances_are_those_of_the_definition() {
        struct Check;
        impl Visitor for Check {
            type Output = ();
            fn visit<G: Game>(self) {
                let mut prover = Prover::new();
                let (mut won, mut not) = (0, 0);
                for_positions(3, 12, 6, |position: &G| {
                    // Three plies of a hundred moves each are enough of a burden.
                    let plies = if game::count_moves(position) > 12 { 1 } else { 3 };
                    let defined =
                        [1, 3].into_iter().find(|&n| n <= plies && wins_by_definition(position, n));
                    let proven = prover.shortest_win(position, plies, PLENTY).unwrap();
                    assert_eq!(proven, defined, "{}", position.fen());
                    *if proven.is_some() { &mut won } else { &mut not } += 1;
                });
                assert!(won > 5 && not > 5, "{}: {won} won, {not} not", G::INFO.name);
            }
        }
        for game in games::ALL {
            games::visit(game.name, Check);
        }
    }

    #[test]
    fn a_win_is_made_by_the_winners_move() {
        struct Check;
        impl Visitor for Check {
            type Output = ();
            fn visit<G: Game>(self) {
                for_positions(4, 40, 400, |position: &G| {
                    for mv in position.legal_moves() {
                        let winner = position.after(mv).outcome(false).and_then(|o| o.winner);
                        assert!(winner.is_none_or(|it| it == position.side()), "{position:?}");
                    }
                });
            }
        }
        for game in games::ALL {
            games::visit(game.name, Check);
        }
    }

    #[test]
    fn wins_by_a_games_own_rule_are_found() {
        // Either rook takes the last knight; with both rooks bearing on it, it cannot escape.
        assert_eq!(shortest::<Knightfall>("n5/6/6/6/6/R4N w - - 0 1", 5), Some(1));
        assert_eq!(shortest::<Knightfall>("2R3/6/6/5R/6/n4N w - - 0 1", 1), None);
        assert_eq!(shortest::<Knightfall>("2R3/6/6/5R/6/n4N w - - 0 1", 9), Some(3));
    }

    #[test]
    fn mates_are_found_and_stalemates_are_none() {
        assert_eq!(shortest::<CritterMate>("k5/6/1K4/6/6/5R w - - 0 1", 5), Some(1));
        // From d4 to b4, and the king on a6 has no move, without being attacked.
        let fen = "k5/6/3Q2/6/6/K5 w - - 0 1";
        let position = CritterMate::from_fen(fen, Options::NONE).unwrap();
        let stalemate = position.parse_move("d4b4").unwrap();
        let ending = position.after(stalemate).outcome(false);
        assert_eq!(ending.map(|outcome| outcome.winner), Some(None));
        assert_eq!(Prover::new().keeps_win(&position, stalemate, 9, PLENTY), Ok(false));
    }

    #[test]
    fn the_last_capture_wins() {
        assert_eq!(shortest::<KnightsRoses>("8/8/8/8/8/8/8/RR6 w - - 0 1", 9), Some(1));
    }

    #[test]
    fn the_move_counter_ends_a_win_that_comes_too_late() {
        for (clock, distance) in [(0, Some(3)), (97, Some(3)), (98, None), (99, None)] {
            let fen = format!("2R3/6/6/5R/6/n4N w - - {clock} 60");
            assert_eq!(shortest::<Knightfall>(&fen, 5), distance, "{fen}");
        }
        // One prover, one position, two counters.
        let mut prover = Prover::new();
        for (clock, distance) in [(0, Some(3)), (98, None), (0, Some(3))] {
            let fen = format!("2R3/6/6/5R/6/n4N w - - {clock} 60");
            let position = Knightfall::from_fen(&fen, Options::NONE).unwrap();
            assert_eq!(prover.shortest_win(&position, 5, PLENTY), Ok(distance), "{fen}");
        }
    }

    #[test]
    fn a_move_keeps_the_win_or_throws_it_away() {
        let position = Knightfall::from_fen("2R3/6/6/5R/6/n4N w - - 0 1", Options::NONE).unwrap();
        let mut prover = Prover::new();
        let mut keeps = |mv| prover.keeps_win(&position, mv, 3, PLENTY).unwrap();
        let (good, bad): (Vec<_>, Vec<_>) =
            position.legal_moves().into_iter().partition(|&mv| keeps(mv));
        let texts: Vec<_> = good.iter().map(|&mv| position.move_text(mv, Style::Plain)).collect();
        assert!(!good.is_empty() && bad.len() > good.len(), "{texts:?}");
        for mv in good {
            assert!(!prover.keeps_win(&position, mv, 2, PLENTY).unwrap(), "{mv:?}");
        }
    }

    #[test]
    fn a_proof_that_takes_too_long_is_given_up() {
        let start = Knightfall::start(Options::NONE);
        let mut prover = Prover::new();
        assert_eq!(prover.shortest_win(&start, 9, 1_000), Err(OutOfNodes(1_000)));
        assert_eq!(prover.nodes(), 1_000);
        // What was found before it was given up is no fact that misleads.
        assert_eq!(prover.shortest_win(&start, 3, PLENTY), Ok(None));
    }
}
