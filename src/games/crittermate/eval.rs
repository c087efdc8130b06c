//! Evaluation: material, mobility, pawns, threats, and the attack on the king.

use super::attacks::{TABLES, Tables};
use super::weights::Term;
use super::{CritterMate, Kind, Set, Square};
use crate::board::{Side, multiversion};
use crate::evaluation::{self, OPENING, Tally};
use crate::games::six;

/// No evaluation is beyond this, in cp.
const BOUND: i32 = 20_000;

/// What each kind adds to the units of attack on a king's zone; a pawn for each square.
const ZONE_UNITS: [usize; 10] = [1, 2, 2, 3, 4, 0, 3, 3, 3, 3];

multiversion! {
    pub(super) fn evaluate(position: &CritterMate) -> i32 {
        evaluation::sum(position).clamp(-BOUND, BOUND)
    }
}

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
    let mut white = Count::new(position, Side::White, tally);
    white.add(Term::Tempo, 0, if position.side == Side::White { 1 } else { -1 });
    let frozen = position.frozen && !position.familiar(Side::White).is_empty();
    white.add(Term::Frozen, 0, frozen as i32);
    let white_attacks = white.men();
    let mut black = Count::new(position, Side::Black, white.tally);
    let black_attacks = black.men();
    black.rest(&black_attacks, &white_attacks);
    Count::new(position, Side::White, black.tally).rest(&white_attacks, &black_attacks);
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

/// Counts what speaks for and against one side.
struct Count<'a, T> {
    side: Side,
    /// 1 for White, −1 for Black.
    sign: i32,
    position: &'a CritterMate,
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
    tally: &'a mut T,
}

impl<'a, T: Tally> Count<'a, T> {
    #[inline(always)]
    fn new(position: &'a CritterMate, side: Side, tally: &'a mut T) -> Self {
        let (tables, enemy_king) = (&*TABLES, position.king(!side));
        let enemy_pawns = position.men(!side, Kind::Pawn);
        Count {
            side,
            sign: side.forward() as i32,
            position,
            tables,
            king: position.king(side),
            enemy_king,
            barred: position.sides[side.index()] | six::pawn_attacks(enemy_pawns, !side),
            enemy_zone: tables.attacks(Kind::King, enemy_king, Set::EMPTY) | Set::of(enemy_king),
            units: 0,
            tally,
        }
    }

    /// The side has `count` of this term.
    #[inline(always)]
    fn add(&mut self, term: Term, index: usize, count: i32) {
        self.tally.add(term as usize, index, self.sign * count);
    }

    /// The side has one of this term for each square of `squares`.
    #[inline(always)]
    fn add_all(&mut self, term: Term, index: usize, squares: Set) {
        self.add(term, index, squares.len() as i32);
    }

    #[inline(always)]
    fn ours(&self, kind: Kind) -> Set {
        self.position.men(self.side, kind)
    }

    #[inline(always)]
    fn theirs(&self, kind: Kind) -> Set {
        self.position.men(!self.side, kind)
    }

    /// 1 if the side is to move, 0 if the enemy is.
    #[inline(always)]
    fn turn(&self) -> usize {
        (self.position.side == self.side) as usize
    }

    /// Counts the men, their squares, their reach, and those that attack the enemy king's zone;
    /// finds what they attack.
    #[inline(always)]
    fn men(&mut self) -> Attacks {
        let attacks = Attacks {
            pawns: self.count_pawns(),
            knights: self.pieces(Kind::Knight, Term::KnightAt, Term::KnightReach),
            bishops: self.pieces(Kind::Bishop, Term::BishopAt, Term::BishopReach),
            rooks: self.pieces(Kind::Rook, Term::RookAt, Term::RookReach),
            queens: self.pieces(Kind::Queen, Term::QueenAt, Term::QueenReach),
            familiar: self.pieces(Kind::Hippogriff, Term::HippogriffAt, Term::HippogriffReach)
                | self.pieces(Kind::Raven, Term::RavenAt, Term::RavenReach)
                | self.pieces(Kind::Hound, Term::HoundAt, Term::HoundReach)
                | self.pieces(Kind::Wildcat, Term::WildcatAt, Term::WildcatReach),
            king: self.tables.attacks(Kind::King, self.king, Set::EMPTY),
        };
        self.add(Term::KingAt, six::half_square(self.king, self.side), 1);
        self.add(Term::ZoneAttack, self.units.min(15), 1);
        attacks
    }

