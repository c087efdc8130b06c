//! FEN and move text.

use super::{Kind, KnightsRoses, Move};
use crate::board::Side;
use crate::fen::{self, Fields};
use crate::game::{FenError, FenField, Game, MoveError, Style};
use crate::games::text;

pub(super) fn from_fen(fen: &str) -> Result<KnightsRoses, FenError> {
    let fields = Fields::split(fen, false)?;
    let mut position = KnightsRoses::EMPTY;
    for (square, (side, kind)) in fen::read_board(fields.board, man)? {
        position.toggle(side, kind, square);
    }
    fields.no_castling()?;
    fields.no_en_passant()?;
    if position.occupied().is_empty() {
        // Whoever took last is still there.
        return Err(FenError::new(FenField::Position, fields.board, "no man on the board"));
    }
    position.side = fields.side;
    position.clock = fields.clock;
    position.number = fields.number;
    position.key = position.fresh_key();
    Ok(position)
}

fn man(letter: char) -> Option<(Side, Kind)> {
    let (side, kind) = text::man_of_letter(KnightsRoses::INFO.men, letter)?;
    Some((side, [Kind::Knight, Kind::Rose][kind]))
}

pub(super) fn fen(position: &KnightsRoses) -> String {
    let board = fen::write_board::<8, 8>(|square| text::letter_on(position, square.index()));
    fen::join(&board, position.side, "-", "-", position.clock, position.number)
}

pub(super) fn move_text(position: &KnightsRoses, mv: Move, style: Style) -> String {
    let (from, to) = (mv.from(), mv.to());
    let (was, becomes) = (position.kind_on(from), position.kind_on(from).flipped());
    match style {
        Style::Plain => format!("{from}{to}"),
        Style::Xboard => format!("{from}{to}{}", becomes.letter().to_ascii_lowercase()),
        Style::People => {
            let own = if position.side_on(to) == position.side { "own " } else { "" };
            let victim = position.kind_on(to).letter();
            format!("{}{from}x{own}{victim}{to}={}", was.letter(), becomes.letter())
        }
    }
}

pub(super) fn parse_move(position: &KnightsRoses, text: &str) -> Result<Move, MoveError> {
    let unreadable = || MoveError::Unreadable(text.to_owned());
    let (from, to, suffix) = text::read_squares(text)?;
    let becomes = text::suffix_letter(suffix).ok_or_else(unreadable)?;
    let mv = Move::new(from, to);
    let legal = position.legal_moves().contains(&mv)
        && becomes.is_none_or(|letter| letter == position.kind_on(from).flipped().letter());
    if legal { Ok(mv) } else { Err(MoveError::Illegal(text.to_owned())) }
}
