//! Legal moves, generated directly: pins and checks are known before the first move is made.

use super::attacks::{TABLES, Tables};
use super::{Board, CastlingPath, CritterMate, Kind, Move, Set, Square};
use crate::board::{Side, multiversion};
use crate::games::six::{self, EVERYWHERE, LAST_RANKS, pawn_attacks_left, pawn_attacks_right};

/// Receives the moves of one man, or of all pawns that go in one direction.
trait Sink {
    /// A man of `kind` goes from `from` to each square of `to`.
    fn man(&mut self, kind: Kind, from: Square, to: Set);
    /// Pawns arrive on the squares `to`, each having come `step` squares (in index) up or down;
    /// on the last rank each becomes one of [`Kind::PROMOTIONS`] or the `familiar`.
    fn pawns(&mut self, to: Set, step: i32, familiar: Option<Kind>);
    /// The king castles.
    fn castling(&mut self, king: Square, goal: Square);
}

/// Counts.
struct Counter(usize);

impl Sink for Counter {
    #[inline(always)]
    fn man(&mut self, _kind: Kind, _from: Square, to: Set) {
        self.0 += to.len();
    }

    #[inline(always)]
    fn pawns(&mut self, to: Set, _step: i32, familiar: Option<Kind>) {
        let promoting = to & LAST_RANKS;
        let more = Kind::PROMOTIONS.len() - 1 + familiar.is_some() as usize;
        self.0 += to.len() + more * promoting.len();
    }

    #[inline(always)]
    fn castling(&mut self, _king: Square, _goal: Square) {
        self.0 += 1;
    }
}

impl Sink for Vec<Move> {
    #[inline(always)]
    fn man(&mut self, kind: Kind, from: Square, to: Set) {
        self.extend(to.into_iter().map(|to| Move::new(kind, from, to)));
    }

    #[inline(always)]
    fn pawns(&mut self, to: Set, step: i32, familiar: Option<Kind>) {
        for to in to {
            let from = Square::new((to.index() as i32 - step) as usize);
            let mv = Move::new(Kind::Pawn, from, to);
            if matches!(to.rank(), 0 | 5) {
                let kinds = Kind::PROMOTIONS.into_iter().chain(familiar);
                self.extend(kinds.map(|kind| mv.promoting(kind)));
            } else {
                self.push(mv);
            }
        }
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, goal: Square) {
        self.push(Move::castling(king, goal));
    }
}

/// Appends the legal moves.
#[inline(always)]
pub(super) fn generate(position: &CritterMate, moves: &mut Vec<Move>) {
    visit(position, ALL_MOVES, moves)
}

multiversion! {
    /// Appends the captures and promotions.
    pub(super) fn generate_noisy(position: &CritterMate, moves: &mut Vec<Move>) {
        let captures = position.sides[(!position.side).index()];
        visit(position, Wanted { goals: captures, steps: LAST_RANKS, castling: false }, moves)
    }
}

/// Counts the legal moves.
#[inline(always)]
pub(super) fn count(position: &CritterMate) -> usize {
    let mut counter = Counter(0);
    visit(position, ALL_MOVES, &mut counter);
    counter.0
}

/// Which moves are wanted, besides the captures of pawns.
struct Wanted {
    /// Those of king and pieces to these squares.
    goals: Set,
    /// Those of pawns straight forward to these squares.
    steps: Set,
    /// Castling.
    castling: bool,
}

const ALL_MOVES: Wanted = Wanted { goals: EVERYWHERE, steps: EVERYWHERE, castling: true };

#[inline(always)]
fn visit(position: &CritterMate, wanted: Wanted, sink: &mut impl Sink) {
    Generator::new(position, wanted).visit(sink);
}

/// What is known about a position before any of its moves.
struct Generator<'a> {
    position: &'a CritterMate,
    wanted: Wanted,
    tables: &'static Tables,
    us: Side,
    king: Square,
    ours: Set,
    theirs: Set,
    occupied: Set,
    checkers: Set,
    /// What a pawn of ours may become besides [`Kind::PROMOTIONS`].
    familiar: Option<Kind>,
}

impl<'a> Generator<'a> {
    #[inline(always)]
    fn new(position: &'a CritterMate, wanted: Wanted) -> Self {
        let us = position.side;
        Generator {
            position,
            wanted,
            tables: &TABLES,
            us,
            king: position.king(us),
            ours: position.sides[us.index()],
            theirs: position.sides[(!us).index()],
            occupied: position.occupied(),
            checkers: position.checkers(us),
            familiar: position.promotion_to_familiar(us),
        }
    }

    #[inline(always)]
    fn visit(&self, sink: &mut impl Sink) {
        self.visit_king(sink);
        let goals = match self.checkers.len() {
            0 => EVERYWHERE,
            1 => self.answers(),
            _ => return,
        };
        let mut free = self.ours;
        if self.us == Side::White && self.position.frozen {
            free = free.minus(self.position.all_familiars());
        }
        let free = self.visit_pinned(free, sink);
        self.visit_men(free, goals, sink);
    }

