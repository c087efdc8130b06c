//! Tuning: how the weights of the evaluations and the chances of winning are found.
//!
//! [`generate()`] lets the search play against itself and keeps quiet positions, each with the
//! search's score and the result of its game ([`Sample`]). [`Rows`] counts the terms of the
//! evaluation in each of them. [`fit()`] chooses the weights by which the evaluation foretells scores
//! and results best (logistic regression, known as Texel's tuning method after Peter Österlund's
//! engine), and [`fit_rates`] the model of wins, draws and losses. [`source`] writes the weights as
//! the games' sources have them.

mod data;
mod fit;
mod generate;
mod minimise;
mod parts;
mod rates;
mod rows;
pub mod source;

pub use data::Sample;
pub use fit::{FitError, Fitted, Losses, Settings, fit};
pub use generate::{GenerateError, Plan, Played, generate};
pub use rates::fit_rates;
pub use rows::{RowError, RowFault, Rows};

/// 1 / (1 + e⁻ˣ).
fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// ln(1 + eˣ), without overflow: −ln of the [`logistic`] function of −x.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + libm::log1p(libm::exp(-x.abs()))
}
