//! Proves that the counts of every perft suite (`perft/*.epd`) come out of the library, and that
//! every game has a suite. Counts above a cap are left to `hippogriff perft --suite`.

mod common;

use hippogriff::game::Game;
use hippogriff::games::{self, Visitor};
use hippogriff::perft::perft;
use hippogriff::suite::{self, Entry};
use rayon::prelude::*;

use common::{suite_of, visit_all};

/// Larger counts take longer than a test should.
const MAX_NODES: u64 = 1_500_000;

/// Counts what the entry says, as far as the cap allows; gives the number of counts.
fn check<G: Game>(entry: &Entry) -> usize {
    let place = format!("{}, line {}: {}", suite::owner::<G>(entry.options), entry.line, entry.fen);
    let position =
        G::from_fen(&entry.fen, entry.options).unwrap_or_else(|error| panic!("{place}: {error}"));
    let counts = entry.counts.iter().filter(|count| count.1 <= MAX_NODES);
    for &(depth, nodes) in counts.clone() {
        assert_eq!(perft(&position, depth), nodes, "{place}: depth {depth}");
    }
    counts.count()
}

#[derive(Clone, Copy)]
struct Suites;

impl Visitor for Suites {
    type Output = ();

    fn visit<G: Game>(self) {
        let game = games::find(G::INFO.name).expect("a listed game");
        let entries = suite_of(game);
        let misplaced = entries.iter().find(|entry| entry.game.name != game.name);
        assert!(misplaced.is_none(), "perft/{}.epd: {misplaced:?}", game.name);
        let counts: usize = entries.par_iter().map(check::<G>).sum();
        assert!(counts > 20, "{}: only {counts} counts", game.name);
        println!("{}: {} positions, {counts} counts", game.name, entries.len());
    }
}

/// Every count of every suite, up to the cap.
#[test]
fn suites_count_right() {
    visit_all(Suites);
}

/// Every option of every game has positions of its own in the suite.
#[test]
fn suites_have_every_option() {
    for game in games::ALL {
        let entries = suite_of(game);
        for (place, option) in game.options.iter().enumerate() {
            let tested = entries.iter().any(|entry| entry.options.has(place));
            assert!(tested, "perft/{}.epd has no position with {}", game.name, option.name);
        }
    }
}
