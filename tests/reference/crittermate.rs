//! Critter Mate: chess on 6×6 with one fairy man, the familiar, a side.

use super::common::{
    self, Analysis, Board, DRAW, Fields, Square, Turn, UNDECIDED, belongs, distance, name, of_side,
    win, write_fen,
};

/// The letters of the four familiars.
const FAMILIARS: &str = "gchw";

/// The seventh FEN field's letter for a familiar nobody knows.
const UNKNOWN: char = '-';

/// The result and the legal moves of a position.
///
/// Option: `opening-only` (White's familiar is banned in White's first move of the game alone).
pub fn analyse(fen: &str, options: &[&str]) -> Result<Analysis, String> {
    common::require_known(options, &["opening-only"])?;
    let position = Position::read(fen, options.contains(&"opening-only"))?;
    let moves = position.moves();
    let white = position.turn.white;
    let result = if moves.is_empty() && in_check(&position.board, white) {
        win(!white)
    } else if moves.is_empty() || is_bare(&position.board) || position.turn.is_drawn() {
        DRAW
    } else {
        UNDECIDED
    };
    Ok(Analysis { result, moves })
}

/// Counts move texts to a depth; panics if the FEN is refused.
pub fn perft(fen: &str, options: &[&str], depth: u32) -> u64 {
    common::perft(analyse, fen, options, depth)
}

/// A pair of things, one a side.
#[derive(Clone, Copy)]
struct Pair<T> {
    white: T,
    black: T,
}

impl<T: Copy> Pair<T> {
    fn of(&self, white: bool) -> T {
        if white { self.white } else { self.black }
    }

    fn set(&mut self, white: bool, value: T) {
        if white {
            self.white = value;
        } else {
            self.black = value;
        }
    }
}

#[derive(Clone)]
struct Position {
    board: Board,
    turn: Turn,
    /// The file of the rook that may still castle. Each side began with one rook only.
    rooks: Pair<Option<i32>>,
    /// The familiar each side began with, in lower case, or [`UNKNOWN`].
    familiars: Pair<char>,
    /// Whether White may not move its familiar.
    banned: bool,
    /// Whether the ban covers White's first move of the game alone.
    opening_only: bool,
}

impl Position {
    fn read(fen: &str, opening_only: bool) -> Result<Position, String> {
        let fields = Fields::read(fen)?;
        let board = Board::read(fields.board, 6, 6, "kqrbnpgchw")?;
        let turn = fields.turn;
        require_sound(&board, turn)?;
        let rooks = read_castling(fields.castling, &board)?;
        let (familiars, starred) = match fields.seventh {
            Some(field) => read_familiars(field, &board)?,
            None => (familiars_on_board(&board), turn.white && is_starting_array(&board)),
        };
        let in_time = turn.white || !opening_only;
        let banned = starred && in_time && has_familiar(&board, false);
        Ok(Position { board, turn, rooks, familiars, banned, opening_only })
    }

    fn write(&self) -> String {
        let mut castling = String::new();
        for white in [true, false] {
            if let Some(file) = self.rooks.of(white) {
                castling.push(of_side(char::from(b'a' + file as u8), white));
            }
        }
        if castling.is_empty() {
            castling.push('-');
        }
        let fen = write_fen(&self.board, self.turn, &castling);
        let white = of_side(self.familiars.white, true);
        let black = self.familiars.black;
        let star = if self.banned { "*" } else { "" };
        format!("{fen} {white}{black}{star}")
    }

    fn moves(&self) -> Vec<(String, String)> {
        let mut moves = Vec::new();
        for from in self.board.men_of(self.turn.white) {
            for to in self.board.squares().filter(|&to| self.may_go(from, to)) {
                self.add_moves(from, to, &mut moves);
            }
        }
        self.add_castling(&mut moves);
        moves.sort();
        moves
    }

