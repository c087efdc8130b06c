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
/// `ALONE[n]` is bit `n - 1`, `ALONE[0]` nothing; `ONWARD[n]` the bits from `n` on. With a variable
/// distance, loading them is cheaper than shifting 128 bits.
static ALONE: [u128; 129] = shifted(1);
static ONWARD: [u128; 129] = shifted(u128::MAX << 1);
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

/// `bits` shifted by one less than the index.
const fn shifted(bits: u128) -> [u128; 129] {
    let mut table = [0; 129];
    let mut n = 0;
    while n < 128 {
        table[n + 1] = bits << n;
        n += 1;
    }
    table[0] = bits >> 1;
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

/// What is seen from a square along one axis, both ways.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// The first man towards higher indices; empty if there is none.
    pub(super) up: Set,
    /// The first man towards lower indices; empty if there is none.
    pub(super) down: Set,
    /// The empty squares before `up`.
    pub(super) free_up: Set,
    /// The empty squares before `down`.
    pub(super) free_down: Set,
}

impl View {
    /// The view from `square`, whether or not a man stands on it.
    #[inline(always)]
    pub(super) fn along(axis: usize, square: Square, occupied: Set) -> View {
        let upward = UPWARD[axis][square.index()];
        let men = upward & occupied.word();
        let up = men & men.wrapping_neg();
        let downward = DOWNWARD[axis][square.index()];
        // One more than the index of the first man downward, 0 if there is none.
        let above = 128 - (downward & occupied.word()).leading_zeros() as usize;
        View {
            up: Set::from_word(up),
            down: Set::from_word(ALONE[above]),
            free_up: Set::from_word(upward & up.wrapping_sub(1)),
            free_down: Set::from_word(downward & ONWARD[above]),
        }
    }

    /// The first men both ways.
    #[inline(always)]
    pub(super) fn men(self) -> Set {
        self.up | self.down
    }

    /// The empty squares both ways.
    #[inline(always)]
    pub(super) fn free(self) -> Set {
        self.free_up | self.free_down
    }
}
