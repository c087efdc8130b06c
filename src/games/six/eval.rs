//! What both evaluations count alike: pawns, and pieces that stand with them.

use super::{
    BACK_RANKS, Board, Set, beside, doubled, files_of, forward, half_square, isolated, pawn_attacks,
};
use crate::evaluation::{Count, Tally};

/// The numbers of the terms that both games have.
pub(crate) struct Terms {
    pub(crate) man: usize,
    pub(crate) pawn_at: usize,
    pub(crate) promotion_path: usize,
    pub(crate) pawn_chain: usize,
    pub(crate) pawn_phalanx: usize,
    pub(crate) doubled: usize,
    pub(crate) isolated: usize,
    pub(crate) pawn_push: usize,
    pub(crate) bishop_pair: usize,
    pub(crate) rook_file: usize,
}

/// The [`Terms`] of a game, whose weights have the same names as the other's.
macro_rules! terms {
    ($term:ident) => {
        $crate::games::six::Terms {
            man: $term::Man as usize,
            pawn_at: $term::PawnAt as usize,
            promotion_path: $term::PromotionPath as usize,
            pawn_chain: $term::PawnChain as usize,
            pawn_phalanx: $term::PawnPhalanx as usize,
            doubled: $term::Doubled as usize,
            isolated: $term::Isolated as usize,
            pawn_push: $term::PawnPush as usize,
            bishop_pair: $term::BishopPair as usize,
            rook_file: $term::RookFile as usize,
        }
    };
}
pub(crate) use terms;

impl<G: Board, K, T: Tally> Count<'_, G, K, T> {
    /// The side has one of this term for each square of `squares`.
    #[inline(always)]
    pub(crate) fn add_all(&mut self, group: impl Into<usize>, index: usize, squares: Set) {
        self.add(group, index, squares.len());
    }

    /// The side's men of a kind.
    #[inline(always)]
    pub(crate) fn ours(&self, kind: G::Kind) -> Set {
        self.position.men(self.side, kind)
    }

    /// The enemy's men of a kind.
    #[inline(always)]
    pub(crate) fn theirs(&self, kind: G::Kind) -> Set {
        self.position.men(!self.side, kind)
    }

    /// Counts the pawns and their squares; returns what they attack.
    #[inline(always)]
    pub(crate) fn pawns(&mut self) -> Set {
        let pawns = self.ours(G::PAWN);
        self.add_all(G::TERMS.man, 0, pawns);
        for pawn in pawns {
            self.add(G::TERMS.pawn_at, half_square(pawn, self.side), 1);
        }
        pawn_attacks(pawns, self.side)
    }

    /// Counts the structure of the pawns and their way to promotion. The enemy attacks the squares of
    /// `attacked`, with his pawns those of `by_pawns`.
    #[inline(always)]
    pub(crate) fn pawn_structure(&mut self, attacked: Set, by_pawns: Set) {
        let (side, pawns, occupied) = (self.side, self.ours(G::PAWN), self.position.occupied());
        let one = forward(pawns, side).minus(occupied);
        let two = forward(one, side).minus(occupied);
        let goals = BACK_RANKS[(!side).index()];
        let path = G::TERMS.promotion_path;
        self.add_all(path, 0, (one & goals).minus(attacked));
        self.add_all(path, 1, one & goals & attacked);
        self.add_all(path, 2, (two & goals).minus(attacked));
        self.add_all(path, 3, two & goals & attacked);
        self.add_all(G::TERMS.pawn_chain, 0, pawn_attacks(pawns, side) & pawns);
        self.add_all(G::TERMS.pawn_phalanx, 0, beside(pawns) & pawns);
        self.add_all(G::TERMS.doubled, 0, doubled(pawns, side));
        self.add_all(G::TERMS.isolated, 0, isolated(pawns));
        let safe = one.minus(goals | by_pawns);
        let targets = self.position.of(!side).minus(self.theirs(G::PAWN));
        self.add_all(G::TERMS.pawn_push, 0, safe & pawn_attacks(targets, !side));
    }

    /// Counts the pair of bishops and the rooks on open files.
    #[inline(always)]
    pub(crate) fn bishops_and_rooks(&mut self) {
        let pair = self.ours(G::BISHOP).len() >= 2;
        self.add(G::TERMS.bishop_pair, 0, pair as usize);
        let without_ours = self.ours(G::ROOK).minus(files_of(self.ours(G::PAWN)));
        let open = without_ours.minus(files_of(self.theirs(G::PAWN)));
        let file = G::TERMS.rook_file;
        self.add_all(file, 0, without_ours.minus(open));
        self.add_all(file, 1, open);
    }
}
