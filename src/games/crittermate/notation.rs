//! FEN and move text.

use super::{BACK_RANKS, Board, CastlingPath, CritterMate, Kind, Move, Set, Square, arrays};
use crate::board::Side;
use crate::fen::{self, Fields};
use crate::game::{FenError, FenField, Game, MoveError, Options, Style, count_moves};
use crate::games::text;

/// The seventh field of a FEN.
pub(super) const FAMILIAR_FIELD: FenField = FenField::Extra("familiar field");

pub(super) fn from_fen(fen: &str, options: Options) -> Result<CritterMate, FenError> {
    let fields = Fields::split(fen, true)?;
    let mut position = CritterMate::EMPTY;
    for (square, (side, kind)) in fen::read_board(fields.board, man)? {
        position.toggle(side, kind, square);
    }
    position.side = fields.side;
    position.clock = fields.clock;
    position.number = fields.number;
    position.options = options;
    check_men(&position, fields.board)?;
    position.castling = read_castling(&position, fields.castling)?;
    fields.no_en_passant()?;
    match fields.extra {
        Some(text) => {
            position.familiars = read_familiars(&position, text)?;
            position.frozen = text.ends_with('*');
        }
        None => {
            position.familiars = Side::BOTH.map(|side| familiar_on_board(&position, side));
            position.frozen = arrays::numbers(&position).is_some();
        }
    }
    position.normalize_ban();
    position.key = position.fresh_key();
    Ok(position)
}

fn man(letter: char) -> Option<(Side, Kind)> {
    let (side, kind) = text::man_of_letter(CritterMate::INFO.men, letter)?;
    Some((side, *Kind::ALL.get(kind)?))
}

/// Refuses men that cannot stand like this in a game; `board` is the field that gave them.
fn check_men(position: &CritterMate, board: &str) -> Result<(), FenError> {
    let refuse = |fault: String| Err(FenError::new(FenField::Position, board, fault));
    let last_ranks = BACK_RANKS[0] | BACK_RANKS[1];
    if let Some(square) = (position.all(Kind::Pawn) & last_ranks).first() {
        return refuse(format!("a pawn on {square}"));
    }
    for side in Side::BOTH {
        let kings = position.men(side, Kind::King).len();
        if kings != 1 {
            return refuse(format!("{side} has {kings} kings"));
        }
        let familiars = position.familiar(side).len();
        if familiars > 1 {
            return refuse(format!("{side} has {familiars} familiars"));
        }
    }
    if !position.checkers(!position.side).is_empty() {
        return refuse(format!("{} is in check, but {} is to move", !position.side, position.side));
    }
    Ok(())
}

/// Reads the rook of each side that may still castle: by file (`Aa`), or `KQkq` for the nearest one
/// on that side of the king.
fn read_castling(position: &CritterMate, text: &str) -> Result<Set, FenError> {
    let refuse = |fault: String| FenError::new(FenField::Castling, text, fault);
    let mut castling = Set::EMPTY;
    if text == "-" {
        return Ok(castling);
    }
    for letter in text.chars() {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let king = position.king(side);
        let rooks = position.men(side, Kind::Rook) & BACK_RANKS[side.index()];
        let rook = match letter.to_ascii_uppercase() {
            'K' => rooks.into_iter().find(|&rook| rook > king),
            'Q' => rooks.into_iter().take_while(|&rook| rook < king).last(),
            file @ 'A'..='F' => {
                rooks.into_iter().find(|rook| rook.file() == (file as u8 - b'A') as usize)
            }
            _ => return Err(refuse(format!("{letter:?} is neither a file nor one of KQkq"))),
        };
        let rook = rook.ok_or_else(|| refuse(format!("no rook can castle as {letter:?} says")))?;
        if CastlingPath::between(king, rook).is_none() {
            return Err(refuse(format!("{side}'s king on {king} can't castle with {rook}")));
        }
        if castling.meets(position.sides[side.index()]) {
            return Err(refuse(format!("{side} began with one rook, {letter:?} makes two rights")));
        }
        castling.insert(rook);
    }
    Ok(castling)
}

fn familiar_on_board(position: &CritterMate, side: Side) -> Option<Kind> {
    position.familiar(side).first().map(|square| position.kind_on(square))
}

/// Reads the familiar types, White's and Black's, `-` for one that is not known. What follows them
/// may be the `*` of the ban.
fn read_familiars(position: &CritterMate, text: &str) -> Result<[Option<Kind>; 2], FenError> {
    let refuse = |fault: String| FenError::new(FAMILIAR_FIELD, text, fault);
    let types = text.strip_suffix('*').unwrap_or(text);
    let mut letters = types.chars();
    let (Some(white), Some(black), None) = (letters.next(), letters.next(), letters.next()) else {
        return Err(refuse("not White's and Black's familiar, and * at most".to_owned()));
    };
    let read = |side: Side, letter: char| {
        let kind = match man(letter) {
            _ if letter == '-' => return Ok(None),
            Some((owner, kind)) if owner == side && kind.is_familiar() => kind,
            _ => return Err(refuse(format!("{letter:?} is no familiar of {side}"))),
        };
        match familiar_on_board(position, side) {
            Some(other) if other != kind => Err(refuse(format!(
                "{side}'s familiar on the board is {:?}",
                side.case(other.letter())
            ))),
            _ => Ok(Some(kind)),
        }
    };
    Ok([read(Side::White, white)?, read(Side::Black, black)?])
}

