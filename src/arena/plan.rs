//! The plan of a match: everything that decides which games are played, and how.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::engine::{Eval, Thoughts};
use super::limits::ThinkLimits;
use super::openings::Opening;
use super::pgn::{PgnGame, PgnMove};
use super::referee::{Conduct, Played, PlayedMove};
use super::roster::EngineSpec;
use super::schedule::{Format, Pair, Schedule, Shard, games_of};
use super::state::FinishedGame;
use super::stats::Sprt;
use crate::game::Variant;

/// A player of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// The engine.
    pub engine: EngineSpec,
    /// Its limits in this match.
    pub limits: ThinkLimits,
}

/// Everything that decides which games are played, and how. It stands in the state of the match,
/// so that only the same match is ever played on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// What the match is called.
    pub event: String,
    /// The players.
    pub players: Vec<Player>,
    /// The variants, as `game` or `game[option,…]`.
    pub variants: Vec<String>,
    /// Who meets whom.
    pub format: Format,
    /// Pairs of games of each pairing in each variant.
    pub rounds: u64,
    /// What chance depends on.
    pub seed: u64,
    /// The openings, in words that differ if the openings do.
    pub openings: String,
    /// What the referee goes by.
    pub conduct: Conduct,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
    /// The share of the match that is played here.
    pub shard: Option<Shard>,
}

/// One game of a match.
#[derive(Debug, Clone, Copy)]
pub struct Fixture {
    /// Its number.
    pub number: u64,
    /// The pair it belongs to.
    pub pair: Pair,
    /// The players' places, White's first.
    pub players: [usize; 2],
}

impl Plan {
    /// The pairs of the match, all shares together.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.players.len(), self.variants.len(), self.rounds)
    }

    /// The numbers of the games to be played here, in rising order.
    pub fn games(&self) -> impl Iterator<Item = u64> + use<> {
        self.share().pairs(self.schedule().pairs(), self.seed).flat_map(games_of)
    }

    /// How many games are to be played here.
    pub fn game_count(&self) -> u64 {
        2 * self.share().count(self.schedule().pairs(), self.seed)
    }

    fn share(&self) -> Shard {
        self.shard.unwrap_or(Shard { part: 1, of: 1 })
    }

    /// The game with this number; `None` if there is none.
    pub fn fixture(&self, number: u64) -> Option<Fixture> {
        let pair = self.schedule().pair(number / 2)?;
        let (first, second) = pair.players;
        let players = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
        Some(Fixture { number, pair, players })
    }

    /// The names of the players.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.engine.name.clone()).collect()
    }

    /// A finished game as it is kept.
    pub fn finished(
        &self,
        fixture: &Fixture,
        variant: Variant,
        opening: &Opening,
        played: &Played,
    ) -> Option<FinishedGame> {
        let ending = played.ending.clone()?;
        let pgn = self.pgn(fixture, variant, opening, played)?;
        Some(FinishedGame {
            number: fixture.number,
            score: ending.score,
            termination: ending.termination,
            reason: ending.reason,
            plies: played.moves.len(),
            opening: opening.label.clone(),
            pgn: pgn.to_string(),
        })
    }

    fn pgn(
        &self,
        fixture: &Fixture,
        (game, options): Variant,
        opening: &Opening,
        played: &Played,
    ) -> Option<PgnGame> {
        let ending = played.ending.as_ref()?;
        let mut tags = Vec::new();
        let mut tag = |name: &str, value: String| tags.push((name.to_owned(), value));
        let [white, black] = fixture.players.map(|player| &self.players[player]);
        let (pair, game_of_pair) = (fixture.number / 2 + 1, fixture.number % 2 + 1);
        tag("Event", self.event.clone());
        tag("Site", "?".to_owned());
        tag("Date", Timestamp::now().strftime("%Y.%m.%d").to_string());
        tag("Round", format!("{pair}.{game_of_pair}"));
        tag("White", white.engine.name.clone());
        tag("Black", black.engine.name.clone());
        tag("Result", ending.score.to_string());
        tag("Variant", game.name.to_owned());
        let rules: Vec<_> = options.names(game).collect();
        if !rules.is_empty() {
            tag("RuleOptions", rules.join(","));
        }
        tag("SetUp", "1".to_owned());
        tag("FEN", opening.fen.clone().unwrap_or_else(|| game.start_fen.to_owned()));
        tag("Opening", opening.label.clone());
        if white.limits == black.limits {
            tag("TimeControl", white.limits.to_string());
        } else {
            tag("TimeControl", "?".to_owned());
            tag("WhiteTimeControl", white.limits.to_string());
            tag("BlackTimeControl", black.limits.to_string());
        }
        tag("PlyCount", played.moves.len().to_string());
        tag("Termination", ending.termination.to_string());
        let comment = |mv: &PlayedMove| match mv.time {
            Some(time) => comment(mv.thoughts, time.as_secs_f64()),
            None => "opening".to_owned(),
        };
        let moves = played.moves.iter();
        let moves = moves.map(|mv| PgnMove { text: mv.text.clone(), comment: Some(comment(mv)) });
        Some(PgnGame {
            tags,
            moves: moves.collect(),
            closing: Some(ending.reason.clone()),
            result: ending.score.to_string(),
            line: 0,
        })
    }
}

/// What is known of a move: `+0.35/12 0.052s`: the player's score in pawns, or `M5` for a win in
/// five moves, the depth in plies, and the time.
fn comment(thoughts: Thoughts, seconds: f64) -> String {
    let eval = thoughts.eval.map(|eval| match eval {
        Eval::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Eval::Mate(moves) if moves > 0 => format!("+M{moves}"),
        Eval::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
    });
    let depth = thoughts.depth.map(|depth| format!("/{depth}"));
    let thought = eval.map(|eval| eval + depth.as_deref().unwrap_or_default() + " ");
    format!("{}{seconds:.3}s", thought.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_tell_score_depth_and_time() {
        let comment = |eval, depth| comment(Thoughts { eval, depth }, 0.0521);
        assert_eq!(comment(Some(Eval::Cp(35)), Some(12)), "+0.35/12 0.052s");
        assert_eq!(comment(Some(Eval::Cp(-1205)), None), "-12.05 0.052s");
        assert_eq!(comment(Some(Eval::Cp(0)), Some(1)), "+0.00/1 0.052s");
        assert_eq!(comment(Some(Eval::Mate(5)), Some(9)), "+M5/9 0.052s");
        assert_eq!(comment(Some(Eval::Mate(-2)), Some(9)), "-M2/9 0.052s");
        assert_eq!(comment(None, Some(9)), "0.052s");
    }
}
