//! Move ordering: the sooner the best move is tried, the less there is to search.
//!
//! The order is: the table's move; noisy moves that lose nothing, the greatest gain first; the
//! killers of the ply and the counter move; all other quiet moves by their history; noisy moves that
//! lose material. The quiet moves are generated only when they are needed.

use arrayvec::ArrayVec;

use crate::board::Side;
use crate::features::Features;
use crate::game::{self, Game, GameMove};

use super::correction::Corrections;
use super::evaluations::Evaluations;
use super::score::MAX_PLY;

/// A move and how early it is to be tried. The order is total, so that it depends neither on the
/// generator nor on the sorting algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ranked<M> {
    /// The higher, the earlier.
    pub rank: i32,
    /// The move.
    pub mv: M,
}

impl<M> Ranked<M> {
    /// Whether the rank is not one by history alone, but that of the table's move, a killer or a
    /// counter move.
    #[inline(always)]
    pub(super) fn is_special(&self) -> bool {
        self.rank >= COUNTER_MOVE
    }

    /// Whether the move is known to lose nothing by exchanges.
    #[inline(always)]
    pub(super) fn wins_material(&self) -> bool {
        self.rank >= WINNING && self.rank < TABLE_MOVE
    }
}

const TABLE_MOVE: i32 = i32::MAX;
/// Added to the gain of a noisy move that loses nothing.
const WINNING: i32 = 1 << 20;
const FIRST_KILLER: i32 = 1 << 19;
const SECOND_KILLER: i32 = FIRST_KILLER - 1;
const COUNTER_MOVE: i32 = FIRST_KILLER - 2;
/// Added to what a noisy move loses, so that it comes after all quiet moves.
const LOSING: i32 = -(1 << 20);

/// So many moves are picked one by one before the rest is sorted: a cutoff mostly comes early, but
/// where it does not, picking from thousands of moves would take quadratic time.
const PICKED: usize = 10;

/// Brings to `moves[0]` the best of `moves`, after `picked` moves of the same list were.
#[inline]
pub(super) fn bring_best<M: Ord>(moves: &mut [Ranked<M>], picked: usize) {
    if picked < PICKED {
        if let Some((best, _)) = moves.iter().enumerate().max_by_key(|&(_, ranked)| ranked) {
            moves.swap(0, best);
        }
    } else if picked == PICKED {
        moves.sort_unstable_by(|a, b| b.cmp(a));
    }
}

/// Whether a move counts as quiet. In a game without quiescence search all do, since all are alike.
#[inline(always)]
pub(super) fn is_quiet<G: Game>(position: &G, mv: G::Move) -> bool {
    !const { G::TRAITS.quiescence } || !position.is_noisy(mv)
}

/// What a man does, apart from where it comes from: its kind and its goal ("piece-to" elsewhere), as one
/// number below [`deeds`].
#[inline(always)]
pub(super) fn deed<G: Game>(position: &G, mv: G::Move) -> usize {
    position.mover(mv) * G::SQUARES + mv.target()
}

/// How many different deeds a game has.
pub(super) const fn deeds<G: Game>() -> usize {
    G::INFO.men.len() * G::SQUARES
}

/// Where a node's moves come in the line that leads to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    /// Plies from the root.
    pub ply: usize,
    /// The deeds of the enemy's last move and of one's own before it, where there were any.
    pub before: [Option<usize>; 2],
}

/// What searches of one game have learnt about moves and evaluations, for the next search: a memory
/// for each thread.
#[derive(Debug)]
pub struct Memories<G: Game> {
    /// That of the thread that answers.
    first: Memory<G>,
    /// Those of the others, made when they are first needed.
    others: Vec<Memory<G>>,
}

impl<G: Game> Default for Memories<G> {
    /// Nothing learnt yet.
    fn default() -> Self {
        Memories { first: Memory::new(), others: Vec::new() }
    }
}

impl<G: Game> Memories<G> {
    /// That of the first thread, and those of so many `others`, ready for a search with these
    /// `features`.
    pub(super) fn begin(
        &mut self,
        others: usize,
        features: Features,
    ) -> (&mut Memory<G>, &mut [Memory<G>]) {
        // In Horizons one is some 25 MB: what is no longer needed is given back.
        self.others.resize_with(others, Memory::new);
        self.first.begin(features);
        self.others.iter_mut().for_each(|memory| memory.begin(features));
        (&mut self.first, &mut self.others)
    }
}

