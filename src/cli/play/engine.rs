//! The engine as an opponent: asking it for a move, and writing moves and scores for people.

use std::sync::mpsc;

use crate::board::Side;
use crate::cli::error::Error;
use crate::game::Style;
use crate::search::{Best, Limits, Score};
use crate::session::{Event, Session};

/// What the engine would play in the present position; `None` if there is no move.
pub(super) fn think(session: &mut dyn Session, limits: &Limits) -> Option<Best<String>> {
    let (sender, receiver) = mpsc::channel();
    let events = move |event| {
        if let Event::Done(best) = event {
            // The receiver below outlives the search.
            let _ = sender.send(best);
        }
    };
    session.go(limits, Style::Plain, Box::new(events));
    let best = receiver.recv().ok();
    session.wait();
    best.filter(|best| best.best.is_some())
}

/// Lets the engine make a move; gives it in people's style, and what the engine thinks of it.
pub(super) fn play(session: &mut dyn Session, limits: &Limits) -> Result<String, Error> {
    let no_move = |session: &dyn Session| Error::NoBestMove(session.fen());
    let found = think(session, limits);
    let (text, best) =
        found.and_then(|best| Some((best.best.clone()?, best))).ok_or_else(|| no_move(session))?;
    let shown = session.read_move(&text, Style::People)?;
    session.play(&text)?;
    Ok(format!("{shown}  ({text}; {})", verdict(&best)))
}

/// The worth of the best line, for the side that plays it, and how deep the engine looked.
pub(super) fn verdict(best: &Best<String>) -> String {
    let score = match best.info.score {
        Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::WinIn(plies) => format!("wins in {}", counted_plies(plies)),
        Score::LossIn(plies) => format!("loses in {}", counted_plies(plies)),
    };
    format!("{score}, depth {}", best.info.depth)
}

fn counted_plies(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// The moves played, numbered, a line for each of White's with Black's reply.
pub(super) fn move_list(session: &dyn Session) -> Vec<String> {
    let moves = session.moves_played(Style::People);
    let black_began = (session.side() == Side::Black) == moves.len().is_multiple_of(2);
    // The sixth field of a FEN is the number of the move.
    let first = session.start_fen().split(' ').nth(5).and_then(|number| number.parse().ok());
    numbered(moves, black_began, first.unwrap_or(1))
}

fn numbered(mut moves: Vec<String>, black_began: bool, first: u32) -> Vec<String> {
    if black_began && !moves.is_empty() {
        moves.insert(0, "...".to_owned());
    }
    let width = moves.iter().step_by(2).map(|text| text.chars().count()).max().unwrap_or_default();
    let line = |(pair, number): (&[String], u32)| match pair {
        [white, black] => format!("{number:>3}. {white:width$}  {black}"),
        _ => format!("{number:>3}. {}", pair.concat()),
    };
    moves.chunks(2).zip(first..).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(moves: &[&str]) -> Vec<String> {
        moves.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn moves_are_numbered_in_pairs() {
        let moves = texts(&["a2-a3", "b5-b4", "Nc1xd3"]);
        assert_eq!(numbered(moves, false, 1), ["  1. a2-a3   b5-b4", "  2. Nc1xd3"]);
        assert_eq!(numbered(Vec::new(), true, 1), [""; 0]);
    }

    #[test]
    fn a_game_that_black_begins_says_so() {
        let moves = texts(&["b5-b4", "a2-a3"]);
        assert_eq!(numbered(moves, true, 9), ["  9. ...    b5-b4", " 10. a2-a3"]);
    }
}
