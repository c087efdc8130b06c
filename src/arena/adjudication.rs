//! Cutting games short: by what both players think of them, or for their length.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::ending::{Ending, Termination};
use super::engine::Eval;
use crate::board::Side;

/// What a proven win is worth, in cp; one that takes longer is worth less.
const MATE: i32 = 30_000;

/// When games are cut short. No rule knows the material: it would be of use in chess alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// When a game is drawn.
    pub draw: Option<DrawRule>,
    /// When a game is lost.
    pub resign: Option<ResignRule>,
    /// Plies after which a game is drawn, those of the opening included.
    pub max_plies: Option<u32>,
}

/// A game is drawn once it has lasted `from` plies and both players' last `count` scores were
/// within `score` cp of zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Plies, those of the opening included.
    pub from: u32,
    /// Moves of each player.
    pub count: u32,
    /// In cp.
    pub score: u32,
}

/// A game is lost for a player whose last `count` scores were `score` cp or more below zero; if
/// `two_sided`, only if those of the opponent were as much above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Moves of a player.
    pub count: u32,
    /// In cp.
    pub score: u32,
    /// Whether both players must agree.
    pub two_sided: bool,
}

/// Why a rule was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RuleError {
    /// No such key.
    #[error("no {key:?} here; write {usage}")]
    Key {
        /// The text.
        key: String,
        /// How the rule is written.
        usage: &'static str,
    },
    /// The key was given before.
    #[error("{0} is given twice")]
    Twice(String),
    /// Not a number, or too small a one.
    #[error("{key} must be a number from {least} on: {text:?}")]
    Number {
        /// The key.
        key: String,
        /// Its value.
        text: String,
        /// The least that makes sense.
        least: u32,
    },
}

const DRAW_USAGE: &str = "from=PLIES,count=MOVES,score=CP";
const RESIGN_USAGE: &str = "count=MOVES,score=CP[,twosided]";

impl FromStr for DrawRule {
    type Err = RuleError;

    /// Reads `from=80,count=8,score=10`; what is left out is as here.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let mut rule = DrawRule { from: 80, count: 8, score: 10 };
        for (key, value) in settings(text)? {
            match key {
                "from" => rule.from = number(key, value, 0)?,
                "count" => rule.count = number(key, value, 1)?,
                "score" => rule.score = number(key, value, 0)?,
                _ => return Err(RuleError::Key { key: key.to_owned(), usage: DRAW_USAGE }),
            }
        }
        Ok(rule)
    }
}

impl FromStr for ResignRule {
    type Err = RuleError;

    /// Reads `count=3,score=600,twosided`; what is left out is as here, but one-sided.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let mut rule = ResignRule { count: 3, score: 600, two_sided: false };
        for (key, value) in settings(text)? {
            match (key, value) {
                ("count", _) => rule.count = number(key, value, 1)?,
                ("score", _) => rule.score = number(key, value, 1)?,
                ("twosided", "" | "true") => rule.two_sided = true,
                ("twosided", "false") => rule.two_sided = false,
                _ => return Err(RuleError::Key { key: key.to_owned(), usage: RESIGN_USAGE }),
            }
        }
        Ok(rule)
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "from={},count={},score={}", self.from, self.count, self.score)
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = if self.two_sided { ",twosided" } else { "" };
        write!(f, "count={},score={}{sides}", self.count, self.score)
    }
}

/// The keys of a rule with their values, each once.
fn settings(text: &str) -> Result<Vec<(&str, &str)>, RuleError> {
    let mut settings: Vec<(&str, &str)> = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        if settings.iter().any(|&(known, _)| known == key) {
            return Err(RuleError::Twice(key.to_owned()));
        }
        settings.push((key, value));
    }
    Ok(settings)
}

fn number(key: &str, text: &str, least: u32) -> Result<u32, RuleError> {
    let number = text.parse().ok().filter(|&number| number >= least);
    number.ok_or_else(|| RuleError::Number { key: key.to_owned(), text: text.to_owned(), least })
}

