//! What the search makes of a forced win.

use std::time::Duration;

use crate::evaluation;
use crate::game::{Game, Style};
use crate::proof::{LONGEST, OutOfNodes, Prover};
use crate::record::Record;
use crate::search::{self, Control, Limits, Memories, Score, Table};

/// What came of a search of a position with a forced win.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// The last score.
    pub score: Score,
    /// The text of the move found.
    pub best: String,
    /// From when on the search said that it wins, until its end; `None` if it did not say so then.
    pub announced: Option<Effort>,
    /// The whole search.
    pub spent: Effort,
    /// Whether the move wins indeed, as soon as it is said to.
    pub proof: Result<bool, OutOfNodes>,
    /// Whether it wins as soon as can be, and the search said so.
    pub shortest: bool,
}

/// What a search took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Time.
    pub time: Duration,
    /// Nodes.
    pub nodes: u64,
}

impl Attempt {
    /// Whether the search said that it wins, and plays a move that does.
    pub fn is_solved(&self) -> bool {
        self.announced.is_some() && self.proof == Ok(true)
    }
}

/// Searches a position that is won in `plies` with a cleared `table`, and has the move proven with at
/// most `proof_nodes` nodes. Positions in which there is no choice are searched, too.
pub fn attempt<G: Game>(
    position: &G,
    plies: u32,
    limits: &Limits,
    table: &Table,
    proof_nodes: u64,
) -> Attempt {
    let limits = Limits { analysis: true, ..limits.clone() };
    let mut announced = None;
    table.clear();
    let control = Control::new(&limits);
    let (record, memories) = (Record::new(*position), &mut Memories::default());
    let best = search::search(&record, &limits, &control, table, memories, &mut |info| {
        let effort = Effort { time: info.time, nodes: info.nodes };
        announced = announced.or(Some(effort)).filter(|_| is_win(info.score));
    });
    let spent = Effort { time: control.elapsed(), nodes: best.info.nodes };
    let score = best.info.score;
    let mut proof = Ok(false);
    let mut shortest = false;
    if let Some(mv) = best.best.filter(|_| announced.is_some()) {
        proof = wins_as_told(position, mv, plies, score, proof_nodes);
        shortest = proof == Ok(true) && score == Score::WinIn(plies);
    }
    let best = best.best.map_or_else(String::new, |mv| position.move_text(mv, Style::Plain));
    Attempt { score, best, announced, spent, proof, shortest }
}

/// Whether a score says that the side to move wins.
fn is_win(score: Score) -> bool {
    match score {
        // No evaluation says so much: the winner is known, even if it is not known how soon he wins.
        Score::Cp(cp) => cp > evaluation::LIMIT,
        Score::WinIn(_) => true,
        Score::LossIn(_) => false,
    }
}

/// Whether a move in a position that is won in `plies` wins as soon as the score says.
fn wins_as_told<G: Game>(
    position: &G,
    mv: G::Move,
    plies: u32,
    score: Score,
    proof_nodes: u64,
) -> Result<bool, OutOfNodes> {
    let longest = match score {
        Score::WinIn(told) => told,
        Score::Cp(_) | Score::LossIn(_) => G::TRAITS.longest_game.unwrap_or(LONGEST),
    };
    let mut prover = Prover::new();
    for within in (plies..=longest.min(LONGEST)).step_by(2) {
        if prover.keeps_win(position, mv, within, proof_nodes)? {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Options;
    use crate::games::knightfall::Knightfall;

    const PROOF_NODES: u64 = 1_000_000;

    fn attempt_of(fen: &str, plies: u32, limits: &Limits) -> Attempt {
        let position = Knightfall::from_fen(fen, Options::NONE).unwrap();
        attempt(&position, plies, limits, &Table::new(1).unwrap(), PROOF_NODES)
    }

    #[test]
    fn a_win_is_solved_once_it_is_announced() {
        let fen = "2R3/6/6/5R/6/n4N w - - 0 1";
        let deep = attempt_of(fen, 3, &Limits { depth: Some(6), ..Limits::default() });
        assert!(deep.is_solved() && deep.shortest, "{deep:?}");
        assert!(deep.announced.is_some_and(|effort| effort.nodes <= deep.spent.nodes));
        let hurried = attempt_of(fen, 3, &Limits { nodes: Some(1), ..Limits::default() });
        assert!(!hurried.is_solved() && hurried.announced.is_none(), "{hurried:?}");
    }

    #[test]
    fn a_win_that_is_quicker_than_can_be_is_no_solution() {
        let position = Knightfall::from_fen("2R3/6/6/5R/6/n4N w - - 0 1", Options::NONE).unwrap();
        for mv in position.legal_moves() {
            let told = wins_as_told(&position, mv, 3, Score::WinIn(1), PROOF_NODES);
            assert_eq!(told, Ok(false), "{mv:?}");
        }
    }
}
