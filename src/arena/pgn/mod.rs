//! PGN, the text form of games: what a game in a file says, and how it is written. [`read`] takes
//! files apart, [`replay`] plays what stands in them by the rules.
//!
//! Move texts are the games' own plain ones. Two tags are not those of chess: `Variant` names the
//! game and `RuleOptions` its options, separated by commas.

mod reader;
mod replay;
#[cfg(test)]
mod tests;

use std::fmt::{self, Write};

use crate::board::Side;
use crate::fen::Fields;

pub use reader::{PgnError, read};
pub use replay::{Fault, FaultKind, Replayed, replay};
pub(super) use replay::{begin, play, variant_of};

/// The tag that names the game.
pub const VARIANT: &str = "Variant";
/// The tag that names the options, separated by commas.
pub const RULE_OPTIONS: &str = "RuleOptions";
/// The tag with the position that the game begins with.
pub const FEN: &str = "FEN";
/// The tag that says by `1` that there is a [`FEN`].
pub const SET_UP: &str = "SetUp";
/// The tag that repeats the result.
pub const RESULT: &str = "Result";
/// The tag that says in which way the game ended; see [`Termination`](super::ending::Termination).
pub const TERMINATION: &str = "Termination";

/// The result of a game that has none.
pub const NO_RESULT: &str = "*";
/// All that can stand behind the last move.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", NO_RESULT];

/// A line of movetext is longer than this only if a single word is.
const LINE: usize = 79;

/// A game as it stands in a file; nothing says that it keeps the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnGame {
    /// Names and values, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub moves: Vec<PgnMove>,
    /// The comment before the result that belongs to no move.
    pub closing: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` if there is none.
    pub result: String,
    /// The number of the line it begins on, from 1; writing does not look at it.
    pub line: usize,
}

/// A move as it stands in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnMove {
    /// The move's text.
    pub text: String,
    /// The comment behind it.
    pub comment: Option<String>,
}

impl PgnGame {
    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Who moves first, and the number of the first move.
    fn first_move(&self) -> (Side, u64) {
        let fields = self.tag(FEN).and_then(|fen| Fields::split(fen, true).ok());
        fields.map_or((Side::White, 1), |fields| (fields.side, fields.number.into()))
    }

    /// The words of the movetext; between any two a line can end.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let (mut side, mut number) = self.first_move();
        let mut is_bare = false;
        for (place, mv) in self.moves.iter().enumerate() {
            match side {
                Side::White => words.push(format!("{number}.")),
                Side::Black if place == 0 => words.push(format!("{number}...")),
                Side::Black => {}
            }
            number += u64::from(side == Side::Black);
            side = !side;
            words.push(mv.text.clone());
            let comment = comment_words(mv.comment.as_deref());
            is_bare = comment.is_empty();
            words.extend(comment);
        }
        let closing = comment_words(self.closing.as_deref());
        if is_bare && !closing.is_empty() {
            // Without the empty comment it would be read as one on the last move.
            words.push("{}".to_owned());
        }
        words.extend(closing);
        words.push(self.result.clone());
        words
    }
}

impl fmt::Display for PgnGame {
    /// The game with the empty line behind it that separates it from the next.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            writeln!(f, "[{name} \"{}\"]", escaped(value))?;
        }
        f.write_char('\n')?;
        let mut column = 0;
        for word in self.words() {
            let length = word.chars().count();
            let separator = match column {
                0 => "",
                _ if column + 1 + length > LINE => "\n",
                _ => " ",
            };
            column = if separator == " " { column + 1 + length } else { length };
            write!(f, "{separator}{word}")?;
        }
        f.write_str("\n\n")
    }
}

/// The value of a tag as it stands between quotes: on one line, whatever it holds.
fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for letter in value.chars() {
        if matches!(letter, '"' | '\\') {
            text.push('\\');
        }
        text.push(if letter.is_control() { ' ' } else { letter });
    }
    text
}

/// A comment in braces, cut into words; nothing if it says nothing. Braces inside would end it too
/// early, so round brackets stand for them.
fn comment_words(comment: Option<&str>) -> Vec<String> {
    let kept = |letter: char| match letter {
        '{' => '(',
        '}' => ')',
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    let comment: String = comment.unwrap_or_default().chars().map(kept).collect();
    let mut words: Vec<String> = Vec::new();
    for word in comment.split_whitespace() {
        match words.last_mut() {
            None => words.push(format!("{{{word}")),
            // At the beginning of a line these would be taken for something else.
            Some(last) if word.starts_with(['%', '[']) => {
                last.push(' ');
                last.push_str(word);
            }
            Some(_) => words.push(word.to_owned()),
        }
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}
