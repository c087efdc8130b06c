//! The lines of a data file.

use std::fmt;
use std::str::FromStr;

use crate::arena::stats::Points;
use crate::lines::LineFault;

/// A position of a game, what the search thought of it, and how the game ended. As text it is
/// `FEN;score;result`, such as `rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 0 1;12;0.5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub fen: String,
    /// The score of the search in cp, from White's point of view.
    pub score: i32,
    /// What White got from the game: as text `1`, `0.5` or `0`.
    pub points: Points,
}

impl Sample {
    /// Scores beyond this, in cp, are none that a search can find.
    const MOST: i32 = 32_000;
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = match self.points {
            Points::Win => "1",
            Points::Draw => "0.5",
            Points::Loss => "0",
        };
        write!(f, "{};{};{points}", self.fen, self.score)
    }
}

impl FromStr for Sample {
    type Err = LineFault;

    fn from_str(line: &str) -> Result<Self, LineFault> {
        let fields: Vec<_> = line.split(';').map(str::trim).collect();
        let [fen, score, points] = fields[..] else {
            return Err(LineFault::new("not of the form FEN;score;result", line));
        };
        let in_range = |score: &i32| score.unsigned_abs() <= Sample::MOST.unsigned_abs();
        let read = score.parse().ok().filter(in_range);
        let score = read.ok_or_else(|| LineFault::new("not a score in cp", score))?;
        let points = match points {
            "1" => Points::Win,
            "0.5" => Points::Draw,
            "0" => Points::Loss,
            _ => return Err(LineFault::new("not a result (1, 0.5 or 0)", points)),
        };
        Ok(Sample { fen: fen.to_owned(), score, points })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_as_they_are_written() {
        for (points, text) in [(Points::Win, "1"), (Points::Draw, "0.5"), (Points::Loss, "0")] {
            let sample = Sample { fen: "6/6 b - - 3 4".to_owned(), score: -27, points };
            assert_eq!(sample.to_string(), format!("6/6 b - - 3 4;-27;{text}"));
            assert_eq!(sample.to_string().parse(), Ok(sample));
        }
    }

    #[test]
    fn what_is_wrong_with_a_line_is_said() {
        for (line, fault, text) in [
            ("", "not of the form FEN;score;result", ""),
            ("6/6 w - - 0 1;5", "not of the form FEN;score;result", "6/6 w - - 0 1;5"),
            ("6/6;5;1;0", "not of the form FEN;score;result", "6/6;5;1;0"),
            ("6/6;5.5;1", "not a score in cp", "5.5"),
            ("6/6;32001;1", "not a score in cp", "32001"),
            ("6/6;-2147483648;1", "not a score in cp", "-2147483648"),
            ("6/6;5;1-0", "not a result (1, 0.5 or 0)", "1-0"),
        ] {
            let refused = line.parse::<Sample>();
            assert_eq!(refused, Err(LineFault::new(fault, text)), "{line}");
        }
    }
}
