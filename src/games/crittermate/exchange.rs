//! What moves win and lose at once, and by the exchange that may follow.

use super::attacks::TABLES;
use super::{CritterMate, Kind, Move, Set, Square};
use crate::board::{Side, multiversion};
use crate::games::six::{self, Board, Exchange as _};

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
    /// What a move wins, in cp, and the exchange on its goal that may follow. Pins are not looked at;
    /// a ban on White's familiar counts as if it lasted.
    pub(super) fn exchange(position: &CritterMate, mv: Move) -> i32 {
        gain_with_exchange(position, mv)
    }
}

#[inline(always)]
fn gain_with_exchange(position: &CritterMate, mv: Move) -> i32 {
    let (to, first) = (mv.to(), gain(position, mv));
    if mv.castles() {
        return first;
    }
    let standing = mv.promotion().unwrap_or(mv.kind());
    let occupied = position.occupied().minus(Set::of(mv.from()));
    let frozen = if position.frozen { position.familiar(Side::White) } else { Set::EMPTY };
    first - Exchange { position, frozen }.swap_off(to, !position.side, standing, occupied)
}

/// An exchange in which the men of `frozen` take no part.
struct Exchange<'a> {
    position: &'a CritterMate,
    frozen: Set,
}

impl Exchange<'_> {
    /// The men of `side` that attack `square`.
    #[inline(always)]
    fn attackers(&self, side: Side, square: Square, occupied: Set) -> Set {
        let attackers = TABLES.attackers(self.position, side, square, occupied);
        (attackers & occupied).minus(self.frozen)
    }
}

impl six::Exchange<CritterMate> for Exchange<'_> {
    const PROMOTED: Kind = Kind::Queen;

    #[inline(always)]
    fn taker(&self, side: Side, square: Square, occupied: Set) -> Option<(Set, Kind)> {
        let taker = six::first_of(self.position, self.attackers(side, square, occupied), ORDER);
        // A king takes only what nobody guards.
        taker.filter(|&(man, kind)| {
            kind != Kind::King || self.attackers(!side, square, occupied.minus(man)).is_empty()
        })
    }

    #[inline(always)]
    fn worth(&self, _side: Side, kind: Kind) -> i32 {
        worth(kind)
    }

    #[inline(always)]
    fn lose(&mut self, _side: Side, _kind: Kind) -> bool {
        false
    }
}
