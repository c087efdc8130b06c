//! What the games of a match begin with: a book, numbered arrays, random moves, or just the start.

mod book;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::pgn;
use crate::board::Rng;
use crate::game::{GameInfo, MoveError, Options, Style};
use crate::lines::LineFault;
use crate::search::{Limits, Score};
use crate::session::{self, NO_SEARCH_HASH, Session, Start, StartError};
use crate::suite;

pub use book::{Book, Format, Skipped};

/// How often random play is begun anew when it has come to the end of a game, or to a position that
/// is not balanced.
const TRIES: usize = 100;
/// Nodes of the search that tells whether a position is balanced.
const BALANCE_NODES: u64 = 100_000;

/// The label of the start.
const START: &str = "start";

/// What a game begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The position; `None` for the start of the game.
    pub fen: Option<String>,
    /// The moves played from there, as plain texts.
    pub moves: Vec<String>,
    /// A few words for reports.
    pub label: String,
}

impl Opening {
    /// A session in which the opening has been played.
    ///
    /// # Errors
    /// If it is none of this game.
    pub fn session(
        &self,
        game: &GameInfo,
        options: Options,
    ) -> Result<Box<dyn Session>, OpeningError> {
        let start = self.fen.clone().map_or(Start::Default, Start::Fen);
        let mut session = session::open_at(game, options, &start, NO_SEARCH_HASH)?;
        for mv in &self.moves {
            session.play(mv)?;
        }
        Ok(session)
    }
}

/// In which order a book is gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// As it stands there, and then again from its beginning.
    Sequential,
    /// Each opening once, then each once more, mixed anew each time.
    Random,
}

/// Which openings a match is played with.
#[derive(Debug, Clone)]
pub struct OpeningPlan {
    /// The positions or lines to begin with; without a book games begin at their start.
    pub book: Option<Book>,
    /// In which order they are taken.
    pub order: Order,
    /// How many of them, in this order, are passed over at first.
    pub first: usize,
    /// Without a book: draw an array for each side, in a game that has numbered ones.
    pub random_arrays: bool,
    /// So many random moves follow.
    pub random_plies: u32,
    /// The random moves are drawn anew until a short search of our own finds neither side better by
    /// more than so many cp.
    pub balanced: Option<u32>,
    /// What chance depends on.
    pub seed: u64,
}

impl Default for OpeningPlan {
    /// Every game begins at its start.
    fn default() -> Self {
        OpeningPlan {
            book: None,
            order: Order::Sequential,
            first: 0,
            random_arrays: false,
            random_plies: 0,
            balanced: None,
            seed: 0,
        }
    }
}

impl fmt::Display for OpeningPlan {
    /// In a few words, which differ where the openings do: of a book they hold a check sum.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.book {
            Some(book) => {
                let order = match self.order {
                    Order::Sequential => "in order",
                    Order::Random => "mixed",
                };
                let (count, sum) = (book.count(), book.check_sum());
                write!(f, "book of {count} ({sum:08x}), {order} from {}", self.first + 1)?;
            }
            None if self.random_arrays => f.write_str("random arrays")?,
            None => f.write_str("start")?,
        }
        if self.random_plies > 0 {
            write!(f, ", {} random plies", self.random_plies)?;
        }
        match self.balanced {
            Some(most) => write!(f, ", balanced within {most} cp ({BALANCE_NODES} nodes)"),
            None => Ok(()),
        }
    }
}

/// Why there is no opening.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// A book cannot be read.
    #[error("{}: {error}", file.display())]
    File {
        /// The book.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A book has a line that cannot be used.
    #[error("{}:{line}: {fault}", file.display())]
    Line {
        /// The book.
        file: PathBuf,
        /// The number of the line, from 1; of a game in a PGN file the first.
        line: usize,
        /// What is wrong.
        fault: Box<BookFault>,
    },
    /// A book has nothing for one of the games.
    #[error("{} has no opening for {variant} ({skipped})", file.display())]
    Nothing {
        /// The book.
        file: PathBuf,
        /// The game and its options, as they are named in books.
        variant: String,
        /// What the book has besides.
        skipped: Skipped,
    },
    /// The plan's book was not read for this game.
    #[error("the book was read without {variant}")]
    NotRead {
        /// The game and its options, as they are named in books.
        variant: String,
    },
    /// The position to begin with is refused.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A book's move is refused.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// Games end too soon.
    #[error("{variant}, opening {label}: no {plies} random plies were found without an end")]
    TooShort {
        /// The game and its options, as they are named in books.
        variant: String,
        /// The opening.
        label: String,
        /// How many plies were wanted.
        plies: u32,
    },
    /// Random moves always leave one side better.
    #[error(
        "{variant}, opening {label}: {plies} random plies never were balanced within {most} cp"
    )]
    Uneven {
        /// The game and its options, as they are named in books.
        variant: String,
        /// The opening.
        label: String,
        /// How many plies were wanted.
        plies: u32,
        /// How many cp were allowed.
        most: u32,
    },
}

