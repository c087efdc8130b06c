//! Proves that the counts of every perft suite (`perft/*.epd`) come out of the library, and that
//! every game has a suite. Counts above a cap are left to `hippogriff perft --suite`.

mod common;

use hippogriff::game::Game;
use hippogriff::perft::perft;
use hippogriff::suite::{self, Entry};
use rayon::prelude::*;

use common::{suite_of, test_every_game};

/// Larger counts take longer than a test should.
const MAX_NODES: u64 = 5_000_000;

/// Counts what the entry says, as far as the cap allows; gives the number of counts.
fn check<G: Game>(entry: &Entry) -> usize {
    let place =
        format!("{}, line {}: {}", suite::owner(entry.game, entry.options), entry.line, entry.fen);
    let position =
        G::from_fen(&entry.fen, entry.options).unwrap_or_else(|error| panic!("{place}: {error}"));
    let counts = entry.counts.iter().filter(|count| count.1 <= MAX_NODES);
    for &(depth, nodes) in counts.clone() {
        assert_eq!(perft(&position, depth), nodes, "{place}: depth {depth}");
    }
    counts.count()
}

/// Counts every position of a game's suite, up to the cap.
fn counts<G: Game>() {
    let name = G::INFO.name;
    let entries = suite_of::<G>();
    let misplaced = entries.iter().find(|entry| entry.game.name != name);
    assert!(misplaced.is_none(), "perft/{name}.epd: {misplaced:?}");
    let counts: usize = entries.par_iter().map(check::<G>).sum();
    assert!(counts > 20, "{name}: only {counts} counts");
    println!("{name}: {} positions, {counts} counts", entries.len());
}

/// Every option has positions of its own.
fn options<G: Game>() {
    let entries = suite_of::<G>();
    for (place, option) in G::INFO.options.iter().enumerate() {
        let tested = entries.iter().any(|entry| entry.options.has(place));
        assert!(tested, "perft/{}.epd has no position with {}", G::INFO.name, option.name);
    }
}

test_every_game! {
    suites_count_right: counts,
    suites_have_every_option: options,
}
