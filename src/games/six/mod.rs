//! What the games on 6×6 boards share: pawns that step one square, the mirror of the board, and
//! whatever of their evaluations and exchanges is the same.

mod eval;
mod exchange;

pub(crate) use eval::{Terms, terms};
pub(crate) use exchange::{Exchange, first_of};

use crate::board::Side;
use crate::game::Game;

/// A square of a 6×6 board.
pub type Square = crate::board::Square<6, 6>;
/// A set of squares of a 6×6 board.
pub type Set = crate::board::SquareSet<u64, 6, 6>;

/// A position of one of these games: the men on the board.
pub(crate) trait Board: Game {
    /// The kinds of men.
    type Kind: Copy + Eq;
    /// The pawn, the first in [`GameInfo::men`](crate::game::GameInfo::men).
    const PAWN: Self::Kind;
    /// The bishop.
    const BISHOP: Self::Kind;
    /// The rook.
    const ROOK: Self::Kind;
    /// The terms of its evaluation that the other game has too.
    const TERMS: Terms;

    /// The men of a kind, of both sides.
    fn all(&self, kind: Self::Kind) -> Set;
    /// The men of `side`.
    fn of(&self, side: Side) -> Set;

    /// The men of `side` and `kind`.
    #[inline(always)]
    fn men(&self, side: Side, kind: Self::Kind) -> Set {
        self.all(kind) & self.of(side)
    }

    /// The men of both sides.
    #[inline(always)]
    fn occupied(&self) -> Set {
        self.of(Side::White) | self.of(Side::Black)
    }
}

/// All squares.
pub const EVERYWHERE: Set = Set::from_word((1 << 36) - 1);
/// Each side's first rank; also the other's last.
pub const BACK_RANKS: [Set; 2] = [Set::from_word(0x3F), Set::from_word(0x3F << 30)];

/// The ranks on which a pawn of either side promotes.
pub const LAST_RANKS: Set = Set::from_word(0x3F | 0x3F << 30);

const FILE_A: u64 = 0x0_4104_1041;
const FILE_F: u64 = FILE_A << 5;

/// How many squares are different if the a-file is the same as the f-file, and so on.
pub const HALF_BOARD: usize = 18;

/// By side and square: the place of the square in a table of [`HALF_BOARD`] entries that begins
/// with the side's first rank, on each rank from the edge to the middle.
const HALF_SQUARES: [[u8; 36]; 2] = {
    let mut places = [[0; 36]; 2];
    let mut at = 0;
    while at < 36 {
        let (file, rank) = (at % 6, at / 6);
        let from_edge = if file < 3 { file } else { 5 - file };
        places[0][at] = (rank * 3 + from_edge) as u8;
        places[1][at] = ((5 - rank) * 3 + from_edge) as u8;
        at += 1;
    }
    places
};

/// The place of `square` in a table of [`HALF_BOARD`] entries that begins with the first rank of
/// `side`, on each rank from the edge to the middle.
#[inline(always)]
pub fn half_square(square: Square, side: Side) -> usize {
    HALF_SQUARES[side.index()][square.index()] as usize
}

/// The rank of `square`, counted from 0 at the first rank of `side`.
#[inline(always)]
pub fn rank_of(square: Square, side: Side) -> usize {
    match side {
        Side::White => square.rank(),
        Side::Black => 5 - square.rank(),
    }
}

/// How many steps a king needs from one square to the other.
#[inline(always)]
pub fn distance(one: Square, other: Square) -> usize {
    one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank()))
}

/// Every square one step forward for `side`; those on its last rank are gone.
#[inline(always)]
pub fn forward(squares: Set, side: Side) -> Set {
    match side {
        Side::White => Set::from_word(squares.word() << 6 & EVERYWHERE.word()),
        Side::Black => squares.down(6),
    }
}

/// Every square one step towards the a-file.
#[inline(always)]
fn left(squares: Set) -> Set {
    Set::from_word((squares.word() & !FILE_A) >> 1)
}

/// Every square one step towards the f-file.
#[inline(always)]
fn right(squares: Set) -> Set {
    Set::from_word((squares.word() & !FILE_F) << 1)
}

/// The squares that `pawns` of `side` attack towards the a-file.
#[inline(always)]
pub fn pawn_attacks_left(pawns: Set, side: Side) -> Set {
    forward(left(pawns), side)
}