pub(super) fn fen(position: &CritterMate) -> String {
    let familiar = |side: Side| match position.familiars[side.index()] {
        Some(kind) => side.case(kind.letter()),
        None => '-',
    };
    let board = fen::write_board::<6, 6>(|square| text::letter_on(position, square.index()));
    let castling = castling_field(position);
    let [white, black] = Side::BOTH.map(familiar);
    let ban = if position.frozen { "*" } else { "" };
    let fen = fen::join(&board, position.side, &castling, "-", position.clock, position.number);
    format!("{fen} {white}{black}{ban}")
}

fn castling_field(position: &CritterMate) -> String {
    castling_letters(position, |_, rook| (b'a' + rook.file() as u8) as char)
}

/// The castling field with each rook that may castle called by a letter of `name`'s choice.
fn castling_letters(position: &CritterMate, name: impl Fn(Side, Square) -> char) -> String {
    if position.castling.is_empty() {
        return "-".to_owned();
    }
    // Squares come in rank order, so White's rooks first.
    let letter = |rook: Square| {
        let side = if rook.rank() == 0 { Side::White } else { Side::Black };
        side.case(name(side, rook))
    };
    position.castling.into_iter().map(letter).collect()
}

pub(super) fn move_text(position: &CritterMate, mv: Move, style: Style) -> String {
    let (from, to, becomes) = (mv.from(), mv.to(), mv.promotion().map(Kind::letter));
    match style {
        Style::Xboard if mv.castles() => match position.castling_rook() {
            Some(rook) => text::in_legs([from, rook, to]),
            None => format!("{from}{to}"),
        },
        Style::Plain | Style::Xboard => format!("{from}{to}{}", text::suffix(becomes)),
        Style::People => {
            let letter = match mv.kind() {
                Kind::Pawn => String::new(),
                kind => kind.letter().to_string(),
            };
            let taking = position.sides[(!position.side).index()].contains(to);
            let dash = if taking { 'x' } else { '-' };
            let becomes = text::suffix_for_people(becomes);
            format!("{letter}{from}{dash}{to}{becomes}{}", mark(position, mv))
        }
    }
}

/// Castling in two legs: by way of the rook, as we write it, or, as XBoard does, the king's move and then
/// the rook's.
fn castling_in_legs(position: &CritterMate, text: &str) -> Option<Move> {
    let castles = position.legal_moves().into_iter().find(|mv| mv.castles())?;
    let (king, goal, rook) = (castles.from(), castles.to(), position.castling_rook()?);
    let crossed = CastlingPath::between(king, rook)?.crossed;
    let by_way_of_rook = text::in_legs([king, rook, goal]);
    let after_another = format!("{king}{goal},{rook}{crossed}");
    (text == by_way_of_rook || text == after_another).then_some(castles)
}

/// `+` after a move that gives check, `#` after one that mates.
fn mark(position: &CritterMate, mv: Move) -> &'static str {
    let after = position.after(mv);
    match (after.checkers(after.side).is_empty(), count_moves(&after)) {
        (true, _) => "",
        (false, 0) => "#",
        (false, _) => "+",
    }
}

pub(super) fn parse_move(position: &CritterMate, text: &str) -> Result<Move, MoveError> {
    let unreadable = || MoveError::Unreadable(text.to_owned());
    let illegal = || MoveError::Illegal(text.to_owned());
    if text.contains(',') {
        return castling_in_legs(position, text).ok_or_else(illegal);
    }
    let (from, to, suffix) = text::read_squares(text)?;
    let letter = text::suffix_letter(suffix).ok_or_else(unreadable)?;
    let named =
        |mv: &Move| (mv.from(), mv.to(), mv.promotion().map(Kind::letter)) == (from, to, letter);
    position.legal_moves().into_iter().find(named).ok_or_else(illegal)
}

/// `fen` without the seventh field, which XBoard does not know, and with castling rights as letters
/// that it does: a rook's file it would take for half of an en passant square.
pub(super) fn xboard_fen(fen: &str) -> String {
    let Ok(position) = from_fen(fen, Options::NONE) else { return fen.to_owned() };
    let rights = castling_letters(&position, |side, rook| {
        if rook.file() > position.king(side).file() { 'K' } else { 'Q' }
    });
    let mut fields: Vec<&str> = fen.split(' ').take(6).collect();
    fields[2] = &rights;
    fields.join(" ")
}
