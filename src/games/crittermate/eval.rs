//! Evaluation: material, mobility, pawns, threats, and the attack on the king.

use super::attacks::{TABLES, Tables};
use super::weights::Term;
use super::{CritterMate, Kind, Set, Square};
use crate::board::{Side, multiversion};
use crate::evaluation::{self, OPENING, Tally};
use crate::games::six::{self, Board};

/// What each kind adds to the units of attack on a king's zone; a pawn for each square.
const ZONE_UNITS: [usize; 10] = [1, 2, 2, 3, 4, 0, 3, 3, 3, 3];

multiversion! {
    pub(super) fn in_check(position: &CritterMate) -> bool {
        !position.checkers(position.side).is_empty()
    }
}

/// How much of the game is ahead, by the pieces that are left.
#[inline(always)]
pub(super) fn phase(position: &CritterMate) -> i32 {
    const AT_FIRST: i32 = 20;
    let count = |kind: Kind| position.all(kind).len() as i32;
    let left = count(Kind::Knight)
        + count(Kind::Bishop)
        + 2 * count(Kind::Rook)
        + 4 * count(Kind::Queen)
        + 2 * position.all_familiars().len() as i32;
    left.min(AT_FIRST) * OPENING / AT_FIRST
}

/// Counts all terms.
#[inline(always)]
pub(super) fn tally(position: &CritterMate, tally: &mut impl Tally) {
    let tables = &*TABLES;
    let mut white = Count::new(position, Side::White, tables, tally);
    let frozen = position.frozen && !position.familiar(Side::White).is_empty();
    white.add(Term::Frozen, 0, frozen as usize);
    let white_attacks = white.men();
    let black_attacks = Count::new(position, Side::Black, tables, tally).men();
    Count::new(position, Side::White, tables, tally).rest(&white_attacks, &black_attacks);
    Count::new(position, Side::Black, tables, tally).rest(&black_attacks, &white_attacks);
    Count::new(position, position.side, tables, tally).add(Term::Tempo, 0, 1);
}

/// What the men of one side attack, their own side's men included.
struct Attacks {
    pawns: Set,
    knights: Set,
    bishops: Set,
    rooks: Set,
    queens: Set,
    familiar: Set,
    king: Set,
}

impl Attacks {
    #[inline(always)]
    fn minors(&self) -> Set {
        self.knights | self.bishops
    }

    #[inline(always)]
    fn without_king(&self) -> Set {
        self.pawns | self.minors() | self.rooks | self.queens | self.familiar
    }

    #[inline(always)]
    fn all(&self) -> Set {
        self.without_king() | self.king
    }
}

/// What one side's count has at hand.
struct AtHand {
    tables: &'static Tables,
    king: Square,
    enemy_king: Square,
    /// Squares onto which the side's men move in vain or at their peril: its own men's and those
    /// that enemy pawns attack.
    barred: Set,
    /// The enemy king's square and those next to it.
    enemy_zone: Set,
    /// Units of attack on that zone, as far as they are counted.
    units: usize,
}

/// Counts what speaks for and against one side.
type Count<'a, T> = evaluation::Count<'a, CritterMate, AtHand, T>;

impl<'a, T: Tally> Count<'a, T> {
    #[inline(always)]
    fn new(
        position: &'a CritterMate,
        side: Side,
        tables: &'static Tables,
        tally: &'a mut T,
    ) -> Self {
        let enemy_king = position.king(!side);
        let enemy_pawns = position.men(!side, Kind::Pawn);
        let at_hand = AtHand {
            tables,
            king: position.king(side),
            enemy_king,
            barred: position.of(side) | six::pawn_attacks(enemy_pawns, !side),
            enemy_zone: tables.attacks(Kind::King, enemy_king, Set::EMPTY) | Set::of(enemy_king),
            units: 0,
        };
        Count { position, side, at_hand, tally }
    }

