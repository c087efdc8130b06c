//! Evaluation: material, how far soldiers have come, how central pieces stand, the king's cover.

use super::soldiers::{Soldier, stepped};
use super::{Horizons, Kind, Man, Move, Set, Square, Tag};
use crate::board::{Side, multiversion};
use crate::game::Game;
use crate::games::steps::KING;

/// Worth of each kind in cp, by [`Kind`]: the inventor's, who values no spent Warrior.
const VALUES: [i32; 12] = [100, 200, 150, 200, 300, 350, 400, 500, 750, 800, 900, 0];
/// Worth in cp of each rank that a soldier has gone forward, by rank as seen from its side.
const ADVANCE: [i32; 12] = [0, 0, 2, 6, 12, 18, 26, 36, 50, 75, 120, 0];
/// Worth in cp of each step nearer to the centre, by [`Kind`].
const CENTRE: [i32; 12] = [2, 2, 2, 1, 8, 5, 5, 1, 3, 3, 2, 0];
/// Worth in cp of each soldier next to the king, as long as the enemy has pieces to attack it with.
const COVER: i32 = 12;
/// What it costs in cp that the king has left its first rank by one rank, under the same condition.
const EXPOSED: i32 = 15;
/// Enemy pieces, in cp, from which on the king must hide.
const DANGEROUS: i32 = 1500;
/// No evaluation is larger, however many queens a FEN has.
const LIMIT: i32 = 15_000;

/// The man that a legal move takes.
pub(super) fn victim(position: &Horizons, mv: Move) -> Option<Man> {
    match mv.tag() {
        Tag::Push => None,
        Tag::EnPassant => position.en_passant.and_then(|e| position.man(e.victim)),
        _ => position.man(mv.to()),
    }
}

pub(super) fn gain(position: &Horizons, mv: Move) -> i32 {
    let worth = |kind: Kind| VALUES[kind as usize];
    let taken = victim(position, mv).map_or(0, |man| worth(man.kind()));
    let lost = position.man(mv.from()).map_or(0, |man| worth(man.kind()));
    taken + position.becomes(mv).map_or(0, |kind| worth(kind) - lost)
}

multiversion! {
    pub(super) fn evaluate(position: &Horizons) -> i32 {
        let us = position.side();
        (one_side(position, us) - one_side(position, !us)).clamp(-LIMIT, LIMIT)
    }
}

multiversion! {
    pub(super) fn in_check(position: &Horizons) -> bool {
        position.is_checked(position.side)
    }
}

#[inline(always)]
fn one_side(position: &Horizons, side: Side) -> i32 {
    let mut score = 0;
    for kind in Kind::ALL {
        let men = position.men(side, kind);
        score += VALUES[kind as usize] * men.len() as i32;
        for square in men {
            score += CENTRE[kind as usize] * centrality(square);
            if Soldier::of(kind).is_some() {
                score += ADVANCE[rank_of(square, side)];
            }
        }
    }
    score + king_safety(position, side)
}

#[inline(always)]
fn king_safety(position: &Horizons, side: Side) -> i32 {
    let attackers: i32 = Kind::ALL
        .into_iter()
        .filter(|&kind| Soldier::of(kind).is_none())
        .map(|kind| VALUES[kind as usize] * position.men(!side, kind).len() as i32)
        .sum();
    if attackers < DANGEROUS {
        return 0;
    }
    let king = position.king(side);
    let around =
        KING.iter().fold(Set::EMPTY, |all, &step| all | stepped(Set::of(king), step, side));
    let soldiers = [Kind::Pawn, Kind::Warrior, Kind::Spent, Kind::Shielder];
    let cover: usize = soldiers.iter().map(|&kind| (position.men(side, kind) & around).len()).sum();
    COVER * cover as i32 - EXPOSED * rank_of(king, side) as i32
}

/// The rank as seen from `side`, 0 for its first.
#[inline(always)]
fn rank_of(square: Square, side: Side) -> usize {
    match side {
        Side::White => square.rank(),
        Side::Black => 11 - square.rank(),
    }
}

/// How many steps a square is from the edge, 0 to 5.
#[inline(always)]
fn centrality(square: Square) -> i32 {
    let inward = |line: usize| line.min(11 - line);
    inward(square.file()).min(inward(square.rank())) as i32
}
