//! Proves that engine and reference, written from the same rules by different hands, agree on
//! every position tried: the text of each legal move, the FEN after it, the result, and which FENs
//! are refused. All games take part, under every set of their options; a game without a
//! reference fails.

mod common;
mod reference;

use std::time::Instant;

use hippogriff::board::Rng;
use hippogriff::game::{Game, Options, Style};
use hippogriff::suite;
use rayon::prelude::*;

use common::mutation::{changed_position, changed_text, letters};
use common::{Positions, crowded, label, option_sets, suite_of, test_every_game};
use reference::common::Analysis;

/// What the engine says where the reference gives its [`Analysis`].
fn engine_analysis<G: Game>(position: &G) -> Analysis {
    let pair = |mv| (position.move_text(mv, Style::Plain), position.after(mv).fen());
    let mut moves: Vec<_> = position.legal_moves().into_iter().map(pair).collect();
    moves.sort();
    let result = position.outcome(false).map_or("*", |outcome| outcome.result());
    Analysis { result, moves }
}

/// Compares the two answers to a FEN; gives the number of moves, `None` if both refuse it.
fn compare<G: Game>(fen: &str, options: Options) -> Result<Option<usize>, String> {
    let names: Vec<_> = options.names(&G::INFO).collect();
    let differ = |how: String| Err(format!("{}: {fen}\n{how}", suite::owner(&G::INFO, options)));
    match (G::from_fen(fen, options), reference::of(G::INFO.name)(fen, &names)) {
        (Err(_), Err(_)) => Ok(None),
        (Err(error), Ok(_)) => differ(format!("only the engine refuses it: {error}")),
        (Ok(_), Err(reason)) => differ(format!("only the reference refuses it: {reason}")),
        (Ok(position), Ok(expected)) => {
            let got = engine_analysis(&position);
            match difference(&got, &expected) {
                None => Ok(Some(got.moves.len())),
                Some(how) => differ(how),
            }
        }
    }
}

/// How two analyses differ: results, and some of the moves that only one of them has.
fn difference(engine: &Analysis, reference: &Analysis) -> Option<String> {
    if engine == reference {
        return None;
    }
    let only = |a: &Analysis, b: &Analysis| {
        let moves: Vec<_> = a.moves.iter().filter(|mv| !b.moves.contains(mv)).take(5).collect();
        format!("result {}, {} moves, of its own {moves:#?}", a.result, a.moves.len())
    };
    let (engine, reference) = (only(engine, reference), only(reference, engine));
    Some(format!("engine: {engine}\nreference: {reference}"))
}

/// Runs the tasks on all processors; fails with the first few failures if there are any.
fn all_agree<T: Send>(
    tasks: Vec<T>,
    run: impl Fn(T) -> Result<usize, String> + Send + Sync,
) -> usize {
    let results: Vec<_> = tasks.into_par_iter().map(run).collect();
    let failures: Vec<_> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    let shown: Vec<_> = failures.iter().take(5).map(|text| text.as_str()).collect();
    assert!(failures.is_empty(), "{} tasks differ:\n{}", failures.len(), shown.join("\n\n"));
    results.into_iter().flatten().sum()
}

/// Streams of positions, so many for every set of options: options and seed of each.
fn streams<G: Game>(per_set: usize) -> Vec<(Options, u64)> {
    let sets = option_sets(&G::INFO);
    sets.iter().flat_map(|&set| (0..per_set as u64).map(move |seed| (set, seed))).collect()
}

/// Whole move lists in random play from the start, from random arrays and from the suites.
fn random_play<G: Game>() {
    /// Positions for a game, at least.
    const POSITIONS: usize = 20_000;
    /// Positions of one stream.
    const STREAM: usize = 50;
    let begin = Instant::now();
    let tasks = streams::<G>(POSITIONS.div_ceil(STREAM * option_sets(&G::INFO).len()));
    let positions = tasks.len() * STREAM;
    let moves = all_agree(tasks, |(options, seed)| {
        let stream = Positions::<G>::new(options, seed).take(STREAM);
        stream.map(|position| Ok(compare::<G>(&position.fen(), options)?.unwrap_or(0))).sum()
    });
    println!("{}: {positions} positions, {moves} moves, {:?}", G::INFO.name, begin.elapsed());
}

/// Which FENs are refused, among good ones with one change to the position or to the text.
fn refusals<G: Game>() {
    /// Changed FENs for every stream of ten positions.
    const CHANGES: usize = 200;
    let refused = all_agree(streams::<G>(8), |(options, seed)| {
        let mut rng = Rng::new(seed);
        let starts: Vec<G> = Positions::new(options, seed).take(10).collect();
        let mut refused = 0;
        for number in 0..CHANGES {
            let start = &starts[number % starts.len()];
            let fen = match rng.below(2) {
                0 => changed_position(start, &mut rng),
                _ => changed_text(&start.fen(), &letters::<G>(), &mut rng),
            };
            if !is_the_engines_own_business(&fen) {
                refused += usize::from(compare::<G>(&fen, options)?.is_none());
            }
        }
        Ok(refused)
    });
    assert!(refused > 100, "{}: only {refused} FENs were refused", G::INFO.name);
}

/// Where the two differ on purpose: the engine takes FENs of four fields, as an EPD has them, and
/// refuses counters beyond four thousand million. The reference wants all fields and takes any number.
fn is_the_engines_own_business(fen: &str) -> bool {
    let fields: Vec<_> = fen.split_ascii_whitespace().collect();
    let mut counters = fields.iter().skip(4).take(2).filter_map(|text| text.parse().ok());
    fields.len() == 4 || counters.any(|number: u64| number > 4_000_000_000)
}

/// Positions with absurdly many moves, thousands in the larger games: nothing is cut off.
fn crowds<G: Game>() {
    /// Random changes, each kept if it leaves no fewer moves.
    const STEPS: usize = 4_000;
    all_agree(streams::<G>(1), |(options, seed)| {
        let position: G = crowded(options, STEPS, seed);
        let moves = position.count_moves();
        if compare::<G>(&position.fen(), options)? != Some(moves) || moves < 2 * G::SQUARES {
            return Err(format!("{}: {moves} moves", label(&position)));
        }
        Ok(moves)
    });
}

/// The suites' positions themselves, hand-made ones among them.
fn suite_positions<G: Game>() {
    all_agree(suite_of::<G>(), |entry| {
        let moves = compare::<G>(&entry.fen, entry.options)?;
        let expected = entry.counts.iter().find(|count| count.0 == 1).map(|count| count.1 as usize);
        match expected {
            Some(_) if moves != expected => Err(format!("line {}: {moves:?} moves", entry.line)),
            _ => Ok(1),
        }
    });
}

test_every_game! {
    move_lists_agree_in_random_play: random_play,
    refusals_agree: refusals,
    crowded_positions_agree: crowds,
    suite_positions_agree: suite_positions,
}