/// Applies the rules to one game.
#[derive(Debug)]
pub(super) struct Adjudicator {
    rules: Adjudication,
    plies: u32,
    /// How long each player's run of scores is that are about zero, low, and high.
    runs: [Runs; 2],
}

/// Lengths of runs of one player's scores, up to the last.
#[derive(Debug, Clone, Copy, Default)]
struct Runs {
    even: u32,
    low: u32,
    high: u32,
}

impl Adjudicator {
    /// A game that begins with `plies` plies of opening.
    pub(super) fn new(rules: Adjudication, plies: u32) -> Self {
        Adjudicator { rules, plies, runs: [Runs::default(); 2] }
    }

    /// A player has moved, and thinks so of the position.
    pub(super) fn note(&mut self, side: Side, eval: Option<Eval>) {
        self.plies += 1;
        let cp = eval.map(|eval| match eval {
            Eval::Cp(cp) => cp,
            Eval::Mate(moves) if moves > 0 => MATE - moves.min(1_000),
            Eval::Mate(moves) => -MATE - moves.max(-1_000),
        });
        let run = |length: u32, goes_on: &dyn Fn(i32) -> bool| {
            if cp.is_some_and(goes_on) { length + 1 } else { 0 }
        };
        let even = self.rules.draw.map_or(0, |rule| rule.score);
        let far = self.rules.resign.map_or(u32::MAX, |rule| rule.score);
        let runs = &mut self.runs[side as usize];
        *runs = Runs {
            even: run(runs.even, &|cp| cp.unsigned_abs() <= even),
            low: run(runs.low, &|cp| cp < 0 && cp.unsigned_abs() >= far),
            high: run(runs.high, &|cp| cp > 0 && cp.unsigned_abs() >= far),
        };
    }

    /// Whether the game ends here.
    pub(super) fn ending(&self) -> Option<Ending> {
        let draw = |reason: &str| Ending::draw(Termination::Adjudication, reason);
        let lost = [Side::White, Side::Black].into_iter().find(|&side| self.is_lost(side));
        if let Some(side) = lost {
            let reason = format!("{} wins by adjudication", !side);
            return Some(Ending::loss(side, Termination::Adjudication, reason));
        }
        if self.is_even() {
            return Some(draw("draw by adjudication"));
        }
        let too_long = self.rules.max_plies.is_some_and(|most| self.plies >= most);
        too_long.then(|| draw("draw by adjudication: the game is too long"))
    }

    fn is_lost(&self, side: Side) -> bool {
        self.rules.resign.is_some_and(|rule| {
            let agreed = !rule.two_sided || self.runs[!side as usize].high >= rule.count;
            self.runs[side as usize].low >= rule.count && agreed
        })
    }

