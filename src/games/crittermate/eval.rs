//! Evaluation: material, mobility, advanced pawns, the king's neighbourhood.

use super::attacks::TABLES;
use super::{CritterMate, Kind, Move, Set};
use crate::board::{Side, multiversion};
use crate::game::Game;

/// What the men of one kind count, in cp.
struct Weights {
    /// The man itself.
    value: i32,
    /// Each square that it attacks and no man of its own side stands on.
    mobility: i32,
    /// Each square next to the enemy king that it attacks.
    siege: i32,
}

/// By [`Kind`].
const WEIGHTS: [Weights; 10] = [
    Weights { value: 100, mobility: 0, siege: 0 },
    Weights { value: 300, mobility: 6, siege: 6 },
    Weights { value: 300, mobility: 6, siege: 6 },
    Weights { value: 480, mobility: 4, siege: 8 },
    Weights { value: 900, mobility: 3, siege: 10 },
    Weights { value: 0, mobility: 0, siege: 0 },
    Weights { value: 600, mobility: 5, siege: 8 },
    Weights { value: 600, mobility: 5, siege: 8 },
    Weights { value: 600, mobility: 5, siege: 8 },
    Weights { value: 560, mobility: 5, siege: 8 },
];
/// Worth in cp of a pawn on each rank, counted from its own side, beyond its value.
const PAWN_RANKS: [i32; 6] = [0, 0, 8, 20, 60, 0];
/// Worth in cp of each man of one's own next to one's king.
const SHELTER: i32 = 8;

pub(super) fn gain(position: &CritterMate, mv: Move) -> i32 {
    let value = |kind: Kind| WEIGHTS[kind as usize].value;
    let takes = position.sides[(!position.side).index()].contains(mv.to());
    let taken = if takes { value(position.kind_on(mv.to())) } else { 0 };
    let promoted = mv.promotion().map_or(0, |kind| value(kind) - value(Kind::Pawn));
    taken + promoted
}

multiversion! {
    pub(super) fn evaluate(position: &CritterMate) -> i32 {
        let us = position.side();
        one_side(position, us) - one_side(position, !us)
    }
}

multiversion! {
    pub(super) fn in_check(position: &CritterMate) -> bool {
        !position.checkers(position.side).is_empty()
    }
}

#[inline(always)]
fn one_side(position: &CritterMate, side: Side) -> i32 {
    let tables = &*TABLES;
    let (ours, occupied) = (position.sides[side.index()], position.occupied());
    let around = |side: Side| tables.attacks(Kind::King, position.king(side), Set::EMPTY);
    let besieged = around(!side);
    let mut score = SHELTER * (around(side) & ours).len() as i32;
    for (kind, weights) in Kind::ALL.into_iter().zip(&WEIGHTS) {
        for square in position.men(side, kind) {
            let attacked = tables.attacks(kind, square, occupied);
            score += weights.value
                + weights.mobility * attacked.minus(ours).len() as i32
                + weights.siege * (attacked & besieged).len() as i32;
        }
    }
    for pawn in position.men(side, Kind::Pawn) {
        let rank = if side == Side::White { pawn.rank() } else { 5 - pawn.rank() };
        score += PAWN_RANKS[rank];
    }
    score
}
