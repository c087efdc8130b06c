//! Move ordering: the sooner the best move is tried, the less there is to search.
//!
//! The order is: the table's move; noisy moves that lose nothing, the greatest gain first; the
//! killers of the ply and the counter move; all other quiet moves by their history; noisy moves that
//! lose material. The quiet moves are generated only when they are needed.

use crate::features::Features;
use crate::game::{self, Game, GameMove};

use super::memory::{Context, Memory};

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

/// How early a noisy move is to be tried.
#[inline(always)]
fn rank_noisy<G: Game>(memory: &Memory<G>, position: &G, mv: G::Move) -> i32 {
    let gain = position.gain(mv);
    if memory.has(Features::EXCHANGES) {
        let exchange = position.exchange(mv);
        if exchange < 0 {
            return LOSING + exchange;
        }
    }
    WINNING + gain
}

/// How early a quiet move is to be tried.
#[inline(always)]
fn rank_quiet<G: Game>(memory: &Memory<G>, position: &G, mv: G::Move, context: Context) -> i32 {
    if memory.has(Features::KILLERS) {
        match memory.killer(mv, context.ply) {
            Some(0) => return FIRST_KILLER,
            Some(_) => return SECOND_KILLER,
            None => {}
        }
    }
    if memory.has(Features::COUNTER_MOVES) && memory.is_counter(position.side(), mv, context) {
        return COUNTER_MOVE;
    }
    let gain = if const { G::TRAITS.quiescence } { 0 } else { position.gain(mv) };
    memory.worth(position, mv, context) + gain
}

/// Which moves of a node have been generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Noisy,
    All,
}

/// Hands out a node's moves, best first. They lie on a stack that all nodes of the line share, from
/// `first` to its end; those handed out already come first, and in their place those that were put off.
#[derive(Debug)]
pub(super) struct Picker {
    first: usize,
    given: usize,
    /// Moves that were put off, and how many of them have been handed out again.
    deferred: usize,
    given_again: usize,
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
    fn from(first: usize, table_move: Option<u32>) -> Picker {
        let (given, deferred, given_again, picked) = (0, 0, 0, 0);
        Picker { first, given, deferred, given_again, picked, stage: Stage::Noisy, table_move }
    }

    /// For the root: its moves in the order given.
    pub(super) fn in_order<G: Game>(moves: &mut Moves<G>, order: &[G::Move]) -> Picker {
        let first = moves.stack.len();
        let ranked = order.iter().zip((0..).map(|n: i32| -n));
        moves.stack.extend(ranked.map(|(&mv, rank)| Ranked { rank, mv }));
        Picker { stage: Stage::All, ..Picker::from(first, None) }
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
        let mut picker = Picker::from(first, table_move);
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
            let rank = if is_table_move { TABLE_MOVE } else { rank_noisy(memory, position, mv) };
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
                rank_quiet(memory, position, mv, context)
            } else {
                rank_noisy(memory, position, mv)
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
            return best.or_else(|| self.next_deferred(moves));
        }
    }

    /// Puts the move handed out last off until all others have been, unless it has been put off
    /// before; whether it is.
    pub(super) fn defer<G: Game>(&mut self, moves: &mut Moves<G>, mv: Ranked<G::Move>) -> bool {
        if self.given_again > 0 {
            return false;
        }
        moves.stack[self.first + self.deferred] = mv;
        self.deferred += 1;
        true
    }

    fn next_deferred<G: Game>(&mut self, moves: &Moves<G>) -> Option<Ranked<G::Move>> {
        let at = self.first + self.given_again;
        (self.given_again < self.deferred).then(|| {
            self.given_again += 1;
            moves.stack[at]
        })
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
    use crate::game::Options;
    use crate::games::knightfall::Knightfall;
    use crate::search::Memories;

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
    fn what_is_put_off_comes_last_and_once() {
        let position = Knightfall::start(Options::NONE);
        let mut memories = Memories::default();
        let (memory, _) = memories.begin(0, Features::ALL);
        let context = Context { ply: 0, before: [None, None] };
        let mut moves = Moves { stack: Vec::new(), generated: Vec::new() };
        let mut legal = position.legal_moves();
        legal.sort();
        for every in [1, 2, 3] {
            let mut picker = Picker::new(&mut moves, &memory, &position, context, None, false);
            let (mut at_once, mut put_off, mut given) = (Vec::new(), Vec::new(), 0);
            while let Some(ranked) = picker.next(&mut moves, &memory, &position, context) {
                given += 1;
                if given % every == 0 && picker.defer(&mut moves, ranked) {
                    put_off.push(ranked.mv);
                } else {
                    at_once.push(ranked.mv);
                }
            }
            picker.finish(&mut moves);
            assert!(at_once.ends_with(&put_off) && put_off.len() == legal.len() / every);
            at_once.sort();
            assert_eq!(at_once, legal);
        }
    }
}
