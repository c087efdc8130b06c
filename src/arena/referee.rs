//! One game between two engines, judged by the rules. Nothing they say is taken on trust.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::adjudication::{Adjudication, Adjudicator};
use super::clock::Clock;
use super::ending::{Ending, Score, Termination};
use super::engine::{Answer, Beginning, Engine, Fault, Reply, SIGNS, Thoughts, Turn};
use super::halt::{Halt, LOOK_UP};
use super::limits::ThinkLimits;
use crate::board::Side;
use crate::game::Style;
use crate::session::Session;

/// What the referee goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conduct {
    /// How far an engine may overstep its time without losing.
    pub margin: Duration,
    /// How long an engine without a clock may think about a move.
    pub hang_after: Duration,
    /// How long an engine that is told to move at once may take.
    pub grace: Duration,
    /// When games are cut short.
    pub adjudication: Adjudication,
}

/// A move of a game, and what is known of how it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedMove {
    /// Its plain text.
    pub text: String,
    /// What the engine thought; nothing of a move of the opening.
    pub thoughts: Thoughts,
    /// How long it thought; `None` for a move of the opening.
    pub time: Option<Duration>,
}

/// What came of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The position it began with.
    pub start_fen: String,
    /// The moves, those of the opening among them.
    pub moves: Vec<PlayedMove>,
    /// How it ended; `None` if it was given up because the match does not go on.
    pub ending: Option<Ending>,
    /// Which engines, White's first, are of no more use.
    pub broken: [bool; 2],
}

/// Why a game does not go on.
enum Stop {
    /// It has ended.
    Ended(Ending),
    /// The match does not go on.
    GivenUp,
}

/// Plays a game from where `session` stands, with its moves so far as the opening, until it ends or
/// the match is brought to a halt. White's engine, or why there is none, and White's limits are the
/// first.
pub fn play(
    session: &mut dyn Session,
    engines: [Result<&mut Engine, Fault>; 2],
    limits: [ThinkLimits; 2],
    conduct: &Conduct,
    halt: &Halt,
) -> Played {
    let start_fen = session.start_fen();
    let texts = session.moves_played(Style::Plain);
    let of_opening = |text: &String| PlayedMove {
        text: text.clone(),
        thoughts: Thoughts::default(),
        time: None,
    };
    let moves: Vec<_> = texts.iter().map(of_opening).collect();
    let engines = match seat(session, engines, &limits, halt) {
        Ok(engines) => engines,
        Err((ending, broken)) => return Played { start_fen, moves, ending, broken },
    };
    let mut game = GameInPlay {
        session,
        engines,
        limits,
        clocks: limits.map(|limits| Clock::new(limits.time, conduct.margin)),
        conduct,
        adjudicator: Adjudicator::new(conduct.adjudication, moves.len() as u32),
        halt,
        offered: [false; 2],
        fen: start_fen.clone(),
        texts,
        moves,
    };
    let ending = match game.run() {
        Stop::Ended(ending) => Some(ending),
        Stop::GivenUp => None,
    };
    // An engine that fails begins the next game anew.
    let at_fault = |side: Side| {
        let failed = ending.as_ref().filter(|ending| ending.termination.is_failure());
        failed.is_some_and(|ending| ending.score == Score::win(!side))
    };
    let broken = [at_fault(Side::White), at_fault(Side::Black)];
    game.tell_end(ending.as_ref(), broken);
    Played { start_fen, moves: game.moves, ending, broken }
}

/// Sets the engines down to the game. If one or both fail the game is over, and they are broken.
fn seat<'a>(
    session: &dyn Session,
    engines: [Result<&'a mut Engine, Fault>; 2],
    limits: &[ThinkLimits; 2],
    halt: &Halt,
) -> Result<[&'a mut Engine; 2], (Option<Ending>, [bool; 2])> {
    let fen = session.start_fen();
    let begin = |engine: Result<&'a mut Engine, Fault>, limits| {
        let (game, options) = (session.info(), session.options());
        let beginning = Beginning { game, options, fen: &fen, limits };
        engine.and_then(|engine| engine.begin(&beginning).map(|()| engine))
    };
    let [white, black] = engines;
    let (ending, broken) = match [begin(white, &limits[0]), begin(black, &limits[1])] {
        [Ok(white), Ok(black)] => return Ok([white, black]),
        [Err(fault), Ok(_)] => (failure(Side::White, &fault), [true, false]),
        [Ok(_), Err(fault)] => (failure(Side::Black, &fault), [false, true]),
        [Err(white), Err(black)] => {
            let reason = format!("both engines failed: White's: {white}; Black's: {black}");
            (Ending::draw(white.termination(), reason), [true, true])
        }
    };
    let ending = (!halt.is_near()).then_some(ending);
    Err((ending, broken))
}