/// What can be wrong with a line of a book.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BookFault {
    /// The line cannot be read.
    #[error(transparent)]
    Line(#[from] LineFault),
    /// The position is refused.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The game does not keep the rules.
    #[error(transparent)]
    Game(#[from] pgn::Fault),
}

impl OpeningPlan {
    /// The opening with this number, from 0. It depends on nothing but the plan and the arguments,
    /// on any machine, and the game is not over in it.
    ///
    /// # Errors
    /// If the book has nothing for the game, or random moves always bring it to an end or out of
    /// balance.
    pub fn opening(
        &self,
        game: &'static GameInfo,
        options: Options,
        number: u64,
    ) -> Result<Opening, OpeningError> {
        let mut rng = rng(self.seed, number);
        let opening = match &self.book {
            Some(book) => self.turn_of(book.openings(game, options), number).cloned(),
            None => Some(self.without_book(game, options, &mut rng)?),
        };
        let variant = || suite::owner(game, options);
        let opening = opening.ok_or_else(|| OpeningError::NotRead { variant: variant() })?;
        if self.random_plies == 0 {
            return Ok(opening);
        }
        let mut session = opening.session(game, options)?;
        let label = match opening.label.as_str() {
            START => format!("random {}/{number}", self.seed),
            label => format!("{label}, random {}/{number}", self.seed),
        };
        let plies = self.random_plies;
        let before = session.plies();
        for _ in 0..TRIES {
            if !play_randomly(&mut *session, plies, &mut rng) {
                return Err(OpeningError::TooShort { variant: variant(), label, plies });
            }
            if self.balanced.is_none_or(|most| is_balanced(&mut *session, most)) {
                let moves = session.moves_played(Style::Plain);
                return Ok(Opening { fen: opening.fen, moves, label });
            }
            undo_to(&mut *session, before);
        }
        let most = self.balanced.unwrap_or_default();
        Err(OpeningError::Uneven { variant: variant(), label, plies, most })
    }

    /// The opening whose turn it is, from all that the book has for a game.
    fn turn_of<'a>(&self, openings: &'a [Opening], number: u64) -> Option<&'a Opening> {
        let count = openings.len() as u64;
        let turn = (self.first as u64).saturating_add(number);
        let place = turn.checked_rem(count)? as usize;
        match self.order {
            Order::Sequential => openings.get(place),
            Order::Random => openings.get(mixed(openings.len(), self.seed, turn / count)[place]),
        }
    }

    fn without_book(
        &self,
        game: &'static GameInfo,
        options: Options,
        rng: &mut Rng,
    ) -> Result<Opening, StartError> {
        let (moves, label) = (Vec::new(), START.to_owned());
        let Some(arrays) = game.arrays.as_ref().filter(|_| self.random_arrays) else {
            return Ok(Opening { fen: None, moves, label });
        };
        let start = Start::RandomArrays(rng.next_u64());
        let fen = session::open_at(game, options, &start, NO_SEARCH_HASH)?.start_fen();
        let numbers = (arrays.numbers)(&fen, options);
        let label = numbers.map_or(label, |(white, black)| format!("{white},{black}"));
        Ok(Opening { fen: Some(fen), moves, label })
    }
}

/// A generator for the thing with this number, unlike that for any other number.
fn rng(seed: u64, number: u64) -> Rng {
    // The seed and the number are scrambled, so that no two sequences are parts of one another.
    Rng::new(Rng::new(seed).next_u64() ^ Rng::new(!number).next_u64())
}

/// The numbers below `count` in an order that depends on the seed and the round.
fn mixed(count: usize, seed: u64, round: u64) -> Vec<usize> {
    let mut rng = rng(!seed, round);
    let mut order: Vec<_> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, rng.below(last + 1));
    }
    order
}

/// Plays `plies` random moves, none of which ends the game; says whether there were so many. If not,
/// nothing changes.
fn play_randomly(session: &mut dyn Session, plies: u32, rng: &mut Rng) -> bool {
    let before = session.plies();
    for _ in 0..TRIES {
        if (0..plies).all(|_| play_one(session, rng)) {
            return true;
        }
        undo_to(session, before);
    }
    false
}

/// Takes moves back until only `plies` are left.
fn undo_to(session: &mut dyn Session, plies: usize) {
    while session.plies() > plies && session.undo() {}
}

/// Whether a short search finds neither side better by more than `most` cp. It depends on the
/// position alone, for the same version of the program.
fn is_balanced(session: &mut dyn Session, most: u32) -> bool {
    let limits = Limits { nodes: Some(BALANCE_NODES), ..Limits::default() };
    session.forget();
    let score = session::think(session, &limits).map(|best| best.info.score);
    matches!(score, Some(Score::Cp(cp)) if cp.unsigned_abs() <= most)
}

/// Plays a random move that does not end the game; says whether there is one.
fn play_one(session: &mut dyn Session, rng: &mut Rng) -> bool {
    let mut moves = session.legal_moves(Style::Plain);
    while !moves.is_empty() {
        let mv = moves.swap_remove(rng.below(moves.len()));
        if session.play(&mv).is_ok() {
            if session.outcome().is_none() {
                return true;
            }
            session.undo();
        }
    }
    false
}
