//! The search against a plain one, and what it promises whatever happens. Everything that can be
//! said of any game is checked for all of them.

mod stress;

use std::marker::PhantomData;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::alphabeta::Searcher;
use super::quiescence::{EFFORT, effort_of_child};
use super::score::{self, INFINITY};
use super::table::{Bound, Entry};
use super::team::Team;
use super::time::{Budget, Deadline};
use super::*;
use crate::board::Rng;
use crate::features::{FEATURES, Features};
use crate::game::{Game, GameMove, Options, Outcome, Reason, Style};
use crate::games::crittermate::CritterMate;
use crate::games::knightfall::Knightfall;
use crate::games::knightsroses::KnightsRoses;
use crate::games::livonian::Livonian;
use crate::record::Record;

/// Calls a generic function for every game.
macro_rules! for_every_game {
    ($check:ident) => {{
        struct Check;
        impl crate::games::Visitor for Check {
            type Output = ();
            fn visit<G: Game>(self) {
                $check::<G>();
            }
        }
        for game in crate::games::ALL {
            crate::games::visit(game.name, Check);
        }
    }};
}
pub(super) use for_every_game;

/// Games under random options, broken off after some random moves, none of them over. In one of
/// four, positions recur.
pub(super) fn random_records<G: Game>(seed: u64, count: usize) -> Vec<Record<G>> {
    let mut rng = Rng::new(seed);
    let mut records = Vec::new();
    while records.len() < count {
        let mut record = Record::new(G::start(random_options::<G>(&mut rng)));
        let restless = rng.below(4) == 0;
        for _ in 0..rng.below(70) {
            let mv = random_move(&record, restless, &mut rng);
            record.play(mv);
            if record.outcome().is_some() {
                record.undo();
                break;
            }
        }
        records.push(record);
    }
    records
}

fn random_options<G: Game>(rng: &mut Rng) -> Options {
    let places = 0..G::INFO.options.len();
    places.fold(Options::NONE, |options, place| options.with(place, rng.below(2) == 0))
}

/// A random move; if play is `restless`, half the time the way back of the man that moved last.
fn random_move<G: Game>(record: &Record<G>, restless: bool, rng: &mut Rng) -> G::Move {
    let moves = record.position().legal_moves();
    let last = record.moves().iter().rev().nth(1).filter(|_| restless && rng.below(2) == 0);
    let goes_back = |mv: &G::Move| {
        last.is_some_and(|last| (last.origin(), last.target()) == (mv.target(), mv.origin()))
    };
    let back = moves.iter().copied().find(goes_back);
    back.unwrap_or_else(|| moves[rng.below(moves.len())])
}

/// Games played at random to a win and taken back by one to four plies.
pub(super) fn nearly_won_records<G: Game>(seed: u64, count: usize) -> Vec<Record<G>> {
    let mut rng = Rng::new(seed);
    let mut records = Vec::new();
    while records.len() < count {
        let mut record = Record::new(G::start(random_options::<G>(&mut rng)));
        while record.outcome().is_none() {
            record.play(random_move(&record, false, &mut rng));
        }
        if record.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
            for _ in 0..=rng.below(4) {
                record.undo();
            }
            records.push(record);
        }
    }
    records
}

/// Games of Knights & Roses played at random until no more than `men` are left, none of them over.
fn thinned_out_records(seed: u64, count: usize, men: usize) -> Vec<Record<KnightsRoses>> {
    let mut rng = Rng::new(seed);
    let mut records = Vec::new();
    while records.len() < count {
        let mut record = Record::new(KnightsRoses::start(Options::NONE));
        while record.position().men_left() > men && record.outcome().is_none() {
            record.play(random_move(&record, false, &mut rng));
        }
        if record.outcome().is_none() {
            records.push(record);
        }
    }
    records
}

fn record(fen: &str) -> Record<Knightfall> {
    Record::new(Knightfall::from_fen(fen, Options::NONE).unwrap())
}

/// Runs a search to its end. All that it reports, and its answer.
type Findings<G> = (Vec<Info<<G as Game>::Move>>, Best<<G as Game>::Move>);

