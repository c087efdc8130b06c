//! The part of the engine that plays.

use hippogriff::board::{Rng, Side};
use hippogriff::game::{MoveError, Options, Style};
use hippogriff::games;
use hippogriff::session::{self, Session, Start};

use super::words::Eval;

/// Its sessions search nothing: the least table will do.
const HASH_MIB: usize = 1;

/// A game, and what is to be played in it.
pub struct Player {
    session: Box<dyn Session>,
    script: Vec<String>,
    scores: Vec<Eval>,
    rng: Option<Rng>,
    /// How many moves of the present game it made.
    own_moves: usize,
    /// The last move of any side, as it was told or made.
    last_move: Option<String>,
}

impl Player {
    /// A player who makes the moves of `script`, then random ones if there is a seed; the scores
    /// are told with them.
    pub fn new(script: &[String], seed: Option<u64>, scores: &[Eval]) -> Self {
        let game = games::ALL[0];
        let session = session::open(game.name, Options::NONE, HASH_MIB);
        Player {
            session: session.expect("a listed game can be opened"),
            script: script.to_vec(),
            scores: scores.to_vec(),
            rng: seed.map(Rng::new),
            own_moves: 0,
            last_move: None,
        }
    }

    /// Begins a game.
    pub fn begin(&mut self) {
        (self.own_moves, self.last_move) = (0, None);
        self.set_up(&Start::Default);
    }

    /// Chooses the game called `name`, if there is such a game, as its rules stand.
    pub fn choose(&mut self, name: &str) {
        if let Some(session) = session::open(name, Options::NONE, HASH_MIB) {
            self.session = session;
        }
    }

    /// Switches a variation of the rules, if the present game has it.
    pub fn set_rule(&mut self, name: &str, on: bool) {
        let game = self.session.info();
        if let Some(place) = game.options.iter().position(|rule| rule.name == name) {
            let options = self.session.options().with(place, on);
            if let Some(session) = session::open(game.name, options, HASH_MIB) {
                self.session = session;
            }
        }
    }

    /// Sets up a position; one that there is not is answered by the present one.
    pub fn set_up(&mut self, start: &Start) {
        if let Err(error) = self.session.start(start) {
            eprintln!("mock engine: {error}");
        }
    }

    /// Takes down a move of either side.
    pub fn take_down(&mut self, text: &str) -> Result<(), MoveError> {
        self.session.play(text)?;
        self.last_move = Some(text.to_owned());
        Ok(())
    }

    /// Makes the next own move; `None` if there is none.
    pub fn make_move(&mut self, style: Style) -> Option<String> {
        let legal = self.session.legal_moves(style);
        let scripted = self.script.get(self.own_moves);
        let scripted = scripted.and_then(|text| self.session.read_move(text, style).ok());
        let text = match (scripted, &mut self.rng) {
            (Some(text), _) => text,
            (None, _) if legal.is_empty() => return None,
            (None, Some(rng)) => legal[rng.below(legal.len())].clone(),
            (None, None) => legal[0].clone(),
        };
        self.take_down(&text).ok()?;
        self.own_moves += 1;
        Some(text)
    }

    /// The score of the next own move; the last one counts for all that follow.
    pub fn eval(&self) -> Eval {
        let eval = self.scores.get(self.own_moves).or(self.scores.last());
        eval.copied().unwrap_or(Eval::None)
    }

    /// How many moves it made in this game.
    pub fn own_moves(&self) -> usize {
        self.own_moves
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.session.side()
    }

    /// The last move that was made in this game.
    pub fn last_move(&self) -> &str {
        self.last_move.as_deref().unwrap_or("none")
    }

    /// Whether a move called so is legal.
    pub fn may_play(&self, text: &str) -> bool {
        self.session.read_move(text, Style::Plain).is_ok()
    }

    /// The last of the legal moves, in bytewise order.
    pub fn last_legal_move(&self, style: Style) -> Option<String> {
        self.session.legal_moves(style).pop()
    }
}
