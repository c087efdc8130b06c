//! Sets of squares: one machine word, one `u128`, or three words, behind one interface.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{GOLDEN_RATIO, Square};

/// Spreads the bits of a word over another, by both halves of a product.
#[inline(always)]
fn mix(word: u64) -> u64 {
    let product = u128::from(word) * u128::from(GOLDEN_RATIO);
    (product >> 64) as u64 ^ product as u64
}

/// The storage of a [`SquareSet`]: a fixed number of bits.
pub trait Word:
    Copy
    + Eq
    + Default
    + fmt::Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// How many bits there are.
    const BITS: usize;
    /// No bit set.
    const EMPTY: Self;
    /// The word as 64 bits; different words mostly give different ones.
    fn fold(self) -> u64;
    /// Bit `index` alone.
    fn bit(index: usize) -> Self;
    /// How many bits are set.
    fn count(self) -> usize;
    /// The lowest set bit, or anything if there is none.
    fn lowest(self) -> usize;
    /// The highest set bit, or anything if there is none.
    fn highest(self) -> usize;
    /// Without its lowest set bit.
    fn without_lowest(self) -> Self;
    /// Every bit moved up by `n` (fewer than the bits the word has).
    fn up(self, n: usize) -> Self;
    /// Every bit moved down by `n` (fewer than the bits the word has).
    fn down(self, n: usize) -> Self;
}

macro_rules! primitive_word {
    ($type:ty) => {
        impl Word for $type {
            const BITS: usize = <$type>::BITS as usize;
            const EMPTY: Self = 0;
            #[inline(always)]
            fn fold(self) -> u64 {
                let high = (self as u128 >> 64) as u64;
                mix(high) ^ self as u64
            }
            #[inline(always)]
            fn bit(index: usize) -> Self {
                1 << index
            }
            #[inline(always)]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn highest(self) -> usize {
                (<$type>::BITS - 1).wrapping_sub(self.leading_zeros()) as usize
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn up(self, n: usize) -> Self {
                self << n
            }
            #[inline(always)]
            fn down(self, n: usize) -> Self {
                self >> n
            }
        }
    };
}
primitive_word!(u64);
primitive_word!(u128);

/// 192 bits, for boards up to 12×16 or 13×14.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Triple([u64; 3]);

impl Triple {
    /// The word with these bits, lowest first.
    pub const fn new(words: [u64; 3]) -> Self {
        Triple(words)
    }
}

macro_rules! triple_operator {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait for Triple {
            type Output = Triple;
            #[inline(always)]
            fn $method(self, other: Triple) -> Triple {
                Triple([self.0[0] $op other.0[0], self.0[1] $op other.0[1], self.0[2] $op other.0[2]])
            }
        }
    };
}
triple_operator!(BitAnd, bitand, &);
triple_operator!(BitOr, bitor, |);
triple_operator!(BitXor, bitxor, ^);

impl Not for Triple {
    type Output = Triple;
    #[inline(always)]
    fn not(self) -> Triple {
        Triple([!self.0[0], !self.0[1], !self.0[2]])
    }
}

impl Word for Triple {
    const BITS: usize = 192;
    const EMPTY: Self = Triple([0; 3]);

    #[inline(always)]
    fn fold(self) -> u64 {
        let [low, middle, high] = self.0;
        mix(mix(high) ^ middle) ^ low
    }
    #[inline(always)]
    fn bit(index: usize) -> Self {
        // All three words are computed: a store into one of them would make the set go through memory.
        let (whole, part) = (index / 64, index % 64);
        let word = |n| ((whole == n) as u64) << part;
        Triple([word(0), word(1), word(2)])
    }

    #[inline(always)]
    fn count(self) -> usize {
        let [a, b, c] = self.0;
        (a.count_ones() + b.count_ones() + c.count_ones()) as usize
    }

    #[inline(always)]
    fn lowest(self) -> usize {
        let [a, b, c] = self.0;
        if a != 0 {
            a.trailing_zeros() as usize
        } else if b != 0 {
            64 + b.trailing_zeros() as usize
        } else {
            128 + c.trailing_zeros() as usize
        }
    }

    #[inline(always)]
    fn highest(self) -> usize {
        let [a, b, c] = self.0;
        if c != 0 {
            191 - c.leading_zeros() as usize
        } else if b != 0 {
            127 - b.leading_zeros() as usize
        } else {
            63usize.wrapping_sub(a.leading_zeros() as usize)
        }
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        let [a, b, c] = self.0;
        if a != 0 {
            Triple([a & (a - 1), b, c])
        } else if b != 0 {
            Triple([a, b & (b - 1), c])
        } else {
            Triple([a, b, c & c.wrapping_sub(1)])
        }
    }

    #[inline(always)]
    fn up(self, n: usize) -> Self {
        let [a, b, c] = self.0;
        let (whole, part) = (n / 64, n % 64);
        let carry = |low: u64| if part == 0 { 0 } else { low >> (64 - part) };
        match whole {
            0 => Triple([a << part, b << part | carry(a), c << part | carry(b)]),
            1 => Triple([0, a << part, b << part | carry(a)]),
            _ => Triple([0, 0, a << part]),
        }
    }

    #[inline(always)]
    fn down(self, n: usize) -> Self {
        let [a, b, c] = self.0;
        let (whole, part) = (n / 64, n % 64);
        let carry = |high: u64| if part == 0 { 0 } else { high << (64 - part) };
        match whole {
            0 => Triple([a >> part | carry(b), b >> part | carry(c), c >> part]),
            1 => Triple([b >> part | carry(c), c >> part, 0]),
            _ => Triple([c >> part, 0, 0]),
        }
    }
}

