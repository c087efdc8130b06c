//! Perft suites: text files of positions with the counts that they must have.
//!
//! A line is `FEN ;D1 n ;D2 n …`, where `Dd n` says that there are `n` sequences of `d` legal moves.
//! Before the FEN may stand whose position it is: `livonian: ` or `horizons[no-shield,old-ox]: `.
//! Empty lines say nothing, nor does what follows a `#`.

use std::path::Path;

use thiserror::Error;

use crate::fen;
use crate::game::{GameInfo, Options, Variant};
use crate::games;
use crate::lines::LineFault;
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

/// Why a suite was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("suite line {line}: {fault}")]
pub struct SuiteError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: LineFault,
}

/// The game whose name begins the name of a suite's file; the longest, if several do.
pub fn game_of_file(path: &Path) -> Option<&'static GameInfo> {
    let stem = path.file_stem()?.to_string_lossy();
    let fitting = games::ALL.iter().filter(|game| stem.starts_with(game.name));
    fitting.max_by_key(|game| game.name.len()).copied()
}

/// Reads a suite. Lines that name no game belong to `default`, with its options.
///
/// # Errors
/// Names the first line that is wrong, what is wrong with it, and the text.
pub fn parse(text: &str, default: Option<Variant>) -> Result<Vec<Entry>, SuiteError> {
    read_lines(text, |line, text| read_line(line, text, default))
}

/// Reads each line that says something with `read`, which gets its number and its text.
pub(crate) fn read_lines<T>(
    text: &str,
    read: impl Fn(usize, &str) -> Result<T, LineFault>,
) -> Result<Vec<T>, SuiteError> {
    let lines = (1..).zip(text.lines().map(fen::without_comment));
    let lines = lines.filter(|(_, text)| !text.is_empty());
    lines.map(|(line, text)| read(line, text).map_err(|fault| SuiteError { line, fault })).collect()
}

fn read_line(line: usize, text: &str, default: Option<Variant>) -> Result<Entry, LineFault> {
    let (owner, rest) = split_owner(text);
    let fen = fen::on_line(rest).ok_or_else(|| LineFault::new("no position", text))?;
    let (game, options) = variant(owner, default, fen)?;
    let counts = rest.split(';').skip(1).map(|count| read_count(count.trim()));
    let counts = counts.collect::<Result<_, _>>()?;
    Ok(Entry { line, game, options, fen: fen.to_owned(), counts })
}

/// Cuts the owner from a line that begins with one. A board's `/` stands before any other `:`.
pub fn split_owner(line: &str) -> (Option<&str>, &str) {
    match line.split_once(':') {
        Some((owner, rest)) if !owner.contains('/') => (Some(owner.trim()), rest.trim()),
        _ => (None, line.trim()),
    }
}

/// Whose position `fen` is: the owner's that stands before it, else the default's.
///
/// # Errors
/// If the owner is no game, or has not these options; if there is neither owner nor default.
pub fn variant(
    owner: Option<&str>,
    default: Option<Variant>,
    fen: &str,
) -> Result<Variant, LineFault> {
    match owner {
        Some(owner) => read_owner(owner),
        None => default.ok_or_else(|| LineFault::new("no game is named", fen)),
    }
}

/// Reads `game` or `game[option,…]`.
fn read_owner(text: &str) -> Result<Variant, LineFault> {
    let (name, list) = match text.split_once('[') {
        Some((name, rest)) => {
            let list = rest.strip_suffix(']');
            (name, list.ok_or_else(|| LineFault::new("no ] behind [", text))?)
        }
        None => (text, ""),
    };
    let no_game = || LineFault::new(format!("no game {name:?}"), text);
    let game = games::find(name).ok_or_else(no_game)?;
    let options = Options::listed(game, list);
    Ok((game, options.map_err(|error| LineFault::new(error.to_string(), text))?))
}

/// Reads `Dd n`.
fn read_count(text: &str) -> Result<(u32, u64), LineFault> {
    let read = || {
        let (depth, nodes) = text.strip_prefix('D')?.split_once(char::is_whitespace)?;
        let depth = depth.parse().ok().filter(|depth| (1..=DEEPEST).contains(depth))?;
        Some((depth, nodes.trim().parse().ok()?))
    };
    read().ok_or_else(|| LineFault::new("not a count of the form D1 20", text))
}

/// The owner's name as it stands before a FEN in a suite: `game` or `game[option,…]`.
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
        let entries =
            parse(text, games::find("knightfall").map(|game| (game, Options::NONE))).unwrap();
        let [first, second] = &entries[..] else { panic!("{entries:?}") };
        assert_eq!((first.line, first.game.name), (3, "knightfall"));
        assert_eq!(first.fen, "6/6 w - - 0 1");
        assert_eq!(first.counts, [(1, 3), (2, 40)]);
        assert_eq!((second.line, second.fen.as_str()), (4, "6/6 b - -"));
        assert_eq!(second.options, Options::NONE);
    }

    #[test]
    fn every_wrong_line_is_named() {
        for (line, fault, text) in [
            ("6/6 w - - 0 1 ;D1 3", "no game is named", "6/6 w - - 0 1"),
            ("knightfall: ;D1 3", "no position", "knightfall: ;D1 3"),
            ("halma: 6/6 ;D1 3", "no game \"halma\"", "halma"),
            ("knightfall[x: 6/6 ;D1 3", "no ] behind [", "knightfall[x"),
            ("knightfall: 6/6 ;D1", "not a count of the form D1 20", "D1"),
            ("knightfall: 6/6 ;D1 3 ;", "not a count of the form D1 20", ""),
            ("knightfall: 6/6 ;D0 3", "not a count of the form D1 20", "D0 3"),
            ("knightfall: 6/6 ;D1 -3", "not a count of the form D1 20", "D1 -3"),
        ] {
            let error = parse(&format!("#\n{line}"), None).unwrap_err();
            assert_eq!(error, SuiteError { line: 2, fault: LineFault::new(fault, text) }, "{line}");
        }
        let error = parse("knightfall[wild]: 6/6 ;D1 3", None).unwrap_err();
        assert!(error.to_string().contains("no option \"wild\""), "{error}");
    }
}
