//! The foot soldiers: pawns, Warriors and Shielders, moved as whole sets at a time.

use super::movegen::Sink;
use super::zones::{AHEAD, BOARD, FILE_A, FILE_L, HOME, LAST};
use super::{Horizons, Kind, Move, Set, Square, Tag};
use crate::board::{Direction, Side};

/// The three classes of foot soldiers. A spent Warrior is a Warrior that can't charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Soldier {
    Pawn,
    Warrior,
    Shielder,
}

/// All classes; a class is its place in this list.
pub(super) const SOLDIERS: [Soldier; 3] = [Soldier::Pawn, Soldier::Warrior, Soldier::Shielder];

impl Soldier {
    /// The class of a kind, if it is one of foot soldiers.
    #[inline(always)]
    pub(super) fn of(kind: Kind) -> Option<Soldier> {
        match kind {
            Kind::Pawn => Some(Soldier::Pawn),
            Kind::Warrior | Kind::Spent => Some(Soldier::Warrior),
            Kind::Shielder => Some(Soldier::Shielder),
            _ => None,
        }
    }

    /// The steps onto empty squares, ranks counted forward.
    #[inline(always)]
    pub(super) const fn steps(self) -> &'static [Direction] {
        match self {
            Soldier::Pawn | Soldier::Shielder => &[(0, 1)],
            Soldier::Warrior => &[(-1, 1), (1, 1)],
        }
    }

    /// The steps with which it takes, ranks counted forward.
    #[inline(always)]
    pub(super) const fn takes(self) -> &'static [Direction] {
        match self {
            Soldier::Pawn => &[(-1, 1), (1, 1)],
            Soldier::Warrior => &[(0, 1)],
            Soldier::Shielder => &[(-1, 0), (1, 0)],
        }
    }

    /// Whether it may take en passant a soldier of the class `victim`.
    #[inline(always)]
    pub(super) const fn takes_en_passant(self, victim: Soldier) -> bool {
        match self {
            Soldier::Pawn => !matches!(victim, Soldier::Shielder),
            Soldier::Warrior => matches!(victim, Soldier::Warrior),
            Soldier::Shielder => true,
        }
    }

    /// What it may become on the last rank.
    #[inline(always)]
    pub(super) const fn promotions(self) -> [Kind; 5] {
        let own = match self {
            Soldier::Pawn => Kind::Queen,
            Soldier::Warrior => Kind::Mage,
            Soldier::Shielder => Kind::Lightning,
        };
        [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Ox, own]
    }
}

/// Every square moved one step, ranks counted forward for `side`. What leaves the board at the top
/// is not cleared: the caller meets the result with squares of the board.
#[inline(always)]
pub(super) fn stepped(set: Set, (files, ranks): Direction, side: Side) -> Set {
    let set = match files {
        -1 => set.minus(FILE_A),
        1 => set.minus(FILE_L),
        _ => set,
    };
    match index_step((files, ranks), side) {
        up @ 0.. => set.up(up as usize),
        down => set.down(-down as usize),
    }
}

/// Whether soldiers of `side` may take a double step from `square`.
pub(super) fn is_home(square: Square, side: Side) -> bool {
    HOME[side.index()].contains(square)
}

/// What a step adds to a square's index.
#[inline(always)]
fn index_step((files, ranks): Direction, side: Side) -> i32 {
    ranks as i32 * side.forward() as i32 * 12 + files as i32
}

/// The square one step away, which must be on the board.
#[inline(always)]
pub(super) fn step(square: Square, direction: Direction, side: Side) -> Square {
    Square::new((square.index() as i32 + index_step(direction, side)) as usize)
}

/// A double step just made, as long as it can be answered en passant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EnPassant {
    /// The square passed over.
    pub(super) passed: Square,
    /// Where the soldier stands now.
    pub(super) victim: Square,
}

impl EnPassant {
    /// What the double step `mv` leaves behind.
    #[inline(always)]
    pub(super) fn after(mv: Move) -> Self {
        let passed = Square::new((mv.from().index() + mv.to().index()) / 2);
        EnPassant { passed, victim: mv.to() }
    }

    /// A number from 0 to 35 that tells the possible ones of one side apart.
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.passed.file() * 2 + 1 + self.victim.file()
    }

    /// The square the soldier came from, if there is one.
    pub(super) fn home(self) -> Option<Square> {
        let back = |victim: usize, passed: usize| passed as i8 - victim as i8;
        self.passed.offset(
            back(self.victim.file(), self.passed.file()),
            back(self.victim.rank(), self.passed.rank()),
        )
    }
}