/// A set of squares of a board `FILES` wide and `RANKS` high, kept in a [`Word`] `W`
/// with at least `FILES * RANKS` bits.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct SquareSet<W, const FILES: usize, const RANKS: usize>(W);

impl<W: Word, const FILES: usize, const RANKS: usize> SquareSet<W, FILES, RANKS> {
    /// The set without squares.
    pub const EMPTY: Self = {
        assert!(FILES * RANKS <= W::BITS, "the word has a bit for every square");
        SquareSet(W::EMPTY)
    };

    /// The set of all squares of the board.
    pub fn full() -> Self {
        Square::all().collect()
    }

    /// The squares whose bits are set in `word`; bits beyond the board must be clear.
    #[inline(always)]
    pub const fn from_word(word: W) -> Self {
        SquareSet(word)
    }

    /// The word that holds the set.
    #[inline(always)]
    pub const fn word(self) -> W
    where
        W: Copy,
    {
        self.0
    }

    /// The set as 64 bits; different sets mostly give different ones.
    #[inline(always)]
    pub fn fold(self) -> u64 {
        self.0.fold()
    }

    /// The set of `square` alone.
    #[inline(always)]
    pub fn of(square: Square<FILES, RANKS>) -> Self {
        SquareSet(W::bit(square.index()))
    }

    /// Whether the set has no squares.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == W::EMPTY
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    pub fn contains(self, square: Square<FILES, RANKS>) -> bool {
        self.meets(Self::of(square))
    }

    /// Whether the sets have a square in common.
    #[inline(always)]
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != W::EMPTY
    }

    /// How many squares are in the set.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.0.count()
    }

    /// The squares of `self` that are not in `other`.
    #[inline(always)]
    pub fn minus(self, other: Self) -> Self {
        SquareSet(self.0 & !other.0)
    }

    /// Puts `square` in.
    #[inline(always)]
    pub fn insert(&mut self, square: Square<FILES, RANKS>) {
        *self |= Self::of(square);
    }

    /// The square with the lowest index.
    #[inline(always)]
    pub fn first(self) -> Option<Square<FILES, RANKS>> {
        (!self.is_empty()).then(|| Square::new(self.0.lowest()))
    }

    /// The square with the highest index.
    #[inline(always)]
    pub fn last(self) -> Option<Square<FILES, RANKS>> {
        (!self.is_empty()).then(|| Square::new(self.0.highest()))
    }

    /// Every square moved `n` indices up; the caller masks what leaves the board or wraps a file.
    #[inline(always)]
    pub fn up(self, n: usize) -> Self {
        SquareSet(self.0.up(n))
    }

    /// Every square moved `n` indices down; the caller masks what wraps a file.
    #[inline(always)]
    pub fn down(self, n: usize) -> Self {
        SquareSet(self.0.down(n))
    }
}

macro_rules! set_operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $op:tt) => {
        impl<W: Word, const FILES: usize, const RANKS: usize> $trait for SquareSet<W, FILES, RANKS> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                SquareSet(self.0 $op other.0)
            }
        }
        impl<W: Word, const FILES: usize, const RANKS: usize> $assign_trait
            for SquareSet<W, FILES, RANKS>
        {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                self.0 = self.0 $op other.0;
            }
        }
    };
}
set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
set_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl<W: Word, const FILES: usize, const RANKS: usize> FromIterator<Square<FILES, RANKS>>
    for SquareSet<W, FILES, RANKS>
{
    fn from_iter<I: IntoIterator<Item = Square<FILES, RANKS>>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl<W: Word, const FILES: usize, const RANKS: usize> IntoIterator for SquareSet<W, FILES, RANKS> {
    type Item = Square<FILES, RANKS>;
    type IntoIter = Squares<W, FILES, RANKS>;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        Squares(self.0)
    }
}

/// Iterator over the squares of a [`SquareSet`], lowest index first.
#[derive(Debug, Clone)]
pub struct Squares<W, const FILES: usize, const RANKS: usize>(W);

impl<W: Word, const FILES: usize, const RANKS: usize> Iterator for Squares<W, FILES, RANKS> {
    type Item = Square<FILES, RANKS>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.0 == W::EMPTY {
            return None;
        }
        let square = Square::new(self.0.lowest());
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

impl<W: Word, const FILES: usize, const RANKS: usize> fmt::Debug for SquareSet<W, FILES, RANKS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Wide = SquareSet<Triple, 12, 12>;

    #[test]
    fn small_sets_fold_to_different_numbers() {
        fn folded<W: Word>() -> usize {
            let pair = |a, b| (W::bit(a) | W::bit(b)).fold();
            let pairs = (0..W::BITS).flat_map(|a| (0..=a).map(move |b| pair(a, b)));
            pairs.collect::<std::collections::HashSet<_>>().len()
        }
        let sets = |squares: usize| squares * (squares + 1) / 2;
        assert_eq!(folded::<u64>(), sets(64));
        assert_eq!(folded::<u128>(), sets(128));
        assert_eq!(folded::<Triple>(), sets(192));
    }

    #[test]
    fn three_words_behave_as_one() {
        let all: Vec<_> = Square::<12, 12>::all().collect();
        assert_eq!(Wide::full().len(), 144);
        assert_eq!(Wide::full().into_iter().collect::<Vec<_>>(), all);
        for &square in &all {
            let alone = Wide::of(square);
            assert_eq!((alone.first(), alone.last()), (Some(square), Some(square)));
            for n in 0..144 - square.index() {
                assert_eq!(alone.up(n).first(), Some(Square::new(square.index() + n)));
                assert_eq!(alone.up(n).down(n), alone);
            }
            assert_eq!(Wide::full().minus(alone).len(), 143);
        }
        assert_eq!(Wide::EMPTY.first(), None);
        assert_eq!(Wide::EMPTY.last(), None);
    }
}
