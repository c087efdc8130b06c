//! What a solver needs of a position: the men, as the side to move sees them, and what each move
//! does to the captures of both sides.

use super::super::views::View;
use super::super::{KnightsRoses, Move, Set};

/// The men that still matter, as the side to move sees them.
///
/// Men that see no other man do not matter: men land only where men stand, so such a man can
/// neither take nor be taken, now or later. They are left out, and positions that differ only by
/// them are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Men {
    own: Set,
    theirs: Set,
    roses: Set,
}

/// A move and what is known of the position after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    pub(super) mv: Move,
    /// The men after it, as the other side sees them.
    pub(super) men: Men,
    /// How many captures the other side then has.
    pub(super) replies: i32,
    /// How many the mover would have, were it on move again.
    pub(super) captures: i32,
}

impl Men {
    pub(super) fn of(position: &KnightsRoses) -> Men {
        let [own, theirs] =
            [position.side, !position.side].map(|side| position.sides[side.index()]);
        Men { own, theirs, roses: position.roses }.without(lonely(own | theirs, own | theirs))
    }

    #[inline(always)]
    fn held(&self) -> Set {
        self.own | self.theirs
    }

    /// How many men matter.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.held().len()
    }

    #[inline(always)]
    fn without(&self, gone: Set) -> Men {
        Men {
            own: self.own.minus(gone),
            theirs: self.theirs.minus(gone),
            roses: self.roses.minus(gone),
        }
    }

    /// A hash of all 64 bits (the finaliser of MurmurHash3 over three products).
    #[inline(always)]
    pub(super) fn key(&self) -> u64 {
        let own = self.own.word().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let theirs = self.theirs.word().wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let roses = self.roses.word().wrapping_mul(0x1656_67B1_9E37_79F9);
        let mut key = own ^ theirs.rotate_left(21) ^ roses.rotate_left(42);
        key = (key ^ key >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        key = (key ^ key >> 33).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
        key ^ key >> 33
    }

    /// Hands every move to `sink`, until that answers with `false`.
    ///
    /// The captures left to both sides are found by difference: what the man that leaves could
    /// take, what it screened or was itself a target of, what its victim could take, and what the
    /// mover can take from where it lands.
    #[inline(always)]
    pub(super) fn children(&self, mut sink: impl FnMut(Child) -> bool) {
        let held = self.held();
        let (each, [own, theirs]) = self.captures();
        for from in self.own {
            let view = View::from(from);
            let rose = self.roses.contains(from);
            let origin = Set::of(from);
            let losers = view.losers(held, self.roses);
            let left = held ^ origin;
            let rest = self.without(origin | lonely(view.all & left, left));
            let own = own - each[from.index()] - (losers & self.own).len() as i32;
            let theirs = theirs - (losers & self.theirs).len() as i32;
            for to in view.targets(rose, held) {
                let target = Set::of(to);
                let landed = View::from(to).captures(!rose, left);
                let victim = each[to.index()] - losers.contains(to) as i32;
                let [lost, taken] = if self.own.contains(to) { [victim, 0] } else { [0, victim] };
                let stands = landed > 0 || rest.held().contains(to);
                let child = Child {
                    mv: Move::new(from, to),
                    men: rest.landing(target, !rose, stands),
                    replies: theirs - taken,
                    captures: own + landed - lost,
                };
                if !sink(child) {
                    return;
                }
            }
        }
    }

    /// The captures that each man has, by square, and those of each side.
    #[inline(always)]
    fn captures(&self) -> ([i32; 64], [i32; 2]) {
        let held = self.held();
        let mut each = [0; 64];
        let total = [self.own, self.theirs].map(|men| {
            men.into_iter().fold(0, |total, square| {
                let captures = View::from(square).captures(self.roses.contains(square), held);
                each[square.index()] = captures;
                total + captures
            })
        });
        (each, total)
    }

    /// The men after one has landed on `target`, as the other side sees them; it is left out if it
    /// does not matter there.
    #[inline(always)]
    fn landing(&self, target: Set, rose: bool, matters: bool) -> Men {
        let none = Set::EMPTY;
        let rest = self.without(target);
        let mover = if matters { target } else { none };
        Men {
            own: rest.theirs,
            theirs: rest.own | mover,
            roses: rest.roses | if rose { mover } else { none },
        }
    }
}

/// Those of `men` that see nobody of `held`.
#[inline(always)]
fn lonely(men: Set, held: Set) -> Set {
    men.into_iter().filter(|&man| !View::from(man).all.meets(held)).collect()
}
