//! The parts of a FEN that all games share: splitting it, the board field, the counters; and finding
//! it on a line.

use std::fmt::Write;

use crate::board::{Side, Square};
use crate::game::{FenError, FenField};

/// Counters above this are refused; it leaves room to count on from it.
const MAX_COUNTER: u32 = 4_000_000_000;

/// A FEN cut into its fields, with side and counters read.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'a> {
    /// The men, rank by rank from the top.
    pub board: &'a str,
    /// The side to move.
    pub side: Side,
    /// Castling rights, `-` if there are none.
    pub castling: &'a str,
    /// En passant square, `-` if there is none.
    pub en_passant: &'a str,
    /// Plies since the last irreversible move.
    pub clock: u32,
    /// Number of the move; some programs begin with 0.
    pub number: u32,
    /// The seventh field of a game that has one.
    pub extra: Option<&'a str>,
}

impl<'a> Fields<'a> {
    /// Cuts `fen` at blanks. Four fields (as in an EPD) are enough: the counters are then 0 and 1.
    /// `seventh` says whether the game has a (dispensable) seventh field.
    ///
    /// # Errors
    /// Too few or too many fields, a side other than `w` and `b`, a counter that is no number.
    pub fn split(fen: &'a str, seventh: bool) -> Result<Self, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let most = if seventh { 7 } else { 6 };
        match fields.len() {
            4 | 6 => {}
            7 if seventh => {}
            0 => return Err(FenError::new(FenField::Board, fen, "missing")),
            1 => return Err(FenError::new(FenField::Side, fen, "missing")),
            2 => return Err(FenError::new(FenField::Castling, fen, "missing")),
            3 => return Err(FenError::new(FenField::EnPassant, fen, "missing")),
            5 => return Err(FenError::new(FenField::MoveNumber, fen, "missing")),
            n => {
                let fault = format!("{n} fields where at most {most} are expected, from here on");
                return Err(FenError::new(FenField::Length, fields[most..].join(" "), fault));
            }
        }
        Ok(Fields {
            board: fields[0],
            side: read_side(fields[1])?,
            castling: fields[2],
            en_passant: fields[3],
            clock: read_counter(fields.get(4).unwrap_or(&"0"), FenField::Clock)?,
            number: read_counter(fields.get(5).unwrap_or(&"1"), FenField::MoveNumber)?,
            extra: fields.get(6).copied(),
        })
    }

    /// Refuses anything but `-` as castling field, for games without castling.
    ///
    /// # Errors
    /// If the field is something else.
    pub fn no_castling(&self) -> Result<(), FenError> {
        expect_dash(self.castling, FenField::Castling, "this game has no castling")
    }

    /// Refuses anything but `-` as en passant field, for games without it.
    ///
    /// # Errors
    /// If the field is something else.
    pub fn no_en_passant(&self) -> Result<(), FenError> {
        expect_dash(self.en_passant, FenField::EnPassant, "this game has no en passant")
    }
}

fn expect_dash(text: &str, field: FenField, fault: &str) -> Result<(), FenError> {
    if text == "-" { Ok(()) } else { Err(FenError::new(field, text, fault)) }
}

fn read_side(text: &str) -> Result<Side, FenError> {
    match text {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        _ => Err(FenError::new(FenField::Side, text, "neither w nor b")),
    }
}

fn read_counter(text: &str, field: FenField) -> Result<u32, FenError> {
    match text.parse() {
        Ok(n) if n <= MAX_COUNTER && text.bytes().all(|b| b.is_ascii_digit()) => Ok(n),
        _ => Err(FenError::new(field, text, format!("not a number from 0 to {MAX_COUNTER}"))),
    }
}

/// Reads the board field: the men with their squares, from the top left, rank by rank.
/// `man` turns a letter into a man.
///
/// # Errors
/// Wrong number of ranks, a rank too short or too long, an empty run of 0, an unknown letter.
pub fn read_board<const FILES: usize, const RANKS: usize, T>(
    text: &str,
    man: impl Fn(char) -> Option<T>,
) -> Result<Vec<(Square<FILES, RANKS>, T)>, FenError> {
    let error = |text: &str, fault: String| Err(FenError::new(FenField::Board, text, fault));
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != RANKS {
        return error(text, format!("{} ranks where {RANKS} are expected", rows.len()));
    }
    let mut men = Vec::new();
    for (row, rank) in rows.into_iter().zip((0..RANKS).rev()) {
        let mut file = 0;
        let mut rest = row;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                match rest[..digits].parse::<usize>() {
                    Ok(run) if run > 0 && !rest.starts_with('0') => file = run.saturating_add(file),
                    _ => {
                        return error(
                            row,
                            format!("bad run of empty squares {:?} in rank", &rest[..digits]),
                        );
                    }
                }
                rest = &rest[digits..];
            } else {
                let Some(man) = man(letter) else {
                    return error(row, format!("unknown man {letter:?} in rank"));
                };
                if file < FILES {
                    men.push((Square::at(file, rank), man));
                }
                file += 1;
                rest = &rest[letter.len_utf8()..];
            }
            if file > FILES {
                return error(row, format!("more than {FILES} squares in rank"));
            }
        }
        if file < FILES {
            return error(row, format!("{file} squares where {FILES} are expected in rank"));
        }
    }
    Ok(men)
}