    fn is_even(&self) -> bool {
        self.rules.draw.is_some_and(|rule| {
            self.plies >= rule.from && self.runs.iter().all(|runs| runs.even >= rule.count)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply, from 1, after which a game with these scores ends, White's first; and how.
    fn ends(rules: Adjudication, opening: u32, scores: &[Option<Eval>]) -> Option<(u32, Ending)> {
        let mut adjudicator = Adjudicator::new(rules, opening);
        let sides = [Side::White, Side::Black].into_iter().cycle();
        sides.zip(scores).zip(opening + 1..).find_map(|((side, &eval), ply)| {
            adjudicator.note(side, eval);
            adjudicator.ending().map(|ending| (ply, ending))
        })
    }

    fn cp(scores: &[i32]) -> Vec<Option<Eval>> {
        scores.iter().map(|&score| Some(Eval::Cp(score))).collect()
    }

    fn draw(text: &str) -> Adjudication {
        Adjudication { draw: Some(text.parse().unwrap()), ..Adjudication::default() }
    }

    fn resign(text: &str) -> Adjudication {
        Adjudication { resign: Some(text.parse().unwrap()), ..Adjudication::default() }
    }

    fn ply(ended: Option<(u32, Ending)>) -> Option<(u32, &'static str)> {
        ended.map(|(ply, ending)| (ply, ending.score.text()))
    }

    #[test]
    fn draws_fall_on_the_ply_asked_for() {
        let rules = draw("from=8,count=2,score=10");
        assert_eq!(ply(ends(rules, 0, &cp(&[0; 20]))), Some((8, "1/2-1/2")));
        assert_eq!(
            ply(ends(rules, 0, &cp(&[0, 0, 0, 0, 0, 11, 0, 10, -10, 9, 0]))),
            Some((10, "1/2-1/2"))
        );
        assert_eq!(ply(ends(rules, 6, &cp(&[0; 20]))), Some((10, "1/2-1/2")));
        let mut gap = cp(&[0; 20]);
        gap[7] = None;
        assert_eq!(ply(ends(rules, 0, &gap)), Some((12, "1/2-1/2")));
        assert_eq!(ends(rules, 0, &cp(&[0, 50].repeat(10))), None);
        assert_eq!(ends(rules, 0, &cp(&[0, i32::MIN].repeat(10))), None);
    }

    #[test]
    fn losses_fall_on_the_ply_asked_for() {
        let one_sided = resign("count=2,score=300");
        let scores = cp(&[0, 0, -300, 0, -299, 0, -300, 5, -900, 0]);
        assert_eq!(ply(ends(one_sided, 0, &scores)), Some((9, "0-1")));
        let two_sided = resign("count=2,score=300,twosided");
        assert_eq!(ends(two_sided, 0, &scores), None);
        let scores = cp(&[500, -500, 200, -500, 300, -500, 300, -500]);
        assert_eq!(ply(ends(one_sided, 0, &scores)), Some((4, "1-0")));
        assert_eq!(ply(ends(two_sided, 0, &scores)), Some((7, "1-0")));
        let mated = [Some(Eval::Mate(-5)), None, Some(Eval::Mate(0)), None];
        assert_eq!(ply(ends(one_sided, 0, &mated)), Some((3, "0-1")));
        let mates = [Some(Eval::Mate(5)), None, Some(Eval::Mate(4)), None];
        assert_eq!(ends(one_sided, 0, &mates), None);
    }

    #[test]
    fn long_games_end_on_the_ply_asked_for() {
        let rules = Adjudication { max_plies: Some(7), ..Adjudication::default() };
        assert_eq!(ply(ends(rules, 0, &cp(&[900; 20]))), Some((7, "1/2-1/2")));
        assert_eq!(ply(ends(rules, 4, &[None; 20])), Some((7, "1/2-1/2")));
        assert_eq!(ends(Adjudication::default(), 0, &cp(&[0; 500])), None);
    }

    #[test]
    fn rules_are_read_and_written() {
        for text in ["from=20,count=4,score=5", "from=80,count=8,score=10"] {
            assert_eq!(text.parse::<DrawRule>().unwrap().to_string(), text);
        }
        for text in ["count=1,score=100", "count=3,score=600,twosided"] {
            assert_eq!(text.parse::<ResignRule>().unwrap().to_string(), text);
        }
        assert_eq!("".parse::<DrawRule>().unwrap().to_string(), "from=80,count=8,score=10");
        let key = RuleError::Key { key: "two".to_owned(), usage: RESIGN_USAGE };
        assert_eq!("two".parse::<ResignRule>(), Err(key));
        let twice = RuleError::Twice("score".to_owned());
        assert_eq!("score=1,count=2,score=3".parse::<DrawRule>(), Err(twice));
        let (key, text) = ("count".to_owned(), "0".to_owned());
        let number = RuleError::Number { key, text, least: 1 };
        assert_eq!("count=0".parse::<DrawRule>(), Err(number));
    }
}
