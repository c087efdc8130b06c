//! Horizons (12×12) straight from the words of its rules: a mailbox board, paths walked square by
//! square, every move made on a copy of the position and the king's safety found by asking each
//! enemy man in turn whether it could take him. Slow on purpose; nothing here is shared with, or
//! shaped after, the engine that it checks.

mod moves;

use std::fmt;

use super::common::Analysis;

/// Ranks and files are counted from 0 here, so rank 12 is 11.
const LAST: i8 = 11;
const KING_FILE: i8 = 6;
const EMPTY: u8 = b'.';
const DRAW_CLOCK: u64 = 150;

/// The result of the position and its legal moves, each with the FEN after it.
///
/// # Errors
/// Gives the reason if an option is unknown or the rules refuse the FEN.
pub fn analyse(fen: &str, options: &[&str]) -> Result<Analysis, String> {
    let position = Position::read(fen, Rules::read(options)?)?;
    let legal = position.legal_moves();
    let result = position.result(legal.is_empty());
    let mut moves: Vec<_> = legal.iter().map(|(mv, after)| (mv.to_string(), after.fen())).collect();
    moves.sort();
    Ok(Analysis { result, moves })
}

/// The number of legal move sequences of that length; draws other than stalemate do not end one.
///
/// # Panics
/// Panics where [`analyse`] would give an error.
pub fn perft(fen: &str, options: &[&str], depth: u32) -> u64 {
    fn count(position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = position.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|(_, after)| count(after, depth - 1)).sum()
    }
    let rules = Rules::read(options).expect("options of Horizons");
    let position = Position::read(fen, rules).expect("a FEN of Horizons");
    count(&position, depth)
}

/// Which of the inventor's own variations are played.
#[derive(Clone, Copy, Default)]
struct Rules {
    charge_always: bool,
    no_shield: bool,
    short_mage: bool,
    old_ox: bool,
}

impl Rules {
    fn read(options: &[&str]) -> Result<Rules, String> {
        let mut rules = Rules::default();
        for option in options {
            match *option {
                "charge-always" => rules.charge_always = true,
                "no-shield" => rules.no_shield = true,
                "short-mage" => rules.short_mage = true,
                "old-ox" => rules.old_ox = true,
                _ => return Err(format!("unknown option `{option}`")),
            }
        }
        Ok(rules)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Square {
    file: i8,
    rank: i8,
}

impl Square {
    fn all() -> impl Iterator<Item = Square> {
        (0..=LAST).flat_map(|rank| (0..=LAST).map(move |file| Square { file, rank }))
    }

    /// The square that far away, if it is on the board.
    fn step(self, (files, ranks): (i8, i8)) -> Option<Square> {
        let (file, rank) = (self.file + files, self.rank + ranks);
        let on_board = (0..=LAST).contains(&file) && (0..=LAST).contains(&rank);
        on_board.then_some(Square { file, rank })
    }

    /// Reads the square at the beginning of `text`; gives it and what follows.
    fn read(text: &str) -> Option<(Square, &str)> {
        let letter = text.bytes().next().filter(|b| (b'a'..=b'l').contains(b))?;
        let (rank, rest) = read_count(&text[1..])?;
        let file = (letter - b'a') as i8;
        Some((Square { file, rank: rank - 1 }, rest))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = (b'a' + self.file as u8) as char;
        write!(f, "{file}{}", self.rank + 1)
    }
}

/// Reads a number from 1 to 12 without leading zeros; gives it and what follows.
fn read_count(text: &str) -> Option<(i8, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let value = number.parse().ok().filter(|n| (1..=LAST + 1).contains(n))?;
    (!number.starts_with('0')).then_some((value, rest))
}

/// What a move does besides going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    Step,
    DoubleStep,
    Take,
    Charge,
    EnPassant,
    Push,
    Castle,
}

#[derive(Clone, Copy)]
struct Move {
    from: Square,
    to: Square,
    deed: Deed,
    /// The capital letter of what a foot soldier becomes on its last rank.
    promotion: Option<u8>,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(kind) => write!(f, "{}", kind.to_ascii_lowercase() as char),
            None => Ok(()),
        }
    }
}

/// The double step just made: the square passed over and where the man that made it stands.
#[derive(Clone, Copy)]
struct EnPassant {
    passed: Square,
    victim: Square,
}

/// One right to castle. All rights there are: [`CASTLINGS`], in the order of the FEN.
struct Castling {
    letter: u8,
    white: bool,
    rook_file: i8,
    /// The king's direction; he goes three squares that way.
    toward: i8,
}

const CASTLINGS: [Castling; 4] = [
    Castling { letter: b'K', white: true, rook_file: 11, toward: 1 },
    Castling { letter: b'Q', white: true, rook_file: 0, toward: -1 },
    Castling { letter: b'k', white: false, rook_file: 11, toward: 1 },
    Castling { letter: b'q', white: false, rook_file: 0, toward: -1 },
];

