//! Who plays whom, in what, and on which machine.
//!
//! Everything follows from the number of a game: games `2p` and `2p + 1` are the pair `p`, which
//! two players play with the same opening and both colours. Nothing depends on how the match goes,
//! so that it can be interrupted, played on, and shared out.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::{GOLDEN_RATIO, Rng};

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    /// Everyone meets everyone.
    RoundRobin,
    /// So many first players meet all the others, but not each other.
    Gauntlet(usize),
}

/// The pairs of a match: in each round each pairing plays one pair of games of each variant.
#[derive(Debug, Clone)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    variants: usize,
    rounds: u64,
}

/// A pair of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// The round, from 0: the number of the opening.
    pub round: u64,
    /// The variant's place among those played.
    pub variant: usize,
    /// The two players' places; the first has White in the pair's first game.
    pub players: (usize, usize),
}

/// One game of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixture {
    /// Its number.
    pub number: u64,
    /// The pair it belongs to.
    pub pair: Pair,
    /// The players' places, White's first.
    pub players: [usize; 2],
}

impl Schedule {
    /// The pairs of `players` players (at least two) and `variants` variants.
    pub fn new(format: Format, players: usize, variants: usize, rounds: u64) -> Self {
        let all = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
        let meet = |&(one, other): &(usize, usize)| match format {
            Format::RoundRobin => true,
            Format::Gauntlet(leaders) => one < leaders && other >= leaders,
        };
        Schedule { pairings: all.filter(meet).collect(), variants, rounds }
    }

    /// Pairs of all rounds.
    pub fn pairs(&self) -> u64 {
        let round = (self.pairings.len() * self.variants) as u64;
        round.saturating_mul(self.rounds)
    }

    /// The pair with this number; `None` if there is none.
    pub fn pair(&self, number: u64) -> Option<Pair> {
        if number >= self.pairs() {
            return None;
        }
        let (pairings, variants) = (self.pairings.len() as u64, self.variants as u64);
        Some(Pair {
            round: number / (pairings * variants),
            variant: (number / pairings % variants) as usize,
            players: *self.pairings.get((number % pairings) as usize)?,
        })
    }

    /// The game with this number; `None` if there is none.
    pub fn fixture(&self, number: u64) -> Option<Fixture> {
        let pair = self.pair(number / 2)?;
        let (first, second) = pair.players;
        let players = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
        Some(Fixture { number, pair, players })
    }
}

/// A share of a match: the `part`-th of `of` machines, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which share, from 1.
    pub part: u32,
    /// How many shares there are.
    pub of: u32,
}

/// The text is no share.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no share of a match: {0:?}; write I/N, as in 2/8")]
pub struct BadShard(String);

impl FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Self, BadShard> {
        let read = || {
            let (part, of) = text.split_once('/')?;
            let (part, of) = (part.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&part).then_some(Shard { part, of })
        };
        read().ok_or_else(|| BadShard(text.to_owned()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl Shard {
    /// The numbers of this share's pairs, of `pairs` in all, in rising order: of each `of`
    /// successive pairs one, which one depends on nothing but the seed.
    pub fn pairs(self, pairs: u64, seed: u64) -> impl Iterator<Item = u64> {
        let of = u64::from(self.of);
        (0..pairs.div_ceil(of)).filter_map(move |block| {
            let pair = block * of + self.dealt(block, seed);
            (pair < pairs).then_some(pair)
        })
    }

    /// How many pairs of `pairs` in all are of this share.
    pub fn count(self, pairs: u64, seed: u64) -> u64 {
        let of = u64::from(self.of);
        let (blocks, rest) = (pairs / of, pairs % of);
        blocks + u64::from(self.dealt(blocks, seed) < rest)
    }

    /// The place of this share's pair in a block of `of`: each share another, and another in each
    /// block, so that no share meets the same pairing or variant each time.
    fn dealt(self, block: u64, seed: u64) -> u64 {
        let mut rng = Rng::new(seed ^ block.wrapping_mul(GOLDEN_RATIO));
        (u64::from(self.part) - 1 + rng.below(self.of as usize) as u64) % u64::from(self.of)
    }
}

/// The numbers of the two games of a pair.
pub fn games_of(pair: u64) -> Range<u64> {
    2 * pair..2 * pair + 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(schedule: &Schedule) -> Vec<(u64, usize, (usize, usize))> {
        let pairs = (0..).map_while(|number| schedule.pair(number));
        pairs.map(|pair| (pair.round, pair.variant, pair.players)).collect()
    }

    #[test]
    fn everyone_meets_everyone_in_everything() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 2, 2);
        assert_eq!(schedule.pairs(), 12);
        let all = pairs(&schedule);
        assert_eq!(all.len(), 12);
        let first = [(0, 0, (0, 1)), (0, 0, (0, 2)), (0, 0, (1, 2)), (0, 1, (0, 1))];
        assert_eq!(all[..4], first);
        assert_eq!(all[11], (1, 1, (1, 2)));
        let mut once = all.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), 12);
    }

    #[test]
    fn in_a_gauntlet_leaders_meet_the_field() {
        let met = |leaders, players| {
            pairs(&Schedule::new(Format::Gauntlet(leaders), players, 1, 1))
                .into_iter()
                .map(|(_, _, players)| players)
                .collect::<Vec<_>>()
        };
        assert_eq!(met(1, 4), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(met(2, 4), [(0, 2), (0, 3), (1, 2), (1, 3)]);
        assert_eq!(met(1, 2), [(0, 1)]);
    }

    #[test]
    fn shares_are_a_whole() {
        for of in 1..8 {
            for pairs in [0, 1, 5, 40, 41] {
                let shares: Vec<Vec<u64>> =
                    (1..=of).map(|part| Shard { part, of }.pairs(pairs, 7).collect()).collect();
                assert!(shares.iter().all(|share| share.is_sorted()));
                for (part, share) in (1..).zip(&shares) {
                    assert_eq!(Shard { part, of }.count(pairs, 7), share.len() as u64);
                }
                let sizes = shares.iter().map(|share| share.len() as u64);
                assert!(sizes.clone().max() <= sizes.min().map(|least| least + 1));
                let mut all = shares.concat();
                all.sort_unstable();
                assert_eq!(all, (0..pairs).collect::<Vec<_>>());
            }
        }
        let share = |seed| Shard { part: 1, of: 4 }.pairs(400, seed).collect::<Vec<_>>();
        assert_eq!(share(1), share(1));
        assert_ne!(share(1), share(2));
    }

    #[test]
    fn shares_are_read_and_written() {
        assert_eq!("2/8".parse(), Ok(Shard { part: 2, of: 8 }));
        assert_eq!(Shard { part: 2, of: 8 }.to_string(), "2/8");
        for text in ["", "1", "0/2", "3/2", "1/0", "a/b", "-1/2", "1/2/3", "1/4294967296"] {
            assert_eq!(text.parse::<Shard>(), Err(BadShard(text.to_owned())), "{text}");
        }
    }
}
