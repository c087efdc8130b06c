//! Knightfall: chess men without kings on 6×6; who loses his last knight has lost.

use super::common::{
    self, Analysis, Board, DRAW, Fields, Square, Turn, UNDECIDED, belongs, distance, name, of_side,
    win, write_fen,
};

/// The result and the legal moves of a position; this game has no options.
pub fn analyse(fen: &str, options: &[&str]) -> Result<Analysis, String> {
    common::require_known(options, &[])?;
    let (board, turn) = read(fen)?;
    if let Some(white) = winner(&board) {
        let result = win(white);
        let moves = Vec::new();
        return Ok(Analysis { result, moves });
    }
    let moves = moves(&board, turn);
    let drawn = moves.is_empty() || turn.is_drawn();
    let result = if drawn { DRAW } else { UNDECIDED };
    Ok(Analysis { result, moves })
}

/// Counts move texts to a depth; panics if the FEN is refused.
pub fn perft(fen: &str, options: &[&str], depth: u32) -> u64 {
    common::perft(analyse, fen, options, depth)
}

fn read(fen: &str) -> Result<(Board, Turn), String> {
    let fields = Fields::read(fen)?;
    fields.require_plain()?;
    let board = Board::read(fields.board, 6, 6, "prnb")?;
    common::require_pawns_inside(&board)?;
    if board.count('N') == 0 && board.count('n') == 0 {
        return Err("no knight on either side".to_string());
    }
    Ok((board, fields.turn))
}

/// The side whose opponent has no knight left.
fn winner(board: &Board) -> Option<bool> {
    if board.count('n') == 0 {
        Some(true)
    } else if board.count('N') == 0 {
        Some(false)
    } else {
        None
    }
}

fn moves(board: &Board, turn: Turn) -> Vec<(String, String)> {
    let mut moves = Vec::new();
    for from in board.men_of(turn.white) {
        for to in board.squares().filter(|&to| may_go(board, from, to)) {
            add_moves(board, turn, from, to, &mut moves);
        }
    }
    moves.sort();
    moves
}

/// One move, or one for each man a pawn can become on the last rank.
fn add_moves(
    board: &Board,
    turn: Turn,
    from: Square,
    to: Square,
    moves: &mut Vec<(String, String)>,
) {
    let man = board.at(from);
    let is_pawn = "Pp".contains(man);
    let after = turn.next(is_pawn || !board.is_empty(to));
    let mut add = |man: char, suffix: &str| {
        let text = format!("{}{}{suffix}", name(from), name(to));
        let fen = write_fen(&board.with_move(from, to, man), after, "-");
        moves.push((text, fen));
    };
    if is_pawn && (to.1 == 0 || to.1 == 5) {
        for letter in ['r', 'n', 'b'] {
            add(of_side(letter, turn.white), &letter.to_string());
        }
    } else {
        add(man, "");
    }
}

/// Whether the man on `from` may move to `to` or take there.
fn may_go(board: &Board, from: Square, to: Square) -> bool {
    let man = board.at(from);
    let white = belongs(man, true);
    let target = board.at(to);
    let (files, ranks) = distance(from, to);
    if from == to || belongs(target, white) {
        return false;
    }
    match man.to_ascii_lowercase() {
        'r' => (files == 0 || ranks == 0) && board.clear_line(from, to),
        'b' => files == ranks && board.clear_line(from, to),
        'n' => matches!((files, ranks), (1, 2) | (2, 1)),
        _ => {
            let forward = if white { 1 } else { -1 };
            // Straight onto an empty square, aslant onto an enemy man.
            to.1 - from.1 == forward && if board.is_empty(to) { files == 0 } else { files == 1 }
        }
    }
}
