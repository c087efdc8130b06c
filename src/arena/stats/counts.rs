//! Results counted: games, and pairs of games.

use std::fmt;

use crate::arena::ending::Score;
use crate::board::Side;

/// What a player gets from one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Points {
    /// No point.
    Loss = 0,
    /// Half a point.
    Draw = 1,
    /// One point.
    Win = 2,
}

impl Points {
    /// What `side` gets from a game that ended with `score`.
    pub fn of(score: Score, side: Side) -> Self {
        match score.winner() {
            None => Points::Draw,
            Some(winner) if winner == side => Points::Win,
            Some(_) => Points::Loss,
        }
    }

    /// What the opponent gets.
    pub const fn reversed(self) -> Self {
        match self {
            Points::Loss => Points::Win,
            Points::Draw => Points::Draw,
            Points::Win => Points::Loss,
        }
    }
}

/// Games counted by their result, from one player's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wdl {
    /// Games that the player won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that the player lost.
    pub losses: u64,
}

impl Wdl {
    /// Counts one game more.
    pub const fn add(&mut self, points: Points) {
        match points {
            Points::Loss => self.losses += 1,
            Points::Draw => self.draws += 1,
            Points::Win => self.wins += 1,
        }
    }

    /// The games of both.
    pub const fn plus(self, other: Self) -> Self {
        Wdl {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// The number of games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points, where a draw is half a point.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points a game, from 0 to 1; nothing without games.
    pub fn score(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The part of the games that were drawn, from 0 to 1; nothing without games.
    pub fn draw_ratio(self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }
}

/// Pairs of games with the same opening and colours reversed, counted by the half points (0 to 4) that
/// one player got from both games: `[LL, LD, WL+DD, WD, WW]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts one pair more, by what the player got from its two games.
    pub const fn add(&mut self, games: [Points; 2]) {
        self.0[games[0] as usize + games[1] as usize] += 1;
    }

    /// The number of pairs.
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// The part of the pairs in which both players got one point, from 0 to 1; nothing without pairs.
    pub fn draw_ratio(self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.0[2] as f64 / self.pairs() as f64)
    }

    /// Pairs won for each pair lost; nothing if no pair was lost.
    pub fn pairs_ratio(self) -> Option<f64> {
        let [lost_both, lost, _, won, won_both] = self.0;
        (lost_both + lost > 0).then(|| (won + won_both) as f64 / (lost_both + lost) as f64)
    }
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_add_up() {
        let mut games = Wdl::default();
        assert_eq!((games.score(), games.draw_ratio()), (None, None));
        for points in [Points::Win, Points::Win, Points::Draw, Points::Loss] {
            games.add(points);
        }
        assert_eq!(games, Wdl { wins: 2, draws: 1, losses: 1 });
        assert_eq!((games.games(), games.points()), (4, 2.5));
        assert_eq!((games.score(), games.draw_ratio()), (Some(0.625), Some(0.25)));
        assert_eq!(games.plus(games), Wdl { wins: 4, draws: 2, losses: 2 });
    }

    #[test]
    fn pairs_are_counted_by_their_half_points() {
        let mut pairs = Pentanomial::default();
        assert_eq!((pairs.draw_ratio(), pairs.pairs_ratio()), (None, None));
        for games in [
            [Points::Loss, Points::Loss],
            [Points::Win, Points::Loss],
            [Points::Draw, Points::Draw],
            [Points::Draw, Points::Win],
            [Points::Win, Points::Win],
        ] {
            pairs.add(games);
        }
        assert_eq!(pairs, Pentanomial([1, 0, 2, 1, 1]));
        assert_eq!((pairs.pairs(), pairs.draw_ratio()), (5, Some(0.4)));
        assert_eq!(pairs.pairs_ratio(), Some(2.0));
        assert_eq!(pairs.to_string(), "[1, 0, 2, 1, 1]");
    }

    #[test]
    fn points_are_told_from_the_side() {
        for score in [Score::White, Score::Draw, Score::Black] {
            for side in [Side::White, Side::Black] {
                assert_eq!(Points::of(score, !side), Points::of(score, side).reversed());
            }
        }
    }
}
