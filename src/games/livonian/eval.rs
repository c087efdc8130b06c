//! Evaluation: the men, where they stand, and who stands under whose fire.
//!
//! Since a man can be destroyed only by two of which one may have just come up, most of it is about
//! the hits as they stand: who falls, who would fall to one hit more, and how near the enemy has come
//! to the cannons.

use super::hits::{Battle, hitters};
use super::lines::{ALL, STRAIGHT, around, widened};
use super::movegen;
use super::weights::{Term, WEIGHTS};
use super::{Kind, Livonian, Move, Set, Square};
use crate::board::{Side, multiversion};
use crate::evaluation::{self, OPENING, Tally};
use crate::game::Game;

/// Worth in cp of destroying the last cannon or the flag, for move ordering.
const GAME: i32 = 5_000;
/// Men on the board when the ending has come.
const ENDING_MEN: i32 = 8;
/// Men at the start.
const START_MEN: i32 = 32;
/// The kinds that move, and so have ranks to gain.
const MOBILE: [Kind; 3] = [Kind::Pikeman, Kind::Musketeer, Kind::Cavalry];

/// Worth of a kind in cp, for move ordering and exchanges.
#[inline(always)]
fn worth(kind: Kind) -> i32 {
    WEIGHTS[Term::Man as usize].worth(kind as usize)
}

pub(super) fn gain(position: &Livonian, mv: Move) -> i32 {
    let Some(victim) = mv.victim() else { return 0 };
    let ends_game = position.key_men(!position.side) == Set::of(victim);
    if ends_game { GAME } else { worth(position.kind_on(victim)) }
}

/// Hitters stay where they are, so the one who can be struck back at once is the man that moved.
pub(super) fn exchange(position: &Livonian, mv: Move) -> i32 {
    let gain = gain(position, mv);
    if gain >= GAME || !mv.moves() {
        return gain;
    }
    let mut after = *position;
    after.play(mv);
    let falls = if position.all_lines() {
        falls::<ALL>(&after, mv.to())
    } else {
        falls::<STRAIGHT>(&after, mv.to())
    };
    if falls { gain - worth(position.kind_on(mv.from())) } else { gain }
}

/// Whether the side to move can destroy the man on `square` without moving.
#[inline(always)]
fn falls<const AXES: usize>(position: &Livonian, square: Square) -> bool {
    let (heavy, light) = hitters::<AXES>(position, position.side, square);
    let alone = position.kinds[Kind::Musketeer as usize].contains(square);
    !heavy.is_empty() && (alone || (heavy | light).len() >= 2)
}

multiversion! {
    /// Whether the enemy, were it his turn, could destroy our last cannon or our flag: the like of
    /// check.
    pub(super) fn last_key_man_falls(position: &Livonian) -> bool {
        let key_men = position.key_men(position.side);
        key_men.len() == 1 && key_men.first().is_some_and(|man| {
            movegen::can_be_destroyed(&position.after_null(), man)
        })
    }
}

#[inline(always)]
pub(super) fn phase(position: &Livonian) -> i32 {
    let men = position.occupied().len() as i32;
    ((men - ENDING_MEN) * OPENING / (START_MEN - ENDING_MEN)).clamp(0, OPENING)
}

#[inline(always)]
pub(super) fn tally(position: &Livonian, tally: &mut impl Tally) {
    for side in Side::BOTH {
        let mut count = Count { position, side, at_hand: (), tally };
        count.men();
        if position.all_lines() {
            count.battle::<ALL>();
        } else {
            count.battle::<STRAIGHT>();
        }
    }
    Count { position, side: position.side, at_hand: (), tally }.add(Term::Tempo, 0, 1);
}

/// Counts the terms of one side.
type Count<'a, T> = evaluation::Count<'a, Livonian, (), T>;

