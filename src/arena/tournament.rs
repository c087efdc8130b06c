//! Playing a match: workers that play game after game, and the one place where games are written
//! down.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use thiserror::Error;

use super::engine::{Engine, Fault, Surroundings, TIME_TO_QUIT};
use super::halt::Halt;
use super::ledger::Ledger;
use super::openings::{OpeningError, OpeningPlan};
use super::plan::{Plan, Player};
use super::schedule::{Fixture, Schedule};
use super::state::{FinishedGame, State, StateError, state_path};
use super::{game_record, referee};
use crate::game::Variant;

/// A match that is to be played.
#[derive(Debug)]
pub struct Tournament {
    /// What decides which games are played.
    pub plan: Plan,
    /// The variants, as the plan names them.
    pub variants: Vec<Variant>,
    /// What the games begin with.
    pub openings: OpeningPlan,
    /// How many games are played at once.
    pub concurrency: usize,
}

/// Why a match cannot be played, or played on.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// An engine cannot play in it.
    #[error("{engine}: {fault}")]
    Engine {
        /// Its name.
        engine: String,
        /// Why not.
        fault: Fault,
    },
    /// An opening cannot be had.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The state cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// There are not as many threads as games are to be played at once.
    #[error("cannot play so many games at once: {0}")]
    Thread(io::Error),
    /// The games cannot be written.
    #[error("{path}: {error}", path = .path.display())]
    Pgn {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// The files a match is written to.
#[derive(Debug)]
pub struct Files {
    state: State,
    pgn: File,
    path: PathBuf,
}

/// What happens to files that are there before a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// The match is not played.
    Refuse,
    /// They are replaced.
    Overwrite,
    /// The match goes on from there, or begins if there are none.
    Resume,
}

impl Files {
    /// Opens the files of a match, and gives back the games that were finished before.
    ///
    /// # Errors
    /// If they cannot be had.
    pub fn open(
        pgn: &Path,
        plan: &Plan,
        existing: Existing,
    ) -> Result<(Self, Vec<FinishedGame>), ArenaError> {
        let failed = |error| ArenaError::Pgn { path: pgn.to_owned(), error };
        let state = state_path(pgn);
        match (existing, pgn.exists(), state.exists()) {
            (Existing::Refuse, true, _) => return Err(StateError::Exists(pgn.to_owned()).into()),
            (Existing::Resume, true, false) => return Err(StateError::Missing(state).into()),
            _ => {}
        }
        // Nothing that is there is changed before all of it can be.
        if pgn.exists() {
            OpenOptions::new().write(true).open(pgn).map_err(failed)?;
        }
        let (state, games) = match existing {
            Existing::Resume if state.exists() => State::resume(&state, plan)?,
            _ => (State::create(&state, plan, existing == Existing::Overwrite)?, Vec::new()),
        };
        let file = File::create(pgn).map_err(failed)?;
        Ok((Files { state, pgn: file, path: pgn.to_owned() }, games))
    }

    /// Writes down games that have been played elsewhere, in the order of their numbers.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn fill<'p>(
        mut self,
        plan: &'p Plan,
        games: Vec<FinishedGame>,
    ) -> Result<Ledger<'p>, ArenaError> {
        let mut ledger = Ledger::new(plan);
        games.into_iter().try_for_each(|game| self.record(&mut ledger, game))?;
        self.write_pgn(&ledger.close())?;
        Ok(ledger)
    }

    /// Writes down a game that has ended, and what its coming lets the ledger count.
    fn record(&mut self, ledger: &mut Ledger, game: FinishedGame) -> Result<(), ArenaError> {
        self.state.add(&game)?;
        self.write_pgn(&ledger.add(game))
    }

    fn write_pgn(&mut self, games: &[FinishedGame]) -> Result<(), ArenaError> {
        let written = games.iter().try_for_each(|game| self.pgn.write_all(game.pgn.as_bytes()));
        written.map_err(|error| ArenaError::Pgn { path: self.path.clone(), error })
    }
}

