//! How the pieces go: for every kind and square one itinerary, from which the move generator, the
//! attack test and the search for pins are all served.
//!
//! An itinerary is a tree of squares in the order of a walk through it. Every square knows where
//! the walk goes on when a man stands on it: past everything that can be reached only through it.
//! A rook's tree has four branches without twigs; a Mage's has a twig at each turning.

use once_cell::sync::Lazy;

use super::soldiers::{SOLDIERS, Soldier};
use super::zones::{AHEAD, BOARD};
use super::{Board, Horizons, Kind, Set, Square};
use crate::board::{Direction, Side};
use crate::game::Options;
use crate::games::steps::{KING, KNIGHT, leaper_table};

/// What a piece may do on a square that it can reach.
#[derive(Debug, Clone, Copy)]
struct Use {
    /// Stop there if it is empty.
    stop: bool,
    /// Take an enemy there.
    take: bool,
}

const STOP_OR_TAKE: Use = Use { stop: true, take: true };
const TAKE_ONLY: Use = Use { stop: false, take: true };
const PASS: Use = Use { stop: false, take: false };

/// One square of an itinerary.
#[derive(Debug, Clone, Copy)]
struct Stage {
    square: Square,
    /// Index of the stage where the walk goes on if a man stands here.
    detour: u8,
    allowed: Use,
}

/// The itinerary of a piece from one square, being written.
#[derive(Default)]
struct Itinerary {
    stages: Vec<Stage>,
    /// For each stage the squares that must be empty to get there.
    between: Vec<Set>,
    /// The squares that lie between the origin and the stage now being written.
    passed: Set,
}

impl Itinerary {
    /// Adds the square one step from `from`, if it is on the board, and behind it what `behind` adds.
    fn add(
        &mut self,
        from: Square,
        direction: Direction,
        allowed: Use,
        behind: impl FnOnce(&mut Self, Square),
    ) {
        let Some(square) = from.offset(direction.0, direction.1) else { return };
        let at = self.stages.len();
        self.stages.push(Stage { square, detour: 0, allowed });
        self.between.push(self.passed);
        let before = self.passed;
        self.passed.insert(square);
        behind(self, square);
        self.passed = before;
        self.stages[at].detour =
            u8::try_from(self.stages.len()).expect("no itinerary has more than 255 stages");
    }

    /// Squares along a line that goes on alternating between two directions.
    fn add_zigzag(&mut self, from: Square, first: Direction, second: Direction) {
        self.add(from, first, STOP_OR_TAKE, |more, here| more.add_zigzag(here, second, first));
    }

    /// The Mage's line from `from`, `gone` squares from where it stands, with its turnings.
    fn add_mage_line(&mut self, from: Square, course: Course, gone: usize, least: usize) {
        self.add(from, course.direction(), PASS, |more, here| {
            if gone + 1 >= least {
                for turned in course.turned_half() {
                    more.add(here, turned.direction(), STOP_OR_TAKE, |_, _| ());
                }
            }
            more.add_mage_line(here, course, gone + 1, least);
        });
    }
}

/// One of the eight directions of a queen: its place in [`KING`], which goes round by 45° turns.
#[derive(Clone, Copy)]
struct Course(usize);

impl Course {
    /// The courses of a rook.
    const STRAIGHT: [usize; 4] = [0, 2, 4, 6];
    /// The courses of a bishop.
    const DIAGONAL: [usize; 4] = [1, 3, 5, 7];
    /// From this one on they lead towards lower square indices.
    const FIRST_DOWN: usize = 4;

    fn all() -> impl Iterator<Item = Course> {
        (0..8).map(Course)
    }

    fn straight() -> impl Iterator<Item = Course> {
        Course::all().step_by(2)
    }

    fn diagonal() -> impl Iterator<Item = Course> {
        Course::all().skip(1).step_by(2)
    }

    fn direction(self) -> Direction {
        KING[self.0]
    }

    /// The two courses at 45° to this one.
    fn turned_half(self) -> [Course; 2] {
        [Course((self.0 + 1) % 8), Course((self.0 + 7) % 8)]
    }
}

fn rook(from: Square, stages: &mut Itinerary) {
    for course in Course::straight() {
        stages.add_zigzag(from, course.direction(), course.direction());
    }
}

fn bishop(from: Square, stages: &mut Itinerary) {
    for course in Course::diagonal() {
        stages.add_zigzag(from, course.direction(), course.direction());
    }
}

fn lightning(from: Square, stages: &mut Itinerary) {
    for course in Course::straight() {
        let straight = course.direction();
        stages.add(from, straight, STOP_OR_TAKE, |more, first| {
            more.add(first, straight, STOP_OR_TAKE, |more, second| {
                for turned in course.turned_half() {
                    more.add_zigzag(second, turned.direction(), straight);
                }
            });
        });
    }
}

fn mage(from: Square, stages: &mut Itinerary, least: usize) {
    for course in Course::all() {
        stages.add_mage_line(from, course, 0, least);
    }
}