/// What one thread has learnt: about moves, apart from the positions they were played in, and about
/// static evaluations.
#[derive(Debug)]
pub(super) struct Memory<G: Game> {
    features: Features,
    /// By ply: the two quiet moves that last refuted a line there (Akl and Newborn 1977).
    killers: Vec<ArrayVec<G::Move, 2>>,
    /// By side and the enemy's last deed: the quiet move that last refuted it (Uiterwijk 1992).
    counters: Vec<Option<G::Move>>,
    /// By side, origin and target: how well such moves did (Schaeffer 1983), from
    /// −[`Memory::MOST`] to [`Memory::MOST`].
    history: Vec<i16>,
    /// By side, a deed before and the deed itself: how well such pairs did; for the enemy's last
    /// move and for one's own before it.
    continuation: [Vec<i16>; 2],
    /// Static evaluations, as they come from the game.
    pub evaluations: Evaluations,
    /// How wrong they were.
    pub corrections: Corrections,
}

impl<G: Game> Memory<G> {
    const MOST: i32 = 8192;

    fn new() -> Self {
        let pairs = deeds::<G>() * deeds::<G>();
        Memory {
            features: Features::NONE,
            killers: vec![ArrayVec::new(); MAX_PLY],
            counters: vec![None; 2 * deeds::<G>()],
            history: vec![0; 2 * G::SQUARES * G::SQUARES],
            continuation: [(); 2].map(|()| vec![0; 2 * pairs]),
            evaluations: Evaluations::new(),
            corrections: Corrections::new::<G>(),
        }
    }

    /// Makes ready for a search with these `features`. The killers go: they belong to the plies of
    /// the last one.
    fn begin(&mut self, features: Features) {
        self.features = features;
        self.killers.iter_mut().for_each(ArrayVec::clear);
    }

    /// How early a noisy move is to be tried.
    #[inline(always)]
    fn rank_noisy(&self, position: &G, mv: G::Move) -> i32 {
        let gain = position.gain(mv);
        if self.features.has(Features::EXCHANGES) {
            let exchange = position.exchange(mv);
            if exchange < 0 {
                return LOSING + exchange;
            }
        }
        WINNING + gain
    }

    /// How early a quiet move is to be tried.
    #[inline(always)]
    fn rank_quiet(&self, position: &G, mv: G::Move, context: Context) -> i32 {
        if self.features.has(Features::KILLERS) {
            match self.killers[context.ply].iter().position(|&killer| killer == mv) {
                Some(0) => return FIRST_KILLER,
                Some(_) => return SECOND_KILLER,
                None => {}
            }
        }
        if self.features.has(Features::COUNTER_MOVES)
            && let Some(before) = context.before[0]
            && self.counters[deed_index::<G>(position.side(), before)] == Some(mv)
        {
            return COUNTER_MOVE;
        }
        let gain = if const { G::TRAITS.quiescence } { 0 } else { position.gain(mv) };
        self.worth(position, mv, context) + gain
    }

    /// How well a quiet move did, alone and after the moves before it.
    #[inline(always)]
    fn worth(&self, position: &G, mv: G::Move, context: Context) -> i32 {
        let side = position.side();
        let mut worth = 2 * i32::from(self.history[history_index::<G>(side, mv)]);
        if self.features.has(Features::CONTINUATION) {
            let deed = deed(position, mv);
            for (table, before) in self.continuation.iter().zip(context.before) {
                if let Some(before) = before {
                    worth += i32::from(table[pair_index::<G>(side, before, deed)]);
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
        let killers = &mut self.killers[context.ply];
        if killers.first() != Some(&mv) {
            if killers.is_full() {
                killers.pop();
            }
            killers.insert(0, mv);
        }
        if let Some(before) = context.before[0] {
            self.counters[deed_index::<G>(position.side(), before)] = Some(mv);
        }
        let bonus = (8 * depth * depth + 32 * depth).min(Self::MOST / 4);
        self.nudge(position, context, mv, bonus);
        for &mv in failed {
            self.nudge(position, context, mv, -bonus);
        }
    }

    /// Moves what is known of a move towards its bound, the less the nearer it is.
    fn nudge(&mut self, position: &G, context: Context, mv: G::Move, bonus: i32) {
        let side = position.side();
        nudge(&mut self.history[history_index::<G>(side, mv)], bonus, Self::MOST);
        if self.features.has(Features::CONTINUATION) {
            let deed = deed(position, mv);
            for (table, before) in self.continuation.iter_mut().zip(context.before) {
                if let Some(before) = before {
                    nudge(&mut table[pair_index::<G>(side, before, deed)], bonus, Self::MOST);
                }
            }
        }
    }

    /// Forgets the killers of a ply, which belong to another part of the tree.
    pub(super) fn forget_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply) {
            killers.clear();
        }
    }
}

/// Moves `value` by `bonus` towards ±`most`, the less the nearer it is.
#[inline(always)]
pub(super) fn nudge(value: &mut i16, bonus: i32, most: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / most) as i16;
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

/// Which moves of a node have been generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Noisy,
    All,
}

