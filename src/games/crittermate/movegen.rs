//! Legal moves, generated directly: pins and checks are known before the first move is made.

use super::attacks::{TABLES, Tables, pawn_attacks_left, pawn_attacks_right, pawn_steps};
use super::{BACK_RANKS, CastlingPath, CritterMate, Kind, Move, Set, Square};
use crate::board::{Side, multiversion};

const EVERYWHERE: Set = Set::from_word((1 << 36) - 1);

/// Receives the moves of one man, or of all pawns that go in one direction.
trait Sink {
    /// A man goes from `from` to each square of `to`.
    fn man(&mut self, from: Square, to: Set);
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
    fn man(&mut self, _from: Square, to: Set) {
        self.0 += to.len();
    }

    #[inline(always)]
    fn pawns(&mut self, to: Set, _step: i32, familiar: Option<Kind>) {
        let promoting = to & (BACK_RANKS[0] | BACK_RANKS[1]);
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
    fn man(&mut self, from: Square, to: Set) {
        self.extend(to.into_iter().map(|to| Move::new(from, to)));
    }

    #[inline(always)]
    fn pawns(&mut self, to: Set, step: i32, familiar: Option<Kind>) {
        for to in to {
            let mv = Move::new(Square::new((to.index() as i32 - step) as usize), to);
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

multiversion! {
    /// Appends the legal moves.
    pub(super) fn generate(position: &CritterMate, moves: &mut Vec<Move>) {
        visit(position, moves)
    }
}

multiversion! {
    /// Counts the legal moves.
    pub(super) fn count(position: &CritterMate) -> usize {
        let mut counter = Counter(0);
        visit(position, &mut counter);
        counter.0
    }
}

#[inline(always)]
fn visit(position: &CritterMate, sink: &mut impl Sink) {
    Generator::new(position).visit(sink);
}

/// What is known about a position before any of its moves.
struct Generator<'a> {
    position: &'a CritterMate,
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
    fn new(position: &'a CritterMate) -> Self {
        let us = position.side;
        Generator {
            position,
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
        self.visit_pawns(free, goals, sink);
        for kind in PIECES {
            for from in self.position.all(kind) & free {
                self.visit_piece(kind, from, goals, sink);
            }
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
        let rooks = self.position.castling & self.ours;
        if (steps | rooks).is_empty() {
            return;
        }
        // The king does not shield the squares behind it.
        let without_king = self.occupied.minus(Set::of(self.king));
        let attacked = self.tables.attacked(self.position, !self.us, without_king);
        sink.man(self.king, steps.minus(attacked));
        if self.checkers.is_empty() {
            for rook in rooks {
                self.visit_castling(rook, attacked, sink);
            }
        }
    }

    #[inline(always)]
    fn visit_castling(&self, rook: Square, attacked: Set, sink: &mut impl Sink) {
        let Some(path) = CastlingPath::between(self.king, rook) else { return };
        let (crossed, goal) = (Set::of(path.crossed), Set::of(path.goal));
        let men = Set::of(self.king) | Set::of(rook);
        let rest = self.occupied.minus(men);
        let needed = self.tables.between(self.king, rook) | goal;
        if needed.meets(rest) || attacked.meets(crossed | goal) {
            return;
        }
        let after = rest | crossed | goal;
        if self.tables.attackers(self.position, !self.us, path.goal, after).is_empty() {
            sink.castling(self.king, path.goal);
        }
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
                    self.visit_pinned_man(shield & men, line, sink);
                }
            }
        }
        free
    }

    fn visit_pinned_man(&self, man: Set, line: Set, sink: &mut impl Sink) {
        self.visit_pawns(man, line, sink);
        for kind in PIECES {
            for from in self.position.all(kind) & man {
                self.visit_piece(kind, from, line, sink);
            }
        }
    }

    #[inline(always)]
    fn visit_piece(&self, kind: Kind, from: Square, goals: Set, sink: &mut impl Sink) {
        let to = self.tables.attacks(kind, from, self.occupied).minus(self.ours);
        sink.man(from, to & goals);
    }

    /// The pawns among `men` step forward onto empty squares and take diagonally forward.
    #[inline(always)]
    fn visit_pawns(&self, men: Set, goals: Set, sink: &mut impl Sink) {
        let pawns = self.position.all(Kind::Pawn) & men;
        let taken = self.theirs & goals;
        let forward = self.us.forward() as i32 * 6;
        let steps = pawn_steps(pawns, self.us) & goals;
        sink.pawns(steps.minus(self.occupied), forward, self.familiar);
        sink.pawns(pawn_attacks_left(pawns, self.us) & taken, forward - 1, self.familiar);
        sink.pawns(pawn_attacks_right(pawns, self.us) & taken, forward + 1, self.familiar);
    }
}

/// The kinds that are neither pawn nor king.
const PIECES: [Kind; 8] = [
    Kind::Knight,
    Kind::Bishop,
    Kind::Rook,
    Kind::Queen,
    Kind::Hippogriff,
    Kind::Raven,
    Kind::Hound,
    Kind::Wildcat,
];