impl<T: Tally> Count<'_, T> {
    /// What can be told without knowing who hits whom.
    #[inline(always)]
    fn men(&mut self) {
        let men = |kind| self.position.men(self.side, kind);
        let left = Kind::ALL.map(|kind| men(kind).len());
        let [pikemen, musketeers, cavalry, cannons, _] = left;
        for (kind, &left) in left.iter().enumerate() {
            self.add(Term::Man, kind, left);
        }
        self.add(Term::PikemenLeft, pikemen.min(5), 1);
        self.add(Term::MusketeersLeft, musketeers.min(4), 1);
        self.add(Term::CavalryLeft, cavalry.min(4), 1);
        self.add(Term::CannonsLeft, cannons.min(3), 1);
        self.add(Term::HeavyLeft, (pikemen + cavalry + cannons).min(12), 1);
        self.places();
        self.approach();
    }

    /// On which files and ranks our men stand.
    #[inline(always)]
    fn places(&mut self) {
        for kind in Kind::ALL {
            for square in self.position.men(self.side, kind) {
                let (file, rank) = (square.file(), square.rank());
                self.add(Term::File, kind as usize * 5 + file.min(8 - file), 1);
                if MOBILE.contains(&kind) {
                    let rank = if self.side == Side::White { rank } else { 8 - rank };
                    self.add(Term::Rank, kind as usize * 9 + rank, 1);
                }
            }
        }
    }

    /// How near our men are to the enemy's cannons.
    #[inline(always)]
    fn approach(&mut self) {
        let mut nearer = self.position.key_men(!self.side);
        for distance in 1..=4 {
            let reached = widened(nearer);
            let ring = reached.minus(nearer);
            for kind in MOBILE {
                let there = (self.position.men(self.side, kind) & ring).len();
                self.add(Term::Distance, kind as usize * 4 + distance - 1, there);
            }
            nearer = reached;
        }
    }

    /// Reach, hits and the neighbourhoods of the cannons.
    #[inline(always)]
    fn battle<const AXES: usize>(&mut self) {
        let battle = Battle::new(self.position, self.side);
        let survey = battle.survey_noting::<AXES>(|from, seen| {
            let (reach, targets) = if battle.cannons.contains(from) {
                (Term::CannonReach, Term::CannonTargets)
            } else {
                (Term::MusketeerReach, Term::MusketeerTargets)
            };
            self.add(reach, seen.len() / 2, 1);
            self.add(targets, (seen & battle.theirs).len(), 1);
        });
        let mut cavalry_goals = Set::EMPTY;
        for from in battle.cavalry {
            let goals = battle.seen_from::<AXES>(from).minus(battle.occupied);
            self.add(Term::CavalryMoves, goals.len() / 2, 1);
            cavalry_goals |= goals;
        }
        let goals = cavalry_goals | widened(battle.pikemen).minus(battle.occupied);
        let falling = survey.hits.falling(battle.their_musketeers);
        let hit = survey.hits.any().minus(falling);
        let within_reach = (hit | battle.their_musketeers).minus(falling) & widened(goals);
        self.targets(falling, within_reach, hit, survey.hits.heavy());
        self.neighbourhoods();
    }

    /// The enemy men that we destroy or might destroy.
    #[inline(always)]
    fn targets(&mut self, falling: Set, within_reach: Set, hit: Set, heavy: Set) {
        let (to_move, them) = (self.is_to_move(), !self.side);
        let (falls, reachable) = if to_move {
            (Term::Falling, Term::Reachable)
        } else {
            (Term::Exposed, Term::Endangered)
        };
        for kind in Kind::ALL {
            let men = self.position.men(them, kind);
            self.add(falls, kind as usize, (men & falling).len());
            self.add(reachable, kind as usize, (men & within_reach).len());
            self.add(Term::HitHeavily, kind as usize, (men & hit & heavy).len());
            self.add(Term::HitLightly, kind as usize, (men & hit.minus(heavy)).len());
        }
        let offset = |width| if to_move { 0 } else { width };
        self.add(Term::Strikes, offset(5) + falling.len().min(4), 1);
        let cannons = self.position.men(them, Kind::Cannon);
        let left = cannons.len().clamp(1, 3);
        self.add(Term::CannonFalling, offset(3) + left - 1, (cannons & falling).len());
    }

    /// Who stands around our cannons.
    #[inline(always)]
    fn neighbourhoods(&mut self) {
        let ours = self.position.sides[self.side.index()];
        let theirs = self.position.sides[(!self.side).index()];
        for key_man in self.position.key_men(self.side) {
            let beside = around(key_man);
            self.add(Term::CannonRoom, beside.minus(ours | theirs).len(), 1);
            self.add(Term::CannonGuards, (beside & ours).len(), 1);
            self.add(Term::CannonSiege, (widened(beside) & theirs).len().min(8), 1);
        }
    }
}
