//! The tree search: principal variation search with a transposition table.

mod results;
mod selectivity;

use arrayvec::ArrayVec;

use selectivity::Extension;

use crate::features::Features;
use crate::game::{self, Game, GameMove};

use super::busy::{self, Errand};
use super::memory::{Context, Memory};
use super::node::{Node, NonPv, Root};
use super::ordering::{Moves, Picker, Ranked, deed, is_quiet};
use super::quiescence::EFFORT;
use super::score::{self, INFINITY, KNOWN_WIN, MAX_PLY};
use super::table::{Bound, Entry, Table};
use super::time::Budget;

/// The state of one thread's search.
pub(super) struct Searcher<'a, G: Game> {
    table: &'a Table,
    budget: Budget<'a>,
    root: G,
    /// The moves considered at the root, in the order in which they are tried.
    pub root_moves: Vec<G::Move>,
    /// Whether these are all.
    unrestricted: bool,
    /// How many of the root moves to pass over, being best moves of earlier lines.
    passed_over: usize,
    /// The depth of the present iteration.
    root_depth: i32,
    /// Whether only a proven win matters: then no move is searched less deeply, so that none of this
    /// depth is missed.
    proves: bool,
    /// The value of the best line found at the root so far; the line itself is `lines[0]`.
    root_value: i32,
    /// The root move being searched; none when all have been.
    root_move: Option<G::Move>,
    /// The keys of the game's positions, then those of the line being searched.
    path: Vec<u64>,
    /// Where in `path` the root is.
    root_at: usize,
    /// Where in `path` the position after the last null move is: no repetition reaches beyond it.
    after_null: usize,
    /// No null move is tried nearer to the root than this ply, while one is being verified.
    null_from: usize,
    /// By ply: the best line from there on, within a principal variation.
    lines: Vec<Vec<G::Move>>,
    /// By ply: what is known of the node there on the present line.
    frames: Vec<Frame<G>>,
    pub(super) moves: Moves<G>,
    memory: Memory<'a, G>,
    /// Made when it is first asked: it has a table of its own.
    endings: Option<G::Endings>,
    nodes: u64,
    seldepth: usize,
    /// Whether the budget ran out: all values on the way back to the root are void.
    aborted: bool,
}

/// What is known of a node on the present line.
#[derive(Debug, Clone, Copy)]
struct Frame<G: Game> {
    /// Its static evaluation, unless it is in check.
    eval: Option<i32>,
    /// The deed of the move being searched from here; `None` for a null move.
    deed: Option<usize>,
    /// The move left out, to see how good the others are.
    excluded: Option<G::Move>,
}

impl<G: Game> Default for Frame<G> {
    fn default() -> Self {
        Frame { eval: None, deed: None, excluded: None }
    }
}

/// What a node is found to be before its moves are tried.
struct Inspected {
    entry: Option<Entry>,
    in_check: bool,
    /// The static evaluation, improved by what the table knows; meaningless in check.
    eval: i32,
    /// Whether the side to move stands better than two plies before.
    improving: bool,
}

/// The part of a node's search that stays the same while its moves are tried.
struct Task {
    ply: usize,
    /// Plies that were asked for: under these the table remembers the node.
    asked: i32,
    /// Plies that the node is searched.
    depth: i32,
    beta: i32,
    /// Whether the node is expected to be cut off by its first move.
    cut_node: bool,
}

/// A move about to be tried.
struct Candidate<'a, M> {
    ranked: Ranked<M>,
    quiet: bool,
    /// Its place among the node's moves, from 1.
    number: usize,
    /// How other threads know that this one is at it, if there are others.
    errand: Option<Errand<'a>>,
}

/// What trying a node's moves came to.
struct Tried<M> {
    value: i32,
    bound: Bound,
    best: Option<M>,
    /// How many moves there were.
    count: usize,
    /// Whether the table had it all the time, or got it from another thread meanwhile.
    known: bool,
}

