//! Playing what stands in a PGN file by the rules.

use thiserror::Error;

use super::{FEN, PgnGame, PgnMove, RESULT, RULE_OPTIONS, SET_UP, TERMINATION, VARIANT};
use crate::arena::ending::Termination;
use crate::game::{GameInfo, MoveError, Options, Outcome, UnknownOption, Variant};
use crate::games;
use crate::session::{self, NO_SEARCH_HASH, Session, Start, StartError};

/// A game that keeps the rules.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// The game.
    pub game: &'static GameInfo,
    /// The options it was played with.
    pub options: Options,
    /// The position it began with.
    pub start_fen: String,
    /// The position it ended in.
    pub final_fen: String,
    /// How many moves were played.
    pub plies: usize,
    /// How the game stands there by the rules; `None` if it could go on.
    pub outcome: Option<Outcome>,
}

/// What is wrong with a game, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}{kind}", ply.map(|ply| format!("ply {ply}: ")).unwrap_or_default())]
pub struct Fault {
    /// The number of the line in the file on which the game begins, from 1.
    pub line: usize,
    /// The number of the move that is at fault, from 1; `None` if it is no move.
    pub ply: Option<usize>,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What can be wrong with a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FaultKind {
    /// Nothing says which game it is.
    #[error("there is no tag {VARIANT}")]
    NoVariant,
    /// There is no such game.
    #[error("{VARIANT} {text:?} names no game; {hint}", hint = spelling(*meant))]
    Variant {
        /// The tag's value.
        text: String,
        /// The game that people call so.
        meant: Option<&'static str>,
    },
    /// The game has no such option.
    #[error("{RULE_OPTIONS}: {0}")]
    Option(#[from] UnknownOption),
    /// A position is promised, and not there.
    #[error("{SET_UP} is \"1\", but there is no tag {FEN}")]
    NoFen,
    /// The position it begins with is refused.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A move is refused.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A move comes after the end.
    #[error("move {text:?} comes after the end of the game ({outcome})")]
    AfterEnd {
        /// The move's text.
        text: String,
        /// How the game had ended.
        outcome: Outcome,
    },
    /// The result stands there twice, and not the same.
    #[error("the tag {RESULT} is {tag:?}, but {moves:?} stands behind the moves")]
    TwoResults {
        /// The tag's value.
        tag: String,
        /// What stands behind the moves.
        moves: String,
    },
    /// The rules give the game another result.
    #[error("the result is {result:?}, but by the rules {} ({outcome})", outcome.result())]
    WrongResult {
        /// The result in the file.
        result: String,
        /// How the game ended by the rules.
        outcome: Outcome,
    },
    /// The game is said to have ended by the rules, and has not.
    #[error("{TERMINATION} is {text:?}, but by the rules the game could go on")]
    NotOver {
        /// The value of the tag that says so.
        text: String,
    },
}

fn spelling(meant: Option<&str>) -> String {
    match meant {
        Some(name) => format!("write {name:?}"),
        None => {
            let names: Vec<_> = games::ALL.iter().map(|game| game.name).collect();
            format!("there are {}", names.join(", "))
        }
    }
}

/// Plays a game to its end and looks whether its tags and its result are true. A game that names no
/// variant is taken for one of `default`.
///
/// A game that is over by the rules must have their result, whatever ended it according to the tag
/// `Termination`. That tag is otherwise looked at only if it says that the rules ended the game.
///
/// # Errors
/// Names the first fault.
pub fn replay(game: &PgnGame, default: Option<Variant>) -> Result<Replayed, Fault> {
    let mut session = begin(game, default)?;
    play(&mut *session, game, &game.moves)?;
    let outcome = session.outcome();
    check_result(game, outcome).map_err(|kind| Fault { line: game.line, ply: None, kind })?;
    Ok(Replayed {
        game: session.info(),
        options: session.options(),
        start_fen: session.start_fen(),
        final_fen: session.fen(),
        plies: session.plies(),
        outcome,
    })
}

/// A session at the position in which `game` begins.
///
/// # Errors
/// Names the tag that is at fault.
pub(in crate::arena) fn begin(
    game: &PgnGame,
    default: Option<Variant>,
) -> Result<Box<dyn Session>, Fault> {
    let begin = || {
        let (info, options) = variant(game, default)?;
        Ok(session::open_at(info, options, &start(game)?, NO_SEARCH_HASH)?)
    };
    begin().map_err(|kind| Fault { line: game.line, ply: None, kind })
}

/// The variant that the tags name.
///
/// # Errors
/// Names the tag that is at fault.
pub(in crate::arena) fn variant_of(
    game: &PgnGame,
    default: Option<Variant>,
) -> Result<Variant, Fault> {
    variant(game, default).map_err(|kind| Fault { line: game.line, ply: None, kind })
}

fn variant(game: &PgnGame, default: Option<Variant>) -> Result<Variant, FaultKind> {
    let (info, options) = match game.tag(VARIANT) {
        Some(name) => (find(name)?, Options::NONE),
        None => default.ok_or(FaultKind::NoVariant)?,
    };
    match game.tag(RULE_OPTIONS) {
        Some(list) => Ok((info, Options::listed(info, list)?)),
        None => Ok((info, options)),
    }
}

fn find(name: &str) -> Result<&'static GameInfo, FaultKind> {
    games::find(name).ok_or_else(|| FaultKind::Variant {
        text: name.to_owned(),
        meant: games::called(name.trim()).map(|game| game.name),
    })
}

fn start(game: &PgnGame) -> Result<Start, FaultKind> {
    match game.tag(FEN) {
        Some(fen) => Ok(Start::Fen(fen.to_owned())),
        None if game.tag(SET_UP) == Some("1") => Err(FaultKind::NoFen),
        None => Ok(Start::Default),
    }
}

/// Plays `moves` of `game` in a session that [`begin`] gave.
///
/// # Errors
/// Names the first move that is illegal or comes after the end.
pub(in crate::arena) fn play(
    session: &mut dyn Session,
    game: &PgnGame,
    moves: &[PgnMove],
) -> Result<(), Fault> {
    for PgnMove { text, .. } in moves {
        let played = match session.outcome() {
            Some(outcome) => Err(FaultKind::AfterEnd { text: text.clone(), outcome }),
            None => session.play(text).map_err(FaultKind::from),
        };
        let ply = Some(session.plies() + 1);
        played.map_err(|kind| Fault { line: game.line, ply, kind })?;
    }
    Ok(())
}

/// Looks whether the result is true.
fn check_result(game: &PgnGame, outcome: Option<Outcome>) -> Result<(), FaultKind> {
    let result = &game.result;
    if let Some(tag) = game.tag(RESULT).filter(|tag| tag != result) {
        return Err(FaultKind::TwoResults { tag: tag.to_owned(), moves: result.clone() });
    }
    let termination = game.tag(TERMINATION).filter(|text| text.parse() == Ok(Termination::Normal));
    match (outcome, termination) {
        (Some(outcome), _) if outcome.result() != result => {
            Err(FaultKind::WrongResult { result: result.clone(), outcome })
        }
        (None, Some(text)) => Err(FaultKind::NotOver { text: text.to_owned() }),
        _ => Ok(()),
    }
}
