//! Evaluation: material, mobility, pawns, threats, and how hunted the knights are.

use super::movegen::{TABLES, Tables};
use super::weights::Term;
use super::{Kind, Knightfall, Set, Square};
use crate::board::{Side, multiversion};
use crate::evaluation::{self, OPENING, Tally};
use crate::games::six;

/// No evaluation is beyond this, in cp.
const BOUND: i32 = 20_000;

multiversion! {
    pub(super) fn evaluate(position: &Knightfall) -> i32 {
        evaluation::sum(position).clamp(-BOUND, BOUND)
    }
}

/// How much of the game is ahead, by the number of men.
#[inline(always)]
pub(super) fn phase(position: &Knightfall) -> i32 {
    const AT_FIRST: i32 = 24;
    const AT_LAST: i32 = 4;
    let men = position.occupied().len() as i32;
    (men - AT_LAST).clamp(0, AT_FIRST - AT_LAST) * OPENING / (AT_FIRST - AT_LAST)
}

/// Counts all terms.
#[inline(always)]
pub(super) fn tally(position: &Knightfall, tally: &mut impl Tally) {
    let mut white = Count { side: Side::White, sign: 1, position, tables: &TABLES, tally };
    white.add(Term::Tempo, 0, if position.side == Side::White { 1 } else { -1 });
    let white_attacks = white.men();
    let mut black = Count { side: Side::Black, sign: -1, ..white };
    let black_attacks = black.men();
    black.rest(&black_attacks, &white_attacks);
    let mut white = Count { side: Side::White, sign: 1, ..black };
    white.rest(&white_attacks, &black_attacks);
}

/// What the men of one side attack, their own side's men included.
struct Attacks {
    pawns: Set,
    knights: Set,
    bishops: Set,
    rooks: Set,
}

impl Attacks {
    #[inline(always)]
    fn minors(&self) -> Set {
        self.knights | self.bishops
    }

    #[inline(always)]
    fn all(&self) -> Set {
        self.pawns | self.minors() | self.rooks
    }
}

/// Counts what speaks for and against one side.
struct Count<'a, T> {
    side: Side,
    /// 1 for White, −1 for Black.
    sign: i32,
    position: &'a Knightfall,
    tables: &'static Tables,
    tally: &'a mut T,
}

