//! Evaluation: the men and where they stand, how far the pieces reach, what is attacked, how far
//! soldiers have come, and how safe the kings are.

use arrayvec::ArrayVec;

use super::attacks::any_taker;
use super::castling::CASTLINGS;
use super::soldiers::{Soldier, stepped};
use super::ways::Ways;
use super::weights::{Term, WEIGHTS};
use super::zones::{AHEAD, BOARD, LAST};
use super::{Horizons, Kind, Man, Move, NO_SHIELD, Set, Square, Tag};
use crate::board::{Side, multiversion};
use crate::evaluation::{self, OPENING, Tally};

/// Worth of a king in cp as a man that takes back: whatever stands to be taken is worth less.
const KING_WORTH: i32 = 10_000;
/// The kinds of soldiers, the first in [`Kind`].
const SOLDIER_KINDS: [Kind; 4] = [Kind::Pawn, Kind::Warrior, Kind::Spent, Kind::Shielder];
/// The kinds of pieces without the king, those that come next.
const PIECES: [Kind; 7] =
    [Kind::Knight, Kind::Bishop, Kind::Ox, Kind::Rook, Kind::Mage, Kind::Lightning, Kind::Queen];
/// By kind from knight to queen: so many squares in reach make a step in [`Term::Mobility`].
const MOBILITY_STEPS: [usize; 7] = [1, 2, 2, 2, 3, 3, 3];
/// By kind from knight to queen: its part in the phase.
const PHASES: [i32; 7] = [1, 1, 1, 2, 3, 3, 4];
/// The parts of the men of both sides at the start.
const START_PHASE: i32 = 40;

/// Worth of a kind in cp, for move ordering and exchanges.
#[inline(always)]
fn worth(kind: Kind) -> i32 {
    WEIGHTS[Term::Man as usize].worth(kind as usize)
}

/// The man that a legal move takes.
#[inline(always)]
pub(super) fn victim(position: &Horizons, mv: Move) -> Option<Man> {
    match mv.tag() {
        Tag::Push => None,
        Tag::EnPassant => position.en_passant.and_then(|e| position.man(e.victim)),
        _ => position.man(mv.to()),
    }
}

#[inline(always)]
pub(super) fn gain(position: &Horizons, mv: Move) -> i32 {
    let taken = victim(position, mv).map_or(0, |man| worth(man.kind()));
    let lost = position.man(mv.from()).map_or(0, |man| worth(man.kind()));
    taken + position.becomes(mv).map_or(0, |kind| worth(kind) - lost)
}

multiversion! {
    /// Captures and recaptures on the goal, the cheapest man first, by those who bear on it now or
    /// as soon as the mover has left. A pushing Shielder counts as safe: the man before it cannot
    /// take it.
    pub(super) fn exchange(position: &Horizons, mv: Move) -> i32 {
        let gain = gain(position, mv);
        let Some(mover) = position.man(mv.from()) else { return gain };
        if matches!(mv.tag(), Tag::Push | Tag::Castling) || mover.kind() == Kind::King {
            return gain;
        }
        let kind = position.becomes(mv).unwrap_or(mover.kind());
        let theirs = takers(position, mv, !position.side, kind);
        if theirs.is_empty() {
            return gain;
        }
        let ours = takers(position, mv, position.side, Kind::Pawn);
        gain - taken_back(worth(kind), &theirs, &ours)
    }
}

/// What `takers` win, at least nothing, by taking a man of this worth if `others` may take back.
fn taken_back(standing: i32, takers: &[i32], others: &[i32]) -> i32 {
    match takers.split_first() {
        Some((&taker, rest)) => (standing - taken_back(taker, others, rest)).max(0),
        None => 0,
    }
}

/// More men than could ever take part in an exchange that is worth reckoning.
type Worths = ArrayVec<i32, 16>;

/// The worth of the men of `by` that could take one of `kind` on the goal of `mv` after it, the
/// cheapest first.
#[inline(always)]
fn takers(position: &Horizons, mv: Move, by: Side, kind: Kind) -> Worths {
    let mut gone = Set::of(mv.from());
    if mv.tag() == Tag::EnPassant {
        gone |= position.en_passant.map_or(Set::EMPTY, |e| Set::of(e.victim));
    }
    let shielded = if kind == Kind::Shielder && !position.options.has(NO_SHIELD) {
        AHEAD[(!by).index()][mv.to().rank()]
    } else {
        Set::EMPTY
    };
    let occupied = position.occupied().minus(gone);
    let mut worths = Worths::new();
    any_taker(position, Ways::get(), mv.to(), by, |origin, between| {
        let stays = !(gone | shielded).contains(origin);
        if stays && !between.meets(occupied) {
            let kind = position.man(origin).map_or(Kind::Pawn, Man::kind);
            worths.push(if kind == Kind::King { KING_WORTH } else { worth(kind) });
        }
        worths.is_full()
    });
    worths.sort_unstable();
    worths
}

