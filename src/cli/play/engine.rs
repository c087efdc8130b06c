//! The engine as an opponent: asking it for a move, and writing moves and scores for people.

use crate::cli::error::Error;
use crate::game::Style;
use crate::search::{Best, Limits, Score};
use crate::session::{self, Session};

/// A move that the engine made.
pub(super) struct Played {
    /// The move in people's style.
    pub(super) shown: String,
    /// As it would be typed, and what the engine thinks of it.
    pub(super) detail: String,
}

/// Lets the engine make a move.
pub(super) fn play(session: &mut dyn Session, limits: &Limits) -> Result<Played, Error> {
    let no_move = |session: &dyn Session| Error::NoBestMove(session.fen());
    let found = session::think(session, limits);
    let (text, best) =
        found.and_then(|best| Some((best.best.clone()?, best))).ok_or_else(|| no_move(session))?;
    let shown = session.read_move(&text, Style::People)?;
    session.play(&text)?;
    Ok(Played { shown, detail: format!("{text}; {}", verdict(&best)) })
}

/// The worth of the best line, for the side that plays it, and how deep the engine looked.
pub(super) fn verdict(best: &Best<String>) -> String {
    let score = match best.info.score {
        Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::WinIn(plies) => format!("wins in {}", counted_plies(plies)),
        Score::LossIn(plies) => format!("loses in {}", counted_plies(plies)),
    };
    format!("{score}, depth {}", best.info.depth)
}

fn counted_plies(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}
