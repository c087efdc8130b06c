//! Legal moves. Nothing pins a man, so every move is legal; the work is to tell which enemy men
//! can be destroyed after each.
//!
//! For every man that can move, the hits are first corrected for his leaving: his own are gone,
//! and the lines he stood in are open. On most squares his arrival then adds his own hits and
//! changes nothing else, so that the squares can be counted together, victim by victim. Only
//! squares on a line of fire are looked at one by one.

use super::hits::{Battle, Sight, Survey, hitters};
use super::lines::{ALL, STRAIGHT, around, widened};
use super::{Livonian, Move, Set, Square};
use crate::board::{Side, multiversion};

/// Receives the moves.
trait Sink {
    /// Each man of `victims` can be destroyed without moving. Comes before any [`Sink::strike`].
    fn stand<const AXES: usize>(&mut self, position: &Livonian, victims: Set);
    /// A man goes from `from` to each square of `to`, and nobody is destroyed.
    fn go(&mut self, from: Square, to: Set);
    /// A man goes from `from` to each square of `to`, and on each any one of `victims` can be
    /// destroyed.
    fn strike(&mut self, from: Square, to: Set, victims: Set);
    /// The side passes.
    fn pass(&mut self);
}

/// Counts.
struct Counter(usize);

impl Sink for Counter {
    #[inline(always)]
    fn stand<const AXES: usize>(&mut self, _position: &Livonian, victims: Set) {
        self.0 += victims.len();
    }

    #[inline(always)]
    fn go(&mut self, _from: Square, to: Set) {
        self.0 += to.len();
    }

    #[inline(always)]
    fn strike(&mut self, _from: Square, to: Set, victims: Set) {
        self.0 += to.len() * victims.len();
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.0 += 1;
    }
}

/// Lists.
struct List<'a> {
    moves: &'a mut Vec<Move>,
    /// The men that can be destroyed without moving.
    standing: Set,
}

impl Sink for List<'_> {
    #[inline(always)]
    fn stand<const AXES: usize>(&mut self, position: &Livonian, victims: Set) {
        self.standing = victims;
        for victim in victims {
            if let Some(striker) = hitters::<AXES>(position, position.side, victim).0.first() {
                self.moves.push(Move::standing(striker, victim));
            }
        }
    }

    #[inline(always)]
    fn go(&mut self, from: Square, to: Set) {
        self.moves.extend(to.into_iter().map(|to| Move::new(from, to)));
    }

    #[inline(always)]
    fn strike(&mut self, from: Square, to: Set, victims: Set) {
        for victim in victims {
            let falls_anyway = self.standing.contains(victim);
            let strike = |to| Move::new(from, to).striking(victim, falls_anyway);
            self.moves.extend(to.into_iter().map(strike));
        }
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.moves.push(Move::PASS);
    }
}

/// Lists the strikes that are new: those without moving, and those that only a move makes possible.
struct NewStrikes<'a>(List<'a>);

impl Sink for NewStrikes<'_> {
    #[inline(always)]
    fn stand<const AXES: usize>(&mut self, position: &Livonian, victims: Set) {
        self.0.stand::<AXES>(position, victims);
    }

    #[inline(always)]
    fn go(&mut self, _from: Square, _to: Set) {}

    #[inline(always)]
    fn strike(&mut self, from: Square, to: Set, victims: Set) {
        self.0.strike(from, to, victims.minus(self.0.standing));
    }

    #[inline(always)]
    fn pass(&mut self) {}
}

/// Finds out whether one man can be destroyed.
struct Doom {
    man: Set,
    sealed: bool,
}

impl Sink for Doom {
    #[inline(always)]
    fn stand<const AXES: usize>(&mut self, _position: &Livonian, victims: Set) {
        self.sealed |= victims.meets(self.man);
    }

    #[inline(always)]
    fn go(&mut self, _from: Square, _to: Set) {}

