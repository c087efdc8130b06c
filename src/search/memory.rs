//! What searches learn about moves, apart from the positions they were played in, and about static
//! evaluations.

use std::sync::atomic::{AtomicI16, Ordering};

use arrayvec::ArrayVec;

use crate::board::Side;
use crate::features::Features;
use crate::game::{Game, GameMove};

use super::correction::Corrections;
use super::evaluations::Evaluations;
use super::ordering::{deed, deeds};
use super::score::MAX_PLY;

/// What is kept by one number: how well something did.
pub(super) type Marks = Box<[AtomicI16]>;

/// So many marks of nothing learnt.
pub(super) fn marks(count: usize) -> Marks {
    (0..count).map(|_| AtomicI16::new(0)).collect()
}

/// What a mark says.
#[inline(always)]
pub(super) fn read(mark: &AtomicI16) -> i32 {
    i32::from(mark.load(Ordering::Relaxed))
}

/// Moves a mark by `bonus` towards ±`most`, the less the nearer it is. What another thread changes
/// meanwhile may be lost.
#[inline(always)]
pub(super) fn nudge(mark: &AtomicI16, bonus: i32, most: i32) {
    let old = read(mark);
    mark.store((old + bonus - old * bonus.abs() / most) as i16, Ordering::Relaxed);
}

/// Where a node's moves come in the line that leads to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    /// Plies from the root.
    pub ply: usize,
    /// The deeds of the enemy's last move and of one's own before it, where there were any.
    pub before: [Option<usize>; 2],
}

/// What searches of one game have learnt, for the next search.
#[derive(Debug)]
pub struct Memories<G: Game> {
    common: Common,
    /// What the thread that answers has learnt for itself.
    first: Own<G>,
    /// What the others have, made when they are first needed.
    others: Vec<Own<G>>,
}

/// What all threads learn together.
#[derive(Debug)]
struct Common {
    /// By side, origin and target: how well such moves did (Schaeffer 1983), from
    /// −[`Common::MOST`] to [`Common::MOST`].
    history: Marks,
    /// By side, a deed before and the deed itself: how well such pairs did; for the enemy's last
    /// move and for one's own before it.
    continuation: [Marks; 2],
    /// How wrong static evaluations were.
    corrections: Corrections,
}

/// What each thread learns for itself.
#[derive(Debug)]
struct Own<G: Game> {
    /// By ply: the two quiet moves that last refuted a line there (Akl and Newborn 1977).
    killers: Vec<ArrayVec<G::Move, 2>>,
    /// By side and the enemy's last deed: the quiet move that last refuted it (Uiterwijk 1992).
    counters: Vec<Option<G::Move>>,
    /// Static evaluations, as they come from the game.
    evaluations: Evaluations,
}

/// What one thread knows and learns during a search.
#[derive(Debug)]
pub(super) struct Memory<'a, G: Game> {
    features: Features,
    common: &'a Common,
    own: &'a mut Own<G>,
}

impl<G: Game> Default for Memories<G> {
    /// Nothing learnt yet.
    fn default() -> Self {
        Memories { common: Common::new::<G>(), first: Own::new(), others: Vec::new() }
    }
}

impl<G: Game> Memories<G> {
    /// That of the first thread, and those of so many `others`, ready for a search with these
    /// `features`.
    pub(super) fn begin(
        &mut self,
        others: usize,
        features: Features,
    ) -> (Memory<'_, G>, Vec<Memory<'_, G>>) {
        self.others.resize_with(others, Own::new);
        let Memories { common, first, others } = self;
        let ready = |own| Memory::new(features, common, own);
        (ready(first), others.iter_mut().map(ready).collect())
    }
}

impl Common {
    const MOST: i32 = 8192;

    fn new<G: Game>() -> Self {
        let pairs = deeds::<G>() * deeds::<G>();
        Common {
            history: marks(2 * G::SQUARES * G::SQUARES),
            continuation: [(); 2].map(|()| marks(2 * pairs)),
            corrections: Corrections::new::<G>(),
        }
    }
}

impl<G: Game> Own<G> {
    fn new() -> Self {
        Own {
            killers: vec![ArrayVec::new(); MAX_PLY],
            counters: vec![None; 2 * deeds::<G>()],
            evaluations: Evaluations::new(),
        }
    }
}

impl<'a, G: Game> Memory<'a, G> {
    fn new(features: Features, common: &'a Common, own: &'a mut Own<G>) -> Self {
        // They belong to the plies of the last search.
        own.killers.iter_mut().for_each(ArrayVec::clear);
        Memory { features, common, own }
    }