impl Tournament {
    /// Starts each engine once, to see whether it can play its games.
    ///
    /// # Errors
    /// Names the first that cannot, and why.
    pub fn check_engines(&self, around: &Surroundings) -> Result<(), ArenaError> {
        self.plan.players.iter().try_for_each(|player| {
            let refuse = |fault| {
                let engine = player.engine.name.clone();
                ArenaError::Engine { engine, fault }
            };
            let banned = self.variants.iter().find(|(game, _)| !player.engine.may_play(game.name));
            if let Some((game, _)) = banned {
                let why = format!("its entry doesn't list {} among its variants", game.name);
                return Err(refuse(Fault::Unfit(why)));
            }
            self.start_engine(player, around).map(Engine::quit).map_err(refuse)
        })
    }

    /// Sees whether there are openings.
    ///
    /// # Errors
    /// If one of the first cannot be had.
    pub fn check_openings(&self) -> Result<(), ArenaError> {
        self.variants.iter().try_for_each(|&(game, options)| {
            self.openings.opening(game, options, 0).map(drop).map_err(ArenaError::from)
        })
    }

    /// Starts the engine of a player, and sees whether it can play the games of the match.
    fn start_engine(&self, player: &Player, around: &Surroundings) -> Result<Engine, Fault> {
        let mut engine = Engine::start(&player.engine, around)?;
        for &(game, options) in &self.variants {
            engine.fit(game, options, &player.limits)?;
        }
        Ok(engine)
    }

    /// Plays what is left of the match after the games `done`, until its end or a halt. `watch` is
    /// called with the ledger and each game that ends.
    ///
    /// # Errors
    /// If something cannot be written, an opening cannot be had, or the runner cannot start an
    /// engine. What is finished is written all the same, if it can be.
    pub fn run(
        &self,
        mut files: Option<Files>,
        done: Vec<FinishedGame>,
        around: &Surroundings,
        watch: &mut dyn FnMut(&Ledger, &FinishedGame),
    ) -> Result<Ledger<'_>, ArenaError> {
        let mut ledger = Ledger::new(&self.plan);
        let mut finished: Vec<u64> = done.iter().map(|game| game.number).collect();
        finished.sort_unstable();
        for game in done {
            let counted = ledger.add(game);
            files.iter_mut().try_for_each(|files| files.write_pgn(&counted))?;
        }
        if ledger.is_decided() {
            around.halt.end();
        }
        let left = self.plan.games().filter(|number| finished.binary_search(number).is_err());
        let (work, schedule) = (Mutex::new(left), self.plan.schedule());
        let played = thread::scope(|scope| {
            let (sender, games) = mpsc::channel();
            for _ in 0..self.plan.game_count().min(self.concurrency as u64) {
                let (in_worker, work, schedule) = (sender.clone(), &work, &schedule);
                let worker = move || self.work(work, schedule, &in_worker, around);
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, worker) {
                    // The receiver is still there.
                    let _ = sender.send(Err(ArenaError::Thread(error)));
                    break;
                }
            }
            drop(sender);
            write_down(&mut ledger, &mut files, games, &around.halt, watch)
        });
        let rest = ledger.close();
        let written = files.iter_mut().try_for_each(|files| files.write_pgn(&rest));
        played.and(written).map(|()| ledger)
    }

    /// Plays games until there are no more.
    fn work(
        &self,
        work: &Mutex<impl Iterator<Item = u64>>,
        schedule: &Schedule,
        games: &Sender<Result<FinishedGame, ArenaError>>,
        around: &Surroundings,
    ) {
        let mut engines = Engines { tournament: self, around, running: Vec::new() };
        while !around.halt.is_set() {
            let next = work.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(fixture) = next.and_then(|number| schedule.fixture(number)) else { return };
            let game = self.play(&fixture, &mut engines);
            // An error says that nobody writes down games any more.
            if let Some(game) = game.transpose()
                && games.send(game).is_err()
            {
                return;
            }
        }
    }

    /// Plays one game; `None` if it was given up.
    fn play(
        &self,
        fixture: &Fixture,
        engines: &mut Engines,
    ) -> Result<Option<FinishedGame>, ArenaError> {
        let variant = self.variants[fixture.pair.variant];
        let opening = self.openings.opening(variant.0, variant.1, fixture.pair.round)?;
        let mut session = opening.session(variant.0, variant.1)?;
        engines.keep(fixture.players);
        let [white, black] = fixture.players;
        let mut seated = [engines.take(white)?, engines.take(black)?];
        let limits = fixture.players.map(|player| self.plan.players[player].limits);
        let seats = seated.each_mut().map(|engine| engine.as_mut().map_err(|fault| fault.clone()));
        let halt = &engines.around.halt;
        let played = referee::play(&mut *session, seats, limits, &self.plan.conduct, halt);
        for ((engine, player), broken) in seated.into_iter().zip(fixture.players).zip(played.broken)
        {
            engines.put_back(player, engine, broken);
        }
        Ok(game_record::finished(&self.plan, fixture, variant, &opening.label, &played))
    }
}

