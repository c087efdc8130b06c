//! Evaluation: material, and how near a side is to losing its last knight.

use super::{Kind, Knightfall, Move};
use crate::board::{Side, multiversion};
use crate::game::Game;

/// Worth of each kind in cp, by [`Kind`].
const VALUES: [i32; 4] = [100, 320, 320, 500];
/// Worth in cp of having one, two, three or more knights, beyond their material: the last one is
/// the game.
const KNIGHTS_LEFT: [i32; 4] = [0, 0, 250, 350];
/// Worth in cp of a pawn's ranks behind it.
const PAWN_ADVANCE: i32 = 8;
/// Worth in cp of standing on one of the four centre squares, for any piece.
const CENTRE: i32 = 12;

pub(super) fn gain(position: &Knightfall, mv: Move) -> i32 {
    let taken = if position.occupied().contains(mv.to()) {
        VALUES[position.kind_on(mv.to()) as usize]
    } else {
        0
    };
    let promoted = mv.promotion().map_or(0, |kind| VALUES[kind as usize] - VALUES[0]);
    taken + promoted
}

multiversion! {
    pub(super) fn evaluate(position: &Knightfall) -> i32 {
        let us = position.side();
        one_side(position, us) - one_side(position, !us)
    }
}

#[inline(always)]
fn one_side(position: &Knightfall, side: Side) -> i32 {
    let mut score = 0;
    for kind in Kind::ALL {
        let men = position.men(side, kind);
        score += VALUES[kind as usize] * men.len() as i32;
        for square in men {
            let central = matches!(square.file(), 2 | 3) && matches!(square.rank(), 2 | 3);
            score += match kind {
                Kind::Pawn if side == Side::White => PAWN_ADVANCE * square.rank() as i32,
                Kind::Pawn => PAWN_ADVANCE * (5 - square.rank() as i32),
                _ => CENTRE * central as i32,
            };
        }
    }
    let knights = position.men(side, Kind::Knight).len();
    score + KNIGHTS_LEFT[knights.min(KNIGHTS_LEFT.len() - 1)]
}
