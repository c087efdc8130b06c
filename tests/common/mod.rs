//! What several test files share: the games with all their options, the suites, and streams of
//! positions that the same seed always makes the same.
#![allow(dead_code, reason = "each test file uses its own part of it")]

pub mod mutation;

use std::fs;
use std::path::{Path, PathBuf};

use hippogriff::board::Rng;
use hippogriff::game::{Game, GameInfo, Options};
use hippogriff::games::{self, Visitor};
use hippogriff::suite::{self, Entry};

/// Has `visitor` visit every game.
pub fn visit_all<V: Visitor<Output = ()> + Copy>(visitor: V) {
    for game in games::ALL {
        games::visit(game.name, visitor).expect("a listed game can be visited");
    }
}

/// Every set of options of a game.
pub fn option_sets(game: &GameInfo) -> Vec<Options> {
    let places = 0..game.options.len();
    let set = |bits: usize| {
        places.clone().fold(Options::NONE, |set, place| set.with(place, bits >> place & 1 != 0))
    };
    (0..1 << game.options.len()).map(set).collect()
}

/// How a failure names a position: game, options and FEN, in the form that a suite has.
pub fn label<G: Game>(position: &G) -> String {
    format!("{}: {}", suite::owner::<G>(position.options()), position.fen())
}

/// A file of the project.
pub fn project_file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The text of a file of the project.
pub fn read_project_file(path: &str) -> String {
    fs::read_to_string(project_file(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The perft suite of a game.
pub fn suite_of(game: &'static GameInfo) -> Vec<Entry> {
    let text = read_project_file(&format!("perft/{}.epd", game.name));
    suite::parse(&text, Some(game)).unwrap_or_else(|error| panic!("{}: {error}", game.name))
}

/// An endless stream of positions of one game: stretches of random play from the start, from random
/// arrays and from the suite's positions, half of them after random changes to the position.
pub struct Positions<G: Game> {
    starts: Vec<G>,
    rng: Rng,
    present: G,
    plies_left: usize,
}

impl<G: Game> Positions<G> {
    /// How many random arrays the stream begins from.
    const ARRAYS: usize = 16;
    /// A stretch of random play has fewer plies than this.
    const STRETCH: usize = 24;
    /// At most so many changes are tried on a position that is to be changed.
    const CHANGES: usize = 12;

    /// The stream that belongs to this seed.
    pub fn new(options: Options, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut starts = vec![G::start(options)];
        starts.extend((0..Self::ARRAYS).filter_map(|_| random_array::<G>(options, &mut rng)));
        let suite = suite_of(games::find(G::INFO.name).expect("a listed game"));
        starts.extend(suite.iter().filter_map(|entry| G::from_fen(&entry.fen, options).ok()));
        Positions { present: starts[0], starts, rng, plies_left: 0 }
    }

    fn begin_a_stretch(&mut self) {
        self.present = self.starts[self.rng.below(self.starts.len())];
        if self.rng.below(2) == 0 {
            for _ in 0..=self.rng.below(Self::CHANGES) {
                let fen = mutation::changed_position(&self.present, &mut self.rng);
                if let Ok(changed) = G::from_fen(&fen, self.present.options()) {
                    self.present = changed;
                }
            }
        }
        self.plies_left = self.rng.below(Self::STRETCH);
    }
}

impl<G: Game> Iterator for Positions<G> {
    type Item = G;

    fn next(&mut self) -> Option<G> {
        let moves = self.present.legal_moves();
        if self.plies_left == 0 || moves.is_empty() {
            self.begin_a_stretch();
        } else {
            self.plies_left -= 1;
            self.present.play(moves[self.rng.below(moves.len())]);
        }
        Some(self.present)
    }
}

/// A start position with random arrays, if the game has numbered ones.
pub fn random_array<G: Game>(options: Options, rng: &mut Rng) -> Option<G> {
    let arrays = G::INFO.arrays.as_ref()?;
    let mut number = || rng.below((arrays.count)(options) as usize) as u32;
    let fen = (arrays.fen)(number(), number(), options);
    Some(G::from_fen(&fen, options).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// A position with as many moves as can be found by `steps` random changes.
pub fn crowded<G: Game>(options: Options, steps: usize, seed: u64) -> G {
    let mut rng = Rng::new(seed);
    let mut best = G::start(options);
    let mut most = best.count_moves();
    for _ in 0..steps {
        let fen = mutation::changed_board(&best, &mut rng);
        if let Ok(changed) = G::from_fen(&fen, options)
            && changed.count_moves() >= most
        {
            (best, most) = (changed, changed.count_moves());
        }
    }
    best
}