    #[inline(always)]
    fn strike(&mut self, _from: Square, to: Set, victims: Set) {
        self.sealed |= victims.meets(self.man) && !to.is_empty();
    }

    #[inline(always)]
    fn pass(&mut self) {}
}

/// Appends the legal moves.
#[inline(always)]
pub(super) fn generate(position: &Livonian, moves: &mut Vec<Move>) {
    visit_any(position, &mut List { moves, standing: Set::EMPTY })
}

multiversion! {
    /// Appends the moves that destroy anew.
    pub(super) fn generate_noisy(position: &Livonian, moves: &mut Vec<Move>) {
        visit_any(position, &mut NewStrikes(List { moves, standing: Set::EMPTY }))
    }
}

/// Whether a move of the side to move destroys the enemy man on `square`.
#[inline(always)]
pub(super) fn can_be_destroyed(position: &Livonian, square: Square) -> bool {
    let (heavy, light) = hitters_of(position, position.side, square);
    if !heavy.is_empty() && (heavy | light).len() >= 2 {
        return true;
    }
    if (heavy | light).is_empty() && !may_be_unmasked(position, square) {
        return false;
    }
    let mut doom = Doom { man: Set::of(square), sealed: false };
    visit_any(position, &mut doom);
    doom.sealed
}

/// Whether a man of the side to move sees the one on `square`, and might leave the line.
#[inline(always)]
fn may_be_unmasked(position: &Livonian, square: Square) -> bool {
    let battle = Battle::new(position, position.side);
    let seen = if position.all_lines() {
        battle.seen_from::<ALL>(square)
    } else {
        battle.seen_from::<STRAIGHT>(square)
    };
    seen.meets(battle.cavalry | battle.pikemen | battle.musketeers)
}

/// Counts the legal moves.
#[inline(always)]
pub(super) fn count(position: &Livonian) -> usize {
    let mut counter = Counter(0);
    visit_any(position, &mut counter);
    counter.0
}

#[inline(always)]
fn visit_any(position: &Livonian, sink: &mut impl Sink) {
    if position.all_lines() {
        visit::<ALL>(position, sink);
    } else {
        visit::<STRAIGHT>(position, sink);
    }
}

#[inline(always)]
fn visit<const AXES: usize>(position: &Livonian, sink: &mut impl Sink) {
    if position.is_over() {
        return;
    }
    let battle = Battle::new(position, position.side);
    let survey = battle.survey::<AXES>();
    let standing = survey.hits.falling(battle.their_musketeers);
    sink.stand::<AXES>(position, standing);
    let mut can_act = !standing.is_empty();
    for from in battle.musketeers {
        let to = around(from).minus(battle.occupied);
        if !to.is_empty() {
            can_act = true;
            sink.go(from, to);
            // Without a heavy hit, made or to be unmasked, nobody can fall.
            if !survey.hits.heavy().is_empty() || survey.seen.contains(from) {
                visit_musketeer::<AXES>(&battle, &survey, from, to, sink);
            }
        }
    }
    for from in battle.pikemen {
        let to = around(from).minus(battle.occupied);
        if !to.is_empty() {
            can_act = true;
            sink.go(from, to);
            let shields = survey.seen.contains(from);
            let sight = if shields { battle.sight::<AXES>(from) } else { Sight::NONE };
            visit_fighter::<AXES>(&battle, &survey, from, &sight, to, sink);
        }
    }
    for from in battle.cavalry {
        let sight = battle.sight::<AXES>(from);
        let to = sight.seen.minus(battle.occupied);
        if !to.is_empty() {
            can_act = true;
            sink.go(from, to);
            visit_fighter::<AXES>(&battle, &survey, from, &sight, to, sink);
        }
    }
    if !can_act && side_can_act::<AXES>(position, !position.side) {
        sink.pass();
    }
}