    /// Whether a part of the search is on.
    #[inline(always)]
    pub(super) fn has(&self, feature: Features) -> bool {
        self.features.has(feature)
    }

    /// The static evaluation of `position`, corrected by what is known of those of positions like it,
    /// in cp; `last` is the enemy's last deed.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, position: &G, last: Option<usize>) -> i32 {
        let value = self.own.evaluations.of(position);
        if !self.has(Features::CORRECTION) {
            return value;
        }
        super::score::of_evaluation(value + self.common.corrections.of(position, last))
    }

    /// Learns that the corrected evaluation of `position` was `error` cp less than the value of a
    /// search to `depth`.
    pub(super) fn learn_error(&self, position: &G, last: Option<usize>, depth: i32, error: i32) {
        self.common.corrections.learn(position, last, depth, error);
    }

    /// The place of a quiet move among the killers of the ply, if it is one.
    #[inline(always)]
    pub(super) fn killer(&self, mv: G::Move, ply: usize) -> Option<usize> {
        self.own.killers[ply].iter().position(|&killer| killer == mv)
    }

    /// Whether a quiet move refuted the enemy's last deed the last time.
    #[inline(always)]
    pub(super) fn is_counter(&self, side: Side, mv: G::Move, context: Context) -> bool {
        context.before[0]
            .is_some_and(|before| self.own.counters[deed_index::<G>(side, before)] == Some(mv))
    }

    /// How well a quiet move did, alone and after the moves before it.
    #[inline(always)]
    pub(super) fn worth(&self, position: &G, mv: G::Move, context: Context) -> i32 {
        let side = position.side();
        let mut worth = 2 * read(&self.common.history[history_index::<G>(side, mv)]);
        if self.has(Features::CONTINUATION) {
            let deed = deed(position, mv);
            for (marks, before) in self.common.continuation.iter().zip(context.before) {
                if let Some(before) = before {
                    worth += read(&marks[pair_index::<G>(side, before, deed)]);
                }
            }
        }
        worth
    }

    /// Learns that the quiet `mv` refuted `position` at `depth`, and that the quiet moves searched before
    /// did not.
    pub(super) fn learn(
        &mut self,
        position: &G,
        context: Context,
        depth: i32,
        mv: G::Move,
        failed: &[G::Move],
    ) {
        let killers = &mut self.own.killers[context.ply];
        if killers.first() != Some(&mv) {
            if killers.is_full() {
                killers.pop();
            }
            killers.insert(0, mv);
        }
        if let Some(before) = context.before[0] {
            self.own.counters[deed_index::<G>(position.side(), before)] = Some(mv);
        }
        let bonus = (8 * depth * depth + 32 * depth).min(Common::MOST / 4);
        self.mark(position, context, mv, bonus);
        for &mv in failed {
            self.mark(position, context, mv, -bonus);
        }
    }

    fn mark(&self, position: &G, context: Context, mv: G::Move, bonus: i32) {
        let side = position.side();
        nudge(&self.common.history[history_index::<G>(side, mv)], bonus, Common::MOST);
        if self.has(Features::CONTINUATION) {
            let deed = deed(position, mv);
            for (marks, before) in self.common.continuation.iter().zip(context.before) {
                if let Some(before) = before {
                    nudge(&marks[pair_index::<G>(side, before, deed)], bonus, Common::MOST);
                }
            }
        }
    }

    /// Forgets the killers of a ply, which belong to another part of the tree.
    pub(super) fn forget_killers(&mut self, ply: usize) {
        if let Some(killers) = self.own.killers.get_mut(ply) {
            killers.clear();
        }
    }
}

#[inline(always)]
fn history_index<G: Game>(side: Side, mv: impl GameMove) -> usize {
    (side.index() * G::SQUARES + mv.origin()) * G::SQUARES + mv.target()
}

/// The place of a side's deed, or of a deed before a side's move, in a table of both.
#[inline(always)]
pub(super) fn deed_index<G: Game>(side: Side, deed: usize) -> usize {
    side.index() * deeds::<G>() + deed
}

#[inline(always)]
fn pair_index<G: Game>(side: Side, before: usize, deed: usize) -> usize {
    (side.index() * deeds::<G>() + before) * deeds::<G>() + deed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::knightfall::Knightfall;

    #[test]
    fn there_are_as_many_memories_as_threads() {
        let mut memories = Memories::<Knightfall>::default();
        for others in [0, 3, 1, 0] {
            assert_eq!(memories.begin(others, Features::ALL).1.len(), others);
        }
    }
}
