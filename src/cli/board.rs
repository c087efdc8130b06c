//! The board of a session as a picture.

use super::error::Error;
use crate::game::GameInfo;
use crate::picture::{Board, Man, Mark};
use crate::session::{Session, Trace};

/// The present board, with the last move marked.
pub(super) fn board(session: &dyn Session, flipped: bool) -> Board {
    let game = session.info();
    let mut board = Board::new(game.files, game.ranks);
    board.men = (0..board.squares()).map(|square| man(session, square)).collect();
    board.flipped = flipped;
    if let Some(trace) = session.last_trace() {
        let step = trace.step.into_iter().flat_map(|(from, to)| [from, to]);
        board.marks.extend(step.map(|square| (square, Mark::LastMove)));
        board.marks.extend(trace.struck.iter().map(|&square| (square, Mark::Strike)));
    }
    board
}

fn man(session: &dyn Session, square: usize) -> Option<Man> {
    let (side, kind) = session.man_at(square)?;
    let kind = &session.info().men[kind];
    Some(Man { side, letter: kind.letter, picture: kind.picture })
}

/// Marks what the man on `square` can do, in place of the last move.
pub(super) fn mark_moves(board: &mut Board, session: &dyn Session, square: usize) {
    board.marks = vec![(square, Mark::LastMove)];
    let traces = session.traces_from(square);
    let mut marks: Vec<_> = traces.iter().flat_map(marks_of).collect();
    for mark in marks.drain(..) {
        if !board.marks.contains(&mark) {
            board.marks.push(mark);
        }
    }
}

/// The marks of what a move does.
fn marks_of(trace: &Trace) -> impl Iterator<Item = (usize, Mark)> {
    let reached = if trace.takes { Mark::Capture } else { Mark::Target };
    let step = trace.step.map(|(_, to)| (to, reached));
    step.into_iter().chain(trace.struck.iter().map(|&square| (square, Mark::Strike)))
}

/// The index of the square that `text` names on the board of `game`.
pub(super) fn square(game: &GameInfo, text: &str) -> Result<usize, Error> {
    let (files, ranks) = (game.files, game.ranks);
    game.square_named(text).ok_or_else(|| Error::Square { text: text.to_owned(), files, ranks })
}