impl<'a, G: Game> Searcher<'a, G> {
    /// A search of the last of `positions`, which are the game so far. `root_moves` are not empty.
    pub(super) fn new(
        positions: &[G],
        root_moves: Vec<G::Move>,
        unrestricted: bool,
        table: &'a Table,
        budget: Budget<'a>,
        memory: Memory<'a, G>,
    ) -> Self {
        let root_at = positions.len() - 1;
        Searcher {
            table,
            budget,
            root: positions[root_at],
            root_moves,
            unrestricted,
            passed_over: 0,
            root_depth: 0,
            proves: false,
            root_value: -INFINITY,
            root_move: None,
            path: positions.iter().map(G::key).collect(),
            root_at,
            after_null: 0,
            null_from: 0,
            lines: vec![Vec::new(); MAX_PLY + 1],
            frames: vec![Frame::default(); MAX_PLY + 1],
            moves: Moves { stack: Vec::new(), generated: Vec::new() },
            memory,
            endings: None,
            nodes: 0,
            seldepth: 0,
            aborted: false,
        }
    }

    /// Searches the root to `depth` within a window, without the first `passed_over` root moves.
    /// Gives the value; `None` if the budget ran out before that was known.
    pub(super) fn search_root(
        &mut self,
        passed_over: usize,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        self.passed_over = passed_over;
        self.seldepth = 0;
        self.root_depth = depth as i32;
        let root = self.root;
        let value = self.negamax::<Root>(&root, 0, depth as i32, alpha, beta, false);
        if self.aborted {
            return None;
        }
        self.root_move = None;
        Some(value)
    }

    /// Searches the root to `depth` for a win within `plies`; whether there is one. What pruning might
    /// hide is found, since it stands aside in a window of proven results.
    pub(super) fn finds_win(&mut self, plies: usize, depth: u32) -> bool {
        let alpha = score::win_in(plies) - 1;
        self.proves = true;
        let value = self.search_root(0, depth, alpha, INFINITY);
        self.proves = false;
        value.is_some_and(|value| value > alpha)
    }

    /// The best line of the last [`Searcher::search_root`] and its value. After a search that was
    /// broken off it is the best of the root moves that were finished, and may be empty.
    pub(super) fn best_line(&self) -> (i32, &[G::Move]) {
        (self.root_value, &self.lines[0])
    }

    /// The root move at which the last [`Searcher::search_root`] was broken off, if it was.
    pub(super) fn unfinished_move(&self) -> Option<G::Move> {
        self.root_move
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Plies of the longest line of the last [`Searcher::search_root`].
    pub(super) fn seldepth(&self) -> u32 {
        self.seldepth as u32
    }

    pub(super) fn budget(&self) -> &Budget<'a> {
        &self.budget
    }

    /// Whether a switchable part of the search is on.
    #[inline(always)]
    pub(super) fn has(&self, feature: Features) -> bool {
        self.memory.has(feature)
    }

    pub(super) fn is_aborted(&self) -> bool {
        self.aborted
    }