    /// Whether the man on `from` may go to `to`, its king's safety aside.
    fn may_go(&self, from: Square, to: Square) -> bool {
        let man = self.board.at(from);
        let frozen = self.banned && self.turn.white && is_familiar(man);
        if frozen || belongs(self.board.at(to), self.turn.white) {
            return false;
        }
        if !"Pp".contains(man) {
            return takes(&self.board, from, to);
        }
        if self.board.is_empty(to) {
            to == (from.0, from.1 + forward(self.turn.white))
        } else {
            takes(&self.board, from, to)
        }
    }

    /// One move, or one for each man a pawn can become on the last rank.
    fn add_moves(&self, from: Square, to: Square, moves: &mut Vec<(String, String)>) {
        let white = self.turn.white;
        let man = self.board.at(from);
        if "Pp".contains(man) && to.1 == home_rank(!white) {
            for letter in self.promotions() {
                let after = self.board.with_move(from, to, of_side(letter, white));
                self.add_if_safe(from, to, &letter.to_string(), after, moves);
            }
        } else {
            let after = self.board.with_move(from, to, man);
            self.add_if_safe(from, to, "", after, moves);
        }
    }

    /// What a pawn of the side on move can become.
    fn promotions(&self) -> Vec<char> {
        let mut letters = vec!['q', 'r', 'b', 'n'];
        let familiar = self.familiars.of(self.turn.white);
        if familiar != UNKNOWN && !has_familiar(&self.board, self.turn.white) {
            letters.push(familiar);
        }
        letters
    }

    /// Adds the move that leaves the board `after` unless the mover's king could be taken then.
    fn add_if_safe(
        &self,
        from: Square,
        to: Square,
        suffix: &str,
        after: Board,
        moves: &mut Vec<(String, String)>,
    ) {
        if !in_check(&after, self.turn.white) {
            let text = format!("{}{}{suffix}", name(from), name(to));
            moves.push((text, self.next(from, to, after).write()));
        }
    }

    /// The position after the man on `from` went to `to`, which left the board `after`.
    fn next(&self, from: Square, to: Square, after: Board) -> Position {
        let man = self.board.at(from);
        let irreversible = "Pp".contains(man) || !self.board.is_empty(to);
        let mut rooks = self.rooks;
        for white in [true, false] {
            let king_moved = man == of_side('k', white);
            // Whoever leaves or enters the rook's square ends the right: it moved or was taken.
            let rook_gone = rooks.of(white).is_some_and(|file| {
                let home = (file, home_rank(white));
                from == home || to == home
            });
            if king_moved || rook_gone {
                rooks.set(white, None);
            }
        }
        let black_familiar_moved = is_familiar(man) && !self.turn.white;
        let ban_ends = self.opening_only || black_familiar_moved || !has_familiar(&after, false);
        Position {
            board: after,
            turn: self.turn.next(irreversible),
            rooks,
            familiars: self.familiars,
            banned: self.banned && !ban_ends,
            opening_only: self.opening_only,
        }
    }

    fn add_castling(&self, moves: &mut Vec<(String, String)>) {
        let white = self.turn.white;
        let Some(file) = self.rooks.of(white) else {
            return;
        };
        let king = king_square(&self.board, white);
        let rook = (file, king.1);
        let step = (rook.0 - king.0).signum();
        let crossed = (king.0 + step, king.1);
        let goal = (king.0 + 2 * step, king.1);
        let may_enter = self.board.is_empty(goal) || goal == rook;
        let attacked =
            [king, crossed, goal].iter().any(|&square| is_attacked(&self.board, square, !white));
        if !self.board.clear_line(king, rook) || !may_enter || attacked {
            return;
        }
        let mut after = self.board.clone();
        after.put(king, common::EMPTY);
        after.put(rook, common::EMPTY);
        after.put(goal, of_side('k', white));
        after.put(crossed, of_side('r', white));
        if !in_check(&after, white) {
            let text = format!("{}{}", name(king), name(goal));
            let mut next = self.next(king, goal, after);
            // The goal may hold the own rook, which is no capture.
            next.turn = self.turn.next(false);
            moves.push((text, next.write()));
        }
    }
}

