//! Iterative deepening: depth by depth, so that there is a move at any time and the table orders
//! the next iteration's moves.

use std::cmp::Reverse;
use std::thread;

use crate::features::Features;
use crate::game::Game;
use crate::record::Record;

use super::alphabeta::Searcher;
use super::control::Control;
use super::level;
use super::limits::Limits;
use super::memory::Memories;
use super::score::{self, INFINITY, KNOWN_WIN, MAX_PLY, Score};
use super::table::Table;
use super::team::Team;
use super::time::{self, Budget, Deadline};
use super::{Best, Info, STACK_SIZE};

/// The deepest iteration.
const MAX_DEPTH: u32 = MAX_PLY as u32 - 1;
/// From this depth on the last iteration's value is trusted to be near.
const ASPIRATION_DEPTH: u32 = 4;
/// Half the first aspiration window, in cp.
const ASPIRATION: i32 = 30;
/// By how many iterations the best move has been the same: how many times the usual time to take.
const EASE: [f64; 6] = [1.6, 1.3, 1.1, 0.9, 0.8, 0.7];
/// A window wider than this is opened altogether.
const WIDEST: i32 = 600;

/// Searches the present position of `record`, in the calling thread, until `limits` or `control` end
/// it. `report` is called for each line of each finished iteration, best line first. What is found goes
/// into `table` and `memories`, for the next search.
///
/// Draws by repetition, move count or bare material that stand already are looked past, as in
/// analysis. If there is no legal move, one `Info` of depth 0 tells the result. Otherwise there is
/// a best move and at least one `Info`, even if the search is broken off at once: a first iteration
/// that cannot be finished tells of the moves it has seen, or, before that, of one move and the
/// static evaluation.
pub fn search<G: Game>(
    record: &Record<G>,
    limits: &Limits,
    control: &Control,
    table: &Table,
    memories: &mut Memories<G>,
    report: &mut dyn FnMut(&Info<G::Move>),
) -> Best<G::Move> {
    search_then(record, limits, control, table, memories, report, |best| best)
}

/// As [`search`], but hands the answer to `then` as soon as it is there; gives back what `then` does.
/// The other threads of the search have still to notice that they are not needed any more, and where
/// there are more of them than processors that takes a while.
pub fn search_then<G: Game, T>(
    record: &Record<G>,
    limits: &Limits,
    control: &Control,
    table: &Table,
    memories: &mut Memories<G>,
    report: &mut dyn FnMut(&Info<G::Move>),
    then: impl FnOnce(Best<G::Move>) -> T,
) -> T {
    let root = record.position();
    let legal = root.legal_moves();
    if legal.is_empty() {
        return then(over(root, limits, control, report));
    }
    let limits = &level::narrow(limits);
    table.age();
    let team = Team::new(limits.threads);
    let played = record.moves().len() as u32;
    let left = time::moves_left(played, G::TRAITS.usual_length, G::TRAITS.longest_game);
    let deadline = Deadline::new(limits, left, legal.len() == 1 && !limits.analysis);
    let (mut moves, mut unrestricted) = root_moves(root, legal, &limits.moves);
    if let Some(level) = limits.level {
        unrestricted &= level.look_ahead(root, &mut moves);
    }
    let features = G::TRAITS.features.without(limits.without);
    let deepening = |budget, memory| {
        let moves = moves.clone();
        let positions = record.positions();
        let searcher = Searcher::new(positions, moves, unrestricted, table, budget, memory);
        Deepening::new(root, limits, control, table, searcher)
    };
    let (first, others) = memories.begin(team.members().len() - 1, features);
    thread::scope(|scope| {
        for (member, memory) in team.members().skip(1).zip(others) {
            let deepening = deepening(Budget::of_helper(member, control, &team), memory);
            let help = move || deepening.help();
            // Without the thread the others do the work.
            let thread = thread::Builder::new().stack_size(STACK_SIZE);
            if let Err(error) = thread.spawn_scoped(scope, help) {
                log::warn!("cannot start a thread to search with: {error}");
            }
        }
        let first = deepening(Budget::new(limits, deadline, control, &team), first);
        then(first.run(&team, report))
    })
}

/// The moves to consider at the root, those that win most first, and whether they are all of them.
fn root_moves<G: Game>(root: &G, legal: Vec<G::Move>, texts: &[String]) -> (Vec<G::Move>, bool) {
    let mut chosen: Vec<_> = texts.iter().filter_map(|text| root.parse_move(text).ok()).collect();
    let unrestricted = chosen.is_empty();
    if unrestricted {
        chosen = legal;
    }
    chosen.sort_unstable();
    chosen.dedup();
    chosen.sort_by_key(|&mv| Reverse(root.gain(mv)));
    (chosen, unrestricted)
}

/// The answer where the game is over.
fn over<G: Game>(
    root: &G,
    limits: &Limits,
    control: &Control,
    report: &mut dyn FnMut(&Info<G::Move>),
) -> Best<G::Move> {
    let outcome = root.own_ending().unwrap_or_else(|| root.no_moves_ending());
    let info = Info {
        depth: 0,
        seldepth: 0,
        multi_pv: 1,
        score: Score::of(score::of_outcome(outcome, root.side(), 0)),
        nodes: 0,
        time: control.elapsed(),
        hashfull: 0,
        pv: Vec::new(),
    };
    report(&info);
    control.wait_until_due(limits.infinite);
    Best { best: None, ponder: None, info }
}

