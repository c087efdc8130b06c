//! Geometry without rules: sides, squares, sets of squares, sliding lines, keys, random numbers.

pub(crate) mod cpu;
mod magic;
mod rng;
mod set;
mod side;
mod square;
mod zobrist;

pub(crate) use cpu::multiversion;
pub use magic::{Direction, SliderTable};
pub use rng::{GOLDEN_RATIO, Rng};
pub use set::{SquareSet, Squares, Triple, Word};
pub use side::Side;
pub use square::{Square, read_square, square_name};
pub use zobrist::{ManKeys, feature_keys};
