//! The few things the reference games share: a board of letters, FEN fields, square names.

/// What an empty square holds.
pub const EMPTY: char = '.';

/// The result of a drawn game.
pub const DRAW: &str = "1/2-1/2";

/// The result of a game that goes on.
pub const UNDECIDED: &str = "*";

/// A square as file and rank, both counted from zero, so `(0, 0)` is a1.
pub type Square = (i32, i32);

/// What the rules say about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, by the position and its clock alone.
    pub result: &'static str,
    /// Every legal move with the FEN after it, sorted bytewise by the move's text.
    pub moves: Vec<(String, String)>,
}

/// A board of letters: upper case White, lower case Black, [`EMPTY`] for nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: i32,
    height: i32,
    men: Vec<char>,
}

impl Board {
    /// Reads the first FEN field; `letters` lists the men of the game in lower case.
    pub fn read(text: &str, width: i32, height: i32, letters: &str) -> Result<Board, String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != height as usize {
            return Err(format!("{} ranks instead of {height}", rows.len()));
        }
        let mut men = Vec::with_capacity((width * height) as usize);
        // A FEN begins with the last rank, the board with the first.
        for row in rows.iter().rev() {
            let before = men.len();
            read_row(row, letters, &mut men)?;
            if men.len() - before != width as usize {
                return Err(format!("rank '{row}' is not {width} squares wide"));
            }
        }
        Ok(Board { width, height, men })
    }

    /// The first FEN field of this board.
    pub fn write(&self) -> String {
        let mut text = String::with_capacity(self.men.len() + self.height as usize);
        for row in self.men.chunks(self.width as usize).rev() {
            if !text.is_empty() {
                text.push('/');
            }
            write_row(row, &mut text);
        }
        text
    }

    /// Whether the square is on the board.
    pub fn contains(&self, (file, rank): Square) -> bool {
        (0..self.width).contains(&file) && (0..self.height).contains(&rank)
    }

    /// The man on a square of the board, or [`EMPTY`].
    pub fn at(&self, square: Square) -> char {
        self.men[self.index(square)]
    }

    /// Whether nobody stands on a square of the board.
    pub fn is_empty(&self, square: Square) -> bool {
        self.at(square) == EMPTY
    }

    /// Puts a man, or [`EMPTY`], on a square of the board.
    pub fn put(&mut self, square: Square, man: char) {
        let index = self.index(square);
        self.men[index] = man;
    }

    /// The board after the man on `from` has gone to `to` and become `man` there.
    pub fn with_move(&self, from: Square, to: Square, man: char) -> Board {
        let mut after = self.clone();
        after.put(from, EMPTY);
        after.put(to, man);
        after
    }

    /// All squares, rank by rank from a1.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |rank| (0..width).map(move |file| (file, rank)))
    }

    /// The squares of one side's men, rank by rank from a1.
    pub fn men_of(&self, white: bool) -> Vec<Square> {
        self.squares().filter(|&square| belongs(self.at(square), white)).collect()
    }

    /// How many of this man, in this case of its letter, are on the board.
    pub fn count(&self, man: char) -> usize {
        self.men.iter().filter(|&&other| other == man).count()
    }

    /// Whether one line (file, rank or diagonal) holds both squares and all between are empty.
    pub fn clear_line(&self, from: Square, to: Square) -> bool {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let (files, ranks) = distance(from, to);
        let aligned = files == 0 || ranks == 0 || files == ranks;
        aligned
            && (1..files.max(ranks))
                .all(|n| self.is_empty((from.0 + n * step.0, from.1 + n * step.1)))
    }

    fn index(&self, square: Square) -> usize {
        assert!(self.contains(square), "{square:?} is off the board");
        (square.1 * self.width + square.0) as usize
    }
}

/// Appends one rank of a FEN to `men`; neighbouring digits make one number.
fn read_row(row: &str, letters: &str, men: &mut Vec<char>) -> Result<(), String> {
    let mut rest = row;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let (run, tail) = rest.split_at(digits);
            rest = tail;
            // No board has a run of three digits, and none begins with 0.
            if run.len() > 2 || run.starts_with('0') {
                return Err(format!("run of empty squares '{run}'"));
            }
            men.extend(std::iter::repeat_n(EMPTY, number(run)? as usize));
        } else if letters.contains(letter.to_ascii_lowercase()) {
            men.push(letter);
            rest = &rest[letter.len_utf8()..];
        } else {
            return Err(format!("unknown letter '{letter}' on the board"));
        }
    }
    Ok(())
}

fn write_row(row: &[char], text: &mut String) {
    let mut run = 0;
    for &man in row {
        if man == EMPTY {
            run += 1;
            continue;
        }
        if run > 0 {
            text.push_str(&run.to_string());
            run = 0;
        }
        text.push(man);
    }
    if run > 0 {
        text.push_str(&run.to_string());
    }
}

