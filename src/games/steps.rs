//! Step patterns of the men, and tables made of them.

use crate::board::{Direction, Square, SquareSet, Word};

/// Betza `W` as single steps, `R` as directions of a slider.
pub const ROOK: [Direction; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
/// Betza `F` as single steps, `B` as directions of a slider.
pub const BISHOP: [Direction; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
/// Betza `K`: the eight neighbours.
pub const KING: [Direction; 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
/// Betza `N`.
pub const KNIGHT: [Direction; 8] =
    [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// For every square the squares that a leaper with these leaps reaches.
pub fn leaper_table<W: Word, const FILES: usize, const RANKS: usize, const SQUARES: usize>(
    leaps: &[Direction],
) -> [SquareSet<W, FILES, RANKS>; SQUARES] {
    const { assert!(SQUARES == FILES * RANKS) };
    std::array::from_fn(|index| {
        let square = Square::new(index);
        leaps.iter().filter_map(|&(files, ranks)| square.offset(files, ranks)).collect()
    })
}
