//! What moves win and lose at once, and by the exchange that may follow.

use arrayvec::ArrayVec;

use super::attacks::TABLES;
use super::{CritterMate, Kind, Move, Set};
use crate::board::{Side, multiversion};
use crate::games::six::{self, Board};

/// Worth of each kind in cp, by [`Kind`]. The king is never lost.
const VALUES: [i32; 10] = [100, 300, 300, 480, 900, 0, 600, 600, 600, 560];

/// The order in which men take: the least first, the king last.
const ORDER: [Kind; 10] = [
    Kind::Pawn,
    Kind::Knight,
    Kind::Bishop,
    Kind::Rook,
    Kind::Wildcat,
    Kind::Hippogriff,
    Kind::Raven,
    Kind::Hound,
    Kind::Queen,
    Kind::King,
];

/// What a pawn wins by becoming a queen.
const PROMOTION: i32 = VALUES[Kind::Queen as usize] - VALUES[Kind::Pawn as usize];

#[inline(always)]
fn worth(kind: Kind) -> i32 {
    VALUES[kind as usize]
}

/// What a move wins at once, in cp.
#[inline(always)]
pub(super) fn gain(position: &CritterMate, mv: Move) -> i32 {
    let takes = position.sides[(!position.side).index()].contains(mv.to());
    let taken = if takes { worth(position.kind_on(mv.to())) } else { 0 };
    let promoted = mv.promotion().map_or(0, |kind| worth(kind) - worth(Kind::Pawn));
    taken + promoted
}

multiversion! {
    /// What a move wins, in cp, if both sides then take on its goal, each time with the least man,
    /// as long as that pays: the swap-off algorithm, or static exchange evaluation. Pins are not
    /// looked at; a ban on White's familiar counts as if it lasted.
    pub(super) fn exchange(position: &CritterMate, mv: Move) -> i32 {
        swap_off(position, mv)
    }
}

#[inline(always)]
fn swap_off(position: &CritterMate, mv: Move) -> i32 {
    let first = gain(position, mv);
    if mv.castles() {
        return first;
    }
    let (mut side, to) = (position.side, mv.to());
    let mut standing = mv.promotion().unwrap_or(mv.kind());
    let mut occupied = position.occupied().minus(Set::of(mv.from()));
    let frozen = if position.frozen { position.familiar(Side::White) } else { Set::EMPTY };
    // Men that have taken leave `occupied`, and so they uncover the sliders behind them.
    let attackers = |side: Side, occupied: Set| {
        (TABLES.attackers(position, side, to, occupied) & occupied).minus(frozen)
    };
    let promotes = six::LAST_RANKS.contains(to);
    let mut gains = ArrayVec::<i32, 36>::new();
    loop {
        side = !side;
        let Some((man, kind)) = least(position, attackers(side, occupied)) else { break };
        occupied = occupied.minus(man);
        if kind == Kind::King && !attackers(!side, occupied).is_empty() {
            break;
        }
        let promotes = promotes && kind == Kind::Pawn;
        gains.push(worth(standing) + if promotes { PROMOTION } else { 0 });
        standing = if promotes { Kind::Queen } else { kind };
    }
    // Nobody need take.
    first - gains.into_iter().rev().fold(0, |answer, gain| (gain - answer).max(0))
}

/// The first of `attackers` in the order in which they take.
#[inline(always)]
fn least(position: &CritterMate, attackers: Set) -> Option<(Set, Kind)> {
    if attackers.is_empty() {
        return None;
    }
    let of_kind = |kind: Kind| Some((Set::of((attackers & position.all(kind)).first()?), kind));
    ORDER.into_iter().find_map(of_kind)
}