fn findings<G: Game>(record: &Record<G>, limits: &Limits, table: &Table) -> Findings<G> {
    findings_until(record, limits, table, &mut Memories::default(), None)
}

/// The same for a search that is told to stop after a `pause`, if there is one.
fn findings_until<G: Game>(
    record: &Record<G>,
    limits: &Limits,
    table: &Table,
    memories: &mut Memories<G>,
    pause: Option<Duration>,
) -> Findings<G> {
    let mut infos = Vec::new();
    let control = &Control::new(limits);
    let report = &mut |info: &Info<_>| infos.push(info.clone());
    let best = thread::scope(|scope| {
        if let Some(pause) = pause {
            scope.spawn(move || {
                thread::sleep(pause);
                control.stop();
            });
        }
        search(record, limits, control, table, memories, report)
    });
    (infos, best)
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// To a depth, with nothing pruned, reduced or extended.
fn unpruned(deepest: u32) -> Limits {
    Limits { without: Features::ALL, ..depth(deepest) }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Milliseconds for a move.
fn movetime(ms: u64) -> Limits {
    Limits { movetime: Some(Duration::from_millis(ms)), ..Limits::default() }
}

fn table() -> Table {
    Table::new(1).unwrap()
}

/// How far a plain search still goes: plies, and beyond the horizon.
#[derive(Clone, Copy)]
struct Left {
    depth: u32,
    effort: u32,
}

/// Alpha-beta with nothing to make it fast.
struct Plain<G: Game> {
    /// Keys of the game and of the line being searched.
    path: Vec<u64>,
    root_at: usize,
    game: PhantomData<G>,
}

impl<G: Game> Plain<G> {
    fn score(record: &Record<G>, depth: u32) -> Score {
        let path: Vec<_> = record.positions().iter().map(G::key).collect();
        let root = record.position();
        let mut plain = Plain { root_at: path.len() - 1, path, game: PhantomData };
        let left = Left { depth, effort: EFFORT };
        Score::of(plain.best_of(root, root.legal_moves(), 0, left, -INFINITY, INFINITY))
    }

    fn node(&mut self, position: &G, ply: usize, left: Left, mut alpha: i32, beta: i32) -> i32 {
        let quiescent = left.depth == 0 && G::TRAITS.quiescence;
        let may_stand_pat = quiescent && !position.in_check();
        let spent = if quiescent { left.effort == 0 } else { left.depth == 0 };
        if let Some(outcome) = self.outcome(position, ply, may_stand_pat || (quiescent && spent)) {
            return score::of_outcome(outcome, position.side(), ply);
        }
        if spent {
            return score::of_evaluation(position.evaluate());
        }
        let mut moves = position.legal_moves();
        if may_stand_pat {
            moves.retain(|&mv| position.is_noisy(mv));
            moves.sort_by_key(|&mv| -position.gain(mv));
            alpha = alpha.max(score::of_evaluation(position.evaluate()));
        }
        let left = Left {
            effort: if quiescent { effort_of_child(left.effort, moves.len()) } else { EFFORT },
            ..left
        };
        self.best_of(position, moves, ply, left, alpha, beta)
    }

    fn best_of(
        &mut self,
        position: &G,
        moves: Vec<G::Move>,
        ply: usize,
        left: Left,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let left = Left { depth: left.depth.saturating_sub(1), ..left };
        for mv in moves {
            if alpha >= beta {
                break;
            }
            let child = position.after(mv);
            self.path.push(child.key());
            alpha = alpha.max(-self.node(&child, ply + 1, left, -beta, -alpha));
            self.path.pop();
        }
        alpha
    }

    /// The outcome by the rules. Where the lack of moves goes `unnoticed`, it is still looked for
    /// before a draw.
    fn outcome(&self, position: &G, ply: usize, unnoticed: bool) -> Option<Outcome> {
        let (now, before) = self.path.split_last()?;
        let since_root = &before[self.root_at + 1..];
        let repeated =
            since_root.contains(now) || before.iter().filter(|key| *key == now).count() >= 2;
        let counter = G::INFO.move_limit.is_some_and(|limit| position.clock() >= limit);
        let looked_for = !unnoticed || position.is_bare() || counter;
        debug_assert_eq!(before.len(), self.root_at + ply);
        position
            .outcome(repeated)
            .filter(|outcome| looked_for || !matches!(outcome.reason, Reason::NoMoves(_)))
    }
}

/// The greatest depth up to `most` at which the plain search is quick enough.
fn feasible_depth<G: Game>(position: &G, most: u32) -> u32 {
    let moves = position.count_moves() as f64;
    (1..=most).rev().find(|&depth| moves.powi(depth as i32) <= 12_000.0).unwrap_or(1)
}

#[test]
fn the_search_finds_what_a_plain_search_finds() {
    for_every_game!(equals_plain);
}

fn equals_plain<G: Game>() {
    for record in random_records::<G>(1, 40) {
        let most = feasible_depth(record.position(), 4);
        finds_the_same(&record, most);
        // Up to depth 3 the table never meets a node again with less depth left.
        if most <= 3 {
            let (_, best) = findings(&record, &unpruned(most), &table());
            let expected = Plain::score(&record, most);
            assert_eq!(best.info.score, expected, "with a table: {}", record.position().fen());
        }
    }
}

fn finds_the_same<G: Game>(record: &Record<G>, deepest: u32) {
    let expected = Plain::score(record, deepest);
    let (infos, _) = findings(record, &unpruned(deepest), &Table::empty());
    let found = infos.last().map(|info| (info.depth, info.score));
    assert_eq!(found, Some((deepest, expected)), "{}", record.position().fen());
}

#[test]
fn four_plies_of_captures_of_both_colours_are_what_a_plain_search_finds() {
    for record in thinned_out_records(14, 20, 24) {
        finds_the_same(&record, 4);
    }
}

#[test]
fn lines_are_legal_and_end_with_the_game() {
    for_every_game!(lines_are_sound);
}

fn lines_are_sound<G: Game>() {
    let table = table();
    for (nth, record) in random_records::<G>(2, 200).iter().enumerate() {
        let limits = Limits { multi_pv: nth % 3, ..nodes(2_000) };
        let (infos, best) = findings(record, &limits, &table);
        for info in &infos {
            check_line(record, info, true);
        }
        assert_eq!(best.best, best.info.pv.first().copied());
        assert_eq!(best.ponder, best.info.pv.get(1).copied());
    }
}

/// Whether a line can be played, and, unless the table lied, does not go on after the game's end
/// and is as long as it takes to win. Of a win found just when time was up there may be the first move
/// alone.
fn check_line<G: Game>(record: &Record<G>, info: &Info<G::Move>, honest: bool) {
    let mut line = record.clone();
    assert!(!info.pv.is_empty());
    for &mv in &info.pv {
        assert!(!honest || line.outcome().is_none(), "{}: {info:?}", record.position().fen());
        assert!(line.position().legal_moves().contains(&mv), "{}", record.position().fen());
        line.play(mv);
    }
    if let (Score::WinIn(plies) | Score::LossIn(plies), true) = (info.score, honest) {
        if info.score == Score::WinIn(plies) && info.pv.len() == 1 && plies > 1 {
            return;
        }
        let winner = line.outcome().and_then(|outcome| outcome.winner);
        let won =
            matches!(info.score, Score::WinIn(_)) == (winner == Some(record.position().side()));
        assert!(won && winner.is_some(), "{}: {info:?}", record.position().fen());
        assert_eq!(info.pv.len(), plies as usize, "{}", record.position().fen());
    }
}

#[test]
fn whenever_it_is_stopped_there_is_a_legal_move() {
    for_every_game!(survives_stops);
}

fn survives_stops<G: Game>() {
    let (table, mut memories) = (table(), Memories::default());
    let mut rng = Rng::new(3);
    for record in random_records::<G>(3, 60) {
        let limits = match rng.below(3) {
            0 => nodes(rng.below(400) as u64),
            1 => movetime(rng.below(21) as u64),
            _ => Limits { infinite: true, ..Limits::default() },
        };
        let pause = Some(Duration::from_micros(rng.below(25_000) as u64));
        let (infos, best) = findings_until(&record, &limits, &table, &mut memories, pause);
        assert!(record.position().legal_moves().contains(&best.best.unwrap()));
        let last = infos.last().unwrap();
        assert_eq!((&last.pv, last.score), (&best.info.pv, best.info.score));
        infos.iter().for_each(|info| check_line(&record, info, true));
    }
}

#[test]
fn a_node_limit_is_kept_and_gives_the_same_result_again() {
    for_every_game!(is_deterministic);
}

fn is_deterministic<G: Game>() {
    let table = table();
    for (nth, record) in random_records::<G>(4, 12).iter().enumerate() {
        let limit = [1, 2, 100, 255, 1_000, 5_000][nth % 6];
        let [one, two] = [(); 2].map(|()| {
            table.clear();
            let (mut infos, mut best) = findings(record, &nodes(limit), &table);
            infos.iter_mut().for_each(|info| info.time = Duration::ZERO);
            best.info.time = Duration::ZERO;
            (infos, best)
        });
        assert_eq!(one, two);
        assert!(one.1.info.nodes <= limit);
    }
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    for_every_game!(respects_the_choice);
}

fn respects_the_choice<G: Game>() {
    let table = table();
    let mut rng = Rng::new(5);
    for record in random_records::<G>(5, 20) {
        let position = record.position();
        let legal = position.legal_moves();
        let chosen = legal[rng.below(legal.len())];
        let nonsense = || ["", "e9e9", "\u{265E}", "a1a1a1"].map(str::to_owned);
        let mut limits = Limits { moves: nonsense().to_vec(), ..nodes(2_000) };
        let (_, best) = findings(&record, &limits, &table);
        assert!(legal.contains(&best.best.unwrap()));
        limits.moves.push(position.move_text(chosen, Style::Plain));
        limits.moves.extend(nonsense());
        limits.multi_pv = 4;
        let (infos, best) = findings(&record, &limits, &table);
        assert_eq!(best.best, Some(chosen));
        infos.iter().for_each(|info| check_line(&record, info, true));
        assert!(infos.iter().all(|info| info.pv[0] == chosen && info.multi_pv == 1));
    }
}

#[test]
fn several_lines_are_different_and_in_order() {
    for_every_game!(finds_several_lines);
}

fn finds_several_lines<G: Game>() {
    for record in random_records::<G>(6, 10) {
        let count = record.position().count_moves().min(3);
        let limits = Limits { multi_pv: 3, ..unpruned(2) };
        let (infos, best) = findings(&record, &limits, &table());
        let last: Vec<_> = infos.iter().filter(|info| info.depth == 2).collect();
        assert_eq!(last.len(), count);
        assert!(last.iter().map(|info| info.multi_pv).eq(1..=count));
        let mut firsts: Vec<_> = last.iter().map(|info| info.pv[0]).collect();
        assert_eq!(best.best, Some(firsts[0]));
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), count);
        // The best of several lines is worth what the only line is worth.
        let (_, single) = findings(&record, &unpruned(2), &table());
        assert_eq!(single.info.score, last[0].score);
    }
}