multiversion! {
    pub(super) fn in_check(position: &Horizons) -> bool {
        position.is_checked(position.side)
    }
}

#[inline(always)]
pub(super) fn phase(position: &Horizons) -> i32 {
    let mut left = 0;
    for (row, &kind) in PIECES.iter().enumerate() {
        left += position.kind(kind).len() as i32 * PHASES[row];
    }
    (left * OPENING / START_PHASE).min(OPENING)
}

#[inline(always)]
pub(super) fn tally(position: &Horizons, tally: &mut impl Tally) {
    let ways = Ways::get();
    let mut attacks =
        [Attacks::of_soldiers(position, Side::White), Attacks::of_soldiers(position, Side::Black)];
    for side in Side::BOTH {
        let mut count = Count { position, side, at_hand: ways, tally };
        count.men();
        count.soldiers(&attacks[side.index()]);
        count.king();
        count.pieces(&mut attacks);
    }
    for side in Side::BOTH {
        let mut count = Count { position, side, at_hand: ways, tally };
        count.threats(&attacks[side.index()], &attacks[(!side).index()]);
    }
    Count { position, side: position.side, at_hand: ways, tally }.add(Term::Tempo, 0, 1);
}

/// What one side's men attack. Squares above the board may be among them.
struct Attacks {
    /// What pawns and Warriors attack, charges aside.
    frontal: Set,
    /// What Shielders attack.
    sideways: Set,
    /// What Warriors could charge.
    charges: Set,
    /// What knights, bishops and Oxen attack.
    light: Set,
    /// What all pieces and the king attack.
    pieces: Set,
}

impl Attacks {
    #[inline(always)]
    fn of_soldiers(position: &Horizons, side: Side) -> Attacks {
        let men = |soldier| position.soldiers(side, soldier);
        let before = taken_on(position.men(side, Kind::Warrior), Soldier::Warrior, side);
        Attacks {
            frontal: taken_on(men(Soldier::Pawn), Soldier::Pawn, side)
                | taken_on(men(Soldier::Warrior), Soldier::Warrior, side),
            sideways: taken_on(men(Soldier::Shielder), Soldier::Shielder, side),
            charges: taken_on(before.minus(position.occupied()), Soldier::Warrior, side),
            light: Set::EMPTY,
            pieces: Ways::get().king[position.king(side).index()],
        }
    }

    #[inline(always)]
    fn by_soldiers(&self) -> Set {
        self.frontal | self.sideways
    }
}

/// The squares on which soldiers of this class take.
#[inline(always)]
fn taken_on(men: Set, soldier: Soldier, side: Side) -> Set {
    let mut attacked = Set::EMPTY;
    for &direction in soldier.takes() {
        attacked |= stepped(men, direction, side);
    }
    attacked
}

/// All squares further ahead than those of `set` on their files. Squares above the board may be
/// among them.
#[inline(always)]
fn ahead_of(set: Set, side: Side) -> Set {
    let mut ahead = stepped(set, (0, 1), side);
    for ranks in [1, 2, 4, 8] {
        ahead |= stepped(ahead, (0, ranks), side);
    }
    ahead
}

/// The squares of `set` and those beside them.
#[inline(always)]
fn broadened(set: Set, side: Side) -> Set {
    set | stepped(set, (-1, 0), side) | stepped(set, (1, 0), side)
}

/// Counts the terms of one side.
type Count<'a, T> = evaluation::Count<'a, Horizons, &'static Ways, T>;