/// The board field of a FEN: `man` gives the letter on a square, if there is a man.
pub fn write_board<const FILES: usize, const RANKS: usize>(
    man: impl Fn(Square<FILES, RANKS>) -> Option<char>,
) -> String {
    write_squares(FILES, RANKS, |square| man(Square::new(square)))
}

/// The same for letters of any meaning on a board of this size; squares are numbered as in [`Square`].
pub fn write_squares(files: usize, ranks: usize, letter: impl Fn(usize) -> Option<char>) -> String {
    let mut text = String::with_capacity(ranks * (files + 1));
    for rank in (0..ranks).rev() {
        let mut empty = 0;
        for square in rank * files..(rank + 1) * files {
            match letter(square) {
                None => empty += 1,
                Some(letter) => {
                    push_run(&mut text, &mut empty);
                    text.push(letter);
                }
            }
        }
        push_run(&mut text, &mut empty);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// A FEN of six fields. `board` is its first, `castling` and `en_passant` are `-` if there is nothing
/// to say.
pub fn join(
    board: &str,
    side: Side,
    castling: &str,
    en_passant: &str,
    clock: u32,
    number: u32,
) -> String {
    format!("{board} {} {castling} {en_passant} {clock} {number}", side.letter())
}

fn push_run(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        let _ = write!(text, "{empty}");
        *empty = 0;
    }
}

/// The line without its comment, which begins with a `#` at the line's start or after a blank,
/// but not in quotes, and without blanks at its ends.
pub fn without_comment(line: &str) -> &str {
    let line = line.trim_start_matches('\u{FEFF}');
    let mut before = ' ';
    let mut quoted = false;
    for (at, letter) in line.char_indices() {
        if letter == '#' && before.is_whitespace() && !quoted {
            return line[..at].trim();
        }
        quoted ^= letter == '"';
        before = letter;
    }
    line.trim()
}

/// The FEN on a line that holds a FEN or an EPD; `None` if it is blank or a comment.
///
/// The line is cut at the first `;`. A FEN's fifth field is a number; if another text stands there,
/// it begins the opcodes of an EPD and only the four fields before it are the position.
pub fn on_line(line: &str) -> Option<&str> {
    let text = without_comment(line);
    let text = text.split(';').next().unwrap_or_default().trim();
    let fen = match text.split_ascii_whitespace().nth(4) {
        Some(fifth) if !is_number(fifth) => text[..offset(text, fifth)].trim(),
        _ => text,
    };
    (!fen.is_empty()).then_some(fen)
}

/// The FEN on a line, as [`on_line`] finds it, and the opcodes of an EPD behind it, which here may
/// follow a FEN of any length: no field behind the sixth begins with a small letter, as an opcode
/// does. Both are empty if the line is blank or a comment.
pub fn split_epd(line: &str) -> (&str, &str) {
    let line = without_comment(line);
    let Some(fen) = on_line(line) else { return ("", line) };
    let is_opcode = |word: &&str| word.starts_with(|letter: char| letter.is_ascii_lowercase());
    let fen = match fen.split_ascii_whitespace().skip(6).find(is_opcode) {
        Some(opcode) => fen[..offset(fen, opcode)].trim(),
        None => fen,
    };
    (fen, line[offset(line, fen) + fen.len()..].trim())
}

/// Where `part`, a slice of `text`, begins in it.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wrong_board_is_named() {
        let letter = |c: char| c.is_ascii_alphabetic().then_some(c);
        for (board, fault) in [
            ("6/6/6/6/6", "5 ranks where 6 are expected"),
            ("6/6/6/6/6/6/6", "7 ranks where 6 are expected"),
            ("5/6/6/6/6/6", "5 squares where 6 are expected in rank"),
            ("7/6/6/6/6/6", "more than 6 squares in rank"),
            ("pppppp1/6/6/6/6/6", "more than 6 squares in rank"),
            ("p0ppppp/6/6/6/6/6", "bad run of empty squares \"0\" in rank"),
            ("06/6/6/6/6/6", "bad run of empty squares \"06\" in rank"),
            ("99999999999999999999999/6/6/6/6/6", "bad run of empty squares"),
            ("18446744073709551615p/6/6/6/6/6", "more than 6 squares in rank"),
            ("ppp?pp/6/6/6/6/6", "unknown man '?' in rank"),
            ("pppépp/6/6/6/6/6", "unknown man 'é' in rank"),
        ] {
            let error = read_board::<6, 6, _>(board, letter).unwrap_err();
            assert!(error.fault.starts_with(fault), "{board}: {error}");
            assert_eq!(error.field, FenField::Board);
        }
    }

    #[test]
    fn two_digit_runs_differ_from_neighbouring_letters() {
        let letter = |c: char| c.is_ascii_alphabetic().then_some(c);
        let rows = ["12"; 11].join("/");
        for first in ["12", "11a", "a10b", "1a9b", "10aa"] {
            let board = format!("{first}/{rows}");
            let men = read_board::<12, 12, _>(&board, letter).unwrap();
            let again = write_board::<12, 12>(|s| men.iter().find(|m| m.0 == s).map(|m| m.1));
            assert_eq!(again, board);
        }
    }

    #[test]
    fn fields_are_counted_and_counters_read() {
        let field = |fen: &str| Fields::split(fen, false).map(|_| ()).unwrap_err().field;
        assert_eq!(field(""), FenField::Board);
        assert_eq!(field("6"), FenField::Side);
        assert_eq!(field("6 w"), FenField::Castling);
        assert_eq!(field("6 w -"), FenField::EnPassant);
        assert_eq!(field("6 w - - 0"), FenField::MoveNumber);
        assert_eq!(field("6 w - - 0 1 x"), FenField::Length);
        assert_eq!(field("6 x - - 0 1"), FenField::Side);
        assert_eq!(field("6 w - - -1 1"), FenField::Clock);
        assert_eq!(field("6 w - - +1 1"), FenField::Clock);
        assert_eq!(field("6 w - - 0 x"), FenField::MoveNumber);
        assert_eq!(field("6 w - - 0 9999999999"), FenField::MoveNumber);
        assert!(Fields::split(" 6  w - -  0 1 ", false).is_ok());
        assert_eq!(Fields::split("6 w - -", false).unwrap().number, 1);
        assert_eq!(Fields::split("6 w - - 3 4 Gh*", true).unwrap().extra, Some("Gh*"));
    }

    #[test]
    fn a_position_is_found_on_every_kind_of_line() {
        for (line, fen) in [
            ("6/6 w - - 3 4", Some("6/6 w - - 3 4")),
            ("\u{FEFF}  6/6 w - - 3 4 Gh*\t", Some("6/6 w - - 3 4 Gh*")),
            ("6/6 w - - 3 4 ;D1 5", Some("6/6 w - - 3 4")),
            ("6/6 w - -", Some("6/6 w - -")),
            ("6/6 w - - bm a2a3; id \"x\";", Some("6/6 w - -")),
            ("6/6  w\t- -  hmvc 0; fmvn 1;", Some("6/6  w\t- -")),
            ("6/6 w - - -1 4", Some("6/6 w - - -1 4")),
            ("6/6 w - - 0 1 # a note; more", Some("6/6 w - - 0 1")),
            ("nonsense", Some("nonsense")),
            ("non#sense", Some("non#sense")),
            ("", None),
            (" \t", None),
            ("# 6/6 w - - 0 1", None),
            (" #", None),
            ("; 6/6", None),
        ] {
            assert_eq!(on_line(line), fen, "{line:?}");
        }
    }

    #[test]
    fn opcodes_follow_a_position_of_any_length() {
        for (line, fen, opcodes) in [
            ("6/6 w - - id \"x\"; # note", "6/6 w - -", "id \"x\";"),
            ("6/6 w - - 3 4 id \"a # b\";", "6/6 w - - 3 4", "id \"a # b\";"),
            ("6/6 w - - 3 4; id \"x\";", "6/6 w - - 3 4", "; id \"x\";"),
            ("\u{FEFF}6/6 w - - 3 4 Gh* bm a2a3;id x", "6/6 w - - 3 4 Gh*", "bm a2a3;id x"),
            ("6/6 w - - 3 4 Gh*", "6/6 w - - 3 4 Gh*", ""),
            ("6/6 w - - 3 4 -- more", "6/6 w - - 3 4 --", "more"),
            ("6/6 w - -", "6/6 w - -", ""),
            ("6/6 ;D1 3", "6/6", ";D1 3"),
            ("; 6/6", "", "; 6/6"),
            (" # 6/6", "", ""),
        ] {
            assert_eq!(split_epd(line), (fen, opcodes), "{line:?}");
        }
    }
}