#[test]
fn a_table_of_random_bytes_does_no_harm() {
    for_every_game!(survives_forgery);
}

fn survives_forgery<G: Game>() {
    let table = table();
    let mut rng = Rng::new(7);
    for record in random_records::<G>(7, 20) {
        fill_with_lies(&table, record.position(), &mut rng);
        let (infos, _) = findings(&record, &nodes(2_000), &table);
        infos.iter().for_each(|info| check_line(&record, info, false));
    }
}

/// Random bytes for the whole table, and, so that they are believed, for the positions that a search
/// of `root` meets first.
fn fill_with_lies<G: Game>(table: &Table, root: &G, rng: &mut Rng) {
    table.scribble(rng);
    table.forge(root.key(), rng);
    for mv in root.legal_moves() {
        let child = root.after(mv);
        table.forge(child.key(), rng);
        for &reply in child.legal_moves().iter().take(20) {
            table.forge(child.after(reply).key(), rng);
        }
    }
}

#[test]
fn threads_may_share_a_table() {
    for_every_game!(survives_company);
}

fn survives_company<G: Game>() {
    let table = table();
    thread::scope(|scope| {
        for seed in [11, 11, 12, 12] {
            let table = &table;
            scope.spawn(move || {
                for record in random_records::<G>(seed, 15) {
                    let (infos, _) = findings(&record, &nodes(2_000), table);
                    infos.iter().for_each(|info| check_line(&record, info, true));
                }
            });
        }
    });
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    for_every_game!(tells_the_result);
}

