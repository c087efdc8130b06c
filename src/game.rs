//! The contract that every game keeps: [`Game`], and what it speaks of: outcomes, options, errors.

use std::fmt;
use std::hash::Hash;

use thiserror::Error;

use crate::board::{Side, multiversion, read_square, square_name};
use crate::evaluation::{self, Group, Tally, WinRates};
use crate::features::Features;
use crate::picture::Picture;

/// A position of one game, with all that its rules need: moves, text, key, ending, evaluation.
///
/// Invariants that every implementation keeps, and that `tests/properties.rs` checks:
/// - [`Game::generate`] lists each legal move once, and [`Game::count_moves`] is its length. A game
///   that is over by its own rule has none.
/// - [`Game::move_text`] is unique among the legal moves and [`Game::parse_move`] gives the move back.
/// - `from_fen(fen())` is an equal position.
/// - [`Game::key`] is the same for two positions exactly when they agree in everything that bears
///   on legal moves: men, side to move, rights, options. Counters are not part of it.
/// - [`Game::play`] with a legal move cannot fail, and leaves a key equal to one computed afresh.
pub trait Game: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// A move; it means something only together with the position it was generated in.
    type Move: GameMove;
    /// What solves the game's endings; `()` if nothing does.
    type Endings: Endings<Self>;

    /// Everything about the game that is a constant.
    const INFO: GameInfo;
    /// Files of the board.
    const FILES: usize;
    /// Ranks of the board.
    const RANKS: usize;
    /// Squares of the board.
    const SQUARES: usize = Self::FILES * Self::RANKS;
    /// What the search may assume.
    const TRAITS: SearchTraits;
    /// The weights of the evaluation; see [`Game::tally`].
    const WEIGHTS: &'static [Group];
    /// What evaluations mean for the result.
    const WIN_RATES: WinRates;

    /// The default start position.
    fn start(options: Options) -> Self {
        Self::from_fen(Self::INFO.start_fen, options).expect("the start position is a good FEN")
    }
    /// Reads a FEN.
    ///
    /// # Errors
    /// Names the field and the text that is wrong, or why the position could not stand in a game.
    fn from_fen(fen: &str, options: Options) -> Result<Self, FenError>;
    /// The FEN of the position, in the one form that is written.
    fn fen(&self) -> String;
    /// The options the position is played with.
    fn options(&self) -> Options;
    /// The side to move.
    fn side(&self) -> Side;
    /// Zobrist key of the state.
    fn key(&self) -> u64;
    /// Plies since the last irreversible move: earlier positions cannot recur.
    fn clock(&self) -> u32;
    /// The man on the square with this index: its side and its place in [`GameInfo::men`].
    fn man_at(&self, square: usize) -> Option<(Side, usize)>;

    /// Appends every legal move to `moves`. Inlined throughout, so that it is compiled for the
    /// instruction set of its caller; where that is not chosen at run time, call [`generate`].
    fn generate(&self, moves: &mut Vec<Self::Move>);
    /// How many legal moves there are, counted by the same generator without listing them. Inlined
    /// as [`Game::generate`] is; elsewhere call [`count_moves`].
    fn count_moves(&self) -> usize;
    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);

    /// The outcome if the game has been won by its own rule, whoever is to move. Not every game has
    /// such a rule.
    #[inline(always)]
    fn own_ending(&self) -> Option<Outcome> {
        None
    }
    /// What it means that the side to move has no legal move. Called only then.
    fn no_moves_ending(&self) -> Outcome;
    /// How many men are on the board.
    fn men_left(&self) -> usize;
    /// Whether so few men are left that the game is drawn. Not every game has such a rule.
    fn is_bare(&self) -> bool {
        false
    }
    /// Whether `side` wins when the other side's time runs out here, by the game's rule on that: in
    /// most games always; in Horizons only if `side` could still mate by some sequence of legal
    /// moves of both sides, and the game is drawn otherwise. `false` is certain; a game that cannot
    /// tell says `true`. A referee's question: no clock is known here.
    fn wins_on_time(&self, _side: Side) -> bool {
        true
    }

    /// The position with the other side to move, as if a turn could be passed over. Asked only by
    /// [`Features::NULL_MOVE`], and not in check.
    fn after_null(&self) -> Self;
    /// Whether the side to move would lose the game by the enemy's next move if it passed: in check,
    /// or its last knight or cannon attacked.
    fn in_check(&self) -> bool;
    /// Whether a move changes the balance so much that quiescence search must look at it.
    fn is_noisy(&self, mv: Self::Move) -> bool;
    /// Appends the legal moves that are noisy. Chooses the instruction set itself.
    fn generate_noisy(&self, moves: &mut Vec<Self::Move>);
    /// The place in [`GameInfo::men`] of the man that a move moves (that strikes, where nothing
    /// moves).
    fn mover(&self, mv: Self::Move) -> usize;
    /// Material the move wins at once, in cp; negative if the mover loses some. For move ordering.
    fn gain(&self, mv: Self::Move) -> i32;
    /// Material that is won, in cp, by a move and the exchange on its goal that follows; an estimate.
    /// What the move takes of its own side never counts as won.
    fn exchange(&self, mv: Self::Move) -> i32;

    /// A hash of what changes seldom with `side`, such as the squares of its pawns: positions that agree
    /// in it for both sides are likely to be misjudged alike.
    fn structure(&self, side: Side) -> u64;

    /// Counts the terms of the evaluation from White's point of view. Inlined throughout, so that
    /// it is compiled for its caller's instruction set.
    fn tally(&self, tally: &mut impl Tally);
    /// How much of the game is still ahead: [`OPENING`](crate::evaluation::OPENING) at its
    /// beginning, 0 at its end.
    fn phase(&self) -> i32;
    /// Static evaluation in cp from the side to move's point of view, within ±20,000: the terms of
    /// [`Game::tally`], weighed.
    #[inline]
    fn evaluate(&self) -> i32 {
        evaluation::evaluate(self)
    }

    /// The text of a legal move.
    fn move_text(&self, mv: Self::Move, style: Style) -> String;
    /// Finds the legal move that `text` names, in any form the rules accept.
    ///
    /// # Errors
    /// [`MoveError::Unreadable`] if the text has not the form of a move,
    /// [`MoveError::Illegal`] if no legal move is meant by it.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// The legal moves as a new list.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        generate(self, &mut moves);
        moves
    }

    /// The position after a legal move.
    #[inline(always)]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// How the game stands here; `repeated` says that the position has occurred three times.
    /// Where two endings meet, the earlier [`Reason`] counts. (The search, which knows by itself
    /// whether there are moves, follows the same order.)
    fn outcome(&self, repeated: bool) -> Option<Outcome> {
        if let Some(outcome) = self.own_ending() {
            return Some(outcome);
        }
        if count_moves(self) == 0 {
            return Some(self.no_moves_ending());
        }
        let reason = if self.is_bare() {
            Reason::BareMaterial
        } else if repeated {
            Reason::Repetition
        } else if Self::INFO.move_limit.is_some_and(|limit| self.clock() >= limit) {
            Reason::MoveCount
        } else {
            return None;
        };
        Some(Outcome::draw(reason))
    }
}

