//! Sets of squares that never change.

use super::{Horizons, Set};
use crate::board::Triple;

/// The set of the squares whose file and rank `mask_file` and `mask_rank` have a bit for.
pub(super) const fn zone(files: u16, ranks: u16) -> Set {
    let mut words = [0; 3];
    let mut index = 0;
    while index < Horizons::COUNT {
        if files >> (index % 12) & ranks >> (index / 12) & 1 != 0 {
            words[index / 64] |= 1 << (index % 64);
        }
        index += 1;
    }
    Set::from_word(Triple::new(words))
}

/// All files, or all ranks.
pub(super) const ALL: u16 = 0xFFF;
/// The whole board.
pub(super) const BOARD: Set = zone(ALL, ALL);
pub(super) const FILE_A: Set = zone(1, ALL);
pub(super) const FILE_L: Set = zone(1 << 11, ALL);
/// By side: the rank from which soldiers may take a double step.
pub(super) const HOME: [Set; 2] = [zone(ALL, 1 << 1), zone(ALL, 1 << 10)];
/// By side: the rank on which soldiers are promoted.
pub(super) const LAST: [Set; 2] = [zone(ALL, 1 << 11), zone(ALL, 1)];
/// Both of them. Nobody's soldiers get to the other side's.
pub(super) const PROMOTING: Set = zone(ALL, 1 | 1 << 11);
/// By side and rank: the ranks further forward.
pub(super) const AHEAD: [[Set; 12]; 2] = {
    let mut ahead = [[Set::EMPTY; 12]; 2];
    let mut rank = 0;
    while rank < 12 {
        ahead[0][rank] = zone(ALL, ALL << (rank + 1) & ALL);
        ahead[1][rank] = zone(ALL, ALL >> (12 - rank));
        rank += 1;
    }
    ahead
};