fn tells_the_result<G: Game>() {
    let mut rng = Rng::new(8);
    for _ in 0..20 {
        let mut record = Record::new(G::start(Options::NONE));
        let moves = loop {
            let moves = record.position().legal_moves();
            if moves.is_empty() || record.moves().len() > 400 {
                break moves;
            }
            record.play(moves[rng.below(moves.len())]);
        };
        if moves.is_empty() {
            let (infos, best) = findings(&record, &depth(5), &table());
            let winner = record.outcome().unwrap().winner;
            let expected = match winner {
                None => Score::Cp(0),
                Some(side) if side == record.position().side() => Score::WinIn(0),
                Some(_) => Score::LossIn(0),
            };
            assert_eq!((best.best, best.ponder, infos.len()), (None, None, 1));
            assert_eq!((infos[0].depth, infos[0].score), (0, expected));
        }
    }
}

#[test]
fn each_kind_of_end_is_told_from_the_side_to_move() {
    for (fen, expected) in [
        ("r1b1br/pppppp/6/6/PPPPPP/RBNNBR b - - 0 1", Score::LossIn(0)),
        ("5R/6/6/6/6/N5 w - - 0 1", Score::WinIn(0)),
        ("5n/6/1p4/1Pp3/2P3/N5 w - - 0 30", Score::Cp(0)),
    ] {
        let (infos, best) = findings(&record(fen), &depth(5), &table());
        assert_eq!((best.best, infos.len(), infos[0].score), (None, 1, expected), "{fen}");
    }
}