/// A line of play from the root.
struct Line<M> {
    value: i32,
    seldepth: u32,
    moves: Vec<M>,
}

/// The iterations over one root.
struct Deepening<'a, G: Game> {
    root: &'a G,
    limits: &'a Limits,
    control: &'a Control,
    table: &'a Table,
    searcher: Searcher<'a, G>,
    /// The lines of the last finished iteration, best first; its depth.
    lines: Vec<Line<G::Move>>,
    depth: u32,
    /// The best line of the present iteration, if it is better than expected but its value is not yet
    /// known.
    raised: Option<Line<G::Move>>,
    /// For how many iterations the best move has been the same.
    stable: u32,
}

impl<'a, G: Game> Deepening<'a, G> {
    fn new(
        root: &'a G,
        limits: &'a Limits,
        control: &'a Control,
        table: &'a Table,
        searcher: Searcher<'a, G>,
    ) -> Self {
        let (lines, depth, raised, stable) = (Vec::new(), 0, None, 0);
        Deepening { root, limits, control, table, searcher, lines, depth, raised, stable }
    }

    /// The work of a thread that does not answer: to fill the table with what the first will need.
    fn help(mut self) {
        for depth in 1..=MAX_DEPTH {
            if self.find_mate(depth).is_some() {
                // The first will find it in the table.
                return;
            }
            let Some(line) = self.search_line(depth, 0) else { return };
            self.lines = vec![line];
        }
    }

    fn run(mut self, team: &Team, report: &mut dyn FnMut(&Info<G::Move>)) -> Best<G::Move> {
        let last = self.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in 1..=last {
            // Not before the first iteration: it finds wins by the next move.
            if depth == 2
                && let Some(mv) = self.solve()
            {
                let moves = vec![mv];
                self.lines = vec![Line { value: KNOWN_WIN, seldepth: 1, moves }];
                report(&self.info(0));
                break;
            }
            if let Some(line) = self.find_mate(depth) {
                (self.lines, self.depth) = (vec![line], depth);
                report(&self.info(0));
                break;
            }
            let before = self.lines.first().map(|line| line.moves[0]);
            let Some(lines) = self.iterate(depth) else { break };
            (self.lines, self.depth) = (lines, depth);
            self.stable = if before == Some(self.lines[0].moves[0]) { self.stable + 1 } else { 0 };
            let shown = if self.limits.level.is_some() { 1 } else { self.lines.len() };
            (0..shown).for_each(|index| report(&self.info(index)));
            if self.searcher.is_aborted() || self.is_enough() {
                break;
            }
        }
        self.choose(report);
        self.answer(team)
    }

    /// A move that is known to win without a search. Looked for only where time is short: whoever
    /// asks for a depth, or for more lines than one, wants a search.
    fn solve(&mut self) -> Option<G::Move> {
        let limits = self.limits;
        let timed = limits.clock.is_some() || limits.movetime.is_some();
        // A solver's nodes are none of the search's, by which such a time is told.
        let hurried = timed && limits.node_rate.is_none();
        let one_line = limits.multi_pv <= 1 && limits.moves.is_empty() && limits.level.is_none();
        if hurried && one_line && !limits.infinite { self.searcher.solve_root() } else { None }
    }

    /// A win in as many moves as were asked for, if it is no further than `depth` plies.
    fn find_mate(&mut self, depth: u32) -> Option<Line<G::Move>> {
        let plies = self.mate_plies()?;
        let finds = depth <= plies && self.searcher.finds_win(plies as usize, depth);
        finds.then(|| self.found())
    }

    /// Plies of the longest win that was asked for.
    fn mate_plies(&self) -> Option<u32> {
        let moves = self.limits.mate.filter(|_| self.limits.multi_pv <= 1)?;
        Some(moves.saturating_mul(2).saturating_sub(1).min(MAX_DEPTH))
    }

    /// The answer, when it is due.
    fn answer(self, team: &Team) -> Best<G::Move> {
        team.finish();
        self.control.wait_until_due(self.limits.infinite);
        let info = self.info(0);
        Best { best: info.pv.first().copied(), ponder: info.pv.get(1).copied(), info }
    }

    /// Puts the line that the level chooses, if there is one, in the first place, and reports it if it
    /// was not there.
    fn choose(&mut self, report: &mut dyn FnMut(&Info<G::Move>)) {
        let Some(level) = self.limits.level else { return };
        let values: Vec<_> = self.lines.iter().map(|line| line.value).collect();
        let chosen = level.pick(&values, &mut level::chance(self.limits.seed));
        if chosen > 0 {
            self.lines.swap(0, chosen);
            report(&self.info(0));
        }
    }

