//! Who hits whom, counted for all men at once.

use super::lines::{View, around, widened};
use super::{Kind, Livonian, Set, Square};
use crate::board::Side;

/// How often men are hit, bit-sliced: a set of squares for every count worth telling apart.
///
/// "Heavy" is a hit by anything but a musketeer. Counts are exact up to four hits and three heavy
/// ones; every removal lowers these bounds by one, which leaves enough to decide who falls after
/// two removals (a man leaves his square, and arrives on a line of fire).
#[derive(Clone, Copy)]
pub(super) struct Hits {
    /// The men hit at least once, twice, three and four times.
    any: [Set; 4],
    /// The men hit at least once, twice and three times by heavy men.
    heavy: [Set; 3],
}

impl Hits {
    const NONE: Hits = Hits { any: [Set::EMPTY; 4], heavy: [Set::EMPTY; 3] };

    /// The men hit at all.
    #[inline(always)]
    pub(super) fn any(&self) -> Set {
        self.any[0]
    }

    /// The men hit by a heavy man.
    #[inline(always)]
    pub(super) fn heavy(&self) -> Set {
        self.heavy[0]
    }

    /// The men that can be destroyed: hit twice and once of it heavily, or, for those among
    /// `musketeers`, hit heavily.
    #[inline(always)]
    pub(super) fn falling(&self, musketeers: Set) -> Set {
        self.heavy[0] & (self.any[1] | musketeers)
    }

    /// One more hit on each man of `any`; those of them in `heavy` are hit heavily.
    #[inline(always)]
    pub(super) fn add(&mut self, any: Set, heavy: Set) {
        raise(&mut self.any, any);
        raise(&mut self.heavy, heavy);
    }

    /// One hit less on each man of `any`; those of them in `heavy` lose a heavy one.
    #[inline(always)]
    pub(super) fn remove(&mut self, any: Set, heavy: Set) {
        lower(&mut self.any, any);
        lower(&mut self.heavy, heavy);
    }
}

#[inline(always)]
fn raise<const N: usize>(levels: &mut [Set; N], squares: Set) {
    for level in (1..N).rev() {
        levels[level] |= levels[level - 1] & squares;
    }
    levels[0] |= squares;
}

#[inline(always)]
fn lower<const N: usize>(levels: &mut [Set; N], squares: Set) {
    for level in 0..N - 1 {
        levels[level] = levels[level].minus(squares.minus(levels[level + 1]));
    }
    levels[N - 1] = levels[N - 1].minus(squares);
}

/// One side's men as the other side's targets see them.
#[derive(Clone, Copy)]
pub(super) struct Battle {
    pub(super) cannons: Set,
    pub(super) musketeers: Set,
    pub(super) cavalry: Set,
    pub(super) pikemen: Set,
    pub(super) theirs: Set,
    pub(super) their_musketeers: Set,
    /// The squares beside enemy men, and their own.
    pub(super) near_them: Set,
    pub(super) occupied: Set,
}

/// A side's hits as the men stand.
#[derive(Clone, Copy)]
pub(super) struct Survey {
    pub(super) hits: Hits,
    /// The squares that shooters see.
    pub(super) seen: Set,
    /// The empty squares on the lines from shooters to the men they hit.
    pub(super) fire: Set,
}

/// What a man on a square sees, and which of our hits he stops.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    /// The empty squares on every line up to the first man, and him.
    pub(super) seen: Set,
    /// The enemy men that one of our shooters would hit through the square, were it empty.
    pub(super) shielded: Set,
    /// Those of them that a cannon would hit.
    pub(super) shielded_heavy: Set,
    /// The lines through the square on which these hits would go.
    pub(super) lines: Set,
}

impl Sight {
    pub(super) const NONE: Sight = Sight {
        seen: Set::EMPTY,
        shielded: Set::EMPTY,
        shielded_heavy: Set::EMPTY,
        lines: Set::EMPTY,
    };
}

