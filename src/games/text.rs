//! Small pieces of text that several games' notations share.

use std::fmt;

use crate::board::{Side, Square};
use crate::game::{Game, Man, MoveError};

/// The side and kind (place in `men`) of the man a FEN letter stands for.
pub fn man_of_letter(men: &[Man], letter: char) -> Option<(Side, usize)> {
    let kind = men.iter().position(|man| man.letter == letter.to_ascii_uppercase())?;
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    Some((side, kind))
}

/// The FEN letter of the man on a square, if there is one.
pub fn letter_on<G: Game>(position: &G, square: usize) -> Option<char> {
    let (side, kind) = position.man_at(square)?;
    Some(side.case(G::INFO.men[kind].letter))
}

/// The two squares with which a move's text begins, and what follows them.
///
/// # Errors
/// [`MoveError::Unreadable`] if it does not begin with two squares of the board.
pub fn read_squares<const FILES: usize, const RANKS: usize>(
    text: &str,
) -> Result<(Square<FILES, RANKS>, Square<FILES, RANKS>, &str), MoveError> {
    let read = || {
        let (from, rest) = Square::parse_prefix(text)?;
        let (to, suffix) = Square::parse_prefix(rest)?;
        Some((from, to, suffix))
    };
    read().ok_or_else(|| MoveError::Unreadable(text.to_owned()))
}

/// The text of a move by way of a third square, on which something happens, as XBoard has it: in two
/// legs, `FROMVIA,VIATO`.
pub fn in_legs<S: fmt::Display>([from, via, to]: [S; 3]) -> String {
    format!("{from}{via},{via}{to}")
}

/// The three squares of a move in two legs, as [`in_legs`] writes it.
pub fn read_legs<const FILES: usize, const RANKS: usize>(
    text: &str,
) -> Option<[Square<FILES, RANKS>; 3]> {
    let (first, second) = text.split_once(',')?;
    let (from, rest) = Square::parse_prefix(first)?;
    let via = Square::parse(rest)?;
    let (again, rest) = Square::parse_prefix(second)?;
    (again == via).then_some([from, via, Square::parse(rest)?])
}

/// What follows the two squares of a move: the letter of what the man becomes, in lower case, if it
/// becomes something.
pub fn suffix(becomes: Option<char>) -> String {
    becomes.map(|letter| letter.to_ascii_lowercase().to_string()).unwrap_or_default()
}

/// The same in a text for people.
pub fn suffix_for_people(becomes: Option<char>) -> String {
    becomes.map(|letter| format!("={letter}")).unwrap_or_default()
}

/// Reads what follows the two squares of a move: nothing, or one letter in either case (given back in
/// upper case), which some programs precede by `=`. The outer `None` says that it is neither.
pub fn suffix_letter(suffix: &str) -> Option<Option<char>> {
    if suffix.is_empty() {
        return Some(None);
    }
    let mut letters = suffix.strip_prefix('=').unwrap_or(suffix).chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => {
            Some(Some(letter.to_ascii_uppercase()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suffix_is_nothing_or_one_letter() {
        assert_eq!(suffix_letter(""), Some(None));
        for suffix in ["q", "Q", "=q", "=Q"] {
            assert_eq!(suffix_letter(suffix), Some(Some('Q')), "{suffix}");
        }
        for suffix in ["=", "==", "==q", "q=", "qq", "1", "é", " "] {
            assert_eq!(suffix_letter(suffix), None, "{suffix:?}");
        }
    }

    #[test]
    fn two_squares_are_read_and_the_rest_is_left() {
        let read = |text| {
            read_squares::<12, 12>(text)
                .map(|(from, to, rest)| (from.to_string(), to.to_string(), rest))
        };
        assert_eq!(read("a11a12q"), Ok(("a11".to_owned(), "a12".to_owned(), "q")));
        for text in ["", "a1", "a1q", "a1m1", "A1a2"] {
            assert_eq!(read(text), Err(MoveError::Unreadable(text.to_owned())));
        }
    }
}
