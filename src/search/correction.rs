//! Correction history (Caissa and Stockfish, 2023): static evaluations are corrected by how wrong those
//! of similar positions turned out to be when they were searched.

use crate::board::{GOLDEN_RATIO, Side};
use crate::game::Game;

use super::memory::{Marks, deed_index, marks, nudge, read};
use super::ordering::deeds;

/// Structures told apart; a power of two.
const STRUCTURES: usize = 1 << 14;
/// No error is remembered as greater than this, in units of 1/[`UNIT`] cp.
const MOST: i32 = 8192;
/// So much of an error is one cp.
const UNIT: i32 = 8;
/// Hundredths of the errors remembered for a structure, and after a deed, that are corrected.
const SHARES: [i32; 2] = [16, 11];

/// Errors of static evaluations, from the point of view of the side to move.
#[derive(Debug)]
pub(super) struct Corrections {
    /// By side to move and [`Game::structure`] of both sides.
    structures: Marks,
    /// By side to move and the enemy's last deed.
    deeds: Marks,
}

impl Corrections {
    /// Nothing is known to be wrong.
    pub(super) fn new<G: Game>() -> Self {
        Corrections { structures: marks(2 * STRUCTURES), deeds: marks(2 * deeds::<G>()) }
    }

    /// What to add to the static evaluation of `position`, in cp; `last` is the enemy's last deed.
    #[inline(always)]
    pub(super) fn of<G: Game>(&self, position: &G, last: Option<usize>) -> i32 {
        let structure = read(&self.structures[structure_index(position)]);
        let deed = last.map_or(0, |last| read(&self.deeds[deed_index::<G>(position.side(), last)]));
        (SHARES[0] * structure + SHARES[1] * deed) / (100 * UNIT)
    }

    /// Learns that the corrected evaluation of `position` was `error` cp less than the value of a
    /// search to `depth`.
    pub(super) fn learn<G: Game>(&self, position: &G, last: Option<usize>, depth: i32, error: i32) {
        let bonus = (error * depth / 8 * UNIT).clamp(-MOST / 4, MOST / 4);
        nudge(&self.structures[structure_index(position)], bonus, MOST);
        if let Some(last) = last {
            nudge(&self.deeds[deed_index::<G>(position.side(), last)], bonus, MOST);
        }
    }
}

#[inline(always)]
fn structure_index<G: Game>(position: &G) -> usize {
    let [white, black] = [Side::White, Side::Black].map(|side| position.structure(side));
    let mixed = white.wrapping_mul(GOLDEN_RATIO).rotate_left(32) ^ black;
    let hash = mixed.wrapping_mul(GOLDEN_RATIO) >> 40;
    position.side().index() * STRUCTURES + hash as usize % STRUCTURES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Options;
    use crate::games::knightfall::Knightfall;

    #[test]
    fn repeated_errors_are_corrected_for_similar_positions_and_the_same_side() {
        let position = Knightfall::start(Options::NONE);
        let similar = position.after(position.parse_move("c1b3").unwrap());
        let similar = similar.after(similar.parse_move("c6b4").unwrap());
        let pawn_moved = position.after(position.parse_move("c2c3").unwrap());
        let pawn_moved = pawn_moved.after(pawn_moved.parse_move("c6b4").unwrap());
        let corrections = Corrections::new::<Knightfall>();
        assert_eq!(corrections.of(&position, None), 0);
        let mut before = 0;
        for _ in 0..3 {
            corrections.learn(&position, None, 8, 100);
            let now = corrections.of(&position, None);
            assert!(before < now && now < 100, "{before} {now}");
            before = now;
        }
        assert_eq!(corrections.of(&similar, None), before);
        assert_eq!(corrections.of(&pawn_moved, None), 0);
        assert_eq!(corrections.of(&position.after_null(), None), 0);
    }

    #[test]
    fn no_error_is_too_great() {
        let position = Knightfall::start(Options::NONE);
        let corrections = Corrections::new::<Knightfall>();
        for error in [40_000, -40_000] {
            (0..1_000).for_each(|_| corrections.learn(&position, Some(5), 127, error));
            let correction = corrections.of(&position, Some(5));
            let most = MOST / UNIT * (SHARES[0] + SHARES[1]) / 100;
            assert!(correction.abs() <= most && correction.signum() == error.signum());
        }
    }
}