/// An Ox that may do `near[0]` one square away and `near[1]` two squares away.
fn ox(from: Square, stages: &mut Itinerary, near: [Use; 2]) {
    for course in Course::straight() {
        stages.add(from, course.direction(), near[0], |more, first| {
            more.add(first, course.direction(), near[1], |more, second| {
                let [left, right] = course.turned_half();
                for far in [course, left, right] {
                    more.add(second, far.direction(), STOP_OR_TAKE, |_, _| ());
                }
            });
        });
    }
}

/// The itineraries of one kind of piece from every square, and what follows from them.
#[derive(Debug)]
pub(super) struct Way {
    stages: Vec<Stage>,
    /// Where the stages of each square begin; one entry more, for the end of the last.
    first: Vec<u16>,
    /// By target: the squares from which the piece takes there on an empty board.
    takers: Vec<Set>,
    /// By origin and target: which of `between` it is.
    between_index: Vec<[u16; Horizons::COUNT]>,
    between: Vec<Set>,
}

impl Way {
    fn new(write: impl Fn(Square, &mut Itinerary)) -> Way {
        let mut way = Way {
            stages: Vec::new(),
            first: vec![0],
            takers: vec![Set::EMPTY; Horizons::COUNT],
            between_index: vec![[0; Horizons::COUNT]; Horizons::COUNT],
            between: vec![Set::EMPTY],
        };
        for origin in Square::all() {
            let mut itinerary = Itinerary::default();
            write(origin, &mut itinerary);
            for (stage, &between) in itinerary.stages.iter().zip(&itinerary.between) {
                if stage.allowed.take {
                    way.enter(origin, stage.square, between);
                }
            }
            way.stages.append(&mut itinerary.stages);
            way.first.push(way.stages.len() as u16);
        }
        way
    }

    /// Notes that the piece takes from `origin` to `target` if the squares `between` are empty.
    fn enter(&mut self, origin: Square, target: Square, between: Set) {
        let index = &mut self.between_index[origin.index()][target.index()];
        assert!(*index == 0, "only one path leads from {origin} to {target}");
        *index = self.between.len() as u16;
        self.between.push(between);
        self.takers[target.index()].insert(origin);
    }

    /// The squares from which the piece takes on `target` if nothing is between.
    #[inline(always)]
    pub(super) fn takers(&self, target: Square) -> Set {
        self.takers[target.index()]
    }

    /// The squares that must be empty for the piece to get from `origin` to `target`,
    /// which must be within its reach.
    #[inline(always)]
    pub(super) fn between(&self, origin: Square, target: Square) -> Set {
        self.between[self.between_index[origin.index()][target.index()] as usize]
    }

    /// Calls `found` for every square that the piece can go to from `origin`;
    /// `takeable` are the men which it may take.
    #[inline(always)]
    pub(super) fn walk(
        &self,
        origin: Square,
        board: &Board,
        takeable: Set,
        mut found: impl FnMut(Square),
    ) {
        let (first, end) = (self.first[origin.index()], self.first[origin.index() + 1]);
        let stages = &self.stages[first as usize..end as usize];
        let mut at = 0;
        while let Some(stage) = stages.get(at) {
            if board[stage.square.index()].is_none() {
                if stage.allowed.stop {
                    found(stage.square);
                }
                at += 1;
            } else {
                if stage.allowed.take && takeable.contains(stage.square) {
                    found(stage.square);
                }
                at = stage.detour as usize;
            }
        }
    }
}

/// The ways of all men.
#[derive(Debug)]
pub(super) struct Ways {
    /// The knight's leaps.
    pub(super) knight: [Set; Horizons::COUNT],
    /// The king's steps.
    pub(super) king: [Set; Horizons::COUNT],
    /// By side, class of foot soldier and target: the squares from which it takes there.
    pub(super) soldiers: [[[Set; Horizons::COUNT]; 3]; 2],
    /// By course and square: the squares on that course up to the edge.
    rays: [[Set; Horizons::COUNT]; 8],
    rook: Way,
    bishop: Way,
    lightning: Way,
    ox: Way,
    old_ox: Way,
    mage: Way,
    short_mage: Way,
}

static WAYS: Lazy<Box<Ways>> = Lazy::new(|| {
    Box::new(Ways {
        knight: leaper_table(&KNIGHT),
        king: leaper_table(&KING),
        soldiers: Side::BOTH.map(|side| SOLDIERS.map(|soldier| soldier_takers(side, soldier))),
        rays: std::array::from_fn(|course| std::array::from_fn(|from| ray(course, from))),
        rook: Way::new(rook),
        bishop: Way::new(bishop),
        lightning: Way::new(lightning),
        ox: Way::new(|from, stages| ox(from, stages, [PASS, STOP_OR_TAKE])),
        old_ox: Way::new(|from, stages| ox(from, stages, [TAKE_ONLY, TAKE_ONLY])),
        mage: Way::new(|from, stages| mage(from, stages, 3)),
        short_mage: Way::new(|from, stages| mage(from, stages, 2)),
    })
});

/// The squares from the one with index `from` to the edge on a course.
fn ray(course: usize, from: usize) -> Set {
    let (files, ranks) = Course(course).direction();
    std::iter::successors(Square::new(from).offset(files, ranks), |square| {
        square.offset(files, ranks)
    })
    .collect()
}

