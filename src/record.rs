//! A game being played: the positions so far, and with them repetition.

use crate::board::Rng;
use crate::game::{Game, MoveError, Options, Outcome, Style};

/// A start position and the moves played from it.
#[derive(Debug, Clone)]
pub struct Record<G: Game> {
    /// Every position from the start to the present one; never empty.
    positions: Vec<G>,
    moves: Vec<G::Move>,
}

impl<G: Game> Record<G> {
    /// A game that begins at `start`.
    pub fn new(start: G) -> Self {
        Record { positions: vec![start], moves: Vec::new() }
    }

    /// A game that begins at a start position: with random arrays, if that is asked for and the game
    /// has numbered ones, else at the default one.
    pub fn at_start(options: Options, random_arrays: bool, rng: &mut Rng) -> Self {
        let arrays = G::INFO.arrays.as_ref().filter(|_| random_arrays);
        let start = arrays.and_then(|arrays| {
            let count = (arrays.count)(options) as usize;
            let [white, black] = [(); 2].map(|()| rng.below(count) as u32);
            G::from_fen(&(arrays.fen)(white, black, options), options).ok()
        });
        Record::new(start.unwrap_or_else(|| G::start(options)))
    }

    /// Plays so many random moves, unless they end the game: says whether it goes on.
    pub fn play_randomly(&mut self, plies: u32, rng: &mut Rng) -> bool {
        for _ in 0..plies {
            if self.outcome().is_some() {
                break;
            }
            let moves = self.position().legal_moves();
            self.play(moves[rng.below(moves.len())]);
        }
        self.outcome().is_none()
    }

    /// The position it began with.
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// The present position.
    pub fn position(&self) -> &G {
        &self.positions[self.moves.len()]
    }

    /// Every position from the start to the present one.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The moves played.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The texts of the moves played.
    pub fn move_texts(&self, style: Style) -> Vec<String> {
        let pairs = self.positions.iter().zip(&self.moves);
        pairs.map(|(position, &mv)| position.move_text(mv, style)).collect()
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        self.positions.push(self.position().after(mv));
        self.moves.push(mv);
    }

    /// Plays the legal move that `text` names. The rules decide whether the game is over; a draw by
    /// repetition, move count or bare material can be played on from, as analysis does.
    ///
    /// # Errors
    /// The move is refused and nothing changes.
    pub fn play_text(&mut self, text: &str) -> Result<G::Move, MoveError> {
        let mv =
            self.position().parse_move(text).map_err(|error| match (error, self.outcome()) {
                (MoveError::Illegal(text), Some(outcome)) => MoveError::Over { text, outcome },
                (error, _) => error,
            })?;
        self.play(mv);
        Ok(mv)
    }

    /// Takes the last move back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let undone = self.moves.pop().is_some();
        if undone {
            self.positions.pop();
        }
        undone
    }

    /// How often the present position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        let reach = now.clock() as usize + 1;
        let recent = self.positions.iter().rev().take(reach);
        recent.filter(|earlier| earlier.key() == now.key()).count()
    }

    /// How the game stands.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome(self.occurrences() >= 3)
    }
}