/// What a pikeman or cavalryman who goes from `from` to the squares `to` allows to destroy.
/// `sight` is his where he stands.
#[inline(always)]
fn visit_fighter<const AXES: usize>(
    battle: &Battle,
    survey: &Survey,
    from: Square,
    sight: &Sight,
    to: Set,
    sink: &mut impl Sink,
) {
    let own = around(from) & battle.theirs;
    let battle = battle.without(from);
    let mut hits = survey.hits;
    if !(own | sight.shielded).is_empty() {
        hits.remove(own, own);
        hits.add(sight.shielded, sight.shielded_heavy);
    }
    let falling = hits.falling(battle.their_musketeers);
    let near = to & battle.near_them;
    // On a line of fire, but far from all enemies, he can only save men who would fall.
    let mut crossing = to & (survey.fire | sight.lines);
    if falling.is_empty() {
        crossing &= near;
    }
    let open = to.minus(crossing);
    sink.strike(from, open, falling);
    let near = near.minus(crossing);
    if !near.is_empty() {
        // Those that one hit more, by a man beside them, brings down.
        let ripe = (hits.any() | battle.their_musketeers).minus(falling) & widened(near);
        for victim in ripe {
            sink.strike(from, near & around(victim), Set::of(victim));
        }
    }
    for to in crossing {
        let mut hits = hits;
        let sight = battle.sight::<AXES>(to);
        hits.remove(sight.shielded, sight.shielded_heavy);
        let own = around(to) & battle.theirs;
        hits.add(own, own);
        sink.strike(from, Set::of(to), hits.falling(battle.their_musketeers));
    }
}

/// What a musketeer who goes from `from` to the squares `to` allows to destroy.
#[inline(always)]
fn visit_musketeer<const AXES: usize>(
    battle: &Battle,
    survey: &Survey,
    from: Square,
    to: Set,
    sink: &mut impl Sink,
) {
    let sight = battle.sight::<AXES>(from);
    let mut hits = survey.hits;
    if (hits.heavy() | sight.shielded_heavy).is_empty() {
        return;
    }
    let battle = battle.without(from);
    hits.remove(sight.seen & battle.theirs, Set::EMPTY);
    hits.add(sight.shielded, sight.shielded_heavy);
    let falling = hits.falling(battle.their_musketeers);
    let crossing = to & (survey.fire | sight.lines);
    let open = to.minus(crossing);
    sink.strike(from, open, falling);
    // Those that one more hit from afar brings down.
    for victim in hits.heavy().minus(falling) {
        let to = open & battle.seen_from::<AXES>(victim);
        sink.strike(from, to, Set::of(victim));
    }
    for to in crossing {
        let mut hits = hits;
        let sight = battle.sight::<AXES>(to);
        hits.remove(sight.shielded, sight.shielded_heavy);
        hits.add(sight.seen & battle.theirs, Set::EMPTY);
        sink.strike(from, Set::of(to), hits.falling(battle.their_musketeers));
    }
}

/// Whether `side` could move or destroy if it were its turn.
#[inline(always)]
fn side_can_act<const AXES: usize>(position: &Livonian, side: Side) -> bool {
    let battle = Battle::new(position, side);
    let free = |from| !around(from).minus(battle.occupied).is_empty();
    (battle.musketeers | battle.pikemen).into_iter().any(free)
        || battle
            .cavalry
            .into_iter()
            .any(|from| !battle.seen_from::<AXES>(from).minus(battle.occupied).is_empty())
        || !battle.survey::<AXES>().hits.falling(battle.their_musketeers).is_empty()
}

/// The men of `side` that hit the man on `square`: first those that are no musketeers.
#[inline(always)]
pub(super) fn hitters_of(position: &Livonian, side: Side, square: Square) -> (Set, Set) {
    if position.all_lines() {
        hitters::<ALL>(position, side, square)
    } else {
        hitters::<STRAIGHT>(position, side, square)
    }
}
