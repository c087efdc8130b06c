//! Legal moves. Without kings every move that a man can make is legal.

use once_cell::sync::Lazy;

use super::{Board, Kind, Knightfall, Move, Set, Square};
use crate::board::{Side, SliderTable, multiversion};
use crate::games::six::{self, pawn_attacks, pawn_attacks_left, pawn_attacks_right};
use crate::games::steps::{BISHOP, KNIGHT, ROOK, leaper_table};

/// How the pieces go.
pub(super) struct Tables {
    knight: [Set; 36],
    bishop: SliderTable<6, 6, 36>,
    rook: SliderTable<6, 6, 36>,
}

impl Tables {
    /// The squares that a piece of `kind` (no pawn) attacks from `from`.
    #[inline(always)]
    pub(super) fn attacks(&self, kind: Kind, from: Square, occupied: Set) -> Set {
        match kind {
            Kind::Pawn => Set::EMPTY,
            Kind::Knight => self.knight[from.index()],
            Kind::Bishop => self.bishop.attacks(from, occupied),
            Kind::Rook => self.rook.attacks(from, occupied),
        }
    }

    /// The men of side `by` that attack `square` when the squares of `occupied` are in the way.
    #[inline(always)]
    pub(super) fn attackers(
        &self,
        position: &Knightfall,
        by: Side,
        square: Square,
        occupied: Set,
    ) -> Set {
        let pieces = |kind: Kind| self.attacks(kind, square, occupied) & position.all(kind);
        let attackers = pieces(Kind::Knight)
            | pieces(Kind::Bishop)
            | pieces(Kind::Rook)
            | pawn_attacks(Set::of(square), !by) & position.all(Kind::Pawn);
        attackers & position.sides[by.index()]
    }
}

pub(super) static TABLES: Lazy<Tables> = Lazy::new(|| Tables {
    knight: leaper_table(&KNIGHT),
    bishop: SliderTable::new(&BISHOP),
    rook: SliderTable::new(&ROOK),
});

/// Receives the moves of one man, or of all pawns that go in one direction.
trait Sink {
    /// A man goes from `from` to each square of `to`.
    fn man(&mut self, from: Square, to: Set);
    /// Pawns arrive on the squares `to`, each having come `step` squares (in index) up or down.
    fn pawns(&mut self, to: Set, step: i32);
}

/// Counts.
struct Counter(usize);

impl Sink for Counter {
    #[inline(always)]
    fn man(&mut self, _from: Square, to: Set) {
        self.0 += to.len();
    }

    #[inline(always)]
    fn pawns(&mut self, to: Set, _step: i32) {
        let promoting = to & six::LAST_RANKS;
        self.0 += to.len() + (Kind::PROMOTIONS.len() - 1) * promoting.len();
    }
}

impl Sink for Vec<Move> {
    #[inline(always)]
    fn man(&mut self, from: Square, to: Set) {
        self.extend(to.into_iter().map(|to| Move::new(from, to)));
    }

    #[inline(always)]
    fn pawns(&mut self, to: Set, step: i32) {
        for to in to {
            let mv = Move::new(Square::new((to.index() as i32 - step) as usize), to);
            if matches!(to.rank(), 0 | 5) {
                self.extend(Kind::PROMOTIONS.map(|kind| mv.promoting(kind)));
            } else {
                self.push(mv);
            }
        }
    }
}

/// Appends the legal moves.
#[inline(always)]
pub(super) fn generate(position: &Knightfall, moves: &mut Vec<Move>) {
    visit(position, ALL_MOVES, moves)
}

multiversion! {
    /// Appends the captures and promotions.
    pub(super) fn generate_noisy(position: &Knightfall, moves: &mut Vec<Move>) {
        let captures = position.sides[(!position.side).index()];
        visit(position, Goals { pieces: captures, steps: six::LAST_RANKS }, moves)
    }
}

/// Counts the legal moves.
#[inline(always)]
pub(super) fn count(position: &Knightfall) -> usize {
    let mut counter = Counter(0);
    visit(position, ALL_MOVES, &mut counter);
    counter.0
}

/// Which moves are wanted, besides the captures of pawns.
#[derive(Clone, Copy)]
struct Goals {
    /// Those of pieces to these squares.
    pieces: Set,
    /// Those of pawns straight forward to these squares.
    steps: Set,
}

const ALL_MOVES: Goals = Goals { pieces: six::EVERYWHERE, steps: six::EVERYWHERE };

#[inline(always)]
fn visit(position: &Knightfall, goals: Goals, sink: &mut impl Sink) {
    if position.is_over() {
        return;
    }
    visit_pawns(position, goals.steps, sink);
    visit_kind(position, Kind::Knight, goals.pieces, sink);
    visit_kind(position, Kind::Bishop, goals.pieces, sink);
    visit_kind(position, Kind::Rook, goals.pieces, sink);
}

/// The pieces of one kind go to squares of `goals`.
#[inline(always)]
fn visit_kind(position: &Knightfall, kind: Kind, goals: Set, sink: &mut impl Sink) {
    let goals = goals.minus(position.sides[position.side.index()]);
    for from in position.men(position.side, kind) {
        sink.man(from, TABLES.attacks(kind, from, position.occupied()) & goals);
    }
}

/// Pawns step one square forward onto empty squares, those of `steps`, and take diagonally forward.
#[inline(always)]
fn visit_pawns(position: &Knightfall, steps: Set, sink: &mut impl Sink) {
    let us = position.side;
    let pawns = position.men(us, Kind::Pawn);
    let theirs = position.sides[(!us).index()];
    let forward = us.forward() as i32 * 6;
    sink.pawns(six::forward(pawns, us).minus(position.occupied()) & steps, forward);
    sink.pawns(pawn_attacks_left(pawns, us) & theirs, forward - 1);
    sink.pawns(pawn_attacks_right(pawns, us) & theirs, forward + 1);
}