    /// The best lines at `depth`; `None` if the budget ran out, unless it is the first iteration.
    fn iterate(&mut self, depth: u32) -> Option<Vec<Line<G::Move>>> {
        let count = self.limits.multi_pv.clamp(1, self.searcher.root_moves.len());
        let mut lines = Vec::with_capacity(count);
        for index in 0..count {
            match self.search_line(depth, index) {
                Some(line) => lines.push(line),
                None if depth > 1 && count == 1 => lines.push(self.broken_off()?),
                None if depth > 1 => return None,
                None if index > 0 => break,
                None => lines.push(self.makeshift()),
            }
        }
        lines.sort_by_key(|line| Reverse(line.value));
        for (index, line) in lines.iter().enumerate() {
            self.bring_forward(line.moves[0], index);
        }
        Some(lines)
    }

    /// What an iteration that was broken off tells: a move found better in it is better. `None` if it
    /// tells nothing.
    fn broken_off(&mut self) -> Option<Line<G::Move>> {
        let found = Some(self.found()).filter(|line| !line.moves.is_empty());
        let line = found.or(self.raised.take())?;
        let Some(unfinished) = self.searcher.unfinished_move() else { return Some(line) };
        if score::is_not_lost(line.value) {
            return Some(line);
        }
        // What was found loses; what was not looked at need not. The last iteration knew nothing worse
        // of it, unless it knew the end of the game already.
        let before = self.lines.first().filter(|line| score::distance(line.value).is_none())?;
        Some(Line { value: before.value, seldepth: before.seldepth, moves: vec![unfinished] })
    }

    /// The best line at `depth` but for the `index` lines found already, searched with an
    /// aspiration window around its last value.
    fn search_line(&mut self, depth: u32, index: usize) -> Option<Line<G::Move>> {
        let expected = self.lines.get(index).map(|line| line.value);
        let expected = expected.filter(|&value| score::distance(value).is_none());
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        let mut width = ASPIRATION;
        self.raised = None;
        let narrow = depth >= ASPIRATION_DEPTH && self.searcher.has(Features::ASPIRATION);
        if let Some(value) = expected.filter(|_| narrow) {
            (alpha, beta) = (value - width, value + width);
        }
        loop {
            let value = self.searcher.search_root(index, depth, alpha, beta)?;
            if let Some(&mv) = self.searcher.best_line().1.first() {
                self.bring_forward(mv, index);
            }
            width *= 3;
            if value <= alpha {
                self.raised = None;
                alpha = if width > WIDEST { -INFINITY } else { value - width };
            } else if value >= beta {
                self.raised = Some(self.found());
                beta = if width > WIDEST { INFINITY } else { value + width };
            } else {
                return Some(self.found());
            }
        }
    }

    fn found(&self) -> Line<G::Move> {
        let (value, moves) = self.searcher.best_line();
        Line { value, seldepth: self.searcher.seldepth(), moves: moves.to_vec() }
    }

    /// What a first iteration that was broken off can offer.
    fn makeshift(&self) -> Line<G::Move> {
        let line = self.found();
        if !line.moves.is_empty() {
            return line;
        }
        Line {
            value: score::of_evaluation(self.root.evaluate()),
            seldepth: 0,
            moves: vec![self.searcher.root_moves[0]],
        }
    }

    /// Moves `mv` forward among the root moves, to `index`; the others keep their order.
    fn bring_forward(&mut self, mv: G::Move, index: usize) {
        let moves = &mut self.searcher.root_moves[index..];
        if let Some(at) = moves.iter().position(|&other| other == mv) {
            moves[..=at].rotate_right(1);
        }
    }

    /// Whether another iteration is not worth while.
    fn is_enough(&self) -> bool {
        let proven = |value| score::distance(value).is_some_and(|plies| plies <= self.depth);
        // What is proven does not change. Pruning may have hidden a quicker win, but seldom does.
        let exhausted = self.lines.iter().all(|line| proven(line.value));
        let mate = match (self.limits.mate, Score::of(self.lines[0].value).mate_in()) {
            (Some(wanted), Some(moves)) => moves > 0 && moves as u32 <= wanted,
            _ => false,
        };
        // Two iterations at least, so that there is a reply to ponder on.
        let late =
            self.depth >= 2 && self.searcher.budget().is_late(self.searcher.nodes(), self.ease());
        // A longer win than was asked for ends a search only when there is no shorter one.
        let seeks_mate = self.mate_plies().is_some_and(|plies| self.depth < plies);
        late || mate || (exhausted && self.limits.depth.is_none() && !seeks_mate)
    }

    /// How much of the usual time to take: less, the longer the best move has been the same.
    fn ease(&self) -> f64 {
        EASE[(self.stable as usize).min(EASE.len() - 1)]
    }

    fn info(&self, index: usize) -> Info<G::Move> {
        let line = &self.lines[index];
        Info {
            depth: self.depth,
            seldepth: line.seldepth.max(self.depth),
            multi_pv: index + 1,
            score: Score::of(line.value),
            nodes: self.searcher.budget().total(self.searcher.nodes()),
            time: self.control.elapsed(),
            hashfull: self.table.hashfull(),
            pv: line.moves.clone(),
        }
    }
}
