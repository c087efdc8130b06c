//! Sliding attacks by magic multiplication on boards of up to 64 squares.

use super::{Rng, Square, SquareSet};

/// A step on the board: files to the right, ranks up.
pub type Direction = (i8, i8);

/// For every square the squares a slider attacks, looked up by occupancy.
///
/// "Plain magic bitboards": the occupied squares that matter are multiplied by a constant that
/// maps them without harmful collision into a table. The constants are searched for at start-up
/// with a fixed seed, which for these boards takes a few milliseconds.
#[derive(Debug)]
pub struct SliderTable<const FILES: usize, const RANKS: usize, const SQUARES: usize> {
    entries: [Entry; SQUARES],
    attacks: Vec<u64>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    /// The squares whose occupancy matters: the lines without their last squares.
    mask: u64,
    magic: u64,
    offset: u32,
    shift: u32,
}

impl<const FILES: usize, const RANKS: usize, const SQUARES: usize>
    SliderTable<FILES, RANKS, SQUARES>
{
    /// The table of a slider that goes any distance in each of `directions`.
    pub fn new(directions: &[Direction]) -> Self {
        const { assert!(FILES * RANKS == SQUARES && SQUARES <= 64) };
        let mut rng = Rng::new(0x5EED_0F3A_61C0);
        let mut attacks = Vec::new();
        let mut trial = Trial::default();
        let entries = std::array::from_fn(|index| {
            let square = Square::<FILES, RANKS>::new(index);
            let mask = inner_lines(square, directions);
            let subsets: Vec<(u64, u64)> = subsets_of(mask)
                .map(|occupied| (occupied, walk(square, directions, occupied)))
                .collect();
            let shift = (64 - mask.count_ones()).min(63);
            let magic = trial.find(&subsets, shift, &mut rng);
            let offset = attacks.len() as u32;
            attacks.extend(&trial.table[..1 << (64 - shift)]);
            Entry { mask, magic, offset, shift }
        });
        SliderTable { entries, attacks }
    }

    /// The squares attacked from `square`: along each direction up to and with the first man.
    #[inline(always)]
    pub fn attacks(
        &self,
        square: Square<FILES, RANKS>,
        occupied: SquareSet<u64, FILES, RANKS>,
    ) -> SquareSet<u64, FILES, RANKS> {
        let entry = &self.entries[square.index()];
        let index = (occupied.word() & entry.mask).wrapping_mul(entry.magic) >> entry.shift;
        SquareSet::from_word(self.attacks[entry.offset as usize + index as usize])
    }
}

/// Working space for the search for a magic number. Slots are stamped with the number of the
/// attempt that wrote them, so that nothing needs clearing between attempts.
#[derive(Default)]
struct Trial {
    table: Vec<u64>,
    stamps: Vec<u32>,
    attempt: u32,
}

impl Trial {
    /// A number that maps each of `subsets` (occupancy, attacks) to a slot of its own attacks;
    /// leaves the slots in `self.table`.
    fn find(&mut self, subsets: &[(u64, u64)], shift: u32, rng: &mut Rng) -> u64 {
        let slots = 1 << (64 - shift);
        self.table.resize(slots.max(self.table.len()), 0);
        self.stamps.resize(slots.max(self.stamps.len()), 0);
        loop {
            // Numbers with few bits set are likelier to work.
            let magic = rng.next_u64() & rng.next_u64() & rng.next_u64();
            if self.fill(subsets, magic, shift) {
                return magic;
            }
        }
    }

    /// Whether `magic` fills the table without two different attack sets colliding.
    fn fill(&mut self, subsets: &[(u64, u64)], magic: u64, shift: u32) -> bool {
        self.attempt += 1;
        subsets.iter().all(|&(occupied, attacks)| {
            let slot = (occupied.wrapping_mul(magic) >> shift) as usize;
            if self.stamps[slot] != self.attempt {
                self.stamps[slot] = self.attempt;
                self.table[slot] = attacks;
            }
            self.table[slot] == attacks
        })
    }
}

/// The squares attacked from `square` with `occupied` squares, by walking.
fn walk<const FILES: usize, const RANKS: usize>(
    square: Square<FILES, RANKS>,
    directions: &[Direction],
    occupied: u64,
) -> u64 {
    let mut attacks = 0;
    for &(files, ranks) in directions {
        let mut here = square;
        while let Some(next) = here.offset(files, ranks) {
            attacks |= 1 << next.index();
            if occupied >> next.index() & 1 != 0 {
                break;
            }
            here = next;
        }
    }
    attacks
}

/// The squares on the lines from `square` that have a further square behind them.
fn inner_lines<const FILES: usize, const RANKS: usize>(
    square: Square<FILES, RANKS>,
    directions: &[Direction],
) -> u64 {
    let mut mask = 0;
    for &(files, ranks) in directions {
        let mut here = square.offset(files, ranks);
        while let Some(on) = here {
            here = on.offset(files, ranks);
            if here.is_some() {
                mask |= 1 << on.index();
            }
        }
    }
    mask
}

/// All subsets of `mask`, the empty one first (the "carry-rippler").
fn subsets_of(mask: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let subset = next?;
        let following = subset.wrapping_sub(mask) & mask;
        next = (following != 0).then_some(following);
        Some(subset)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare_with_walking<const FILES: usize, const RANKS: usize, const SQUARES: usize>(
        directions: &[Direction],
    ) {
        let table = SliderTable::<FILES, RANKS, SQUARES>::new(directions);
        let mut rng = Rng::new(1);
        for square in Square::<FILES, RANKS>::all() {
            for _ in 0..200 {
                let board = SquareSet::<u64, FILES, RANKS>::full().word();
                let occupied = rng.next_u64() & rng.next_u64() & board;
                assert_eq!(
                    table.attacks(square, SquareSet::from_word(occupied)).word(),
                    walk(square, directions, occupied),
                    "{square} {occupied:x}"
                );
            }
        }
    }

    #[test]
    fn magic_equals_walking() {
        let rook = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        let bishop = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
        compare_with_walking::<6, 6, 36>(&rook);
        compare_with_walking::<6, 6, 36>(&bishop);
        compare_with_walking::<8, 8, 64>(&bishop);
    }
}
