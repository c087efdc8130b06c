//! Slow and obvious second opinions on the rules of the five games.
//!
//! Each module reads the rules word for word: it asks of every pair of squares whether a man may go
//! from one to the other, makes the move on a copied board and looks at the outcome. Nothing here is
//! fast, nothing is clever and nothing is shared with the engine, so that the engine can be checked
//! against it.
#![allow(dead_code, reason = "each test file uses its own part of it")]

pub mod common;
pub mod crittermate;
pub mod horizons;
pub mod knightfall;
pub mod knightsroses;
pub mod livonian;

use common::Analysis;

/// What a reference answers about a FEN and the names of the options: result and moves, or why the
/// rules refuse it.
pub type Analyse = fn(&str, &[&str]) -> Result<Analysis, String>;

/// The reference of the game with this name.
///
/// # Panics
/// If there is none: a game without a second opinion is not tested.
pub fn of(game: &str) -> Analyse {
    match game {
        "knightfall" => knightfall::analyse,
        "crittermate" => crittermate::analyse,
        "horizons" => horizons::analyse,
        "knightsroses" => knightsroses::analyse,
        "livonian" => livonian::analyse,
        _ => panic!("{game} has no reference: write one in tests/reference"),
    }
}