#[test]
fn wins_are_found_and_counted_in_plies() {
    for (fen, best_move, expected) in [
        ("R4n/6/P4p/PNP1pP/b1P1p1/2br2 w - - 16 46", Some("a6f6"), Score::WinIn(1)),
        ("r3br/p1p1pp/n1Nn2/P1N1P1/B1PP1P/R3BR w - - 5 10", Some("e3d4"), Score::WinIn(3)),
        ("2R3/6/6/5R/6/n4N w - - 0 1", None, Score::WinIn(3)),
        ("2R3/6/6/5R/6/n2N2 b - - 0 1", None, Score::LossIn(2)),
    ] {
        for deepest in [4, 8] {
            let record = record(fen);
            let (_, best) = findings(&record, &depth(deepest), &table());
            assert_eq!(best.info.score, expected, "{fen}");
            check_line(&record, &best.info, true);
            let text = record.position().move_text(best.best.unwrap(), Style::Plain);
            assert!(best_move.is_none_or(|expected| expected == text), "{fen}: {text}");
        }
    }
}

#[test]
fn a_proven_result_ends_a_search_without_a_depth() {
    let lost = record("2R3/6/6/5R/6/n2N2 b - - 0 1");
    let (_, best) = findings(&lost, &Limits::default(), &table());
    assert_eq!(best.info.score, Score::LossIn(2));
    let won = record("2R3/6/6/5R/6/n4N w - - 0 1");
    let limits = Limits { mate: Some(2), ..Limits::default() };
    assert_eq!(findings(&won, &limits, &table()).1.info.score, Score::WinIn(3));
}

#[test]
fn scores_follow_the_move_counter_whatever_the_table_knows() {
    // Black is in zugzwang after any quiet move; the second position has a pawn to make it with.
    let quiet = "2R3/6/6/5R/6/n4N w - - ";
    let pawn = "2R3/6/6/5R/P5/n4N w - - ";
    let expected = |board: &str, clock: u32| match clock {
        98.. if board == quiet => Score::Cp(0),
        _ => Score::WinIn(3),
    };
    for board in [quiet, pawn] {
        let table = table();
        for clock in [0, 99, 96, 98, 97, 0, 98, 99, 97, 100, 0] {
            let record = record(&format!("{board}{clock} 80"));
            let (_, best) = findings(&record, &depth(7), &table);
            assert_eq!(best.info.score, expected(board, clock), "{board}{clock}");
        }
    }
}

