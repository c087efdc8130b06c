//! Which squares a man attacks, and from where a square is attacked.

use once_cell::sync::Lazy;

use super::{Board, CritterMate, Kind, Set, Square};
use crate::board::{Direction, Side, SliderTable};
use crate::games::six::pawn_attacks;
use crate::games::steps::{BISHOP, KING, KNIGHT, ROOK, leaper_table};

/// Betza `KAD`: the neighbours, and two squares along a rank, file or diagonal.
const HIPPOGRIFF: [Direction; 16] =
    with(KING, [(2, 0), (2, 2), (0, 2), (-2, 2), (-2, 0), (-2, -2), (0, -2), (2, -2)]);
/// Betza `WAN`: the orthogonal neighbours, two squares along a diagonal, the knight's leaps.
const RAVEN: [Direction; 16] =
    with([(1, 0), (0, 1), (-1, 0), (0, -1), (2, 2), (-2, 2), (-2, -2), (2, -2)], KNIGHT);

const fn with(first: [Direction; 8], second: [Direction; 8]) -> [Direction; 16] {
    let mut both = [(0, 0); 16];
    let mut n = 0;
    while n < 8 {
        both[n] = first[n];
        both[n + 8] = second[n];
        n += 1;
    }
    both
}

/// The attacks of every man on every square.
pub(super) static TABLES: Lazy<Tables> = Lazy::new(Tables::new);

pub(super) struct Tables {
    straight: SliderTable<6, 6, 36>,
    diagonal: SliderTable<6, 6, 36>,
    knight: [Set; 36],
    king: [Set; 36],
    hippogriff: [Set; 36],
    raven: [Set; 36],
    /// The squares within two steps, as far as Hound and Wildcat slide.
    near: [Set; 36],
    /// The squares strictly between two squares of one line; none if there is no such line.
    between: [[Set; 36]; 36],
}

impl Tables {
    fn new() -> Self {
        let two_steps: Vec<Direction> =
            (-2..=2).flat_map(|f| (-2..=2).map(move |r| (f, r))).collect();
        Tables {
            straight: SliderTable::new(&ROOK),
            diagonal: SliderTable::new(&BISHOP),
            knight: leaper_table(&KNIGHT),
            king: leaper_table(&KING),
            hippogriff: leaper_table(&HIPPOGRIFF),
            raven: leaper_table(&RAVEN),
            near: leaper_table(&two_steps),
            between: between_table(),
        }
    }

    /// The squares that a man of `kind` (no pawn) attacks from `from`.
    #[inline(always)]
    pub(super) fn attacks(&self, kind: Kind, from: Square, occupied: Set) -> Set {
        let at = from.index();
        match kind {
            Kind::Pawn => Set::EMPTY,
            Kind::Knight => self.knight[at],
            Kind::Bishop => self.diagonal.attacks(from, occupied),
            Kind::Rook => self.straight.attacks(from, occupied),
            Kind::Queen => {
                self.straight.attacks(from, occupied) | self.diagonal.attacks(from, occupied)
            }
            Kind::King => self.king[at],
            Kind::Hippogriff => self.hippogriff[at],
            Kind::Raven => self.raven[at],
            Kind::Hound => self.straight.attacks(from, occupied) & self.near[at] | self.knight[at],
            Kind::Wildcat => {
                self.diagonal.attacks(from, occupied) & self.near[at] | self.knight[at]
            }
        }
    }

    /// The squares strictly between two squares of one line.
    #[inline(always)]
    pub(super) fn between(&self, one: Square, other: Square) -> Set {
        self.between[one.index()][other.index()]
    }

    /// The men of both sides that slide to `square` if nothing but `occupied` is in their way.
    #[inline(always)]
    pub(super) fn sliders_to(&self, position: &CritterMate, square: Square, occupied: Set) -> Set {
        let near = self.near[square.index()];
        let queens = position.all(Kind::Queen);
        let straight = position.all(Kind::Rook) | queens | position.all(Kind::Hound) & near;
        let diagonal = position.all(Kind::Bishop) | queens | position.all(Kind::Wildcat) & near;
        self.straight.attacks(square, occupied) & straight
            | self.diagonal.attacks(square, occupied) & diagonal
    }

    /// The men of side `by` that attack `square` when the squares of `occupied` are in the way.
    #[inline(always)]
    pub(super) fn attackers(
        &self,
        position: &CritterMate,
        by: Side,
        square: Square,
        occupied: Set,
    ) -> Set {
        let at = square.index();
        let knights =
            position.all(Kind::Knight) | position.all(Kind::Hound) | position.all(Kind::Wildcat);
        let attackers = self.sliders_to(position, square, occupied)
            | self.knight[at] & knights
            | self.king[at] & position.all(Kind::King)
            | self.hippogriff[at] & position.all(Kind::Hippogriff)
            | self.raven[at] & position.all(Kind::Raven)
            | pawn_attacks(Set::of(square), !by) & position.all(Kind::Pawn);
        attackers & position.sides[by.index()]
    }

    /// All squares that the men of side `by` attack when the squares of `occupied` are in the way.
    #[inline(always)]
    pub(super) fn attacked(&self, position: &CritterMate, by: Side, occupied: Set) -> Set {
        let knights =
            position.all(Kind::Knight) | position.all(Kind::Hound) | position.all(Kind::Wildcat);
        let queens = position.all(Kind::Queen);
        let men = position.sides[by.index()];
        let bishops = (position.all(Kind::Bishop) | queens) & men;
        let rooks = (position.all(Kind::Rook) | queens) & men;
        pawn_attacks(position.men(by, Kind::Pawn), by)
            | self.attacks_of_all(Kind::Knight, knights & men, occupied)
            | self.attacks_of_all(Kind::Bishop, bishops, occupied)
            | self.attacks_of_all(Kind::Rook, rooks, occupied)
            | self.attacks_of_all(Kind::King, position.men(by, Kind::King), occupied)
            | self.attacks_of_all(Kind::Hippogriff, position.men(by, Kind::Hippogriff), occupied)
            | self.attacks_of_all(Kind::Raven, position.men(by, Kind::Raven), occupied)
            | self.attacks_of_all(Kind::Hound, position.men(by, Kind::Hound), occupied)
            | self.attacks_of_all(Kind::Wildcat, position.men(by, Kind::Wildcat), occupied)
    }

    /// The squares that `men`, taken for men of `kind`, attack.
    #[inline(always)]
    fn attacks_of_all(&self, kind: Kind, men: Set, occupied: Set) -> Set {
        let mut attacked = Set::EMPTY;
        for from in men {
            attacked |= self.attacks(kind, from, occupied);
        }
        attacked
    }
}

fn between_table() -> [[Set; 36]; 36] {
    let mut between = [[Set::EMPTY; 36]; 36];
    for from in Square::all() {
        for (files, ranks) in KING {
            let mut passed = Set::EMPTY;
            let mut here = from.offset(files, ranks);
            while let Some(on) = here {
                between[from.index()][on.index()] = passed;
                passed.insert(on);
                here = on.offset(files, ranks);
            }
        }
    }
    between
}

impl CritterMate {
    /// The enemy men that give check to the king of `side`. Whether a side is in check is decided
    /// here and nowhere else.
    #[inline(always)]
    pub(super) fn checkers(&self, side: Side) -> Set {
        TABLES.attackers(self, !side, self.king(side), self.occupied())
    }
}
