//! Squares of a board whose size is part of their type.

use std::fmt;

/// A square of a board `FILES` wide and `RANKS` high, numbered rank by rank from `a1`
/// (`a1` = 0, `b1` = 1, …). Squares of differently sized boards are different types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square<const FILES: usize, const RANKS: usize>(u8);

/// What a square of a board `files` wide is called, such as `a1` or `l12`; squares are numbered as in
/// [`Square`].
pub fn square_name(files: usize, square: usize) -> String {
    let mut name = String::new();
    // Writing to a string cannot fail.
    let _ = write_name(&mut name, files, square);
    name
}

fn write_name(to: &mut impl fmt::Write, files: usize, square: usize) -> fmt::Result {
    write!(to, "{}{}", char::from(b'a' + (square % files) as u8), square / files + 1)
}

/// Reads a square name such as `a1` or `l12` from the front of `text`, for a board of this size; gives
/// the square's number and the rest of the text. The rank takes as many digits as still make a rank of
/// this board.
pub fn read_square(files: usize, ranks: usize, text: &str) -> Option<(usize, &str)> {
    let bytes = text.as_bytes();
    let file = usize::from(bytes.first()?.checked_sub(b'a')?);
    let digits = bytes[1..].iter().take(2).take_while(|b| b.is_ascii_digit()).count();
    (1..=digits).rev().find_map(|used| {
        let rank: usize = text[1..1 + used].parse().ok()?;
        let inside = file < files && (1..=ranks).contains(&rank) && bytes[1] != b'0';
        inside.then(|| ((rank - 1) * files + file, &text[1 + used..]))
    })
}

impl<const FILES: usize, const RANKS: usize> Square<FILES, RANKS> {
    /// How many squares the board has.
    pub const COUNT: usize = {
        assert!(FILES * RANKS <= 256, "a square's index is one byte");
        assert!(FILES <= 26, "a file's name is one letter");
        FILES * RANKS
    };

    /// The square with the given index.
    ///
    /// # Panics
    /// In debug builds, if `index` is not below [`Self::COUNT`].
    #[inline(always)]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Square(index as u8)
    }

    /// The square on `file` and `rank`, both counted from 0.
    #[inline(always)]
    pub const fn at(file: usize, rank: usize) -> Self {
        debug_assert!(file < FILES && rank < RANKS);
        Self::new(rank * FILES + file)
    }

    /// Its index: an index into arrays of [`Self::COUNT`] entries.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its file, 0 for `a`.
    #[inline(always)]
    pub const fn file(self) -> usize {
        self.0 as usize % FILES
    }

    /// Its rank, 0 for rank 1.
    #[inline(always)]
    pub const fn rank(self) -> usize {
        self.0 as usize / FILES
    }

    /// The square `files` to the right and `ranks` up, if that is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i32 + files as i32;
        let rank = self.rank() as i32 + ranks as i32;
        if file < 0 || file >= FILES as i32 || rank < 0 || rank >= RANKS as i32 {
            None
        } else {
            Some(Self::at(file as usize, rank as usize))
        }
    }

    /// Every square, from `a1` rank by rank.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..FILES * RANKS).map(Self::new)
    }

    /// Reads a square name such as `a1` or `l12` from the front of `text`; returns it and the rest.
    /// The rank takes as many digits as still make a rank of this board.
    pub fn parse_prefix(text: &str) -> Option<(Self, &str)> {
        let (square, rest) = read_square(FILES, RANKS, text)?;
        Some((Self::new(square), rest))
    }

    /// Reads a whole text as a square name.
    pub fn parse(text: &str) -> Option<Self> {
        match Self::parse_prefix(text)? {
            (square, "") => Some(square),
            _ => None,
        }
    }
}

impl<const FILES: usize, const RANKS: usize> fmt::Display for Square<FILES, RANKS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_name(f, FILES, self.index())
    }
}

impl<const FILES: usize, const RANKS: usize> fmt::Debug for Square<FILES, RANKS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Wide = Square<12, 12>;

    #[test]
    fn names_round_trip_on_every_board_size() {
        for square in Wide::all() {
            assert_eq!(Wide::parse(&square.to_string()), Some(square));
        }
        for square in Square::<6, 6>::all() {
            assert_eq!(Square::<6, 6>::parse(&square.to_string()), Some(square));
        }
    }

    #[test]
    fn two_digit_ranks_are_read_greedily() {
        assert_eq!(Wide::parse_prefix("a1a12"), Some((Wide::at(0, 0), "a12")));
        assert_eq!(Wide::parse_prefix("a11a1"), Some((Wide::at(0, 10), "a1")));
        assert_eq!(Wide::parse_prefix("l12l11"), Some((Wide::at(11, 11), "l11")));
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in ["", "a", "m1", "a0", "a13", "a01", "A1", "1a", "a1b", "é1"] {
            assert_eq!(Wide::parse(text), None, "{text}");
        }
    }
}