    /// The value of `position`, searched `depth` plies deep: exact if it lies between `alpha` and
    /// `beta`, else a bound on that side of the window (fail-soft). `cut_node` says that a value of
    /// at least `beta` is expected.
    pub(super) fn negamax<N: Node>(
        &mut self,
        position: &G,
        ply: usize,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        cut_node: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.horizon::<N>(position, ply, alpha, beta);
        }
        if let Some(value) = self.enter::<N>(position, ply) {
            return value;
        }
        if !N::ROOT {
            // Mate distance pruning: no result from here on is better than a win by the next move
            // or worse than having lost already.
            alpha = alpha.max(score::loss_in(ply));
            beta = beta.min(score::win_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let excluded = self.frames[ply].excluded;
        let key = self.table_key(position, depth);
        let entry = if excluded.is_none() { self.table.probe(key, ply) } else { None };
        if !N::PV
            && let Some(value) = entry.and_then(|e| Self::cut(e, position, depth, beta))
        {
            return value;
        }
        if !N::ROOT
            && let Some(value) = self.narrow_by_winner(position, &mut alpha, &mut beta)
        {
            return value;
        }
        let node = self.inspect(position, ply, entry);
        let mut task = Task { ply, asked: depth, depth, beta, cut_node };
        if !N::PV
            && excluded.is_none()
            && !node.in_check
            && let Some(value) = self.prune_node(position, &task, alpha, &node)
        {
            return value;
        }
        task.depth = self.adjusted_depth::<N>(&task, &node);
        let tried = self.try_moves::<N>(position, &task, alpha, &node);
        if self.aborted {
            return 0;
        }
        if tried.count == 0 {
            return match excluded {
                Some(_) => alpha,
                None => score::of_outcome(position.no_moves_ending(), position.side(), ply),
            };
        }
        // Of a node searched without some of its moves nothing is remembered.
        let whole = excluded.is_none() && (!N::ROOT || self.unrestricted && self.passed_over == 0);
        if whole && !tried.known {
            self.learn_error(position, &task, &tried);
            let mv = tried.best.map_or(Entry::NO_MOVE, GameMove::bits);
            let Tried { value, bound, .. } = tried;
            self.table.store(key, ply, Entry { mv, value, depth: depth as u32, bound });
        }
        tried.value
    }

    /// Learns by how much the static evaluation of a node was wrong, if its value tells.
    #[inline(always)]
    fn learn_error(&mut self, position: &G, task: &Task, tried: &Tried<G::Move>) {
        let Some(eval) = self.frames[task.ply].eval else { return };
        if !self.has(Features::CORRECTION) {
            return;
        }
        let error = tried.value - eval;
        let tells = match tried.bound {
            Bound::Exact => true,
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
        };
        // What a capture gains is not for the evaluation to know, nor who has won.
        let quiet = tried.best.is_none_or(|mv| is_quiet(position, mv));
        if tells && quiet && tried.value.abs() < KNOWN_WIN {
            let last = self.context(task.ply).before[0];
            self.memory.learn_error(position, last, task.depth, error);
        }
    }

    /// Looks at a node before its moves are tried.
    #[inline(always)]
    fn inspect(&mut self, position: &G, ply: usize, entry: Option<Entry>) -> Inspected {
        let in_check = position.in_check();
        let mut eval = 0;
        self.frames[ply].eval = None;
        if !in_check {
            eval = self.evaluate(position, ply);
            self.frames[ply].eval = Some(eval);
        }
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].eval);
        let improving = !in_check && before.is_none_or(|before| eval > before);
        if let Some(entry) = entry
            && score::distance(entry.value).is_none()
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value > eval,
                Bound::Upper => entry.value < eval,
            }
        {
            eval = entry.value;
        }
        self.memory.forget_killers(ply + 2);
        Inspected { entry, in_check, eval, improving }
    }

    /// Notes which move is searched from a node.
    #[inline(always)]
    pub(super) fn note(&mut self, position: &G, mv: G::Move, ply: usize) {
        self.frames[ply].deed = Some(deed(position, mv));
    }

    /// What every node begins with. Gives its value if that is known without searching on, or if
    /// the search is to break off.
    #[inline(always)]
    pub(super) fn enter<N: Node>(&mut self, position: &G, ply: usize) -> Option<i32> {
        self.lines[ply].clear();
        self.nodes += 1;
        if self.budget.is_spent(self.nodes) {
            self.aborted = true;
            return Some(0);
        }
        if N::ROOT {
            self.path.truncate(self.root_at + 1);
            return None;
        }
        self.seldepth = self.seldepth.max(ply);
        self.path.truncate(self.root_at + ply);
        self.path.push(position.key());
        self.ending(position, ply)
            .or_else(|| (ply >= MAX_PLY).then(|| self.evaluate(position, ply)))
    }

    /// The static evaluation, corrected by how evaluations of positions like it were wrong.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, position: &G, ply: usize) -> i32 {
        let last = self.context(ply).before[0];
        self.memory.evaluate(position, last)
    }

    /// Where a node's moves come in the present line.
    #[inline(always)]
    fn context(&self, ply: usize) -> Context {
        let deed = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].deed);
        Context { ply, before: [deed(1), deed(2)] }
    }

    /// Tries the moves of a node, best first, until one refutes it.
    #[inline(always)]
    fn try_moves<N: Node>(
        &mut self,
        position: &G,
        task: &Task,
        mut alpha: i32,
        node: &Inspected,
    ) -> Tried<G::Move> {
        let &Task { ply, beta, .. } = task;
        let mut tried =
            Tried { value: -INFINITY, bound: Bound::Upper, best: None, count: 0, known: false };
        // The quiet moves that did not refute the node; the last of many matter little.
        let mut failed = ArrayVec::<G::Move, 48>::new();
        let context = self.context(ply);
        let mut picker = self.picker::<N>(position, context, node);
        while let Some(ranked) = picker.next(&mut self.moves, &self.memory, position, context) {
            let mv = ranked.mv;
            if self.frames[ply].excluded == Some(mv) {
                continue;
            }
            let errand = self.errand(position, mv, task.depth);
            if let Some(errand) = errand.filter(|_| tried.count > 0) {
                if let Some((value, bound)) = self.done_by_another::<N>(position, task) {
                    tried = Tried { value, bound, known: true, ..tried };
                    break;
                }
                if errand.is_taken() && picker.defer(&mut self.moves, ranked) {
                    continue;
                }
            }
            tried.count += 1;
            let (quiet, number) = (is_quiet(position, mv), tried.count);
            let candidate = Candidate { ranked, quiet, number, errand };
            let spared = N::ROOT || !score::is_not_lost(tried.value);
            if !spared && self.prunes_move(position, task, alpha, node, &candidate) {
                continue;
            }
            let extension = match self.extension::<N>(position, task, node, mv) {
                Extension::Plies(plies) => plies,
                Extension::Refuted(value) => {
                    tried = Tried { value, bound: Bound::Lower, best: Some(mv), ..tried };
                    break;
                }
            };
            let value = self.try_move::<N>(position, task, node, &candidate, alpha, extension);
            if self.aborted {
                break;
            }
            tried.value = tried.value.max(value);
            if candidate.quiet && value < beta {
                // Full is full.
                let _ = failed.try_push(mv);
            }
            if value <= alpha {
                continue;
            }
            tried.best = Some(mv);
            self.lead_with::<N>(mv, ply, value);
            if value >= beta {
                tried.bound = Bound::Lower;
                if candidate.quiet {
                    self.memory.learn(position, context, task.depth, mv, &failed);
                }
                break;
            }
            tried.bound = Bound::Exact;
            alpha = value;
        }
        picker.finish(&mut self.moves);
        tried
    }

    /// How the threads tell each other that they are at `mv`, if they do.
    #[inline(always)]
    fn errand(&self, position: &G, mv: G::Move, depth: i32) -> Option<Errand<'a>> {
        let busy = self.budget.busy().filter(|_| depth >= busy::DEPTH)?;
        Some(busy.errand(position, mv, self.proves))
    }

    /// The value of a node that the table has got meanwhile, from another thread, and its bound.
    #[inline(always)]
    fn done_by_another<N: Node>(&self, position: &G, task: &Task) -> Option<(i32, Bound)> {
        let &Task { ply, asked, beta, .. } = task;
        if N::PV || self.frames[ply].excluded.is_some() {
            return None;
        }
        let entry = self.table.probe(self.table_key(position, asked), ply)?;
        Some((Self::cut(entry, position, asked, beta)?, entry.bound))
    }

    #[inline(always)]
    fn picker<N: Node>(&mut self, position: &G, context: Context, node: &Inspected) -> Picker {
        if N::ROOT {
            return Picker::in_order(&mut self.moves, &self.root_moves[self.passed_over..]);
        }
        let table_move = node.entry.map(|entry| entry.mv).filter(|&mv| mv != Entry::NO_MOVE);
        let Searcher { moves, memory, .. } = self;
        Picker::new(moves, memory, position, context, table_move, node.in_check)
    }

    /// The value of a node's move that is searched `extension` plies more deeply.
    #[inline(always)]
    fn try_move<N: Node>(
        &mut self,
        position: &G,
        task: &Task,
        node: &Inspected,
        candidate: &Candidate<G::Move>,
        alpha: i32,
        extension: i32,
    ) -> i32 {
        let mv = candidate.ranked.mv;
        if N::ROOT {
            self.root_move = Some(mv);
        }
        self.note(position, mv, task.ply);
        let child = position.after(mv);
        let reduction = self.reduction::<N>(task, node, candidate, &child);
        let is_first = candidate.number == 1;
        candidate.errand.inspect(Errand::begin);
        let depth = task.depth - 1 + extension;
        let value = self.narrow_then_wide::<N>(&child, task, depth, reduction, alpha, is_first);
        candidate.errand.inspect(Errand::end);
        value
    }

    /// The value of the move of a node that leads to `child`, `depth` plies deep. All but the first
    /// are expected to be no better than `alpha`, and a null window, and mostly a reduced depth,
    /// suffice to show that (Marsland and Campbell 1982).
    #[inline(always)]
    fn narrow_then_wide<N: Node>(
        &mut self,
        child: &G,
        task: &Task,
        depth: i32,
        reduction: i32,
        alpha: i32,
        is_first: bool,
    ) -> i32 {
        let &Task { ply, beta, cut_node, .. } = task;
        if !is_first {
            let mut value = alpha + 1;
            if reduction > 0 {
                let depth = depth - reduction;
                value = -self.negamax::<NonPv>(child, ply + 1, depth, -alpha - 1, -alpha, true);
            }
            if value > alpha && !self.aborted {
                let cuts = if reduction > 0 { !cut_node } else { true };
                value = -self.negamax::<NonPv>(child, ply + 1, depth, -alpha - 1, -alpha, cuts);
            }
            if !N::PV || value <= alpha || self.aborted {
                return value;
            }
        }
        let cuts = !N::PV && !cut_node;
        -self.negamax::<N::Child>(child, ply + 1, depth, -beta, -alpha, cuts)
    }

    /// Makes `mv` and the best line after it the best line of a node.
    #[inline(always)]
    pub(super) fn lead_with<N: Node>(&mut self, mv: G::Move, ply: usize, value: i32) {
        if N::PV {
            let (upper, lower) = self.lines.split_at_mut(ply + 1);
            upper[ply].clear();
            upper[ply].push(mv);
            upper[ply].extend_from_slice(&lower[0]);
        }
        if N::ROOT {
            self.root_value = value;
        }
    }

    /// The value of a node with no depth left.
    #[inline(always)]
    fn horizon<N: Node>(&mut self, position: &G, ply: usize, alpha: i32, beta: i32) -> i32 {
        if const { G::TRAITS.quiescence } {
            return self.quiescence::<N>(position, ply, EFFORT, alpha, beta);
        }
        if let Some(value) = self.enter::<N>(position, ply) {
            value
        } else if game::count_moves(position) == 0 {
            score::of_outcome(position.no_moves_ending(), position.side(), ply)
        } else if let Some(wins) = self.winner_is_known(position) {
            if wins { KNOWN_WIN } else { -KNOWN_WIN }
        } else {
            self.evaluate(position, ply)
        }
    }
}