    #[inline(always)]
    fn count_pawns(&mut self) -> Set {
        let pawns = self.ours(Kind::Pawn);
        let attacks = six::pawn_attacks(pawns, self.side);
        self.add_all(Term::Man, Kind::Pawn as usize, pawns);
        for pawn in pawns {
            self.add(Term::PawnAt, six::half_square(pawn, self.side), 1);
        }
        self.add_all(Term::ZoneAttacker, Kind::Pawn as usize, attacks & self.enemy_zone);
        self.units += ZONE_UNITS[Kind::Pawn as usize] * (attacks & self.enemy_zone).len();
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
            let attacks = self.tables.attacks(kind, square, occupied);
            let in_zone = attacks.meets(self.enemy_zone) as usize;
            self.add(at, six::half_square(square, self.side), 1);
            self.add(reach, attacks.minus(self.barred).len(), 1);
            self.add(Term::ZoneAttacker, kind as usize, in_zone as i32);
            self.units += ZONE_UNITS[kind as usize] * in_zone;
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
        self.pawns(theirs);
        self.passed();
        self.pieces_together(ours, theirs);
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
        let barred = self.position.sides[self.side.index()] | theirs.all();
        let from = |kind: Kind| self.tables.attacks(kind, self.enemy_king, occupied).minus(barred);
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
        let king = Set::of(self.king);
        let near = six::forward(king | six::beside(king), self.side);
        let far = six::forward(near, self.side);
        self.add(Term::Shelter, (near & pawns).len(), 1);
        self.add(Term::FarShelter, (far & pawns).len(), 1);
        let files = six::files_of(king | six::beside(king)) & six::BACK_RANKS[0];
        self.add(Term::KingFiles, files.minus(six::files_of(pawns)).len(), 1);
        let castling = self.position.castling.meets(self.position.sides[self.side.index()]);
        self.add(Term::Castling, 0, castling as i32);
    }

    /// Counts the structure of the pawns and their way to promotion.
    #[inline(always)]
    fn pawns(&mut self, theirs: &Attacks) {
        let (side, pawns) = (self.side, self.ours(Kind::Pawn));
        let occupied = self.position.occupied();
        let one = six::forward(pawns, side).minus(occupied);
        let two = six::forward(one, side).minus(occupied);
        let goals = six::BACK_RANKS[(!side).index()];
        let attacked = theirs.all();
        self.add_all(Term::PromotionPath, 0, (one & goals).minus(attacked));
        self.add_all(Term::PromotionPath, 1, one & goals & attacked);
        self.add_all(Term::PromotionPath, 2, (two & goals).minus(attacked));
        self.add_all(Term::PromotionPath, 3, two & goals & attacked);
        self.add_all(Term::PawnChain, 0, six::pawn_attacks(pawns, side) & pawns);
        self.add_all(Term::PawnPhalanx, 0, six::beside(pawns) & pawns);
        self.add_all(Term::Doubled, 0, six::doubled(pawns, side));
        self.add_all(Term::Isolated, 0, six::isolated(pawns));
        let safe = one.minus(goals | theirs.pawns);
        let targets = self.position.sides[(!side).index()].minus(self.theirs(Kind::Pawn));
        self.add_all(Term::PawnPush, 0, safe & six::pawn_attacks(targets, !side));
    }

    /// Counts the passed pawns and how near the kings are to them.
    #[inline(always)]
    fn passed(&mut self) {
        let (side, pawns) = (self.side, self.ours(Kind::Pawn));
        for pawn in six::passed(pawns, self.theirs(Kind::Pawn), side) {
            self.add(Term::Passed, six::rank_of(pawn, side), 1);
            let ahead = six::forward(Set::of(pawn), side).first().unwrap_or(pawn);
            self.add(Term::KingToPassed, six::distance(self.king, ahead), 1);
            self.add(Term::EnemyToPassed, six::distance(self.enemy_king, ahead), 1);
        }
    }

    /// Counts the pair of bishops, the rooks on open files, and where the familiar can go.
    #[inline(always)]
    fn pieces_together(&mut self, ours: &Attacks, theirs: &Attacks) {
        self.add(Term::BishopPair, 0, (self.ours(Kind::Bishop).len() >= 2) as i32);
        let pawns = self.ours(Kind::Pawn);
        let without_ours = self.ours(Kind::Rook).minus(six::files_of(pawns));
        let open = without_ours.minus(six::files_of(self.theirs(Kind::Pawn)));
        self.add_all(Term::RookFile, 0, without_ours.minus(open));
        self.add_all(Term::RookFile, 1, open);
        let has_familiar = !self.position.familiar(self.side).is_empty();
        let flight = ours.familiar.minus(self.position.sides[self.side.index()] | theirs.all());
        self.add(Term::FamiliarFlight, flight.len().min(6), has_familiar as i32);
    }

    /// Counts the pieces that are attacked by lesser men.
    #[inline(always)]
    fn threats(&mut self, theirs: &Attacks) {
        let turn = self.turn();
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
            self.add_all(Term::Hanging, 2 * place + self.turn(), men & hanging);
        }
    }
}
