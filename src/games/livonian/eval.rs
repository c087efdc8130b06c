//! Evaluation: material, cannons left, ground gained, and who stands under fire.

use super::hits::Hits;
use super::movegen::survey;
use super::{Kind, Livonian, Move, Set};
use crate::board::{Side, multiversion};

/// Worth of each kind in cp, by [`Kind`]. A flag is never won without the game.
const VALUES: [i32; 5] = [100, 130, 240, 280, 0];
/// Worth in cp of having one, two, three or more cannons, beyond their material: the last one is
/// the game.
const CANNONS_LEFT: [i32; 4] = [0, 0, 200, 300];
/// Worth in cp of destroying the last cannon or the flag, for move ordering.
const GAME: i32 = 5_000;
/// Worth in cp of each rank that a pikeman, musketeer or cavalryman has left behind him.
const ADVANCE: [i32; 5] = [5, 2, 3, 0, 0];
/// Worth in cp of every hit man: half of what a second hit would need is there.
const HIT: i32 = 4;
/// Share of a man's worth, in percent, that is lost if the enemy could destroy him now.
const EXPOSED: i32 = 12;

pub(super) fn gain(position: &Livonian, mv: Move) -> i32 {
    let Some(victim) = mv.victim() else { return 0 };
    let ends_game = position.key_men(!position.side) == Set::of(victim);
    if ends_game { GAME } else { VALUES[position.kind_on(victim) as usize] }
}

multiversion! {
    /// Whether the enemy, were it his turn, could destroy our last cannon or our flag at once: the
    /// like of check.
    pub(super) fn last_key_man_falls(position: &Livonian) -> bool {
        let us = position.side;
        let key_men = position.key_men(us);
        let falling = || survey(position, !us).falling(position.men(us, Kind::Musketeer));
        key_men.len() == 1 && falling().meets(key_men)
    }
}

multiversion! {
    /// The score from the side to move's point of view.
    pub(super) fn evaluate(position: &Livonian) -> i32 {
        one_side(position, position.side) - one_side(position, !position.side)
    }
}

#[inline(always)]
fn one_side(position: &Livonian, side: Side) -> i32 {
    let mut score = 0;
    for kind in Kind::ALL {
        let men = position.men(side, kind);
        score += VALUES[kind as usize] * men.len() as i32;
        let advanced: usize = match side {
            Side::White => men.into_iter().map(|square| square.rank()).sum(),
            Side::Black => men.into_iter().map(|square| 8 - square.rank()).sum(),
        };
        score += ADVANCE[kind as usize] * advanced as i32;
    }
    let cannons = position.men(side, Kind::Cannon).len();
    score += CANNONS_LEFT[cannons.min(CANNONS_LEFT.len() - 1)];
    score + fire(position, side, &survey(position, side))
}

/// What the hits of `side` are worth.
#[inline(always)]
fn fire(position: &Livonian, side: Side, hits: &Hits) -> i32 {
    let mut score = HIT * hits.any().len() as i32;
    let falling = hits.falling(position.men(!side, Kind::Musketeer));
    for kind in Kind::ALL {
        let exposed = position.men(!side, kind) & falling;
        score += VALUES[kind as usize] * exposed.len() as i32 * EXPOSED / 100;
    }
    score
}
