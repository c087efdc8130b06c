//! Perft suites: text files of positions with the counts that they must have.
//!
//! A line is `FEN ;D1 n ;D2 n …`, where `Dd n` says that there are `n` sequences of `d` legal moves.
//! Before the FEN may stand whose position it is: `livonian: ` or `horizons[no-shield,old-ox]: `.
//! Empty lines and lines that begin with `#` say nothing.

use thiserror::Error;

use crate::game::{GameInfo, Options, UnknownOption};
use crate::games;
use crate::perft::DEEPEST;

/// One position of a suite.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The number of its line in the file, from 1.
    pub line: usize,
    /// The game it belongs to.
    pub game: &'static GameInfo,
    /// The options it is played with.
    pub options: Options,
    /// The position; whoever wants to count in it finds out whether the game accepts it.
    pub fen: String,
    /// Depths and their counts, in the order of the file.
    pub counts: Vec<(u32, u64)>,
}

/// What one line of a suite says.
#[derive(Debug)]
pub struct Line<'a> {
    /// The game and the options it names, if it does.
    pub owner: Option<(&'static GameInfo, Options)>,
    /// What stands before the counts.
    pub position: &'a str,
    /// Depths and their counts, in the order of the line.
    pub counts: Vec<(u32, u64)>,
}

/// Why a line was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LineError {
    /// `[` without `]`.
    #[error("a bracket is not closed: {0:?}")]
    Bracket(String),
    /// There is no such game.
    #[error("no game {0:?}")]
    Game(String),
    /// The game has no such option.
    #[error(transparent)]
    Option(#[from] UnknownOption),
    /// Not a depth and a count.
    #[error("not a depth and a count such as `D3 1184`: {0:?}")]
    Count(String),
    /// No position stands before the counts.
    #[error("no position: {0:?}")]
    Position(String),
    /// The line names no game, and neither does anything else.
    #[error("no game named: {0:?}")]
    Nameless(String),
}

/// Why a suite was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("suite line {line}: {error}")]
pub struct SuiteError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: LineError,
}

/// Reads a suite. Lines that name no game belong to `game`, without options.
///
/// # Errors
/// Names the first line that is wrong, and what is wrong with it.
pub fn parse(text: &str, game: Option<&'static GameInfo>) -> Result<Vec<Entry>, SuiteError> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
    let entry =
        |(line, text)| read_entry(line, text, game).map_err(|error| SuiteError { line, error });
    lines.map(entry).collect()
}

fn read_entry(
    line: usize,
    text: &str,
    default: Option<&'static GameInfo>,
) -> Result<Entry, LineError> {
    let Line { owner, position, counts } = read_line(text)?;
    let owner = owner.or_else(|| default.map(|game| (game, Options::NONE)));
    let (game, options) = owner.ok_or_else(|| LineError::Nameless(text.to_owned()))?;
    if position.is_empty() {
        return Err(LineError::Position(text.to_owned()));
    }
    Ok(Entry { line, game, options, fen: position.to_owned(), counts })
}

/// Reads one line that is neither empty nor a comment.
///
/// # Errors
/// Says what is wrong with the line.
pub fn read_line(text: &str) -> Result<Line<'_>, LineError> {
    let (owner, rest) = match text.split_once(':') {
        Some((owner, rest)) => (Some(read_owner(owner.trim())?), rest),
        None => (None, text),
    };
    let mut parts = rest.split(';').map(str::trim);
    let position = parts.next().unwrap_or_default();
    let counts = parts.map(read_count).collect::<Result<_, _>>()?;
    Ok(Line { owner, position, counts })
}

/// Reads `game` or `game[option,…]`.
fn read_owner(text: &str) -> Result<(&'static GameInfo, Options), LineError> {
    let (name, names) = match text.split_once('[') {
        Some((name, rest)) => {
            let names = rest.strip_suffix(']');
            (name, names.ok_or_else(|| LineError::Bracket(text.to_owned()))?)
        }
        None => (text, ""),
    };
    let game = games::find(name).ok_or_else(|| LineError::Game(name.to_owned()))?;
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
    Ok((game, Options::named(game, names)?))
}

/// Reads `Dd n`.
fn read_count(text: &str) -> Result<(u32, u64), LineError> {
    let read = || {
        let (depth, nodes) = text.strip_prefix('D')?.split_once(char::is_whitespace)?;
        let depth = depth.parse().ok().filter(|depth| (1..=DEEPEST).contains(depth))?;
        Some((depth, nodes.trim().parse().ok()?))
    };
    read().ok_or_else(|| LineError::Count(text.to_owned()))
}

/// The owner as it stands before a FEN in a suite: `game` or `game[option,…]`.
pub fn owner(game: &GameInfo, options: Options) -> String {
    let names: Vec<_> = options.names(game).collect();
    match names[..] {
        [] => game.name.to_owned(),
        _ => format!("{}[{}]", game.name, names.join(",")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_line_is_read() {
        let text = "# a comment\n\n  knightfall: 6/6 w - - 0 1 ;D1 3 ; D2  40\n6/6 b - - ;D5 0\n";
        let entries = parse(text, games::find("knightfall")).unwrap();
        let [first, second] = &entries[..] else { panic!("{entries:?}") };
        assert_eq!((first.line, first.game.name), (3, "knightfall"));
        assert_eq!(first.fen, "6/6 w - - 0 1");
        assert_eq!(first.counts, [(1, 3), (2, 40)]);
        assert_eq!((second.line, second.fen.as_str()), (4, "6/6 b - -"));
        assert_eq!(second.options, Options::NONE);
    }

    #[test]
    fn options_are_read_as_they_are_written() {
        for game in games::ALL {
            for place in 0..game.options.len() {
                let options = Options::NONE.with(place, true).with(0, true);
                let text = owner(game, options);
                assert_eq!(read_owner(&text).map(|owner| owner.1), Ok(options), "{text}");
            }
        }
    }

    #[test]
    fn every_wrong_line_is_named() {
        for (line, error) in [
            ("6/6 w - - 0 1 ;D1 3", "no game named: \"6/6 w - - 0 1 ;D1 3\""),
            ("halma: 6/6 ;D1 3", "no game \"halma\""),
            ("knightfall[x: 6/6 ;D1 3", "a bracket is not closed: \"knightfall[x\""),
            ("knightfall[x]: 6/6 ;D1 3", "knightfall has no option \"x\"; it has none"),
            ("knightfall: ;D1 3", "no position: \"knightfall: ;D1 3\""),
            ("knightfall: 6/6 ;D1", "not a depth and a count such as `D3 1184`: \"D1\""),
            ("knightfall: 6/6 ;D1 3 ;", "not a depth and a count such as `D3 1184`: \"\""),
            ("knightfall: 6/6 ;D0 1", "not a depth and a count such as `D3 1184`: \"D0 1\""),
        ] {
            let refused = parse(&format!("#\n{line}"), None).unwrap_err();
            assert_eq!(refused.to_string(), format!("suite line 2: {error}"));
        }
    }
}
