//! Positions with a forced win: sets of them as text, how they are [found](find), and what the search
//! makes of them ([`solve`]).
//!
//! A line is `FEN ;dm N`: the side to move wins in `N` moves of its own at the soonest, whatever the
//! other side plays (EPD's opcode "direct mate"; here for every kind of win). Other opcodes are
//! passed over. In all else a set is like a perft suite ([`crate::suite`]): before the FEN may stand
//! whose position it is, and `#` begins a comment.

pub mod find;
pub mod solve;

use std::fmt;

use crate::fen;
use crate::game::{GameInfo, Options, Variant};
use crate::lines::LineFault;
use crate::proof::LONGEST;
use crate::suite::{self, SuiteError};

/// The most moves in which a win can be said to be forced.
pub const MOST_MOVES: u32 = LONGEST.div_ceil(2);

/// A position with a forced win.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The number of its line in the file, from 1.
    pub line: usize,
    /// The game it belongs to.
    pub game: &'static GameInfo,
    /// The options it is played with.
    pub options: Options,
    /// The position; whoever wants to solve it finds out whether the game accepts it.
    pub fen: String,
    /// The moves of the side to move in which it wins.
    pub moves: u32,
}

impl Problem {
    /// Plies to the end of the game.
    pub fn plies(&self) -> u32 {
        plies(self.moves)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { fen, moves, .. } = self;
        write!(f, "{}: {fen} ;dm {moves}", suite::owner(self.game, self.options))
    }
}

/// The plies of a win in so many moves of the winner, who begins and ends.
pub fn plies(moves: u32) -> u32 {
    2 * moves - 1
}

/// Reads a set. Lines that name no game belong to `default`, with its options.
///
/// # Errors
/// Names the first line that is wrong, what is wrong with it, and the text.
pub fn parse(text: &str, default: Option<Variant>) -> Result<Vec<Problem>, SuiteError> {
    suite::read_lines(text, |line, text| read_line(line, text, default))
}

fn read_line(line: usize, text: &str, default: Option<Variant>) -> Result<Problem, LineFault> {
    let (owner, rest) = suite::split_owner(text);
    let (fen, operations) = fen::split_epd(rest);
    if fen.is_empty() {
        return Err(LineFault::new("no position", text));
    }
    let (game, options) = suite::variant(owner, default, fen)?;
    let mut operations = operations.split(';').map(str::trim);
    let mate = operations.find_map(|operation| operation.strip_prefix("dm "));
    let mate = mate.ok_or_else(|| LineFault::new("no distance of the form dm 3", text))?;
    let moves = mate.trim().parse().ok().filter(|moves| (1..=MOST_MOVES).contains(moves));
    let moves = moves.ok_or_else(|| LineFault::new("not a number of moves", mate))?;
    Ok(Problem { line, game, options, fen: fen.to_owned(), moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    const FEN: &str = "2R3/6/6/5R/6/n4N w - - 0 1";

    fn knightfall() -> Option<Variant> {
        games::find("knightfall").map(|game| (game, Options::NONE))
    }

    #[test]
    fn distances_are_read_in_either_form() {
        let text = format!(
            "# set\n\n{FEN} ;dm 2\n{FEN} dm 3; id \"x\";\nknightfall: {FEN} ;id 1 ;dm 50 # c\n"
        );
        let set = parse(&text, knightfall()).unwrap();
        let read: Vec<_> =
            set.iter().map(|p| (p.line, p.fen.as_str(), p.moves, p.plies())).collect();
        assert_eq!(read, [(3, FEN, 2, 3), (4, FEN, 3, 5), (5, FEN, 50, 99)]);
        let again = parse(&set[0].to_string(), None).unwrap();
        assert_eq!((again[0].fen.as_str(), again[0].moves), (FEN, 2));
    }

    #[test]
    fn every_wrong_line_is_named() {
        for (line, fault) in [
            (FEN.to_owned(), "no distance"),
            (format!("{FEN} ;dm"), "no distance"),
            (format!("{FEN} ;dm 0"), "not a number of moves: \"0\""),
            (format!("{FEN} ;dm -1"), "not a number of moves: \"-1\""),
            (format!("{FEN} ;dm 51"), "not a number of moves: \"51\""),
            (format!("halma: {FEN} ;dm 2"), "no game \"halma\""),
            ("knightfall: ;dm 2".to_owned(), "no position"),
        ] {
            let error = parse(&format!("#\n{line}"), knightfall()).unwrap_err();
            assert_eq!(error.line, 2, "{line}");
            assert!(error.to_string().contains(fault), "{error}");
        }
        assert!(parse(&format!("{FEN} ;dm 2"), None).is_err());
    }
}
