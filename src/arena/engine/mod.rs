//! The engines of a match, as the referee sees them: one set of questions, whatever they speak.
//!
//! [`Engine`] owns the process and asks; a `Dialect` (`uci.rs`, `cecp.rs`) knows the words.
//! Nothing an engine says is believed here: what it wants to do is handed to the referee as a
//! [`Reply`], and every way of failing is a [`Fault`].

mod cecp;
mod options;
mod process;
mod uci;

use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::ending::{Score, Termination};
use super::halt::{Halt, LOOK_UP};
use super::limits::ThinkLimits;
use super::roster::{EngineSpec, ProtocolKind};
use crate::board::Side;
use crate::game::{GameInfo, Options};
use options::OptionList;
use process::{Heard, Process};
pub use process::{Surroundings, TIME_TO_QUIT};

/// How an engine failed, apart from what it does in a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// The runner cannot start it, which says nothing of the engine.
    #[error("cannot start it: {0}")]
    Runner(String),
    /// Its process ends at once.
    #[error("it won't start: {0}")]
    WontStart(String),
    /// It runs, but does not answer what it must answer.
    #[error("it doesn't answer {0}")]
    Silent(String),
    /// It died.
    #[error("it crashed: {0}")]
    Crash(String),
    /// It is gone without having failed.
    #[error("{0}")]
    Disconnect(String),
    /// It cannot play what is to be played.
    #[error("{0}")]
    Unfit(String),
    /// It refuses a position that is legal, in these words.
    #[error("it refuses the position: {0}")]
    Refusal(String),
    /// It was not waited for, because the match does not go on.
    #[error("the match does not go on")]
    GivenUp,
}

impl Fault {
    /// What it is called when it ends a game.
    pub fn termination(&self) -> Termination {
        match self {
            Fault::Runner(_) | Fault::WontStart(_) | Fault::Unfit(_) | Fault::GivenUp => {
                Termination::WontStart
            }
            Fault::Silent(_) => Termination::Silent,
            Fault::Crash(_) => Termination::Crash,
            Fault::Disconnect(_) => Termination::Disconnect,
            Fault::Refusal(_) => Termination::FalseClaim,
        }
    }
}

/// A game that begins, as one of the engines has to know it.
#[derive(Debug, Clone, Copy)]
pub struct Beginning<'a> {
    /// The game.
    pub game: &'static GameInfo,
    /// The rules it is played by.
    pub options: Options,
    /// The position it begins with.
    pub fen: &'a str,
    /// The engine's own limits.
    pub limits: &'a ThinkLimits,
}

/// A move that is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    /// The position the game began with.
    pub fen: &'a str,
    /// The plain texts of all moves since.
    pub moves: &'a [String],
    /// The side to move, the engine's own.
    pub side: Side,
    /// The engine's limits.
    pub limits: &'a ThinkLimits,
    /// What the clocks show, White's first: for a player without a clock, what the engine's own
    /// shows. `None` if the engine has no clock.
    pub clocks: Option<[Duration; 2]>,
    /// What is added to the clocks after each move.
    pub increments: [Duration; 2],
    /// The engine's moves to its next time control, if it has them.
    pub moves_to_go: Option<u32>,
}

/// What an engine thinks of its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eval {
    /// In cp, good for the engine if positive.
    Cp(i32),
    /// It wins in so many moves, or loses if negative; 0 is a game already lost.
    Mate(i32),
}

/// The last that an engine said of its thinking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Thoughts {
    /// Its score.
    pub eval: Option<Eval>,
    /// The depth in plies.
    pub depth: Option<u32>,
}

/// What an engine says to the referee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// It plays this move.
    Move(String),
    /// It says that it has no move.
    NoMove(String),
    /// It says how the game has ended.
    Claim(Score, String),
    /// It gives up.
    Resign,
    /// It offers a draw.
    OfferDraw,
    /// It does not accept what it was told, in its own words.
    Refusal(String),
    /// It tells what it thinks.
    Thoughts(Thoughts),
    /// It has said all that it had to say when it was sounded out.
    Ready,
}

/// What came of waiting for an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It said something, at this time.
    Said(Reply, Instant),
    /// It said nothing that matters.
    Nothing,
    /// It is gone.
    Gone(Fault),
}

