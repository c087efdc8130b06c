//! Knights & Roses: every move takes a man of either side, and turns the taker's coat of arms.

use super::common::{
    self, Analysis, Board, Fields, Square, Turn, UNDECIDED, belongs, distance, name, of_side, win,
    write_fen,
};

/// The result and the legal moves of a position; this game has no options.
pub fn analyse(fen: &str, options: &[&str]) -> Result<Analysis, String> {
    common::require_known(options, &[])?;
    let (board, turn) = read(fen)?;
    let moves = moves(&board, turn);
    let result = if moves.is_empty() { win(!turn.white) } else { UNDECIDED };
    Ok(Analysis { result, moves })
}

/// Counts move texts to a depth; panics if the FEN is refused.
pub fn perft(fen: &str, options: &[&str], depth: u32) -> u64 {
    common::perft(analyse, fen, options, depth)
}

fn read(fen: &str) -> Result<(Board, Turn), String> {
    let fields = Fields::read(fen)?;
    fields.require_plain()?;
    let board = Board::read(fields.board, 8, 8, "nr")?;
    // Whoever took last is still there, so no game ever empties the board.
    if board.squares().all(|square| board.is_empty(square)) {
        return Err("nobody on the board".to_string());
    }
    Ok((board, fields.turn))
}

fn moves(board: &Board, turn: Turn) -> Vec<(String, String)> {
    let mut moves = Vec::new();
    for from in board.men_of(turn.white) {
        for to in board.squares().filter(|&to| may_take(board, from, to)) {
            let text = format!("{}{}", name(from), name(to));
            let after = board.with_move(from, to, other_kind(board.at(from)));
            // Every move takes a man, and none of them comes back.
            moves.push((text, write_fen(&after, turn.next(true), "-")));
        }
    }
    moves.sort();
    moves
}

/// What the taker turns into.
fn other_kind(man: char) -> char {
    let other = if "Nn".contains(man) { 'r' } else { 'n' };
    of_side(other, belongs(man, true))
}

/// Whether the man on `from` may take whoever stands on `to`, friend or foe.
fn may_take(board: &Board, from: Square, to: Square) -> bool {
    let (files, ranks) = distance(from, to);
    if from == to || board.is_empty(to) {
        return false;
    }
    if "Nn".contains(board.at(from)) {
        return matches!((files, ranks), (1, 2) | (2, 1));
    }
    let one_step = files.max(ranks) == 1;
    one_step || (files == ranks && board.clear_line(from, to))
}