impl<T: Tally> Count<'_, T> {
    /// Adds the men of `side` in `set` by kind, from `first` in the term on.
    #[inline(always)]
    fn add_kinds(&mut self, term: Term, first: usize, side: Side, set: Set) {
        let set = set & self.position.all(side);
        for square in set {
            if let Some(man) = self.position.man(square) {
                self.add(term, first + man.kind() as usize, 1);
            }
        }
    }

    /// The rank as seen from our side, 0 for the first.
    #[inline(always)]
    fn rank_of(&self, square: Square) -> usize {
        match self.side {
            Side::White => square.rank(),
            Side::Black => 11 - square.rank(),
        }
    }

    /// Which men there are and where they stand.
    #[inline(always)]
    fn men(&mut self) {
        for square in self.position.all(self.side) {
            let Some(man) = self.position.man(square) else { continue };
            let (kind, file) = (man.kind() as usize, square.file());
            self.add(Term::Man, kind, 1);
            self.add(Term::Rank, kind * 12 + self.rank_of(square), 1);
            self.add(Term::File, kind * 6 + file.min(11 - file), 1);
        }
        let bishops = self.position.men(self.side, Kind::Bishop).len();
        self.add(Term::BishopPair, 0, (bishops >= 2) as usize);
        for (wing, castling) in CASTLINGS[self.side.index()].iter().enumerate() {
            let may = self.position.castling & castling.right != 0;
            self.add(Term::Castling, wing, may as usize);
        }
    }

    /// The soldiers, whom they protect, and how free their way and that of the rooks is.
    #[inline(always)]
    fn soldiers(&mut self, attacks: &Attacks) {
        let (position, us) = (self.position, self.side);
        let ours = position.all_soldiers(us);
        let theirs = position.all_soldiers(!us);
        let passed = ours.minus(ahead_of(broadened(theirs, us), !us));
        let behind_men = ahead_of(position.occupied(), !us);
        for square in passed {
            let rank = self.rank_of(square);
            self.add(Term::Passed, rank, 1);
            self.add(Term::PassedFree, rank, !behind_men.contains(square) as usize);
        }
        self.add_kinds(Term::Protected, 0, us, attacks.by_soldiers());
        let shielders = position.men(us, Kind::Shielder);
        self.add_kinds(Term::Shielded, 0, us, stepped(shielders, (0, -1), us));
        let rooks = position.men(us, Kind::Rook).minus(ahead_of(ours, !us));
        self.add(Term::RookLine, 0, rooks.len());
        self.add(Term::RookLine, 1, rooks.minus(ahead_of(theirs, !us)).len());
        let room = BOARD.minus(position.occupied()).minus(LAST[us.index()]);
        let behind = stepped(stepped(shielders, (0, 1), us), (0, 1), us) & room;
        let pushed = stepped(behind, (0, -1), us) & position.all(!us);
        let pushed = pushed.minus(position.kind(Kind::Shielder));
        self.add(Term::Push, 0, (pushed & theirs).len());
        self.add(Term::Push, 1, pushed.minus(theirs).len());
    }

    /// The soldiers that cover our king.
    #[inline(always)]
    fn king(&mut self) {
        let (position, us) = (self.position, self.side);
        let king = position.king(us);
        for kind in SOLDIER_KINDS {
            let cover = position.men(us, kind) & self.at_hand.king[king.index()];
            self.add(Term::Cover, kind as usize, cover.len());
        }
        let files = broadened(Set::of(king), us);
        let open = files.minus(ahead_of(position.all_soldiers(us), !us));
        self.add(Term::OpenKing, open.len(), 1);
    }

    /// The pieces: how far they reach, and which of them bear on the enemy's king. Notes what they
    /// attack.
    #[inline(always)]
    fn pieces(&mut self, attacks: &mut [Attacks; 2]) {
        let (position, us) = (self.position, self.side);
        let king = position.king(!us);
        let beside = self.at_hand.king[king.index()];
        let zone = beside | Set::of(king) | stepped(beside, (0, 1), !us);
        let guarded = attacks[(!us).index()].by_soldiers();
        let closed = position.all(us) | guarded;
        let (mut siege, mut attackers) = (0, 0);
        for (row, &kind) in PIECES.iter().enumerate() {
            let checking = self.at_hand.checking(position, kind, king).minus(closed | beside);
            for from in position.men(us, kind) {
                let reach = self.at_hand.reach(position, kind, from, us);
                let attacks = &mut attacks[us.index()];
                attacks.pieces |= reach;
                if row < 3 {
                    attacks.light |= reach;
                }
                let step = reach.minus(closed).len() / MOBILITY_STEPS[row];
                self.add(Term::Mobility, row * 16 + step.min(15), 1);
                self.add(Term::CheckThreat, row, (reach & checking).len());
                let near = (reach & zone).len();
                self.add(Term::KingAttack, row, near);
                siege += near;
                attackers += (near > 0) as usize;
            }
        }
        self.add(Term::KingSiege, siege.min(15), 1);
        self.add(Term::KingAttackers, attackers.min(7), 1);
    }

    /// The enemy men that ours attack.
    #[inline(always)]
    fn threats(&mut self, ours: &Attacks, theirs: &Attacks) {
        let (position, them) = (self.position, !self.side);
        let shielders = if position.options.has(NO_SHIELD) {
            Set::EMPTY
        } else {
            position.kind(Kind::Shielder)
        };
        let first = if self.is_to_move() { 0 } else { 12 };
        let by_soldiers = ours.frontal.minus(shielders) | ours.sideways;
        let attacked = by_soldiers | ours.pieces;
        let hanging = attacked.minus(theirs.by_soldiers() | theirs.pieces);
        self.add_kinds(Term::AttackedBySoldier, first, them, by_soldiers);
        self.add_kinds(Term::AttackedByLight, first, them, ours.light);
        self.add_kinds(Term::Hanging, first, them, hanging);
        self.add_kinds(Term::Charge, 0, them, ours.charges.minus(shielders));
    }
}
