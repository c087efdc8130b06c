//! The tree search: principal variation search with a transposition table.

use arrayvec::ArrayVec;

use crate::board::GOLDEN_RATIO;
use crate::features::Features;
use crate::game::{self, Endings, Game, GameMove};

use super::node::{Node, NonPv, Root};
use super::ordering::{Context, Memory, Moves, Picker, Ranked, deed, is_quiet};
use super::pruning;
use super::quiescence::EFFORT;
use super::score::{self, DRAW, INFINITY, KNOWN_WIN, MAX_PLY};
use super::table::{Bound, Entry, Table};
use super::time::Budget;

/// A node's value takes the move counter into account only if the draw is no further than its depth
/// and these plies, for what quiescence search plays before the next capture.
const COUNTER_MARGIN: u32 = 4;

/// The state of one thread's search.
pub(super) struct Searcher<'a, G: Game> {
    table: &'a Table,
    budget: Budget<'a>,
    features: Features,
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
    memory: &'a mut Memory<G>,
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
    /// Plies that the node is to be searched.
    depth: i32,
    beta: i32,
    /// Whether the node is expected to be cut off by its first move.
    cut_node: bool,
}

/// A move about to be tried.
struct Candidate<M> {
    ranked: Ranked<M>,
    quiet: bool,
    /// Its place among the node's moves, from 1.
    number: usize,
}

/// How one move of a node is searched.
struct Attempt {
    ply: usize,
    /// Plies left after the move.
    depth: i32,
    /// Plies fewer that are tried at first.
    reduction: i32,
    alpha: i32,
    beta: i32,
    is_first: bool,
}

/// What the search of all other moves says about the table's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extension {
    /// It is searched so many plies more deeply.
    Plies(i32),
    /// The node is good enough by several moves: its value.
    Refuted(i32),
}

impl Extension {
    const NONE: Extension = Extension::Plies(0);

    fn plies(self) -> i32 {
        match self {
            Extension::Plies(plies) => plies,
            Extension::Refuted(_) => 0,
        }
    }
}

/// What trying a node's moves came to.
struct Tried<M> {
    value: i32,
    bound: Bound,
    best: Option<M>,
    /// How many moves there were.
    count: usize,
}

