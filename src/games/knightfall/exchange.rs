//! What moves win and lose at once, and by the exchange that may follow.

use arrayvec::ArrayVec;

use super::movegen::TABLES;
use super::{Kind, Knightfall, Move, Set};
use crate::board::{Side, multiversion};
use crate::game::Game;
use crate::games::six::{self, Board};

/// Worth of each kind in cp, by [`Kind`]; of a knight, where its side has more than [`KNIGHTS`]
/// tells of.
const VALUES: [i32; 4] = [100, 340, 320, 500];
/// Worth in cp of the last knight, of one of two, of one of three. The last one is the game.
const KNIGHTS: [i32; 3] = [5000, 700, 420];

/// What a pawn wins by becoming a rook.
const PROMOTION: i32 = VALUES[Kind::Rook as usize] - VALUES[Kind::Pawn as usize];

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
    /// What a move wins, in cp, if both sides then take on its goal, each time with the least man,
    /// as long as that pays: the swap-off algorithm, or static exchange evaluation.
    pub(super) fn exchange(position: &Knightfall, mv: Move) -> i32 {
        swap_off(position, mv)
    }
}

#[inline(always)]
fn swap_off(position: &Knightfall, mv: Move) -> i32 {
    let (mut side, to, first) = (position.side(), mv.to(), gain(position, mv));
    let mut knights = Knights::of(position);
    if position.occupied().contains(to) && knights.lose(!side, position.kind_on(to)) {
        return first;
    }
    knights.0[side.index()] += (mv.promotion() == Some(Kind::Knight)) as usize;
    let mut standing = mv.promotion().unwrap_or_else(|| position.kind_on(mv.from()));
    let mut occupied = position.occupied().minus(Set::of(mv.from()));
    let promotes = six::LAST_RANKS.contains(to);
    if !TABLES.attackers(position, !side, to, occupied).meets(occupied) {
        return first;
    }
    let mut gains = ArrayVec::<i32, 36>::new();
    loop {
        side = !side;
        // Men that have taken leave `occupied`, and so they uncover the sliders behind them.
        let attackers = TABLES.attackers(position, side, to, occupied) & occupied;
        let Some((man, kind)) = least(position, side, attackers, &knights) else { break };
        let promotes = promotes && kind == Kind::Pawn;
        gains.push(knights.worth(!side, standing) + if promotes { PROMOTION } else { 0 });
        if knights.lose(!side, standing) {
            break;
        }
        standing = if promotes { Kind::Rook } else { kind };
        occupied = occupied.minus(man);
    }
    // Nobody need take.
    first - gains.into_iter().rev().fold(0, |answer, gain| (gain - answer).max(0))
}

/// The man among `attackers`, all of `side`, that is worth least.
#[inline(always)]
fn least(
    position: &Knightfall,
    side: Side,
    attackers: Set,
    knights: &Knights,
) -> Option<(Set, Kind)> {
    let dear = knights.worth(side, Kind::Knight) > VALUES[Kind::Rook as usize];
    let order = if dear {
        [Kind::Pawn, Kind::Bishop, Kind::Rook, Kind::Knight]
    } else {
        [Kind::Pawn, Kind::Bishop, Kind::Knight, Kind::Rook]
    };
    for kind in order {
        if let Some(man) = (attackers & position.all(kind)).first() {
            return Some((Set::of(man), kind));
        }
    }
    None
}
