//! Small pieces of text that several games' notations share.

use crate::board::Side;
use crate::game::{Game, Man};

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

/// What follows the two squares of a move: nothing, or one letter in either case (given back in
/// upper case), which some programs precede by `=`. The outer `None` says that it is neither.
pub fn suffix_letter(suffix: &str) -> Option<Option<char>> {
    let suffix = suffix.strip_prefix('=').unwrap_or(suffix);
    let mut letters = suffix.chars();
    match (letters.next(), letters.next()) {
        (None, _) if suffix.is_empty() => Some(None),
        (Some(letter), None) if letter.is_ascii_alphabetic() => {
            Some(Some(letter.to_ascii_uppercase()))
        }
        _ => None,
    }
}