/// The words of a protocol.
trait Dialect: Send {
    /// Asks what the engine can do, and takes it down. Asked again, it may have learnt more.
    fn greet(&mut self, link: &mut Link) -> Result<(), Fault>;
    /// The options it has.
    fn options(&self) -> &OptionList;
    /// The variants it names.
    fn variants(&self) -> &[String];
    /// Sets an option.
    fn set(&self, link: &Link, name: &str, value: &str) -> Result<(), Fault>;
    /// Why it cannot keep these limits, if it cannot.
    fn refuses(&self, _limits: &ThinkLimits) -> Option<&'static str> {
        None
    }
    /// Waits until the engine has done all it was told; what else it says is dropped.
    fn synchronize(&mut self, link: &mut Link) -> Result<(), Fault>;
    /// Begins a game.
    fn begin(&mut self, link: &mut Link, game: &Beginning) -> Result<(), Fault>;
    /// Asks for a sign that the engine has done all it was told; the line that is the sign, if it
    /// can give one.
    fn sound_out(&mut self, link: &Link) -> Option<String>;
    /// Asks for a move.
    fn ask(&mut self, link: &Link, turn: &Turn);
    /// What a line says, if anything that matters.
    fn read(&mut self, line: &str) -> Option<Reply>;
    /// The word that makes it move at once.
    fn hurry(&self) -> &'static str;
    /// Whether it must be started anew for each game.
    fn is_for_one_game(&self) -> bool {
        false
    }
    /// Tells that the opponent offers a draw.
    fn offer_draw(&self, _link: &Link) {}
    /// Tells how the game has ended.
    fn end_game(&mut self, _link: &Link, _score: Score, _reason: &str) {}
}

/// What is asked for a sign, in either protocol.
pub(super) const SIGNS: &str = "isready or ping";

/// What a dialect may do with the process.
#[derive(Debug)]
struct Link {
    process: Process,
    patience: Duration,
    halt: Arc<Halt>,
}

impl Link {
    fn send(&self, line: &str) {
        self.process.send(line);
    }

    /// Hands lines to `look` until it finds what it looks for; `what` is what the engine must
    /// answer within `patience`.
    fn wait_for<T>(
        &mut self,
        what: &str,
        patience: Duration,
        mut look: impl FnMut(&Link, &str) -> Option<T>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now() + patience;
        while !self.halt.is_set() {
            match self.process.hear(deadline.min(Instant::now() + LOOK_UP)) {
                Heard::Line(line, time) if time <= deadline => {
                    if let Some(found) = look(self, &line) {
                        return Ok(found);
                    }
                }
                Heard::Nothing if Instant::now() < deadline => {}
                Heard::Line(..) | Heard::Nothing => return Err(Fault::Silent(what.to_owned())),
                Heard::End => return Err(self.process.autopsy()),
            }
        }
        Err(Fault::GivenUp)
    }
}

/// A running engine.
pub struct Engine {
    name: String,
    link: Link,
    dialect: Box<dyn Dialect>,
    /// The line by which it shows that it has said all it had to say.
    sign: Option<String>,
}

