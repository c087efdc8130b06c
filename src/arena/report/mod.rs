//! What the games of a match say: standings, crosstable, scores by game, colour and opening, endings,
//! and the statistics of two players.
//!
//! `sheet.rs` counts games, `sections.rs` and `duel.rs` write down what was counted, and `table.rs`
//! lays it out.

mod duel;
mod sections;
mod sheet;
mod table;
#[cfg(test)]
mod tests;

pub use sections::ReportOptions;
pub use sheet::{ScoreSheet, Scored, ScoredError, Standing};