fn soldier_takers(side: Side, soldier: Soldier) -> [Set; Horizons::COUNT] {
    let back: Vec<Direction> =
        soldier.takes().iter().map(|&(files, ranks)| (-files, -ranks * side.forward())).collect();
    leaper_table(&back)
}

impl Ways {
    #[inline(always)]
    pub(super) fn get() -> &'static Ways {
        &WAYS
    }

    /// The pieces of `side` that are not leapers, each group with its way. Queens stand in two.
    #[inline(always)]
    pub(super) fn riders(&self, position: &Horizons, side: Side) -> [(Set, &Way); 5] {
        let men = |kind| position.men(side, kind);
        let queens = men(Kind::Queen);
        [
            (men(Kind::Rook) | queens, &self.rook),
            (men(Kind::Bishop) | queens, &self.bishop),
            (men(Kind::Ox), self.ox_way(position.options)),
            (men(Kind::Mage), self.mage_way(position.options)),
            (men(Kind::Lightning), &self.lightning),
        ]
    }

    #[inline(always)]
    fn ox_way(&self, options: Options) -> &Way {
        if options.has(super::OLD_OX) { &self.old_ox } else { &self.ox }
    }

    #[inline(always)]
    fn mage_way(&self, options: Options) -> &Way {
        if options.has(super::SHORT_MAGE) { &self.short_mage } else { &self.mage }
    }

    /// The ways of a kind of piece that is no leaper: two for a queen.
    #[inline(always)]
    fn of_kind(&self, kind: Kind, options: Options) -> (&Way, Option<&Way>) {
        match kind {
            Kind::Bishop => (&self.bishop, None),
            Kind::Ox => (self.ox_way(options), None),
            Kind::Mage => (self.mage_way(options), None),
            Kind::Lightning => (&self.lightning, None),
            Kind::Queen => (&self.rook, Some(&self.bishop)),
            _ => (&self.rook, None),
        }
    }

    /// The squares that a piece other than the king attacks from `from`: the men there that it
    /// could take, or protects, and the empty squares it could go to.
    #[inline(always)]
    pub(super) fn reach(&self, position: &Horizons, kind: Kind, from: Square, side: Side) -> Set {
        let occupied = position.occupied();
        let reach = match kind {
            Kind::Knight => self.knight[from.index()],
            Kind::Rook => self.lines(from, occupied, Course::STRAIGHT),
            Kind::Bishop => self.lines(from, occupied, Course::DIAGONAL),
            Kind::Queen => {
                self.lines(from, occupied, Course::STRAIGHT)
                    | self.lines(from, occupied, Course::DIAGONAL)
            }
            _ => {
                let mut reach = Set::EMPTY;
                let (way, _) = self.of_kind(kind, position.options);
                way.walk(from, &position.board, BOARD, |square| reach.insert(square));
                reach
            }
        };
        if position.options.has(super::NO_SHIELD) {
            return reach;
        }
        let ahead = AHEAD[side.index()][from.rank()];
        reach.minus(position.men(!side, Kind::Shielder) & ahead)
    }

    /// The squares seen from `from` in four of the eight courses, the first men met among them:
    /// what a walk finds, but quicker.
    #[inline(always)]
    fn lines(&self, from: Square, occupied: Set, courses: [usize; 4]) -> Set {
        let mut seen = Set::EMPTY;
        for course in courses {
            let rays = &self.rays[course];
            let ray = rays[from.index()];
            let men = ray & occupied;
            let nearest = if course < Course::FIRST_DOWN { men.first() } else { men.last() };
            seen |= nearest.map_or(ray, |man| ray.minus(rays[man.index()]));
        }
        seen
    }

    /// The squares from which a piece other than the king takes on `target` if nothing is between.
    #[inline(always)]
    pub(super) fn checking(&self, position: &Horizons, kind: Kind, target: Square) -> Set {
        if kind == Kind::Knight {
            return self.knight[target.index()];
        }
        let (way, other) = self.of_kind(kind, position.options);
        way.takers(target) | other.map_or(Set::EMPTY, |other| other.takers(target))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rng;
    use crate::game::Options;

    #[test]
    fn lines_are_what_walks_find() {
        let (ways, mut rng) = (Ways::get(), Rng::new(0x4810));
        for density in [0, 5, 15, 40, 80] {
            let mut position = Horizons::empty(Options::NONE);
            for square in Square::all() {
                if rng.below(100) < density {
                    let side = Side::BOTH[rng.below(2)];
                    position.toggle(super::super::Man::new(side, Kind::Pawn), square);
                }
            }
            for from in Square::all() {
                for (kind, walks) in [
                    (Kind::Rook, &[&ways.rook][..]),
                    (Kind::Bishop, &[&ways.bishop]),
                    (Kind::Queen, &[&ways.rook, &ways.bishop]),
                ] {
                    let mut expected = Set::EMPTY;
                    for way in walks {
                        way.walk(from, &position.board, BOARD, |square| expected.insert(square));
                    }
                    assert_eq!(ways.reach(&position, kind, from, Side::White), expected, "{from}");
                }
            }
        }
    }
}