/// Writes games down as they come, until there are no more. The first thing that goes wrong ends the
/// match; games that others finish in that moment are written nevertheless.
fn write_down(
    ledger: &mut Ledger,
    files: &mut Option<Files>,
    games: Receiver<Result<FinishedGame, ArenaError>>,
    halt: &Halt,
    watch: &mut dyn FnMut(&Ledger, &FinishedGame),
) -> Result<(), ArenaError> {
    let mut first_error = None;
    for game in games {
        let written = game.and_then(|game| {
            match files {
                Some(files) => files.record(ledger, game.clone())?,
                None => drop(ledger.add(game.clone())),
            }
            watch(ledger, &game);
            Ok(())
        });
        if written.is_err() || ledger.is_decided() {
            halt.end();
        }
        match written {
            // A line that was not written whole must stay the last.
            Err(ArenaError::State(error)) => return Err(error.into()),
            Err(error) if first_error.is_none() => first_error = Some(error),
            _ => {}
        }
    }
    first_error.map_or(Ok(()), Err)
}

/// The running engines of one worker.
struct Engines<'a> {
    tournament: &'a Tournament,
    around: &'a Surroundings,
    running: Vec<(usize, Engine)>,
}

impl Engines<'_> {
    /// Ends those that are none of these players.
    fn keep(&mut self, players: [usize; 2]) {
        let leave = self.running.extract_if(.., |(player, _)| !players.contains(player));
        leave.for_each(|(_, engine)| engine.quit());
    }

    /// The engine of a player, started if it does not run (any more), or how it failed to start.
    ///
    /// # Errors
    /// If the fault is the runner's own.
    fn take(&mut self, player: usize) -> Result<Result<Engine, Fault>, ArenaError> {
        if let Some(place) = self.running.iter().position(|&(running, _)| running == player) {
            let (_, mut engine) = self.running.swap_remove(place);
            match engine.settle() {
                Ok(()) if !engine.has_ended() => return Ok(Ok(engine)),
                Ok(()) | Err(Fault::Crash(_) | Fault::Disconnect(_)) => {}
                Err(fault) => return Ok(Err(fault)),
            }
            log::warn!("{} ended between two games, and is started anew", engine.name());
        }
        let player = &self.tournament.plan.players[player];
        match self.tournament.start_engine(player, self.around) {
            Err(fault @ Fault::Runner(_)) => {
                Err(ArenaError::Engine { engine: player.engine.name.clone(), fault })
            }
            started => Ok(started),
        }
    }

    /// Keeps an engine for the next game, unless it is of no more use.
    fn put_back(&mut self, player: usize, engine: Result<Engine, Fault>, broken: bool) {
        let Ok(engine) = engine else { return };
        let restart = self.tournament.plan.players[player].engine.restart;
        if broken {
            engine.kill();
        } else if restart || engine.is_for_one_game() {
            engine.quit();
        } else {
            self.running.push((player, engine));
        }
    }
}

impl Drop for Engines<'_> {
    fn drop(&mut self) {
        // All at once, so that none has to wait for another.
        self.running.iter().for_each(|(_, engine)| engine.tell_to_quit());
        let told = Instant::now();
        for (_, engine) in self.running.drain(..) {
            engine.end_within(TIME_TO_QUIT.saturating_sub(told.elapsed()));
        }
    }
}