impl<'a, G: Game> Searcher<'a, G> {
    /// A search of the last of `positions`, which are the game so far. `root_moves` are not empty.
    pub(super) fn new(
        positions: &[G],
        root_moves: Vec<G::Move>,
        unrestricted: bool,
        table: &'a Table,
        budget: Budget<'a>,
        features: Features,
        memory: &'a mut Memory<G>,
    ) -> Self {
        let root_at = positions.len() - 1;
        Searcher {
            table,
            budget,
            features,
            root: positions[root_at],
            root_moves,
            unrestricted,
            passed_over: 0,
            root_depth: 0,
            proves: false,
            root_value: -INFINITY,
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
        (!self.aborted).then_some(value)
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
        self.features.has(feature)
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
            && let Some(wins) = self.winner_is_known(position)
        {
            // Which bounds the value: how soon the win comes is another matter.
            if wins {
                alpha = alpha.max(KNOWN_WIN);
            } else {
                beta = beta.min(-KNOWN_WIN);
            }
            if alpha >= beta {
                return if wins { alpha } else { beta };
            }
        }
        let node = self.inspect(position, ply, entry);
        let mut task = Task { ply, depth, beta, cut_node };
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
        if excluded.is_none() && (!N::ROOT || (self.unrestricted && self.passed_over == 0)) {
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
            self.memory.corrections.learn(position, last, task.depth, error);
        }
    }

    /// Whether the side to move wins, if this is an ending that can be solved.
    #[inline(always)]
    fn winner_is_known(&mut self, position: &G) -> Option<bool> {
        let most = const { G::TRAITS.solved_men };
        if most == 0 || position.men_left() > most || !self.has(Features::EXACT_ENDING) {
            return None;
        }
        let endings = self.endings.get_or_insert_with(Endings::new);
        let solved = endings.solve(position, pruning::ENDING_NODES, &mut || false)?;
        Some(solved.wins)
    }

    /// A winning move at the root, if it is an ending that can be solved in time and is won.
    pub(super) fn solve_root(&mut self) -> Option<G::Move> {
        let men = self.root.men_left();
        // With fewer men the search knows the winner everywhere, and the length of the win besides.
        let solvable = const { G::TRAITS.solved_men + 1..=G::TRAITS.solved_men_at_root };
        if !self.has(Features::EXACT_ENDING) || !solvable.contains(&men) {
            return None;
        }
        let Searcher { endings, budget, root, .. } = self;
        let endings = endings.get_or_insert_with(Endings::new);
        endings.solve(root, u64::MAX, &mut || budget.is_past_share(pruning::ENDING_SHARE))?.best
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

    /// How many plies a node asked for with `depth` is searched.
    #[inline(always)]
    fn adjusted_depth<N: Node>(&self, task: &Task, node: &Inspected) -> i32 {
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
    fn prune_node(
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
        let &Task { ply, depth, beta, cut_node } = task;
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

    /// The value of a position in which the game has ended, except by the lack of legal moves
    /// alone. [`Game::outcome`] sets the precedence: that lack comes before the draws.
    #[inline(always)]
    fn ending(&self, position: &G, ply: usize) -> Option<i32> {
        if let Some(outcome) = position.own_ending() {
            return Some(score::of_outcome(outcome, position.side(), ply));
        }
        // A position that was played on from before has legal moves.
        if self.is_repetition(position, ply) {
            return Some(DRAW);
        }
        if !position.is_bare() && !Self::counter_reaches(position, 0) {
            return None;
        }
        if game::count_moves(position) == 0 {
            return Some(score::of_outcome(position.no_moves_ending(), position.side(), ply));
        }
        Some(DRAW)
    }

    /// The static evaluation, corrected by how evaluations of positions like it were wrong.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, position: &G, ply: usize) -> i32 {
        let value = self.memory.evaluations.of(position);
        if !self.has(Features::CORRECTION) {
            return value;
        }
        let correction = self.memory.corrections.of(position, self.context(ply).before[0]);
        score::of_evaluation(value + correction)
    }

    /// Whether the position has occurred once since the root or twice since the game began. One
    /// recurrence in the tree is enough: who could avoid the third could avoid the second.
    #[inline(always)]
    fn is_repetition(&self, position: &G, ply: usize) -> bool {
        let now = self.path.len() - 1;
        let reach = (now - self.after_null).min(position.clock() as usize);
        let recurs = |&distance: &usize| self.path[now - distance] == position.key();
        let mut earlier = (2..=reach).step_by(2).filter(recurs);
        earlier.next().is_some_and(|distance| distance < ply || earlier.next().is_some())
    }

    /// Whether the game is drawn by the move counter after `plies` more without an irreversible
    /// move.
    #[inline(always)]
    fn counter_reaches(position: &G, plies: u32) -> bool {
        const { G::INFO.move_limit }
            .is_some_and(|limit| position.clock().saturating_add(plies) >= limit)
    }

    /// The key of a node of this depth in the table. Where the draw by the move counter is within
    /// reach, the value depends on the counter, and the counter becomes part of the key. (Extensions
    /// may reach further, so that a draw by the counter can still get into the value of a node that
    /// was thought too far from it.)
    #[inline(always)]
    fn table_key(&self, position: &G, depth: i32) -> u64 {
        let key = if Self::counter_reaches(position, depth as u32 + COUNTER_MARGIN) {
            let counter = u64::from(position.clock()) + 1;
            position.key() ^ counter.wrapping_mul(GOLDEN_RATIO)
        } else {
            position.key()
        };
        // What a search with reductions and pruning has found proves nothing.
        if self.proves { !key } else { key }
    }

    /// The value that the table's entry gives a node with a null window below `beta`, if it
    /// suffices.
    ///
    /// An entry without the counter in its key may come from a deeper search with the counter
    /// further from its limit. It does not count if that search or the win it found goes beyond
    /// the limit.
    #[inline(always)]
    fn cut(entry: Entry, position: &G, depth: i32, beta: i32) -> Option<i32> {
        let (depth, value) = (depth as u32, entry.value);
        if entry.depth < depth {
            return None;
        }
        let counted = Self::counter_reaches(position, depth + COUNTER_MARGIN);
        let plies = entry.depth.max(score::distance(value).unwrap_or(0));
        if !counted && Self::counter_reaches(position, plies + COUNTER_MARGIN) {
            return None;
        }
        let sufficient = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value < beta,
        };
        sufficient.then_some(value)
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
        let mut tried = Tried { value: -INFINITY, bound: Bound::Upper, best: None, count: 0 };
        // The quiet moves that did not refute the node; the last of many matter little.
        let mut failed = ArrayVec::<G::Move, 48>::new();
        let context = self.context(ply);
        let mut picker = self.picker::<N>(position, context, node);
        while let Some(ranked) = picker.next(&mut self.moves, self.memory, position, context) {
            let mv = ranked.mv;
            if self.frames[ply].excluded == Some(mv) {
                continue;
            }
            tried.count += 1;
            let candidate =
                Candidate { ranked, quiet: is_quiet(position, mv), number: tried.count };
            if !N::ROOT
                && score::is_not_lost(tried.value)
                && self.prunes_move(position, task, alpha, node, &candidate)
                && !(self.has(Features::CHECKS) && position.after(mv).in_check())
            {
                continue;
            }
            let extension = self.extension::<N>(position, task, node, mv);
            if self.aborted {
                break;
            }
            if let Extension::Refuted(value) = extension {
                tried.value = value;
                picker.finish(&mut self.moves);
                return Tried { bound: Bound::Lower, best: Some(mv), ..tried };
            }
            let depth = task.depth - 1 + extension.plies();
            self.note(position, mv, ply);
            let child = position.after(mv);
            let mut reduction = self.reduction::<N>(task, node, &candidate);
            if reduction > 0 && self.has(Features::CHECKS) && child.in_check() {
                reduction -= 1;
            }
            let attempt =
                Attempt { ply, depth, reduction, alpha, beta, is_first: tried.count == 1 };
            let value = self.try_move::<N>(&child, &attempt, task.cut_node);
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

    #[inline(always)]
    fn picker<N: Node>(&mut self, position: &G, context: Context, node: &Inspected) -> Picker {
        if N::ROOT {
            return Picker::in_order(&mut self.moves, &self.root_moves[self.passed_over..]);
        }
        let table_move = node.entry.map(|entry| entry.mv).filter(|&mv| mv != Entry::NO_MOVE);
        let Searcher { moves, memory, .. } = self;
        Picker::new(moves, memory, position, context, table_move, node.in_check)
    }

    /// Whether a move is not worth searching: a shallow node has something better.
    #[inline(always)]
    fn prunes_move(
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
        by_history
            || self.has(Features::EXCHANGE_PRUNING)
                && !(self.has(Features::EXCHANGES) && ranked.wins_material())
                && position.exchange(ranked.mv) < pruning::exchange_margin(depth, quiet)
    }

    /// By how much more or less deeply a move is to be searched than its siblings. The table's move
    /// is extended if a shallower search without it shows all others to be clearly worse
    /// (Anantharaman, Campbell and Hsu 1988).
    #[inline(always)]
    fn extension<N: Node>(
        &mut self,
        position: &G,
        task: &Task,
        node: &Inspected,
        mv: G::Move,
    ) -> Extension {
        let &Task { ply, depth, beta, cut_node } = task;
        let Some(entry) = node.entry.filter(|entry| entry.mv == mv.bits()) else {
            return Extension::NONE;
        };
        if N::ROOT
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

    /// Plies by which a late move is searched less deeply at first.
    #[inline(always)]
    fn reduction<N: Node>(
        &self,
        task: &Task,
        node: &Inspected,
        candidate: &Candidate<G::Move>,
    ) -> i32 {
        let &Candidate { ranked, quiet, number } = candidate;
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
        reduction.clamp(0, task.depth - 2)
    }

    /// The value of a move that leads to `child`. All but the first are expected to be no better
    /// than `alpha`, and a null window, and mostly a reduced depth, suffice to show that (Marsland
    /// and Campbell 1982).
    #[inline(always)]
    fn try_move<N: Node>(&mut self, child: &G, attempt: &Attempt, cut_node: bool) -> i32 {
        let &Attempt { ply, depth, reduction, alpha, beta, is_first } = attempt;
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