/// The squares that `pawns` of `side` attack towards the f-file.
#[inline(always)]
pub fn pawn_attacks_right(pawns: Set, side: Side) -> Set {
    forward(right(pawns), side)
}

/// The squares that `pawns` of `side` attack.
#[inline(always)]
pub fn pawn_attacks(pawns: Set, side: Side) -> Set {
    forward(beside(pawns), side)
}

/// The squares on the same files ahead of `squares`, as `side` sees it.
#[inline(always)]
pub fn ahead(squares: Set, side: Side) -> Set {
    let one = forward(squares, side);
    let two = one | forward(one, side);
    let four = two | forward(forward(two, side), side);
    four | forward(four, side)
}

/// The files on which `squares` are, whole.
#[inline(always)]
pub fn files_of(squares: Set) -> Set {
    squares | ahead(squares, Side::White) | ahead(squares, Side::Black)
}

/// The neighbours to the left and the right of `squares`.
#[inline(always)]
pub fn beside(squares: Set) -> Set {
    left(squares) | right(squares)
}

/// Of the pawns `ours` of `side` those that no pawn of `theirs` can stop or take on their way to
/// the last rank, and with none of their own side ahead.
#[inline(always)]
pub fn passed(ours: Set, theirs: Set, side: Side) -> Set {
    let stopped = ahead(theirs, !side);
    ours.minus(stopped | beside(stopped) | ahead(ours, !side))
}

/// The pawns of `side` with another of their own behind them.
#[inline(always)]
pub fn doubled(pawns: Set, side: Side) -> Set {
    pawns & ahead(pawns, side)
}

/// The pawns without another of their own on a file next to theirs.
#[inline(always)]
pub fn isolated(pawns: Set) -> Set {
    pawns.minus(beside(files_of(pawns)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> Set {
        names.split_whitespace().map(|name| Square::parse(name).unwrap()).collect()
    }

    #[test]
    fn halves_of_the_board_mirror_each_other() {
        let place = |name: &str, side| half_square(Square::parse(name).unwrap(), side);
        assert_eq!(place("a1", Side::White), 0);
        assert_eq!(place("f1", Side::White), 0);
        assert_eq!(place("d2", Side::White), 5);
        assert_eq!(place("c5", Side::Black), 5);
        assert_eq!(place("a6", Side::White), 15);
        for square in Square::all() {
            let mirrored = Square::at(square.file(), 5 - square.rank());
            let white = half_square(square, Side::White);
            assert_eq!(white, half_square(mirrored, Side::Black));
            assert_eq!(white / 3, rank_of(square, Side::White));
        }
    }

    #[test]
    fn pawns_attack_on_the_board_alone() {
        assert_eq!(pawn_attacks(set("a2 f5 c6"), Side::White), set("b3 e6"));
        assert_eq!(pawn_attacks(set("a2 f5 c1"), Side::Black), set("b1 e4"));
        assert_eq!(pawn_attacks_left(set("a2 c3"), Side::White), set("b4"));
        assert_eq!(pawn_attacks_right(set("f2 c3"), Side::Black), set("d2"));
    }

    #[test]
    fn ahead_is_the_rest_of_the_file() {
        assert_eq!(ahead(set("a1 c4"), Side::White), set("a2 a3 a4 a5 a6 c5 c6"));
        assert_eq!(ahead(set("a6 c4"), Side::Black), set("a5 a4 a3 a2 a1 c3 c2 c1"));
        assert_eq!(files_of(set("b3")), set("b1 b2 b3 b4 b5 b6"));
    }

    #[test]
    fn pawns_have_structure() {
        let (white, black) = (set("a2 a4 c3 f4"), set("b5 d4 e2 f3"));
        assert_eq!(passed(white, black, Side::White), set("f4"));
        assert_eq!(passed(set("a4 a2 c4"), black, Side::White), set(""));
        assert_eq!(passed(black, white, Side::Black), set("e2 f3"));
        assert_eq!(doubled(white, Side::White), set("a4"));
        assert_eq!(doubled(white, Side::Black), set("a2"));
        assert_eq!(isolated(white), set("a2 a4 c3 f4"));
        assert_eq!(isolated(black), set("b5"));
    }
}
