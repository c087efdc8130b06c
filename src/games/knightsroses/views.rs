//! What can be seen from each square, for what is asked of one man at a time.

use super::{Set, Square};
use crate::board::Direction;
use crate::games::steps::{BISHOP, KNIGHT, ROOK};

/// What can be seen from a square of an empty board.
pub(super) struct View {
    /// The squares a knight's leap away.
    leaps: Set,
    /// The squares next to it on its rank and file.
    sides: Set,
    /// The squares along each direction of `BISHOP`; the opposite of one is two places on.
    diagonals: [Set; 4],
    /// All of these.
    pub(super) all: Set,
}

static VIEWS: [View; 64] = {
    let mut views = [const { View::of(Square::new(0)) }; 64];
    let mut index = 1;
    while index < 64 {
        views[index] = View::of(Square::new(index));
        index += 1;
    }
    views
};

impl View {
    #[inline(always)]
    pub(super) fn from(square: Square) -> &'static View {
        &VIEWS[square.index()]
    }

    const fn of(square: Square) -> View {
        let (leaps, sides) = (walk(square, &KNIGHT, 1), walk(square, &ROOK, 1));
        let [a, b, c, d] = BISHOP;
        let rays = [
            walk(square, &[a], 7),
            walk(square, &[b], 7),
            walk(square, &[c], 7),
            walk(square, &[d], 7),
        ];
        View {
            leaps: Set::from_word(leaps),
            sides: Set::from_word(sides),
            diagonals: [
                Set::from_word(rays[0]),
                Set::from_word(rays[1]),
                Set::from_word(rays[2]),
                Set::from_word(rays[3]),
            ],
            all: Set::from_word(leaps | sides | rays[0] | rays[1] | rays[2] | rays[3]),
        }
    }

    /// The first square of `held` along each diagonal, if there is one.
    #[inline(always)]
    fn met(&self, held: Set) -> [Set; 4] {
        let [a, b, c, d] = self.diagonals;
        [lowest(a & held), lowest(b & held), highest(c & held), highest(d & held)]
    }

    /// On which squares of `held` a man here takes.
    #[inline(always)]
    pub(super) fn targets(&self, rose: bool, held: Set) -> Set {
        if rose {
            let [a, b, c, d] = self.met(held);
            self.sides & held | a | b | c | d
        } else {
            self.leaps & held
        }
    }

    /// How many these are.
    #[inline(always)]
    pub(super) fn captures(&self, rose: bool, held: Set) -> i32 {
        if rose {
            let diagonals = self.diagonals.iter().filter(|ray| ray.meets(held)).count();
            ((self.sides & held).len() + diagonals) as i32
        } else {
            (self.leaps & held).len() as i32
        }
    }

    /// The men that have one capture fewer when this square, which is held, becomes empty: knights
    /// and neighbours that take here, and roses that take here along a diagonal and find nobody
    /// behind.
    #[inline(always)]
    pub(super) fn losers(&self, held: Set, roses: Set) -> Set {
        let knights = self.leaps & held.minus(roses);
        let [a, b, c, d] = self.met(held);
        let alone = |one: Set, other: Set| match one.is_empty() || other.is_empty() {
            true => one | other,
            false => Set::EMPTY,
        };
        knights | (self.sides | alone(a, c) | alone(b, d)) & roses
    }
}

/// The squares that up to `most` steps in one of `directions` lead to.
const fn walk(from: Square, directions: &[Direction], most: usize) -> u64 {
    let mut squares = 0;
    let mut direction = 0;
    while direction < directions.len() {
        let (files, ranks) = directions[direction];
        let mut left = most;
        let mut next = from.offset(files, ranks);
        while let Some(square) = next {
            squares |= 1 << square.index();
            left -= 1;
            next = if left == 0 { None } else { square.offset(files, ranks) };
        }
        direction += 1;
    }
    squares
}

#[inline(always)]
fn lowest(set: Set) -> Set {
    Set::from_word(set.word() & set.word().wrapping_neg())
}

#[inline(always)]
fn highest(set: Set) -> Set {
    set.last().map(Set::of).unwrap_or_default()
}