impl Engine {
    /// Starts the engine of `spec` and sets its options.
    ///
    /// # Errors
    /// If it cannot be started, does not answer, or has no such options.
    pub fn start(spec: &EngineSpec, around: &Surroundings) -> Result<Self, Fault> {
        let (patience, halt) = (around.patience, around.halt.clone());
        let link = Link { process: Process::start(spec, around)?, patience, halt };
        let dialect: Box<dyn Dialect> = match spec.protocol {
            ProtocolKind::Uci => Box::<uci::Uci>::default(),
            ProtocolKind::Cecp => Box::<cecp::Cecp>::default(),
        };
        let mut engine = Engine { name: spec.name.clone(), link, dialect, sign: None };
        let greeted = engine.dialect.greet(&mut engine.link);
        greeted.map_err(|fault| match fault {
            Fault::Crash(how) | Fault::Disconnect(how) => {
                Fault::WontStart(format!("it ended at once ({how})"))
            }
            fault => fault,
        })?;
        let Engine { link, dialect, .. } = &mut engine;
        spec.options.iter().try_for_each(|(name, value)| dialect.set(link, name, value))?;
        dialect.synchronize(link)?;
        Ok(engine)
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it can play `game` with these rules and limits.
    ///
    /// # Errors
    /// [`Fault::Unfit`] says why not.
    pub fn fit(
        &mut self,
        game: &GameInfo,
        options: Options,
        limits: &ThinkLimits,
    ) -> Result<(), Fault> {
        let plays = |dialect: &dyn Dialect| dialect.variants().iter().any(|name| name == game.name);
        if !plays(&*self.dialect) {
            // An option, as the path of a file, may have brought more variants.
            self.dialect.greet(&mut self.link)?;
        }
        if !plays(&*self.dialect) {
            return Err(options::lacks_variant(game, self.dialect.variants()));
        }
        if let Some(why) = self.dialect.refuses(limits) {
            return Err(Fault::Unfit(why.to_owned()));
        }
        self.dialect.options().know_rules(game, options)
    }

    /// Waits until the engine has said all that it had to say of the last game, so that nothing of
    /// it passes for something of the next.
    ///
    /// # Errors
    /// If it does not show that it has, or is gone.
    pub fn settle(&mut self) -> Result<(), Fault> {
        let Some(sign) = self.sign.take() else { return Ok(()) };
        let seen = |_: &Link, line: &str| (line == sign).then_some(());
        self.link.wait_for(SIGNS, self.link.patience, seen)
    }

    /// Begins a game.
    ///
    /// # Errors
    /// If it fails.
    pub fn begin(&mut self, game: &Beginning) -> Result<(), Fault> {
        self.dialect.begin(&mut self.link, game)
    }

    /// Asks for [`Reply::Ready`], which comes when the engine has said all it has to say, if it can
    /// give such a sign.
    pub fn sound_out(&mut self) {
        self.sign = self.dialect.sound_out(&self.link);
    }

    /// Whether the sign that was asked for is still to come.
    pub fn owes_sign(&self) -> bool {
        self.sign.is_some()
    }

    /// How long it may take to give a sign.
    pub fn patience(&self) -> Duration {
        self.link.patience
    }

    /// Asks for a move.
    pub fn ask(&mut self, turn: &Turn) {
        self.dialect.ask(&self.link, turn);
    }

    /// Waits until `deadline` for something that matters. An engine that does not stop chattering
    /// keeps nobody waiting for longer; but what matters, thoughts among it, may be a little later.
    pub fn answer(&mut self, deadline: Instant) -> Answer {
        loop {
            match self.link.process.hear(deadline) {
                Heard::Line(line, time) if self.sign.as_ref() == Some(&line) => {
                    self.sign = None;
                    return Answer::Said(Reply::Ready, time);
                }
                Heard::Line(line, time) => match self.dialect.read(&line) {
                    Some(reply) => return Answer::Said(reply, time),
                    None if time > deadline => return Answer::Nothing,
                    None => {}
                },
                Heard::Nothing => return Answer::Nothing,
                Heard::End => return Answer::Gone(self.link.process.autopsy()),
            }
        }
    }

    /// Whether its process has ended.
    pub fn has_ended(&mut self) -> bool {
        self.link.process.has_ended()
    }

    /// Tells it to move at once.
    pub fn hurry(&self) {
        self.link.send(self.dialect.hurry());
    }

    /// Tells it that its opponent offers a draw.
    pub fn offer_draw(&self) {
        self.dialect.offer_draw(&self.link);
    }

    /// Tells it how the game has ended.
    pub fn end_game(&mut self, score: Score, reason: &str) {
        self.dialect.end_game(&self.link, score, reason);
    }

    /// Whether it must be started anew for each game.
    pub fn is_for_one_game(&self) -> bool {
        self.dialect.is_for_one_game()
    }

    /// Tells it to quit, without waiting for it.
    pub fn tell_to_quit(&self) {
        self.link.send("quit");
    }

    /// Lets it quit, and sees that it does.
    pub fn quit(self) {
        self.tell_to_quit();
        self.end_within(TIME_TO_QUIT);
    }

    /// Sees that it ends within `grace`, of itself or not.
    pub fn end_within(mut self, grace: Duration) {
        self.link.process.end(grace);
    }

    /// Kills it.
    pub fn kill(self) {
        self.end_within(Duration::ZERO);
    }
}
