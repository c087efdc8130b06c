//! Evaluation: the last capture wins, so what counts is how many captures each side has left.

use super::movegen::Reach;
use super::views::View;
use super::weights::Term;
use super::{Kind, KnightsRoses, Move, Set};
use crate::board::{Side, multiversion};
use crate::evaluation::{self, OPENING, Tally};

/// Worth in cp of a capture that the enemy loses, for move ordering.
const REPLY: i32 = 40;
/// Worth in cp of a capture that the mover loses.
const CAPTURE: i32 = 10;

/// What a move changes in the captures of both sides, in cp. Captures that the enemy loses count
/// four times as much as one's own, as in the order of the [solver](super::ending)'s moves. A man of
/// one's own is never taken with gain, but always at a loss.
#[inline(always)]
pub(super) fn gain(position: &KnightsRoses, mv: Move) -> i32 {
    let (from, to) = (mv.from(), mv.to());
    let [own, theirs] = [position.side, !position.side].map(|side| position.sides[side.index()]);
    let (held, roses) = (own | theirs, position.roses);
    let (leaving, landing) = (View::from(from), View::from(to));
    let rose = roses.contains(from);
    let losers = leaving.losers(held, roses);
    let victim = landing.captures(roses.contains(to), held) - losers.contains(to) as i32;
    let moved = landing.captures(!rose, held ^ Set::of(from)) - leaving.captures(rose, held);
    let (own_losers, their_losers) = ((losers & own).len() as i32, (losers & theirs).len() as i32);
    if own.contains(to) {
        (REPLY * their_losers + CAPTURE * (moved - own_losers - victim)).min(-CAPTURE)
    } else {
        REPLY * (their_losers + victim) + CAPTURE * (moved - own_losers)
    }
}

multiversion! {
    pub(super) fn evaluate(position: &KnightsRoses) -> i32 {
        evaluation::sum(position)
    }
}

/// So many men are left when nothing of the opening is.
const ENDING_MEN: i32 = 12;

#[inline(always)]
pub(super) fn phase(position: &KnightsRoses) -> i32 {
    let gone = 64 - position.occupied().len() as i32;
    (OPENING - gone * OPENING / (64 - ENDING_MEN)).max(0)
}

#[inline(always)]
pub(super) fn tally(position: &KnightsRoses, tally: &mut impl Tally) {
    let reach = Side::BOTH.map(|side| Reach::of(position, side));
    one_side(position, Side::White, &reach, &mut |term, index, count| {
        tally.add(term as usize, index, count as i32);
    });
    one_side(position, Side::Black, &reach, &mut |term, index, count| {
        tally.add(term as usize, index, -(count as i32));
    });
    let sign = if position.side == Side::White { 1 } else { -1 };
    tally.add(Term::Turn as usize, position.occupied().len() % 2, sign);
}

/// Counts the terms of one side.
#[inline(always)]
fn one_side(
    position: &KnightsRoses,
    side: Side,
    reach: &[Reach; 2],
    count: &mut impl FnMut(Term, usize, usize),
) {
    let [us, them] = [&reach[side.index()], &reach[(!side).index()]];
    let [own, theirs] = [position.sides[side.index()], position.sides[(!side).index()]];
    let (reached, feared) = (us.targets[0] | us.targets[1], them.targets[0] | them.targets[1]);
    let stuck = own.minus(us.takers);
    for kind in [Kind::Knight, Kind::Rose] {
        let index = kind as usize;
        let men = position.of_kind(side, kind);
        count(Term::Man, index, men.len());
        count(Term::Stuck, index, (men & stuck).len());
        count(Term::Hanging, index, (men & feared).len());
        count(Term::Capture, index, us.captures[index][0]);
        count(Term::Capture, 2 + index, us.captures[index][1]);
    }
    count(Term::Idle, 0, stuck.minus(reached | feared).len());
    count(Term::Safely, 0, (theirs & reached).minus(feared).len());
    count(Term::Safely, 1, (own & reached).minus(feared).len());
    let captures: usize = us.captures.as_flattened().iter().sum();
    if captures < 12 {
        count(Term::Few, captures, 1);
    }
}