impl<T: Tally> Count<'_, T> {
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

    /// Counts the men, their squares and their reach; finds what they attack.
    #[inline(always)]
    fn men(&mut self) -> Attacks {
        let pawns = self.ours(Kind::Pawn);
        self.add_all(Term::Man, Kind::Pawn as usize, pawns);
        for pawn in pawns {
            self.add(Term::PawnAt, six::half_square(pawn, self.side), 1);
        }
        Attacks {
            pawns: six::pawn_attacks(pawns, self.side),
            knights: self.pieces(Kind::Knight, Term::KnightAt, Term::KnightReach),
            bishops: self.pieces(Kind::Bishop, Term::BishopAt, Term::BishopReach),
            rooks: self.pieces(Kind::Rook, Term::RookAt, Term::RookReach),
        }
    }

    /// Counts the pieces of one kind; returns what they attack.
    #[inline(always)]
    fn pieces(&mut self, kind: Kind, at: Term, reach: Term) -> Set {
        let occupied = self.position.occupied();
        let pieces = self.ours(kind);
        let barred = self.position.sides[self.side.index()]
            | six::pawn_attacks(self.theirs(Kind::Pawn), !self.side);
        let mut all = Set::EMPTY;
        self.add_all(Term::Man, kind as usize, pieces);
        for square in pieces {
            let attacks = self.tables.attacks(kind, square, occupied);
            self.add(at, six::half_square(square, self.side), 1);
            self.add(reach, attacks.minus(barred).len(), 1);
            all |= attacks;
        }
        all
    }

    /// Counts everything that needs the attacks of both sides.
    #[inline(always)]
    fn rest(&mut self, ours: &Attacks, theirs: &Attacks) {
        self.knights(ours, theirs);
        self.pawns(theirs);
        self.files();
        self.threats(ours, theirs);
    }

    /// Counts how many knights there are and how hunted they are.
    #[inline(always)]
    fn knights(&mut self, ours: &Attacks, theirs: &Attacks) {
        let knights = self.ours(Kind::Knight);
        let left = knights.len();
        self.add(Term::KnightsLeft, left.min(4), 1);
        let danger = theirs.all();
        for knight in knights {
            self.knight_hunted(knight, left, ours, theirs);
            let reach = self.tables.attacks(Kind::Knight, knight, Set::EMPTY);
            let flight = reach.minus(danger | self.position.sides[self.side.index()]).len();
            if left > 1 {
                self.add(Term::KnightFlight, flight.min(5), 1);
            } else {
                self.add(Term::LastKnightFlight, flight, 1);
                self.last_knight(knight, reach, ours, theirs);
            }
        }
    }

    /// Counts an attack on a knight, one of as many as are `left`.
    #[inline(always)]
    fn knight_hunted(&mut self, knight: Square, left: usize, ours: &Attacks, theirs: &Attacks) {
        let attacker = if theirs.pawns.contains(knight) {
            0
        } else if theirs.minors().contains(knight) {
            1
        } else if theirs.rooks.contains(knight) {
            2
        } else {
            return;
        };
        let defended = ours.all().contains(knight) as usize;
        let place = (left.min(3) - 1) * 12 + attacker * 4 + defended * 2 + self.turn();
        self.add(Term::KnightHunted, place, 1);
    }

    /// Counts the enemies of the last knight, which reaches the squares of `reach`.
    #[inline(always)]
    fn last_knight(&mut self, knight: Square, reach: Set, ours: &Attacks, theirs: &Attacks) {
        let zone = reach | Set::of(knight);
        let occupied = self.position.occupied();
        let guarded = ours.all() | self.position.sides[(!self.side).index()];
        let mut besiegers = 0;
        for kind in Kind::ALL {
            let enemies = self.theirs(kind);
            self.add_all(Term::Hunter, kind as usize, enemies);
            for enemy in enemies {
                let attacks = match kind {
                    Kind::Pawn => six::pawn_attacks(Set::of(enemy), !self.side),
                    _ => self.tables.attacks(kind, enemy, occupied),
                };
                let besieges = attacks.meets(zone) as i32;
                self.add(Term::LastKnightSiege, kind as usize, besieges);
                besiegers += besieges as usize;
            }
        }
        self.add(Term::LastKnightBesiegers, besiegers.min(5), 1);
        for (place, kind, reached) in [
            (0, Kind::Knight, theirs.knights),
            (1, Kind::Bishop, theirs.bishops),
            (2, Kind::Rook, theirs.rooks),
        ] {
            let from = self.tables.attacks(kind, knight, occupied);
            self.add_all(Term::LastKnightChase, place, (from & reached).minus(guarded));
        }
    }

    /// Counts the structure of the pawns and their way to promotion.
    #[inline(always)]
    fn pawns(&mut self, theirs: &Attacks) {
        let (side, pawns) = (self.side, self.ours(Kind::Pawn));
        for pawn in six::passed(pawns, self.theirs(Kind::Pawn), side) {
            self.add(Term::Passed, six::rank_of(pawn, side), 1);
        }
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

    /// Counts the pair of bishops and the rooks on open files.
    #[inline(always)]
    fn files(&mut self) {
        self.add(Term::BishopPair, 0, (self.ours(Kind::Bishop).len() >= 2) as i32);
        let pawns = self.ours(Kind::Pawn);
        let without_ours = self.ours(Kind::Rook).minus(six::files_of(pawns));
        let open = without_ours.minus(six::files_of(self.theirs(Kind::Pawn)));
        self.add_all(Term::RookFile, 0, without_ours.minus(open));
        self.add_all(Term::RookFile, 1, open);
    }

    /// Counts the men, except knights, that are attacked by lesser men or without defence.
    #[inline(always)]
    fn threats(&mut self, ours: &Attacks, theirs: &Attacks) {
        let turn = self.turn();
        let (bishops, rooks) = (self.ours(Kind::Bishop), self.ours(Kind::Rook));
        self.add_all(Term::PawnThreat, turn, bishops & theirs.pawns);
        self.add_all(Term::PawnThreat, 2 + turn, rooks & theirs.pawns);
        self.add_all(Term::MinorThreat, turn, rooks & theirs.minors().minus(theirs.pawns));
        let hanging = theirs.all().minus(ours.all());
        self.add_all(Term::Hanging, turn, self.ours(Kind::Pawn) & hanging);
        self.add_all(Term::Hanging, 2 + turn, bishops & hanging);
        self.add_all(Term::Hanging, 4 + turn, rooks & hanging);
    }
}
