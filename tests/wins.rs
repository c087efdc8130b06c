//! Proves the distances of every set of forced wins (`wins/*.epd`) by exhaustive search, and that
//! the search finds those wins: with nothing pruned the very same distances, and as it plays nearly
//! all of them within a limit of nodes. What takes longer is left to `hippogriff wins solve`.

mod common;

use hippogriff::features::Features;
use hippogriff::game::{Game, Options};
use hippogriff::games;
use hippogriff::proof::Prover;
use hippogriff::record::Record;
use hippogriff::search::{self, Best, Control, Limits, Memories, Score, Table};
use hippogriff::wins::{self, Problem, solve};
use rayon::prelude::*;

use common::{read_project_file, test_every_game};

/// The least that a set has to have.
const POSITIONS: usize = 60;
/// Larger proofs take longer than a test should.
const PROOF_NODES: u64 = 200_000;
/// What a search to the distance of a win may take.
const UNPRUNED_NODES: u64 = 100_000;
/// What the search may take for a win: a fraction of what it does in a second.
const NODES: u64 = 250_000;
/// How many of a hundred are solved at least; in Horizons a second has room for many more nodes than
/// a test.
fn least_solved(game: &str) -> usize {
    if game == "horizons" { 85 } else { 95 }
}

/// The set of a game.
fn set_of<G: Game>() -> Vec<Problem> {
    let name = G::INFO.name;
    let text = read_project_file(&format!("wins/{name}.epd"));
    let default = games::find(name).map(|game| (game, Options::NONE));
    wins::parse(&text, default).unwrap_or_else(|error| panic!("wins/{name}.epd: {error}"))
}

fn position<G: Game>(problem: &Problem) -> G {
    G::from_fen(&problem.fen, problem.options).unwrap_or_else(|error| panic!("{problem}: {error}"))
}

fn small_table() -> Table {
    Table::new(4).unwrap_or_else(|error| panic!("{error}"))
}

/// What a search of a position finds that knows nothing yet.
fn searched<G: Game>(problem: &Problem, limits: &Limits) -> Best<G::Move> {
    let (record, control) = (Record::new(position::<G>(problem)), Control::new(limits));
    let memories = &mut Memories::default();
    search::search(&record, limits, &control, &small_table(), memories, &mut |_| ())
}

fn is_complete<G: Game>() {
    let set = set_of::<G>();
    assert!(set.len() >= POSITIONS, "{}: {} positions", G::INFO.name, set.len());
    assert!(set.iter().all(|problem| problem.game.name == G::INFO.name && problem.moves >= 2));
    let mut distances: Vec<_> = set.iter().map(|problem| problem.moves).collect();
    distances.dedup();
    assert!(distances.len() >= 3 && distances.is_sorted(), "{distances:?}");
    let mut keys: Vec<_> = set.iter().map(|problem| position::<G>(problem).key()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), set.len(), "{}: a position stands there twice", G::INFO.name);
    for problem in &set {
        // As a game would write it, and no game that is over.
        assert_eq!(position::<G>(problem).fen(), problem.fen, "{problem}");
        assert_eq!(position::<G>(problem).outcome(false), None, "{problem}");
    }
}

fn is_proven<G: Game>() {
    let set = set_of::<G>();
    let proof = |problem: &Problem| {
        let mut prover = Prover::new();
        let proven = prover.shortest_win(&position::<G>(problem), problem.plies(), PROOF_NODES);
        match proven {
            Ok(distance) => assert_eq!(distance, Some(problem.plies()), "{problem}"),
            Err(_) => return None,
        }
        Some(problem.moves)
    };
    let proven: Vec<_> = set.par_iter().filter_map(proof).collect();
    println!("{}: {} of {} proven", G::INFO.name, proven.len(), set.len());
    assert!(2 * proven.len() >= set.len(), "{}: only {} proven", G::INFO.name, proven.len());
}

/// A plain alpha-beta search as deep as a win is far finds its distance.
fn is_found_without_pruning<G: Game>() {
    let set = set_of::<G>();
    let found = |problem: &Problem| {
        let limits = Limits {
            depth: Some(problem.plies()),
            nodes: Some(UNPRUNED_NODES),
            without: Features::ALL,
            ..Limits::default()
        };
        let found = searched::<G>(problem, &limits);
        let is_whole = found.info.depth == problem.plies() && found.info.nodes < UNPRUNED_NODES;
        let agrees = found.info.score == Score::WinIn(problem.plies());
        assert!(agrees || !is_whole, "{problem}: {}", found.info.score);
        is_whole
    };
    let whole = set.par_iter().filter(|problem| found(problem)).count();
    println!("{}: {whole} of {} searched without pruning", G::INFO.name, set.len());
    assert!(4 * whole >= set.len(), "{}: only {whole} searched", G::INFO.name);
}

fn is_solved<G: Game>() {
    let set = set_of::<G>();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let solve = |problem: &&Problem| {
        let (position, table) = (position::<G>(problem), small_table());
        let attempt = solve::attempt(&position, problem.plies(), &limits, &table, 10 * PROOF_NODES);
        let solved = attempt.announced.is_some() && attempt.proof != Ok(false);
        if !solved {
            println!("{problem}: {}, {}", attempt.best, attempt.score);
        }
        solved
    };
    let solved = set.par_iter().filter(solve).count();
    println!("{}: {solved} of {} solved", G::INFO.name, set.len());
    let least = least_solved(G::INFO.name);
    assert!(100 * solved >= least * set.len(), "{}: only {solved} solved", G::INFO.name);
}

/// Whoever asks for a win in so many moves gets it, and no longer one.
fn is_found_when_asked_for<G: Game>() {
    let set = set_of::<G>();
    let found = |problem: &&Problem| {
        let limits =
            Limits { mate: Some(problem.moves), nodes: Some(UNPRUNED_NODES), ..Limits::default() };
        let found = searched::<G>(problem, &limits);
        let is_whole = found.info.nodes < UNPRUNED_NODES;
        let score = found.info.score;
        assert!(!is_whole || score == Score::WinIn(problem.plies()), "{problem}: {score}");
        is_whole
    };
    let whole = set.par_iter().filter(found).count();
    println!("{}: {whole} of {} found when asked for", G::INFO.name, set.len());
    assert!(2 * whole >= set.len(), "{}: only {whole} found", G::INFO.name);
}

test_every_game! {
    sets_are_complete: is_complete,
    distances_are_proven: is_proven,
    distances_are_found_without_pruning: is_found_without_pruning,
    wins_are_found: is_solved,
    wins_are_found_when_asked_for: is_found_when_asked_for,
}