/// Hands out a node's moves, best first. They lie on a stack that all nodes of the line share, from
/// `first` to its end; those handed out already come first.
#[derive(Debug)]
pub(super) struct Picker {
    first: usize,
    given: usize,
    /// Moves handed out since the list was last added to.
    picked: usize,
    stage: Stage,
    /// The table's move, as [`GameMove::bits`].
    table_move: Option<u32>,
}

/// Where moves are generated and kept while they are tried.
#[derive(Debug)]
pub(super) struct Moves<G: Game> {
    /// The moves of all nodes from the root to the present one, ranked.
    pub stack: Vec<Ranked<G::Move>>,
    /// Where moves are generated before they are ranked.
    pub generated: Vec<G::Move>,
}

impl Picker {
    /// For the root: its moves in the order given.
    pub(super) fn in_order<G: Game>(moves: &mut Moves<G>, order: &[G::Move]) -> Picker {
        let first = moves.stack.len();
        let ranked = order.iter().zip((0..).map(|n: i32| -n));
        moves.stack.extend(ranked.map(|(&mv, rank)| Ranked { rank, mv }));
        Picker { first, given: 0, picked: 0, stage: Stage::All, table_move: None }
    }

    /// For any other node. Where all moves are `needed`, as in check, they are generated at once.
    pub(super) fn new<G: Game>(
        moves: &mut Moves<G>,
        memory: &Memory<G>,
        position: &G,
        context: Context,
        table_move: Option<u32>,
        needed: bool,
    ) -> Picker {
        let first = moves.stack.len();
        let mut picker = Picker { first, given: 0, picked: 0, stage: Stage::Noisy, table_move };
        if needed || !const { G::TRAITS.quiescence } {
            picker.push_all(moves, memory, position, context, false);
            return picker;
        }
        moves.generated.clear();
        position.generate_noisy(&mut moves.generated);
        let mut found = table_move.is_none();
        for &mv in &moves.generated {
            let is_table_move = table_move == Some(mv.bits());
            found |= is_table_move;
            let rank = if is_table_move { TABLE_MOVE } else { memory.rank_noisy(position, mv) };
            moves.stack.push(Ranked { rank, mv });
        }
        if !found {
            picker.push_all(moves, memory, position, context, true);
        }
        picker
    }

    /// Pushes all moves, or the quiet ones alone.
    fn push_all<G: Game>(
        &mut self,
        moves: &mut Moves<G>,
        memory: &Memory<G>,
        position: &G,
        context: Context,
        quiet_only: bool,
    ) {
        self.stage = Stage::All;
        self.picked = 0;
        moves.generated.clear();
        game::generate(position, &mut moves.generated);
        for &mv in &moves.generated {
            let quiet = is_quiet(position, mv);
            if quiet_only && !quiet {
                continue;
            }
            let rank = if self.table_move == Some(mv.bits()) {
                TABLE_MOVE
            } else if quiet {
                memory.rank_quiet(position, mv, context)
            } else {
                memory.rank_noisy(position, mv)
            };
            moves.stack.push(Ranked { rank, mv });
        }
    }

    /// The next move.
    #[inline(always)]
    pub(super) fn next<G: Game>(
        &mut self,
        moves: &mut Moves<G>,
        memory: &Memory<G>,
        position: &G,
        context: Context,
    ) -> Option<Ranked<G::Move>> {
        loop {
            let at = self.first + self.given;
            bring_best(&mut moves.stack[at..], self.picked);
            let best = moves.stack.get(at).copied();
            if self.stage == Stage::Noisy && best.is_none_or(|best| best.rank < 0) {
                self.push_all(moves, memory, position, context, true);
                continue;
            }
            self.given += best.is_some() as usize;
            self.picked += best.is_some() as usize;
            return best;
        }
    }

    /// Takes the moves off the stack.
    pub(super) fn finish<G: Game>(self, moves: &mut Moves<G>) {
        moves.stack.truncate(self.first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rng;

    #[test]
    fn moves_come_in_order() {
        let mut rng = Rng::new(1);
        for count in [0, 1, 2, 9, 10, 11, 12, 40, 1000] {
            let mut moves: Vec<_> =
                (0..count).map(|mv| Ranked { rank: rng.below(30) as i32, mv }).collect();
            let mut sorted = moves.clone();
            sorted.sort();
            sorted.reverse();
            for tried in 0..moves.len() {
                bring_best(&mut moves[tried..], tried);
            }
            assert_eq!(moves, sorted);
        }
    }

    #[test]
    fn there_are_as_many_memories_as_threads() {
        let mut memories = Memories::<crate::games::knightfall::Knightfall>::default();
        for others in [0, 3, 1, 0] {
            assert_eq!(memories.begin(others, Features::ALL).1.len(), others);
        }
    }
}
