//! Evaluation: the last capture wins, so what counts is how many captures each side has left.

use super::movegen::count;
use super::{KnightsRoses, Move};
use crate::board::{Side, multiversion};

/// Worth in cp of taking an enemy man; taking one's own costs as much.
const MAN: i32 = 100;
/// Worth in cp of each capture that a side has.
const CAPTURE: i32 = 10;
/// Worth in cp of being on move.
const TEMPO: i32 = 15;

pub(super) fn gain(position: &KnightsRoses, mv: Move) -> i32 {
    if position.side_on(mv.to()) == position.side { -MAN } else { MAN }
}

multiversion! {
    pub(super) fn evaluate(position: &KnightsRoses) -> i32 {
        let us = position.side;
        TEMPO + one_side(position, us) - one_side(position, !us)
    }
}

#[inline(always)]
fn one_side(position: &KnightsRoses, side: Side) -> i32 {
    let men = position.sides[side.index()].len() as i32;
    CAPTURE * count(position, side) as i32 + MAN / 4 * men
}
