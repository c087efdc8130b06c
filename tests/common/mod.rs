//! What several test files share: the games with all their options, the suites, and streams of
//! positions that the same seed always makes the same.
#![allow(dead_code, unused_imports, unused_macros, reason = "each test file uses its own part")]

pub mod mutation;

use std::fs;
use std::path::Path;

use hippogriff::board::Rng;
use hippogriff::game::{FenError, Game, GameInfo, Options, Outcome, Style};
use hippogriff::games::{self, Visitor};
use hippogriff::record::Record;
use hippogriff::suite::{self, Entry};
use rayon::prelude::*;

/// Makes tests of generic functions: each runs for every game there is, and fails if it does for
/// some, after having tried all.
macro_rules! test_every_game {
    ($($name:ident: $check:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            struct Check;
            impl hippogriff::games::Visitor for Check {
                type Output = ();
                fn visit<G: hippogriff::game::Game>(self) {
                    $check::<G>();
                }
            }
            let passes = |name: &str| {
                let run = || hippogriff::games::visit(name, Check).expect("a listed game");
                std::panic::catch_unwind(run).is_ok()
            };
            let games = hippogriff::games::ALL.iter().map(|game| game.name);
            let failed: Vec<_> = games.filter(|name| !passes(name)).collect();
            assert!(failed.is_empty(), "failed for {}", failed.join(", "));
        })*
    };
}
pub(crate) use test_every_game;

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
    format!("{}: {}", suite::owner(&G::INFO, position.options()), position.fen())
}

/// The text of a file of the project.
pub fn read_project_file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The perft suite of a game.
pub fn suite_of<G: Game>() -> Vec<Entry> {
    let name = G::INFO.name;
    let text = read_project_file(&format!("perft/{name}.epd"));
    suite::parse(&text, games::find(name).map(|game| (game, Options::NONE)))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
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
    /// So many moves are tried where one is wanted that makes an en passant capture possible.
    const TRIES: usize = 8;

    /// The stream that belongs to this seed.
    pub fn new(options: Options, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut starts = vec![G::start(options)];
        starts.extend((0..Self::ARRAYS).filter_map(|_| random_array::<G>(options, &mut rng)));
        starts.extend(
            suite_of::<G>().iter().filter_map(|entry| G::from_fen(&entry.fen, options).ok()),
        );
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

    /// The position after a random move; half the time one that makes an en passant capture
    /// possible, if a few tries find one. Such moves are too rare to be left to chance.
    fn after_one_of(&mut self, moves: &[G::Move]) -> G {
        let tries = *mutation::pick(&[1, Self::TRIES], &mut self.rng);
        let mut next = self.present;
        for _ in 0..tries {
            next = self.present.after(*mutation::pick(moves, &mut self.rng));
            if next.fen().split(' ').nth(3) != Some("-") {
                break;
            }
        }
        next
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
            self.present = self.after_one_of(&moves);
        }
        Some(self.present)
    }
}

/// Runs `check` on `count` positions of a game at least, spread evenly over all sets of its options,
/// on all processors. If a check panics, the position is named.
pub fn check_positions<G: Game>(count: usize, check: impl Fn(&G, &mut Rng) + Sync) {
    /// Positions of one stream.
    const STREAM: usize = 25;
    let sets = option_sets(&G::INFO);
    let seeds = 0..count.div_ceil(STREAM * sets.len()) as u64;
    let streams: Vec<_> =
        sets.iter().flat_map(|&set| seeds.clone().map(move |n| (set, n))).collect();
    streams.into_par_iter().for_each(|(options, seed)| {
        let mut rng = Rng::new(!seed);
        for position in Positions::<G>::new(options, seed).take(STREAM) {
            let _name = NameOnPanic(label(&position));
            check(&position, &mut rng);
        }
    });
}

/// Says where we are if it is dropped by a panic.
struct NameOnPanic(String);

impl Drop for NameOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("at {}", self.0);
        }
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

/// A position given by text, for tests that write positions down.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The names of its options.
    pub options: &'a [&'a str],
    /// The position.
    pub fen: &'a str,
}

impl Setup<'_> {
    /// The texts of the legal moves.
    pub fn moves(self) -> Vec<String> {
        self.visit(Moves)
    }

    /// The FEN after these moves, and how the game stands then.
    ///
    /// # Panics
    /// If one of them is illegal.
    pub fn play(self, moves: &[&str]) -> (String, Option<Outcome>) {
        self.visit(Play(moves))
    }

    /// Why the position is refused.
    ///
    /// # Panics
    /// If it is not.
    pub fn refusal(self) -> FenError {
        games::visit(self.game, Refuse(self)).unwrap_or_else(|| panic!("no game {}", self.game))
    }

    /// The options as the game has them.
    fn options<G: Game>(self) -> Options {
        let names = self.options.iter().copied();
        Options::named(&G::INFO, names).unwrap_or_else(|error| panic!("{error}"))
    }

    fn visit<T: OnPosition>(self, work: T) -> T::Output {
        let visit = VisitPosition { setup: self, work };
        games::visit(self.game, visit).unwrap_or_else(|| panic!("no game {}", self.game))
    }
}

/// What is to be done with a position whose game is known only by name.
trait OnPosition {
    type Output;
    fn run<G: Game>(self, position: G) -> Self::Output;
}

struct VisitPosition<'a, T> {
    setup: Setup<'a>,
    work: T,
}

impl<T: OnPosition> Visitor for VisitPosition<'_, T> {
    type Output = T::Output;

    fn visit<G: Game>(self) -> T::Output {
        let fen = self.setup.fen;
        let position = G::from_fen(fen, self.setup.options::<G>());
        let position = position.unwrap_or_else(|error| panic!("{fen}: {error}"));
        self.work.run(position)
    }
}

struct Refuse<'a>(Setup<'a>);

impl Visitor for Refuse<'_> {
    type Output = FenError;

    fn visit<G: Game>(self) -> FenError {
        let refused = G::from_fen(self.0.fen, self.0.options::<G>()).err();
        refused.unwrap_or_else(|| panic!("{} is accepted", self.0.fen))
    }
}

struct Moves;

impl OnPosition for Moves {
    type Output = Vec<String>;

    fn run<G: Game>(self, position: G) -> Vec<String> {
        let moves = position.legal_moves();
        moves.into_iter().map(|mv| position.move_text(mv, Style::Plain)).collect()
    }
}

struct Play<'a>(&'a [&'a str]);

impl OnPosition for Play<'_> {
    type Output = (String, Option<Outcome>);

    fn run<G: Game>(self, position: G) -> Self::Output {
        let mut record = Record::new(position);
        for text in self.0 {
            let played = record.play_text(text);
            played.unwrap_or_else(|error| panic!("{}: {error}", label(record.position())));
        }
        (record.position().fen(), record.outcome())
    }
}