impl Battle {
    /// `side` against the other.
    #[inline(always)]
    pub(super) fn new(position: &Livonian, side: Side) -> Battle {
        let ours = |kind| position.men(side, kind);
        Battle {
            cannons: ours(Kind::Cannon),
            musketeers: ours(Kind::Musketeer),
            cavalry: ours(Kind::Cavalry),
            pikemen: ours(Kind::Pikeman),
            theirs: position.sides[(!side).index()],
            their_musketeers: position.men(!side, Kind::Musketeer),
            near_them: widened(position.sides[(!side).index()]),
            occupied: position.occupied(),
        }
    }

    /// All hits as the men stand, and what else is worth knowing about them.
    #[inline(always)]
    pub(super) fn survey<const AXES: usize>(&self) -> Survey {
        self.survey_noting::<AXES>(|_, _| ())
    }

    /// The same; `note` is told of each shooter and of all squares that he sees.
    #[inline(always)]
    pub(super) fn survey_noting<const AXES: usize>(
        &self,
        mut note: impl FnMut(Square, Set),
    ) -> Survey {
        let mut survey = Survey { hits: Hits::NONE, seen: Set::EMPTY, fire: Set::EMPTY };
        for from in self.cannons {
            let seen = self.shots::<AXES>(from, &mut survey);
            let hit = seen & self.theirs;
            if !hit.is_empty() {
                survey.hits.add(hit, hit);
            }
            note(from, seen);
        }
        for from in self.musketeers {
            let seen = self.shots::<AXES>(from, &mut survey);
            let hit = seen & self.theirs;
            if !hit.is_empty() {
                survey.hits.add(hit, Set::EMPTY);
            }
            note(from, seen);
        }
        for from in (self.cavalry | self.pikemen) & self.near_them {
            let hit = around(from) & self.theirs;
            survey.hits.add(hit, hit);
        }
        survey
    }

    /// What a shooter sees; notes it, and the squares that his shots cross.
    #[inline(always)]
    fn shots<const AXES: usize>(&self, from: Square, survey: &mut Survey) -> Set {
        let mut seen = Set::EMPTY;
        for axis in 0..AXES {
            let view = View::along(axis, from, self.occupied);
            for line in [view.up, view.down] {
                seen |= line;
                if line.meets(self.theirs) {
                    survey.fire |= line.minus(self.occupied);
                }
            }
        }
        survey.seen |= seen;
        seen
    }

    /// What a man on `square` sees and shields.
    #[inline(always)]
    pub(super) fn sight<const AXES: usize>(&self, square: Square) -> Sight {
        let shooters = self.cannons | self.musketeers;
        let mut sight = Sight::NONE;
        for axis in 0..AXES {
            let line = View::along(axis, square, self.occupied).both();
            sight.seen |= line;
            // There are at most two men on it: one is the shooter, the other the target.
            if line.meets(shooters) && line.meets(self.theirs) {
                sight.lines |= line;
                sight.shielded |= line & self.theirs;
                if line.meets(self.cannons) {
                    sight.shielded_heavy |= line & self.theirs;
                }
            }
        }
        sight
    }

    /// The squares that are seen from `square`, and so see it.
    #[inline(always)]
    pub(super) fn seen_from<const AXES: usize>(&self, square: Square) -> Set {
        (0..AXES)
            .fold(Set::EMPTY, |seen, axis| seen | View::along(axis, square, self.occupied).both())
    }

    /// The battle with the man on `square` taken off all lines.
    #[inline(always)]
    pub(super) fn without(mut self, square: Square) -> Battle {
        self.occupied = self.occupied.minus(Set::of(square));
        self.musketeers = self.musketeers.minus(Set::of(square));
        self
    }
}

/// The men of `side` that hit the man on `square`: the heavy ones and the musketeers.
#[inline(always)]
pub(super) fn hitters<const AXES: usize>(
    position: &Livonian,
    side: Side,
    square: Square,
) -> (Set, Set) {
    let battle = Battle::new(position, side);
    let seen = battle.seen_from::<AXES>(square);
    let near = around(square);
    let heavy = seen & battle.cannons | near & (battle.cavalry | battle.pikemen);
    (heavy, seen & battle.musketeers)
}