/// Whether the man on `from` could take an enemy man on `to`, whoever stands there now.
fn takes(board: &Board, from: Square, to: Square) -> bool {
    let man = board.at(from);
    let (files, ranks) = distance(from, to);
    let length = files.max(ranks);
    let straight = files == 0 || ranks == 0;
    let diagonal = files == ranks;
    let knight = matches!((files, ranks), (1, 2) | (2, 1));
    let slides = |along: bool, most: i32| along && length <= most && board.clear_line(from, to);
    if from == to {
        return false;
    }
    match man.to_ascii_lowercase() {
        'k' => length == 1,
        'q' => slides(straight || diagonal, 5),
        'r' => slides(straight, 5),
        'b' => slides(diagonal, 5),
        'n' => knight,
        'p' => files == 1 && to.1 - from.1 == forward(belongs(man, true)),
        'g' => length == 1 || (length == 2 && (straight || diagonal)),
        'c' => (length == 1 && straight) || (length == 2 && diagonal) || knight,
        'h' => slides(straight, 2) || knight,
        'w' => slides(diagonal, 2) || knight,
        _ => false,
    }
}

/// Whether a man of the given side could take an enemy man on this square. A frozen familiar
/// could, for its ban concerns its moves, not its power.
fn is_attacked(board: &Board, square: Square, by_white: bool) -> bool {
    board.men_of(by_white).into_iter().any(|from| takes(board, from, square))
}

fn in_check(board: &Board, white: bool) -> bool {
    is_attacked(board, king_square(board, white), !white)
}

fn king_square(board: &Board, white: bool) -> Square {
    board
        .squares()
        .find(|&square| board.at(square) == of_side('k', white))
        .expect("each side has a king")
}

/// The direction of one side's pawns.
fn forward(white: bool) -> i32 {
    if white { 1 } else { -1 }
}

/// The rank on which a side's king and rook start, and on which the other's pawns promote.
fn home_rank(white: bool) -> i32 {
    if white { 0 } else { 5 }
}

fn is_familiar(man: char) -> bool {
    FAMILIARS.contains(man.to_ascii_lowercase())
}

fn has_familiar(board: &Board, white: bool) -> bool {
    familiars_of(board, white).next().is_some()
}

/// The familiars of one side on the board, in lower case.
fn familiars_of(board: &Board, white: bool) -> impl Iterator<Item = char> + '_ {
    board
        .squares()
        .map(|square| board.at(square))
        .filter(move |&man| belongs(man, white) && is_familiar(man))
        .map(|man| man.to_ascii_lowercase())
}

fn familiars_on_board(board: &Board) -> Pair<char> {
    Pair {
        white: familiars_of(board, true).next().unwrap_or(UNKNOWN),
        black: familiars_of(board, false).next().unwrap_or(UNKNOWN),
    }
}

/// Whether nothing but kings, or kings and a single bishop or knight, is left.
fn is_bare(board: &Board) -> bool {
    let others: Vec<char> = board
        .squares()
        .map(|square| board.at(square))
        .filter(|&man| man != common::EMPTY && !"Kk".contains(man))
        .collect();
    match others[..] {
        [] => true,
        [man] => "BbNn".contains(man),
        _ => false,
    }
}

/// Refuses a board that could not stand in a game.
fn require_sound(board: &Board, turn: Turn) -> Result<(), String> {
    for white in [true, false] {
        if board.count(of_side('k', white)) != 1 {
            return Err("not exactly one king a side".to_string());
        }
        if familiars_of(board, white).count() > 1 {
            return Err("more than one familiar a side".to_string());
        }
    }
    common::require_pawns_inside(board)?;
    if in_check(board, !turn.white) {
        return Err("the side that is not to move is in check".to_string());
    }
    Ok(())
}

