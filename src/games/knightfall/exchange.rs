//! What moves win and lose at once, and by the exchange that may follow.

use super::movegen::TABLES;
use super::{Kind, Knightfall, Move, Set, Square};
use crate::board::{Side, multiversion};
use crate::game::Game;
use crate::games::six::{self, Board, Exchange as _};

/// Worth of each kind in cp, by [`Kind`]; of a knight, where its side has more than [`KNIGHTS`]
/// tells of.
const VALUES: [i32; 4] = [100, 340, 320, 500];
/// Worth in cp of the last knight, of one of two, of one of three. The last one is the game.
const KNIGHTS: [i32; 3] = [5000, 700, 420];

/// Knights of White and Black, as an exchange changes them.
struct Knights([usize; 2]);

impl Knights {
    #[inline(always)]
    fn of(position: &Knightfall) -> Self {
        Knights(Side::BOTH.map(|side| position.men(side, Kind::Knight).len()))
    }

    /// Worth in cp of a man.
    #[inline(always)]
    fn worth(&self, side: Side, kind: Kind) -> i32 {
        match KNIGHTS.get(self.0[side.index()].wrapping_sub(1)) {
            Some(&worth) if kind == Kind::Knight => worth,
            _ => VALUES[kind as usize],
        }
    }

    /// Takes a man of `side` away; says whether that ends the game.
    #[inline(always)]
    fn lose(&mut self, side: Side, kind: Kind) -> bool {
        let left = &mut self.0[side.index()];
        *left -= (kind == Kind::Knight) as usize;
        *left == 0
    }
}

/// What a move wins at once, in cp.
#[inline(always)]
pub(super) fn gain(position: &Knightfall, mv: Move) -> i32 {
    // Asked of every move, most of which are quiet.
    if !position.is_noisy(mv) {
        return 0;
    }
    let mut knights = Knights::of(position);
    let us = position.side();
    let mut gain = 0;
    if position.occupied().contains(mv.to()) {
        gain += knights.worth(!us, position.kind_on(mv.to()));
    }
    if let Some(kind) = mv.promotion() {
        knights.0[us.index()] += (kind == Kind::Knight) as usize;
        gain += knights.worth(us, kind) - VALUES[Kind::Pawn as usize];
    }
    gain
}

multiversion! {
    /// What a move wins, in cp, and the exchange on its goal that may follow.
    pub(super) fn exchange(position: &Knightfall, mv: Move) -> i32 {
        gain_with_exchange(position, mv)
    }
}

#[inline(always)]
fn gain_with_exchange(position: &Knightfall, mv: Move) -> i32 {
    let (us, to, first) = (position.side(), mv.to(), gain(position, mv));
    let mut knights = Knights::of(position);
    if position.occupied().contains(to) && knights.lose(!us, position.kind_on(to)) {
        return first;
    }
    knights.0[us.index()] += (mv.promotion() == Some(Kind::Knight)) as usize;
    let standing = mv.promotion().unwrap_or_else(|| position.kind_on(mv.from()));
    let occupied = position.occupied().minus(Set::of(mv.from()));
    first - Exchange { position, knights }.swap_off(to, !us, standing, occupied)
}

/// An exchange in which so many knights are left.
struct Exchange<'a> {
    position: &'a Knightfall,
    knights: Knights,
}

impl six::Exchange<Knightfall> for Exchange<'_> {
    const PROMOTED: Kind = Kind::Rook;

    #[inline(always)]
    fn taker(&self, side: Side, square: Square, occupied: Set) -> Option<(Set, Kind)> {
        let attackers = TABLES.attackers(self.position, side, square, occupied) & occupied;
        let dear = self.worth(side, Kind::Knight) > VALUES[Kind::Rook as usize];
        let order = if dear {
            [Kind::Pawn, Kind::Bishop, Kind::Rook, Kind::Knight]
        } else {
            [Kind::Pawn, Kind::Bishop, Kind::Knight, Kind::Rook]
        };
        six::first_of(self.position, attackers, order)
    }

    #[inline(always)]
    fn worth(&self, side: Side, kind: Kind) -> i32 {
        self.knights.worth(side, kind)
    }

    #[inline(always)]
    fn lose(&mut self, side: Side, kind: Kind) -> bool {
        self.knights.lose(side, kind)
    }
}
