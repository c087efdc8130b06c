//! Castling.

use super::attacks::is_attacked;
use super::movegen::Sink;
use super::ways::Ways;
use super::zones::zone;
use super::{Horizons, Move, Set, Square, Tag};

/// One way of castling.
pub(super) struct Castling {
    /// Its bit in [`Horizons::castling`].
    pub(super) right: u8,
    /// Its letter in a FEN.
    pub(super) letter: char,
    /// Where the king stands and where it goes.
    pub(super) king: [Square; 2],
    /// Where the rook stands and where it goes.
    pub(super) rook: [Square; 2],
    /// The squares strictly between king and rook.
    between: Set,
}

impl Castling {
    /// Towards the l-file.
    const fn short(right: u8, letter: char, rank: usize) -> Self {
        Castling {
            right,
            letter,
            king: [Square::at(6, rank), Square::at(9, rank)],
            rook: [Square::at(11, rank), Square::at(8, rank)],
            between: zone(0b0111_1000_0000, 1 << rank),
        }
    }

    /// Towards the a-file.
    const fn long(right: u8, letter: char, rank: usize) -> Self {
        Castling {
            right,
            letter,
            king: [Square::at(6, rank), Square::at(3, rank)],
            rook: [Square::at(0, rank), Square::at(4, rank)],
            between: zone(0b0000_0011_1110, 1 << rank),
        }
    }

    /// The squares that the king crosses, and its goal.
    fn crossed(&self) -> impl Iterator<Item = Square> {
        let [from, to] = self.king.map(Square::index);
        let crossed = if from < to { from + 1..to + 1 } else { to..from };
        crossed.map(Square::new)
    }
}

/// By side: castling towards the l-file and towards the a-file.
pub(super) const CASTLINGS: [[Castling; 2]; 2] = [
    [Castling::short(1, 'K', 0), Castling::long(2, 'Q', 0)],
    [Castling::short(4, 'k', 11), Castling::long(8, 'q', 11)],
];

/// By side: all its castling rights.
const RIGHTS: [u8; 2] = {
    let [[white_short, white_long], [black_short, black_long]] = &CASTLINGS;
    [white_short.right | white_long.right, black_short.right | black_long.right]
};

/// By square: the castling rights that end when a man leaves it or arrives on it.
pub(super) const RIGHTS_AT: [u8; Horizons::COUNT] = {
    let mut rights = [0; Horizons::COUNT];
    let mut n = 0;
    while n < 4 {
        let castling = &CASTLINGS[n / 2][n % 2];
        rights[castling.king[0].index()] |= castling.right;
        rights[castling.rook[0].index()] |= castling.right;
        n += 1;
    }
    rights
};

/// The legal castling moves, for a king that is not in check.
#[inline(always)]
pub(super) fn visit(position: &Horizons, ways: &Ways, sink: &mut impl Sink) {
    let us = position.side;
    if position.castling & RIGHTS[us.index()] == 0 {
        return;
    }
    let occupied = position.occupied();
    for castling in &CASTLINGS[us.index()] {
        if position.castling & castling.right != 0
            && !castling.between.meets(occupied)
            && !castling.crossed().any(|on| is_attacked(position, ways, on, !us, occupied))
        {
            let mv = Move::new(castling.king[0], castling.king[1]).tagged(Tag::Castling);
            if position.is_safe_after(mv) {
                sink.special(mv);
            }
        }
    }
}
