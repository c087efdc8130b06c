//! Pictures of boards and men, independent of the rules of any game.
//!
//! A [`Board`] says what stands where, which squares are marked and which arrows
//! are drawn; [`svg`](svg()) and [`text`](text()) turn it into a picture. Squares are numbered
//! rank by rank from White's side: on a board with `files` files, `a1` is 0, `b1` is
//! 1, and `a2` is `files`.

mod men;
mod svg;
mod text;

pub use men::Picture;
pub use svg::svg;
pub use text::text;

use crate::board::{Side, square_name};

/// A man as it stands on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// Whose man it is.
    pub side: Side,
    /// The man's upper-case FEN letter, which the text board shows.
    pub letter: char,
    /// The drawing the SVG board shows.
    pub picture: Picture,
}

impl Man {
    /// The letter as FEN writes it: upper case for White, lower case for Black.
    pub fn fen_letter(&self) -> char {
        self.side.case(self.letter)
    }
}

/// Why a square stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Where the last move began or ended.
    LastMove,
    /// A square that can be moved to; a man who stands there gives way without being taken.
    Target,
    /// A man that can be taken.
    Capture,
    /// A man that is destroyed from afar.
    Strike,
    /// A king in check.
    Check,
}

impl Mark {
    /// Every mark.
    pub const ALL: [Mark; 5] =
        [Mark::LastMove, Mark::Target, Mark::Capture, Mark::Strike, Mark::Check];
}

/// Everything a picture of a board shows.
///
/// Squares without an entry in `men` are empty; marks and arrows that name a square
/// off the board are not drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// Number of files, 26 at most.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
    /// The man on each square: a1, b1, … rank by rank from White's side.
    pub men: Vec<Option<Man>>,
    /// Marked squares. A square may have several marks.
    pub marks: Vec<(usize, Mark)>,
    /// Arrows, from the centre of one square to that of another.
    pub arrows: Vec<(usize, usize)>,
    /// A line of text below the board.
    pub caption: Option<String>,
    /// Whether the board is seen from Black's side.
    pub flipped: bool,
}

impl Board {
    /// An empty board of the given size, seen from White's side.
    pub fn new(files: usize, ranks: usize) -> Self {
        Board { files, ranks, men: vec![None; files * ranks], ..Board::default() }
    }

    /// How many squares the board has.
    pub fn squares(&self) -> usize {
        self.files * self.ranks
    }

    /// The man on a square, if one stands there.
    pub fn man(&self, square: usize) -> Option<Man> {
        self.men.get(square).copied().flatten()
    }

    /// A square's name, such as `a1` or `l12`.
    pub fn square_name(&self, square: usize) -> String {
        square_name(self.files, square)
    }

    /// The rank shown in a row of the picture, counted from the top.
    fn rank_of_row(&self, row: usize) -> usize {
        if self.flipped { row } else { self.ranks - 1 - row }
    }

    /// The file shown in a column of the picture, counted from the left.
    fn file_of_column(&self, column: usize) -> usize {
        if self.flipped { self.files - 1 - column } else { column }
    }

    /// The square shown at a column and a row of the picture.
    fn square_at(&self, column: usize, row: usize) -> usize {
        self.rank_of_row(row) * self.files + self.file_of_column(column)
    }

    /// Column and row of the picture in which a square is shown.
    fn place(&self, square: usize) -> (usize, usize) {
        // Turning the board about is its own inverse, so the same two functions serve.
        let (file, rank) = (square % self.files, square / self.files);
        (self.file_of_column(file), self.rank_of_row(rank))
    }
}

/// The letter of a file, `a` for 0.
fn file_letter(file: usize) -> char {
    u8::try_from(file).ok().filter(|file| *file < 26).map_or('?', |file| char::from(b'a' + file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_the_names_of_rank_and_file() {
        let board = Board::new(12, 12);
        assert_eq!(board.square_name(0), "a1");
        assert_eq!(board.square_name(12), "a2");
        assert_eq!(board.square_name(143), "l12");
    }

    #[test]
    fn a_square_is_found_where_it_is_shown() {
        let mut board = Board::new(6, 4);
        for flipped in [false, true] {
            board.flipped = flipped;
            for square in 0..board.squares() {
                let (column, row) = board.place(square);
                assert_eq!(board.square_at(column, row), square);
            }
        }
        assert_eq!(board.place(0), (5, 0));
    }

    #[test]
    fn letters_follow_the_side() {
        let man = |side| Man { side, letter: 'G', picture: Picture::Hippogriff };
        assert_eq!(man(Side::White).fen_letter(), 'G');
        assert_eq!(man(Side::Black).fen_letter(), 'g');
    }
}
