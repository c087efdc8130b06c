//! Evaluation: material, mobility, pawns, threats, and how hunted the knights are.

use super::movegen::{TABLES, Tables};
use super::weights::Term;
use super::{Kind, Knightfall, Set, Square};
use crate::board::Side;
use crate::evaluation::{self, OPENING, Tally};
use crate::games::six::{self, Board};

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
    let at_hand = &*TABLES;
    let white = Count { position, side: Side::White, at_hand, tally }.men();
    let black = Count { position, side: Side::Black, at_hand, tally }.men();
    Count { position, side: Side::Black, at_hand, tally }.rest(&black, &white);
    Count { position, side: Side::White, at_hand, tally }.rest(&white, &black);
    Count { position, side: position.side, at_hand, tally }.add(Term::Tempo, 0, 1);
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
type Count<'a, T> = evaluation::Count<'a, Knightfall, &'static Tables, T>;

impl<T: Tally> Count<'_, T> {
    /// Counts the men, their squares and their reach; finds what they attack.
    #[inline(always)]
    fn men(&mut self) -> Attacks {
        Attacks {
            pawns: self.pawns(),
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
        let barred =
            self.position.of(self.side) | six::pawn_attacks(self.theirs(Kind::Pawn), !self.side);
        let mut all = Set::EMPTY;
        self.add_all(Term::Man, kind as usize, pieces);
        for square in pieces {
            let attacks = self.at_hand.attacks(kind, square, occupied);
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
        self.passed();
        self.pawn_structure(theirs.all(), theirs.pawns);
        self.bishops_and_rooks();
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
            let reach = self.at_hand.attacks(Kind::Knight, knight, Set::EMPTY);
            let flight = reach.minus(danger | self.position.of(self.side)).len();
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
        let place =
            (left.min(3) - 1) * 12 + attacker * 4 + defended * 2 + self.is_to_move() as usize;
        self.add(Term::KnightHunted, place, 1);
    }

    /// Counts the enemies of the last knight, which reaches the squares of `reach`.
    #[inline(always)]
    fn last_knight(&mut self, knight: Square, reach: Set, ours: &Attacks, theirs: &Attacks) {
        let zone = reach | Set::of(knight);
        let occupied = self.position.occupied();
        let guarded = ours.all() | self.position.of(!self.side);
        let mut besiegers = 0;
        for kind in Kind::ALL {
            let enemies = self.theirs(kind);
            self.add_all(Term::Hunter, kind as usize, enemies);
            for enemy in enemies {
                let attacks = match kind {
                    Kind::Pawn => six::pawn_attacks(Set::of(enemy), !self.side),
                    _ => self.at_hand.attacks(kind, enemy, occupied),
                };
                let besieges = attacks.meets(zone) as usize;
                self.add(Term::LastKnightSiege, kind as usize, besieges);
                besiegers += besieges;
            }
        }
        self.add(Term::LastKnightBesiegers, besiegers.min(5), 1);
        for (place, kind, reached) in [
            (0, Kind::Knight, theirs.knights),
            (1, Kind::Bishop, theirs.bishops),
            (2, Kind::Rook, theirs.rooks),
        ] {
            let from = self.at_hand.attacks(kind, knight, occupied);
            self.add_all(Term::LastKnightChase, place, (from & reached).minus(guarded));
        }
    }

    /// Counts the passed pawns.
    #[inline(always)]
    fn passed(&mut self) {
        for pawn in six::passed(self.ours(Kind::Pawn), self.theirs(Kind::Pawn), self.side) {
            self.add(Term::Passed, six::rank_of(pawn, self.side), 1);
        }
    }

    /// Counts the men, except knights, that are attacked by lesser men or without defence.
    #[inline(always)]
    fn threats(&mut self, ours: &Attacks, theirs: &Attacks) {
        let turn = self.is_to_move() as usize;
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