/// Whether this is a man of the given side; an empty square belongs to nobody.
pub fn belongs(man: char, white: bool) -> bool {
    man != EMPTY && man.is_ascii_uppercase() == white
}

/// The letter of a man in the case of the given side.
pub fn of_side(letter: char, white: bool) -> char {
    if white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

/// How many files and how many ranks lie between two squares.
pub fn distance(from: Square, to: Square) -> (i32, i32) {
    ((to.0 - from.0).abs(), (to.1 - from.1).abs())
}

/// The name of a square, such as `a1`.
pub fn name((file, rank): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// The result when the given side has won.
pub fn win(white: bool) -> &'static str {
    if white { "1-0" } else { "0-1" }
}

/// Whose turn it is, plies since the last irreversible move, and the move number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whether White is to move.
    pub white: bool,
    /// Plies since the last irreversible move.
    pub clock: u32,
    /// The number of the full move, one more after each turn of Black.
    pub number: u32,
}

impl Turn {
    /// The turn that follows a move.
    pub fn next(self, irreversible: bool) -> Turn {
        Turn {
            white: !self.white,
            clock: if irreversible { 0 } else { self.clock.saturating_add(1) },
            number: self.number.saturating_add(u32::from(!self.white)),
        }
    }

    /// Whether the clock has reached the limit after which the game is drawn.
    pub fn is_drawn(self) -> bool {
        self.clock >= 100
    }
}

/// The fields of a FEN, of which only the turn is understood yet.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a> {
    /// The first field.
    pub board: &'a str,
    /// Second, fifth and sixth field.
    pub turn: Turn,
    /// The third field.
    pub castling: &'a str,
    /// The seventh field if there is one.
    pub seventh: Option<&'a str>,
}

impl<'a> Fields<'a> {
    /// Splits a FEN of six fields, or seven; none of these games has en passant.
    pub fn read(fen: &'a str) -> Result<Fields<'a>, String> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        if !(6..=7).contains(&fields.len()) {
            return Err(format!("{} fields in the FEN", fields.len()));
        }
        let white = match fields[1] {
            "w" => true,
            "b" => false,
            other => return Err(format!("side to move '{other}'")),
        };
        if fields[3] != "-" {
            return Err(format!("en passant field '{}'", fields[3]));
        }
        let turn = Turn { white, clock: number(fields[4])?, number: number(fields[5])? };
        Ok(Fields { board: fields[0], turn, castling: fields[2], seventh: fields.get(6).copied() })
    }

    /// Refuses what only a game with castling and familiars may have.
    pub fn require_plain(&self) -> Result<(), String> {
        if self.castling != "-" {
            return Err(format!("castling field '{}'", self.castling));
        }
        match self.seventh {
            Some(field) => Err(format!("seventh field '{field}'")),
            None => Ok(()),
        }
    }
}

/// The six fields that all games write.
pub fn write_fen(board: &Board, turn: Turn, castling: &str) -> String {
    let side = if turn.white { 'w' } else { 'b' };
    let (clock, number) = (turn.clock, turn.number);
    format!("{} {side} {castling} - {clock} {number}", board.write())
}

/// Digits alone make a number; no sign, no blank.
fn number(text: &str) -> Result<u32, String> {
    if text.is_empty() || !text.chars().all(|c| c.is_ascii_digit()) {
        return Err(format!("'{text}' is not a number"));
    }
    text.parse().map_err(|_| format!("number '{text}' is too large"))
}

/// Refuses a board with a pawn on the first or last rank.
pub fn require_pawns_inside(board: &Board) -> Result<(), String> {
    let edge = |rank: i32| rank == 0 || rank == board.height - 1;
    match board.squares().find(|&square| edge(square.1) && "Pp".contains(board.at(square))) {
        Some(square) => Err(format!("pawn on {}", name(square))),
        None => Ok(()),
    }
}

/// Refuses an option the game does not have.
pub fn require_known(options: &[&str], known: &[&str]) -> Result<(), String> {
    match options.iter().find(|option| !known.contains(option)) {
        Some(option) => Err(format!("unknown option '{option}'")),
        None => Ok(()),
    }
}

/// Counts move texts to a depth by analysing every position on the way.
///
/// # Panics
///
/// If the position, or one that a move leads to, is refused.
pub fn perft(
    analyse: fn(&str, &[&str]) -> Result<Analysis, String>,
    fen: &str,
    options: &[&str],
    depth: u32,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = match analyse(fen, options) {
        Ok(analysis) => analysis.moves,
        Err(reason) => panic!("{fen}: {reason}"),
    };
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|(_, after)| perft(analyse, after, options, depth - 1)).sum()
}
