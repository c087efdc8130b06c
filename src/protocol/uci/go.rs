//! The arguments of `go`.

use std::time::Duration;

use thiserror::Error;

use crate::board::Side;
use crate::perft::DEEPEST;
use crate::search::{Clock, Limits};

/// What a `go` asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Go {
    /// A search; its `moves` are as they came.
    Search(Limits),
    /// The nodes below each move, to this depth.
    Perft(u32),
}

/// Why a `go` was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{word} needs a number, not {text:?}")]
pub(super) struct GoError {
    /// The word that wants a number.
    word: String,
    /// What follows it.
    text: String,
}

/// What was said about the clocks, per side.
#[derive(Debug, Default)]
struct Clocks {
    time: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
}

impl Clocks {
    /// The clock of the side to move. If only the other's is known, that is the best guess.
    fn of(&self, mover: Side) -> Option<Clock> {
        let [white, black] = self.time;
        let [white_increment, black_increment] = self.increment;
        let (own, other, increment) = match mover {
            Side::White => (white, black, white_increment),
            Side::Black => (black, white, black_increment),
        };
        let moves_to_go = self.moves_to_go;
        Some(Clock { remaining: own.or(other)?, increment, moves_to_go })
    }
}

/// Reads the arguments of a `go` with `mover` to move; gives back besides the words that mean
/// nothing. A `go` that limits nothing is infinite.
///
/// # Errors
/// A limit without a readable number: to guess at it would be to search for ever, or not at all.
pub(super) fn read(arguments: &str, mover: Side) -> Result<(Go, Vec<&str>), GoError> {
    let mut words = arguments.split_ascii_whitespace().peekable();
    let (mut limits, mut clocks, mut unknown) = (Limits::default(), Clocks::default(), Vec::new());
    let [white, black] = &mut clocks.time;
    let [white_increment, black_increment] = &mut clocks.increment;
    while let Some(word) = words.next() {
        let mut number = || number(word, words.next());
        match word {
            "ponder" => limits.ponder = true,
            "infinite" => limits.infinite = true,
            "wtime" => *white = Some(millis(number()?)),
            "btime" => *black = Some(millis(number()?)),
            "winc" => *white_increment = millis(number()?),
            "binc" => *black_increment = millis(number()?),
            // Some hosts write 0 for all the rest of the game.
            "movestogo" => clocks.moves_to_go = Some(number()?).filter(|&left| left > 0).map(count),
            "movetime" => limits.movetime = Some(millis(number()?)),
            "depth" => limits.depth = Some(count(number()?)),
            "mate" => limits.mate = Some(count(number()?)),
            "nodes" => limits.nodes = Some(number()?.max(1).unsigned_abs()),
            "perft" => {
                let depth = number()?.clamp(0, i64::from(DEEPEST));
                return Ok((Go::Perft(depth as u32), unknown));
            }
            "searchmoves" => {
                while let Some(text) = words.next_if(|word| !is_keyword(word)) {
                    limits.moves.push(text.to_owned());
                }
            }
            _ => unknown.push(word),
        }
    }
    limits.clock = clocks.of(mover);
    limits.infinite |= !is_limited(&limits);
    Ok((Go::Search(limits), unknown))
}

/// Whether the search would ever end by itself.
fn is_limited(limits: &Limits) -> bool {
    let Limits { depth, nodes, movetime, clock, mate, .. } = limits;
    depth.is_some() || nodes.is_some() || movetime.is_some() || clock.is_some() || mate.is_some()
}

/// Whether `word` begins another argument.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "ponder"
            | "infinite"
            | "wtime"
            | "btime"
            | "winc"
            | "binc"
            | "movestogo"
            | "movetime"
            | "depth"
            | "mate"
            | "nodes"
            | "perft"
            | "searchmoves"
    )
}

/// The number behind `word`; one that is too large counts as the largest there is.
fn number(word: &str, text: Option<&str>) -> Result<i64, GoError> {
    let text = text.unwrap_or_default();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(GoError { word: word.to_owned(), text: text.to_owned() });
    }
    let bound = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Ok(text.parse().unwrap_or(bound))
}

/// Milliseconds; a clock that has run out stands at 0.
fn millis(number: i64) -> Duration {
    Duration::from_millis(number.max(0).unsigned_abs())
}

/// A count of at least 1.
fn count(number: i64) -> u32 {
    u32::try_from(number.max(1)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(arguments: &str, mover: Side) -> Limits {
        match read(arguments, mover) {
            Ok((Go::Search(limits), unknown)) if unknown.is_empty() => limits,
            other => panic!("{arguments}: {other:?}"),
        }
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Option<Clock> {
        let [remaining, increment] = [remaining, increment].map(Duration::from_millis);
        Some(Clock { remaining, increment, moves_to_go })
    }

    #[test]
    fn each_side_has_its_clock() {
        let go = "wtime 1000 btime 2000 winc 10 binc 20 movestogo 5";
        assert_eq!(limits(go, Side::White).clock, clock(1_000, 10, Some(5)));
        assert_eq!(limits(go, Side::Black).clock, clock(2_000, 20, Some(5)));
        assert_eq!(limits("btime 100", Side::White).clock, clock(100, 0, None));
        assert_eq!(limits("wtime 900 movestogo 0", Side::White).clock, clock(900, 0, None));
        assert_eq!(limits("wtime -50", Side::White).clock, clock(0, 0, None));
    }

    #[test]
    fn limits_are_read_in_any_order_and_size() {
        let all = limits("mate 3 nodes 5000000000 movetime 70 ponder depth 300", Side::White);
        assert_eq!((all.mate, all.nodes, all.depth), (Some(3), Some(5_000_000_000), Some(300)));
        assert_eq!((all.movetime, all.ponder), (Some(Duration::from_millis(70)), true));
        assert!(!all.infinite);
        let huge = limits("depth 99999999999999999999 nodes 0", Side::White);
        assert_eq!((huge.depth, huge.nodes), (Some(u32::MAX), Some(1)));
    }

    #[test]
    fn without_a_limit_it_is_infinite() {
        for go in ["", "infinite", "ponder", "winc 5", "searchmoves a2a3"] {
            assert!(limits(go, Side::White).infinite, "{go}");
        }
        assert!(limits("infinite depth 3", Side::White).infinite);
    }

    #[test]
    fn moves_go_on_to_the_next_word() {
        let go = limits("searchmoves a2a3 b2b3 depth 2", Side::White);
        assert_eq!((go.moves, go.depth), (vec!["a2a3".to_owned(), "b2b3".to_owned()], Some(2)));
    }

    #[test]
    fn perft_is_no_search() {
        assert_eq!(read("perft 4", Side::White), Ok((Go::Perft(4), vec![])));
        assert_eq!(read("perft -4", Side::White), Ok((Go::Perft(0), vec![])));
    }

    #[test]
    fn what_is_no_number_is_named() {
        let error = read("depth abc", Side::White).unwrap_err();
        assert_eq!(error.to_string(), "depth needs a number, not \"abc\"");
        assert!(read("wtime", Side::White).is_err());
        let (_, unknown) = read("foo depth 3", Side::White).unwrap();
        assert_eq!(unknown, ["foo"]);
    }
}