/// The loss of an engine that failed.
fn failure(side: Side, fault: &Fault) -> Ending {
    Ending::loss(side, fault.termination(), format!("{side}'s engine failed: {fault}"))
}

/// A game that is being played.
struct GameInPlay<'a> {
    session: &'a mut dyn Session,
    engines: [&'a mut Engine; 2],
    limits: [ThinkLimits; 2],
    clocks: [Clock; 2],
    conduct: &'a Conduct,
    adjudicator: Adjudicator,
    halt: &'a Halt,
    /// Who offers a draw.
    offered: [bool; 2],
    fen: String,
    texts: Vec<String>,
    moves: Vec<PlayedMove>,
}

impl GameInPlay<'_> {
    fn run(&mut self) -> Stop {
        loop {
            let by_rules = self.session.outcome().map(Ending::by_rules);
            if let Some(ending) = by_rules.or_else(|| self.adjudicator.ending()) {
                return Stop::Ended(ending);
            }
            if let Err(stop) = self.move_of(self.session.side()) {
                return stop;
            }
        }
    }

    /// Has `side` make its move.
    fn move_of(&mut self, side: Side) -> Result<(), Stop> {
        self.hear_out(side)?;
        let began = Instant::now();
        self.ask(side);
        let mut thoughts = Thoughts::default();
        let allowance = self.clocks[side as usize].allowance();
        let deadline = began + allowance.unwrap_or(self.conduct.hang_after);
        while !self.halt.is_set() {
            let look_up = deadline.min(Instant::now() + LOOK_UP);
            let late = match self.engines[side as usize].answer(look_up) {
                // Not about this question, which was not asked yet.
                Answer::Said(Reply::Move(_) | Reply::NoMove(_) | Reply::Thoughts(_), at)
                    if at < began =>
                {
                    false
                }
                Answer::Said(Reply::Move(text), at) => {
                    return self.moved(side, &text, false, thoughts, at - began);
                }
                Answer::Said(Reply::NoMove(text), at) => {
                    return self.moved(side, &text, true, thoughts, at - began);
                }
                Answer::Said(Reply::Thoughts(new), at) => {
                    thoughts = new;
                    at > deadline
                }
                Answer::Said(reply, at) => {
                    self.take(side, reply)?;
                    at > deadline
                }
                Answer::Gone(fault) => return Err(self.gone(side, &fault)),
                Answer::Nothing => Instant::now() >= deadline,
            };
            if late {
                return Err(self.overdue(side, allowance.is_some()));
            }
        }
        Err(Stop::GivenUp)
    }

    /// Takes up what an engine said while it was not to move. A move is one too many, and dropped:
    /// so that it cannot come late and pass for the next, the engine was asked for a sign after its
    /// last move, and has to have given it.
    fn hear_out(&mut self, side: Side) -> Result<(), Stop> {
        let engine = &self.engines[side as usize];
        let patience = if engine.owes_sign() { engine.patience() } else { Duration::ZERO };
        let mut deadline = Instant::now() + patience;
        while !self.halt.is_set() {
            let look_up = deadline.min(Instant::now() + LOOK_UP);
            let all_said = match self.engines[side as usize].answer(look_up) {
                Answer::Said(Reply::Ready, _) => {
                    // It may have said more since.
                    deadline = Instant::now();
                    false
                }
                Answer::Said(reply, at) => {
                    self.take(side, reply)?;
                    at > deadline
                }
                Answer::Gone(fault) => return Err(self.gone(side, &fault)),
                Answer::Nothing => Instant::now() >= deadline,
            };
            if all_said && self.engines[side as usize].owes_sign() {
                return Err(self.gone(side, &Fault::Silent(SIGNS.to_owned())));
            }
            if all_said {
                return Ok(());
            }
        }
        Err(Stop::GivenUp)
    }

    fn ask(&mut self, side: Side) {
        let shown = self.clocks.each_ref().map(Clock::remaining);
        if self.offered[!side as usize] {
            self.engines[side as usize].offer_draw();
        }
        let own = &self.clocks[side as usize];
        let turn = Turn {
            fen: &self.fen,
            moves: &self.texts,
            side,
            limits: &self.limits[side as usize],
            clocks: own.remaining().map(|own| shown.map(|shown| shown.unwrap_or(own))),
            increments: self.clocks.each_ref().map(Clock::increment),
            moves_to_go: own.moves_to_go(),
        };
        self.engines[side as usize].ask(&turn);
    }

    /// Takes up what is neither a move nor a thought.
    fn take(&mut self, side: Side, reply: Reply) -> Result<(), Stop> {
        let ended = |ending| Err(Stop::Ended(ending));
        match reply {
            Reply::Resign => {
                let reason = format!("{side} resigns");
                ended(Ending::loss(side, Termination::Resignation, reason))
            }
            Reply::Claim(score, words) if score == Score::win(!side) => {
                let reason = format!("{side} resigns: it says {words:?}");
                ended(Ending::loss(side, Termination::Resignation, reason))
            }
            Reply::Claim(_, words) => {
                let reason = format!("{side} claims {words:?}, but the game is not over");
                ended(Ending::loss(side, Termination::FalseClaim, reason))
            }
            Reply::Refusal(words) => {
                let last = self.texts.last().map_or("the position", String::as_str);
                let reason = format!("{side} refuses {last}, which is legal: it says {words:?}");
                ended(Ending::loss(side, Termination::FalseClaim, reason))
            }
            Reply::OfferDraw if self.offered[!side as usize] => {
                ended(Ending::draw(Termination::Agreement, "draw by agreement"))
            }
            // The opponent is told together with the move.
            Reply::OfferDraw => {
                self.offered[side as usize] = true;
                Ok(())
            }
            Reply::Move(_) | Reply::NoMove(_) | Reply::Thoughts(_) | Reply::Ready => Ok(()),
        }
    }

    /// Judges the move that `side` sent after `time`. `denied` says that the engine may have meant
    /// to have none.
    fn moved(
        &mut self,
        side: Side,
        text: &str,
        denied: bool,
        thoughts: Thoughts,
        time: Duration,
    ) -> Result<(), Stop> {
        if !self.clocks[side as usize].spend(time) {
            return Err(Stop::Ended(self.flag_falls(side)));
        }
        // Each protocol has its own text of the null move; the rules know when one is legal.
        match self.session.play(text) {
            Ok(plain) => {
                self.texts.push(plain.clone());
                self.moves.push(PlayedMove { text: plain, thoughts, time: Some(time) });
                self.adjudicator.note(side, thoughts.eval);
                self.engines[side as usize].sound_out();
                self.offered[!side as usize] = false;
                Ok(())
            }
            Err(_) if denied => {
                let reason = format!("{side} claims that it has no move: it says {text:?}");
                Err(Stop::Ended(Ending::loss(side, Termination::FalseClaim, reason)))
            }
            Err(error) => {
                let reason = format!("{side} makes an illegal move: {error}");
                Err(Stop::Ended(Ending::loss(side, Termination::IllegalMove, reason)))
            }
        }
    }

    /// What it means that `side` has not moved in time: it is told to, once.
    fn overdue(&mut self, side: Side, timed: bool) -> Stop {
        let engine = &mut self.engines[side as usize];
        engine.hurry();
        let deadline = Instant::now() + self.conduct.grace;
        let answered = loop {
            if self.halt.is_set() {
                return Stop::GivenUp;
            }
            let late = match engine.answer(deadline.min(Instant::now() + LOOK_UP)) {
                Answer::Said(Reply::Move(_) | Reply::NoMove(_) | Reply::Resign, _) => break true,
                Answer::Said(_, at) => at > deadline,
                Answer::Nothing => Instant::now() >= deadline,
                Answer::Gone(fault) => return self.gone(side, &fault),
            };
            if late {
                break false;
            }
        };
        if !answered {
            let reason = format!("{side}'s engine hangs: no move, even when told to move at once");
            return Stop::Ended(Ending::loss(side, Termination::Hang, reason));
        }
        if timed {
            return Stop::Ended(self.flag_falls(side));
        }
        let seconds = self.conduct.hang_after.as_secs_f64();
        let reason = format!("{side}'s engine answered late: only when stopped after {seconds} s");
        Stop::Ended(Ending::loss(side, Termination::LateAnswer, reason))
    }

    /// What it means that the flag of `side` falls.
    fn flag_falls(&self, side: Side) -> Ending {
        if self.session.wins_on_time(!side) {
            let reason = format!("{side} loses on time");
            Ending::loss(side, Termination::TimeForfeit, reason)
        } else {
            let reason = format!("{side}'s time is up, but {} could never win", !side);
            Ending::draw(Termination::TimeForfeit, reason)
        }
    }

    fn gone(&self, side: Side, fault: &Fault) -> Stop {
        // A match that ends takes its engines with it.
        if self.halt.is_near() { Stop::GivenUp } else { Stop::Ended(failure(side, fault)) }
    }

    fn tell_end(&mut self, ending: Option<&Ending>, broken: [bool; 2]) {
        let Some(ending) = ending else { return };
        for (engine, broken) in self.engines.iter_mut().zip(broken) {
            if !broken {
                engine.end_game(ending.score, &ending.reason);
            }
        }
    }
}
