//! The start arrays: 240 orders of the back rank for each of four familiars.

use once_cell::sync::Lazy;

use super::{Board, CastlingPath, CritterMate, Kind, Square};
use crate::board::Side;
use crate::game::Game;

/// Arrays a side can choose from.
pub(super) const COUNT: u32 = 960;
/// Orders of the back rank with one familiar.
const ORDERS: usize = 240;
/// The men of the back rank in the order in which rows are sorted; `F` stands for the familiar.
const LETTERS: [char; 6] = ['B', 'F', 'K', 'N', 'Q', 'R'];

/// A back rank from the a-file, in [`LETTERS`].
type Row = [char; 6];

/// All orders in which the familiar stands next to the king, sorted.
static ROWS: Lazy<Vec<Row>> = Lazy::new(|| {
    let mut rows = Vec::with_capacity(ORDERS);
    extend(&mut rows, &mut Vec::new());
    debug_assert_eq!(rows.len(), ORDERS);
    rows
});

/// Adds the rows that begin with `begun`.
fn extend(rows: &mut Vec<Row>, begun: &mut Vec<char>) {
    if let Ok(row) = Row::try_from(begun.as_slice()) {
        let place = |letter| row.iter().position(|&l| l == letter);
        if let (Some(familiar), Some(king)) = (place('F'), place('K'))
            && familiar.abs_diff(king) == 1
        {
            rows.push(row);
        }
        return;
    }
    for letter in LETTERS {
        if !begun.contains(&letter) {
            begun.push(letter);
            extend(rows, begun);
            begun.pop();
        }
    }
}

/// The start position in which White and Black have the arrays of these numbers.
pub(super) fn fen(white: u32, black: u32) -> String {
    let (white, black) = (Array::numbered(white), Array::numbered(black));
    let mut castling = white.castling(Side::White) + &black.castling(Side::Black);
    if castling.is_empty() {
        castling.push('-');
    }
    format!(
        "{}/pppppp/6/6/PPPPPP/{} w {castling} - 0 1 {}{}*",
        black.row(Side::Black),
        white.row(Side::White),
        Side::White.case(white.familiar.letter()),
        Side::Black.case(black.familiar.letter()),
    )
}

/// The numbers of both sides' arrays if all men stand as at the start and White is to move.
pub(super) fn numbers(position: &CritterMate) -> Option<(u32, u32)> {
    let pawns = |side: Side| position.men(side, Kind::Pawn);
    let standing = position.occupied().len() == 24
        && pawns(Side::White).into_iter().all(|square| square.rank() == 1)
        && pawns(Side::Black).into_iter().all(|square| square.rank() == 4);
    if !standing || position.side != Side::White {
        return None;
    }
    Some((number(position, Side::White)?, number(position, Side::Black)?))
}

/// The number of the array that stands on the back rank of `side`.
fn number(position: &CritterMate, side: Side) -> Option<u32> {
    if position.men(side, Kind::Pawn).len() != 6 {
        return None;
    }
    let rank = if side == Side::White { 0 } else { 5 };
    let mut familiar = None;
    let mut row = Row::default();
    for (file, letter) in row.iter_mut().enumerate() {
        let (owner, kind) = position.man_at(Square::at(file, rank).index())?;
        let kind = *Kind::ALL.get(kind).filter(|_| owner == side)?;
        *letter = if kind.is_familiar() { 'F' } else { kind.letter() };
        familiar = familiar.or(Kind::FAMILIARS.iter().position(|&f| f == kind));
    }
    let order = ROWS.binary_search(&row).ok()?;
    Some((familiar? * ORDERS + order) as u32)
}

/// One side's array.
struct Array {
    familiar: Kind,
    order: Row,
}

impl Array {
    fn numbered(number: u32) -> Self {
        let number = number as usize % COUNT as usize;
        Array { familiar: Kind::FAMILIARS[number / ORDERS], order: ROWS[number % ORDERS] }
    }

    /// The back rank as in a FEN.
    fn row(&self, side: Side) -> String {
        let letter = |&l: &char| if l == 'F' { self.familiar.letter() } else { l };
        self.order.iter().map(|l| side.case(letter(l))).collect()
    }

    /// The rook's file as in a FEN, if the distance lets it castle; else nothing.
    fn castling(&self, side: Side) -> String {
        let square = |letter| {
            let file = self.order.iter().position(|&l| l == letter);
            Square::at(file.unwrap_or_default(), 0)
        };
        let (king, rook) = (square('K'), square('R'));
        match CastlingPath::between(king, rook) {
            Some(_) => side.case((b'a' + rook.file() as u8) as char).to_string(),
            None => String::new(),
        }
    }
}
