//! Evaluation: the last capture wins, so what counts is how many captures each side has left.

use super::movegen::Reach;
use super::views::View;
use super::weights::Term;
use super::{Kind, KnightsRoses, Move, Set};
use crate::board::Side;
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
    Count { position, side: Side::White, at_hand: &reach, tally }.men_and_captures();
    Count { position, side: Side::Black, at_hand: &reach, tally }.men_and_captures();
    let mut turn = Count { position, side: position.side, at_hand: &reach, tally };
    turn.add(Term::Turn, position.occupied().len() % 2, 1);
}

/// Counts the terms of one side.
type Count<'a, T> = evaluation::Count<'a, KnightsRoses, &'a [Reach; 2], T>;

impl<T: Tally> Count<'_, T> {
    #[inline(always)]
    fn men_and_captures(&mut self) {
        let (position, side, reach) = (self.position, self.side, self.at_hand);
        let [us, them] = [&reach[side.index()], &reach[(!side).index()]];
        let [own, theirs] = [position.sides[side.index()], position.sides[(!side).index()]];
        let (reached, feared) = (us.targets[0] | us.targets[1], them.targets[0] | them.targets[1]);
        let stuck = own.minus(us.takers);
        for kind in [Kind::Knight, Kind::Rose] {
            let index = kind as usize;
            let men = position.of_kind(side, kind);
            self.add(Term::Man, index, men.len());
            self.add(Term::Stuck, index, (men & stuck).len());
            self.add(Term::Hanging, index, (men & feared).len());
            self.add(Term::Capture, index, us.captures[index][0]);
            self.add(Term::Capture, 2 + index, us.captures[index][1]);
        }
        self.add(Term::Idle, 0, stuck.minus(reached | feared).len());
        self.add(Term::Safely, 0, (theirs & reached).minus(feared).len());
        self.add(Term::Safely, 1, (own & reached).minus(feared).len());
        let captures: usize = us.captures.as_flattened().iter().sum();
        if captures < 12 {
            self.add(Term::Few, captures, 1);
        }
    }
}