#[derive(Clone, Copy)]
struct Position {
    rules: Rules,
    /// FEN letters by rank and file.
    board: [[u8; 12]; 12],
    white_to_move: bool,
    may_castle: [bool; 4],
    /// Kept after every double step; the FEN names it only if somebody can use it.
    en_passant: Option<EnPassant>,
    clock: u64,
    number: u64,
}

fn is_white(man: u8) -> bool {
    man.is_ascii_uppercase()
}

fn kind(man: u8) -> u8 {
    man.to_ascii_uppercase()
}

fn of_colour(kind: u8, white: bool) -> u8 {
    if white { kind } else { kind.to_ascii_lowercase() }
}

fn is_foot_soldier(man: u8) -> bool {
    b"PWVS".contains(&kind(man))
}

fn forward(white: bool) -> i8 {
    if white { 1 } else { -1 }
}

fn first_rank(white: bool) -> i8 {
    if white { 0 } else { LAST }
}

fn last_rank(white: bool) -> i8 {
    first_rank(!white)
}

fn home_rank(white: bool) -> i8 {
    first_rank(white) + forward(white)
}

impl Position {
    fn result(&self, no_legal_move: bool) -> &'static str {
        if no_legal_move && self.in_check(self.white_to_move) {
            return if self.white_to_move { "0-1" } else { "1-0" };
        }
        if no_legal_move || self.is_bare() || self.clock >= DRAW_CLOCK {
            return "1/2-1/2";
        }
        "*"
    }

    /// A bare king against a king with nothing, one bishop, one knight or two knights.
    fn is_bare(&self) -> bool {
        let helpers = |white: bool| -> Vec<u8> {
            let kinds = self.men(white).map(|(_, man)| kind(man));
            kinds.filter(|&kind| kind != b'K').collect()
        };
        let (white, black) = (helpers(true), helpers(false));
        let other = if white.is_empty() { &black } else { &white };
        let too_few = [&b""[..], b"B", b"N", b"NN"].contains(&&other[..]);
        (white.is_empty() || black.is_empty()) && too_few
    }
}

