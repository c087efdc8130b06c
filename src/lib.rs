//! Hippogriff plays five games that other engines play badly or not at all.
//!
//! A small trunk (board geometry, a search, the outside world) carries five self-contained games:
//! - [`board`]: geometry without rules; [`fen`]: what all FENs share; [`mod@lines`]: reading text files
//! - [`game`]: the contract every game keeps; [`games`]: the games
//! - [`record`]: a game being played; [`perft`]: counting move sequences, [`suite`]: files of counts
//! - [`proof`]: forced wins proven by exhaustive search, [`wins`]: positions with such wins
//! - [`evaluation`]: what the evaluations share; [`features`]: parts of the search that can be switched
//! - [`search`]: alpha-beta over any game; [`mod@bench`]: whether it still searches the same,
//!   [`scaling`]: what more threads are worth
//! - [`session`]: a game, its record and its search as one object, for [`protocol`] and [`cli`]
//! - [`arena`]: matches between engines, and what they say about strength
//! - [`hosts`]: what graphical hosts read to find engines
//! - [`tuning`]: how the weights of the evaluations are found
//! - [`picture`]: boards as text and SVG

pub mod arena;
pub mod bench;
pub mod board;
pub mod cli;
pub mod evaluation;
pub mod features;
pub mod fen;
pub mod game;
pub mod games;
pub mod hosts;
pub mod lines;
pub mod perft;
pub mod picture;
pub mod proof;
pub mod protocol;
pub mod record;
pub mod scaling;
pub mod search;
pub mod session;
pub mod suite;
pub mod tuning;
pub mod wins;
