//! The plan of a match: everything that decides which games are played, and how.

use serde::{Deserialize, Serialize};

use super::limits::ThinkLimits;
use super::referee::Conduct;
use super::roster::EngineSpec;
use super::schedule::{Format, Schedule, Shard, games_of};
use super::stats::Sprt;

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
        self.share().count(self.schedule().pairs(), self.seed).saturating_mul(2)
    }

    fn share(&self) -> Shard {
        self.shard.unwrap_or(Shard { part: 1, of: 1 })
    }

    /// The first of these numbers, in rising order, that is given twice or is of no game to be
    /// played here.
    pub fn stranger(&self, numbers: &[u64]) -> Option<u64> {
        let mut games = self.games();
        numbers.iter().copied().find(|number| games.find(|game| game >= number) != Some(*number))
    }

    /// The names of the players.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.engine.name.clone()).collect()
    }
}

#[cfg(test)]
impl Plan {
    /// A match of fifty rounds of Knightfall between two players of these names.
    pub(super) fn of_two(one: &str, other: &str, sprt: Option<&str>) -> Plan {
        use std::time::Duration;

        use super::adjudication::Adjudication;

        let player = |name: &str| Player {
            engine: EngineSpec { name: name.to_owned(), ..EngineSpec::default() },
            limits: ThinkLimits::default(),
        };
        Plan {
            event: String::new(),
            players: vec![player(one), player(other)],
            variants: vec!["knightfall".to_owned()],
            format: Format::RoundRobin,
            rounds: 50,
            seed: 1,
            openings: String::new(),
            conduct: Conduct {
                margin: Duration::ZERO,
                hang_after: Duration::ZERO,
                grace: Duration::ZERO,
                adjudication: Adjudication::default(),
            },
            sprt: sprt.map(|text| text.parse().unwrap()),
            shard: None,
        }
    }
}
