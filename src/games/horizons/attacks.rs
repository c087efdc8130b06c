//! Attacks, checks and pins.

use super::soldiers::{Soldier, stepped};
use super::ways::Ways;
use super::zones::BOARD;
use super::{Horizons, Kind, Set, Square};
use crate::board::Side;

/// Calls `found` for every man of `by` that takes on `target` as soon as a set of squares between
/// is empty, with its square and that set, until `found` says `true`; whether it did.
#[inline(always)]
pub(super) fn any_taker(
    position: &Horizons,
    ways: &Ways,
    target: Square,
    by: Side,
    mut found: impl FnMut(Square, Set) -> bool,
) -> bool {
    let near = |soldier: Soldier| ways.soldiers[by.index()][soldier as usize][target.index()];
    let leapers = position.kind(Kind::Knight) & ways.knight[target.index()]
        | position.kind(Kind::King) & ways.king[target.index()]
        | position.kind(Kind::Pawn) & near(Soldier::Pawn)
        | (position.kind(Kind::Warrior) | position.kind(Kind::Spent)) & near(Soldier::Warrior)
        | position.kind(Kind::Shielder) & near(Soldier::Shielder);
    for origin in leapers & position.all(by) {
        if found(origin, Set::EMPTY) {
            return true;
        }
    }
    for (riders, way) in ways.riders(position, by) {
        for origin in riders & way.takers(target) {
            if found(origin, way.between(origin, target)) {
                return true;
            }
        }
    }
    Soldier::Warrior.takes().iter().any(|&(files, ranks)| {
        let back = (-files, -ranks);
        let over = stepped(Set::of(target), back, by);
        let chargers = stepped(over, back, by) & position.men(by, Kind::Warrior);
        chargers.first().is_some_and(|origin| found(origin, over))
    })
}

/// Whether a man of `by` could take on `target`, with men on the squares `occupied`.
#[inline(always)]
pub(super) fn is_attacked(
    position: &Horizons,
    ways: &Ways,
    target: Square,
    by: Side,
    occupied: Set,
) -> bool {
    any_taker(position, ways, target, by, |_, between| !between.meets(occupied))
}

/// What threatens the king of the side to move.
pub(super) struct Danger {
    king: Square,
    /// Whether the king is in check.
    pub(super) check: bool,
    /// The squares to go to that answer every check, for a man that is not pinned: all of them if
    /// there is no check.
    pub(super) answers: Set,
    /// Our men that alone stand between the king and an attacker.
    pub(super) pinned: Set,
}

impl Danger {
    /// The danger that the side to move is in.
    #[inline(always)]
    pub(super) fn of(position: &Horizons, ways: &Ways, king: Square) -> Danger {
        let us = position.side;
        let mut danger = Danger { king, check: false, answers: BOARD, pinned: Set::EMPTY };
        any_taker(position, ways, king, !us, |origin, between| {
            let blockers = between & position.occupied();
            if blockers.is_empty() {
                danger.check = true;
                danger.answers &= between | Set::of(origin);
            } else if blockers.len() == 1 {
                danger.pinned |= blockers & position.all(us);
            }
            false
        });
        danger
    }

    /// The squares to which the pinned man on `origin` may go as far as its pins are concerned:
    /// the attacker's, or others between it and the king.
    #[inline(always)]
    pub(super) fn pin(&self, position: &Horizons, ways: &Ways, origin: Square) -> Set {
        let pinned = Set::of(origin);
        let mut free = BOARD;
        any_taker(position, ways, self.king, !position.side, |attacker, between| {
            if between & position.occupied() == pinned {
                free &= between | Set::of(attacker);
            }
            false
        });
        free
    }
}
