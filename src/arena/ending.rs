//! How a game of a match ends: who scored, in which way, and in what words it is told.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::board::Side;
use crate::game::Outcome;

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Score {
    /// White won.
    #[serde(rename = "1-0")]
    White,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// Black won.
    #[serde(rename = "0-1")]
    Black,
}

impl Score {
    const ALL: [Score; 3] = [Score::White, Score::Draw, Score::Black];

    /// A win of `side`.
    pub const fn win(side: Side) -> Self {
        match side {
            Side::White => Score::White,
            Side::Black => Score::Black,
        }
    }

    /// The winner; nobody in a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Score::White => Some(Side::White),
            Score::Draw => None,
            Score::Black => Some(Side::Black),
        }
    }

    /// `1-0`, `1/2-1/2` or `0-1`.
    pub const fn text(self) -> &'static str {
        match self {
            Score::White => "1-0",
            Score::Draw => "1/2-1/2",
            Score::Black => "0-1",
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// The text is no result of a finished game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no result of a game: {0:?}")]
pub struct BadScore(pub String);

impl FromStr for Score {
    type Err = BadScore;

    fn from_str(text: &str) -> Result<Self, BadScore> {
        let found = Score::ALL.into_iter().find(|score| score.text() == text);
        found.ok_or_else(|| BadScore(text.to_owned()))
    }
}

/// In which way a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Termination {
    /// By the rules of the game.
    Normal,
    /// A player gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// The referee cut it short: by the scores of both players, or for its length.
    Adjudication,
    /// A clock ran out. (A draw if the rules give one to who cannot be mated.)
    TimeForfeit,
    /// An engine without a clock answered only after it was told to stop.
    LateAnswer,
    /// An engine did not answer, even when told to stop.
    Hang,
    /// An engine sent a move that is not legal.
    IllegalMove,
    /// An engine claimed an ending that there was not.
    FalseClaim,
    /// An engine's process died.
    Crash,
    /// An engine closed its output or quit in the middle of the game.
    Disconnect,
    /// An engine could not be started.
    WontStart,
    /// An engine runs, but does not answer `uci`, `isready`, `protover` or `ping`.
    Silent,
}

impl Termination {
    /// Every way.
    pub const ALL: [Termination; 13] = [
        Termination::Normal,
        Termination::Resignation,
        Termination::Agreement,
        Termination::Adjudication,
        Termination::TimeForfeit,
        Termination::LateAnswer,
        Termination::Hang,
        Termination::IllegalMove,
        Termination::FalseClaim,
        Termination::Crash,
        Termination::Disconnect,
        Termination::WontStart,
        Termination::Silent,
    ];

    /// The value of the PGN tag `Termination`.
    pub const fn text(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Resignation => "resignation",
            Termination::Agreement => "agreement",
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit => "time forfeit",
            Termination::LateAnswer => "late answer",
            Termination::Hang => "hang",
            Termination::IllegalMove => "illegal move",
            Termination::FalseClaim => "false claim",
            Termination::Crash => "crash",
            Termination::Disconnect => "disconnect",
            Termination::WontStart => "won't start",
            Termination::Silent => "silent",
        }
    }

    /// Whether it is the fault of an engine, and no way in which games should end.
    pub const fn is_failure(self) -> bool {
        !matches!(
            self,
            Termination::Normal
                | Termination::Resignation
                | Termination::Agreement
                | Termination::Adjudication
        )
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl From<Termination> for &'static str {
    fn from(termination: Termination) -> Self {
        termination.text()
    }
}

/// The text names no way in which a game ends.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no way for a game to end: {0:?}")]
pub struct BadTermination(pub String);

impl FromStr for Termination {
    type Err = BadTermination;

    fn from_str(text: &str) -> Result<Self, BadTermination> {
        let found = Termination::ALL.into_iter().find(|way| way.text() == text);
        found.ok_or_else(|| BadTermination(text.to_owned()))
    }
}

impl TryFrom<String> for Termination {
    type Error = BadTermination;

    fn try_from(text: String) -> Result<Self, BadTermination> {
        text.parse()
    }
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Who scored.
    pub score: Score,
    /// In which way.
    pub termination: Termination,
    /// What happened, in words that make sense without the game: `White took the last knight`.
    pub reason: String,
}

impl Ending {
    /// An ending by the rules.
    pub fn by_rules(outcome: Outcome) -> Self {
        let score = outcome.winner.map_or(Score::Draw, Score::win);
        Ending { score, termination: Termination::Normal, reason: outcome.to_string() }
    }

    /// A loss of `side`.
    pub fn loss(side: Side, termination: Termination, reason: impl Into<String>) -> Self {
        Ending { score: Score::win(!side), termination, reason: reason.into() }
    }

    /// A draw.
    pub fn draw(termination: Termination, reason: impl Into<String>) -> Self {
        Ending { score: Score::Draw, termination, reason: reason.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back() {
        for score in Score::ALL {
            assert_eq!(score.text().parse(), Ok(score));
        }
        for termination in Termination::ALL {
            assert_eq!(termination.text().parse(), Ok(termination));
        }
        assert_eq!("2-0".parse::<Score>(), Err(BadScore("2-0".to_owned())));
        assert_eq!("death".parse::<Termination>(), Err(BadTermination("death".to_owned())));
    }
}