multiversion! {
    /// Appends every legal move of `position` to `moves`.
    pub fn generate<G: Game>(position: &G, moves: &mut Vec<G::Move>) {
        position.generate(moves)
    }
}

multiversion! {
    /// How many legal moves `position` has.
    pub fn count_moves<G: Game>(position: &G) -> usize {
        position.count_moves()
    }
}

/// Solves endings: tells who wins, without looking for how soon.
pub trait Endings<G: Game>: Send {
    /// A solver that knows nothing yet.
    fn new() -> Self;
    /// Whether the side to move wins; if not, the other side does. `None` if the position is no
    /// ending, if telling takes more than `nodes` nodes, or if `stop`, which is asked now and then,
    /// says so.
    fn solve(
        &mut self,
        position: &G,
        nodes: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Solved<G::Move>>;
}

/// The answer of [`Endings`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solved<M> {
    /// Whether the side to move wins.
    pub wins: bool,
    /// A winning move, if it does.
    pub best: Option<M>,
}

impl<G: Game> Endings<G> for () {
    fn new() -> Self {}

    fn solve(
        &mut self,
        _position: &G,
        _nodes: u64,
        _stop: &mut dyn FnMut() -> bool,
    ) -> Option<Solved<G::Move>> {
        None
    }
}

/// What is asked of a move type.
pub trait GameMove: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static {
    /// A number that no other move of the same position has; fits a transposition table entry.
    fn bits(self) -> u32;
    /// Index of the square the moving man leaves (of the striker, where nothing moves).
    /// Equal to [`GameMove::target`] only for a pass.
    fn origin(self) -> usize;
    /// Index of the square the moving man reaches (of the victim, where nothing moves).
    fn target(self) -> usize;
}

