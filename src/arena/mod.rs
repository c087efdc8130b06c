//! The arena: matches between any engines that speak CECP or UCI, judged by the rules.

pub mod ending;
pub mod openings;
pub mod pgn;