    /// The moves of `men` (of ours, without the king) to squares of `goals`.
    #[inline(always)]
    fn visit_men(&self, men: Set, goals: Set, sink: &mut impl Sink) {
        self.visit_pawns(men, goals, sink);
        self.visit_kind(Kind::Knight, men, goals, sink);
        self.visit_kind(Kind::Bishop, men, goals, sink);
        self.visit_kind(Kind::Rook, men, goals, sink);
        self.visit_kind(Kind::Queen, men, goals, sink);
        self.visit_kind(Kind::Hippogriff, men, goals, sink);
        self.visit_kind(Kind::Raven, men, goals, sink);
        self.visit_kind(Kind::Hound, men, goals, sink);
        self.visit_kind(Kind::Wildcat, men, goals, sink);
    }

    #[inline(always)]
    fn visit_kind(&self, kind: Kind, men: Set, goals: Set, sink: &mut impl Sink) {
        for from in self.position.all(kind) & men {
            let to = self.tables.attacks(kind, from, self.occupied).minus(self.ours);
            sink.man(kind, from, to & goals & self.wanted.goals);
        }
    }

    /// Where a man other than the king must go to end the check of the lone checker.
    #[inline(always)]
    fn answers(&self) -> Set {
        let leapers = self.position.all(Kind::Hippogriff) | self.position.all(Kind::Raven);
        match self.checkers.first() {
            Some(slider) if !leapers.contains(slider) => self.line_from(slider),
            // A leaper can stand in line with the king, but nothing can step in its way.
            _ => self.checkers,
        }
    }

    /// The square of an enemy slider and the squares between it and the king.
    #[inline(always)]
    fn line_from(&self, slider: Square) -> Set {
        self.tables.between(self.king, slider) | Set::of(slider)
    }

    /// The king's steps and castling.
    #[inline(always)]
    fn visit_king(&self, sink: &mut impl Sink) {
        let steps = self.tables.attacks(Kind::King, self.king, self.occupied).minus(self.ours);
        let steps = steps & self.wanted.goals;
        let castling = if self.wanted.castling { self.clear_castling_path() } else { None };
        if steps.is_empty() && castling.is_none() {
            return;
        }
        // The king does not shield the squares behind it.
        let without_king = self.occupied.minus(Set::of(self.king));
        let attacked = self.tables.attacked(self.position, !self.us, without_king);
        sink.man(Kind::King, self.king, steps.minus(attacked));
        if let Some(path) = castling
            && !attacked.meets(Set::of(path.crossed) | Set::of(path.goal))
            && !self.castles_into_check(path)
        {
            sink.castling(self.king, path.goal);
        }
    }

    /// The king's way in castling, if the side may still castle, is not in check, and all squares
    /// are empty that have to be.
    #[inline(always)]
    fn clear_castling_path(&self) -> Option<CastlingPath> {
        let rook = (self.position.castling & self.ours).first()?;
        let path = CastlingPath::between(self.king, rook)?;
        let needed = self.tables.between(self.king, rook) | Set::of(path.goal);
        let clear = !needed.meets(self.occupied.minus(Set::of(rook)));
        (clear && self.checkers.is_empty()).then_some(path)
    }

    /// Whether castling opens a line to the king where it arrives.
    fn castles_into_check(&self, path: CastlingPath) -> bool {
        let left = Set::of(self.king) | self.position.castling & self.ours;
        let after = self.occupied.minus(left) | Set::of(path.crossed) | Set::of(path.goal);
        !self.tables.attackers(self.position, !self.us, path.goal, after).is_empty()
    }

    /// The moves of those of `men` that are pinned to the king, along the pin; returns the others.
    #[inline(always)]
    fn visit_pinned(&self, men: Set, sink: &mut impl Sink) -> Set {
        let mut free = men;
        let snipers = self.tables.sliders_to(self.position, self.king, self.theirs) & self.theirs;
        for sniper in snipers.minus(self.checkers) {
            let line = self.line_from(sniper);
            let shield = line & self.ours;
            if shield.len() == 1 {
                free = free.minus(shield);
                // In check a pinned man can do nothing: its line is not the checker's.
                if self.checkers.is_empty() {
                    self.visit_men(shield & men, line, sink);
                }
            }
        }
        free
    }

    /// The pawns among `men` step forward onto empty squares and take diagonally forward.
    #[inline(always)]
    fn visit_pawns(&self, men: Set, goals: Set, sink: &mut impl Sink) {
        let pawns = self.position.all(Kind::Pawn) & men;
        let taken = self.theirs & goals;
        let forward = self.us.forward() as i32 * 6;
        let steps = six::forward(pawns, self.us) & goals & self.wanted.steps;
        sink.pawns(steps.minus(self.occupied), forward, self.familiar);
        sink.pawns(pawn_attacks_left(pawns, self.us) & taken, forward - 1, self.familiar);
        sink.pawns(pawn_attacks_right(pawns, self.us) & taken, forward + 1, self.familiar);
    }
}