/// The constants of a game.
#[derive(Debug)]
pub struct GameInfo {
    /// The name protocols and the command line use: lower case, no blanks.
    pub name: &'static str,
    /// The name people use.
    pub title: &'static str,
    /// The inventor's own name for the game.
    pub native_title: &'static str,
    /// Who invented it.
    pub inventor: &'static str,
    /// The default start position.
    pub start_fen: &'static str,
    /// Files of the board.
    pub files: usize,
    /// Ranks of the board.
    pub ranks: usize,
    /// Every kind of man.
    pub men: &'static [Man],
    /// The variations that can be switched on; an option is named by its place in this list.
    pub options: &'static [OptionInfo],
    /// Plies without an irreversible move that make a draw.
    pub move_limit: Option<u32>,
    /// Numbered start arrays, where the game has them.
    pub arrays: Option<Arrays>,
    /// What XBoard must be told to show the game.
    pub xboard: XboardSetup,
    /// The rules as plain text.
    pub rules: &'static str,
}

impl GameInfo {
    /// What the square with this index is called.
    pub fn square_name(&self, square: usize) -> String {
        square_name(self.files, square)
    }

    /// The index of the square whose name `text` begins with, and the rest of the text.
    pub fn read_square<'a>(&self, text: &'a str) -> Option<(usize, &'a str)> {
        read_square(self.files, self.ranks, text)
    }

    /// The index of the square that `text` names, and nothing else.
    pub fn square_named(&self, text: &str) -> Option<usize> {
        self.read_square(text).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
    }
}

/// One kind of man.
#[derive(Debug)]
pub struct Man {
    /// Its letter in a FEN, upper case.
    pub letter: char,
    /// Its name.
    pub name: &'static str,
    /// The drawing that shows it.
    pub picture: Picture,
}

/// A named variation of a game.
#[derive(Debug)]
pub struct OptionInfo {
    /// The name on the command line and in protocols.
    pub name: &'static str,
    /// What it changes, in one line.
    pub about: &'static str,
}

/// Numbered start arrays: each side's is chosen by a number below [`Arrays::count`].
#[derive(Debug)]
pub struct Arrays {
    /// How many arrays a side has.
    pub count: fn(Options) -> u32,
    /// FEN of the start position with White's and Black's array of these numbers, both below the count.
    pub fen: fn(white: u32, black: u32, Options) -> String,
    /// White's and Black's array number, if this FEN's men stand as at the start of a game.
    pub numbers: fn(fen: &str, Options) -> Option<(u32, u32)>,
}

/// How XBoard is made to show a game it does not know (its `setup` and `piece` commands).
#[derive(Debug)]
pub struct XboardSetup {
    /// Which letter uses which of XBoard's pictures: White's slots, then Black's.
    pub table: &'static str,
    /// The variant whose move handling XBoard borrows.
    pub parent: &'static str,
    /// How men move that XBoard would else misunderstand: arguments of its command `piece`.
    pub pieces: &'static [&'static str],
    /// A FEN of ours with its fields as XBoard reads them.
    pub fen: fn(&str) -> String,
}

/// What the search may assume about a game.
#[derive(Debug)]
pub struct SearchTraits {
    /// Whether quiescence search with standing pat makes sense at all. Not in a game where every
    /// move is a capture.
    pub quiescence: bool,
    /// No game lasts longer than this many plies, whatever is played.
    pub longest_game: Option<u32>,
    /// From how many men on the search asks [`Game::Endings`] at every node; 0 if never.
    pub solved_men: usize,
    /// From how many men on it asks them at the root.
    pub solved_men_at_root: usize,
    /// Plies that a game usually lasts between strong players.
    pub usual_length: u32,
    /// The parts of the search that gain strength in this game.
    pub features: Features,
}

/// A set of a game's options, each named by its place in [`GameInfo::options`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Options(u8);

impl Options {
    /// No option: the game as its rules stand.
    pub const NONE: Options = Options(0);
    /// How many options a game can have. That it has no more is asserted where games are listed.
    pub const MOST: usize = u8::BITS as usize;

    /// Whether the option at `place` in [`GameInfo::options`] is on.
    #[inline(always)]
    pub const fn has(self, place: usize) -> bool {
        self.0 >> place & 1 != 0
    }

    /// With the option at `place` switched on or off.
    pub const fn with(self, place: usize, on: bool) -> Options {
        Options(self.0 & !(1 << place) | (on as u8) << place)
    }

