//! What the search does not look at, or looks at less or more deeply than the rest.

use crate::features::Features;
use crate::game::{Game, GameMove};

use super::{Candidate, Inspected, Searcher, Task};
use crate::search::node::{Node, NonPv};
use crate::search::pruning;
use crate::search::score::{self, MAX_PLY};
use crate::search::table::{Bound, Entry};

/// What the search of all other moves says about the table's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extension {
    /// It is searched so many plies more deeply.
    Plies(i32),
    /// The node is good enough by several moves: its value.
    Refuted(i32),
}

impl Extension {
    const NONE: Extension = Extension::Plies(0);
}

impl<G: Game> Searcher<'_, G> {
    /// How many plies a node asked for with `depth` is searched.
    #[inline(always)]
    pub(super) fn adjusted_depth<N: Node>(&self, task: &Task, node: &Inspected) -> i32 {
        let &Task { ply, depth, .. } = task;
        if node.in_check && self.has(Features::CHECK_EXTENSION) && self.may_extend(ply) {
            return depth + 1;
        }
        // Without a move to begin with the node is searched badly; the next iteration will have one
        // (internal iterative reduction).
        let unknown = node.entry.is_none_or(|entry| entry.mv == Entry::NO_MOVE);
        let reduces = self.has(Features::INTERNAL_REDUCTION)
            && unknown
            && !N::ROOT
            && !self.proves
            && depth >= pruning::INTERNAL_REDUCTION_DEPTH
            && self.frames[ply].excluded.is_none();
        depth - reduces as i32
    }

    /// Extensions must end somewhere.
    #[inline(always)]
    fn may_extend(&self, ply: usize) -> bool {
        (ply as i32) < 2 * self.root_depth
    }

    /// The value of a node outside the principal variation that need not be searched, being so good,
    /// or so bad, that its moves would hardly change that.
    #[inline(always)]
    pub(super) fn prune_node(
        &mut self,
        position: &G,
        task: &Task,
        alpha: i32,
        node: &Inspected,
    ) -> Option<i32> {
        let &Task { ply, depth, beta, .. } = task;
        // Nothing is certain where the game is decided, nor where the move counter ends it soon.
        if pruning::is_decided(alpha)
            || pruning::is_decided(beta)
            || Self::counter_reaches(position, depth as u32)
        {
            return None;
        }
        let eval = node.eval;
        if self.has(Features::REVERSE_FUTILITY)
            && depth <= pruning::REVERSE_FUTILITY_DEPTH
            && eval - pruning::reverse_futility_margin(depth, node.improving) >= beta
        {
            return Some((eval + beta) / 2);
        }
        if self.has(Features::RAZORING)
            && depth <= pruning::RAZORING_DEPTH
            && eval + pruning::razoring_margin(depth) < alpha
        {
            let value = self.horizon::<NonPv>(position, ply, alpha, alpha + 1);
            if value <= alpha || self.aborted {
                return Some(value);
            }
        }
        self.try_null_move(position, task, eval)
    }

    /// Whether the side to move would be good enough even without moving: then it is with a move
    /// (Donninger 1993). Wrong in zugzwang, so that deep ones are verified by a search.
    #[inline(always)]
    fn try_null_move(&mut self, position: &G, task: &Task, eval: i32) -> Option<i32> {
        let &Task { ply, depth, beta, cut_node, .. } = task;
        if !self.has(Features::NULL_MOVE)
            || depth < pruning::NULL_MOVE_DEPTH
            || eval < beta
            || ply < self.null_from
            || ply > 0 && self.after_null == self.root_at + ply
            || ply + 1 >= MAX_PLY
        {
            return None;
        }
        let rest = depth - pruning::null_move_reduction(depth, eval - beta);
        self.frames[ply].deed = None;
        let before = std::mem::replace(&mut self.after_null, self.root_at + ply + 1);
        let child = position.after_null();
        let value = -self.negamax::<NonPv>(&child, ply + 1, rest, -beta, 1 - beta, !cut_node);
        self.after_null = before;
        if self.aborted {
            return Some(0);
        }
        if value < beta {
            return None;
        }
        // A win found after passing is not proven.
        let value = if score::distance(value).is_some() { beta } else { value };
        if depth < pruning::VERIFIED_DEPTH || self.null_from > 0 {
            return Some(value);
        }
        self.null_from = ply + 3 * rest.max(0) as usize / 4 + 1;
        let verified = self.negamax::<NonPv>(position, ply, rest, beta - 1, beta, false);
        self.null_from = 0;
        (verified >= beta || self.aborted).then_some(value)
    }

    /// Whether a move is not worth searching: a shallow node has something better.
    #[inline(always)]
    pub(super) fn prunes_move(
        &self,
        position: &G,
        task: &Task,
        alpha: i32,
        node: &Inspected,
        candidate: &Candidate<G::Move>,
    ) -> bool {
        let depth = task.depth;
        let &Candidate { ranked, quiet, .. } = candidate;
        if node.in_check
            || depth > pruning::MOVE_PRUNING_DEPTH
            || pruning::is_decided(alpha)
            || Self::counter_reaches(position, depth as u32)
        {
            return false;
        }
        let by_history = quiet
            && !ranked.is_special()
            && (self.has(Features::FUTILITY)
                && depth <= pruning::FUTILITY_DEPTH
                && node.eval + pruning::futility_margin(depth) <= alpha
                || self.has(Features::HISTORY_PRUNING)
                    && depth <= pruning::HISTORY_PRUNING_DEPTH
                    && ranked.rank < pruning::history_margin(depth));
        let is_bad = by_history
            || self.has(Features::EXCHANGE_PRUNING)
                && !(self.has(Features::EXCHANGES) && ranked.wins_material())
                && position.exchange(ranked.mv) < pruning::exchange_margin(depth, quiet);
        is_bad && !(self.has(Features::CHECKS) && position.after(ranked.mv).in_check())
    }

    /// By how much more or less deeply a move is to be searched than its siblings. The table's move
    /// is extended if a shallower search without it shows all others to be clearly worse
    /// (Anantharaman, Campbell and Hsu 1988).
    #[inline(always)]
    pub(super) fn extension<N: Node>(
        &mut self,
        position: &G,
        task: &Task,
        node: &Inspected,
        mv: G::Move,
    ) -> Extension {
        let &Task { ply, depth, beta, cut_node, .. } = task;
        let Some(entry) = node.entry.filter(|entry| entry.mv == mv.bits()) else {
            return Extension::NONE;
        };
        if N::ROOT
            || self.proves
            || !self.has(Features::SINGULAR_EXTENSION)
            || depth < pruning::SINGULAR_DEPTH
            || (entry.depth as i32) < depth - 3
            || entry.bound == Bound::Upper
            || score::distance(entry.value).is_some()
            || !self.may_extend(ply)
        {
            return Extension::NONE;
        }
        let below = entry.value - pruning::singular_margin(depth);
        self.frames[ply].excluded = Some(mv);
        let value =
            self.negamax::<NonPv>(position, ply, (depth - 1) / 2, below - 1, below, cut_node);
        self.frames[ply].excluded = None;
        if value < below {
            let twice = !N::PV && value < below - pruning::DOUBLE_SINGULAR_MARGIN;
            Extension::Plies(1 + twice as i32)
        } else if !N::PV && below >= beta {
            Extension::Refuted(below)
        } else if entry.value >= beta {
            Extension::Plies(-1)
        } else {
            Extension::NONE
        }
    }

    /// Plies by which a late move, which leads to `child`, is searched less deeply at first.
    #[inline(always)]
    pub(super) fn reduction<N: Node>(
        &self,
        task: &Task,
        node: &Inspected,
        candidate: &Candidate<G::Move>,
        child: &G,
    ) -> i32 {
        let &Candidate { ranked, quiet, number, .. } = candidate;
        if !self.has(Features::LATE_MOVE_REDUCTIONS)
            || self.proves
            || task.depth < pruning::REDUCTION_DEPTH
            || number < 2 + N::PV as usize
            || !quiet && ranked.rank > 0
        {
            return 0;
        }
        let mut reduction = pruning::reduction(task.depth, number);
        reduction += task.cut_node as i32 - N::PV as i32;
        reduction -= node.improving as i32 + node.in_check as i32;
        if quiet {
            reduction -= if ranked.is_special() { 1 } else { ranked.rank / pruning::HISTORY_UNIT };
        }
        reduction = reduction.clamp(0, task.depth - 2);
        let gives_check = reduction > 0 && self.has(Features::CHECKS) && child.in_check();
        reduction - gives_check as i32
    }
}
