//! A cache of static evaluations: where they are slow it spares those of positions met again, by
//! another order of moves or by a second search of the same node.

use crate::game::Game;

use super::score;

/// Evaluations kept; a power of two.
const SLOTS: usize = 1 << 16;
/// Bits of a slot that hold the evaluation; the others hold the key's.
const VALUE_BITS: u32 = 16;

/// Static evaluations of positions by their keys. A slot is the key, with the evaluation in place of
/// the lowest bits, which tell where the slot is.
#[derive(Debug)]
pub(super) struct Evaluations(Box<[u64]>);

impl Evaluations {
    pub(super) fn new() -> Self {
        Evaluations(vec![0; SLOTS].into_boxed_slice())
    }

    /// The static evaluation of `position` as a value of the search, in cp for the side to move.
    #[inline(always)]
    pub(super) fn of<G: Game>(&mut self, position: &G) -> i32 {
        let key = position.key();
        let slot = &mut self.0[key as usize % SLOTS];
        if (*slot ^ key) >> VALUE_BITS == 0 {
            return i32::from(*slot as u16 as i16);
        }
        let value = score::of_evaluation(position.evaluate());
        *slot = key >> VALUE_BITS << VALUE_BITS | u64::from(value as i16 as u16);
        value
    }
}
