//! FEN and move text.

use super::{Board, Kind, Knightfall, Move};
use crate::board::Side;
use crate::fen::{self, Fields};
use crate::game::{FenError, FenField, Game, MoveError, Style};
use crate::games::text;

pub(super) fn from_fen(fen: &str) -> Result<Knightfall, FenError> {
    let fields = Fields::split(fen, false)?;
    let mut position = Knightfall::EMPTY;
    for (square, (side, kind)) in fen::read_board(fields.board, man)? {
        if kind == Kind::Pawn && matches!(square.rank(), 0 | 5) {
            let fault = format!("a pawn on {square}");
            return Err(FenError::new(FenField::Position, fields.board, fault));
        }
        position.toggle(side, kind, square);
    }
    fields.no_castling()?;
    fields.no_en_passant()?;
    if position.kinds[Kind::Knight as usize].is_empty() {
        let fault = "no knight on either side";
        return Err(FenError::new(FenField::Position, fields.board, fault));
    }
    position.side = fields.side;
    position.clock = fields.clock;
    position.number = fields.number;
    position.key = position.fresh_key();
    Ok(position)
}

fn man(letter: char) -> Option<(Side, Kind)> {
    text::man_of_letter(Knightfall::INFO.men, letter).map(|(side, kind)| (side, Kind::ALL[kind]))
}

pub(super) fn fen(position: &Knightfall) -> String {
    let board = fen::write_board::<6, 6>(|square| text::letter_on(position, square.index()));
    fen::join(&board, position.side, "-", "-", position.clock, position.number)
}

pub(super) fn move_text(position: &Knightfall, mv: Move, style: Style) -> String {
    let (from, to, becomes) = (mv.from(), mv.to(), mv.promotion().map(Kind::letter));
    match style {
        Style::Plain | Style::Xboard => format!("{from}{to}{}", text::suffix(becomes)),
        Style::People => {
            let letter = match position.kind_on(from) {
                Kind::Pawn => String::new(),
                kind => kind.letter().to_string(),
            };
            let taking = if position.occupied().contains(to) { 'x' } else { '-' };
            let becomes = text::suffix_for_people(becomes);
            format!("{letter}{from}{taking}{to}{becomes}")
        }
    }
}

pub(super) fn parse_move(position: &Knightfall, text: &str) -> Result<Move, MoveError> {
    let unreadable = || MoveError::Unreadable(text.to_owned());
    let (from, to, suffix) = text::read_squares(text)?;
    let mut mv = Move::new(from, to);
    if let Some(letter) = text::suffix_letter(suffix).ok_or_else(unreadable)? {
        let kind = Kind::PROMOTIONS.into_iter().find(|kind| kind.letter() == letter);
        mv = mv.promoting(kind.ok_or_else(|| MoveError::Illegal(text.to_owned()))?);
    }
    if position.legal_moves().contains(&mv) {
        Ok(mv)
    } else {
        Err(MoveError::Illegal(text.to_owned()))
    }
}