    /// The set as a number, different for different sets; mixed into keys.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The options of `game` with these names.
    ///
    /// # Errors
    /// Names the first that the game does not have, and those it has.
    pub fn named<'a>(
        game: &GameInfo,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Options, UnknownOption> {
        let mut options = Options::NONE;
        for name in names {
            let place = game.options.iter().position(|o| o.name == name);
            let place = place.ok_or_else(|| UnknownOption {
                text: name.to_owned(),
                game: game.name,
                known: game.options.iter().map(|o| o.name).collect(),
            })?;
            options = options.with(place, true);
        }
        Ok(options)
    }

    /// The options of `game` in a list of names separated by commas; it may be empty.
    ///
    /// # Errors
    /// As [`Options::named`].
    pub fn listed(game: &GameInfo, list: &str) -> Result<Options, UnknownOption> {
        let names = list.split(',').map(str::trim);
        Options::named(game, names.filter(|name| !name.is_empty()))
    }

    /// The names of the options in the set.
    pub fn names(self, game: &GameInfo) -> impl Iterator<Item = &'static str> {
        let options = game.options.iter().enumerate();
        options.filter(move |&(place, _)| self.has(place)).map(|(_, option)| option.name)
    }
}

/// A game and the options it is played with.
pub type Variant = (&'static GameInfo, Options);

/// A name that is not among a game's options.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{game} has no option {text:?}{}", known_list(known))]
pub struct UnknownOption {
    /// The name as given.
    pub text: String,
    /// The game.
    pub game: &'static str,
    /// The options it has.
    pub known: Vec<&'static str>,
}

fn known_list(known: &[&str]) -> String {
    if known.is_empty() {
        "; it has none".to_owned()
    } else {
        format!("; it has {}", known.join(", "))
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    /// A win for `side`.
    pub const fn win(side: Side, reason: Reason) -> Self {
        Outcome { winner: Some(side), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Outcome { winner: None, reason }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(&self) -> &'static str {
        match self.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    /// Says who did what, as in `White took the last knight` or `stalemate`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} {}", self.reason),
            None => write!(f, "{}", self.reason),
        }
    }
}

/// Why a game ended, in the order of precedence where two endings meet; [`Game::outcome`] keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// A win by the game's own rule, in words that follow the winner's name.
    OwnRule(&'static str),
    /// The side to move has no legal move; in words that follow the winner's name, if there is one.
    NoMoves(&'static str),
    /// Too few men are left.
    BareMaterial,
    /// The position occurred for the third time.
    Repetition,
    /// Too many plies without an irreversible move.
    MoveCount,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::OwnRule(words) | Reason::NoMoves(words) => words,
            Reason::BareMaterial => "draw by insufficient material",
            Reason::Repetition => "draw by threefold repetition",
            Reason::MoveCount => "draw by move count",
        })
    }
}

/// In which form a move is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// The game's own move text: UCI, PGN, perft.
    Plain,
    /// With what XBoard needs to draw it.
    Xboard,
    /// For people: with the man's letter and what happens.
    People,
}

/// Why a FEN was refused: which field, its text, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("bad FEN, {field}: {fault}: {text:?}")]
pub struct FenError {
    /// The field at fault.
    pub field: FenField,
    /// What is wrong.
    pub fault: String,
    /// The offending text.
    pub text: String,
}

impl FenError {
    /// An error in `field` about `text`.
    pub fn new(field: FenField, text: impl Into<String>, fault: impl Into<String>) -> Self {
        FenError { field, fault: fault.into(), text: text.into() }
    }
}

/// The fields of a FEN, in order, and the position they make together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FenField {
    /// The men, rank by rank from the top.
    Board,
    /// The side to move.
    Side,
    /// The castling rights.
    Castling,
    /// The square of an en passant capture.
    EnPassant,
    /// Plies since the last irreversible move.
    Clock,
    /// The number of the move.
    MoveNumber,
    /// The field that only this game has, by its name.
    Extra(&'static str),
    /// The number of fields.
    Length,
    /// All fields are readable, but the position cannot stand in a game.
    Position,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Board => "board field",
            FenField::Side => "side-to-move field",
            FenField::Castling => "castling field",
            FenField::EnPassant => "en passant field",
            FenField::Clock => "ply clock field",
            FenField::MoveNumber => "move number field",
            FenField::Extra(name) => name,
            FenField::Length => "number of fields",
            FenField::Position => "impossible position",
        })
    }
}

/// Why a move was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text has not the form of a move on this board.
    #[error("not a move: {0:?}")]
    Unreadable(String),
    /// It has the form of a move, but no legal move is meant by it.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// The game is over.
    #[error("illegal move: {text}: the game is over ({outcome})")]
    Over {
        /// The move's text.
        text: String,
        /// How the game ended.
        outcome: Outcome,
    },
}