impl Horizons {
    /// The soldiers of `side` that are of this class.
    #[inline(always)]
    pub(super) fn soldiers(&self, side: Side, soldier: Soldier) -> Set {
        match soldier {
            Soldier::Pawn => self.men(side, Kind::Pawn),
            Soldier::Warrior => self.men(side, Kind::Warrior) | self.men(side, Kind::Spent),
            Soldier::Shielder => self.men(side, Kind::Shielder),
        }
    }

    /// All soldiers of `side`.
    #[inline(always)]
    pub(super) fn all_soldiers(&self, side: Side) -> Set {
        let warriors = self.kind(Kind::Warrior) | self.kind(Kind::Spent);
        (self.kind(Kind::Pawn) | warriors | self.kind(Kind::Shielder)) & self.all(side)
    }

    /// The enemy men that a man of the side to move may take from `origin`: a Shielder is not taken
    /// by a man in front of it.
    #[inline(always)]
    pub(super) fn takeable_from(&self, origin: Square) -> Set {
        let us = self.side;
        self.takeable_ahead(AHEAD[us.index()][origin.rank()])
    }

    /// The squares to which a piece of the side to move may go from `origin`, if it can get there.
    #[inline(always)]
    pub(super) fn open_from(&self, origin: Square) -> Set {
        self.takeable_from(origin) | BOARD.minus(self.occupied())
    }

    /// The enemy men that may be taken if those of the set `ahead` are ahead of the taker.
    #[inline(always)]
    fn takeable_ahead(&self, ahead: Set) -> Set {
        let theirs = self.all(!self.side);
        if self.options.has(super::NO_SHIELD) {
            theirs
        } else {
            theirs.minus(self.kind(Kind::Shielder) & ahead)
        }
    }

    /// The soldiers of the side to move that could take en passant, kings left aside.
    pub(super) fn en_passant_takers(&self, en_passant: EnPassant) -> Set {
        let us = self.side;
        let Some(victim) = self.man(en_passant.victim).and_then(|man| Soldier::of(man.kind()))
        else {
            return Set::EMPTY;
        };
        let takers = SOLDIERS.into_iter().filter(|taker| taker.takes_en_passant(victim));
        takers.fold(Set::EMPTY, |all, taker| {
            let from = taker.takes().iter().fold(Set::EMPTY, |from, &(files, ranks)| {
                from | stepped(Set::of(en_passant.passed), (-files, -ranks), us)
            });
            all | from & self.soldiers(us, taker)
        })
    }

    /// The legal captures en passant.
    pub(super) fn en_passant_moves(&self, en_passant: EnPassant) -> impl Iterator<Item = Move> {
        let takers = self.en_passant_takers(en_passant).into_iter();
        takers
            .map(move |from| Move::new(from, en_passant.passed).tagged(Tag::EnPassant))
            .filter(|&mv| self.is_safe_after(mv))
    }
}

/// The moves of the soldiers in `who`, except pushes and captures en passant. Kings are not regarded.
#[inline(always)]
pub(super) fn visit(position: &Horizons, who: Set, sink: &mut impl Sink) {
    let us = position.side;
    let empty = BOARD.minus(position.occupied());
    let home = HOME[us.index()];
    for soldier in SOLDIERS {
        let men = position.soldiers(us, soldier) & who;
        for &direction in soldier.steps() {
            let by = index_step(direction, us);
            let double = stepped(stepped(men & home, direction, us) & empty, direction, us) & empty;
            sink.soldiers(stepped(men, direction, us) & empty, by, soldier, Tag::Plain);
            sink.soldiers(double, 2 * by, soldier, Tag::Double);
        }
        for &direction in soldier.takes() {
            let ahead = if direction.1 > 0 { BOARD } else { Set::EMPTY };
            let to = stepped(men, direction, us) & position.takeable_ahead(ahead);
            sink.soldiers(to, index_step(direction, us), soldier, Tag::Plain);
        }
    }
    let chargers = position.men(us, Kind::Warrior) & who;
    for &direction in Soldier::Warrior.takes() {
        let over = stepped(chargers, direction, us) & empty;
        let to = stepped(over, direction, us) & position.takeable_ahead(BOARD);
        sink.soldiers(to, 2 * index_step(direction, us), Soldier::Warrior, Tag::Charge);
    }
}

/// The legal pushes.
#[inline(always)]
pub(super) fn visit_pushes(position: &Horizons, sink: &mut impl Sink) {
    let us = position.side;
    let pushable = position.all(!us).minus(position.kind(Kind::Shielder));
    let room = BOARD.minus(position.occupied()).minus(LAST[us.index()]);
    let pushed = stepped(position.men(us, Kind::Shielder), (0, 1), us) & pushable;
    for behind in stepped(pushed, (0, 1), us) & room {
        let to = step(behind, (0, -1), us);
        let mv = Move::new(step(to, (0, -1), us), to).tagged(Tag::Push);
        if position.is_safe_after(mv) {
            sink.special(mv);
        }
    }
}
