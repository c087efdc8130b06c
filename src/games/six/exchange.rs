//! What both games' exchanges have in common: taking by turns on one square.

use arrayvec::ArrayVec;

use super::{Board, LAST_RANKS, Set, Square};
use crate::board::Side;

/// An exchange on one square, as the rules of its game have it.
pub(crate) trait Exchange<G: Board> {
    /// What a pawn becomes that takes on its last rank.
    const PROMOTED: G::Kind;

    /// The man of `side` that takes on `square` next, and his kind: the least that attacks it. Men
    /// that have taken leave `occupied`, and so they uncover the sliders behind them.
    fn taker(&self, side: Side, square: Square, occupied: Set) -> Option<(Set, G::Kind)>;
    /// Worth in cp of a man.
    fn worth(&self, side: Side, kind: G::Kind) -> i32;
    /// Takes a man away; says whether that ends the game.
    fn lose(&mut self, side: Side, kind: G::Kind) -> bool;

    /// What `side` wins in cp, if both sides take on `square`, each time with the least man, as long
    /// as that pays: the swap-off algorithm, or static exchange evaluation. First a man of the kind
    /// `standing` is there to be taken.
    #[inline(always)]
    fn swap_off(
        &mut self,
        square: Square,
        mut side: Side,
        mut standing: G::Kind,
        mut occupied: Set,
    ) -> i32 {
        let promotion = self.worth(side, Self::PROMOTED) - self.worth(side, G::PAWN);
        let on_last_rank = LAST_RANKS.contains(square);
        let mut gains = ArrayVec::<i32, { Square::COUNT }>::new();
        while let Some((man, kind)) = self.taker(side, square, occupied) {
            let promotes = on_last_rank && kind == G::PAWN;
            gains.push(self.worth(!side, standing) + if promotes { promotion } else { 0 });
            if self.lose(!side, standing) {
                break;
            }
            standing = if promotes { Self::PROMOTED } else { kind };
            occupied = occupied.minus(man);
            side = !side;
        }
        // Nobody need take.
        gains.into_iter().rev().fold(0, |answer, gain| (gain - answer).max(0))
    }
}

/// One of `men`, of the kind that is first in `order`.
#[inline(always)]
pub(crate) fn first_of<G: Board, const N: usize>(
    position: &G,
    men: Set,
    order: [G::Kind; N],
) -> Option<(Set, G::Kind)> {
    if men.is_empty() {
        return None;
    }
    for kind in order {
        if let Some(man) = (men & position.all(kind)).first() {
            return Some((Set::of(man), kind));
        }
    }
    None
}