    /// Counts the men, their squares, their reach, and those that attack the enemy king's zone;
    /// finds what they attack.
    #[inline(always)]
    fn men(&mut self) -> Attacks {
        let attacks = Attacks {
            pawns: self.attacking_pawns(),
            knights: self.pieces(Kind::Knight, Term::KnightAt, Term::KnightReach),
            bishops: self.pieces(Kind::Bishop, Term::BishopAt, Term::BishopReach),
            rooks: self.pieces(Kind::Rook, Term::RookAt, Term::RookReach),
            queens: self.pieces(Kind::Queen, Term::QueenAt, Term::QueenReach),
            familiar: self.pieces(Kind::Hippogriff, Term::HippogriffAt, Term::HippogriffReach)
                | self.pieces(Kind::Raven, Term::RavenAt, Term::RavenReach)
                | self.pieces(Kind::Hound, Term::HoundAt, Term::HoundReach)
                | self.pieces(Kind::Wildcat, Term::WildcatAt, Term::WildcatReach),
            king: self.at_hand.tables.attacks(Kind::King, self.at_hand.king, Set::EMPTY),
        };
        self.add(Term::KingAt, six::half_square(self.at_hand.king, self.side), 1);
        self.add(Term::ZoneAttack, self.at_hand.units.min(15), 1);
        attacks
    }

    /// Counts the pawns and how they attack the enemy king's zone; returns what they attack.
    #[inline(always)]
    fn attacking_pawns(&mut self) -> Set {
        let attacks = self.pawns();
        self.add_all(Term::ZoneAttacker, Kind::Pawn as usize, attacks & self.at_hand.enemy_zone);
        self.at_hand.units +=
            ZONE_UNITS[Kind::Pawn as usize] * (attacks & self.at_hand.enemy_zone).len();
        attacks
    }

    /// Counts the pieces of one kind; returns what they attack.
    #[inline(always)]
    fn pieces(&mut self, kind: Kind, at: Term, reach: Term) -> Set {
        let occupied = self.position.occupied();
        let pieces = self.ours(kind);
        let mut all = Set::EMPTY;
        self.add_all(Term::Man, kind as usize, pieces);
        for square in pieces {
            let attacks = self.at_hand.tables.attacks(kind, square, occupied);
            let in_zone = attacks.meets(self.at_hand.enemy_zone) as usize;
            self.add(at, six::half_square(square, self.side), 1);
            self.add(reach, attacks.minus(self.at_hand.barred).len(), 1);
            self.add(Term::ZoneAttacker, kind as usize, in_zone);
            self.at_hand.units += ZONE_UNITS[kind as usize] * in_zone;
            all |= attacks;
        }
        all
    }

    /// Counts everything that needs the attacks of both sides.
    #[inline(always)]
    fn rest(&mut self, ours: &Attacks, theirs: &Attacks) {
        self.siege(ours, theirs);
        self.safe_checks(ours, theirs);
        self.shelter();
        self.pawn_structure(theirs.all(), theirs.pawns);
        self.passed();
        self.bishops_and_rooks();
        self.flight(ours, theirs);
        self.threats(theirs);
        self.hanging(ours, theirs);
    }

    /// Counts the squares that only the enemy king defends against the side's men.
    #[inline(always)]
    fn siege(&mut self, ours: &Attacks, theirs: &Attacks) {
        let weak = (theirs.king & ours.all()).minus(theirs.without_king());
        self.add(Term::ZoneWeak, weak.len(), 1);
    }

    /// Counts the squares from which the side could give check by its next move.
    #[inline(always)]
    fn safe_checks(&mut self, ours: &Attacks, theirs: &Attacks) {
        let occupied = self.position.occupied();
        let barred = self.position.of(self.side) | theirs.all();
        let from = |kind: Kind| {
            self.at_hand.tables.attacks(kind, self.at_hand.enemy_king, occupied).minus(barred)
        };
        let (straight, diagonal) = (from(Kind::Rook), from(Kind::Bishop));
        let mut familiar = Set::EMPTY;
        for kind in Kind::FAMILIARS {
            if !self.ours(kind).is_empty() {
                familiar = from(kind) & ours.familiar;
            }
        }
        let knight = from(Kind::Knight) & ours.knights;
        self.add_all(Term::SafeCheck, 0, knight);
        self.add_all(Term::SafeCheck, 1, diagonal & ours.bishops);
        self.add_all(Term::SafeCheck, 2, straight & ours.rooks);
        self.add_all(Term::SafeCheck, 3, (straight | diagonal) & ours.queens);
        self.add_all(Term::SafeCheck, 4, familiar);
    }