/// Reads the castling field: files of rooks, or `KQkq` for the nearest rook on that side.
fn read_castling(field: &str, board: &Board) -> Result<Pair<Option<i32>>, String> {
    let mut rooks = Pair { white: None, black: None };
    if field == "-" {
        return Ok(rooks);
    }
    for letter in field.chars() {
        let white = letter.is_ascii_uppercase();
        let file = castling_file(letter, board)
            .ok_or_else(|| format!("castling right '{letter}' cannot be"))?;
        if rooks.of(white).is_some() {
            return Err(format!("second castling right '{letter}' of a side"));
        }
        rooks.set(white, Some(file));
    }
    Ok(rooks)
}

/// The file of the rook that a letter of the castling field means, if it can have that right.
fn castling_file(letter: char, board: &Board) -> Option<i32> {
    let white = letter.is_ascii_uppercase();
    let king = king_square(board, white);
    if king.1 != home_rank(white) {
        return None;
    }
    let is_rook = |&file: &i32| board.at((file, king.1)) == of_side('r', white);
    let file = match letter.to_ascii_lowercase() {
        'k' => (king.0 + 1..6).find(is_rook)?,
        'q' => (0..king.0).rev().find(is_rook)?,
        letter @ 'a'..='f' => Some(letter as i32 - 'a' as i32).filter(is_rook)?,
        _ => return None,
    };
    let near = (file - king.0).abs() <= 3;
    let goal = (king.0 + 2 * (file - king.0).signum(), king.1);
    (near && board.contains(goal)).then_some(file)
}

/// Reads the seventh field: both familiars, and whether it is starred.
fn read_familiars(field: &str, board: &Board) -> Result<(Pair<char>, bool), String> {
    let (letters, starred) = match field.strip_suffix('*') {
        Some(letters) => (letters, true),
        None => (field, false),
    };
    let &[white, black] = letters.as_bytes() else {
        return Err(format!("familiar field '{field}'"));
    };
    let familiars = Pair {
        white: familiar_in_field(char::from(white), true, board)?,
        black: familiar_in_field(char::from(black), false, board)?,
    };
    Ok((familiars, starred))
}

/// One side's letter of the seventh field, in lower case. An unknown type contradicts no board,
/// and stays unknown though a familiar be on it.
fn familiar_in_field(letter: char, white: bool, board: &Board) -> Result<char, String> {
    if letter == UNKNOWN {
        return Ok(UNKNOWN);
    }
    if !is_familiar(letter) || !belongs(letter, white) {
        return Err(format!("'{letter}' in the familiar field"));
    }
    let letter = letter.to_ascii_lowercase();
    match familiars_of(board, white).find(|&other| other != letter) {
        Some(other) => Err(format!("familiar field says {letter}, the board {other}")),
        None => Ok(letter),
    }
}

/// Whether all men of both sides stand as in a starting array.
fn is_starting_array(board: &Board) -> bool {
    board.squares().all(|square| match square.1 {
        1 => board.at(square) == 'P',
        2 | 3 => board.is_empty(square),
        4 => board.at(square) == 'p',
        _ => true,
    }) && is_starting_row(board, true)
        && is_starting_row(board, false)
}

/// Whether a side's back rank holds its six men with the familiar next to the king.
fn is_starting_row(board: &Board, white: bool) -> bool {
    let row: String = (0..6)
        .map(|file| board.at((file, home_rank(white))))
        .map(|man| if is_familiar(man) && belongs(man, white) { 'F' } else { man })
        .collect();
    let complete =
        row.contains('F') && "kqrbn".chars().all(|letter| row.contains(of_side(letter, white)));
    let king = of_side('k', white);
    complete && (row.contains(&format!("F{king}")) || row.contains(&format!("{king}F")))
}
