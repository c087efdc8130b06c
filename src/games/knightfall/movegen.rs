//! Legal moves. Without kings every move that a man can make is legal.

use once_cell::sync::Lazy;

use super::{Kind, Knightfall, Move, Set, Square};
use crate::board::{Side, SliderTable};
use crate::games::steps::{BISHOP, KNIGHT, ROOK, leaper_table};

/// How the pieces go.
struct Tables {
    knight: [Set; 36],
    bishop: SliderTable<6, 6, 36>,
    rook: SliderTable<6, 6, 36>,
}

static TABLES: Lazy<Tables> = Lazy::new(|| Tables {
    knight: leaper_table(&KNIGHT),
    bishop: SliderTable::new(&BISHOP),
    rook: SliderTable::new(&ROOK),
});

const FILE_A: u64 = 0x0_4104_1041;
const FILE_F: u64 = FILE_A << 5;
const RANK_1: u64 = 0x3F;
const RANK_6: u64 = RANK_1 << 30;

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
        let promoting = to & Set::from_word(RANK_1 | RANK_6);
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
    visit(position, moves)
}

/// Counts the legal moves.
#[inline(always)]
pub(super) fn count(position: &Knightfall) -> usize {
    let mut counter = Counter(0);
    visit(position, &mut counter);
    counter.0
}

#[inline(always)]
fn visit(position: &Knightfall, sink: &mut impl Sink) {
    if position.is_over() {
        return;
    }
    let us = position.side;
    let ours = position.sides[us.index()];
    let theirs = position.sides[(!us).index()];
    let occupied = ours | theirs;
    visit_pawns(position.men(us, Kind::Pawn), us, theirs, !occupied.word(), sink);
    let tables = &*TABLES;
    for from in position.men(us, Kind::Knight) {
        sink.man(from, tables.knight[from.index()].minus(ours));
    }
    for from in position.men(us, Kind::Bishop) {
        sink.man(from, tables.bishop.attacks(from, occupied).minus(ours));
    }
    for from in position.men(us, Kind::Rook) {
        sink.man(from, tables.rook.attacks(from, occupied).minus(ours));
    }
}

/// Pawns step one square forward onto empty squares and take diagonally forward.
#[inline(always)]
fn visit_pawns(pawns: Set, us: Side, theirs: Set, empty: u64, sink: &mut impl Sink) {
    let left = pawns.minus(Set::from_word(FILE_A));
    let right = pawns.minus(Set::from_word(FILE_F));
    let empty = Set::from_word(empty);
    match us {
        Side::White => {
            sink.pawns(pawns.up(6) & empty, 6);
            sink.pawns(left.up(5) & theirs, 5);
            sink.pawns(right.up(7) & theirs, 7);
        }
        Side::Black => {
            sink.pawns(pawns.down(6) & empty, -6);
            sink.pawns(left.down(7) & theirs, -7);
            sink.pawns(right.down(5) & theirs, -5);
        }
    }
}
