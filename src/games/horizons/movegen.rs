//! Legal moves.
//!
//! Only the king's own moves, castling, pushes and captures en passant are tried out. For any other
//! move it is enough to know the checks and pins beforehand: it takes away the man on its goal,
//! vacates one square and fills another.

use super::attacks::{Danger, is_attacked};
use super::castling;
use super::soldiers::{self, Soldier};
use super::ways::Ways;
use super::zones::PROMOTING;
use super::{Horizons, Kind, Move, Set, Square, Tag};
use crate::board::multiversion;
use crate::game::Game;

/// Receives moves.
pub(super) trait Sink {
    /// Whether it takes in moves that are not noisy; if not, such may be left out.
    const QUIET: bool = true;
    /// A piece goes from `from` to `to`.
    fn piece(&mut self, from: Square, to: Square);
    /// A piece goes from `from` to each square of `to`.
    fn pieces(&mut self, from: Square, to: Set);
    /// Soldiers of one class arrive on the squares `to`, each having come `by` (in index).
    fn soldiers(&mut self, to: Set, by: i32, soldier: Soldier, tag: Tag);
    /// A move of any other sort, already known to be legal.
    fn special(&mut self, mv: Move);
}

/// Counts.
struct Counter(usize);

impl Sink for Counter {
    #[inline(always)]
    fn piece(&mut self, _from: Square, _to: Square) {
        self.0 += 1;
    }

    #[inline(always)]
    fn pieces(&mut self, _from: Square, to: Set) {
        self.0 += to.len();
    }

    #[inline(always)]
    fn soldiers(&mut self, to: Set, _by: i32, soldier: Soldier, _tag: Tag) {
        let promoting = to & PROMOTING;
        self.0 += to.len() + (soldier.promotions().len() - 1) * promoting.len();
    }

    #[inline(always)]
    fn special(&mut self, _mv: Move) {
        self.0 += 1;
    }
}

impl Sink for Vec<Move> {
    #[inline(always)]
    fn piece(&mut self, from: Square, to: Square) {
        self.push(Move::new(from, to));
    }

    #[inline(always)]
    fn pieces(&mut self, from: Square, to: Set) {
        self.extend(to.into_iter().map(|to| Move::new(from, to)));
    }

    #[inline(always)]
    fn soldiers(&mut self, to: Set, by: i32, soldier: Soldier, tag: Tag) {
        for to in to {
            let from = Square::new((to.index() as i32 - by) as usize);
            let mv = Move::new(from, to).tagged(tag);
            if PROMOTING.contains(to) {
                self.extend(soldier.promotions().map(|kind| mv.promoting(kind)));
            } else {
                self.push(mv);
            }
        }
    }

    #[inline(always)]
    fn special(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Lists the noisy moves.
struct Noisy<'a> {
    position: &'a Horizons,
    moves: &'a mut Vec<Move>,
}

impl Noisy<'_> {
    #[inline(always)]
    fn victims(&self) -> Set {
        self.position.all(!self.position.side)
    }
}

impl Sink for Noisy<'_> {
    const QUIET: bool = false;

    #[inline(always)]
    fn piece(&mut self, from: Square, to: Square) {
        if self.victims().contains(to) {
            self.moves.piece(from, to);
        }
    }

    #[inline(always)]
    fn pieces(&mut self, from: Square, to: Set) {
        self.moves.pieces(from, to & self.victims());
    }

    #[inline(always)]
    fn soldiers(&mut self, to: Set, by: i32, soldier: Soldier, tag: Tag) {
        self.moves.soldiers(to & (self.victims() | PROMOTING), by, soldier, tag);
    }

    #[inline(always)]
    fn special(&mut self, mv: Move) {
        if self.position.is_noisy(mv) {
            self.moves.push(mv);
        }
    }
}

/// Passes on the moves that end on certain squares.
struct Within<'a, S> {
    goals: Set,
    sink: &'a mut S,
}

impl<S: Sink> Sink for Within<'_, S> {
    const QUIET: bool = S::QUIET;

    #[inline(always)]
    fn piece(&mut self, from: Square, to: Square) {
        if self.goals.contains(to) {
            self.sink.piece(from, to);
        }
    }

    #[inline(always)]
    fn pieces(&mut self, from: Square, to: Set) {
        self.sink.pieces(from, to & self.goals);
    }

    #[inline(always)]
    fn soldiers(&mut self, to: Set, by: i32, soldier: Soldier, tag: Tag) {
        self.sink.soldiers(to & self.goals, by, soldier, tag);
    }

    #[inline(always)]
    fn special(&mut self, mv: Move) {
        self.sink.special(mv);
    }
}

/// Appends the legal moves.
#[inline(always)]
pub(super) fn generate(position: &Horizons, moves: &mut Vec<Move>) {
    visit(position, moves)
}

multiversion! {
    /// Appends the legal moves that are noisy.
    pub(super) fn generate_noisy(position: &Horizons, moves: &mut Vec<Move>) {
        visit(position, &mut Noisy { position, moves })
    }
}

/// Counts the legal moves.
#[inline(always)]
pub(super) fn count(position: &Horizons) -> usize {
    let mut counter = Counter(0);
    visit(position, &mut counter);
    counter.0
}

#[inline(always)]
fn visit<S: Sink>(position: &Horizons, sink: &mut S) {
    let us = position.side;
    let ways = Ways::get();
    let king = position.king(us);
    let danger = Danger::of(position, ways, king);
    let free = position.all(us).minus(danger.pinned);
    if danger.check {
        visit_men(position, ways, free, &mut Within { goals: danger.answers, sink });
    } else {
        visit_men(position, ways, free, sink);
        if S::QUIET {
            castling::visit(position, ways, sink);
        }
    }
    for man in danger.pinned {
        let goals = danger.answers & danger.pin(position, ways, man);
        visit_men(position, ways, Set::of(man), &mut Within { goals, sink });
    }
    visit_king(position, ways, king, sink);
    soldiers::visit_pushes(position, sink);
    if let Some(en_passant) = position.en_passant {
        for mv in position.en_passant_moves(en_passant) {
            sink.special(mv);
        }
    }
}

/// The moves of the men in `who` by which nothing but the mover and the man on its goal is touched,
/// the king's excepted; checks and pins are left to the sink.
#[inline(always)]
fn visit_men(position: &Horizons, ways: &Ways, who: Set, sink: &mut impl Sink) {
    let us = position.side;
    soldiers::visit(position, who, sink);
    for from in position.men(us, Kind::Knight) & who {
        sink.pieces(from, ways.knight[from.index()] & position.open_from(from));
    }
    for (riders, way) in ways.riders(position, us) {
        for from in riders & who {
            let takeable = position.takeable_from(from);
            way.walk(from, &position.board, takeable, |to| sink.piece(from, to));
        }
    }
}

#[inline(always)]
fn visit_king<S: Sink>(position: &Horizons, ways: &Ways, king: Square, sink: &mut S) {
    let elsewhere = position.occupied().minus(Set::of(king));
    let open = if S::QUIET { position.open_from(king) } else { position.takeable_from(king) };
    let mut goals = ways.king[king.index()] & open;
    for to in goals {
        if is_attacked(position, ways, to, !position.side, elsewhere) {
            goals = goals.minus(Set::of(to));
        }
    }
    sink.pieces(king, goals);
}
