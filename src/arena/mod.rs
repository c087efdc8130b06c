//! The arena: matches between any engines that speak CECP or UCI, judged by the rules.

pub mod adjudication;
mod clock;
pub mod ending;
pub mod engine;
mod game_record;
pub mod guardian;
pub mod halt;
pub mod ledger;
pub mod limits;
pub mod merge;
pub mod openings;
pub mod pgn;
pub mod plan;
pub mod referee;
pub mod report;
pub mod roster;
pub mod schedule;
pub mod state;
pub mod stats;
pub mod tournament;