#[test]
fn a_win_on_the_last_ply_of_the_counter_counts() {
    let on_the_limit = record("5n/6/4N1/6/6/n4R w - - 99 90");
    let (_, best) = findings(&on_the_limit, &depth(1), &table());
    // A capture resets the counter; everything else draws at once.
    let text = on_the_limit.position().move_text(best.best.unwrap(), Style::Plain);
    assert!(["f1f6", "e4f6"].contains(&text.as_str()), "{text}");
}

#[test]
fn a_table_left_by_broken_off_searches_proves_the_same_wins() {
    for_every_game!(proves_the_same_wins);
}

fn proves_the_same_wins<G: Game>() {
    let (warm, mut memories) = (table(), Memories::default());
    let mut rng = Rng::new(9);
    let mut proven = 0;
    for record in nearly_won_records::<G>(9, 30) {
        for _ in 0..3 {
            let limits = movetime(1 + rng.below(20) as u64);
            let pause = Some(Duration::from_micros(rng.below(25_000) as u64));
            findings_until(&record, &limits, &warm, &mut memories, pause);
        }
        let limits = unpruned(feasible_depth(record.position(), 4));
        let [warm, cold] = [&warm, &table()].map(|table| findings(&record, &limits, table).1);
        if cold.info.score.mate_in().is_some() {
            proven += 1;
            assert_eq!(warm.info.score, cold.info.score, "{}", record.position().fen());
        }
    }
    assert!(proven >= 10, "{}: {proven}", G::INFO.name);
}

#[test]
fn threefold_repetition_counts_the_game_before_the_search() {
    let mut record = record("n5/6/6/6/6/4RN w - - 0 1");
    let only = Limits { moves: vec!["f1e3".to_owned()], ..depth(1) };
    for repeated in [false, false, true] {
        // White is a rook up, and so the only way to a draw is the third occurrence after f1e3.
        let (_, best) = findings(&record, &only, &table());
        assert_eq!(best.info.score == Score::Cp(0), repeated);
        for text in ["f1e3", "a6b4", "e3f1", "b4a6"] {
            record.play_text(text).unwrap();
        }
    }
}

/// A search in a thread of its own.
fn spawn(fen: &'static str, limits: Limits) -> (Arc<Control>, thread::JoinHandle<Score>) {
    let control = Arc::new(Control::new(&limits));
    let in_thread = control.clone();
    let handle = thread::spawn(move || {
        let memories = &mut Memories::default();
        search(&record(fen), &limits, &in_thread, &table(), memories, &mut |_| ()).info.score
    });
    (control, handle)
}

const OVER: &str = "r1b1br/pppppp/6/6/PPPPPP/RBNNBR b - - 0 1";
const MATE_IN_ONE: &str = "R4n/6/P4p/PNP1pP/b1P1p1/2br2 w - - 16 46";
const START: &str = "rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 0 1";

#[test]
fn an_infinite_search_answers_only_when_stopped() {
    for (fen, depth) in [(OVER, None), (MATE_IN_ONE, None), (START, None), (START, Some(2))] {
        let (control, handle) = spawn(fen, Limits { infinite: true, depth, ..Limits::default() });
        thread::sleep(Duration::from_millis(40));
        control.ponder_hit();
        thread::sleep(Duration::from_millis(10));
        assert!(!handle.is_finished(), "{fen}");
        control.stop();
        handle.join().unwrap();
    }
}

#[test]
fn a_pondering_search_answers_after_the_hit_or_the_stop() {
    let movetime = Some(Duration::from_millis(5));
    for fen in [OVER, MATE_IN_ONE, START] {
        for hit in [true, false] {
            let (control, handle) =
                spawn(fen, Limits { ponder: true, movetime, ..Limits::default() });
            thread::sleep(Duration::from_millis(40));
            assert!(!handle.is_finished(), "{fen}");
            if hit {
                control.ponder_hit()
            } else {
                control.stop()
            }
            handle.join().unwrap();
        }
    }
}