/// Reading and writing FEN.
impl Position {
    fn read(fen: &str, rules: Rules) -> Result<Position, String> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [board, side, castling, en_passant, clock, number] = fields[..] else {
            return Err(format!("{} fields instead of 6", fields.len()));
        };
        let mut position = Position {
            rules,
            board: read_board(board, rules)?,
            white_to_move: match side {
                "w" => true,
                "b" => false,
                _ => return Err(format!("side to move `{side}`")),
            },
            may_castle: [false; 4],
            en_passant: None,
            clock: read_number(clock)?,
            number: read_number(number)?,
        };
        position.refuse_impossible_men()?;
        position.may_castle = position.read_castling(castling)?;
        position.en_passant = position.read_en_passant(en_passant)?;
        Ok(position)
    }

    fn refuse_impossible_men(&self) -> Result<(), String> {
        for white in [true, false] {
            let king = of_colour(b'K', white);
            let kings = self.men(white).filter(|&(_, man)| man == king).count();
            if kings != 1 {
                return Err(format!("{kings} kings `{}`", king as char));
            }
            let misplaced = self
                .men(white)
                .find(|&(square, man)| is_foot_soldier(man) && [0, LAST].contains(&square.rank));
            if let Some((square, _)) = misplaced {
                return Err(format!("a foot soldier on {square}"));
            }
        }
        if self.in_check(!self.white_to_move) {
            return Err("the side that is not to move is in check".to_string());
        }
        Ok(())
    }

    fn read_castling(&self, field: &str) -> Result<[bool; 4], String> {
        let mut rights = [false; 4];
        if field == "-" {
            return Ok(rights);
        }
        for letter in field.bytes() {
            let Some(i) = CASTLINGS.iter().position(|c| c.letter == letter) else {
                return Err(format!("castling field `{field}`"));
            };
            if rights[i] || !self.castling_men_in_place(&CASTLINGS[i]) {
                return Err(format!("castling right `{}` can't be", letter as char));
            }
            rights[i] = true;
        }
        Ok(rights)
    }

    /// A field that could not come from a double step allows no capture, and so counts as `-`.
    fn read_en_passant(&self, field: &str) -> Result<Option<EnPassant>, String> {
        if field == "-" {
            return Ok(None);
        }
        let malformed = || format!("e.p. field `{field}`");
        let (passed, rest) = Square::read(field).ok_or_else(malformed)?;
        let stepper = !self.white_to_move;
        let right_rank = passed.rank == home_rank(stepper) + forward(stepper);
        let victim = if rest.is_empty() {
            if !right_rank {
                return Ok(None);
            }
            self.find_double_stepper(passed)?
        } else {
            let (victim, end) = Square::read(rest).ok_or_else(malformed)?;
            if !end.is_empty() {
                return Err(malformed());
            }
            Some(victim)
        };
        let double_step = victim.map(|victim| EnPassant { passed, victim });
        Ok(double_step.filter(|step| right_rank && self.was_possible(step)))
    }

    /// Who stepped over the square, when the FEN doesn't say.
    fn find_double_stepper(&self, passed: Square) -> Result<Option<Square>, String> {
        let stepper = !self.white_to_move;
        let ahead = forward(stepper);
        let standing = |files: i8, kinds: &[u8]| {
            let square = passed.step((files, ahead))?;
            self.is_man_of(square, stepper, kinds).then_some(square)
        };
        if let Some(square) = standing(0, b"PS") {
            return Ok(Some(square));
        }
        match (standing(-1, b"WV"), standing(1, b"WV")) {
            (Some(_), Some(_)) => Err(format!("two Warriors may have passed over {passed}")),
            (left, right) => Ok(left.or(right)),
        }
    }

    /// Whether that can have been the last move: the right man one step beyond the square passed
    /// over, that square and the one it came from empty.
    fn was_possible(&self, step: &EnPassant) -> bool {
        let EnPassant { passed, victim } = *step;
        let stepper = !self.white_to_move;
        let (files, ranks) = (victim.file - passed.file, victim.rank - passed.rank);
        let kinds: &[u8] = match files {
            0 => b"PS",
            -1 | 1 => b"WV",
            _ => return false,
        };
        let Some(start) = passed.step((-files, -ranks)) else {
            return false;
        };
        ranks == forward(stepper)
            && self.is_man_of(victim, stepper, kinds)
            && self.is_empty(passed)
            && self.is_empty(start)
    }

    fn fen(&self) -> String {
        let rows: Vec<String> = self.board.iter().rev().map(write_row).collect();
        let side = if self.white_to_move { 'w' } else { 'b' };
        let mut castling: String = (CASTLINGS.iter().zip(self.may_castle))
            .filter_map(|(right, held)| held.then_some(right.letter as char))
            .collect();
        if castling.is_empty() {
            castling.push('-');
        }
        let en_passant = self.write_en_passant();
        let (rows, clock, number) = (rows.join("/"), self.clock, self.number);
        format!("{rows} {side} {castling} {en_passant} {clock} {number}")
    }

    fn write_en_passant(&self) -> String {
        let Some(EnPassant { passed, victim }) = self.en_passant else {
            return "-".to_string();
        };
        let mut legal = self.legal_moves().into_iter();
        if !legal.any(|(mv, _)| mv.deed == Deed::EnPassant) {
            return "-".to_string();
        }
        if victim.file == passed.file { format!("{passed}") } else { format!("{passed}{victim}") }
    }
}

fn read_board(field: &str, rules: Rules) -> Result<[[u8; 12]; 12], String> {
    let rows: Vec<&str> = field.split('/').collect();
    if rows.len() != 12 {
        return Err(format!("{} ranks instead of 12", rows.len()));
    }
    let mut board = [[EMPTY; 12]; 12];
    for (row, text) in board.iter_mut().rev().zip(rows) {
        *row = read_row(text, rules)?;
    }
    Ok(board)
}

fn read_row(text: &str, rules: Rules) -> Result<[u8; 12], String> {
    let mut row = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.bytes().next() {
        if first.is_ascii_digit() {
            let (run, after) = read_count(rest).ok_or(format!("empty run in rank `{text}`"))?;
            row.extend(std::iter::repeat_n(EMPTY, run as usize));
            rest = after;
        } else if b"KQRBNPWVSOML".contains(&kind(first)) {
            let unspent = rules.charge_always && kind(first) == b'V';
            let letter = if unspent { b'W' } else { kind(first) };
            row.push(of_colour(letter, is_white(first)));
            rest = &rest[1..];
        } else {
            return Err(format!("letter in rank `{text}`"));
        }
    }
    row.try_into().map_err(|_| format!("rank `{text}` is not 12 squares long"))
}

fn write_row(row: &[u8; 12]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for &man in row {
        if man == EMPTY {
            run += 1;
            continue;
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        run = 0;
        text.push(man as char);
    }
    if run > 0 {
        text.push_str(&run.to_string());
    }
    text
}

fn read_number(field: &str) -> Result<u64, String> {
    let number = field.parse::<u32>().map(u64::from);
    let plain = field.bytes().all(|b| b.is_ascii_digit());
    number.ok().filter(|_| plain).ok_or(format!("counter `{field}`"))
}
