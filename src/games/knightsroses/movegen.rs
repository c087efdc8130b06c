//! Legal moves: every capture that a man can make, whoever's the victim is.
//!
//! Moves are found for all men of a side at once, direction by direction: the men that can take
//! that way are those whose neighbour that way is held. Counting is then one population count
//! a direction.

use once_cell::sync::Lazy;

use super::{Kind, KnightsRoses, Move, Set, Square};
use crate::board::{Direction, Side};
use crate::games::steps::{BISHOP, KNIGHT, ROOK};

/// Receives the moves of all men that take in one way.
trait Sink {
    /// Each man of `takers` takes on the square a `step` away.
    fn leaps(&mut self, takers: Set, step: Direction);
    /// Each man of `takers` takes the first man it meets along `BISHOP[direction]`.
    fn rides(&mut self, takers: Set, direction: usize, occupied: Set);
}

/// Counts.
struct Counter(usize);

impl Sink for Counter {
    #[inline(always)]
    fn leaps(&mut self, takers: Set, _step: Direction) {
        self.0 += takers.len();
    }

    #[inline(always)]
    fn rides(&mut self, takers: Set, _direction: usize, _occupied: Set) {
        self.0 += takers.len();
    }
}

impl Sink for Vec<Move> {
    #[inline(always)]
    fn leaps(&mut self, takers: Set, step: Direction) {
        let to = |from: Square| Square::new((from.index() as i32 + index_step(step)) as usize);
        self.extend(takers.into_iter().map(|from| Move::new(from, to(from))));
    }

    #[inline(always)]
    fn rides(&mut self, takers: Set, direction: usize, occupied: Set) {
        let rays = &RAYS[direction];
        let upwards = index_step(BISHOP[direction]) > 0;
        for from in takers {
            let met = rays[from.index()] & occupied;
            let first = if upwards { met.first() } else { met.last() };
            self.extend(first.map(|to| Move::new(from, to)));
        }
    }
}

/// The squares along each diagonal from each square.
static RAYS: Lazy<[[Set; 64]; 4]> = Lazy::new(|| {
    BISHOP.map(|(files, ranks)| {
        std::array::from_fn(|index| {
            let next = |square: &Square| square.offset(files, ranks);
            std::iter::successors(next(&Square::new(index)), next).collect()
        })
    })
});

/// Appends the legal moves of the side to move.
#[inline(always)]
pub(super) fn generate(position: &KnightsRoses, moves: &mut Vec<Move>) {
    visit(position, position.side, moves)
}

/// Counts the captures that `side` has, were it on move.
#[inline(always)]
pub(super) fn count(position: &KnightsRoses, side: Side) -> usize {
    let mut counter = Counter(0);
    visit(position, side, &mut counter);
    counter.0
}

#[inline(always)]
fn visit(position: &KnightsRoses, side: Side, sink: &mut impl Sink) {
    let occupied = position.occupied();
    let [knights, roses] = [Kind::Knight, Kind::Rose].map(|kind| position.of_kind(side, kind));
    for step in KNIGHT {
        sink.leaps(knights & seeing(occupied, step), step);
    }
    for step in ROOK {
        sink.leaps(roses & seeing(occupied, step), step);
    }
    for (direction, step) in BISHOP.into_iter().enumerate() {
        sink.rides(roses & seeing_along(occupied, step), direction, occupied);
    }
}

/// What the men of one side can take.
#[derive(Debug)]
pub(super) struct Reach {
    /// The men that can be taken, by the taker's kind.
    pub(super) targets: [Set; 2],
    /// The men that can take.
    pub(super) takers: Set,
    /// The number of captures, by the taker's kind: of enemy men, and of own men.
    pub(super) captures: [[usize; 2]; 2],
}