    /// Counts the pawns before the king, the files open to it, and the right to castle.
    #[inline(always)]
    fn shelter(&mut self) {
        let pawns = self.ours(Kind::Pawn);
        let king = Set::of(self.at_hand.king);
        let near = six::forward(king | six::beside(king), self.side);
        let far = six::forward(near, self.side);
        self.add(Term::Shelter, (near & pawns).len(), 1);
        self.add(Term::FarShelter, (far & pawns).len(), 1);
        let files = six::files_of(king | six::beside(king)) & six::BACK_RANKS[0];
        self.add(Term::KingFiles, files.minus(six::files_of(pawns)).len(), 1);
        let castling = self.position.castling.meets(self.position.of(self.side));
        self.add(Term::Castling, 0, castling as usize);
    }

    /// Counts the passed pawns and how near the kings are to them.
    #[inline(always)]
    fn passed(&mut self) {
        let (side, pawns) = (self.side, self.ours(Kind::Pawn));
        for pawn in six::passed(pawns, self.theirs(Kind::Pawn), side) {
            self.add(Term::Passed, six::rank_of(pawn, side), 1);
            let ahead = six::forward(Set::of(pawn), side).first().unwrap_or(pawn);
            self.add(Term::KingToPassed, six::distance(self.at_hand.king, ahead), 1);
            self.add(Term::EnemyToPassed, six::distance(self.at_hand.enemy_king, ahead), 1);
        }
    }

    /// Counts where the familiar can go.
    #[inline(always)]
    fn flight(&mut self, ours: &Attacks, theirs: &Attacks) {
        let has_familiar = !self.position.familiar(self.side).is_empty();
        let flight = ours.familiar.minus(self.position.of(self.side) | theirs.all());
        self.add(Term::FamiliarFlight, flight.len().min(6), has_familiar as usize);
    }

    /// Counts the pieces that are attacked by lesser men.
    #[inline(always)]
    fn threats(&mut self, theirs: &Attacks) {
        let turn = self.is_to_move() as usize;
        let minors = self.ours(Kind::Knight) | self.ours(Kind::Bishop);
        let (rooks, queens) = (self.ours(Kind::Rook), self.ours(Kind::Queen));
        let familiar = self.position.familiar(self.side);
        for (place, men) in [minors, rooks, queens, familiar].into_iter().enumerate() {
            self.add_all(Term::PawnThreat, 2 * place + turn, men & theirs.pawns);
        }
        let by_minors = theirs.minors().minus(theirs.pawns);
        for (place, men) in [rooks, queens, familiar].into_iter().enumerate() {
            self.add_all(Term::MinorThreat, 2 * place + turn, men & by_minors);
        }
        let by_rooks = theirs.rooks.minus(theirs.pawns | theirs.minors());
        for (place, men) in [queens, familiar].into_iter().enumerate() {
            self.add_all(Term::RookThreat, 2 * place + turn, men & by_rooks);
        }
        let by_familiar = theirs.familiar.minus(theirs.pawns | theirs.minors() | theirs.rooks);
        self.add_all(Term::FamiliarThreat, turn, queens & by_familiar);
    }

    /// Counts the men that are attacked and have no defence.
    #[inline(always)]
    fn hanging(&mut self, ours: &Attacks, theirs: &Attacks) {
        let hanging = theirs.all().minus(ours.all());
        let minors = self.ours(Kind::Knight) | self.ours(Kind::Bishop);
        let familiar = self.position.familiar(self.side);
        let (rooks, queens) = (self.ours(Kind::Rook), self.ours(Kind::Queen));
        let men = [self.ours(Kind::Pawn), minors, rooks, queens, familiar];
        for (place, men) in men.into_iter().enumerate() {
            self.add_all(Term::Hanging, 2 * place + self.is_to_move() as usize, men & hanging);
        }
    }
}
