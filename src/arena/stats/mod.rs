//! Statistics of matches: how strong a player seems from its results, how sure that is, and when a
//! test of two hypotheses about it may stop.
//!
//! Results are counted as single games ([`Wdl`]) and as pairs of games from the same opening with
//! colours reversed ([`Pentanomial`]). Pairs are the better sample, since an opening that is good for
//! one colour weighs on both games of its pair.
//!
//! The formulas are those of fastchess (<https://github.com/Disservin/fastchess>, in
//! `app/src/matchmaking/elo` and `app/src/matchmaking/sprt`), and so are the values that the tests
//! compare with. Where such a formula has no finite value, a continuity correction gives one, and
//! the [`Figure`] says so.

mod counts;
mod estimate;
mod figure;
mod likelihood;
mod moments;
mod run;
mod sprt;

pub use counts::{Pentanomial, Points, Wdl};
pub use estimate::{CI95, Estimate};
pub use figure::{Figure, Kind};
pub use run::{SprtRun, Verdict};
pub use sprt::{Model, Sprt, SprtError};