#[test]
fn a_forced_move_and_an_empty_clock_are_played_soon() {
    let clock = |remaining| Clock {
        remaining: Duration::from_secs(remaining),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    // White has one move, and nothing is decided.
    let forced = "n5/6/1p4/1Pp3/2P1P1/N5 w - - 0 1";
    assert_eq!(record(forced).position().count_moves(), 1);
    for (fen, seconds) in [(forced, 36_000), (START, 0)] {
        let limits = Limits { clock: Some(clock(seconds)), ..Limits::default() };
        let begun = Instant::now();
        let (infos, best) = findings(&record(fen), &limits, &table());
        assert!(best.best.is_some() && !infos.is_empty());
        assert!(begun.elapsed() < Duration::from_secs(60), "{fen}");
    }
}

#[test]
fn the_deepest_line_fits_a_small_stack() {
    for_every_game!(fits_a_small_stack);
}

/// With few men, nothing ends the game but its own length. (Every game of Knights & Roses is short.)
const BARE: [(&str, &str); 4] = [
    ("knightfall", "n5/6/6/6/6/4RN w - - 0 1"),
    ("crittermate", "K5/6/5k/6/6/q5 w - - 0 1 Gh"),
    ("horizons", "12/1k10/12/2K9/12/12/12/Q11/12/12/12/12 b - - 0 1"),
    ("livonian", "c8/9/9/9/9/9/9/9/P7C w - - 0 1"),
];

/// At once to the greatest depth: the first line goes all the way down.
fn fits_a_small_stack<G: Game>() {
    let mut records = random_records::<G>(10, 10);
    let bare = BARE.iter().filter(|(game, _)| *game == G::INFO.name);
    records.extend(bare.map(|(_, fen)| Record::new(G::from_fen(fen, Options::NONE).unwrap())));
    let deepest = move || {
        let both = [Features::NONE, Features::ALL].into_iter();
        both.flat_map(|features| records.iter().map(move |record| deepest_line(record, features)))
            .max()
    };
    let thread = thread::Builder::new().stack_size(STACK_SIZE / 4).spawn(deepest).unwrap();
    let deepest = thread.join().unwrap().unwrap();
    // A few men left over in Knights & Roses cannot take each other.
    let possible = G::TRAITS.longest_game.map_or(MAX_PLY as u32, |longest| longest * 3 / 4);
    assert!(deepest >= possible, "{}: {deepest}", G::INFO.name);
}

/// Plies of the longest line of a search that begins with the greatest depth.
fn deepest_line<G: Game>(record: &Record<G>, features: Features) -> u32 {
    let (limits, table, mut memories) = (nodes(5_000), table(), Memories::default());
    let (memory, _) = memories.begin(0, features);
    let control = Control::new(&limits);
    let team = Team::new(1);
    let budget = Budget::new(&limits, Deadline::new(&limits, 30, false), &control, &team);
    let (positions, moves) = (record.positions(), record.position().legal_moves());
    let mut searcher = Searcher::new(positions, moves, true, &table, budget, memory);
    searcher.search_root(0, MAX_PLY as u32, -INFINITY, INFINITY);
    searcher.seldepth()
}

#[test]
fn several_threads_find_the_same_wins() {
    for (fen, expected) in [
        ("R4n/6/P4p/PNP1pP/b1P1p1/2br2 w - - 16 46", Score::WinIn(1)),
        ("2R3/6/6/5R/6/n4N w - - 0 1", Score::WinIn(3)),
        ("2R3/6/6/5R/6/n2N2 b - - 0 1", Score::LossIn(2)),
    ] {
        for threads in [2, 4] {
            let limits = Limits { threads, ..depth(6) };
            let record = record(fen);
            let (_, best) = findings(&record, &limits, &table());
            assert_eq!(best.info.score, expected, "{fen}: {threads} threads");
            check_line(&record, &best.info, true);
        }
    }
}

/// Stores for `position`, and all that may follow within `plies`, that it has been searched and is level.
fn mislead(table: &Table, position: &Knightfall, plies: u32) {
    let entry = Entry { mv: Entry::NO_MOVE, value: 0, depth: 10, bound: Bound::Exact };
    table.store(position.key(), 0, entry);
    if plies > 0 && position.own_ending().is_none() {
        for mv in position.legal_moves() {
            mislead(table, &position.after(mv), plies - 1);
        }
    }
}

#[test]
fn a_win_asked_for_is_found_whatever_an_earlier_search_overlooked() {
    let text = include_str!("../../wins/knightfall.epd");
    let game = Some((&Knightfall::INFO, Options::NONE));
    let problems = crate::wins::parse(text, game).unwrap();
    let problems: Vec<_> = problems.iter().filter(|problem| problem.moves == 2).collect();
    assert!(problems.len() >= 10);
    for problem in problems {
        let (start, table) = (record(&problem.fen), table());
        mislead(&table, start.position(), 2);
        let limits = Limits { mate: Some(2), ..depth(3) };
        let (_, best) = findings(&start, &limits, &table);
        assert_eq!(best.info.score, Score::WinIn(3), "{problem}");
    }
}

#[test]
fn a_win_asked_for_is_found_at_its_own_distance() {
    // What other moves are worth by halves tells nothing about a proof.
    let fen = "6/6/1KRk2/1P1bp1/6/5r b - - 3 41 Cw";
    let position = CritterMate::from_fen(fen, Options::NONE).unwrap();
    for threads in [1, 2] {
        let limits = Limits { mate: Some(6), threads, nodes: Some(6_000_000), ..Limits::default() };
        let (_, best) = findings(&Record::new(position), &limits, &Table::new(64).unwrap());
        assert_eq!(best.info.score, Score::WinIn(11), "{threads} threads");
    }
}

/// An iteration whose first move turns out to lose says nothing about the others.
#[test]
fn no_loss_is_told_before_all_moves_are_searched() {
    fn check<G: Game>(fen: &str, nodes: u64, least: u32) {
        let record = Record::new(G::from_fen(fen, Options::NONE).unwrap());
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (_, best) = findings(&record, &limits, &Table::new(16).unwrap());
        if let Score::LossIn(plies) = best.info.score {
            assert!(plies >= least, "{fen}: lost in {plies} plies after {nodes} nodes");
        }
    }
    for nodes in (20..2_000).step_by(26) {
        let fen = "4c4/H1P6/9/6P2/9/5P3/9/7hh/2CC5 b - - 0 69";
        check::<Livonian>(fen, nodes, u32::MAX);
        let fen = "2c5c/1H1HP1H2/6P2/2p6/2p6/h2h1P3/5P3/9/6CC1 b - - 2 45";
        check::<Livonian>(fen, nodes + 389, 6);
        check::<Knightfall>("n1r3/4pp/N3P1/1P4/N2R2/6 b - - 0 26", nodes - 15, 8);
        check::<CritterMate>("6/4Q1/p5/kpN3/3P2/1h2GK b - - 5 26 Gh", nodes / 10, 8);
    }
}

#[test]
fn no_part_of_the_search_hides_a_win() {
    for feature in FEATURES {
        for without in [feature.set, Features::ALL.without(feature.set)] {
            let limits = Limits { without, ..depth(7) };
            let (_, best) = findings(&record("2R3/6/6/5R/6/n4N w - - 0 1"), &limits, &table());
            assert_eq!(best.info.score, Score::WinIn(3), "without {without}");
        }
    }
}

#[test]
fn solved_endings_agree_with_a_search_to_the_end() {
    for game in thinned_out_records(12, 60, 9) {
        let (_, to_the_end) = findings(&game, &unpruned(9), &table());
        let (infos, _) = findings(&game, &depth(1), &table());
        let wins = matches!(to_the_end.info.score, Score::WinIn(_));
        let told = match infos[0].score {
            Score::Cp(cp) => cp > 0,
            Score::WinIn(_) => true,
            Score::LossIn(_) => false,
        };
        let fen = game.position().fen();
        assert_eq!(told, wins, "{fen}: {:?} {:?}", infos[0].score, to_the_end.info.score);
    }
}