impl Reach {
    #[inline(always)]
    pub(super) fn of(position: &KnightsRoses, side: Side) -> Reach {
        let own = position.sides[side.index()];
        let occupied = position.occupied();
        let [knights, roses] = [Kind::Knight, Kind::Rose].map(|kind| position.of_kind(side, kind));
        let mut reach =
            Reach { targets: [Set::EMPTY; 2], takers: Set::EMPTY, captures: [[0; 2]; 2] };
        for step in KNIGHT {
            let takers = knights & seeing(occupied, step);
            reach.add(Kind::Knight, takers, seen(takers, step), own);
        }
        for step in ROOK {
            let takers = roses & seeing(occupied, step);
            reach.add(Kind::Rose, takers, seen(takers, step), own);
        }
        for step in BISHOP {
            let takers = roses & seeing_along(occupied, step);
            reach.add(Kind::Rose, takers, seen_along(takers, step, occupied), own);
        }
        reach
    }

    /// Adds the captures in one way: each man of `takers` takes another one of `targets`.
    #[inline(always)]
    fn add(&mut self, kind: Kind, takers: Set, targets: Set, own: Set) {
        self.takers |= takers;
        self.targets[kind as usize] |= targets;
        let of_own = (targets & own).len();
        let captures = &mut self.captures[kind as usize];
        captures[0] += targets.len() - of_own;
        captures[1] += of_own;
    }
}

/// By how much a step changes a square's index.
#[inline(always)]
const fn index_step((files, ranks): Direction) -> i32 {
    ranks as i32 * 8 + files as i32
}

/// The squares from which a step `files` to the right stays on the board.
#[inline(always)]
const fn stays(files: i32) -> u64 {
    /// One byte a rank: the files from a to `8 - files`.
    const RANK: u64 = 0x0101_0101_0101_0101;
    if files >= 0 { RANK * (0xFF >> files) } else { RANK * (0xFF << -files & 0xFF) }
}

/// The squares from which one `step` leads to a square of `targets`.
#[inline(always)]
fn seeing(targets: Set, step: Direction) -> Set {
    let back = shifted_back(targets.word(), index_step(step));
    Set::from_word(back & stays(step.0 as i32))
}

/// The squares from which some number of steps leads to a square of `targets`
/// (a Kogge-Stone fill: 1, then 2, then 4 steps at a time).
#[inline(always)]
fn seeing_along(targets: Set, step: Direction) -> Set {
    let by = index_step(step);
    let one = stays(step.0 as i32);
    let two = one & shifted_back(one, by);
    let four = two & shifted_back(two, 2 * by);
    let mut seeing = shifted_back(targets.word(), by) & one;
    seeing |= shifted_back(seeing, by) & one;
    seeing |= shifted_back(seeing, 2 * by) & two;
    seeing |= shifted_back(seeing, 4 * by) & four;
    Set::from_word(seeing)
}

/// The squares that one `step` leads to from `squares`, all of which stay on the board.
#[inline(always)]
fn seen(squares: Set, step: Direction) -> Set {
    Set::from_word(shifted_back(squares.word(), -index_step(step)))
}

/// The first squares of `occupied` that are met from `squares` by taking steps
/// (a Kogge-Stone fill through empty squares).
#[inline(always)]
fn seen_along(squares: Set, step: Direction, occupied: Set) -> Set {
    let by = -index_step(step);
    let arrives = stays(-step.0 as i32);
    let mut open = !occupied.word() & arrives;
    let mut filled = squares.word();
    filled |= open & shifted_back(filled, by);
    open &= shifted_back(open, by);
    filled |= open & shifted_back(filled, 2 * by);
    open &= shifted_back(open, 2 * by);
    filled |= open & shifted_back(filled, 4 * by);
    Set::from_word(shifted_back(filled, by) & arrives) & occupied
}

/// Every bit moved `by` indices down (up, if negative).
#[inline(always)]
const fn shifted_back(word: u64, by: i32) -> u64 {
    if by >= 0 { word >> by } else { word << -by }
}
