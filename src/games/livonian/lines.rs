//! Lines of sight and neighbourhoods on the 9×9 board.

use super::{Livonian, Set, Square};
use crate::board::Direction;
use crate::game::Game;
use crate::games::steps::KING;

/// The axes of the board, by their direction towards higher square indices. The first two are
/// the straight ones.
const AXES: [Direction; 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

const FIRST_FILE: Set = Set::from_word(0x0100_8040_2010_0804_0201);
const LAST_FILE: Set = Set::from_word(FIRST_FILE.word() << 8);
const LAST_RANK: Set = Set::from_word(0x1FF << 72);

/// How many of the axes are straight: along rank and file.
pub(super) const STRAIGHT: usize = 2;
/// How many axes there are with the diagonals.
pub(super) const ALL: usize = AXES.len();

static UPWARD: [[u128; Square::COUNT]; ALL] = rays(1);
static DOWNWARD: [[u128; Square::COUNT]; ALL] = rays(-1);
/// The bits from `n - 1` on for every `n`; for 0 all bits. A variable shift of 128 bits costs more
/// than loading its result.
static FROM: [u128; 129] = from_bits();
static NEIGHBOURS: [u128; Square::COUNT] = neighbours();

/// For every axis and square the squares that lie on one side of it, up to the board's edge.
const fn rays(sense: i8) -> [[u128; Square::COUNT]; ALL] {
    let mut rays = [[0; Square::COUNT]; ALL];
    let mut axis = 0;
    while axis < ALL {
        let (files, ranks) = AXES[axis];
        let mut index = 0;
        while index < Square::COUNT {
            let mut here = Square::new(index);
            while let Some(next) = here.offset(files * sense, ranks * sense) {
                rays[axis][index] |= 1 << next.index();
                here = next;
            }
            index += 1;
        }
        axis += 1;
    }
    rays
}

const fn from_bits() -> [u128; 129] {
    let mut table = [u128::MAX; 129];
    let mut n = 1;
    while n < table.len() {
        table[n] = u128::MAX << (n - 1);
        n += 1;
    }
    table
}

const fn neighbours() -> [u128; Square::COUNT] {
    let mut sets = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let mut step = 0;
        while step < KING.len() {
            let (files, ranks) = KING[step];
            if let Some(next) = Square::new(index).offset(files, ranks) {
                sets[index] |= 1 << next.index();
            }
            step += 1;
        }
        index += 1;
    }
    sets
}

/// The up to eight squares around a square.
#[inline(always)]
pub(super) fn around(square: Square) -> Set {
    Set::from_word(NEIGHBOURS[square.index()])
}

/// The squares of `set` and all around them.
#[inline(always)]
pub(super) fn widened(set: Set) -> Set {
    let beside = set.minus(LAST_FILE).up(1) | set.minus(FIRST_FILE).down(1);
    let rows = set | beside;
    rows | rows.minus(LAST_RANK).up(Livonian::FILES) | rows.down(Livonian::FILES)
}

/// What is seen from a square along one axis: the empty squares up to the first man, and him.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// Towards higher indices.
    pub(super) up: Set,
    /// Towards lower indices.
    pub(super) down: Set,
}

impl View {
    /// The view from `square`, whether or not a man stands on it.
    #[inline(always)]
    pub(super) fn along(axis: usize, square: Square, occupied: Set) -> View {
        let upward = UPWARD[axis][square.index()];
        let men = upward & occupied.word();
        // All bits up to the lowest man; all bits if there is none.
        let up = men ^ men.wrapping_sub(1);
        let downward = DOWNWARD[axis][square.index()];
        // One more than the index of the highest man, 0 if there is none.
        let above = 128 - (downward & occupied.word()).leading_zeros() as usize;
        View { up: Set::from_word(upward & up), down: Set::from_word(downward & FROM[above]) }
    }

    /// Both ways.
    #[inline(always)]
    pub(super) fn both(self) -> Set {
        self.up | self.down
    }
}
